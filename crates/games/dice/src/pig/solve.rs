//! The exact solution of Pig: the probability of winning at every state, by value iteration (SM
//! §4.3, after Neller & Presser 2004).
//!
//! Only the values at the beginning of turns are stored. The values within a turn follow from them
//! in one pass from the goal downwards, since a total only grows until the turn is over. A sweep
//! visits the pairs of scores from high sums to low ones. Banking points leads to a higher sum, so
//! that the iteration is needed only for lost turns and lost scores.

use super::{Action, HIGHEST_GOAL, Phase, Pig, THROWS};
use sortilege::Player;
use sortilege::game::Game;

/// Sweeps end when no value changes by more than this.
const TOLERANCE: f64 = 1e-14;

/// Probabilities of the sums 4 to 12.
const SUMS: [f64; 9] = {
    let (mut odds, mut at) = ([0.0; 9], 0);
    while at < odds.len() {
        odds[at] = THROWS[at].1 as f64 / 36.0;
        at += 1;
    }
    odds
};
const LOWEST_SUM: usize = 4;
const ONE: f64 = 10.0 / 36.0;
const ONES: f64 = 1.0 / 36.0;

/// The value of every state under best play of both players.
#[derive(Clone, Debug)]
pub struct Solution {
    goal: usize,
    /// The win probability of the player who begins a turn, by own score and then the other's.
    starts: Vec<f64>,
}

impl Solution {
    /// Solves the race to `goal` points, which is 1 to 240.
    pub fn new(goal: u8) -> Self {
        assert!((1..=HIGHEST_GOAL).contains(&goal), "no race goes to {goal}");
        let goal = usize::from(goal);
        let mut solution = Solution { goal, starts: vec![0.5; goal * goal] };
        while solution.sweep() > TOLERANCE {}
        solution
    }

    /// The goal of the solved race.
    pub fn goal(&self) -> u8 {
        self.goal as u8
    }

    /// The win probability of the player on roll, at a decision, before a throw, or at the end.
    pub fn win_probability(&self, state: &Pig) -> f64 {
        let turn = self.turn_of(state);
        match state.phase {
            Phase::Decide => turn.values[usize::from(state.total)],
            Phase::Throw => turn.roll(state.total.into()),
            Phase::Won => 1.0,
        }
    }

    /// The value of the state to `who` on the scale of payoffs, from -1 to 1.
    pub fn value(&self, state: &Pig, who: Player) -> f64 {
        let value = 2.0 * self.win_probability(state) - 1.0;
        if who == state.mover() { value } else { -value }
    }

    /// The actions of the player on roll, each with its win probability; empty if there is no
    /// decision.
    pub fn action_values(&self, state: &Pig) -> Vec<(Action, f64)> {
        if state.phase != Phase::Decide {
            return vec![];
        }
        let (turn, total) = (self.turn_of(state), usize::from(state.total));
        let mut actions = vec![];
        state.actions(&mut actions);
        let value =
            |action| if action == Action::Stop { turn.stop(total) } else { turn.roll(total) };
        actions.into_iter().map(|action| (action, value(action))).collect()
    }

    /// The totals at which stopping is better than rolling, by the scores of the player on roll and
    /// of the other.
    pub fn stops(&self, mine: u8, theirs: u8) -> impl Iterator<Item = u8> {
        let turn = self.turn(mine.into(), theirs.into());
        (1..turn.left)
            .filter(move |&total| turn.stop(total) > turn.roll(total))
            .map(|total| total as u8)
    }

    /// Recomputes all values from the current ones; returns the largest change.
    fn sweep(&mut self) -> f64 {
        let mut largest = 0.0_f64;
        for sum in (0..2 * self.goal - 1).rev() {
            for mine in sum.saturating_sub(self.goal - 1)..=sum.min(self.goal - 1) {
                let value = self.turn(mine, sum - mine).values[0];
                let known = &mut self.starts[mine * self.goal + sum - mine];
                largest = largest.max((value - *known).abs());
                *known = value;
            }
        }
        largest
    }
}

/// Number of possible totals of a turn, including those that a last throw of two sixes reaches.
const TOTALS: usize = HIGHEST_GOAL as usize + 12;

/// A turn, given the values at the beginning of turns.
struct Turn<'a> {
    /// The win probability of the player who decides, by the total; 1 if the total reaches the
    /// goal.
    values: [f64; TOTALS],
    /// The lowest total that wins.
    left: usize,
    /// The contribution of throws with a 1 to the value of rolling.
    lost: f64,
    /// The win probability of the other player, by the points that the player banks.
    banked: &'a [f64],
}

impl Solution {
    fn turn_of(&self, state: &Pig) -> Turn<'_> {
        assert_eq!(
            usize::from(state.goal),
            self.goal,
            "another goal than the one that was solved for"
        );
        let [mine, theirs] =
            [state.mover, 1 - state.mover].map(|seat| state.scores[usize::from(seat)].into());
        // The winner has already banked the goal, so the turn is arbitrary.
        self.turn(if state.phase == Phase::Won { 0 } else { mine }, theirs)
    }

    fn turn(&self, mine: usize, theirs: usize) -> Turn<'_> {
        let others = &self.starts[theirs * self.goal..][..self.goal];
        let lost = ONE * (1.0 - others[mine]) + ONES * (1.0 - others[0]);
        let (left, banked) = (self.goal - mine, &others[mine..]);
        let mut turn = Turn { values: [1.0; TOTALS], left, lost, banked };
        for total in (1..left).rev() {
            turn.values[total] = turn.roll(total).max(turn.stop(total));
        }
        turn.values[0] = turn.roll(0);
        turn
    }
}

impl Turn<'_> {
    #[inline]
    fn roll(&self, total: usize) -> f64 {
        let next = &self.values[total + LOWEST_SUM..][..SUMS.len()];
        self.lost + SUMS.iter().zip(next).map(|(odds, value)| odds * value).sum::<f64>()
    }

    #[inline]
    fn stop(&self, total: usize) -> f64 {
        1.0 - self.banked[total]
    }
}
