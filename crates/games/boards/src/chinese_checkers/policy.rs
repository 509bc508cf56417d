//! The playout policy of QR's Chinese Checkers, and the evaluation by distance to the goal.

use super::moves::{Table, nth_field};
use super::star::{Field, Goal};
use super::{ChineseCheckers, Move};
use crate::status::opposed;
use sortilege::evaluator::Evaluator;
use sortilege::playout::Policy;
use sortilege::{Game, Rng};

/// Moves a random piece by one of its moves that does not lead away from the next goal.
///
/// 1. A move is forward if it ends no farther from the next goal (see [`Rules`](super::Rules)) than
///    it begins. One of the pieces that have a forward move is drawn, each equally likely.
/// 2. If some of its forward moves enter the target from outside, only these moves are considered.
/// 3. One of these moves is drawn with weight 1 plus its number of hops, counted on the shortest
///    chain; a step has none.
/// 4. If no piece has a forward move, all legal moves are equally likely.
///
/// QR does not describe its playouts; this is a reading of its authors' program. In that program, a
/// drawn piece without a forward move is replaced by the next one in the order of the pieces; here,
/// by a random one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Homeward;

impl Policy<ChineseCheckers> for Homeward {
    #[inline]
    fn action(&mut self, state: &ChineseCheckers, scratch: &mut Vec<Move>, rng: &mut Rng) -> Move {
        let mover = state.mover();
        let (table, goal) = (state.table(), state.goal(mover));
        let mut left = state.pieces[mover];
        while left != 0 {
            let from = random_field(left, rng);
            if let Some(to) = forward(state, &table, goal, from, rng) {
                return Move::Go(from, to);
            }
            left &= !from.bit();
        }
        state.random_action(scratch, rng)
    }
}

/// The target of the piece on `from`, if it has a forward move.
#[inline]
fn forward(
    state: &ChineseCheckers,
    table: &Table,
    goal: &Goal,
    from: Field,
    rng: &mut Rng,
) -> Option<Field> {
    let spot = state.star.spot(from);
    let (allowed, forward) = (table.allowed(spot), goal.no_farther(from));
    let target = state.target(state.mover());
    let home = if target & spot.bit == 0 { target } else { 0 };
    let [mut coming, mut other] = [Lot::default(), Lot::default()];
    let mut offer = |landings: u128, weight: u32| {
        coming.offer(landings & forward & home, weight, rng);
        other.offer(landings & forward & !home, weight, rng);
    };
    offer(table.steps(spot), 1);
    let (mut reached, mut rim, mut weight) = (0, spot.bit, 1);
    while table.can_hop(rim) {
        rim = table.hop(rim) & allowed & !reached;
        reached |= rim;
        weight += 1;
        offer(rim, weight);
    }
    let drawn = if coming.total > 0 { coming } else { other };
    (drawn.total > 0).then(|| random_field(drawn.among, rng))
}

/// A weighted sample from sets of fields that are offered one after the other.
#[derive(Clone, Copy, Default)]
struct Lot {
    /// The weight of all fields so far.
    total: u32,
    /// The selected set; one of its fields is still to be drawn.
    among: u128,
}

impl Lot {
    /// Replaces the selected set by a new one with the probability of its share of the weight so
    /// far.
    #[inline]
    fn offer(&mut self, fields: u128, weight: u32, rng: &mut Rng) {
        let share = weight * fields.count_ones();
        self.total += share;
        if share > 0 && (rng.below(self.total as usize) as u32) < share {
            self.among = fields;
        }
    }
}

#[inline]
fn random_field(mask: u128, rng: &mut Rng) -> Field {
    nth_field(mask, rng.below(mask.count_ones() as usize) as u32)
}

/// tanh(d / 10), where d is the opponent's number of steps to its next goal, summed over the
/// pieces, minus the own number.
#[derive(Clone, Copy, Debug, Default)]
pub struct StepsLeft;

