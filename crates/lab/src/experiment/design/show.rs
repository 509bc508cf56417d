//! Tables and charts that several designs share.

use crate::experiment::results::{Effort, Score};
use crate::experiment::{Entrant, Measure, Results};
use crate::report::model::{Bars, Cell, Estimate, Series, Table};
use crate::stats::{CONFIDENCE, Difference, student};

/// Explanation of numbers and their intervals.
pub(crate) fn caption(measure: Measure) -> String {
    let how =
        "Intervals are 95% confidence intervals that treat all games of a deal as one observation.";
    format!("{} {how}", measure.caption())
}

/// Result of a player.
pub(crate) struct PlayerScore {
    pub(crate) label: String,
    pub(crate) score: Score,
    pub(crate) effort: Effort,
    /// Mean score on each deal.
    pub(crate) by_deal: MeansByDeal,
}

impl PlayerScore {
    /// Result of an entrant over some pairings.
    pub(crate) fn new(
        entrants: &[Entrant],
        player: usize,
        results: &Results,
        pairings: impl IntoIterator<Item = u64> + Clone,
    ) -> Self {
        let mut effort = Effort::default();
        for games in pairings.clone().into_iter().filter_map(|pairing| results.games.get(&pairing))
        {
            if let Some(more) = games.efforts.get(&player) {
                effort.decisions += more.decisions;
                effort.iterations += more.iterations;
                effort.seconds += more.seconds;
                effort.timed += more.timed;
                effort.games += more.games;
            }
        }
        let label = entrants[player].label.clone();
        let by_deal = by_deal(results, player, pairings.clone());
        PlayerScore { label, score: results.score(player, pairings, None), effort, by_deal }
    }
}

/// Score with its interval.
pub(crate) fn estimate(score: &Score) -> Estimate {
    let (low, high) = score.interval();
    match score.games() {
        0 => Estimate::from(f64::NAN),
        _ => Estimate::new(low, score.mean(), high),
    }
}

/// Score as a table cell.
pub(crate) fn cell(score: &Score) -> Cell {
    let (low, high) = score.interval();
    match score.games() {
        0 => Cell::Empty,
        _ => Cell::Interval(Estimate::new(low, score.mean(), high), score.measure.format()),
    }
}

/// Table of scores, games and effort.
pub(crate) fn table(title: &str, head: &str, standings: &[PlayerScore]) -> Table {
    let measure = measure_of(standings);
    let label = measure.label();
    // The table also has the quantity that is not measured: the mean payoff from -1 to 1, or the
    // share of points.
    let other = if measure == Measure::Score { "payoff" } else { "score" };
    let columns =
        [head, "games", "wins", "draws", "losses", &label, other, "s/decision", "it./decision"];
    let row = |standing: &PlayerScore| {
        let PlayerScore { label, score, effort, .. } = standing;
        vec![
            Cell::Text(label.clone()),
            score.games().into(),
            score.wins.into(),
            score.draws.into(),
            score.losses.into(),
            cell(score),
            match measure {
                Measure::Score => Cell::Number { value: score.payoff(), decimals: 3 },
                Measure::Payoff(_) => Cell::Percent(score.points()),
            },
            seconds(effort.seconds_per_decision()),
            Cell::Number {
                value: effort.iterations as f64 / effort.decisions.max(1) as f64,
                decimals: 0,
            },
        ]
    };
    Table {
        title: title.to_string(),
        caption: caption(measure),
        columns: columns.map(String::from).to_vec(),
        rows: standings.iter().map(row).collect(),
    }
}

/// Time in seconds, if it is known.
pub(crate) fn seconds(value: Option<f64>) -> Cell {
    value.map_or(Cell::Empty, |value| Cell::Number { value, decimals: 5 })
}

/// Measure of the results.
fn measure_of(standings: &[PlayerScore]) -> Measure {
    standings.first().map_or(Measure::Score, |standing| standing.score.measure)
}

/// Bar chart of the measured quantity.
pub(crate) fn bars(title: &str, standings: &[PlayerScore]) -> Bars {
    let measure = measure_of(standings);
    Bars {
        title: title.to_string(),
        caption: caption(measure),
        axis: measure.axis(),
        labels: standings.iter().map(|standing| standing.label.clone()).collect(),
        series: vec![Series {
            name: String::new(),
            values: standings.iter().map(|standing| estimate(&standing.score)).collect(),
        }],
        reference: Some(measure.even()),
    }
}

/// Score as text: `61.2% (95% interval 55.0% to 67.1%)`.
pub(crate) fn in_numbers(score: &Score) -> String {
    let (low, high) = score.interval();
    let [mean, low, high] = [score.mean(), low, high].map(|number| score.measure.words(number));
    format!("{mean} (95% interval {low} to {high})")
}

/// Sentence that names the best player, as far as the intervals support it. A player is the best of
/// several if it is ahead of each of the others on the deals that both have played.
pub(crate) fn headline(standings: &[PlayerScore]) -> String {
    let mut played: Vec<&PlayerScore> =
        standings.iter().filter(|standing| standing.score.games() > 0).collect();
    played.sort_by(|a, b| b.score.mean().total_cmp(&a.score.mean()));
    let Some((best, others)) = played.split_first() else {
        return "No game has been played yet.".to_string();
    };
    let alike: Vec<&str> = others
        .iter()
        .filter(|other| !is_ahead(best, other, others.len()))
        .map(|other| other.label.as_str())
        .collect();
    let (label, scores) = (&best.label, in_numbers(&best.score));
    let does = if best.score.measure == Measure::Score { "scores" } else { "wins" };
    match (others.len(), &alike[..]) {
        (0, _) => format!("`{label}` {does} {scores}."),
        (_, []) => format!("`{label}` {does} most: {scores}."),
        (1, [other]) => {
            format!(
                "No difference was found between `{label}` and `{other}`: `{label}` {does} {scores}."
            )
        }
        (count, _) => format!(
            "No best of {} was found: `{label}` {does} most, {scores}, but no difference from {} was found.",
            count + 1,
            some_of(&alike)
        ),
    }
}

