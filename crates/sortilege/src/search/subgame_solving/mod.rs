//! Knowledge-limited subgame solving with a growing tree, after B. H. Zhang and T. Sandholm,
//! "General search techniques without common knowledge for imperfect-information games, and
//! application to superhuman Fog of War chess" (Obscuro), 2025, at the scale of the games here. The
//! growing tree resembles growing-tree CFR of M. Schmid and others, "Student of Games", Science
//! Advances 9, 2023.
//!
//! A decision is the root of a subgame that begins with one of many worlds. Nodes are histories.
//! The information set of a seat is its view of the initial world and its observations since. Two
//! steps alternate:
//!
//! - Predictive CFR+ [solves](solver) the subgame as far as it has been grown.
//! - The subgame [grows](growth): one side explores while the other plays its current strategy. A
//!   walk ends at a leaf, which a playout evaluates in its own world. A leaf with enough playouts
//!   is expanded by all its moves.
//!
//! The cost of a sweep is proportional to the size of the subgame, so a sweep runs after playouts
//! for a hundredth of that size. The action is sampled from the average strategy.
//!
//! If no earlier subgame was solved and the start of the game is known
//! ([`SubgameSolving::from_start`]), the subgame begins at that start. Walks are then biased
//! towards the observations of the searcher. This subgame is the whole game, and the solution
//! approaches an equilibrium of it. The next decision keeps and continues this tree if it covers
//! all that can still happen: every history consistent with the observations is grown to the end of
//! the game. Obscuro always keeps its tree. That was tried and is worse in larger games, where half
//! of the walks and most of a sweep go to histories that can no longer happen.
//!
//! Any other subgame [begins](roots) with the histories of the last one that are consistent with
//! the observations since, weighted by its solution. Where there are none, worlds are sampled from
//! a [belief](crate::belief). A new tree is grown.
//!
//! With [`SubgameSolving::safe`] the opponent may decline such a subgame and take its alternative
//! value instead. This is the gadget game of re-solving (N. Burch, M. Johanson and M. Bowling,
//! "Solving imperfect information games using decomposition", AAAI 2014). The alternative is the
//! opponent's counterfactual best-response value in the last subgame, as in that paper and in N.
//! Brown and T. Sandholm, "Safe and nested subgame solving for imperfect-information games", NIPS
//! 2017. So the opponent gains no more against the new strategy than against the last one, even if
//! the searcher models the opponent wrongly.

mod growth;
mod infostate_table;
mod roots;
mod solver;
mod subgame;
#[cfg(test)]
mod tests;
mod tree;

use super::decision::{Answer, Tally};
use super::determinized_uct::sharing_ensemble;
use super::mix::mix_tallies;
use super::{Decision, FinalChoice, Note, Search, Setup, Uct, legal_actions};
use crate::belief::{Belief, Uniformly};
use crate::budget::Clock;
use crate::game::{Chance, Observation, Observe, Outcomes, Simultaneous};
use crate::playout::{Playout, Rollout};
use crate::reward::{Reward, WinLoss};
use crate::{Player, Rng};
use growth::{GrowingTree, WalkTarget};
use roots::{Roots, carried, is_covered, is_reached};
use std::hash::Hash;
use subgame::{LabelOf, Subgame};

