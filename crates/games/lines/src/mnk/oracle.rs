//! Slow and plain reference computations for tests of both games.

use crate::census::{answer, moves};
use sortilege::game::{Outcomes, Sequential};
use sortilege::testing::odds;
use sortilege::{Player, Rng, Turn};
use std::collections::HashMap;
use std::hash::Hash;

/// The results of random play from a state: probabilities of X's win, O's win and a draw, and the
/// expected number of `marks`.
pub(crate) fn random_play<G: Outcomes + Eq + Hash>(
    state: &G,
    marks: &impl Fn(&G) -> u8,
    memo: &mut HashMap<G, [f64; 4]>,
) -> [f64; 4] {
    if let Some(&known) = memo.get(state) {
        return known;
    }
    let ends = match state.turn() {
        Turn::Over => {
            let won = |seat| f64::from(u8::from(state.payoff(Player(seat)) == 1.0));
            [won(0), won(1), 1.0 - won(0) - won(1), f64::from(marks(state))]
        }
        Turn::Chance => random_play(&state.after(answer(state)), marks, memo),
        _ => {
            let moves = moves(state);
            let mut mean = [0.0; 4];
            for &action in &moves {
                let ends = random_play(&state.after(action), marks, memo);
                mean.iter_mut().zip(ends).for_each(|(mean, end)| *mean += end / moves.len() as f64);
            }
            mean
        }
    };
    memo.insert(state.clone(), ends);
    ends
}

/// The result of [`random_play`] for 3,3,3.
pub(crate) const RANDOM_333: [f64; 4] =
    [737.0 / 1260.0, 121.0 / 420.0, 8.0 / 63.0, 7.626_190_476_190_476];

/// Plays `games` random games of 4,4,4 and compares their results with the exact probabilities.
pub(crate) fn assert_random_444<G: Outcomes + Sequential>(
    start: &G,
    marks: impl Fn(&G) -> u8,
    games: u64,
) {
    let (mut rng, mut scratch) = (Rng::new(4), vec![]);
    let (mut ends, mut total) = ([0; 3], 0.0);
    for _ in 0..games {
        let mut state = start.clone();
        loop {
            let action = match state.turn() {
                Turn::Over => break,
                Turn::Chance => state.sample(&mut rng),
                _ => state.random_action(&mut scratch, &mut rng),
            };
            state.apply(action);
        }
        ends[[1.0, -1.0, 0.0]
            .iter()
            .position(|&payoff| payoff == state.payoff(Player(0)))
            .unwrap()] += 1;
        total += f64::from(marks(&state));
    }
    odds::fit(&ends, &[0.316_590_077, 0.267_248_307, 0.416_161_616]).unwrap();
    let mean = total / games as f64;
    assert!((mean - 14.549_024).abs() < odds::mean_bound(games, 7.0, 16.0), "{mean} marks a game");
}
