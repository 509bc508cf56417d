//! The strategy that a player plays, with what it remembers between decisions, estimated from
//! replays.
//!
//! A search that keeps a tree, tables or a belief from one decision to the next does not answer an
//! information set alone: its answer depends on its earlier decisions in the same game. The
//! strategy that an opponent meets is the mean over all its earlier decisions. It is estimated as
//! follows.
//!
//! A *replay* visits every deepest information set of a seat once. For each of them a new game
//! begins: the player receives what its seat observes, step by step, decides at each of its own
//! information sets on the way with the memory that it has by then, and is then told that it took
//! the action that leads on. Let `p_r(a | s)` be the probability of action `a` at set `s` in visit
//! `r`, and let `w_r(s)` be the product of the probabilities that the player gave, in the same
//! visit, to the actions that led to `s`. The estimate of the strategy at `s` is
//!
//! ```text
//! p(a | s) = sum_r w_r(s) p_r(a | s) / sum_r w_r(s)
//! ```
//!
//! which converges to the behaviour strategy with the same distribution over outcomes (Kuhn 1953).
//!
//! A best response maximises over a noisy estimate, so that its value is too high on average. The
//! replays are divided into g groups. Let θ be the exploitability of the estimate from all of them,
//! and θ_i that of the estimate from all but group i. The jackknife estimate (Quenouille 1956;
//! Tukey 1958) and its standard error are
//!
//! ```text
//! θ_J = g θ - (g - 1) mean(θ_i),    s² = (g - 1)/g sum_i (θ_i - mean(θ_i))²
//! ```
//!
//! It removes a bias in proportion to 1/n for n replays. Where two actions are worth exactly the
//! same, the bias goes with 1/sqrt(n), of which about half remains.

use super::best_response::exploitability;
use super::histories::histories_of_sets;
use super::policy::Tabulated;
use super::tree::{Set, Tree};
use crate::Player;
use crate::game::{Observation, Observe, Outcomes, Simultaneous};

/// A player whose strategy is estimated: a search, and how it chooses among its candidates.
pub trait Plays<G: Observe> {
    /// Forgets the game before.
    fn new_game(&mut self);

    /// Receives what `who`, for whom it decides, observes between decisions.
    fn observe(&mut self, who: Player, seen: &Observation<G>);

    /// Decides, and returns the probability with which it plays each of `actions`.
    fn decide(&mut self, view: &G::View, who: Player, actions: &[G::Action]) -> Vec<f64>;
}

/// A decision on the way to an information set.
pub struct Stage<'a, G: Observe> {
    /// What the player is shown.
    pub view: &'a G::View,
    /// The legal actions, at least two.
    pub actions: &'a [G::Action],
    /// The number of observations before it.
    pub heard: usize,
    /// Which action leads on; none at the end of the way.
    pub taken: Option<usize>,
}

