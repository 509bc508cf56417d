//! Rewards that fade with the turns of a game (ED §VI).

use super::{Length, Reward, WinLoss, fade};
use crate::budget::Budget;
use crate::{Game, Player};

/// [`WinLoss`], with a discount for turns instead of moves: a result counts lambda^t if the game
/// ends t turns after the decision. A turn may take a player several moves, and another number in
/// the tree than in a playout.
#[derive(Clone, Copy, Debug)]
pub struct PerTurn<G> {
    base: WinLoss,
    turns: fn(&G) -> u32,
    /// Turns before the decision.
    before: u32,
}

impl<G: Game> PerTurn<G> {
    /// The values of `base`, whose discount is that of a turn; `turns` tells how many turns a game
    /// has had.
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
        // A clock that stands at 7 when the decision begins and at 47 when it is credited.
        let mut reward =
            PerTurn::new(WinLoss { win: 1.0, loss: -1.0, discount: 0.99 }, |_: &HandMade| 7);
        reward.begin(&game, Player(0), &Budget::iterations(1));
        reward.turns = |_| 47;
        let mut values = [1.0, -1.0, 0.0];
        reward.credit(&game, Length { tree: 100, playout: 100 }, &mut values);
        // ED §VI: a win forty turns away counts 0.669, and a late loss is better than an early one.
        assert!((values[0] - 0.668_97).abs() < 1e-5);
        assert_eq!(values[1], -values[0]);
        assert_eq!(values[2], 0.0);
        assert_eq!(Reward::<HandMade>::range(&reward), (-1.0, 1.0));
    }
}
