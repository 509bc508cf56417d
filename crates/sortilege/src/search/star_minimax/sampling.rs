//! Sampling of chance outcomes (SM §3).
//!
//! Systematic sampling: equidistant points with one common random offset (Madow & Madow 1944). An
//! outcome is sampled once for every point in its interval, so its count is its expected count,
//! rounded up or down. Like independent samples it is unbiased, and it has less variance.
//!
//! What samples depend on: our own extension of SM §3.
//!
//! Moves of a player are compared by their expected values over chance. With [`Dice::Own`] each
//! move is evaluated by independent samples, so the sampling noise of both enters the difference.
//! With [`Dice::Common`] both use the same random numbers, so that noise cancels as far as their
//! distributions are alike: the method of common random numbers.

use super::bounds::OutcomeSet;
use crate::Rng;
use crate::game::Outcomes;

/// Which outcomes of a chance node are searched, and with which weights.
///
/// The sample depends only on the seed of the decision, the state (or the earlier chance outcomes:
/// [`Dice`](super::Dice)) and the remaining depth. So the estimate V̂_d(s) is independent of
/// pruning, and the sampled searches agree except for rounding (SM §3.1). An outcome that is
/// sampled k times is searched once with weight k/c, because k searches would return the same
/// value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Sampling {
    /// All outcomes, with their probabilities.
    #[default]
    All,
    /// This number of samples (c), each with weight 1/c: sparse sampling (Kearns, Mansour & Ng
    /// 1999; SM §3).
    WithReplacement(u32),
    /// This number of different outcomes, or all if there are no more. They are sampled in sequence
    /// by probability among the remaining ones, and weighted by probability among the sampled ones.
    /// SM §5 suggests it as a question; Theorem 1 does not cover it. It is unbiased if outcomes are
    /// equally likely; otherwise likely outcomes have too little weight.
    WithoutReplacement(u32),
    /// This number of equidistant points on the line of cumulative probabilities, or all outcomes
    /// if there are no more. The count of an outcome is its expected count, rounded up or down. It
    /// is unbiased, with less variance than independent samples.
    Systematic(u32),
    /// Sampling with replacement, with a sample size that changes with every move away from the
    /// root (SM §5; Kearns, Mansour & Ng let it shrink where the future is discounted). There are
    /// `first` samples after the root's move, and `ratio` times as many after each further one, but
    /// at least `least`.
    Adaptive {
        /// Number of samples at chance nodes that follow the root's move.
        first: u32,
        /// Factor of the sample size for every further move: below 1 it shrinks, above 1 it grows.
        ratio: f64,
        /// Minimum number of samples.
        least: u32,
    },
}

impl Sampling {
    /// Fills `set` with the outcomes to search in `state`, `ply` moves below the root's, sampled by
    /// `rng`; `listed` is scratch memory. Returns true if these are known to be all outcomes, and
    /// `None` if the search `is_over` before all are sampled.
    #[inline]
    pub(super) fn draw<G: Outcomes>(
        self,
        state: &G,
        rng: impl FnOnce() -> Rng,
        ply: u32,
        is_over: impl Fn() -> bool,
        listed: &mut Vec<(G::Action, f64)>,
        set: &mut OutcomeSet<G::Action>,
    ) -> Option<bool> {
        let share = match self {
            Sampling::WithReplacement(width) => {
                Some(with_replacement(state, width, rng(), is_over, listed)?)
            }
            Sampling::Adaptive { first, ratio, least } => {
                let width = f64::from(first) * ratio.powi(ply as i32);
                Some(with_replacement(
                    state,
                    (width.round() as u32).max(least),
                    rng(),
                    is_over,
                    listed,
                )?)
            }
            Sampling::All => {
                state.outcomes(listed);
                None
            }
            Sampling::WithoutReplacement(width) => {
                state.outcomes(listed);
                without_replacement(width.max(1) as usize, rng, is_over, listed)?
            }
            Sampling::Systematic(width) => {
                state.outcomes(listed);
                systematic(width.max(1), || rng().unit(), listed)
            }
        };
        let worth = share.unwrap_or(1.0);
        set.fill(listed.iter().map(|&(outcome, weight)| (outcome, weight * worth)));
        Some(share.is_none())
    }

