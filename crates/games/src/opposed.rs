//! Values for two whose interests are opposed.

/// What is `value` to the first player is the opposite to the second.
#[inline]
pub(crate) fn opposed(value: f64, values: &mut [f64]) {
    values.copy_from_slice(&[value, -value]);
}

/// What an evaluator, or the end of the game, says of a state for `who`.
#[cfg(test)]
pub(crate) fn worth<G: sortilege::Game>(
    mut evaluator: impl sortilege::evaluator::Evaluator<G>,
    state: &G,
    who: sortilege::Player,
) -> f64 {
    let mut values = [f64::NAN; sortilege::game::MAX_PLAYERS];
    sortilege::evaluator::judge(&mut evaluator, state, &mut values[..state.players()]);
    values[who.0]
}
