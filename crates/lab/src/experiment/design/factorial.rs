//! `factorial`: settings that are on or off, in all combinations, against opponents (ED Tables V
//! and VI).
//!
//! ```toml
//! player = "so-ismcts:iterations=500"
//! opponents = ["so-ismcts:iterations=500"]
//! [factors]
//! mast = "playout=mast"
//! greedy = { on = "c=0.35", off = "c=1.4" }
//! ```
//!
//! The main effect of a factor is the mean score with it minus the mean score without it. The
//! interaction of two factors is half the difference between the effects of one with and without
//! the other, and so on for more factors (the usual contrasts of a two-level design). All
//! combinations play the same deals, so each deal has its own contrast, and the interval of an
//! effect is that of a mean over deals.

use super::contest::Contest;
use super::show;
use crate::experiment::entrants::{self, Entrant, with_setting};
use crate::experiment::source::{Item, Keys, quoted};
use crate::experiment::{Common, Results};
use crate::report::Report;
use crate::report::model::{self, Axis, Block, Cell, Effect, Effects, Table as Rows};
use crate::stats::Anova;
use crate::stats::anova::Term;
use crate::{Error, Spec, Table};

/// Settings that are on or off, in all combinations.
#[derive(Clone, Debug, PartialEq)]
pub struct Factorial {
    /// Player whose settings are switched.
    pub player: Spec,
    /// Factors of the design.
    pub factors: Vec<Factor>,
    /// Candidates and opponents. Bit i of a candidate's number says whether factor i is on.
    pub contest: Contest,
}

/// Factor of the design.
#[derive(Clone, Debug, PartialEq)]
pub struct Factor {
    /// Name of the factor.
    pub name: String,
    /// Settings when the factor is on, such as `playout=mast,c=1`.
    pub on: String,
    /// Settings when the factor is off; may be empty.
    pub off: String,
}

/// Maximum number of factors: each one doubles the number of games.
const MOST: usize = 10;

impl Factorial {
    pub(crate) fn read(keys: &Keys, table: &dyn Table) -> Result<Self, Error> {
        let player = entrants::read_base(keys, table)?;
        let item = keys.need("factors", "a table of names and settings")?;
        let factors =
            item.table()?.all().iter().map(Factor::read).collect::<Result<Vec<_>, _>>()?;
        if factors.is_empty() || factors.len() > MOST {
            return Err(item.fail(format!("`factors` has 1 to {MOST} factors in it")));
        }
        let candidate = |switches: usize| combination(&player, &factors, switches, &item, table);
        let candidates = (0..1 << factors.len()).map(candidate).collect::<Result<Vec<_>, _>>()?;
        Ok(Factorial { player, factors, contest: Contest::read(keys, table, candidates)? })
    }

    pub(crate) fn write(&self, line: &mut dyn FnMut(&str, String)) {
        line("player", quoted(&self.player.to_string()));
        self.contest.write(line);
    }

    pub(crate) fn tables(&self) -> String {
        let line = |factor: &Factor| {
            let [name, on, off] = [&factor.name, &factor.on, &factor.off].map(|text| quoted(text));
            format!("{name} = {{ on = {on}, off = {off} }}\n")
        };
        let lines: String = self.factors.iter().map(line).collect();
        format!("\n[factors]\n{lines}{}", self.contest.tables())
    }

    pub(crate) fn report(&self, experiment: &Common, results: &Results) -> Result<Report, Error> {
        let standings = self.contest.standings(results);
        let mut report = Report::new(experiment.title, show::headline(&standings));
        report.push(
            self.contest
                .meeting(&format!("`{}` with every combination of the factors", self.player)),
        );
        report.push(Effects {
            title: "Effects".to_string(),
            caption: format!(
                "How much switching a factor on adds to the {}, averaged over the others, and what several do together; \
                 95% intervals over deals.",
                results.measure.label()
            ),
            axis: Axis { label: format!("change of {}", results.measure.label()), ..results.measure.axis() },
            effects: self.effects(results),
        });
        report.push(show::table(results.measure.title(), "factors that are on", &standings));
        report.push(self.analysis(results));
        report.push(show::bars(results.measure.title(), &standings));
        Ok(report)
    }

    /// Scores of every combination on each deal.
    fn cells(&self, results: &Results) -> Vec<show::MeansByDeal> {
        let cell = |candidate: usize| {
            let first = self.contest.pairing(candidate, 0);
            show::by_deal(results, candidate, first..first + self.contest.meetings())
        };
        (0..self.contest.candidates.len()).map(cell).collect()
    }

