//! Test support for evaluators.

/// The value of a state for `who`: the payoff at the end of the game, and otherwise the
/// evaluator's.
pub fn worth<G: sortilege::Game>(
    mut evaluator: impl sortilege::evaluator::Evaluator<G>,
    state: &G,
    who: sortilege::Player,
) -> f64 {
    let mut values = [f64::NAN; sortilege::game::MAX_PLAYERS];
    sortilege::evaluator::judge(&mut evaluator, state, &mut values[..state.players()]);
    values[who.0]
}