/// Returns whether one player scores more than another on the deals that both have played: the
/// interval of the mean difference lies above 0. The error probability of 5% is divided by the
/// number of comparisons (Bonferroni).
fn is_ahead(one: &PlayerScore, other: &PlayerScore, comparisons: usize) -> bool {
    let mut difference = Difference::default();
    for (deal, ours) in &one.by_deal {
        if let Some(theirs) = other.by_deal.get(deal) {
            let [ours, theirs] = [ours, theirs].map(|&number| one.score.measure.from_units(number));
            difference.add(1, ours, theirs);
        }
    }
    difference.interval_at(1.0 - (1.0 - CONFIDENCE) / comparisons as f64).0 > 0.0
}

/// The first few names of a list.
fn some_of(names: &[&str]) -> String {
    const FEW: usize = 3;
    let quoted: Vec<String> = names.iter().take(FEW).map(|name| format!("`{name}`")).collect();
    match names.len().saturating_sub(FEW) {
        0 => in_words(&quoted),
        1 => format!("{} and 1 other", quoted.join(", ")),
        more => format!("{} and {more} others", quoted.join(", ")),
    }
}

/// Names joined by commas and "and".
pub(crate) fn in_words(names: &[String]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.concat(),
    }
}

/// Mean score on each deal.
pub(crate) type MeansByDeal = std::collections::BTreeMap<u64, f64>;

/// Mean score of a player on each deal, over pairings.
pub(crate) fn by_deal(
    results: &Results,
    player: usize,
    pairings: impl IntoIterator<Item = u64>,
) -> MeansByDeal {
    let mut sums: std::collections::BTreeMap<u64, (f64, f64)> = Default::default();
    for games in pairings.into_iter().filter_map(|pairing| results.games.get(&pairing)) {
        for (deal, mean) in games.by_deal(player, results.measure) {
            let sum = sums.entry(deal).or_default();
            *sum = (sum.0 + mean, sum.1 + 1.0);
        }
    }
    sums.into_iter().map(|(deal, (sum, count))| (deal, sum / count)).collect()
}

/// Mean difference over the deals that both have.
pub(crate) fn difference(a: &MeansByDeal, b: &MeansByDeal, measure: Measure) -> Cell {
    let differences: Vec<f64> =
        a.iter().filter_map(|(deal, mine)| Some(mine - b.get(deal)?)).collect();
    Cell::Interval(mean_interval(&differences), measure.format())
}

/// Mean of independent numbers with its 95% interval.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Groups;

    /// Result of a player with these scores on each deal, with two games on each.
    fn standing(label: &str, by_deal: &[f64]) -> PlayerScore {
        let mut groups = Groups::default();
        by_deal.iter().for_each(|score| groups.add(2, 2.0 * score));
        let score = Score { wins: 2 * by_deal.len() as u64, groups, ..Score::default() };
        let by_deal = (0..).zip(by_deal.iter().copied()).collect();
        PlayerScore { label: label.to_string(), score, effort: Effort::default(), by_deal }
    }

    /// By hand: pairs that score 1, 1/2, 1/2, 1 against 0, 1/2, 1/2, 0 have a mean of 3/4 and a
    /// standard error of 0.144. With t(3) = 3.18 the interval extends far below 1/2; with twenty
    /// such deals it does not.
    #[test]
    fn headlines_claim_what_intervals_carry() {
        let scores = |times: usize| [1.0, 0.5, 0.5, 1.0].repeat(times);
        let others =
            |times: usize| scores(times).iter().map(|score| 1.0 - score).collect::<Vec<f64>>();
        assert_eq!(headline(&[]), "No game has been played yet.");
        assert_eq!(headline(&[standing("a", &[])]), "No game has been played yet.");
        let few = headline(&[standing("b", &others(1)), standing("a", &scores(1))]);
        assert!(
            few.starts_with("No difference was found between `a` and `b`: `a` scores 75.0% (95%"),
            "{few}"
        );
        let many = headline(&[standing("b", &others(5)), standing("a", &scores(5))]);
        assert!(many.starts_with("`a` scores most: 75.0% (95% interval "), "{many}");
        let alone = headline(&[standing("a", &scores(5))]);
        assert!(alone.starts_with("`a` scores 75.0% (95%"), "{alone}");
    }

    /// Among several players, the headline lists those that are not distinguished from the best,
    /// and omits the others.
    #[test]
    fn a_best_of_several_is_ahead_of_each() {
        let (high, low) = ([1.0, 0.5, 0.5, 1.0].repeat(5), [0.0, 0.5, 0.5, 0.0].repeat(5));
        let near: Vec<f64> = high.iter().rev().copied().chain([0.5]).skip(1).collect();
        let said = headline(&[standing("a", &high), standing("b", &near), standing("c", &low)]);
        assert!(said.starts_with("No best of 3 was found: `a` scores most, 75.0% ("), "{said}");
        assert!(said.ends_with("but no difference from `b` was found."), "{said}");
        let said = headline(&[standing("c", &low), standing("a", &high), standing("d", &low)]);
        assert!(said.starts_with("`a` scores most"), "{said}");
        assert_eq!(some_of(&["a", "b", "c", "d", "e"]), "`a`, `b`, `c` and 2 others");
        assert_eq!(some_of(&["a", "b"]), "`a` and `b`");
    }
}
