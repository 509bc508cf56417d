//! Test support for playout policies, whose samples are compared with the promised probabilities,
//! and for evaluators.

use sortilege::game::{Chance, Notation, Sequential};
use sortilege::playout::Policy;
use sortilege::testing::odds;
use sortilege::{Player, Rng, Turn};
use std::collections::HashMap;
use std::fmt::Debug;

/// Checks many random moves: each of `weights` occurs in proportion to its weight, and no other
/// move occurs.
pub fn draws_by_weight<G: Sequential + Debug>(
    mut policy: impl Policy<G>,
    state: &G,
    weights: &[(G::Action, f64)],
) {
    let (mut rng, mut scratch, mut counts) = (Rng::new(1), vec![], HashMap::new());
    for _ in 0..10_000 + 20 * weights.len() {
        *counts.entry(policy.action(state, &mut scratch, &mut rng)).or_default() += 1;
    }
    let drawn: Vec<u64> =
        weights.iter().map(|(action, _)| counts.remove(action).unwrap_or(0)).collect();
    assert!(counts.is_empty(), "{counts:?} were drawn in {state:?}");
    let total: f64 = weights.iter().map(|&(_, weight)| weight).sum();
    let expected: Vec<f64> = weights.iter().map(|&(_, weight)| weight / total).collect();
    odds::fit(&drawn, &expected).unwrap_or_else(|error| panic!("{error} in {state:?}"));
}

/// Checks the shortlist: it has each of `weights` as often as its weight says, and no other move.
pub fn lists_by_weight<G: Sequential + Debug>(
    mut policy: impl Policy<G>,
    state: &G,
    weights: &[(G::Action, f64)],
) {
    let mut listed = vec![];
    policy.shortlist(state, &mut listed, &mut Rng::new(1));
    let times = |action| listed.iter().filter(|&&other| other == action).count() as f64;
    assert!(
        weights.iter().all(|&(action, weight)| times(action) == weight),
        "{listed:?} in {state:?}"
    );
    let total: f64 = weights.iter().map(|&(_, weight)| weight).sum();
    assert_eq!(listed.len() as f64, total, "{listed:?} in {state:?}");
}

/// The weights of moves that are given by name.
pub fn by_name<G: Notation>(state: &G, weights: &[(&str, f64)]) -> Vec<(G::Action, f64)> {
    let action =
        |name| state.parse_action(name).unwrap_or_else(|| panic!("{name} in {}", state.position()));
    weights.iter().map(|&(name, weight)| (action(name), weight)).collect()
}

/// The fraction of games that the first policy wins when it begins; a draw counts as half a win.
pub fn wins_beginning<G: Chance + Sequential>(
    start: &G,
    first: &mut impl Policy<G>,
    second: &mut impl Policy<G>,
    games: u32,
) -> f64 {
    let (mut rng, mut scratch, mut won) = (Rng::new(5), vec![], 0.0);
    for _ in 0..games {
        let mut state = start.clone();
        loop {
            let action = match state.turn() {
                Turn::Over => break,
                Turn::Chance => state.sample(&mut rng),
                Turn::Player(Player(0)) => first.action(&state, &mut scratch, &mut rng),
                _ => second.action(&state, &mut scratch, &mut rng),
            };
            state.apply(action);
        }
        won += (state.payoff(Player(0)) + 1.0) / 2.0;
    }
    won / f64::from(games)
}

/// The fraction of games that the first policy wins when it begins half of them.
pub fn wins<G: Chance + Sequential>(
    start: &G,
    first: &mut impl Policy<G>,
    second: &mut impl Policy<G>,
    games: u32,
) -> f64 {
    let lost = wins_beginning(start, second, first, games / 2);
    (wins_beginning(start, first, second, games / 2) + 1.0 - lost) / 2.0
}

/// The value of a state for `who`: the payoff at the end of the game, and otherwise the
/// evaluator's.
pub fn worth<G: sortilege::Game>(
    mut evaluator: impl sortilege::evaluator::Evaluator<G>,
    state: &G,
    who: sortilege::Player,
) -> f64 {
    let mut values = [f64::NAN; sortilege::game::MAX_PLAYERS];
    sortilege::evaluator::evaluate(&mut evaluator, state, &mut values[..state.players()]);
    values[who.0]
}
