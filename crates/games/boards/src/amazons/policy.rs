//! The playout policy of the QR experiments, which samples the amazon first, then her move; and the
//! evaluation by mobility.

use super::{Amazons, Move};
use crate::status::opposed;
use sortilege::Rng;
use sortilege::evaluator::Evaluator;
use sortilege::playout::Policy;

/// Samples one of the amazons that can move, then one of her moves with their shots, each
/// uniformly.
///
/// In contrast, uniform sampling over all moves favours amazons that have many moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct QueenFirst;

impl Policy<Amazons> for QueenFirst {
    #[inline]
    fn action(&mut self, state: &Amazons, _: &mut Vec<Move>, rng: &mut Rng) -> Move {
        let amazon = draw(state, rng);
        state.random_shot(rng, state.targets[amazon].count_ones(), |_| (amazon, 0))
    }

    /// The moves of one amazon only.
    fn shortlist(&mut self, state: &Amazons, out: &mut Vec<Move>, rng: &mut Rng) {
        out.clear();
        state.list(draw(state, rng), out);
    }
}

/// The number of an amazon that can move; all such amazons are equally likely.
#[inline]
fn draw(state: &Amazons, rng: &mut Rng) -> usize {
    let [a, b, c, d] = state.targets.map(|targets| usize::from(targets != 0));
    let mut able = (0..state.targets.len()).filter(|&amazon| state.targets[amazon] != 0);
    able.nth(rng.below(a + b + c + d)).expect("an amazon can move while the game goes on")
}

/// The difference in queen moves. Its weight decreases with the length of the game, as in the
/// authors' program.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mobility;

impl Evaluator<Amazons> for Mobility {
    fn evaluate(&mut self, state: &Amazons, values: &mut [f64]) {
        let [first, second] = [0, 1].map(|seat| f64::from(state.mobility(seat)));
        opposed(((first - second) / (4 * state.burnt().max(1)) as f64).tanh(), values);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policies::draws_by_weight;
    use sortilege::Game;
    use sortilege::game::Notation;
    use sortilege::testing::odds;
    use std::collections::HashMap;

    /// Samples moves and compares their frequencies with those of the shortlist, by amazon.
    fn assert_shares(state: &Amazons) {
        let mut legal = vec![];
        state.actions(&mut legal);
        let mut moves = HashMap::new();
        legal.iter().for_each(|action| *moves.entry(action.from()).or_insert(0.0) += 1.0);
        let shares: Vec<_> =
            legal.iter().map(|&action| (action, 1.0 / moves[&action.from()])).collect();
        draws_by_weight(QueenFirst, state, &shares);
    }

    #[test]
    fn one_amazon_is_considered() {
        let (state, mut rng, mut legal) = (Amazons::new(6).unwrap(), Rng::new(1), vec![]);
        state.actions(&mut legal);
        let mut counts = HashMap::new();
        for _ in 0..4000 {
            let mut list = vec![];
            QueenFirst.shortlist(&state, &mut list, &mut rng);
            let from = list[0].from();
            assert!(list.iter().eq(legal.iter().filter(|action| action.from() == from)));
            *counts.entry(from).or_insert(0) += 1;
        }
        odds::fit(&counts.into_values().collect::<Vec<u64>>(), &[0.25; 4]).unwrap();
    }

    /// White's a6 has four moves and e6 has one; f1 is stuck. So the single move is sampled half of
    /// the time.
    #[test]
    fn an_amazon_with_few_moves_is_drawn_as_often() {
        let position = "W..xW./xxxxxx/xxxxxx/xxxxxx/BxxxxB/xx..xW W";
        let state = Amazons::new(6).unwrap().parse_position(position).unwrap();
        assert_shares(&state);
        let mut rng = Rng::new(2);
        let only = state.parse_action("e6-f6/e6").unwrap();
        let drawn = (0..10_000)
            .filter(|_| QueenFirst.action(&state, &mut vec![], &mut rng) == only)
            .count();
        odds::fit(&[drawn as u64, 10_000 - drawn as u64], &[0.5, 0.5]).unwrap();
    }

    #[test]
    fn shares_are_right_all_game_long() {
        for (side, games) in [(6, 3), (10, 1)] {
            for seed in 0..games {
                let (mut state, mut rng) = (Amazons::new(side).unwrap(), Rng::new(seed));
                while state.turn() != sortilege::Turn::Over {
                    assert_shares(&state);
                    state.apply(state.random_action(&mut vec![], &mut rng));
                }
            }
        }
    }
}
