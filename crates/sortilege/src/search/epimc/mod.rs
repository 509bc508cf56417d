//! EPIMC: J. Arjonilla, A. Saffidine and T. Cazenave, "Perfect information Monte Carlo with
//! postponing reasoning", IEEE Conference on Games 2024.
//!
//! Determinization reasons with perfect information at once and therefore suffers from strategy
//! fusion: it plans different actions in worlds that it will not be able to distinguish. EPIMC
//! postpones this reasoning. It samples worlds and expands all of them together for `plies` plies,
//! with information sets for all players. A small UCT evaluates each leaf in its own world with
//! perfect information, and [CFR+](crate::exact::CfrPlus) solves the resulting game. With 0 plies
//! it is [determinized UCT](super::DeterminizedUct). With as many plies as the game has, it solves
//! the game that begins with a deal of these worlds.
//!
//! The [belief](crate::belief) alone decides the probabilities of what opponents may hold, whatever
//! they have done. That is the difference from an equilibrium of the whole game.
//!
//! The authors do not specify how the subgame is solved, nor how long leaves are evaluated. Here
//! the iterations are divided evenly with at least one for each leaf, and plies are removed until
//! there are enough iterations.

mod subgame;
#[cfg(test)]
mod tests;

use super::decision::{Answer, Tally};
use super::determinized_uct::sharing_ensemble;
use super::mix::mix_tallies;
use super::tree_search::descent::unit_reward;
use super::{Decision, FinalChoice, Note, Search, Setup, Uct, legal_actions};
use crate::belief::{Belief, Uniformly};
use crate::budget::{Budget, Clock};
use crate::exact::{CfrPlus, GameTree, Tabulated, expected_payoffs};
use crate::game::{Chance, Hidden, Observation, Observe, Outcomes, Simultaneous};
use crate::playout::{Playout, Rollout};
use crate::reward::{Reward, WinLoss};
use crate::tree::TreeStats;
use crate::{Player, Rng, Turn};
use rustc_hash::FxHashMap;
use subgame::EpimcSubgame;

/// EPIMC, for two players with opposed interests; with more players it postpones nothing.
///
/// The visits of the candidates represent the solution: all iterations, divided by its
/// probabilities. The value of a candidate is its expected reward against the opponent's strategy
/// in that solution. The opponent has adapted to the actions in the solution, so the value of other
/// candidates may be too high.
pub struct Epimc<G: Hidden, P = Rollout<G>, R = WinLoss, B = Uniformly> {
    /// Number of plies that are expanded before perfect-information reasoning begins: d.
    pub plies: u32,
    /// Number of worlds to sample, at most one per iteration.
    pub worlds: u32,
    /// Solver of the subgame.
    pub solver: CfrPlus,
    /// Distribution of the worlds. (The belief of the setup is not used: UCT has nothing to
    /// determinize here.)
    pub belief: B,
    /// The search that evaluates leaves; its iterations and time are for all of them together.
    pub uct: Uct<G, P, R>,
}

impl<G: Chance + Hidden + Simultaneous, P, R> Epimc<G, P, R> {
    /// Two plies over 40 worlds, solved by 200 iterations of CFR+; the action is sampled from the
    /// mixed strategy of the solution.
    pub fn new(setup: Setup<P, R>) -> Self {
        let uct = Uct::new(setup.choice(FinalChoice::SampledVisits));
        let solver = CfrPlus { iterations: 200, exploitability: 0.0 };
        Epimc { plies: 2, worlds: 40, solver, belief: Uniformly, uct }
    }
}

impl<G: Hidden, P, R, B> Epimc<G, P, R, B> {
    /// The same search over another belief.
    pub fn belief<C>(self, belief: C) -> Epimc<G, P, R, C> {
        let Epimc { plies, worlds, solver, uct, .. } = self;
        Epimc { plies, worlds, solver, belief, uct }
    }
}