    /// Analysis of variance, as in ED.
    fn analysis(&self, results: &Results) -> Block {
        let count = self.factors.len();
        let levels = |cell: usize| (0..count).map(|i| cell >> i & 1).collect::<Vec<usize>>();
        let cells = self.cells(results);
        let observations = cells
            .iter()
            .enumerate()
            .flat_map(|(at, cell)| cell.values().map(move |&y| (levels(at), y)));
        let anova = match Anova::new(&observations.collect::<Vec<_>>()) {
            Ok(anova) => anova,
            Err(error) => {
                return Block::Note(format!("There is no analysis of variance yet: {error}."));
            }
        };
        let number = |value, decimals| Cell::Number { value, decimals };
        let row = |term: &Term| {
            let names: Vec<&str> =
                term.factors.iter().map(|&i| self.factors[i].name.as_str()).collect();
            vec![
                Cell::Text(names.join(" x ")),
                (term.freedom as u64).into(),
                number(term.sum_of_squares, 3),
                number(term.f, 2),
                number(term.p, 4),
            ]
        };
        let residual = vec![
            Cell::from("residual"),
            (anova.residual.freedom as u64).into(),
            number(anova.residual.sum_of_squares, 3),
        ];
        Block::Table(Rows {
            title: "Analysis of variance".to_string(),
            caption: format!(
                "Observations are the {} by deal and combination. Combinations share deals, which makes these tests \
                 cautious; the effects above are sharper.",
                results.measure.label()
            ),
            columns: ["term", "df", "sum of squares", "F", "p"].map(String::from).to_vec(),
            rows: anova.terms.iter().map(row).chain([residual]).collect(),
        })
    }

    /// Every main effect and interaction, in order of the number of factors.
    pub fn effects(&self, results: &Results) -> Vec<Effect> {
        let cells = self.cells(results);
        let mut subsets: Vec<usize> = (1..1 << self.factors.len()).collect();
        let members = |subset: usize| (0..self.factors.len()).filter(move |i| subset >> i & 1 == 1);
        subsets.sort_by_key(|&subset| (subset.count_ones(), members(subset).collect::<Vec<_>>()));
        let name = |subset| members(subset).map(|i| self.factors[i].name.clone()).collect();
        let effect = |subset| Effect { factors: name(subset), estimate: contrast(&cells, subset) };
        subsets.into_iter().map(effect).collect()
    }
}

/// Contrast of a set of factors, over the deals that all combinations have played.
fn contrast(cells: &[show::MeansByDeal], subset: usize) -> model::Estimate {
    let sign =
        |cell: usize| if (subset & !cell).count_ones().is_multiple_of(2) { 1.0 } else { -1.0 };
    let of_deal = |deal: &u64| {
        let signed = cells.iter().enumerate().map(|(at, cell)| Some(sign(at) * cell.get(deal)?));
        Some(signed.sum::<Option<f64>>()? / (cells.len() as f64 / 2.0))
    };
    show::mean_interval(&cells[0].keys().filter_map(of_deal).collect::<Vec<f64>>())
}

impl Factor {
    fn read(item: &Item) -> Result<Self, Error> {
        if item.is_string() {
            return Ok(Factor {
                name: item.key.clone(),
                on: item.string()?.to_string(),
                off: String::new(),
            });
        }
        let keys = item.table()?;
        keys.only(&["on", "off"])?;
        let text = |key: &str| keys.get(key).map_or(Ok(""), |item| item.string());
        Ok(Factor {
            name: item.key.clone(),
            on: text("on")?.to_string(),
            off: text("off")?.to_string(),
        })
    }
}

/// The player with the factors on whose bits are set.
fn combination(
    player: &Spec,
    factors: &[Factor],
    switches: usize,
    item: &Item,
    table: &dyn Table,
) -> Result<Entrant, Error> {
    let (mut spec, mut names) = (player.clone(), vec![]);
    for (i, factor) in factors.iter().enumerate() {
        let on = switches >> i & 1 == 1;
        names.extend(on.then_some(factor.name.as_str()));
        let settings = if on { &factor.on } else { &factor.off };
        if !settings.trim().is_empty() {
            let set: Spec = format!("x:{settings}").parse().map_err(|error| item.blame(error))?;
            let changed =
                |spec: Spec, (name, value): &(String, Spec)| with_setting(&spec, name, value);
            spec =
                set.settings.iter().try_fold(spec, changed).map_err(|error| item.blame(error))?;
        }
    }
    let label = if names.is_empty() { "none".to_string() } else { names.join(" + ") };
    let player = table.player(&spec).map_err(|error| item.blame(error))?;
    Ok(Entrant::new(label, &player))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Yates's order, worked by hand: y = 10 + 2a + 5b + 3ab with a, b in {0, 1}.
    #[test]
    fn contrasts_of_a_known_table() {
        let cells: Vec<show::MeansByDeal> = [10.0, 12.0, 15.0, 20.0]
            .into_iter()
            .map(|y| (0..5u64).map(|deal| (deal, y + deal as f64)).collect())
            .collect();
        let value = |subset| contrast(&cells, subset).value;
        // a: ((12 - 10) + (20 - 15)) / 2; b: ((15 - 10) + (20 - 12)) / 2; ab: ((20 - 15) - (12 -
        // 10)) / 2.
        assert_eq!([value(1), value(2), value(3)], [3.5, 6.5, 1.5]);
        // Differences between deals are not part of an effect.
        assert_eq!(contrast(&cells, 1).interval, Some((3.5, 3.5)));
    }
}
