//! Scales of the values of players and their display, and the unit of payoffs.

/// ValueKind of a loss and of a win on the scale of a player. Monte Carlo searches use rewards, which
/// are a setting of most, and the star-minimax family uses payoffs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueRange {
    /// What a payoff of -1 is worth.
    pub loss: f64,
    /// What a payoff of 1 is worth.
    pub win: f64,
}

impl ValueRange {
    /// ValueKind are payoffs.
    pub const PAYOFFS: ValueRange = ValueRange { loss: -1.0, win: 1.0 };
    /// The default scale of rewards.
    pub const REWARDS: ValueRange = ValueRange { loss: 0.0, win: 1.0 };

    /// The payoff that a value stands for, from -1 to 1.
    pub fn payoff(self, value: f64) -> f64 {
        match self {
            ValueRange::PAYOFFS => value,
            ValueRange { loss, win } => 2.0 * (value - loss) / (win - loss) - 1.0,
        }
    }
}

/// Meaning of the values of candidates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ValueKind {
    /// There are none: the player follows rules.
    None,
    /// Mean rewards of simulations, in a range.
    Rewards(ValueRange),
    /// Payoffs.
    Payoffs,
    /// Payoffs of a pruned minimax search: exact for the chosen move, and upper bounds for the
    /// others.
    Bounds,
}

impl ValueKind {
    /// ValueKind of a loss and of a win, if there are any.
    pub fn range(self) -> Option<ValueRange> {
        match self {
            ValueKind::None => None,
            ValueKind::Rewards(range) => Some(range),
            ValueKind::Payoffs | ValueKind::Bounds => Some(ValueRange::PAYOFFS),
        }
    }
}

/// Display of the values of any player: in the unit of the game, or as a score from 0 for a loss to
/// 1 for a win.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueFormat {
    scale: Option<ValueRange>,
    stakes: Option<PayoffUnit>,
}

impl ValueFormat {
    /// For the values of a player, at a game with these stakes.
    pub fn new(values: ValueKind, stakes: Option<PayoffUnit>) -> Self {
        ValueFormat { scale: values.range(), stakes }
    }

    /// Unit of displayed values.
    pub fn unit(&self) -> &'static str {
        self.stakes.map_or("score", |stakes| stakes.unit)
    }

    /// Difference between a win and a loss.
    pub fn span(&self) -> f64 {
        self.stakes.map_or(1.0, |stakes| stakes.in_units(2.0))
    }

    /// Whether the player has values.
    pub fn has_values(&self) -> bool {
        self.scale.is_some()
    }

    /// Converts a value of the player for display; `None` if the player has no values.
    pub fn read(&self, value: f64) -> Option<f64> {
        let payoff = self.scale?.payoff(value);
        Some(self.stakes.map_or((payoff + 1.0) / 2.0, |stakes| stakes.in_units(payoff)))
    }

    /// Formats a value for display.
    pub fn text(&self, value: f64) -> String {
        match (self.read(value), self.stakes) {
            (None, _) => "-".to_string(),
            (Some(number), Some(_)) => format!("{number:+.3}"),
            (Some(number), None) => format!("{number:.3}"),
        }
    }
}

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