impl Evaluator<ChineseCheckers> for StepsLeft {
    fn evaluate(&mut self, state: &ChineseCheckers, values: &mut [f64]) {
        let [first, second] = [0, 1].map(|seat| f64::from(state.steps_left(seat)));
        opposed(((second - first) / 10.0).tanh(), values);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chinese_checkers::Rules;
    use crate::chinese_checkers::star::{Coordinates, fields};
    use crate::chinese_checkers::tests::{ONLY_BACK, field, with};
    use crate::policies::draws_by_weight;
    use sortilege::Turn;

    /// The probability of every legal move, computed piece by piece from the description.
    fn probabilities(state: &ChineseCheckers) -> Vec<(Move, f64)> {
        let (mut legal, goal) = (vec![], state.goal(state.mover()));
        state.actions(&mut legal);
        let target = state.target(state.mover());
        let ends = |action: &Move| match *action {
            Move::Go(from, to) => (from, to),
            Move::Pass => panic!("a pass"),
        };
        let forward: Vec<_> =
            legal.iter().map(ends).filter(|&(from, to)| goal.away(to) <= goal.away(from)).collect();
        let comes =
            |&(from, to): &(Field, Field)| target & from.bit() == 0 && target & to.bit() != 0;
        let mut pieces: Vec<Field> = forward.iter().map(|&(from, _)| from).collect();
        pieces.dedup();
        let mut all = vec![];
        for &piece in &pieces {
            let own: Vec<_> = forward.iter().copied().filter(|&(from, _)| from == piece).collect();
            let home: Vec<_> = own.iter().copied().filter(comes).collect();
            let own = if home.is_empty() { own } else { home };
            let weights: Vec<f64> =
                own.iter().map(|&(from, to)| 1.0 + f64::from(hops(state, from, to))).collect();
            let total = weights.iter().sum::<f64>() * pieces.len() as f64;
            all.extend(
                own.iter()
                    .zip(weights)
                    .map(|(&(from, to), weight)| (Move::Go(from, to), weight / total)),
            );
        }
        if all.is_empty() {
            all = legal.iter().map(|&action| (action, 1.0 / legal.len() as f64)).collect();
        }
        all
    }

    /// The least number of hops from one field to another, 0 for neighbours.
    fn hops(state: &ChineseCheckers, from: Field, to: Field) -> u32 {
        if state.star.spot(from).near & to.bit() != 0 {
            return 0;
        }
        let (mut reached, mut count) = (from.bit(), 0);
        while reached & to.bit() == 0 {
            let land = |field| {
                state.star.landings(field, state.occupied())
                    & state.table().allowed(state.star.spot(from))
            };
            reached = fields(reached).fold(reached, |all, field| all | land(field));
            count += 1;
        }
        count
    }

    /// Checks the policy in `state` against the moves in `right`: origin, target and probability.
    fn assert_policy(state: &ChineseCheckers, right: &[(Coordinates, Coordinates, f64)]) {
        let action = |from, to| Move::Go(field(state, from), field(state, to));
        let right: Vec<_> = right.iter().map(|&(from, to, p)| (action(from, to), p)).collect();
        draws_by_weight(Homeward, state, &right);
    }

    #[test]
    fn longer_chains_weigh_more() {
        // X's only mobile piece: the others stand in the target, which O's last piece fills up.
        let own = [(12, 0), (11, -1), (11, 1), (10, -2), (10, 0), (4, 0)];
        let state =
            with(Rules::default(), 0, [own, [(10, 2), (5, 1), (7, 3), (0, 0), (1, -1), (1, 1)]]);
        let from = (4, 0);
        let right = [((4, -2), 1.0), ((4, 2), 1.0), ((5, -1), 1.0), ((6, 2), 2.0), ((8, 4), 3.0)];
        assert_policy(&state, &right.map(|(to, weight)| (from, to, weight / 8.0)));
    }

    #[test]
    fn pieces_are_equally_likely() {
        let start = ChineseCheckers::default();
        let right = probabilities(&start);
        assert!(right.len() == 10 && right.iter().all(|&(_, p)| (p - 0.1).abs() < 1e-12));
        draws_by_weight(Homeward, &start, &right);
        // One piece has four forward moves, the other has one: half for each piece.
        let own = [(12, 0), (11, -1), (11, 1), (10, -2), (6, 0), (3, -9)];
        let state =
            with(Rules::default(), 0, [own, [(10, 0), (10, 2), (3, -7), (3, -5), (5, -7), (0, 0)]]);
        let mut right: Vec<_> =
            [(6, -2), (6, 2), (7, -1), (7, 1)].map(|to| ((6, 0), to, 0.125)).to_vec();
        right.push(((3, -9), (4, -8), 0.5));
        assert_policy(&state, &right);
    }

    /// The piece on (9, 1) does not step to (9, -1), which is as close to the goal (10, 0), because
    /// it can enter the target. Four pieces are already home and have forward moves there; the one
    /// on (0, 0) is blocked.
    #[test]
    fn coming_home_goes_first() {
        let own = [(9, 1), (10, -2), (11, -1), (11, 1), (12, 0), (0, 0)];
        let other = [(1, -1), (1, 1), (2, -2), (2, 2), (6, 6), (6, -6)];
        let right = [
            ((9, 1), (10, 0), 0.1),
            ((9, 1), (10, 2), 0.1),
            ((10, -2), (10, 0), 0.2),
            ((11, -1), (10, 0), 0.2),
            ((11, 1), (10, 0), 0.1),
            ((11, 1), (10, 2), 0.1),
            ((12, 0), (10, 2), 0.2),
        ];
        assert_policy(&with(Rules::default(), 0, [own, other]), &right);
    }

    #[test]
    fn where_nothing_is_forward_anything_goes() {
        let right = [((4, -8), (3, -9), 0.5), ((4, -8), (3, -7), 0.5)];
        for forward_only in [false, true] {
            assert_policy(&with(Rules { forward_only, ..Rules::default() }, 0, ONLY_BACK), &right);
        }
    }

    /// In whole games: every 20th position agrees with the description, and all games end soon.
    #[test]
    fn whole_games() {
        let mut rng = Rng::new(2);
        for rules in [Rules::default(), Rules { forward_only: true, ..Rules::OPEN_SPIEL }] {
            let (mut state, mut plies) = (ChineseCheckers::new(rules), 0);
            while state.turn() != Turn::Over {
                if plies % 20 == 7 {
                    draws_by_weight(Homeward, &state, &probabilities(&state));
                }
                state.apply(Homeward.action(&state, &mut vec![], &mut rng));
                plies += 1;
            }
            assert!(plies < 1000, "{plies} plies");
        }
    }

    #[test]
    fn a_pass_is_found() {
        let own = [(12, 0), (11, -1), (11, 1), (10, -2), (10, 0), (0, 0)];
        let state =
            with(Rules::default(), 0, [own, [(10, 2), (1, -1), (1, 1), (2, -2), (2, 2), (6, 0)]]);
        assert_eq!(Homeward.action(&state, &mut vec![], &mut Rng::new(1)), Move::Pass);
    }
}
