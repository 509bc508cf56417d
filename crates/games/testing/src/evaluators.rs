//! For tests of evaluators: what they say of a state.

/// What an evaluator, or the end of the game, says of a state for `who`.
pub fn worth<G: sortilege::Game>(
    mut evaluator: impl sortilege::evaluator::Evaluator<G>,
    state: &G,
    who: sortilege::Player,
) -> f64 {
    let mut values = [f64::NAN; sortilege::game::MAX_PLAYERS];
    sortilege::evaluator::judge(&mut evaluator, state, &mut values[..state.players()]);
    values[who.0]
}
