//! Knowledge-limited subgame solving with a growing tree, after B. H. Zhang and T. Sandholm,
//! "General search techniques without common knowledge for imperfect-information games, and
//! application to superhuman Fog of War chess" (Obscuro), 2025, at the scale of our games; what
//! grows is like the growing-tree CFR of M. Schmid and others, "Student of Games", Science Advances
//! 9, 2023.
//!
//! A decision is the root of a subgame that begins with one of many worlds. Histories are nodes,
//! and what a seat saw in the beginning and has observed since is its information set. Two things
//! take turns. The game that has been grown is [solved](solver) on, by predictive CFR+. And it
//! [grows](growth): one side explores, the other plays as it would now, and where that leads out of
//! the game, leaves are judged in their own world by playouts, and once they have been judged often
//! enough, all moves are added. A sweep costs as much as the game is large, so there is one
//! whenever there have been playouts for a hundredth of it. What is played is drawn from the
//! average strategy.
//!
//! Where no subgame was solved before and the start of the game is known
//! ([`SubgameSolving::from_start`]), the subgame begins there, and walks are drawn to what the
//! searcher has observed. Then it is the whole game, and the solution approaches an equilibrium of
//! it. At the next decision this tree is kept and continued if it covers all that can still happen:
//! if every history that agrees with the observations is grown to the end of the game. Obscuro
//! always keeps its tree. That was tried and is worse in larger games, where half of the walks and
//! most of a sweep go to histories that can no longer happen.
//!
//! Any other subgame [begins](roots) with the histories of the last one that agree with what was
//! observed since, as likely as its solution makes them, and with draws from a
//! [belief](crate::belief) where there are none; a new tree is grown.
//!
//! With [`SubgameSolving::safe`] the opponent may decline to play such a subgame for its
//! alternative: re-solving (N. Burch, M. Johanson and M. Bowling, "Solving imperfect information
//! games using decomposition", AAAI 2014). The alternative is the opponent's counterfactual
//! best-response value in the last subgame, as there and in N. Brown and T. Sandholm, "Safe and
//! nested subgame solving for imperfect-information games", NIPS 2017. So no plan is better against
//! an opponent of whom the searcher is mistaken than the last one was.

mod growth;
mod knowledge;
mod roots;
mod solver;
mod subgame;
#[cfg(test)]
mod tests;
mod tree;

use super::decision::{Answer, Tally};
use super::determinized_uct::sharing_ensemble;
use super::mix::tell_mix;
use super::{Decision, FinalChoice, Note, Search, Setup, Uct, legal_actions};
use crate::belief::{Belief, Uniformly};
use crate::budget::Clock;
use crate::game::{Chance, Observation, Observe, Outcomes, Simultaneous};
use crate::playout::{Playout, Rollout};
use crate::reward::{Reward, WinLoss};
use crate::{Player, Rng};
use growth::{GrowingTree, Target};
use roots::{Roots, carried, is_covered, is_reached};
use std::hash::Hash;
use subgame::{LabelOf, Subgame};

/// Knowledge-limited subgame solving, for two players whose interests are opposed; with more it is
/// determinized UCT.
///
/// Of a decision's candidates the visits are the solution: all iterations, shared out by its
/// probabilities. The value of a candidate is what it earns if both go by the average strategies
/// after it. An iteration is a playout; once the subgame has been grown to its end, it is a part of
/// a sweep.
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
    /// How many worlds are drawn, at most one for each iteration.
    pub worlds: u32,
    /// The order of knowledge: 1 for worlds that the searcher takes for possible, 2 to add states
    /// that its opponent does in these.
    pub order: u32,
    /// Whether the opponent may decline a subgame for what its best response earned in the last
    /// one.
    pub safe: bool,
    /// Whether a decision uses the tree of the decision before. If not, it begins as a first
    /// decision does, after the same observations.
    pub reuse: bool,
    /// How often the side that explores goes by UCB1 and not by its strategy, where a subgame is
    /// grown.
    pub exploration: f64,
    /// How many playouts judge a leaf before it is expanded, one for each time that a walk comes to
    /// it, at most: fewer where the end of the game is near.
    pub playouts: u32,
    /// Which worlds. (That of the setup is not used: UCT on its own has nothing to guess.)
    pub belief: B,
    /// Budget, playout, reward, final choice; and who plays where there are more than two players.
    pub uct: Uct<G, P, R>,
    start: Option<G>,
    /// Whom it decides for, and all that was heard.
    seat: Player,
    heard: Vec<LabelOf<G>>,
    last: Option<Last<G>>,
    found: Found,
}

