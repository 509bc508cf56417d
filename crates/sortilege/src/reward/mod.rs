//! Rewards: the value that a search credits for a finished simulation.
//!
//! | to reward | use |
//! |---|---|
//! | results, with a discount for late ones | [`WinLoss`]; with a discount by turns instead of moves [`PerTurn`] (ED §VI) |
//! | short games, convincing ends, or both, more than others | [`QualityBased`] (QR §4); with weights estimated online [`Discerning`] |

mod bonus;
mod discerning;
mod moments;
mod per_turn;
mod quality_based;
mod siblings;

pub use bonus::{Bonus, Mode, Scale};
pub use discerning::Discerning;
pub use per_turn::PerTurn;
pub use quality_based::{Qualitative, QualityBased, Relative};

use crate::budget::Budget;
use crate::{Game, Player};

/// Conversion of payoffs into rewards.
pub trait Reward<G: Game>: Send {
    /// Receives the moves of the simulation inside the tree before its playout; `credit` follows
    /// for the same simulation.
    #[inline]
    fn follow(&mut self, _moves: &[(Player, G::Action)]) {}

    /// Replaces the payoff of every seat, in [-1, 1], by its reward.
    fn credit(&mut self, state: &G, length: Length, values: &mut [f64]);

    /// The least and the largest reward; all rewards credited so far lie in this range.
    fn range(&self) -> (f64, f64);

    /// Called when a decision of `who` begins, with the budget of the decision and a state that
    /// `who` cannot distinguish from the true one.
    fn begin(&mut self, _root: &G, _who: Player, _budget: &Budget) {}

    /// Discards everything learnt, at the start of a game.
    fn new_game(&mut self) {}

    /// Measurements of the last decision.
    fn notes(&self) -> Vec<Note> {
        vec![]
    }
}

/// A measurement: its name, such as `rb a'`, and its value.
pub type Note = (&'static str, f64);

/// Length of a simulation, in moves of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length {
    /// Moves from the root to the start of the playout: d_SN in QR eq. 2.
    pub tree: u32,
    /// Moves of the playout: d_NT.
    pub playout: u32,
}

impl Length {
    /// Moves from the root to the end of the simulation: d.
    #[inline]
    pub fn total(self) -> u32 {
        self.tree + self.playout
    }
}

/// A reward for a win and one for a loss, linear in between, with a discount for late results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinLoss {
    /// The reward of a payoff of 1.
    pub win: f64,
    /// The reward of a payoff of -1; ED §VI compares 0 and -1. An exploration constant depends on
    /// this scale: halving the distance between win and loss has the same effect as doubling the
    /// constant.
    pub loss: f64,
    /// A result after t moves is multiplied by `discount`^t; 1 means no discount.
    pub discount: f64,
}

impl Default for WinLoss {
    /// 1 for a win and 0 for a loss. The constant 0.7 of IS assumes this scale (see
    /// [`SoIsmcts`](crate::search::SoIsmcts)), and the value reads as a probability of winning.
    fn default() -> Self {
        WinLoss { win: 1.0, loss: 0.0, discount: 1.0 }
    }
}

impl<G: Game> Reward<G> for WinLoss {
    #[inline]
    fn credit(&mut self, _: &G, length: Length, values: &mut [f64]) {
        for value in values.iter_mut() {
            *value = self.loss + (*value + 1.0) / 2.0 * (self.win - self.loss);
        }
        if self.discount < 1.0 {
            fade(self.discount, length.total(), values);
        }
    }

    #[inline]
    fn range(&self) -> (f64, f64) {
        // A discount moves rewards towards 0.
        let nearest = if self.discount < 1.0 { 0.0 } else { self.win };
        (self.loss.min(nearest), self.win.max(nearest))
    }
}

/// Not inlined, because the compiler would otherwise compute the power even without a discount.
#[inline(never)]
fn fade(discount: f64, length: u32, values: &mut [f64]) {
    let fading = discount.powi(length as i32);
    values.iter_mut().for_each(|value| *value *= fading);
}

/// A reward whose type is known only at run time, for registries of players.
pub enum AnyReward<G: Game> {
    /// Rewards for win and loss.
    WinLoss(WinLoss),
    /// Any other reward.
    Other(Box<dyn Reward<G>>),
}

impl<G: Game> Reward<G> for AnyReward<G> {
    #[inline]
    fn follow(&mut self, moves: &[(Player, G::Action)]) {
        if let AnyReward::Other(reward) = self {
            reward.follow(moves);
        }
    }
    #[inline]
    fn credit(&mut self, state: &G, length: Length, values: &mut [f64]) {
        match self {
            AnyReward::WinLoss(reward) => reward.credit(state, length, values),
            AnyReward::Other(reward) => reward.credit(state, length, values),
        }
    }
    fn range(&self) -> (f64, f64) {
        match self {
            AnyReward::WinLoss(reward) => Reward::<G>::range(reward),
            AnyReward::Other(reward) => reward.range(),
        }
    }
    fn begin(&mut self, root: &G, who: Player, budget: &Budget) {
        if let AnyReward::Other(reward) = self {
            reward.begin(root, who, budget);
        }
    }
    fn new_game(&mut self) {
        if let AnyReward::Other(reward) = self {
            reward.new_game();
        }
    }
    fn notes(&self) -> Vec<Note> {
        match self {
            AnyReward::WinLoss(_) => vec![],
            AnyReward::Other(reward) => reward.notes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::hand_made::{HandMade, Place};

    #[test]
    fn results_are_scaled_and_fade() {
        let mut reward = WinLoss { win: 1.0, loss: 0.0, discount: 0.99 };
        let mut values = [1.0, -1.0, 0.0];
        let length = Length { tree: 3, playout: 37 };
        reward.credit(&HandMade::new(&[Place::End(&[0.0; 3])]), length, &mut values);
        // 0.99^40.
        assert!((values[0] - 0.668_97).abs() < 1e-5);
        assert_eq!(values[1], 0.0);
        assert!((values[2] - values[0] / 2.0).abs() < 1e-12);
        assert_eq!(Reward::<HandMade>::range(&reward), (0.0, 1.0));
    }
}
