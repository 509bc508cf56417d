//! Multi-armed bandits: one selection rule per file. Ties are broken at random.
//!
//! | rule | use |
//! |---|---|
//! | [`ucb1`] | one acting player, all arms always available |
//! | [`subset`] | the same, if only some arms are available at each visit (IS §IV-B) |
//! | [`exp3`] | simultaneous choices, where the answer is a mixed strategy (IS §III-C1) |
//! | [`regret_matching`] | the same, by another rule |

pub mod exp3;
pub(crate) mod lanes;
pub mod regret_matching;
pub mod subset;
pub mod ucb1;

use crate::Rng;
use std::sync::LazyLock;

/// Statistics of one arm, in 20 bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
// Packed: with the 8-byte alignment of `total`, an edge with a 4-byte label would grow from 24 to
// 32 bytes.
#[repr(Rust, packed(4))]
pub struct Arm {
    /// Sum of rewards; with [`exp3`] and [`regret_matching`], of importance-weighted rewards.
    pub total: f64,
    /// Number of times the arm was selected.
    pub visits: u32,
    /// Number of times the arm was available.
    pub available: u32,
    /// Free for the arm's owner: the tree stores the child node here.
    pub(crate) child: u32,
}

impl Default for Arm {
    fn default() -> Self {
        Arm { total: 0.0, visits: 0, available: 0, child: u32::MAX }
    }
}

/// Proven result of an arm, from the point of view of the player who selects it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Proven {
    /// The arm wins against every defence.
    Win,
    /// The arm loses against best play.
    Loss,
}

impl Proven {
    /// The same result from the opponent's point of view.
    pub fn opposite(self) -> Self {
        match self {
            Proven::Win => Proven::Loss,
            Proven::Loss => Proven::Win,
        }
    }
}

impl Arm {
    /// Counts a visit with `reward`. An arm whose visit counter is exhausted stays unchanged, so
    /// that its mean remains correct.
    #[inline]
    pub fn visit(&mut self, reward: f64) {
        if let Some(visits) = self.visits.checked_add(1) {
            self.total += reward;
            self.visits = visits;
        }
    }

    /// Mean reward, 0 before the first visit.
    pub fn mean(&self) -> f64 {
        self.total / f64::from(self.visits.max(1))
    }

    /// Marks the arm as proven by an infinite total, so that UCB rules select it always or never
    /// without a special case. A lost arm counts as visited, or these rules would try it first.
    pub fn prove(&mut self, proven: Proven) {
        self.total = match proven {
            Proven::Win => f64::INFINITY,
            Proven::Loss => f64::NEG_INFINITY,
        };
        if proven == Proven::Loss && self.visits == 0 {
            self.visits = 1;
        }
    }

    /// The proven result, if any.
    #[inline]
    pub fn proven(&self) -> Option<Proven> {
        match self.total {
            f64::INFINITY => Some(Proven::Win),
            f64::NEG_INFINITY => Some(Proven::Loss),
            _ => None,
        }
    }

    /// The terms of UCB scores.
    #[inline]
    pub fn score(&self) -> ArmScore {
        ArmScore::new(self.total, self.visits.into())
    }
}

/// Index of the largest score; ties are broken uniformly at random.
#[inline]
pub(crate) fn largest(scores: &[f32], rng: &mut Rng) -> usize {
    only_largest(scores.iter().copied()).unwrap_or_else(|| one_of_the_largest(scores, rng))
}

/// Index of the largest score, if it is unique. The branch predictor cannot guess the index, so no
/// branch depends on it: score and index are compared as one integer.
#[inline]
pub(crate) fn only_largest(scores: impl Iterator<Item = f32>) -> Option<usize> {
    let (mut first, mut second) = (i64::MIN, i64::MIN);
    for (place, score) in (0u32..).zip(scores) {
        let ranked = i64::from(rank(score)) << 32 | i64::from(!place);
        second = second.max(first.min(ranked));
        first = first.max(ranked);
    }
    ((first ^ second) >> 32 != 0).then_some(!(first as u32) as usize)
}

/// An integer in the order of the scores.
#[inline]
fn rank(score: f32) -> i32 {
    // If +0 and -0 are unified, floats are ordered like their bits; negative floats in reverse.
    let bits = (score + 0.0).to_bits() as i32;
    bits ^ (bits >> 31) & i32::MAX
}

