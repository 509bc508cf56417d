//! A tree search that has its say where Star2 comes no further: our own, for [`ScheduledStar`](super::ScheduledStar).

use super::lead::Lead;
use crate::evaluator::Evaluator;
use crate::game::{Chance, PerfectInfo, Sequential};
use crate::playout::{CutOff, Uniform};
use crate::reward::{Length, Reward};
use crate::search::{Decision, Search, Setup, Uct};
use crate::{Budget, Game, Player, Rng, Stop};

/// UCT with the same leaves as the search that asks it.
pub(super) struct SecondOpinion<G: Game, E> {
    uct: Uct<G, CutOff<G, Uniform, E>, Payoffs>,
    /// What it thought of the candidates after half of its simulations.
    halfway: Vec<f64>,
}

/// With so many simulations a move, or more, its opinion is worth having.
pub(super) const ENOUGH: u64 = 5;
/// A simulation takes as long as so many nodes of a look-ahead.
pub(super) const NODES_OF_A_SIMULATION: u64 = 10;
/// The exploration constant is so many times what the last depth has changed: where looking deeper changes much, a leaf that looks
/// bad is to be looked at again.
const PER_CHANGE: f64 = 20.0;
/// It is never less than this, nor more.
const EXPLORATION: [f64; 2] = [0.1, 0.4];
/// A move that was tried so many times as often is clearly better.
const CLEARLY: u64 = 3;

impl<G: Chance + Sequential, E> SecondOpinion<G, E> {
    pub(super) fn new(evaluator: E) -> Self {
        let setup = Setup::with(Budget::default(), CutOff::new(0, Uniform, evaluator));
        SecondOpinion { uct: Uct::new(setup.reward(Payoffs::default())), halfway: vec![] }
    }
}

impl<G: PerfectInfo + Chance + Sequential, E: Evaluator<G>> SecondOpinion<G, E> {
    /// What it finds within the budget, in simulations, if the last depth of whoever asks has changed its value by so much.
    pub(super) fn ask(
        &mut self,
        (root, who): (&G, Player),
        change: f64,
        budget: Budget,
        stop: &Stop,
        rng: &mut Rng,
    ) -> Decision<G::Action> {
        let Uct { rules, setup, .. } = &mut self.uct;
        let half = Budget {
            iterations: budget.iterations.map(|most| most.div_ceil(2)),
            time: budget.time.map(|most| most / 2),
            ..budget
        };
        rules.c = (PER_CHANGE * change).clamp(EXPLORATION[0], EXPLORATION[1]);
        (setup.budget, setup.stop) = (half, stop.clone());
        let halfway = self.uct.decide(root, who, rng);
        self.halfway.clear();
        self.halfway.extend(halfway.candidates.iter().map(|one| one.value));
        let rest = Budget { iterations: budget.iterations.map(|most| most / 2), ..half };
        self.uct.go_on(root, who, &rest, rng).unwrap_or(halfway)
    }

    /// What it thinks of one candidate beside another. Its values are averages of what it tried, so they may be off by chance, and
    /// by as much as they have changed since it was halfway.
    pub(super) fn lead(&self, found: &Decision<G::Action>, [one, other]: [usize; 2]) -> Lead {
        let lead = |values: [f64; 2]| values[0] - values[1];
        let value = lead([one, other].map(|at| found.candidates[at].value));
        let change = value - lead([one, other].map(|at| self.halfway[at]));
        let share = |at: usize| 1.0 / found.candidates[at].visits.max(1) as f64;
        let payoffs = &self.uct.setup.reward;
        let doubt = payoffs.variance() * (share(one) + share(other)) + change * change;
        Lead { value, doubt, depth: payoffs.depth() }
    }

    /// Whether it has tried one candidate far more often than another.
    pub(super) fn clearly_prefers(found: &Decision<G::Action>, one: usize, other: usize) -> bool {
        found.candidates[one].visits >= CLEARLY * found.candidates[other].visits
    }
}

/// Payoffs as they are; remembers how they differ, and how far from the root simulations left the tree.
#[derive(Clone, Copy, Debug, Default)]
struct Payoffs {
    moves: u64,
    simulations: u64,
    sum: f64,
    squares: f64,
}

impl Payoffs {
    /// Moves of players, on average.
    fn depth(&self) -> f64 {
        self.moves as f64 / self.simulations.max(1) as f64
    }

    fn variance(&self) -> f64 {
        let count = self.simulations.max(1) as f64;
        (self.squares / count - (self.sum / count).powi(2)).max(0.0)
    }
}

impl<G: Game> Reward<G> for Payoffs {
    #[inline]
    fn credit(&mut self, _: &G, length: Length, values: &mut [f64]) {
        self.moves += u64::from(length.tree);
        self.simulations += 1;
        self.sum += values[0];
        self.squares += values[0] * values[0];
    }

    fn range(&self) -> (f64, f64) {
        (-1.0, 1.0)
    }

    fn begin(&mut self, _: &G, _: Player, _: &Budget) {
        *self = Payoffs::default();
    }
}
