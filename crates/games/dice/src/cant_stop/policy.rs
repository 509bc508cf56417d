//! Rule-based players of Can't Stop, and the evaluation by progress in the columns.

use super::column::Heights;
use super::{Action, CantStop, Column, Dice, Phase};
use crate::status::opposed;
use sortilege::Rng;
use sortilege::evaluator::Evaluator;
use sortilege::playout::Policy;

/// Michael Keller's rule of 28: every runner and every step has a cost, higher in the outer
/// columns. The player stops when the costs of a turn reach 28.
///
/// A column costs 1 (the 7) to 6 (the 2 and the 12), once for its runner and once for each step.
/// With all three runners placed, odd columns cost 2 more and even ones 2 less, and columns that
/// are all below 8 or all above 6 cost 4 more. The rule does not cover the choice of a split; here
/// the progress measure of the evaluation decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleOf28 {
    /// The cost of a turn at which the player stops.
    pub limit: i32,
}

impl Default for RuleOf28 {
    fn default() -> Self {
        RuleOf28 { limit: 28 }
    }
}

impl Policy<CantStop> for RuleOf28 {
    fn action(&mut self, state: &CantStop, _: &mut Vec<Action>, _: &mut Rng) -> Action {
        match state.phase {
            Phase::Advance(dice) => state.greedy(dice).0,
            _ if state.runners != 0 && state.cost() >= self.limit => Action::Stop,
            _ => Action::Roll,
        }
    }
}

/// Advances by the split with the most progress, and stops unless another throw has a higher
/// expected progress. A throw that cannot be played counts as a return to the banked heights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OneMoreRoll;

impl Policy<CantStop> for OneMoreRoll {
    fn action(&mut self, state: &CantStop, _: &mut Vec<Action>, _: &mut Rng) -> Action {
        match state.phase {
            Phase::Advance(dice) => state.greedy(dice).0,
            _ if state.runners == 0
                || state.promise() > state.progress(state.mover(), state.current) =>
            {
                Action::Roll
            }
            _ => Action::Stop,
        }
    }
}

impl CantStop {
    /// The advance with the most progress, and that progress; [`Action::Stop`] and the banked
    /// progress if there is none.
    fn greedy(&self, dice: Dice) -> (Action, f64) {
        let mover = self.mover();
        let after = |action: Action| {
            let mut heights = self.current;
            match action {
                Action::One(column) => heights.raise(column),
                Action::Two(low, high) => {
                    [low, high].into_iter().for_each(|column| heights.raise(column))
                }
                _ => unreachable!("options are advances"),
            }
            (action, self.progress(mover, heights))
        };
        let options = self.options(dice);
        let advances = options.list().iter().map(|&action| after(action));
        advances
            .reduce(|best, next| if next.1 > best.1 { next } else { best })
            .unwrap_or_else(|| (Action::Stop, self.progress(mover, self.banked[mover])))
    }

    /// The expected progress after another throw.
    fn promise(&self) -> f64 {
        Dice::all().map(|dice| dice.probability() * self.greedy(dice).1).sum()
    }

    /// The cost of the current turn.
    fn cost(&self) -> i32 {
        let banked = self.banked[self.mover()];
        let price = |column: Column| 6 - i32::from(column.0.min(10 - column.0));
        let steps = |column: Column| i32::from(self.current.get(column) - banked.get(column));
        let runs = |column: &Column| self.runners & column.bit() != 0;
        let paid: i32 =
            Column::all().filter(runs).map(|column| price(column) * (1 + steps(column))).sum();
        paid + self.surcharge()
    }

    /// The additional cost, possibly negative, of three placed runners.
    fn surcharge(&self) -> i32 {
        let all = |test: fn(u8) -> bool| {
            Column::all().all(|column| self.runners & column.bit() == 0 || test(column.sum()))
        };
        if self.runners.count_ones() < super::RUNNERS {
            return 0;
        }
        let parity = match [all(|sum| sum % 2 == 1), all(|sum| sum % 2 == 0)] {
            [true, _] => 2,
            [_, true] => -2,
            _ => 0,
        };
        parity + if all(|sum| sum < 8) || all(|sum| sum > 6) { 4 } else { 0 }
    }
}

/// Evaluations of a position: the difference in progress, as a fraction of a win. SM does not print
/// its function; both of these are additions of this project.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Evaluation {
    /// Runners count as if they were banked.
    #[default]
    Progress,
    /// Only banked steps count, and not the current turn. A search that does not look beyond the
    /// end of the turn then has no reason to throw again.
    Banked,
}

impl Evaluator<CantStop> for Evaluation {
    #[inline]
    fn evaluate(&mut self, state: &CantStop, values: &mut [f64]) {
        let [first, second] =
            [0, 1].map(|player| match *self == Evaluation::Progress && player == state.mover() {
                true => state.progress(player, state.current),
                false => state.progress(player, state.banked[player]),
            });
        opposed(((first - second) / f64::from(state.rules.columns)).clamp(-1.0, 1.0), values);
    }
}

impl CantStop {
    /// The progress of a player with these `heights`: the sum of the squared fractions climbed,
    /// over the best columns (as many as win), plus a tenth of the squares of the others. Columns
    /// that the other player has won count as 0.
    pub(super) fn progress(&self, player: usize, heights: Heights) -> f64 {
        let lost = self.won[1 - player];
        let (mut best, mut sum) = ([0.0_f64; 3], 0.0);
        for column in heights.begun().filter(|column| lost & column.bit() == 0) {
            let square =
                SQUARES[usize::from(self.rules.length(column))][usize::from(heights.get(column))];
            sum += square;
            // Inserts each square into the sorted list of the best ones.
            best.iter_mut().fold(square, |square, best| {
                let (high, low) = (best.max(square), best.min(square));
                *best = high;
                low
            });
        }
        let best: f64 = best[..usize::from(self.rules.columns)].iter().sum();
        0.9 * best + 0.1 * sum
    }
}

/// The square of the fraction of a column that is climbed, by its length and the height.
static SQUARES: [[f64; 16]; 16] = {
    let mut table = [[0.0; 16]; 16];
    let mut at = 0;
    while at < 15 * 16 {
        let (length, height) = (at / 16 + 1, at % 16);
        let part = height as f64 / length as f64;
        table[length][height] = part * part;
        at += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use sortilege::game::Notation;

    fn cost(position: &str) -> i32 {
        CantStop::default().parse_position(position).expect("a position").cost()
    }

    #[test]
    fn costs_by_hand() {
        assert_eq!(cost("- - runners 7-3 turn 1 decides"), 4);
        assert_eq!(cost("- - runners 2-1,12-1 turn 1 decides"), 24);
        assert_eq!(cost("7-9 - runners 7-10,8-2 turn 1 decides"), 2 + 6);
        assert_eq!(cost("- - runners 5-1,7-1,9-1 turn 1 decides"), 6 + 2 + 6 + 2, "odd columns");
        assert_eq!(cost("- - runners 4-1,6-1,8-1 turn 1 decides"), 8 + 4 + 4 - 2, "even columns");
        assert_eq!(cost("- - runners 4-1,6-1,7-1 turn 1 decides"), 8 + 4 + 2 + 4, "low columns");
        assert_eq!(
            cost("- - runners 8-1,10-1,12-1 turn 1 decides"),
            4 + 8 + 12 - 2 + 4,
            "high even columns"
        );
    }
}
