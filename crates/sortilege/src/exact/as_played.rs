//! Estimation, from replays, of the strategy of a player with memory between decisions.
//!
//! The answer of a search that keeps a tree, tables or a belief depends on its earlier decisions in
//! the same game, not on the information set alone. An opponent meets the average strategy over all
//! its earlier decisions. It is estimated as follows.
//!
//! A *replay* visits every deepest information set of a seat once. Each visit is a new game. The
//! player receives the observations of its seat step by step. At each of its own information sets
//! on the way it decides with the memory that it has by then, and then observes that it took the
//! action that leads on. Let `p_r(a | s)` be the probability of action `a` at set `s` in visit `r`.
//! Let `w_r(s)` be the product of the probabilities that the player gave, in the same visit, to the
//! actions that led to `s`. The estimate of the strategy at `s` is
//!
//! ```text
//! p(a | s) = sum_r w_r(s) p_r(a | s) / sum_r w_r(s)
//! ```
//!
//! which converges to the behaviour strategy with the same distribution over outcomes (Kuhn 1953).
//!
//! A best response maximises over a noisy estimate, so its value is too high on average. The
//! replays are therefore divided into g groups. Let θ be the exploitability of the estimate from
//! all groups, and θ_i that of the estimate from all groups but i. The jackknife estimate
//! (Quenouille 1956; Tukey 1958) and its standard error are
//!
//! ```text
//! θ_J = g θ - (g - 1) mean(θ_i),    s² = (g - 1)/g sum_i (θ_i - mean(θ_i))²
//! ```
//!
//! The estimate removes a bias proportional to 1/n for n replays. If two actions have exactly the
//! same value, the bias is proportional to 1/sqrt(n), and about half of it remains.

use super::best_response::exploitability;
use super::histories::histories_of_sets;
use super::policy::Tabulated;
use super::tree::{GameTree, InformationSet};
use crate::Player;
use crate::game::{Observation, Observe, Outcomes, Simultaneous};

/// A player whose strategy is estimated: a search with a rule to choose among its candidates.
pub trait Plays<G: Observe> {
    /// Discards the memory of the previous game.
    fn new_game(&mut self);

    /// Receives an observation of `who`, the seat of the player, between decisions.
    fn observe(&mut self, who: Player, seen: &Observation<G>);

    /// Decides, and returns the probability of each of `actions`.
    fn decide(&mut self, view: &G::View, who: Player, actions: &[G::Action]) -> Vec<f64>;
}

/// A decision on the way to an information set.
pub struct DecisionPoint<'a, G: Observe> {
    /// The view of the player.
    pub view: &'a G::View,
    /// The legal actions, at least two.
    pub actions: &'a [G::Action],
    /// The number of observations before the decision.
    pub observed: usize,
    /// The index of the action that leads on; `None` at the last decision.
    pub taken: Option<usize>,
}

