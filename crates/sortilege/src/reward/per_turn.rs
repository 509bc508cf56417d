//! Rewards with a discount by turns of the game (ED §VI).

use super::{Length, Reward, WinLoss, fade};
use crate::budget::Budget;
use crate::{Game, Player};

/// [`WinLoss`] with a discount by turns instead of moves: a result is multiplied by lambda^t if the
/// game ends t turns after the decision. A turn may consist of several moves, and of a different
/// number of moves in the tree than in a playout.
#[derive(Clone, Copy, Debug)]
pub struct PerTurn<G> {
    base: WinLoss,
    turns: fn(&G) -> u32,
    /// Number of turns before the decision.
    before: u32,
}

impl<G: Game> PerTurn<G> {
    /// The rewards of `base`, with its discount applied once a turn; `turns` returns the number of
    /// turns that a game has had.
    pub fn new(base: WinLoss, turns: fn(&G) -> u32) -> Self {
        PerTurn { base, turns, before: 0 }
    }
}

impl<G: Game> Reward<G> for PerTurn<G> {
    #[inline]
    fn credit(&mut self, state: &G, length: Length, values: &mut [f64]) {
        WinLoss { discount: 1.0, ..self.base }.credit(state, length, values);
        fade(self.base.discount, (self.turns)(state) - self.before, values);
    }

    fn range(&self) -> (f64, f64) {
        Reward::<G>::range(&self.base)
    }

    fn begin(&mut self, root: &G, _: Player, _: &Budget) {
        self.before = (self.turns)(root);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::hand_made::{HandMade, Place};

    #[test]
    fn results_fade_with_turns() {
        let game = HandMade::new(&[Place::End(&[0.0; 3])]);
        // A turn counter at 7 when the decision begins and at 47 when the result is credited.
        let mut reward =
            PerTurn::new(WinLoss { win: 1.0, loss: -1.0, discount: 0.99 }, |_: &HandMade| 7);
        reward.begin(&game, Player(0), &Budget::iterations(1));
        reward.turns = |_| 47;
        let mut values = [1.0, -1.0, 0.0];
        reward.credit(&game, Length { tree: 100, playout: 100 }, &mut values);
        // ED §VI: a win after forty turns is worth 0.669, and a late loss is better than an early
        // one.
        assert!((values[0] - 0.668_97).abs() < 1e-5);
        assert_eq!(values[1], -values[0]);
        assert_eq!(values[2], 0.0);
        assert_eq!(Reward::<HandMade>::range(&reward), (-1.0, 1.0));
    }
}
