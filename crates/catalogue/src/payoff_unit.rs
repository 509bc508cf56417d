//! The unit of payoffs.

/// The unit of payoffs of a game in which amounts matter and not only winning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PayoffUnit {
    /// Name of the unit in the plural: `chips`.
    pub unit: &'static str,
    /// Number of units in a payoff of 1, the largest that a player can win.
    pub factor: f64,
}

impl PayoffUnit {
    /// Converts a payoff to the unit of the game.
    pub fn in_units(&self, payoff: f64) -> f64 {
        payoff * self.factor
    }
}