    /// The same rule with twice the sample size, if that is a change and within [`MOST_DRAWS`].
    pub(super) fn wider(self) -> Option<Sampling> {
        let twice = |width: u32| (width < MOST_DRAWS).then_some(2 * width.max(1));
        Some(match self {
            Sampling::All => return None,
            Sampling::WithReplacement(width) => Sampling::WithReplacement(twice(width)?),
            Sampling::WithoutReplacement(width) => Sampling::WithoutReplacement(twice(width)?),
            Sampling::Systematic(width) => Sampling::Systematic(twice(width)?),
            Sampling::Adaptive { first, ratio, least } => {
                Sampling::Adaptive { first: twice(first)?, ratio, least: twice(least)? }
            }
        })
    }
}

/// Samples of this size are not doubled any more.
const MOST_DRAWS: u32 = 1 << 16;

/// Number of samples between two checks whether the search is over.
const DRAWS_PER_LOOK: usize = 1024;

/// Counts `width` samples by outcome; returns the weight of each.
fn with_replacement<G: Outcomes>(
    state: &G,
    width: u32,
    mut rng: Rng,
    is_over: impl Fn() -> bool,
    counts: &mut Vec<(G::Action, f64)>,
) -> Option<f64> {
    let width = width.max(1);
    counts.clear();
    for number in 1..=width as usize {
        if number.is_multiple_of(DRAWS_PER_LOOK) && is_over() {
            return None;
        }
        let drawn = state.sample(&mut rng);
        match counts.iter_mut().find(|(outcome, _)| *outcome == drawn) {
            Some((_, count)) => *count += 1.0,
            None => counts.push((drawn, 1.0)),
        }
    }
    Some(1.0 / f64::from(width))
}

/// Reduces the list to `width` sampled outcomes. Returns the factor that normalizes their
/// probabilities, or `None` inside if no outcome is left out.
fn without_replacement<A>(
    width: usize,
    rng: impl FnOnce() -> Rng,
    is_over: impl Fn() -> bool,
    listed: &mut Vec<(A, f64)>,
) -> Option<Option<f64>> {
    if listed.len() <= width {
        return Some(None);
    }
    let mut rng = rng();
    for at in 0..width {
        if at % DRAWS_PER_LOOK == DRAWS_PER_LOOK - 1 && is_over() {
            return None;
        }
        let left = listed[at..].iter().map(|&(_, odds)| odds).sum::<f64>();
        let mut point = rng.unit() * left;
        let with_outcome = |&(_, odds): &(A, f64)| {
            point -= odds;
            point < 0.0
        };
        // Rounding can leave a remainder at the end, which belongs to the last outcome.
        let drawn =
            listed[at..].iter().position(with_outcome).map_or(listed.len() - 1, |steps| at + steps);
        listed.swap(at, drawn);
    }
    listed.truncate(width);
    Some(Some(1.0 / listed.iter().map(|&(_, odds)| odds).sum::<f64>()))
}

/// Reduces the list to the outcomes that `width` points hit, with the number of hits; returns the
/// weight of a hit. The first point lies at `start` of a distance, in [0, 1). The list stays
/// unchanged if there are no more outcomes than points.
pub(super) fn systematic<A: Copy>(
    width: u32,
    start: impl FnOnce() -> f64,
    listed: &mut Vec<(A, f64)>,
) -> Option<f64> {
    if listed.len() <= width as usize {
        return None;
    }
    let (distance, total) =
        (1.0 / f64::from(width), listed.iter().map(|&(_, odds)| odds).sum::<f64>());
    let start = start();
    let (mut hits_before, mut end, last) = (0.0, 0.0, listed.len() - 1);
    for (at, (_, odds)) in listed.iter_mut().enumerate() {
        end += *odds / total;
        // Points below `end`; a remainder due to rounding belongs to the last outcome.
        let below =
            if at == last { f64::from(width) } else { (end / distance - start).ceil().max(0.0) };
        *odds = (below - hits_before).max(0.0);
        hits_before += *odds;
    }
    listed.retain(|&(_, hits)| hits > 0.0);
    Some(distance)
}

/// What the samples at a chance node depend on, besides the seed of the decision and the remaining
/// depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dice {
    /// The state: the same state always has the same estimate, and siblings have independent
    /// samples (SM §3.1).
    #[default]
    Own,
    /// The chance outcomes since the root, whatever the moves in between: siblings share their
    /// random numbers.
    Common,
}

/// The chance outcomes between the root and the current node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ChancePath {
    /// Number of chance events.
    pub(super) throws: u32,
    /// Hash of the numbers of the searched outcomes.
    pub(super) key: u64,
}

impl ChancePath {
    /// The path after outcome number `at` of one more throw.
    #[inline]
    pub(super) fn then(self, at: usize) -> ChancePath {
        let mixed =
            (self.key.rotate_left(23) ^ (at as u64 + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ChancePath { throws: self.throws + 1, key: mixed }
    }
}