/// Replays one way with a player. The player receives `observations` and decides at each of
/// `points`. `found` receives the index of the decision, the product of the probabilities that the
/// player gave to the actions taken so far, and the player's mixed strategy there.
pub fn replay<G: Observe>(
    player: &mut dyn Plays<G>,
    who: Player,
    observations: &[Observation<G>],
    points: &[DecisionPoint<'_, G>],
    found: &mut dyn FnMut(usize, f64, &[f64]),
) {
    player.new_game();
    let (mut passed, mut weight) = (0, 1.0);
    for (number, point) in points.iter().enumerate() {
        observations[passed..point.observed].iter().for_each(|seen| player.observe(who, seen));
        passed = point.observed;
        let mix = player.decide(point.view, who, point.actions);
        found(number, weight, &mix);
        weight *= point.taken.map_or(1.0, |taken| mix[taken]);
    }
}

/// Weighted sums of mixed strategies at numbered places, in groups.
#[derive(Clone, Debug, Default)]
pub struct Mixes {
    /// The start index of the sums of each place, followed by the end of the last.
    begins: Vec<usize>,
    groups: Vec<Vec<f64>>,
}

/// The least weight of a visit, so that the estimate is defined where the player never plays to.
const LEAST: f64 = 1e-12;

impl Mixes {
    /// Places with these numbers of actions.
    pub fn new(actions: impl Iterator<Item = usize>) -> Self {
        let ends = actions.scan(0, |end, actions| {
            *end += actions;
            Some(*end)
        });
        Mixes { begins: [0].into_iter().chain(ends).collect(), groups: vec![] }
    }

    /// Sums of 0 for a new replay.
    pub fn empty(&self) -> Vec<f64> {
        vec![0.0; *self.begins.last().expect("the end")]
    }

    /// Adds a mixed strategy to the sums of a replay.
    pub fn add(&self, sums: &mut [f64], place: usize, weight: f64, mix: &[f64]) {
        let slots = &mut sums[self.begins[place]..self.begins[place + 1]];
        slots.iter_mut().zip(mix).for_each(|(sum, p)| *sum += weight.max(LEAST) * p);
    }

    /// Adds the sums of a replay to a group.
    pub fn push(&mut self, group: usize, sums: Vec<f64>) {
        match self.groups.get_mut(group) {
            Some(group) => group.iter_mut().zip(sums).for_each(|(all, sum)| *all += sum),
            None => self.groups.push(sums),
        }
    }

    /// Number of groups.
    pub fn groups(&self) -> usize {
        self.groups.len()
    }

    /// The mean strategy at a place over all groups, or over all but one; uniform without data.
    pub fn at(&self, place: usize, but: Option<usize>) -> Vec<f64> {
        let slots = self.begins[place]..self.begins[place + 1];
        let mut mix = vec![0.0; slots.len()];
        for (_, group) in self.groups.iter().enumerate().filter(|&(number, _)| Some(number) != but)
        {
            mix.iter_mut().zip(&group[slots.clone()]).for_each(|(p, sum)| *p += sum);
        }
        let total: f64 = mix.iter().sum();
        let even = 1.0 / mix.len() as f64;
        mix.iter_mut().for_each(|p| *p = if total > 0.0 { *p / total } else { even });
        mix
    }
}

/// An estimate from replays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The jackknife estimate.
    pub value: f64,
    /// Its standard error; `None` with fewer than two groups.
    pub error: Option<f64>,
    /// Number of groups, 0 if fewer than two. Confidence intervals use Student's t with one degree
    /// of freedom less.
    pub groups: usize,
    /// The uncorrected estimate: the exploitability of the mean strategy of all replays.
    pub plain: f64,
}

impl Estimate {
    /// The jackknife estimate by the formula in the module documentation, from the estimate of all
    /// groups and the estimates that omit one group each.
    pub fn jackknife(plain: f64, without: &[f64]) -> Self {
        let groups = without.len();
        if groups < 2 {
            return Estimate { value: plain, error: None, groups: 0, plain };
        }
        let g = groups as f64;
        let mean = without.iter().sum::<f64>() / g;
        let squares: f64 = without.iter().map(|one| (one - mean) * (one - mean)).sum();
        let error = Some(((g - 1.0) / g * squares).sqrt());
        Estimate { value: g * plain - (g - 1.0) * mean, error, groups, plain }
    }
}

/// Largest number of groups of replays.
pub const MOST_GROUPS: u64 = 10;

/// The strategy that a player plays in an unrolled game, estimated from replays.
///
/// ```
/// use sortilege::Player;
/// use sortilege::exact::{AsPlayed, GameTree, Plays};
/// use sortilege::game::Observation;
/// use sortilege::testing::hand_made::{HandMade, Place};
///
/// /// Plays the second action.
/// struct Second;
/// impl Plays<HandMade> for Second {
///     fn new_game(&mut self) {}
///     fn observe(&mut self, _: Player, _: &Observation<HandMade>) {}
///     fn decide(&mut self, _: &HandMade, _: Player, _: &[u8]) -> Vec<f64> {
///         vec![0.0, 1.0]
///     }
/// }
/// static PLACES: [Place; 3] = [Place::Choice(0, &[1, 2]), Place::End(&[0.5, -0.5]), Place::End(&[0.25, -0.25])];
/// let start = HandMade::new(&PLACES);
/// let tree = GameTree::new(&start);
/// let mut played = AsPlayed::new(&tree, &start);
/// (0..4).for_each(|_| assert!(played.replay(&mut Second, 4, &mut |_| true)));
/// // The first seat earns 0.25 and could earn 0.5; the second has no choice.
/// assert_eq!(played.exploitability().value, 0.125);
/// ```
pub struct AsPlayed<'a, G: Observe> {
    tree: &'a GameTree<G>,
    histories: Vec<Vec<Observation<G>>>,
    /// For each deepest information set, the sets with a choice on the way to it, itself last.
    ways: Vec<Vec<InformationSet>>,
    mixes: Mixes,
    done: u64,
}