/// Has a player play along one way: it observes `heard` and decides at each of `stages`. `found`
/// receives the number of the stage, the product of the probabilities that the player gave to the
/// actions taken so far, and its mix.
pub fn replay<G: Observe>(
    player: &mut dyn Plays<G>,
    who: Player,
    heard: &[Observation<G>],
    stages: &[Stage<'_, G>],
    found: &mut dyn FnMut(usize, f64, &[f64]),
) {
    player.new_game();
    let (mut told, mut weight) = (0, 1.0);
    for (number, stage) in stages.iter().enumerate() {
        heard[told..stage.heard].iter().for_each(|seen| player.observe(who, seen));
        told = stage.heard;
        let mix = player.decide(stage.view, who, stage.actions);
        found(number, weight, &mix);
        weight *= stage.taken.map_or(1.0, |taken| mix[taken]);
    }
}

/// Weighted sums of mixes at places that are known by their numbers, in groups.
#[derive(Clone, Debug, Default)]
pub struct Mixes {
    /// Where the sums of each place begin; one more at the end.
    begins: Vec<usize>,
    groups: Vec<Vec<f64>>,
}

/// The least weight of a visit, so that there is an answer where the player itself would never
/// come.
const LEAST: f64 = 1e-12;

impl Mixes {
    /// Places with so many actions each.
    pub fn new(actions: impl Iterator<Item = usize>) -> Self {
        let ends = actions.scan(0, |end, actions| {
            *end += actions;
            Some(*end)
        });
        Mixes { begins: [0].into_iter().chain(ends).collect(), groups: vec![] }
    }

    /// Adds sums that are 0, for one more replay.
    pub fn empty(&self) -> Vec<f64> {
        vec![0.0; *self.begins.last().expect("the end")]
    }

    /// Adds a mix to the sums of a replay.
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

    /// How many groups there are.
    pub fn groups(&self) -> usize {
        self.groups.len()
    }

    /// The mix at a place by all groups, or by all but one. Uniform where nothing was added.
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

/// A number that was estimated from replays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The jackknife estimate.
    pub value: f64,
    /// Its standard error; none with fewer than two groups.
    pub error: Option<f64>,
    /// How many groups there are, 0 if fewer than two; intervals are those of Student's t with one
    /// degree of freedom less.
    pub groups: usize,
    /// The estimate without correction: the exploitability of the mean strategy of all replays.
    pub plain: f64,
}

impl Estimate {
    /// By the formula at the head of this module, from the estimate of all groups, and of all but
    /// each.
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

/// The most groups of replays.
pub const MOST_GROUPS: u64 = 10;

/// What a player plays in a game that is unrolled, after a number of replays.
///
/// ```
/// use sortilege::Player;
/// use sortilege::exact::{AsPlayed, Plays, Tree};
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
/// let tree = Tree::new(&start);
/// let mut played = AsPlayed::new(&tree, &start);
/// (0..4).for_each(|_| assert!(played.replay(&mut Second, 4, &mut |_| true)));
/// // The first seat earns 0.25 and could earn 0.5; the second has no choice.
/// assert_eq!(played.exploitability().value, 0.125);
/// ```
pub struct AsPlayed<'a, G: Observe> {
    tree: &'a Tree<G>,
    heard: Vec<Vec<Observation<G>>>,
    /// The information sets with a choice on the way to each of the deepest, these last.
    ways: Vec<Vec<Set>>,
    mixes: Mixes,
    done: u64,
}

impl<'a, G: Outcomes + Observe + Simultaneous> AsPlayed<'a, G> {
    /// No replays, in the game that begins with `start` and was unrolled as `tree`.
    pub fn new(tree: &'a Tree<G>, start: &G) -> Self {
        let choices = |set: &Set| tree.actions(*set).len() > 1;
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
        AsPlayed { tree, heard: histories_of_sets(tree, start), ways, mixes, done: 0 }
    }

    /// How many games make a replay.
    pub fn games(&self) -> usize {
        self.ways.len()
    }

    /// How many replays there are.
    pub fn replays(&self) -> u64 {
        self.done
    }

    /// One more replay, of `all` that there will be. `goes_on` is asked before each game, whose
    /// number it receives; if it refuses, nothing of this replay is kept. Says whether it was kept.
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
            let stage = |(at, &set): (usize, &Set)| Stage {
                view: tree.view(set),
                actions: tree.actions(set),
                heard: self.heard[set.0].len(),
                taken: way.get(at + 1).map(|&next| towards(tree, set, next)),
            };
            let stages: Vec<Stage<'_, G>> = way.iter().enumerate().map(stage).collect();
            let last = way[way.len() - 1];
            replay(
                player,
                tree.owner(last),
                &self.heard[last.0],
                &stages,
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

    /// A number that follows from the strategy, such as its exploitability, with its error.
    pub fn estimate(&self, of: impl Fn(&Tabulated) -> f64) -> Estimate {
        let without: Vec<f64> =
            (0..self.mixes.groups()).map(|group| of(&self.policy(Some(group)))).collect();
        Estimate::jackknife(of(&self.policy(None)), &without)
    }

    /// What the best opponent wins, seats drawn by lot.
    pub fn exploitability(&self) -> Estimate {
        self.estimate(|policy| exploitability(self.tree, policy))
    }
}

/// Which action of `set` its owner took on the way to `next`.
fn towards<G: Observe>(tree: &Tree<G>, set: Set, next: Set) -> usize {
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

    /// A player with a function for a strategy; it receives the view, and whether it has decided
    /// before in this game.
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

    /// The estimate for a player by a function, after so many replays.
    fn estimate(strategy: impl FnMut(&View, bool) -> f64, fresh: bool, replays: u64) -> Estimate {
        let start = Kuhn::default();
        let tree = Tree::new(&start);
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
        let tree = Tree::new(&Kuhn::default());
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

    /// After an earlier decision it always folds. Fresh decisions do not show it.
    #[test]
    fn what_memory_spoils_is_seen() {
        let strategy = |view: &View, later: bool| if later { 0.0 } else { fixed(view) };
        let (played, fresh) = (estimate(strategy, false, 4), estimate(strategy, true, 4));
        let tree = Tree::new(&Kuhn::default());
        let folds = Tabulated::from_fn(&tree, |view, _, _| {
            let bet = if view.0 == 0 && view.2.len() == 2 { 0.0 } else { fixed(view) };
            vec![1.0 - bet, bet]
        });
        assert!((played.value - exploitability(&tree, &folds)).abs() < 1e-12);
        assert!(played.value > fresh.value + 0.01, "{played:?} {fresh:?}");
    }

    /// Choices are weighted by the probabilities of earlier ones: who bets with half and remembers
    /// why folds later if it would have bet, so that after a pass it always calls.
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
        let tree = Tree::new(&start);
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

    /// A player whose mean strategy is known, with noise in each decision: the maximum over the
    /// noise is too high without the correction, and with it nearer to what is right in each of
    /// several trials and on average.
    #[test]
    fn the_bias_of_a_maximum_is_corrected() {
        let tree = Tree::new(&Kuhn::default());
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

    /// A replay that is broken off leaves nothing behind.
    #[test]
    fn replays_are_whole() {
        let start = Kuhn::default();
        let tree = Tree::new(&start);
        let mut played = AsPlayed::new(&tree, &start);
        let mut player =
            By { strategy: |view: &View, _: bool| fixed(view), has_decided: false, fresh: false };
        assert!(!played.replay(&mut player, 10, &mut |number| number < 3));
        assert_eq!((played.replays(), played.games()), (0, 9));
        assert_eq!(played.policy(None), Tabulated::uniform(&tree));
    }
}