/// The subgame of the decision before.
struct Last<G: Observe> {
    subgame: Subgame<G>,
    /// What the searcher knew step by step up to the decision, and how much it had heard.
    path: Vec<u32>,
    heard: usize,
    /// Whether the tree begins at the start of the game.
    is_from_start: bool,
}

/// Where the subgame of the last decision began.
#[derive(Clone, Copy, Debug, Default)]
struct Found {
    worlds: usize,
    /// The part of them that was carried over from the one before.
    carried: f64,
    is_from_start: bool,
    sweeps: u32,
}

/// For each iteration there are sweeps over so many leaves and actions, so that what they cost is
/// in proportion to iterations.
const SWEPT: usize = 100;
/// Sweeps at the end.
const LAST_SWEEPS: u32 = 50;

impl<G: Chance + Observe + Simultaneous, P, R> SubgameSolving<G, P, R> {
    /// Up to 200 worlds, of order 2; the solution is played as the mix that it is.
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
            heard: vec![],
            last: None,
            found: Found::default(),
        }
    }

    /// The same for games that begin with `start`.
    pub fn from_start(setup: Setup<P, R>, start: G) -> Self {
        SubgameSolving::new(setup).starting_with(start)
    }
}

impl<G: Chance + Observe + Simultaneous, P, R, B> SubgameSolving<G, P, R, B> {
    /// The same for games that begin with `start`.
    pub fn starting_with(self, start: G) -> Self {
        SubgameSolving { start: Some(start), ..self }
    }