/// Knowledge-limited subgame solving for two players with opposed interests. With more players it
/// is determinized UCT.
///
/// The visits of the candidates represent the solution: all iterations, divided by its
/// probabilities. The value of a candidate is its expected reward if both players follow their
/// average strategies after it. An iteration is a playout; once the subgame has been grown to its
/// end, an iteration is part of a sweep.
///
/// ```
/// use sortilege::search::{Search, Setup, SubgameSolving};
/// use sortilege::testing::hand_made::{HandMade, Place};
/// use sortilege::{Budget, Player, Rng};
/// let ends = [Place::Choice(0, &[1, 2]), Place::End(&[0.2, -0.2]), Place::End(&[0.8, -0.8])];
/// let game = HandMade::new(Box::leak(Box::new(ends)));
/// let mut search = SubgameSolving::<HandMade>::new(Setup::new(Budget::iterations(1000)));
/// let decision = search.decide(&game, Player(0), &mut Rng::new(1));
/// assert!(decision.candidates[1].visits > 900);
/// ```
pub struct SubgameSolving<G: Observe, P = Rollout<G>, R = WinLoss, B = Uniformly> {
    /// Number of worlds to sample, at most one per iteration.
    pub worlds: u32,
    /// Order of knowledge k: 1 for worlds that the searcher considers possible; 2 adds states that
    /// its opponent considers possible in these worlds.
    pub order: u32,
    /// Safe re-solving: whether the opponent may decline a subgame for its best-response value in
    /// the last one.
    pub safe: bool,
    /// Whether a decision reuses the tree of the previous decision. Without reuse it begins as a
    /// first decision does, after the same observations.
    pub reuse: bool,
    /// Probability that the exploring side selects by UCB1 instead of by its strategy while the
    /// subgame grows.
    pub exploration: f64,
    /// Maximum number of playouts that evaluate a leaf before it is expanded, one per visit of a
    /// walk. Leaves near the end of the game need fewer.
    pub playouts: u32,
    /// Distribution of the worlds. (The belief of the setup is not used: UCT has nothing to
    /// determinize here.)
    pub belief: B,
    /// Budget, playout, reward and final choice; also the search that plays games of more than two
    /// players.
    pub uct: Uct<G, P, R>,
    start: Option<G>,
    /// The seat for which it decides, and all observations of that seat.
    seat: Player,
    observations: Vec<LabelOf<G>>,
    last: Option<Last<G>>,
    found: SubgameStats,
}

/// The subgame of the previous decision.
struct Last<G: Observe> {
    subgame: Subgame<G>,
    /// Infostates of the searcher step by step up to the decision, and the number of its
    /// observations by then.
    path: Vec<u32>,
    observed: usize,
    /// Whether the tree begins at the start of the game.
    is_from_start: bool,
}

/// Statistics on the roots of the last decision's subgame.
#[derive(Clone, Copy, Debug, Default)]
struct SubgameStats {
    worlds: usize,
    /// Fraction of the worlds' weight that was carried over from the previous subgame.
    carried: f64,
    is_from_start: bool,
    sweeps: u32,
}

/// Number of leaves and actions that one iteration pays for in sweeps, so that the cost of sweeps
/// stays proportional to the iterations.
const SWEPT: usize = 100;
/// Number of sweeps after the last playout.
const LAST_SWEEPS: u32 = 50;

impl<G: Chance + Observe + Simultaneous, P, R> SubgameSolving<G, P, R> {
    /// Up to 200 worlds, knowledge of order 2; the action is sampled from the mixed strategy of the
    /// solution.
    pub fn new(setup: Setup<P, R>) -> Self {
        SubgameSolving {
            worlds: 200,
            order: 2,
            safe: true,
            reuse: true,
            exploration: 0.2,
            playouts: 16,
            belief: Uniformly,
            uct: Uct::new(setup.choice(FinalChoice::SampledVisits)),
            start: None,
            seat: Player(0),
            observations: vec![],
            last: None,
            found: SubgameStats::default(),
        }
    }

    /// A search for games that begin with `start`.
    pub fn from_start(setup: Setup<P, R>, start: G) -> Self {
        SubgameSolving::new(setup).starting_with(start)
    }
}

impl<G: Chance + Observe + Simultaneous, P, R, B> SubgameSolving<G, P, R, B> {
    /// The same search for games that begin with `start`.
    pub fn starting_with(self, start: G) -> Self {
        SubgameSolving { start: Some(start), ..self }
    }

    /// The same search with another belief.
    pub fn belief<C>(self, belief: C) -> SubgameSolving<G, P, R, C> {
        let SubgameSolving {
            worlds, order, safe, reuse, exploration, playouts, uct, start, ..
        } = self;
        let SubgameSolving { seat, observations, last, found, .. } = self;
        SubgameSolving {
            worlds,
            order,
            safe,
            reuse,
            exploration,
            playouts,
            belief,
            uct,
            start,
            seat,
            observations,
            last,
            found,
        }
    }

