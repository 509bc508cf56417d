//! The crate `monte-carlo-tree-search`, for two players with alternating moves.

use crate::choice::{Choice, Clock, Limit};
use crate::playouts::Playouts;
use monte_carlo_tree_search as peer;
use peer::{CountWdl, Explorer, GameState, TwoPlayerGame, Ucb};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use sortilege::game::{Deterministic, Sequential};
use sortilege::{Game, Player, Turn};

#[derive(Clone)]
struct Board<G>(G);

impl<G: Deterministic + Sequential> TwoPlayerGame for Board<G> {
    type Move = G::Action;

    fn state<'a>(&self, moves: &'a mut Vec<G::Action>) -> GameState<'a, G::Action> {
        moves.clear();
        match self.0.turn() {
            Turn::Over => result(&self.0),
            _ => {
                self.0.actions(moves);
                GameState::Moves(moves)
            }
        }
    }
    fn play(&mut self, action: &G::Action) {
        self.0.apply(*action);
    }
    fn current_player(&self) -> peer::Player {
        match self.0.turn() {
            Turn::Player(Player(1)) => peer::Player::Two,
            _ => peer::Player::One,
        }
    }
}

fn result<'a, A>(state: &impl Game) -> GameState<'a, A> {
    match state.payoff(Player(0)) {
        payoff if payoff > 0.0 => GameState::WinPlayerOne,
        payoff if payoff < 0.0 => GameState::WinPlayerTwo,
        _ => GameState::Draw,
    }
}

/// UCB1 of the crate, with the playouts of this program.
struct Explore<G: Deterministic + Sequential> {
    ucb: Ucb<Board<G>>,
    playouts: Playouts<G>,
}

impl<G: Deterministic + Sequential> Explorer<Board<G>> for Explore<G>
where
    G::Action: Send,
{
    type Evaluation = CountWdl;
    type Delta = CountWdl;

    fn bias(&mut self, Board(mut state): Board<G>, _: &mut impl rand::Rng) -> CountWdl {
        self.playouts.run(&mut state);
        let mut count = CountWdl::default();
        match result::<G::Action>(&state) {
            GameState::WinPlayerOne => count.wins_player_one = 1,
            GameState::WinPlayerTwo => count.wins_player_two = 1,
            _ => count.draws = 1,
        }
        count
    }
    fn unexplored_bias(&self) -> CountWdl {
        self.ucb.unexplored_bias()
    }
    fn reevaluate(&mut self, game: Board<G>, evaluation: &mut CountWdl) -> CountWdl {
        self.ucb.reevaluate(game, evaluation)
    }
    fn selected_child_pos<'a>(
        &self,
        parent: &CountWdl,
        children: impl ExactSizeIterator<Item = &'a CountWdl>,
        who: peer::Player,
    ) -> Option<usize> {
        self.ucb.selected_child_pos(parent, children, who)
    }
    fn update(
        &mut self,
        old: &mut CountWdl,
        siblings: impl Iterator<Item = Option<CountWdl>>,
        delta: CountWdl,
        who: peer::Player,
    ) -> CountWdl {
        self.ucb.update(old, siblings, delta, who)
    }
    fn initial_delta(&self, evaluation: &CountWdl) -> CountWdl {
        self.ucb.initial_delta(evaluation)
    }
    fn is_solved(&self, evaluation: &CountWdl) -> bool {
        self.ucb.is_solved(evaluation)
    }
}

/// One decision within a limit. It ends early if the game is solved, as the crate's own search
/// does.
pub fn search<G: Deterministic + Sequential>(
    start: &G,
    limit: Limit,
    seed: u64,
) -> Choice<G::Action>
where
    G::Action: Send,
{
    let mut clock = Clock::start(limit);
    let explorer = Explore { ucb: Ucb::new(), playouts: Playouts::new(seed) };
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut search = peer::Search::new(Board(start.clone()), explorer);
    while clock.goes_on() && search.playout(&mut rng) {}
    Choice { action: search.best_move().expect("there is a move"), simulations: clock.done }
}
