//! Keys of states that fit into 64 bits as they are.

/// A key from a number that is different for different states. No two numbers share a key, and small
/// differences reach the low bits as well as the high ones, so any part of the key can index a table.
#[inline]
pub(crate) fn scatter(packed: u64) -> u64 {
    // An odd factor keeps the product one-to-one; it mixes upwards only, hence the swap in between.
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    packed.wrapping_mul(FACTOR).swap_bytes().wrapping_mul(FACTOR)
}
