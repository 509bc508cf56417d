//! The playout policy of QR's authors, which never misses a capture, and the evaluation by the
//! number of soldiers.

use super::moves::{CAPTURES, SHOTS};
use super::{Cannon, Move};
use crate::status::opposed;
use sortilege::evaluator::Evaluator;
use sortilege::playout::Policy;
use sortilege::{Game, Rng};

/// Weight of a shot; a capture has weight 1.
const SHOT_WEIGHT: u32 = 4;

/// Captures the enemy town if possible. Otherwise removes a soldier if possible; each shot of a
/// cannon is four times as likely as each capture by a soldier. Otherwise samples uniformly from
/// all moves. The paper does not describe its policies; this one is taken from the authors'
/// program.
#[derive(Clone, Copy, Debug, Default)]
pub struct Aggressive;

impl Policy<Cannon> for Aggressive {
    #[inline]
    fn action(&mut self, state: &Cannon, scratch: &mut Vec<Move>, rng: &mut Rng) -> Move {
        if state.is_placing() {
            return state.random_action(scratch, rng);
        }
        let mut moves = state.moves();
        let (town, attacked) = (state.town(1 - state.mover()), moves.attacked());
        if attacked & town != 0 {
            return moves.attacks_on(town).random(rng);
        }
        if attacked != 0 && state.rules.check_rule {
            moves.retain_attacks(|action| state.is_safe(action));
        }
        let (captures, shots) = (moves.count_of(CAPTURES), moves.count_of(SHOTS));
        if captures + shots == 0 {
            return state.first_allowed(|| moves.random(rng));
        }
        let number = rng.below((captures + SHOT_WEIGHT * shots) as usize) as u32;
        match number.checked_sub(captures) {
            None => moves.nth(CAPTURES.start, number),
            Some(rest) => moves.nth(SHOTS.start, rest / SHOT_WEIGHT),
        }
    }
}

/// tanh(d / 15), where d is the difference in soldiers: the evaluation of QR's authors.
#[derive(Clone, Copy, Debug, Default)]
pub struct Soldiers;

impl Evaluator<Cannon> for Soldiers {
    fn evaluate(&mut self, state: &Cannon, values: &mut [f64]) {
        opposed(state.lead(0).tanh(), values);
    }
}
