//! What is played for.

/// What a game is played for, where that is more than winning: payoffs are told in its unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PayoffUnit {
    /// The unit, as it is said of several: `chips`.
    pub unit: &'static str,
    /// How many of them a payoff of 1 stands for: the most that anybody can win.
    pub factor: f64,
}

impl PayoffUnit {
    /// A payoff in the unit of the game.
    pub fn in_units(&self, payoff: f64) -> f64 {
        payoff * self.factor
    }
}