impl<'a, G: Outcomes + Observe + Simultaneous> AsPlayed<'a, G> {
    /// An estimate without replays yet, for the game that begins with `start` and was unrolled as
    /// `tree`.
    pub fn new(tree: &'a GameTree<G>, start: &G) -> Self {
        let choices = |set: &InformationSet| tree.actions(*set).len() > 1;
        let mut has_next = vec![false; tree.sets().count()];
        let mut ways = vec![];
        // A set comes after those that its owner passed through before.
        for set in tree.sets().rev().filter(choices) {
            let mut way = vec![set];
            while let Some((before, _)) = tree.before(way[way.len() - 1]) {
                way.push(before);
            }
            way[1..].iter().for_each(|before| has_next[before.0] = true);
            if !has_next[set.0] {
                way.retain(choices);
                way.reverse();
                ways.push(way);
            }
        }
        ways.reverse();
        let mixes = Mixes::new(tree.sets().map(|set| tree.actions(set).len()));
        AsPlayed { tree, histories: histories_of_sets(tree, start), ways, mixes, done: 0 }
    }

    /// Number of games in a replay.
    pub fn games(&self) -> usize {
        self.ways.len()
    }

    /// Number of replays.
    pub fn replays(&self) -> u64 {
        self.done
    }

    /// Makes one more replay, of `all` in total. Calls `goes_on` with the number of each game
    /// before the game; if it returns false, the whole replay is discarded. Returns whether the
    /// replay was kept.
    pub fn replay(
        &mut self,
        player: &mut dyn Plays<G>,
        all: u64,
        goes_on: &mut dyn FnMut(usize) -> bool,
    ) -> bool {
        let (tree, mixes) = (self.tree, &self.mixes);
        let mut sums = mixes.empty();
        for (number, way) in self.ways.iter().enumerate() {
            if !goes_on(number) {
                return false;
            }
            let point = |(at, &set): (usize, &InformationSet)| DecisionPoint {
                view: tree.view(set),
                actions: tree.actions(set),
                observed: self.histories[set.0].len(),
                taken: way.get(at + 1).map(|&next| towards(tree, set, next)),
            };
            let points: Vec<DecisionPoint<'_, G>> = way.iter().enumerate().map(point).collect();
            let last = way[way.len() - 1];
            replay(
                player,
                tree.owner(last),
                &self.histories[last.0],
                &points,
                &mut |at, weight, mix| {
                    mixes.add(&mut sums, way[at].0, weight, mix);
                },
            );
        }
        self.mixes.push((self.done % all.clamp(1, MOST_GROUPS)) as usize, sums);
        self.done += 1;
        true
    }

    /// The mean strategy of all replays, or of all but those of one group.
    pub fn policy(&self, but: Option<usize>) -> Tabulated {
        let mut policy = Tabulated::uniform(self.tree);
        self.tree.sets().for_each(|set| policy.set(self.tree, set, &self.mixes.at(set.0, but)));
        policy
    }

    /// A function of the strategy, such as its exploitability, with its standard error.
    pub fn estimate(&self, of: impl Fn(&Tabulated) -> f64) -> Estimate {
        let without: Vec<f64> =
            (0..self.mixes.groups()).map(|group| of(&self.policy(Some(group)))).collect();
        Estimate::jackknife(of(&self.policy(None)), &without)
    }

