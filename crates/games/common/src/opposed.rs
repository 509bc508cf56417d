//! Values of zero-sum games for two players.

/// Sets the first player's value to `value` and the second player's to the opposite.
#[inline]
pub fn opposed(value: f64, values: &mut [f64]) {
    values.copy_from_slice(&[value, -value]);
}