    /// The same with another belief.
    pub fn belief<C>(self, belief: C) -> SubgameSolving<G, P, R, C> {
        let SubgameSolving {
            worlds, order, safe, reuse, exploration, playouts, uct, start, ..
        } = self;
        let SubgameSolving { seat, heard, last, found, .. } = self;
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
            heard,
            last,
            found,
        }
    }

    /// Whoever sits down in another seat has seen nothing there, and must not be told what this one
    /// has.
    fn sit_down(&mut self, who: Player) {
        if self.seat != who {
            self.forget();
            self.seat = who;
        }
    }

    fn forget(&mut self) {
        self.heard.clear();
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
    /// How many worlds are drawn.
    fn drawn(&self) -> u32 {
        let most = self.uct.setup.budget.iterations.unwrap_or(u64::MAX);
        most.clamp(1, self.worlds.max(1).into()) as u32
    }

    /// A subgame that begins with what the last one says or with draws, and what is aimed at in it.
    fn begin(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> (Subgame<G>, Target) {
        let mut roots = Roots::new();
        let carried = self.last.take().and_then(|last| {
            let known = *last.path.last().expect("a decision is aimed at");
            let target = follow(&last.subgame, who, known, &self.heard[last.heard..]);
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
        self.found = Found { worlds: roots.worlds.len(), carried: covered, ..Found::default() };
        let mut subgame = Subgame::new(roots.worlds, &roots.alternatives, who);
        let known = subgame.knowledge.begin(who, view.clone());
        (subgame, Target { of: who.0, path: vec![known] })
    }

    /// The tree of the decision before, if it begins at the start of the game and covers all that
    /// can still happen: every history that agrees with what the searcher has observed is grown to
    /// the end of the game.
    fn kept(&mut self, view: &G::View) -> Option<(Subgame<G>, Target)> {
        let who = self.seat;
        let last = self.last.as_ref().filter(|last| last.is_from_start)?;
        let known = *last.path.last().expect("a decision is aimed at");
        let since = follow(&last.subgame, who, known, &self.heard[last.heard..])?;
        let path = last.path.iter().chain(&since.path[1..]).copied().collect();
        let target = Target { of: who.0, path };
        if !is_covered(&last.subgame, &target)
            || !is_reached(&last.subgame, 0, who, *target.path.last()?, view)
        {
            return None;
        }
        let Last { subgame, .. } = self.last.take()?;
        self.found = Found { worlds: 1, carried: 1.0, is_from_start: true, ..Found::default() };
        Some((subgame, target))
    }

    /// The whole game, from its start, if it is known and half of the budget leads to the decision.
    fn whole_game(
        &mut self,
        view: &G::View,
        clock: &mut Clock,
        rng: &mut Rng,
    ) -> Option<(Subgame<G>, Target)> {
        let start = self.start.as_ref().filter(|_| self.last.is_none())?;
        let who = self.seat;
        let mut roots = Roots::new();
        roots.add(start.clone(), 1.0);
        let root = start.view(who);
        if self.heard.is_empty() && root != *view {
            // It has not been told what has happened.
            return None;
        }
        let mut subgame = Subgame::new(roots.worlds, &roots.alternatives, who);
        let known = subgame.knowledge.begin(who, root);
        let mut target = Target { of: who.0, path: vec![known] };
        let whole = self.uct.setup.budget;
        let mut growth = GrowingTree::new(self.exploration, self.playouts);
        let (mut pace, mut looked_at) = (Pace::default(), 0);
        loop {
            target = part_of_way(&subgame, who, &self.heard, target.path);
            let is_there = target.path.len() == self.heard.len() + 1;
            let known = *target.path.last().expect("a way has a beginning");
            if is_there && is_reached(&subgame, looked_at, who, known, view) {
                self.found = Found { worlds: 1, is_from_start: true, ..Found::default() };
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
        target: &Target,
        clock: &mut Clock,
        actions: usize,
        rng: &mut Rng,
    ) {
        let mut growth = GrowingTree::new(self.exploration, self.playouts);
        let mut pace = Pace::default();
        while growth.walk(subgame, target, &mut self.uct.setup, clock, rng) {
            pace.sweep(subgame, clock);
            if clock.is_due() {
                let tallies = self.tallies(subgame, target, actions, clock.iterations());
                self.uct.setup.tell(clock, tallies);
            }
        }
        for _ in 0..LAST_SWEEPS {
            if clock.is_over() {
                break;
            }
            subgame.solver.sweep();
        }
    }

    /// What a subgame says about the decision.
    fn tallies(
        &self,
        subgame: &Subgame<G>,
        target: &Target,
        actions: usize,
        iterations: u64,
    ) -> Vec<Tally> {
        let known = *target.path.last().expect("a decision is aimed at");
        let (mix, values) = subgame.answer(Player(target.of), known, actions);
        tell(&mix, &values, iterations, self.uct.setup.reward.range())
    }
}

/// A mix and its values, from -1 to 1, in the range of rewards. It is compiled once, not once a
/// game.
fn tell(mix: &[f64], values: &[f64], total: u64, (least, most): (f64, f64)) -> Vec<Tally> {
    let values: Vec<f64> =
        values.iter().map(|value| least + (most - least) * (value + 1.0) / 2.0).collect();
    tell_mix(mix, &values, total)
}

/// When a subgame is to be swept.
#[derive(Clone, Copy, Debug, Default)]
struct Pace {
    /// Iterations when it was looked at last, and what may be swept since the last sweep.
    done: u64,
    due: usize,
}

impl Pace {
    fn sweep<G: Observe + Simultaneous>(&mut self, subgame: &mut Subgame<G>, clock: &Clock) {
        self.due += SWEPT * (clock.iterations() - self.done) as usize;
        self.done = clock.iterations();
        if self.due >= subgame.solver.size() {
            self.due = 0;
            subgame.solver.sweep();
        }
    }
}

/// What a seat knows step by step that knew `known` and has heard this since; nothing if a subgame
/// was not grown so far.
fn follow<G: Observe + Simultaneous>(
    subgame: &Subgame<G>,
    who: Player,
    known: u32,
    heard: &[LabelOf<G>],
) -> Option<Target> {
    let target = part_of_way(subgame, who, heard, vec![known]);
    (target.path.len() == heard.len() + 1).then_some(target)
}

/// The same as far as it was grown; `path` is how far that is known already, at least the
/// beginning.
fn part_of_way<G: Observe + Simultaneous>(
    subgame: &Subgame<G>,
    who: Player,
    heard: &[LabelOf<G>],
    mut path: Vec<u32>,
) -> Target {
    while let (Some(&at), Some(&seen)) = (path.last(), heard.get(path.len() - 1))
        && let Some(next) = subgame.knowledge.after(at, seen)
    {
        path.push(next);
    }
    Target { of: who.0, path }
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
        // Without a new observation the same decision is asked again, or the search is not told
        // what is played.
        self.last = self.last.take().filter(|last| self.reuse && last.heard < self.heard.len());
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
            let (path, heard, is_from_start) =
                (target.path, self.heard.len(), self.found.is_from_start);
            self.last = Some(Last { subgame, path, heard, is_from_start });
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
        self.heard.push(seen.label);
    }

    fn notes(&self) -> Vec<Note> {
        let mut notes = self.uct.setup.reward.notes();
        notes.extend(self.belief.notes());
        let Found { worlds, carried, is_from_start, sweeps } = self.found;
        notes.push(("subgame worlds", worlds as f64));
        notes.push(("subgame carried over", carried));
        notes.push(("subgame from the start", f64::from(u8::from(is_from_start))));
        notes.push(("subgame sweeps", sweeps.into()));
        notes
    }
}
