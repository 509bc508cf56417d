//! Measure of a game: its result or its payoff.
//!
//! With `measure = "score"` a win counts 1, a draw 1/2 and a loss 0. With `measure = "payoff"` the
//! payoff counts, in the unit of the game: chips at poker, where a game won for two chips counts
//! twice as much as one won for one chip. Games with a
//! [unit of payoff](crate::catalogue::PayoffUnit) are measured by payoff unless the experiment says
//! otherwise, and all others by score.

use super::source::{Keys, quoted};
use crate::catalogue::PayoffUnit;
use crate::report::model::{Axis, Format};
use crate::{Error, Table};

/// Measure of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Measure {
    /// Result: win, draw or loss.
    #[default]
    Score,
    /// Payoff in this unit.
    Payoff(PayoffUnit),
}

/// Unit of payoffs for games without a unit: a win is one point.
const POINTS: PayoffUnit = PayoffUnit { unit: "points", factor: 1.0 };

impl Measure {
    /// Names of the variants, in their order.
    pub const NAMES: [&str; 2] = ["score", "payoff"];

    /// Measure of this name, or the default measure of the game.
    pub fn of(table: &dyn Table, name: Option<&str>) -> Self {
        let stakes = table.stakes();
        match name {
            Some("score") => Measure::Score,
            Some(_) => Measure::Payoff(stakes.unwrap_or(POINTS)),
            None => stakes.map_or(Measure::Score, Measure::Payoff),
        }
    }

    pub(crate) fn read(keys: &Keys, table: &dyn Table) -> Result<Self, Error> {
        let name = keys.get("measure").map(|item| item.word(&Measure::NAMES)).transpose()?;
        Ok(Measure::of(table, name))
    }

    pub(crate) fn write(self, line: &mut dyn FnMut(&str, String)) {
        line("measure", quoted(self.name()));
    }

    /// Name of the measure in experiments.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Score => "score",
            Measure::Payoff(_) => "payoff",
        }
    }

    /// Maps a payoff to [0, 1], where 1/2 is even. All statistics use this scale.
    pub fn share(self, payoff: f64) -> f64 {
        match self {
            Measure::Score => points(payoff),
            Measure::Payoff(_) => (payoff + 1.0) / 2.0,
        }
    }

    /// Converts a share to the units of the measure.
    pub fn in_units(self, share: f64) -> f64 {
        match self {
            Measure::Score => share,
            Measure::Payoff(stakes) => stakes.in_units(2.0 * share - 1.0),
        }
    }

    /// Converts a value in the units of the measure to a share.
    pub fn from_units(self, number: f64) -> f64 {
        match self {
            Measure::Score => number,
            Measure::Payoff(stakes) => (number / stakes.factor + 1.0) / 2.0,
        }
    }

    /// Even value, in the units of the measure.
    pub fn even(self) -> f64 {
        self.in_units(0.5)
    }

    /// Number format of the measure.
    pub fn format(self) -> Format {
        match self {
            Measure::Score => Format::Percent(1),
            Measure::Payoff(_) => Format::Number(3),
        }
    }

    /// Label with the unit.
    pub fn label(self) -> String {
        match self {
            Measure::Score => "score".to_string(),
            Measure::Payoff(stakes) => format!("payoff in {}", stakes.unit),
        }
    }

    /// Heading for tables and charts.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Measure::Score => "Scores",
            Measure::Payoff(_) => "Payoffs",
        }
    }

    /// Range of the measure, where charts should show all of it.
    pub(crate) fn range(self) -> Option<(f64, f64)> {
        (self == Measure::Score).then_some((0.0, 1.0))
    }

    /// Axis of a chart.
    pub(crate) fn axis(self) -> Axis {
        Axis { format: self.format(), ..Axis::linear(self.label()) }
    }

    /// Explanation of the measure, in a sentence.
    pub(crate) fn caption(self) -> String {
        match self {
            Measure::Score => "A win counts 1, a draw 1/2.".to_string(),
            Measure::Payoff(PayoffUnit { unit, factor }) if factor == 1.0 => {
                format!("Payoffs are means of a game, in {unit}, of which {factor} at most is won.")
            }
            Measure::Payoff(PayoffUnit { unit, factor }) => {
                format!(
                    "Payoffs are means of a game, in {unit}, of which {factor} at most are won."
                )
            }
        }
    }

    /// Value as text, such as `55.0%` or `+0.123 chips`.
    pub fn words(self, number: f64) -> String {
        match self {
            Measure::Score => format!("{:.1}%", 100.0 * number),
            Measure::Payoff(stakes) => format!("{number:+.3} {}", stakes.unit),
        }
    }
}

/// Score of a payoff: a win counts 1, a draw 1/2, a loss 0.
pub(crate) fn points(payoff: f64) -> f64 {
    match payoff {
        _ if payoff > 0.0 => 1.0,
        _ if payoff < 0.0 => 0.0,
        _ => 0.5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sortilege_shelves::catalogue;

    #[test]
    fn games_with_stakes_are_measured_by_them() {
        let usual =
            |game: &str| Measure::of(&*catalogue().open(&game.parse().unwrap()).unwrap(), None);
        let chips = |factor| Measure::Payoff(PayoffUnit { unit: "chips", factor });
        assert_eq!((usual("kuhn"), usual("leduc")), (chips(2.0), chips(13.0)));
        assert_eq!(
            usual("rps:variant=biased"),
            Measure::Payoff(PayoffUnit { unit: "points", factor: 50.0 })
        );
        for game in ["rps", "mnk", "liars-dice", "goofspiel", "magic", "dou-di-zhu"] {
            assert_eq!(usual(game), Measure::Score, "{game}");
        }
        let table = catalogue().open(&"mnk".parse().unwrap()).unwrap();
        assert_eq!(Measure::of(&*table, Some("payoff")), Measure::Payoff(POINTS));
        let table = catalogue().open(&"kuhn".parse().unwrap()).unwrap();
        assert_eq!(Measure::of(&*table, Some("score")), Measure::Score);
    }

    #[test]
    fn printed_payoffs_are_those_that_were_earned() {
        let chips = Measure::Payoff(PayoffUnit { unit: "chips", factor: 13.0 });
        for earned in [-13.0, -1.0, 0.0, 5.0, 13.0] {
            let share = chips.share(earned / 13.0);
            assert!((0.0..=1.0).contains(&share));
            assert!(
                (chips.in_units(share) - earned).abs() < 1e-12
                    && (chips.from_units(earned) - share).abs() < 1e-12
            );
        }
        assert_eq!((chips.even(), Measure::Score.even()), (0.0, 0.5));
        assert_eq!([1.0, 0.0, -0.5].map(|payoff| Measure::Score.share(payoff)), [1.0, 0.5, 0.0]);
        assert_eq!(
            (chips.words(-0.25), Measure::Score.words(0.5)),
            ("-0.250 chips".into(), "50.0%".into())
        );
    }
}
