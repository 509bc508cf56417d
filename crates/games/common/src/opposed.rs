//! Values for two whose interests are opposed.

/// What is `value` to the first player is the opposite to the second.
#[inline]
pub fn opposed(value: f64, values: &mut [f64]) {
    values.copy_from_slice(&[value, -value]);
}
