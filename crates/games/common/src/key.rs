//! Keys of states: [`scatter`] for those that fit into 64 bits, [`mix`] for larger ones.

/// Odd, and without a pattern in its bits: the golden ratio as a fraction of 2^64.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A key from a number that is different for different states. No two numbers share a key, and
/// small differences reach the low bits as well as the high ones, so any part of the key can index
/// a table.
#[inline]
pub fn scatter(packed: u64) -> u64 {
    // An odd factor keeps the product one-to-one; it mixes upwards only, hence the swap in between.
    packed.wrapping_mul(GOLDEN).swap_bytes().wrapping_mul(GOLDEN)
}

/// A key from words that are different for different states: multiplied and folded one after the
/// other. States that differ may share a key, but hardly ever do.
#[inline]
pub fn mix(words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(0, |key, word| {
        let product = (key ^ word).wrapping_add(GOLDEN).wrapping_mul(0xd6e8_feb8_6659_fd93);
        product ^ product >> 32
    })
}
