//! A new search in a few lines: `cargo run --release --example add_a_search`.
//!
//! It is an epsilon-greedy bandit over the moves of the acting player. As an [`Algorithm`] it only
//! selects and backs up. [`Searcher`] samples the hidden states, runs playouts and the clock, reports
//! progress and continues decisions. The search receives views, so it can play every game and cannot
//! use hidden information.

use sortilege::game::{Chance, Hidden, Simultaneous, Values};
use sortilege::playout::Playout;
use sortilege::search::{Algorithm, FromView, Search, Searcher, Setup, Start, Tally};
use sortilege::testing::hand_made::{HandMade, Place};
use sortilege::testing::leak;
use sortilege::tree::TreeStats;
use sortilege::{Budget, Game, Player, Rng};

/// Simulates a random move with probability `epsilon`, otherwise the one with the best mean.
struct EpsilonGreedy<G: Game> {
    epsilon: f64,
    legal: Vec<G::Action>,
    arms: Vec<Tally>,
    /// The arm of the current simulation, as an index and as a move of the searcher.
    arm: usize,
    path: Vec<(Player, G::Action)>,
    who: Player,
}

impl<G: Chance + Hidden + Simultaneous> Algorithm<G> for EpsilonGreedy<G> {
    type Label = G::Action;
    type Pending = usize;

    fn start(&mut self, start: &Start<'_, G>, _: &mut Rng) {
        start.root.options(start.who, &mut self.legal);
        self.arms = vec![Tally::default(); self.legal.len()];
        self.who = start.who;
    }
    fn set_full(&mut self, _: bool) {} // There is no tree.
    fn descend<P: Playout<G>>(&mut self, state: &mut G, _: &mut P, rng: &mut Rng) {
        let by_mean = |&a: &usize, &b: &usize| self.arms[a].value.total_cmp(&self.arms[b].value);
        self.arm = match rng.unit() < self.epsilon {
            true => rng.below(self.arms.len()),
            false => (0..self.arms.len()).max_by(by_mean).expect("a legal move"),
        };
        self.path = vec![(self.who, self.legal[self.arm])];
        state.apply(self.legal[self.arm]);
    }
    fn path(&self) -> (&[(Player, G::Action)], u32) {
        (&self.path, 1)
    }
    fn back_up(&mut self, _: &[(Player, G::Action)], rewards: &Values, _: (f64, f64)) {
        let arm = &mut self.arms[self.arm];
        arm.visits += 1;
        arm.value += (rewards[self.who.0] - arm.value) / arm.visits as f64;
    }
    fn tallies(&mut self, _: &G, _: Player, _: &[G::Action], _: (f64, f64)) -> Vec<Tally> {
        self.arms.clone()
    }
    fn stats(&self) -> TreeStats {
        TreeStats::default()
    }
    fn bytes(&self) -> usize {
        0
    }
    fn can_wait(&self) -> bool {
        false // Leaves are never evaluated in batches, so the next two methods are not called.
    }
    fn postpone(&mut self, _: f64) -> usize {
        self.arm
    }
    fn complete<P: Playout<G>>(
        &mut self,
        _: usize,
        _: Option<&G>,
        _: &mut P,
        _: &Values,
        _: (f64, f64),
    ) {
    }
}

/// It may search from the view of a player, because it makes nothing of the state but legal moves.
impl<G: Chance + Hidden + Simultaneous> FromView<G> for EpsilonGreedy<G> {}

fn search(iterations: u64) -> Searcher<HandMade, EpsilonGreedy<HandMade>> {
    let (legal, arms, path) = (vec![], vec![], vec![]);
    let bandit = EpsilonGreedy { epsilon: 0.1, legal, arms, arm: 0, path, who: Player(0) };
    Searcher::with(bandit, Setup::new(Budget::iterations(iterations)))
}

fn main() {
    let game = HandMade::new(&[
        Place::Choice(0, &[1, 2]),
        Place::Chance(&[(3, 0.7), (4, 0.3)]),
        Place::End(&[0.2]),
        Place::End(&[0.0]),
        Place::End(&[1.0]),
    ]);
    let decision = search(10_000).decide(&game, Player(0), &mut Rng::new(1));
    println!("branch {} with values {:.3?}", decision.action, decision.candidates);
    assert_eq!(decision.action, 0, "0.3 is more than 0.2");
    assert_eq!(leak::test_search(&game, 10, &mut search(10)).leaks, 0);
}