impl<G, P, R, B> Epimc<G, P, R, B>
where
    G: Outcomes + Observe + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
    B: Belief<G>,
{
    /// Number of worlds to sample: no more than can be evaluated.
    fn drawn(&self) -> u32 {
        let most = self.uct.setup.budget.iterations.unwrap_or(MOST_LEAVES).min(MOST_LEAVES);
        self.worlds.clamp(1, most.max(1) as u32)
    }

    /// The subgame with the most plies, up to `plies`, for whose leaves the iterations suffice, and
    /// the number of these leaves.
    fn subgame(&self, worlds: Vec<G>) -> (EpimcSubgame<G>, u64) {
        let most = self.uct.setup.budget.iterations.unwrap_or(MOST_LEAVES).min(MOST_LEAVES);
        let whole = EpimcSubgame::new(worlds, self.plies);
        for plies in (1..=self.plies).rev() {
            let (part, mut leaves) = (whole.of_plies(plies), 0);
            let fits = part.ends(&mut |_| {
                leaves += 1;
                leaves <= most
            });
            if fits || plies == 1 {
                return (part, leaves.max(1));
            }
        }
        (whole, 1)
    }

    /// Value of each leaf of the subgame for the first player under perfect information.
    fn evaluate_leaves(
        &mut self,
        subgame: &EpimcSubgame<G>,
        leaves: u64,
        actions: usize,
        clock: &mut Clock,
        rng: &mut Rng,
    ) -> EpimcSubgame<G> {
        let (whole, mut values) = (self.uct.setup.budget, FxHashMap::default());
        let time = |all: std::time::Duration| all / u32::try_from(leaves).unwrap_or(u32::MAX);
        let budget = Budget {
            iterations: whole.iterations.map(|all| (all / leaves).max(1)),
            time: whole.time.map(time),
            memory: whole.memory,
        };
        subgame.ends(&mut |end| {
            let state = end.state().expect("a world has been dealt");
            let mut share = budget.start_tree(&self.uct.setup.stop);
            values.insert(end.way, self.worth(state, &mut share, rng));
            // A leaf at which the game is over counts as evaluated.
            clock.add(share.iterations().max(1));
            // The candidates have no values before the subgame is solved.
            if clock.is_due_now() {
                self.uct.setup.report(clock, vec![Tally::default(); actions]);
            }
            true
        });
        subgame.valued(values)
    }

    /// Value of a state for the first player, in [-1, 1].
    fn worth(&mut self, state: &G, clock: &mut Clock, rng: &mut Rng) -> f64 {
        let (who, sign) = match state.turn() {
            Turn::Player(Player(1)) => (Player(1), -1.0),
            Turn::Over => return state.payoff(Player(0)),
            _ => (Player(0), 1.0),
        };
        self.uct.grow(state, who, clock, rng);
        let tallies = self.uct.tallies(state, who, &legal_actions(state, who));
        let reward = value_of_choice(&tallies, state.turn() == Turn::Together);
        sign * (2.0 * unit_reward(reward, self.uct.setup.reward.range()) - 1.0)
    }
}

/// Maximum number of leaves of a subgame.
const MOST_LEAVES: u64 = 1_000_000;

/// Value of a choice for the acting player: that of the most visited move, or the visit-weighted
/// mean where all players choose simultaneously.
fn value_of_choice(tallies: &[Tally], together: bool) -> f64 {
    if together {
        let visits: f64 = tallies.iter().map(|one| one.visits as f64).sum();
        return tallies.iter().map(|one| one.value * one.visits as f64).sum::<f64>()
            / visits.max(1.0);
    }
    tallies.iter().max_by_key(|one| one.visits).map_or(0.0, |one| one.value)
}

impl<G, P, R, B> Search<G> for Epimc<G, P, R, B>
where
    G: Outcomes + Observe + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
    B: Belief<G>,
{
    fn decide(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let setup = &self.uct.setup;
        let mut clock = setup.budget.start(&setup.stop).watched(setup.watch.is_set());
        self.belief.begin(view, who, &clock.deadline(), rng);
        let root = G::determinize(view, &mut rng.clone());
        let actions = legal_actions(&root, who);
        if self.plies == 0 || root.players() != 2 || actions.len() == 1 {
            let (uct, belief) = (&mut self.uct, &mut self.belief);
            return sharing_ensemble(uct, belief, self.worlds, clock, (view, who), rng);
        }
        self.uct.setup.begin(&root, who, &clock.deadline());
        let worlds = (0..self.drawn()).map(|_| self.belief.sample(view, who, rng)).collect();
        let (subgame, leaves) = self.subgame(worlds);
        let valued = self.evaluate_leaves(&subgame, leaves, actions.len(), &mut clock, rng);
        let tree = GameTree::new(&valued);
        let policy = self.solver.solve(&tree);
        let total = clock.iterations();
        let (mix, values) = at_root(&tree, &policy, who);
        let (least, most) = self.uct.setup.reward.range();
        let values: Vec<f64> =
            values.iter().map(|value| least + (most - least) * (value + 1.0) / 2.0).collect();
        let stats =
            TreeStats { nodes: leaves, depth: f64::from(self.plies), ..TreeStats::default() };
        let answer = Answer::new(mix_tallies(&mix, &values, total), &clock, stats);
        Decision::new(&actions, &answer, self.uct.setup.choice, root.turn(), rng)
    }

    fn new_game(&mut self) {
        self.uct.setup.reward.new_game();
        self.belief.new_game();
    }

    fn wants_observations(&self) -> bool {
        Belief::<G>::wants_observations(&self.belief)
    }

    fn observe(&mut self, who: Player, seen: &Observation<G>) {
        self.belief.observe(who, seen);
    }

    fn notes(&self) -> Vec<Note> {
        let mut notes = self.uct.setup.reward.notes();
        notes.extend(self.belief.notes());
        notes
    }
}

/// The mixed strategy of a solution at the decision of `who`, which is its first, and the value of
/// each action against the opponent's strategy in the solution.
fn at_root<G: Observe>(
    tree: &GameTree<G>,
    policy: &Tabulated,
    who: Player,
) -> (Vec<f64>, Vec<f64>) {
    let set = tree.sets_of(who).next().expect("the acting player has a decision");
    let mix = policy.at(tree, set).to_vec();
    let earned = |at: usize| {
        let mut pure = policy.clone();
        let only: Vec<f64> =
            (0..mix.len()).map(|other| if other == at { 1.0 } else { 0.0 }).collect();
        pure.set(tree, set, &only);
        expected_payoffs(tree, &pure)[who.0]
    };
    let values = (0..mix.len()).map(earned).collect();
    (mix, values)
}
