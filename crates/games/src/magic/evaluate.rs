//! A value before the end, of our own: life and creatures.

use super::{Magic, Phase};
use sortilege::game::Evaluate;
use sortilege::{Game, Player};

/// The lead at which a position counts as half won.
const HALF: f64 = 20.0;

/// The lead in life, power and half of toughness in play, squashed; nothing hidden is looked at. Ours: the
/// papers have no evaluation.
impl Evaluate for Magic {
    fn evaluate(&self, who: Player) -> f64 {
        if self.phase == Phase::Over {
            return self.payoff(who);
        }
        let lead = self.strength(who.0) - self.strength(1 - who.0);
        lead / (lead.abs() + HALF)
    }
}

impl Magic {
    fn strength(&self, who: usize) -> f64 {
        let worth = |&kind: &u8| {
            let kind = usize::from(kind);
            f64::from(self.table.power[kind]) + 0.5 * f64::from(self.table.toughness[kind])
        };
        let side = &self.sides[who];
        f64::from(side.life) + side.creatures().iter().map(worth).sum::<f64>()
    }
}