    /// The mean payoff of the best response over all seats.
    pub fn exploitability(&self) -> Estimate {
        self.estimate(|policy| exploitability(self.tree, policy))
    }
}

/// The index of the action that the owner of `set` took on the way to `next`.
fn towards<G: Observe>(tree: &GameTree<G>, set: InformationSet, next: InformationSet) -> usize {
    let mut at = next;
    loop {
        let (before, taken) = tree.before(at).expect("the way leads there");
        if before == set {
            return taken;
        }
        at = before;
    }
}

#[cfg(test)]
mod tests {
    use super::super::toys::{CHIPS, Kuhn, as_played};
    use super::super::{BestResponse, expected_payoffs};
    use super::*;
    use crate::Rng;
    use crate::search::Random;

    type View = (usize, Option<u8>, Vec<super::super::toys::Act>);

    /// A player whose strategy is a function. The function receives the view, and whether the
    /// player has decided before in this game.
    struct By<F> {
        strategy: F,
        has_decided: bool,
        fresh: bool,
    }

    impl<F: FnMut(&View, bool) -> f64> Plays<Kuhn> for By<F> {
        fn new_game(&mut self) {
            self.has_decided = false;
        }
        fn observe(&mut self, _: Player, _: &Observation<Kuhn>) {}
        fn decide(&mut self, view: &View, _: Player, _: &[super::super::toys::Act]) -> Vec<f64> {
            let bet = (self.strategy)(view, self.has_decided && !self.fresh);
            self.has_decided = true;
            vec![1.0 - bet, bet]
        }
    }

    /// The estimate for such a player after a number of replays.
    fn estimate(strategy: impl FnMut(&View, bool) -> f64, fresh: bool, replays: u64) -> Estimate {
        let start = Kuhn::default();
        let tree = GameTree::new(&start);
        let mut played = AsPlayed::new(&tree, &start);
        let mut player = By { strategy, has_decided: false, fresh };
        (0..replays).for_each(|_| assert!(played.replay(&mut player, replays, &mut |_| true)));
        played.exploitability()
    }

    /// A fixed strategy with pure and mixed actions.
    fn fixed((seat, card, bets): &View) -> f64 {
        match (seat, card, bets.len()) {
            (0, Some(2), _) => 0.9,
            (0, Some(0), 0) => 0.25,
            (1, Some(0), _) => 0.0,
            _ => 0.4,
        }
    }

    #[test]
    fn a_fixed_strategy_is_measured_exactly() {
        let tree = GameTree::new(&Kuhn::default());
        let policy = Tabulated::from_fn(&tree, |view, _, _| vec![1.0 - fixed(view), fixed(view)]);
        let right = exploitability(&tree, &policy);
        for replays in [1, 2, 13] {
            let found = estimate(|view, _| fixed(view), false, replays);
            assert!((found.value - right).abs() < 1e-12, "{found:?} {right}");
            assert!(found.error.is_none_or(|error| error < 1e-12), "{found:?}");
            assert_eq!(
                found.groups as u64,
                if replays == 1 { 0 } else { replays.min(MOST_GROUPS) }
            );
        }
        let random = as_played(&Kuhn::default(), Random, 3, false);
        assert!((CHIPS * random.value - 11.0 / 24.0).abs() < 1e-12, "{random:?}");
    }

    /// The player always folds after an earlier decision. Fresh decisions do not reveal this.
    #[test]
    fn what_memory_spoils_is_seen() {
        let strategy = |view: &View, later: bool| if later { 0.0 } else { fixed(view) };
        let (played, fresh) = (estimate(strategy, false, 4), estimate(strategy, true, 4));
        let tree = GameTree::new(&Kuhn::default());
        let folds = Tabulated::from_fn(&tree, |view, _, _| {
            let bet = if view.0 == 0 && view.2.len() == 2 { 0.0 } else { fixed(view) };
            vec![1.0 - bet, bet]
        });
        assert!((played.value - exploitability(&tree, &folds)).abs() < 1e-12);
        assert!(played.value > fresh.value + 0.01, "{played:?} {fresh:?}");
    }

