//! Keys of states: [`scatter`] for states that fit into 64 bits, [`mix`] for larger ones.

/// An odd number without a pattern in its bits: the golden ratio as a fraction of 2^64.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A key from a packed state. No two numbers share a key, and small differences reach the low bits
/// as well as the high ones, so any part of the key can index a table.
#[inline]
pub fn scatter(packed: u64) -> u64 {
    // An odd factor keeps the product one-to-one. The product mixes bits only upwards, so the bytes
    // are swapped in between.
    packed.wrapping_mul(GOLDEN).swap_bytes().wrapping_mul(GOLDEN)
}

/// A key from the words of a state, which are multiplied and folded one after the other. Different
/// states may share a key, but hardly ever do.
#[inline]
pub fn mix(words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(0, |key, word| {
        let product = (key ^ word).wrapping_add(GOLDEN).wrapping_mul(0xd6e8_feb8_6659_fd93);
        product ^ product >> 32
    })
}
