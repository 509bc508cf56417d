//! A tree search that has its say where Star2 comes no further: our own, for [`ScheduledStar`](super::ScheduledStar).

use crate::evaluator::Evaluator;
use crate::game::{Chance, Sequential};
use crate::playout::{CutOff, Uniform};
use crate::reward::{Length, Reward};
use crate::search::{Decision, Setup, Uct};
use crate::{Budget, Game, Player, Rng, Stop};

/// UCT whose leaves are valued like those of the search that asks it.
pub(super) struct SecondOpinion<G: Game, E>(Uct<G, CutOff<G, Uniform, E>, Payoffs>);

/// With so many simulations a move, or more, its opinion is worth having.
pub(super) const ENOUGH: u64 = 10;
/// A simulation takes as long as so many nodes of a look-ahead, beside what its playout takes.
pub(super) const NODES_OF_A_SIMULATION: u64 = 10;
/// The exploration constants for payoffs of leaves that are evaluated, and played out.
const EXPLORATION: [f64; 2] = [0.4, 1.0];
/// Whoever looks so many times as far knows better.
const FURTHER: f64 = 1.6;
/// A move that was tried so many times as often is clearly better.
const CLEARLY: u64 = 3;

impl<G: Chance + Sequential, E> SecondOpinion<G, E> {
    pub(super) fn new(evaluator: E) -> Self {
        let setup = Setup::with(Budget::default(), CutOff::new(0, Uniform, evaluator));
        SecondOpinion(Uct::new(setup.reward(Payoffs::default())))
    }
}

impl<G: Chance + Sequential, E: Evaluator<G>> SecondOpinion<G, E> {
    /// What it finds within the budget, in simulations, if leaves are evaluated or played out.
    pub(super) fn ask(
        &mut self,
        (root, who): (&G, Player),
        plays_out: bool,
        budget: Budget,
        stop: &Stop,
        rng: &mut Rng,
    ) -> Decision<G::Action> {
        let Uct { rules, setup, .. } = &mut self.0;
        rules.c = EXPLORATION[usize::from(plays_out)];
        setup.playout.limit(if plays_out { u32::MAX } else { 0 });
        (setup.budget, setup.stop) = (budget, stop.clone());
        self.0.search(root, who, rng)
    }

    /// Whether what it `found` is to be played in place of candidate number `incumbent` of a search that looked `depth` moves
    /// ahead: if it looked further by far, or thinks much more of it.
    pub(super) fn is_better(&self, found: &Decision<G::Action>, incumbent: usize, depth: u32) -> bool {
        let tried =
            |action| found.candidates.iter().find(|one| one.action == action).map_or(0, |one| one.visits);
        let (chosen, before) = (tried(found.action), found.candidates[incumbent].visits);
        self.0.setup.reward.depth() > FURTHER * f64::from(depth) || chosen >= CLEARLY * before
    }
}

/// Payoffs as they are; remembers how far from the root simulations left the tree.
#[derive(Clone, Copy, Debug, Default)]
struct Payoffs {
    moves: u64,
    simulations: u64,
}

impl Payoffs {
    /// Moves of players, on average.
    fn depth(&self) -> f64 {
        self.moves as f64 / self.simulations.max(1) as f64
    }
}

impl<G: Game> Reward<G> for Payoffs {
    #[inline]
    fn credit(&mut self, _: &G, length: Length, _: &mut [f64]) {
        self.moves += u64::from(length.tree);
        self.simulations += 1;
    }

    fn range(&self) -> (f64, f64) {
        (-1.0, 1.0)
    }

    fn begin(&mut self, _: &G, _: Player, _: &Budget) {
        *self = Payoffs::default();
    }
}
