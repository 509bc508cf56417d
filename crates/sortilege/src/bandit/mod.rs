//! Multi-armed bandits: one arm-choosing rule a file. Ties break at random.
//!
//! | rule | for |
//! |---|---|
//! | [`ucb1`] | one player's choice, all arms always there |
//! | [`subset`] | the same, when only some arms are there each time (IS §IV-B) |
//! | [`exp3`] | choices made at once, where the answer is a mix (IS §III-C1) |
//! | [`regret_matching`] | the same, by another rule |

mod arm_score;
pub mod exp3;
pub(crate) mod lanes;
pub mod regret_matching;
pub mod subset;
pub mod ucb1;

use crate::Rng;
pub use arm_score::ArmScore;
use std::sync::LazyLock;

/// What is known of one arm, in 20 bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(Rust, packed(4))]
pub struct Arm {
    /// The sum of rewards; for [`exp3`] and [`regret_matching`], each divided by its probability.
    pub total: f64,
    /// How often the arm was chosen.
    pub visits: u32,
    /// How often it could have been chosen.
    pub available: u32,
    /// Free for the arm's owner; the tree keeps here where the arm leads.
    pub(crate) child: u32,
}

impl Default for Arm {
    fn default() -> Self {
        Arm { total: 0.0, visits: 0, available: 0, child: u32::MAX }
    }
}

/// What is certain about an arm, to the one who chooses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Proven {
    /// It wins, whatever the opponent does.
    Win,
    /// It loses, whatever is done about it.
    Loss,
}

impl Proven {
    /// The same, to the opponent.
    pub fn opposite(self) -> Self {
        match self {
            Proven::Win => Proven::Loss,
            Proven::Loss => Proven::Win,
        }
    }
}

impl Arm {
    /// Counts a visit that earned `reward`. An arm that was visited as often as it can count stays
    /// as it is, so that its mean remains one.
    #[inline]
    pub fn visit(&mut self, reward: f64) {
        if let Some(visits) = self.visits.checked_add(1) {
            self.total += reward;
            self.visits = visits;
        }
    }

    /// The average reward, 0 before the first visit.
    pub fn mean(&self) -> f64 {
        self.total / f64::from(self.visits.max(1))
    }

    /// Makes its total infinite, so that rules of the UCB kind take it always or never and need not
    /// know why. A lost arm counts as tried, or these rules would try it first.
    pub fn prove(&mut self, proven: Proven) {
        self.total = match proven {
            Proven::Win => f64::INFINITY,
            Proven::Loss => f64::NEG_INFINITY,
        };
        if proven == Proven::Loss && self.visits == 0 {
            self.visits = 1;
        }
    }

    /// What is certain about it, if anything is.
    #[inline]
    pub fn proven(&self) -> Option<Proven> {
        match self.total {
            f64::INFINITY => Some(Proven::Win),
            f64::NEG_INFINITY => Some(Proven::Loss),
            _ => None,
        }
    }

    /// What UCB scores are made of.
    #[inline]
    pub fn score(&self) -> ArmScore {
        ArmScore::new(self.total, self.visits.into())
    }
}

/// The index of the largest score; equal ones have equal chances.
#[inline]
pub(crate) fn largest(scores: &[f32], rng: &mut Rng) -> usize {
    only_largest(scores.iter().copied()).unwrap_or_else(|| one_of_the_largest(scores, rng))
}

/// The index of the largest score, if there is only one. Which it is cannot be predicted, so no
/// branch depends on it: score and place are compared as one number.
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

/// A number that is larger the larger the score is.
#[inline]
fn rank(score: f32) -> i32 {
    // Without its zeros of two signs, a float is ordered by its bits, those below 0 the other way
    // round.
    let bits = (score + 0.0).to_bits() as i32;
    bits ^ (bits >> 31) & i32::MAX
}

/// The same where several scores are the largest, which is rare once arms have been tried.
#[cold]
#[inline(never)]
fn one_of_the_largest(scores: &[f32], rng: &mut Rng) -> usize {
    let largest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let ties = || scores.iter().enumerate().filter(|&(_, &score)| score == largest);
    let pick = rng.below(ties().count());
    ties().nth(pick).expect("there are so many").0
}

/// Square roots of natural logarithms, 0 up to 1. Most arms are looked at while their counts are
/// small, so small ones are tabulated: a library call for every arm would cost more than the rest
/// of the score.
pub(crate) struct SqrtLn([f32; SqrtLn::TABULATED]);

impl SqrtLn {
    /// Counts of arms that are weighed together are close to each other, so little of the table is
    /// in use at a time and most of the first-level cache is left to the tree.
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

    /// Exponent, and a polynomial for the mantissa. The error stays below 1e-5, and the result is
    /// the same on every machine.
    fn compute(n: f32) -> f32 {
        let bits = n.max(1.0).to_bits();
        let exponent = (bits >> 23) as f32 - 127.0;
        let x = f32::from_bits(bits & 0x007f_ffff | 0x3f80_0000) - 1.0;
        let poly = SqrtLn::POLY.iter().rev().fold(0.0, |sum, &a| sum * x + a);
        (exponent * std::f32::consts::LN_2 + x * poly).max(0.0).sqrt()
    }

    /// Least squares for ln(1 + x) / x on [0, 1], so that powers of two come out exactly.
    const POLY: [f32; 6] =
        [1.0, -0.499_511_2, 0.325_932_33, -0.211_432_38, 0.102_321, -0.024_162_56];
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

    /// A wrapped counter would make a mean of a million out of rewards of 1.
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