/// Breaks a tie of the largest scores, which is rare once arms have been tried.
#[cold]
#[inline(never)]
fn one_of_the_largest(scores: &[f32], rng: &mut Rng) -> usize {
    let largest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let ties = || scores.iter().enumerate().filter(|&(_, &score)| score == largest);
    let pick = rng.below(ties().count());
    ties().nth(pick).expect("the index is below the count").0
}

/// sqrt(ln n), 0 for n up to 1. Most evaluated arms have small counts, so values for small n are
/// tabulated: a library call for every arm would cost more than the rest of the score.
pub(crate) struct SqrtLn([f32; SqrtLn::TABULATED]);

impl SqrtLn {
    /// Arms that are compared with each other have similar counts. So only a small part of the
    /// table is in use at a time, and most of the first-level cache is left to the tree.
    const TABULATED: usize = 16_384;

    /// The table.
    #[inline]
    pub(crate) fn table() -> &'static Self {
        static TABLE: LazyLock<SqrtLn> =
            LazyLock::new(|| SqrtLn(std::array::from_fn(|n| SqrtLn::compute(n as f32))));
        &TABLE
    }

    #[inline]
    pub(crate) fn of(&self, n: u64) -> f32 {
        self.0.get(n as usize).copied().unwrap_or_else(|| SqrtLn::compute(n as f32))
    }

    /// Computes the logarithm from the exponent and a polynomial of the mantissa. The error stays
    /// below 1e-5, and the result is the same on every machine.
    fn compute(n: f32) -> f32 {
        let bits = n.max(1.0).to_bits();
        let exponent = (bits >> 23) as f32 - 127.0;
        let x = f32::from_bits(bits & 0x007f_ffff | 0x3f80_0000) - 1.0;
        let poly = SqrtLn::POLY.iter().rev().fold(0.0, |sum, &a| sum * x + a);
        (exponent * std::f32::consts::LN_2 + x * poly).max(0.0).sqrt()
    }

    /// Least-squares fit of ln(1 + x) / x on [0, 1], exact at powers of two.
    const POLY: [f32; 6] =
        [1.0, -0.499_511_2, 0.325_932_33, -0.211_432_38, 0.102_321, -0.024_162_56];
}

/// The terms of all UCB scores. Single precision suffices for a comparison and halves the cost.
#[derive(Clone, Copy, Debug)]
pub struct ArmScore {
    /// Sum of rewards; infinite for an untried arm, which is selected first.
    total: f32,
    /// visits^-1/2.
    inv_sqrt_visits: f32,
}

impl ArmScore {
    /// The terms of an arm with `visits` visits and the sum `total` of rewards.
    #[inline]
    pub fn new(total: f64, visits: u64) -> Self {
        match visits {
            0 => ArmScore { total: f32::INFINITY, inv_sqrt_visits: 1.0 },
            _ => ArmScore { total: total as f32, inv_sqrt_visits: 1.0 / (visits as f32).sqrt() },
        }
    }

    /// The upper bound: mean + `exploration_term` / sqrt(visits).
    #[inline]
    pub fn upper_bound(self, exploration_term: f32) -> f32 {
        (self.total * self.inv_sqrt_visits + exploration_term) * self.inv_sqrt_visits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quick_logarithm_is_close() {
        let table = SqrtLn::table();
        for n in (1..5000).chain([65_535, 65_536, 1_000_003, u32::MAX.into(), u64::MAX]) {
            let exact = (n as f64).ln().sqrt();
            assert!(
                (f64::from(table.of(n)) - exact).abs() < 1e-5,
                "{n}: {} for {exact}",
                table.of(n)
            );
        }
        assert_eq!(table.of(0), 0.0);
    }

    /// A counter that wrapped around would turn rewards of 1 into a mean of a million.
    #[test]
    fn an_arm_that_can_count_no_further_keeps_its_mean() {
        let mut arm =
            Arm { visits: u32::MAX - 2, total: f64::from(u32::MAX - 2), ..Arm::default() };
        for _ in 0..5 {
            arm.visit(1.0);
            assert_eq!(arm.mean(), 1.0);
        }
        assert_eq!({ arm.visits }, u32::MAX);
    }

    #[test]
    fn an_arm_is_20_bytes() {
        assert_eq!(size_of::<Arm>(), 20);
    }
}