    /// Changes the seat. The observations of one seat must not reach another one, so they are
    /// forgotten.
    fn sit_down(&mut self, who: Player) {
        if self.seat != who {
            self.forget();
            self.seat = who;
        }
    }

    fn forget(&mut self) {
        self.observations.clear();
        self.last = None;
    }
}

impl<G, P, R, B> SubgameSolving<G, P, R, B>
where
    G: Outcomes + Observe + Simultaneous + Eq + Hash,
    P: Playout<G>,
    R: Reward<G>,
    B: Belief<G>,
{
    /// Number of worlds to sample.
    fn drawn(&self) -> u32 {
        let most = self.uct.setup.budget.iterations.unwrap_or(u64::MAX);
        most.clamp(1, self.worlds.max(1).into()) as u32
    }

    /// Begins a subgame with the carried histories or with sampled worlds; also returns the target
    /// of its walks.
    fn begin(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> (Subgame<G>, WalkTarget) {
        let mut roots = Roots::new();
        let carried = self.last.take().and_then(|last| {
            let known = *last.path.last().expect("a path starts with the initial infostate");
            let target = follow(&last.subgame, who, known, &self.observations[last.observed..]);
            carried(&last.subgame, &target?, view, self.order, self.safe)
        });
        let covered = carried.as_ref().map_or(0.0, |carried| carried.covered);
        if let Some(carried) = carried {
            let all: f64 = carried.states.iter().map(|(_, weight)| weight).sum();
            let most = self.worlds as usize;
            if carried.states.len() <= most {
                let shares = carried
                    .states
                    .into_iter()
                    .map(|(state, weight)| (state, covered * weight / all));
                shares.for_each(|(state, weight)| roots.add(state, weight));
            } else {
                let odds: Vec<f64> = carried.states.iter().map(|(_, weight)| *weight).collect();
                for _ in 0..most {
                    roots.add(carried.states[rng.weighted(&odds)].0.clone(), covered / most as f64);
                }
            }
            roots.alternatives = carried.alternatives;
        }
        let count = (f64::from(self.drawn()) * (1.0 - covered)).ceil() as u32;
        roots.draw(&mut self.belief, (view, who), (count, 1.0 - covered, self.order), rng);
        self.found = SubgameStats {
            worlds: roots.worlds.len(),
            carried: covered,
            ..SubgameStats::default()
        };
        let mut subgame = Subgame::new(roots.worlds, &roots.alternatives, who);
        let known = subgame.infostates.begin(who, view.clone());
        (subgame, WalkTarget { of: who.0, path: vec![known] })
    }

    /// The tree of the previous decision, if it begins at the start of the game and covers all that
    /// can still happen: every history consistent with the observations of the searcher is grown to
    /// the end of the game.
    fn kept(&mut self, view: &G::View) -> Option<(Subgame<G>, WalkTarget)> {
        let who = self.seat;
        let last = self.last.as_ref().filter(|last| last.is_from_start)?;
        let known = *last.path.last().expect("a path starts with the initial infostate");
        let since = follow(&last.subgame, who, known, &self.observations[last.observed..])?;
        let path = last.path.iter().chain(&since.path[1..]).copied().collect();
        let target = WalkTarget { of: who.0, path };
        if !is_covered(&last.subgame, &target)
            || !is_reached(&last.subgame, 0, who, *target.path.last()?, view)
        {
            return None;
        }
        let Last { subgame, .. } = self.last.take()?;
        self.found = SubgameStats {
            worlds: 1,
            carried: 1.0,
            is_from_start: true,
            ..SubgameStats::default()
        };
        Some((subgame, target))
    }

    /// The whole game from its start, if the start is known and half of the budget suffices to
    /// reach the decision.
    fn whole_game(
        &mut self,
        view: &G::View,
        clock: &mut Clock,
        rng: &mut Rng,
    ) -> Option<(Subgame<G>, WalkTarget)> {
        let start = self.start.as_ref().filter(|_| self.last.is_none())?;
        let who = self.seat;
        let mut roots = Roots::new();
        roots.add(start.clone(), 1.0);
        let root = start.view(who);
        if self.observations.is_empty() && root != *view {
            // The search did not receive the observations.
            return None;
        }
        let mut subgame = Subgame::new(roots.worlds, &roots.alternatives, who);
        let known = subgame.infostates.begin(who, root);
        let mut target = WalkTarget { of: who.0, path: vec![known] };
        let whole = self.uct.setup.budget;
        let mut growth = GrowingTree::new(self.exploration, self.playouts);
        let (mut pace, mut looked_at) = (SweepSchedule::default(), 0);
        loop {
            target = part_of_way(&subgame, who, &self.observations, target.path);
            let is_there = target.path.len() == self.observations.len() + 1;
            let known = *target.path.last().expect("a path starts with the initial infostate");
            if is_there && is_reached(&subgame, looked_at, who, known, view) {
                self.found =
                    SubgameStats { worlds: 1, is_from_start: true, ..SubgameStats::default() };
                return Some((subgame, target));
            }
            looked_at = if is_there { subgame.nodes.len() } else { 0 };
            let half_spent = whole.iterations.is_some_and(|all| clock.iterations() > all / 2)
                || whole
                    .time
                    .is_some_and(|all| clock.time_left().is_some_and(|left| left < all / 2))
                || whole.memory.is_some_and(|all| subgame.bytes() > all / 2);
            let goes_on = !half_spent && subgame.open > 0;
            if !goes_on || !growth.walk(&mut subgame, &target, &mut self.uct.setup, clock, rng) {
                return None;
            }
            pace.sweep(&mut subgame, clock);
        }
    }

    /// Grows and solves a subgame until the budget is spent.
    fn solve(
        &mut self,
        subgame: &mut Subgame<G>,
        target: &WalkTarget,
        clock: &mut Clock,
        actions: usize,
        rng: &mut Rng,
    ) {
        let mut growth = GrowingTree::new(self.exploration, self.playouts);
        let mut pace = SweepSchedule::default();
        while growth.walk(subgame, target, &mut self.uct.setup, clock, rng) {
            pace.sweep(subgame, clock);
            if clock.is_due() {
                let tallies = self.tallies(subgame, target, actions, clock.iterations());
                self.uct.setup.report(clock, tallies);
            }
        }
        for _ in 0..LAST_SWEEPS {
            if clock.is_over() {
                break;
            }
            subgame.solver.sweep();
        }
    }

    /// The solution at the decision, as visits and values of its candidates.
    fn tallies(
        &self,
        subgame: &Subgame<G>,
        target: &WalkTarget,
        actions: usize,
        iterations: u64,
    ) -> Vec<Tally> {
        let known = *target.path.last().expect("a path starts with the initial infostate");
        let (mix, values) = subgame.answer(Player(target.of), known, actions);
        solution_tallies(&mix, &values, iterations, self.uct.setup.reward.range())
    }
}

/// Converts a mixed strategy and its values in [-1, 1] to tallies with values in the reward range.
/// It is compiled once, not once a game.
fn solution_tallies(
    mix: &[f64],
    values: &[f64],
    total: u64,
    (least, most): (f64, f64),
) -> Vec<Tally> {
    let values: Vec<f64> =
        values.iter().map(|value| least + (most - least) * (value + 1.0) / 2.0).collect();
    mix_tallies(mix, &values, total)
}

/// Decides when to sweep a subgame.
#[derive(Clone, Copy, Debug, Default)]
struct SweepSchedule {
    /// Iterations at the last check, and the sweep work (leaves and actions) that has accrued since
    /// the last sweep.
    done: u64,
    due: usize,
}

impl SweepSchedule {
    fn sweep<G: Observe + Simultaneous>(&mut self, subgame: &mut Subgame<G>, clock: &Clock) {
        self.due += SWEPT * (clock.iterations() - self.done) as usize;
        self.done = clock.iterations();
        if self.due >= subgame.solver.size() {
            self.due = 0;
            subgame.solver.sweep();
        }
    }
}

/// Knowledge numbers of a seat, step by step, that follow `known` after the later observations.
/// `None` if the subgame was not grown that far.
fn follow<G: Observe + Simultaneous>(
    subgame: &Subgame<G>,
    who: Player,
    known: u32,
    observations: &[LabelOf<G>],
) -> Option<WalkTarget> {
    let target = part_of_way(subgame, who, observations, vec![known]);
    (target.path.len() == observations.len() + 1).then_some(target)
}

/// The same as far as the subgame was grown. `path` is the part that is known already, at least its
/// first element.
fn part_of_way<G: Observe + Simultaneous>(
    subgame: &Subgame<G>,
    who: Player,
    observations: &[LabelOf<G>],
    mut path: Vec<u32>,
) -> WalkTarget {
    while let (Some(&at), Some(&seen)) = (path.last(), observations.get(path.len() - 1))
        && let Some(next) = subgame.infostates.after(at, seen)
    {
        path.push(next);
    }
    WalkTarget { of: who.0, path }
}

impl<G, P, R, B> Search<G> for SubgameSolving<G, P, R, B>
where
    G: Outcomes + Observe + Simultaneous + Eq + Hash,
    P: Playout<G>,
    R: Reward<G>,
    B: Belief<G>,
{
    fn decide(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        self.sit_down(who);
        // Without a new observation the caller repeats the same decision or does not report what is
        // played, so the last subgame is of no use.
        self.last =
            self.last.take().filter(|last| self.reuse && last.observed < self.observations.len());
        let setup = &self.uct.setup;
        let mut clock = setup.budget.start_tree(&setup.stop).watched(setup.watch.is_set());
        self.belief.begin(view, who, &clock.deadline(), rng);
        let root = G::determinize(view, &mut rng.clone());
        let actions = legal_actions(&root, who);
        if root.players() != 2 || actions.len() == 1 {
            let worlds = self.drawn();
            return sharing_ensemble(
                &mut self.uct,
                &mut self.belief,
                worlds,
                clock,
                (view, who),
                rng,
            );
        }
        self.uct.setup.begin(&root, who, &clock.deadline());
        let whole = self.kept(view).or_else(|| self.whole_game(view, &mut clock, rng));
        let (mut subgame, target) = whole.unwrap_or_else(|| self.begin(view, who, rng));
        self.solve(&mut subgame, &target, &mut clock, actions.len(), rng);
        let tallies = self.tallies(&subgame, &target, actions.len(), clock.iterations());
        let answer = Answer::new(tallies, &clock, subgame.stats());
        self.found.sweeps = subgame.solver.sweeps();
        if Search::<G>::wants_observations(self) {
            let (path, observed, is_from_start) =
                (target.path, self.observations.len(), self.found.is_from_start);
            self.last = Some(Last { subgame, path, observed, is_from_start });
        }
        Decision::new(&actions, &answer, self.uct.setup.choice, root.turn(), rng)
    }

    fn new_game(&mut self) {
        self.forget();
        self.uct.setup.reward.new_game();
        self.belief.new_game();
    }

    fn wants_observations(&self) -> bool {
        true
    }

    fn observe(&mut self, who: Player, seen: &Observation<G>) {
        self.sit_down(who);
        self.belief.observe(who, seen);
        self.observations.push(seen.label);
    }

    fn notes(&self) -> Vec<Note> {
        let mut notes = self.uct.setup.reward.notes();
        notes.extend(self.belief.notes());
        let SubgameStats { worlds, carried, is_from_start, sweeps } = self.found;
        notes.push(("subgame worlds", worlds as f64));
        notes.push(("subgame carried over", carried));
        notes.push(("subgame from the start", f64::from(u8::from(is_from_start))));
        notes.push(("subgame sweeps", sweeps.into()));
        notes
    }
}
