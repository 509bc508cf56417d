//! What a finished simulation is worth to a search.
//!
//! | to reward | use |
//! |---|---|
//! | results, and early ones more | [`WinLoss`]; where turns count and not moves [`PerTurn`] (ED §VI) |
//! | short games, convincing ends, or both, more than others | [`QualityBased`] (QR §4); as much more as helps [`Discerning`] |

mod bonus;
mod discerning;
mod moments;
mod per_turn;
mod quality_based;
mod siblings;
mod usual;

pub use bonus::{Bonus, Mode, Scale};
pub use discerning::Discerning;
pub use per_turn::PerTurn;
pub use quality_based::{Qualitative, QualityBased, Relative};

use crate::budget::Budget;
use crate::{Game, Player};

/// Turns payoffs into rewards.
pub trait Reward<G: Game>: Send {
    /// Hears the moves that a search has made in the simulation that is to be credited next, before
    /// it was played out.
    #[inline]
    fn follow(&mut self, _moves: &[(Player, G::Action)]) {}

    /// Replaces what every seat earned, in [-1, 1], by what the search credits it with.
    fn credit(&mut self, state: &G, length: Length, values: &mut [f64]);

    /// The least and the largest reward; all that were credited so far are within.
    fn range(&self) -> (f64, f64);

    /// Hears that a decision of `who` begins, in a state like `root` as far as `who` knows, and
    /// what may be spent on it.
    fn begin(&mut self, _root: &G, _who: Player, _budget: &Budget) {}

    /// Forgets all that was learnt, at the start of a game.
    fn new_game(&mut self) {}

    /// What was measured during the last decision.
    fn notes(&self) -> Vec<Note> {
        vec![]
    }
}

/// Something that was measured: its name, such as `rb a'`, and the number.
pub type Note = (&'static str, f64);

/// How long a simulation was, in moves of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length {
    /// Moves from the root to where the playout began: d_SN in QR eq. 2.
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

/// A value for a win and one for a loss, draws half-way between, and a discount for late results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinLoss {
    /// The reward of a payoff of 1.
    pub win: f64,
    /// The reward of a payoff of -1; ED §VI compares 0 and -1. Exploration constants are made for a
    /// scale: halving the distance between win and loss does the same as doubling the constant.
    pub loss: f64,
    /// A result after t moves counts `discount`^t; 1 for none.
    pub discount: f64,
}

impl Default for WinLoss {
    /// 1 for a win, 0 for a loss: the scale for which the constant of IS, 0.7, is made (see
    /// [`SoIsmcts`](crate::search::SoIsmcts)), and a value that reads as a probability.
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
        // A discount draws rewards towards 0.
        let nearest = if self.discount < 1.0 { 0.0 } else { self.win };
        (self.loss.min(nearest), self.win.max(nearest))
    }
}

/// Out of line, or the compiler would compute the power even where there is no discount.
#[inline(never)]
fn fade(discount: f64, length: u32, values: &mut [f64]) {
    let fading = discount.powi(length as i32);
    values.iter_mut().for_each(|value| *value *= fading);
}

/// A reward whose kind is known only at run time, as the catalogue needs it.
pub enum AnyReward<G: Game> {
    /// Values for win and loss.
    WinLoss(WinLoss),
    /// Any other.
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
