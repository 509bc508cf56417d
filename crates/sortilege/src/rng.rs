//! The single source of randomness: seeded, portable, and passed as an argument.
//!
//! The algorithm is xoshiro256++ from `rand_xoshiro`. Bounded draws, shuffles and seeding are
//! implemented here, so that an update of a dependency cannot change a published result.

use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A seeded random number generator.
///
/// ```
/// use sortilege::Rng;
/// let (mut a, mut b) = (Rng::new(7), Rng::new(7));
/// assert_eq!(a.below(6), b.below(6));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "State"))]
pub struct Rng(Xoshiro256PlusPlus);

/// The serialized state of a generator.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct State {
    s: [u64; 4],
}

#[cfg(feature = "serde")]
impl TryFrom<State> for Rng {
    type Error = String;
    fn try_from(State { s }: State) -> Result<Self, String> {
        if s == [0; 4] {
            return Err("a generator whose state is 0 throughout draws nothing but 0".to_string());
        }
        let mut seed = [0; 32];
        seed.chunks_exact_mut(8)
            .zip(s)
            .for_each(|(bytes, word)| bytes.copy_from_slice(&word.to_le_bytes()));
        Ok(Rng(Xoshiro256PlusPlus::from_seed(seed)))
    }
}

impl Rng {
    /// The generator with this seed.
    pub fn new(seed: u64) -> Self {
        Rng::derive(&[seed])
    }

    /// A separate generator for each list of numbers, such as (experiment seed, game number, seat).
    /// Lists that differ in a number or in length give unrelated streams.
    pub fn derive(parts: &[u64]) -> Self {
        let mut state = parts.len() as u64;
        for &part in parts {
            state = mix(state ^ mix(part));
        }
        let mut seed = [0; 32];
        for (i, word) in seed.chunks_exact_mut(8).enumerate() {
            word.copy_from_slice(&mix(state.wrapping_add(i as u64)).to_le_bytes());
        }
        Rng(Xoshiro256PlusPlus::from_seed(seed))
    }

    /// Returns 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Draws a number from 0 to `n - 1` uniformly (to within n / 2^64). `n` must not be 0.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        debug_assert!(n > 0, "there is no number below 0");
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }

    /// Draws a number in [0, 1), a multiple of 2^-53.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Draws one of `items` uniformly. There must be at least one.
    #[inline]
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// Draws the index of a set bit of `mask` uniformly. There must be at least one.
    #[inline]
    pub fn pick_bit(&mut self, mask: u64) -> u32 {
        nth_bit(mask, self.below(mask.count_ones() as usize) as u32)
    }

    /// Draws an index in proportion to `weights`, which are not negative and not all 0.
    pub fn weighted(&mut self, weights: &[f64]) -> usize {
        let mut left = self.unit() * weights.iter().sum::<f64>();
        for (i, &weight) in weights.iter().enumerate() {
            left -= weight;
            if left < 0.0 {
                return i;
            }
        }
        // Rounding can leave a remainder: it belongs to the last outcome with a positive weight.
        weights.iter().rposition(|&weight| weight > 0.0).expect("a weight above 0")
    }

    /// Shuffles `items`; every order is equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// The index of the `n`-th set bit of `mask`, counted from 0. The bit must exist.
#[inline]
pub fn nth_bit(mask: u64, n: u32) -> u32 {
    debug_assert!(n < mask.count_ones(), "mask {mask:#x} has no bit number {n}");
    #[cfg(target_feature = "bmi2")]
    {
        // SAFETY: the instruction set is enabled for the whole build.
        #[allow(unsafe_code, unused_unsafe)]
        unsafe {
            std::arch::x86_64::_pdep_u64(1 << n, mask).trailing_zeros()
        }
    }
    #[cfg(not(target_feature = "bmi2"))]
    {
        let mut rest = mask;
        for _ in 0..n {
            rest &= rest - 1;
        }
        rest.trailing_zeros()
    }
}

/// The finaliser of SplitMix64 after one step of its counter (Steele, Lea & Flood 2014).
#[inline]
pub(crate) fn mix(x: u64) -> u64 {
    let z = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this test fails, every published seed has changed its meaning.
    #[test]
    fn golden_values() {
        let mut rng = Rng::new(1);
        let first: Vec<u64> = (0..3).map(|_| rng.bits()).collect();
        assert_eq!(first, GOLDEN, "{first:#x?}");
        let draws: Vec<usize> = (0..12).map(|_| rng.below(6)).collect();
        assert_eq!(draws, GOLDEN_DICE);
    }
    const GOLDEN: [u64; 3] = [0x7288_7038_9b2c_cd5b, 0x1f1c_9ca7_82ab_07ce, 0x081a_a900_ff85_436a];
    const GOLDEN_DICE: [usize; 12] = [5, 2, 5, 2, 0, 4, 0, 1, 2, 1, 2, 3];

    #[test]
    fn lists_that_differ_give_different_streams() {
        let lists: [&[u64]; 6] = [&[], &[0], &[0, 0], &[1], &[0, 1], &[1, 0]];
        let mut first: Vec<u64> = lists.iter().map(|list| Rng::derive(list).bits()).collect();
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), lists.len());
    }

    #[test]
    fn nth_bit_counts_from_the_lowest() {
        let mask = 0b1011_0100_u64 | 1 << 63;
        assert_eq!((0..5).map(|n| nth_bit(mask, n)).collect::<Vec<_>>(), [2, 4, 5, 7, 63]);
    }

    #[test]
    fn weighted_never_draws_an_impossible_outcome() {
        let mut rng = Rng::new(3);
        assert!((0..1000).all(|_| rng.weighted(&[0.0, 0.3, 0.0, 0.7, 0.0]) % 2 == 1));
    }
}