    /// Decisions are weighted by the probabilities of earlier ones. This player bets with
    /// probability 1/2 and folds later if it would have bet, so that after a pass it always calls.
    #[test]
    fn later_choices_count_as_often_as_they_are_come_to() {
        let (mut rng, start) = (Rng::new(1), Kuhn::default());
        let mut bets = 0.0;
        let strategy = |view: &View, _: bool| {
            if view.0 == 0 && view.2.is_empty() {
                bets = f64::from(rng.below(2) as u8);
                return bets;
            }
            if view.0 == 0 { 1.0 - bets } else { 0.5 }
        };
        let tree = GameTree::new(&start);
        let mut played = AsPlayed::new(&tree, &start);
        let mut player = By { strategy, has_decided: false, fresh: false };
        (0..20).for_each(|_| assert!(played.replay(&mut player, 20, &mut |_| true)));
        let policy = played.policy(None);
        for set in tree.sets_of(Player(0)) {
            let bet = policy.at(&tree, set)[1];
            match tree.view(set).2.len() {
                0 => assert!((0.2..0.8).contains(&bet), "{bet}"),
                _ => assert!(bet > 1.0 - 1e-9, "{bet}"),
            }
        }
    }

    /// A player whose mean strategy is known, with noise in each decision. Without the correction,
    /// the maximum over the noise is too high. The corrected estimate is closer to the true value
    /// in each of several trials and on average.
    #[test]
    fn the_bias_of_a_maximum_is_corrected() {
        let tree = GameTree::new(&Kuhn::default());
        let policy = Tabulated::from_fn(&tree, |view, _, _| vec![1.0 - fixed(view), fixed(view)]);
        let right = exploitability(&tree, &policy);
        let best = [0, 1].map(|who| BestResponse::new(&tree, &policy, Player(who)).value);
        let sum: f64 =
            best.iter().sum::<f64>() - expected_payoffs(&tree, &policy).iter().sum::<f64>();
        assert!((sum / 2.0 - right).abs() < 1e-12);
        const TRIALS: u64 = 40;
        let (mut plain, mut corrected, mut covered) = (0.0, 0.0, 0);
        for trial in 0..TRIALS {
            let mut rng = Rng::new(trial);
            // Each decision is pure; the mean is the fixed strategy.
            let noisy = |view: &View, _: bool| f64::from(u8::from(rng.unit() < fixed(view)));
            let found = estimate(noisy, false, 20);
            plain += (found.plain - right) / TRIALS as f64;
            corrected += (found.value - right) / TRIALS as f64;
            // The quantile of Student's t with nine degrees of freedom.
            let reach = 2.262 * found.error.expect("ten groups");
            covered += u32::from((found.value - right).abs() <= reach);
        }
        assert!(plain > 0.01 * right, "{plain} {right}");
        assert!(corrected.abs() < 0.6 * plain, "{corrected} {plain}");
        assert!(covered >= 32, "{covered} of {TRIALS}");
    }

    #[test]
    fn the_jackknife_by_hand() {
        // Estimates 1 + 6 / n of 3 and of 2 replays: the limit is 1.
        let found = Estimate::jackknife(3.0, &[4.0, 4.0, 4.0]);
        assert_eq!((found.value, found.error, found.groups), (1.0, Some(0.0), 3));
        let found = Estimate::jackknife(2.0, &[1.0, 3.0]);
        assert_eq!((found.value, found.error), (2.0, Some(1.0)));
        assert_eq!(Estimate::jackknife(0.3, &[0.5]).error, None);
    }

    /// An interrupted replay has no effect.
    #[test]
    fn replays_are_whole() {
        let start = Kuhn::default();
        let tree = GameTree::new(&start);
        let mut played = AsPlayed::new(&tree, &start);
        let mut player =
            By { strategy: |view: &View, _: bool| fixed(view), has_decided: false, fresh: false };
        assert!(!played.replay(&mut player, 10, &mut |number| number < 3));
        assert_eq!((played.replays(), played.games()), (0, 9));
        assert_eq!(played.policy(None), Tabulated::uniform(&tree));
    }
}
