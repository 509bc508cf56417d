//! What the values of a player stand for, and how people are told them.

use crate::players::{scheduled_star::SCHEDULED_STAR, star_minimax::STAR_MINIMAX};
use crate::{PayoffUnit, Spec};

/// What a player reckons for a loss and for a win: whoever simulates reckons in rewards, which are
/// a setting of most, and the star-minimax family in payoffs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueRange {
    /// What a payoff of -1 is worth.
    pub loss: f64,
    /// What a payoff of 1 is worth.
    pub win: f64,
}

impl ValueRange {
    /// Values are payoffs.
    pub const PAYOFFS: ValueRange = ValueRange { loss: -1.0, win: 1.0 };
    /// What simulations are worth unless somebody says otherwise.
    pub const REWARDS: ValueRange = ValueRange { loss: 0.0, win: 1.0 };

    /// That of a player with all its settings; nothing if it follows rules and puts no value on
    /// moves.
    pub fn of(player: &Spec) -> Option<ValueRange> {
        let number = |spec: &Spec, name: &str| spec.get(name)?.name.parse().ok();
        let set = |spec: &Spec| {
            Some(ValueRange { loss: number(spec, "loss")?, win: number(spec, "win")? })
        };
        let family = STAR_MINIMAX.iter().map(|member| &member.schema).chain([&SCHEDULED_STAR]);
        let searches =
            ["iterations", "time", "depth"].iter().any(|budget| player.get(budget).is_some());
        match set(player.get("reward").unwrap_or(player)) {
            Some(scale) => Some(scale),
            None if family.into_iter().any(|schema| schema.name == player.name) => {
                Some(ValueRange::PAYOFFS)
            }
            None => searches.then_some(ValueRange::REWARDS),
        }
    }

    /// The payoff that a value stands for, from -1 to 1.
    pub fn payoff(self, value: f64) -> f64 {
        match self {
            ValueRange::PAYOFFS => value,
            ValueRange { loss, win } => 2.0 * (value - loss) / (win - loss) - 1.0,
        }
    }
}

/// Whether the values of a player are those of a pruned minimax search: exact for the chosen move,
/// and upper bounds for the others.
pub fn are_bounds(player: &Spec) -> bool {
    STAR_MINIMAX.iter().any(|member| member.schema.name == player.name)
}

/// How people are told what moves are worth, whoever says so: in what the game is played for, or as
/// a score from 0 for a loss to 1 for a win.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueFormat {
    scale: Option<ValueRange>,
    stakes: Option<PayoffUnit>,
}

impl ValueFormat {
    /// For a player with all its settings, at a game with these stakes.
    pub fn new(player: &Spec, stakes: Option<PayoffUnit>) -> Self {
        ValueFormat { scale: ValueRange::of(player), stakes }
    }

    /// What values are told in.
    pub fn unit(&self) -> &'static str {
        self.stakes.map_or("score", |stakes| stakes.unit)
    }

    /// How far a loss is from a win.
    pub fn span(&self) -> f64 {
        self.stakes.map_or(1.0, |stakes| stakes.in_units(2.0))
    }

    /// A value of the player's as people are told it; nothing if the player has none.
    pub fn read(&self, value: f64) -> Option<f64> {
        let payoff = self.scale?.payoff(value);
        Some(self.stakes.map_or((payoff + 1.0) / 2.0, |stakes| stakes.in_units(payoff)))
    }

    /// The same in digits.
    pub fn text(&self, value: f64) -> String {
        match (self.read(value), self.stakes) {
            (None, _) => "-".to_string(),
            (Some(told), Some(_)) => format!("{told:+.3}"),
            (Some(told), None) => format!("{told:.3}"),
        }
    }
}
