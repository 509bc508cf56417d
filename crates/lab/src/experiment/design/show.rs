//! Tables and charts that several designs share.

use crate::experiment::results::{Effort, Score};
use crate::experiment::{Entrant, Results};
use crate::report::model::{Axis, Bars, Cell, Estimate, Series, Table};
use crate::stats::{CONFIDENCE, student};

/// How intervals are to be read.
pub(crate) const CAPTION: &str = "A win counts 1, a draw 1/2. Intervals are 95% confidence intervals that treat \
                                  all games of a deal as one observation.";

/// A player and how it did.
pub(crate) struct Standing {
    pub(crate) label: String,
    pub(crate) score: Score,
    pub(crate) effort: Effort,
}

impl Standing {
    /// How an entrant did over some pairings.
    pub(crate) fn new(
        entrants: &[Entrant],
        player: usize,
        results: &Results,
        pairings: impl IntoIterator<Item = u64> + Clone,
    ) -> Self {
        let mut effort = Effort::default();
        for games in pairings.clone().into_iter().filter_map(|pairing| results.games.get(&pairing)) {
            if let Some(more) = games.efforts.get(&player) {
                effort.decisions += more.decisions;
                effort.iterations += more.iterations;
                effort.seconds += more.seconds;
                effort.timed += more.timed;
                effort.games += more.games;
            }
        }
        let label = entrants[player].label.clone();
        Standing { label, score: results.score(player, pairings, None), effort }
    }
}

/// A score with its interval.
pub(crate) fn estimate(score: &Score) -> Estimate {
    let (low, high) = score.interval();
    match score.games() {
        0 => Estimate::from(f64::NAN),
        _ => Estimate::new(low, score.mean(), high),
    }
}

/// A score as a field of a table.
pub(crate) fn cell(score: &Score) -> Cell {
    let (low, high) = score.interval();
    if score.games() == 0 { Cell::Empty } else { Cell::share(low, score.mean(), high) }
}

/// Who won how much.
pub(crate) fn table(title: &str, head: &str, standings: &[Standing]) -> Table {
    let columns = [head, "games", "wins", "draws", "losses", "score", "payoff", "s/decision", "it./decision"];
    let row = |standing: &Standing| {
        let Standing { label, score, effort } = standing;
        vec![
            Cell::Text(label.clone()),
            score.games().into(),
            score.wins.into(),
            score.draws.into(),
            score.losses.into(),
            cell(score),
            Cell::Number { value: score.payoff(), decimals: 3 },
            seconds(effort.seconds_per_decision()),
            Cell::Number { value: effort.iterations as f64 / effort.decisions.max(1) as f64, decimals: 0 },
        ]
    };
    Table {
        title: title.to_string(),
        caption: CAPTION.to_string(),
        columns: columns.map(String::from).to_vec(),
        rows: standings.iter().map(row).collect(),
    }
}

/// A time, if it is known.
pub(crate) fn seconds(value: Option<f64>) -> Cell {
    value.map_or(Cell::Empty, |value| Cell::Number { value, decimals: 5 })
}

/// Scores as bars.
pub(crate) fn bars(title: &str, standings: &[Standing]) -> Bars {
    Bars {
        title: title.to_string(),
        caption: CAPTION.to_string(),
        axis: Axis::percent("score"),
        labels: standings.iter().map(|standing| standing.label.clone()).collect(),
        series: vec![Series {
            name: String::new(),
            values: standings.iter().map(|standing| estimate(&standing.score)).collect(),
        }],
        reference: Some(0.5),
    }
}

/// A share as text, such as `61.2% (55.0% to 67.1%)`.
pub(crate) fn percent(score: &Score) -> String {
    let (low, high) = score.interval();
    format!("{:.1}% (95% interval {:.1}% to {:.1}%)", 100.0 * score.mean(), 100.0 * low, 100.0 * high)
}

/// The best of several, in a sentence.
pub(crate) fn best_of(standings: &[Standing]) -> String {
    let best = standings.iter().filter(|standing| standing.score.games() > 0);
    let best = best.max_by(|a, b| a.score.mean().total_cmp(&b.score.mean()));
    best.map_or("No game has been played yet.".to_string(), |best| {
        format!("`{}` scores best: {}.", best.label, percent(&best.score))
    })
}

/// The mean score on each deal.
pub(crate) type ByDeal = std::collections::BTreeMap<u64, f64>;

/// What a player scored on each deal, averaged over pairings.
pub(crate) fn by_deal(results: &Results, player: usize, pairings: impl IntoIterator<Item = u64>) -> ByDeal {
    let mut sums: std::collections::BTreeMap<u64, (f64, f64)> = Default::default();
    for games in pairings.into_iter().filter_map(|pairing| results.games.get(&pairing)) {
        for (deal, mean) in games.by_deal(player) {
            let sum = sums.entry(deal).or_default();
            *sum = (sum.0 + mean, sum.1 + 1.0);
        }
    }
    sums.into_iter().map(|(deal, (sum, count))| (deal, sum / count)).collect()
}

/// The mean of the differences on the deals that both have.
pub(crate) fn difference(a: &ByDeal, b: &ByDeal) -> Cell {
    let differences: Vec<f64> = a.iter().filter_map(|(deal, mine)| Some(mine - b.get(deal)?)).collect();
    Cell::Interval(mean_interval(&differences), crate::report::model::Format::Percent(1))
}

/// The mean of independent numbers with its 95% interval.
pub(crate) fn mean_interval(values: &[f64]) -> Estimate {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    if values.len() < 2 {
        return Estimate::from(mean);
    }
    let spread: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    let error = (spread / (count - 1.0) / count).sqrt();
    let reach = student::reach(CONFIDENCE, count - 1.0) * error;
    Estimate::new(mean - reach, mean, mean + reach)
}
