//! The crate `turnbase-bots`: its `Mcts` with perfect information and its `Ismcts` with hidden
//! information.
//!
//! Both make their own playouts, through the lists of moves of the engine `turnbase`, so the shared
//! playouts cannot be used. They accept a number of simulations and cannot be continued, so a time
//! limit is estimated from previous searches.

use crate::choice::{Choice, Limit};
use sortilege::game::{Hidden, Outcomes, Sequential};
use sortilege::{Player, Rng, Turn};
use std::time::Instant;
use turnbase::{ActivePlayers, Determinize, Game, PlayerId, Prng};
use turnbase_bots::{Bot, Ismcts, Mcts};

/// Rewards are from -1 to 1, so this equals 0.7 in Sortilege, whose rewards are from 0 to 1.
const C: f64 = 1.4;

/// A game of Sortilege for this engine; the state contains everything.
struct Rules<G>(G);

impl<G: Outcomes + Sequential> Game for Rules<G> {
    type State = G;
    type Action = G::Action;
    type View = ();

    fn new_initial_state(&self, _: u64) -> G {
        self.0.clone()
    }
    fn num_players(&self) -> usize {
        self.0.players()
    }
    fn active_players(&self, state: &G) -> ActivePlayers {
        match state.turn() {
            Turn::Player(Player(who)) => ActivePlayers::one(PlayerId::new(who as u32)),
            Turn::Chance => ActivePlayers::one(PlayerId::CHANCE),
            _ => ActivePlayers::none(),
        }
    }
    fn legal_actions(&self, state: &G, who: PlayerId) -> Vec<G::Action> {
        let mut list = vec![];
        if state.turn() == Turn::Player(Player(who.index() as usize)) {
            state.actions(&mut list);
        }
        list
    }
    fn chance_outcomes(&self, state: &G) -> Vec<(G::Action, f64)> {
        let mut list = vec![];
        state.outcomes(&mut list);
        list
    }
    fn apply(&self, state: &mut G, _: PlayerId, action: G::Action) {
        state.apply(action);
    }
    fn is_terminal(&self, state: &G) -> bool {
        state.turn() == Turn::Over
    }
    fn reward(&self, state: &G, who: PlayerId) -> f64 {
        state.payoff(Player(who.index() as usize))
    }
    fn view(&self, _: &G, _: Option<PlayerId>) {}
}

impl<G: Hidden + Outcomes + Sequential> Determinize for Rules<G> {
    fn determinize(&self, state: &G, observer: PlayerId, rng: &mut Prng) -> G {
        let view = state.view(Player(observer.index() as usize));
        G::determinize(&view, &mut Rng::new(rng.next_u64()))
    }
}

/// Makes as many simulations as the time allows, estimated from the previous decision. The next
/// decision compensates for time overrun or left over.
pub struct Searcher {
    limit: Limit,
    hidden: bool,
    /// Simulations per second.
    rate: f64,
    /// Seconds left over; negative after an overrun.
    owed: f64,
}

impl Searcher {
    /// Creates a searcher and measures its speed with one decision at `start`. `hidden` selects the
    /// search for hidden information.
    pub fn new<G: Hidden + Outcomes + Sequential>(start: &G, limit: Limit, hidden: bool) -> Self {
        const TRIAL: u32 = 200;
        let mut searcher = Searcher { limit, hidden, rate: 0.0, owed: 0.0 };
        let began = Instant::now();
        searcher.choose(start, Player(0), TRIAL, 1);
        searcher.rate = f64::from(TRIAL) / began.elapsed().as_secs_f64();
        searcher
    }

    /// One decision of `who`, the acting player.
    pub fn search<G: Hidden + Outcomes + Sequential>(
        &mut self,
        state: &G,
        who: Player,
        seed: u64,
    ) -> Choice<G::Action> {
        let time = match self.limit {
            Limit::Simulations(simulations) => {
                return Choice {
                    action: self.choose(state, who, simulations as u32, seed),
                    simulations,
                };
            }
            Limit::Time(time) => time.as_secs_f64(),
        };
        let simulations = (self.rate * (time + self.owed)).max(1.0) as u32;
        let began = Instant::now();
        let action = self.choose(state, who, simulations, seed);
        let took = began.elapsed().as_secs_f64();
        self.rate = f64::from(simulations) / took;
        // Bounds the effect of one long interruption on the following decisions.
        self.owed = (self.owed + time - took).clamp(-time / 2.0, time / 2.0);
        Choice { action, simulations: simulations.into() }
    }

    fn choose<G: Hidden + Outcomes + Sequential>(
        &self,
        state: &G,
        Player(who): Player,
        simulations: u32,
        seed: u64,
    ) -> G::Action {
        let (rules, who) = (Rules(state.clone()), PlayerId::new(who as u32));
        let action = match self.hidden {
            true => Ismcts::new(simulations, seed).with_exploration(C).choose(&rules, state, who),
            false => Mcts::new(simulations, seed).with_exploration(C).choose(&rules, state, who),
        };
        action.expect("there is a move")
    }
}
