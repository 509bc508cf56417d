//! Postponed reasoning: J. Arjonilla, A. Saffidine and T. Cazenave, "Perfect information Monte
//! Carlo with postponing reasoning" (EPIMC), IEEE Conference on Games 2024.
//!
//! Determinization reasons with perfect information at once, and so it fuses strategies: it plans
//! to act differently in worlds that it will not be able to tell apart. This postpones it. Worlds
//! are drawn; for so many plies all of them are expanded together, with information sets for
//! everybody; each end is judged in its own world, with perfect information, by a small UCT; and
//! the game that this makes is solved, by [CFR+](crate::exact::CfrPlus). With no plies at all it is
//! [determinized UCT](super::DeterminizedUct); with as many as the game has, it is the solution of
//! the game that begins with a deal of these worlds.
//!
//! What opponents may hold is what the [belief](crate::belief) says, whatever they have done: that
//! is where it differs from an equilibrium of the whole game.
//!
//! Gaps that we had to fill: the authors leave open how the subgame is solved, and how long leaves
//! are judged. We share out the iterations evenly, at least one for each leaf, and take off plies
//! until there are enough.

mod subgame;
#[cfg(test)]
mod tests;

use super::decision::{Answer, Tally};
use super::determinized_uct::sharing_ensemble;
use super::mix::tell_mix;
use super::tree_search::descent::unit_reward;
use super::{Decision, FinalChoice, Note, Search, Setup, Uct, legal_actions};
use crate::belief::{Belief, Uniformly};
use crate::budget::{Budget, Clock};
use crate::exact::{CfrPlus, Tabulated, Tree, expected_payoffs};
use crate::game::{Chance, Observation, Observe, Outcomes, Simultaneous};
use crate::playout::{Playout, Rollout};
use crate::reward::{Reward, WinLoss};
use crate::tree::TreeStats;
use crate::{Game, Player, Rng, Turn};
use rustc_hash::FxHashMap;
use subgame::Subgame;

/// EPIMC, for two players whose interests are opposed; with more it postpones nothing.
///
/// Of a decision's candidates the visits are the solution: all iterations, shared out by its
/// probabilities. The value of a candidate is what it earns against the opponent of that solution,
/// who has learnt to answer what is in it: of other candidates it may be too high.
pub struct Epimc<G: Game, P = Rollout<G>, R = WinLoss, B = Uniformly> {
    /// How many plies are expanded before reasoning with perfect information begins: d.
    pub plies: u32,
    /// How many worlds are drawn, at most one for each iteration.
    pub worlds: u32,
    /// How the subgame is solved.
    pub solver: CfrPlus,
    /// Which worlds. (That of the setup is not used: UCT on its own has nothing to guess.)
    pub belief: B,
    /// How worlds are judged; its iterations and time are for all of them.
    pub uct: Uct<G, P, R>,
}

impl<G: Chance + Simultaneous, P, R> Epimc<G, P, R> {
    /// Two plies over 40 worlds, solved by 200 iterations of CFR+; the solution is played as the
    /// mix that it is.
    pub fn new(setup: Setup<P, R>) -> Self {
        let uct = Uct::new(setup.choice(FinalChoice::SampledVisits));
        let solver = CfrPlus { iterations: 200, exploitability: 0.0 };
        Epimc { plies: 2, worlds: 40, solver, belief: Uniformly, uct }
    }
}

impl<G: Game, P, R, B> Epimc<G, P, R, B> {
    /// The same over other worlds.
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
    /// How many worlds are drawn: no more than can be judged.
    fn drawn(&self) -> u32 {
        let most = self.uct.setup.budget.iterations.unwrap_or(MOST_LEAVES).min(MOST_LEAVES);
        self.worlds.clamp(1, most.max(1) as u32)
    }

    /// The subgame of as many plies as there are simulations for its leaves, and how many these
    /// are.
    fn subgame(&self, worlds: Vec<G>) -> (Subgame<G>, u64) {
        let most = self.uct.setup.budget.iterations.unwrap_or(MOST_LEAVES).min(MOST_LEAVES);
        let whole = Subgame::new(worlds, self.plies);
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

    /// What the first player earns at each end of the subgame, if all was known from there on.
    fn judge(
        &mut self,
        subgame: &Subgame<G>,
        leaves: u64,
        clock: &mut Clock,
        rng: &mut Rng,
    ) -> Subgame<G> {
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
            // An end that is the end of the game is judged as well.
            clock.add(share.iterations().max(1));
            true
        });
        subgame.valued(values)
    }

    /// What a state is worth to the first player, from -1 to 1.
    fn worth(&mut self, state: &G, clock: &mut Clock, rng: &mut Rng) -> f64 {
        let (who, sign) = match state.turn() {
            Turn::Player(Player(1)) => (Player(1), -1.0),
            Turn::Over => return state.payoff(Player(0)),
            _ => (Player(0), 1.0),
        };
        self.uct.grow(state, clock, rng);
        let tallies = self.uct.tallies(state, who, &legal_actions(state, who));
        let reward = judged(&tallies, state.turn() == Turn::Together);
        sign * (2.0 * unit_reward(reward, self.uct.setup.reward.range()) - 1.0)
    }
}

/// Subgames have no more leaves than this.
const MOST_LEAVES: u64 = 1_000_000;

/// What a choice is worth to whoever has it: its most visited move, or all of them by their visits
/// where all choose at once.
fn judged(tallies: &[Tally], together: bool) -> f64 {
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
        let mut clock = self.uct.setup.budget.start(&self.uct.setup.stop);
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
        let tree = Tree::new(&self.judge(&subgame, leaves, &mut clock, rng));
        let policy = self.solver.solve(&tree);
        let total = clock.iterations();
        let (mix, values) = at_root(&tree, &policy, who);
        let (least, most) = self.uct.setup.reward.range();
        let values: Vec<f64> =
            values.iter().map(|value| least + (most - least) * (value + 1.0) / 2.0).collect();
        let stats =
            TreeStats { nodes: leaves, depth: f64::from(self.plies), ..TreeStats::default() };
        let answer = Answer::new(tell_mix(&mix, &values, total), &clock, stats);
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

/// What a solution does at the decision of `who`, which is its first, and what each action earns it
/// against the opponent of the solution.
fn at_root<G: Observe>(tree: &Tree<G>, policy: &Tabulated, who: Player) -> (Vec<f64>, Vec<f64>) {
    let set = tree.sets_of(who).next().expect("who decides has a decision");
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
