//! Which outcomes of chance are searched (SM §3).

use super::bounds::OutcomeSet;
use super::systematic::systematic;
use crate::Rng;
use crate::game::Outcomes;

/// Which outcomes of a chance node are searched, and with which weights.
///
/// What is drawn depends on the seed of the decision, the state (or what chance did before:
/// [`Dice`](super::Dice)) and the depth that is left, and on nothing else. So the estimate V̂_d(s)
/// is one number however a search prunes, which makes the sampled searches agree to the last bit
/// but for rounding (SM §3.1). An outcome that is drawn k times is searched once and weighs k/c:
/// searched k times it would find the same each time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Sampling {
    /// All of them, with their probabilities.
    #[default]
    All,
    /// So many draws (c), each with weight 1/c: sparse sampling (Kearns, Mansour & Ng 1999; SM §3).
    WithReplacement(u32),
    /// So many different outcomes, or all if there are no more, drawn one after the other by
    /// probability among those that are left, and weighed by probability among those drawn. Asked
    /// in SM §5; Theorem 1 does not cover it. Unbiased where outcomes are equally likely, else
    /// likely ones count too little.
    WithoutReplacement(u32),
    /// So many points at even distances over the line of probabilities, or all outcomes if there
    /// are no more: an outcome counts as often as its probability says, rounded up or down.
    /// Unbiased, with less variance than independent draws.
    Systematic(u32),
    /// With replacement, and a width that changes with every move away from the root (SM §5;
    /// Kearns, Mansour & Ng let it shrink where the future is discounted): `first` draws after the
    /// root's move, `ratio` times as many after each further one, but at least `least`.
    Adaptive {
        /// Draws at chance nodes that follow the root's move.
        first: u32,
        /// What the width is multiplied by with every further move: below 1 it shrinks, above 1 it
        /// grows.
        ratio: f64,
        /// No node has fewer draws.
        least: u32,
    },
}

impl Sampling {
    /// Fills `set` with the outcomes that are searched in `state`, `ply` moves below the root's,
    /// drawn by `rng`; `listed` is scratch. Whether these are all that there are, if that is known;
    /// nothing if the search `is_over` before all are drawn.
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

    /// The same with twice as many draws, if that is more and not beyond reason.
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

/// Draws after which to look whether the search is over.
const DRAWS_PER_LOOK: usize = 1024;

/// Counts `width` draws by outcome; returns what each is worth.
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

/// Leaves `width` of the outcomes; returns what to multiply their probabilities by, if any are left
/// out.
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
        // Rounding can leave a crumb at the end, which belongs to the last outcome.
        let drawn =
            listed[at..].iter().position(with_outcome).map_or(listed.len() - 1, |steps| at + steps);
        listed.swap(at, drawn);
    }
    listed.truncate(width);
    Some(Some(1.0 / listed.iter().map(|&(_, odds)| odds).sum::<f64>()))
}
