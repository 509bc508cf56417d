//! The crate `mcts` and its successor `treant`: one adapter for both.

/// Adapter for the crate of that name. Rewards are -1, 0 and 1. The formula of the crates doubles
/// the exploration constant, so 0.7 equals 0.7 in Sortilege, whose rewards are from 0 to 1.
macro_rules! adapter {
    ($peer:ident) => {
        pub mod $peer {
            use crate::choice::{Choice, Clock, Limit};
            use crate::playouts::Playouts;
            use ::$peer::tree_policy::UCTPolicy;
            use ::$peer::{Evaluator, GameState, MCTS, MCTSManager, SearchHandle};
            use sortilege::game::{Deterministic, Sequential};
            use sortilege::{Player, Turn};
            use std::marker::PhantomData;

            #[derive(Clone)]
            struct Board<G>(G);

            impl<G: Deterministic + Sequential> GameState for Board<G>
            where
                G::Action: Send + Sync,
            {
                type Move = G::Action;
                type Player = Player;
                type MoveList = Vec<G::Action>;

                fn current_player(&self) -> Player {
                    match self.0.turn() {
                        Turn::Player(who) => who,
                        _ => Player(0),
                    }
                }
                fn available_moves(&self) -> Vec<G::Action> {
                    let mut list = vec![];
                    if self.0.turn() != Turn::Over {
                        self.0.actions(&mut list);
                    }
                    list
                }
                fn make_move(&mut self, action: &G::Action) {
                    self.0.apply(*action);
                }
            }

            /// Evaluates a new leaf by one playout, for the first player.
            struct OnePlayout {
                seed: u64,
            }

            impl<G> Evaluator<Rules<G>> for OnePlayout
            where
                G: Deterministic + Sequential + Send + Sync + 'static,
                G::Action: Send + Sync,
            {
                type StateEvaluation = i64;

                fn evaluate_new_state(
                    &self,
                    Board(state): &Board<G>,
                    moves: &Vec<G::Action>,
                    handle: Option<SearchHandle<Rules<G>>>,
                ) -> (Vec<()>, i64) {
                    let mut state = state.clone();
                    // There is no handle for the root, which is not a simulation.
                    if let Some(mut handle) = handle {
                        let playouts = &mut handle.thread_data().extra_data;
                        playouts.get_or_insert_with(|| Playouts::new(self.seed)).run(&mut state);
                    }
                    (vec![(); moves.len()], state.payoff(Player(0)) as i64)
                }
                fn evaluate_existing_state(
                    &self,
                    _: &Board<G>,
                    value: &i64,
                    _: SearchHandle<Rules<G>>,
                ) -> i64 {
                    *value
                }
                fn interpret_evaluation_for_player(&self, value: &i64, who: &Player) -> i64 {
                    if who.0 == 0 { *value } else { -value }
                }
            }

            struct Rules<G>(PhantomData<G>);

            impl<G> MCTS for Rules<G>
            where
                G: Deterministic + Sequential + Send + Sync + 'static,
                G::Action: Send + Sync,
            {
                type State = Board<G>;
                type Eval = OnePlayout;
                type NodeData = ();
                // Empty before the first simulation, which knows the seed.
                type ExtraThreadData = Option<Playouts<G>>;
                type TreePolicy = UCTPolicy;
                type TranspositionTable = ();
            }

            /// One decision within a limit.
            pub fn search<G>(start: &G, limit: Limit, seed: u64) -> Choice<G::Action>
            where
                G: Deterministic + Sequential + Send + Sync + 'static,
                G::Action: Send + Sync,
            {
                let mut clock = Clock::start(limit);
                let (policy, playout) = (UCTPolicy::new(0.7), OnePlayout { seed });
                let mut search =
                    MCTSManager::new(Board(start.clone()), Rules(PhantomData), playout, policy, ());
                search.playout_until(|| !clock.goes_on());
                let action = search.best_move().expect("there was a simulation");
                Choice { action, simulations: clock.done }
            }
        }
    };
}

adapter!(mcts);
adapter!(treant);
