//! `tune`: search for the best of many settings with the [n-tuple bandit evolutionary
//! algorithm](super::ntbea), and a final test of the result. Each round is a stage, which follows
//! from the results of earlier rounds. The last stage is the test: the setting that was found and
//! the first setting meet the same opponents on deals that no round has used.
//!
//! ```toml
//! design = "tune"
//! game = "breakthrough"
//! player = "uct:iterations=500"
//! opponents = ["uct:iterations=500"]
//! games = 20      # of one evaluation of a setting, against each opponent
//! rounds = 25
//! at_once = 4     # settings that are evaluated in a round
//! test = 400      # games of the test, against each opponent
//! [grid]
//! c = [0.7, 0.1, 0.3, 1.4]
//! "playout" = ["uniform", "mast"]
//! ```

use super::contest::Contest;
use super::ntbea::{Manner, Model, SearchPoint};
use super::show;
use super::values::{self, Values};
use crate::experiment::source::{Keys, quoted};
use crate::experiment::{Common, Entrant, Measure, Pairing, Results, entrants};
use crate::report::Report;
use crate::report::model::{Cell, Estimate, Table as Rows};
use crate::stats::Difference;
use crate::{Error, Spec, Table};
use sortilege::Rng;

/// Search for the best settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Tune {
    /// Player whose settings are varied.
    pub player: Spec,
    /// Varied settings and their values.
    pub grid: Vec<Values>,
    /// Every combination of settings, and the opponents.
    pub contest: Contest,
    /// Number of rounds before the test.
    pub rounds: u64,
    /// Number of settings that are evaluated in a round.
    pub at_once: u64,
    /// Games of the test against each opponent.
    pub test: u64,
    /// Parameters of the algorithm.
    pub manner: Manner,
}

/// Key of the random stream of the search. It is longer than the keys of games, so that the streams
/// never coincide.
const DRAW: [u64; 7] = [0x7475_6e65; 7];

/// Next round.
pub(crate) struct Round {
    /// Number of its first pairing.
    pub(crate) first: u64,
    pub(crate) pairings: Vec<Pairing>,
    /// Whether it is the test.
    pub(crate) is_test: bool,
}

impl Tune {
    pub(crate) fn read(keys: &Keys, table: &dyn Table) -> Result<Self, Error> {
        let player = entrants::read_base(keys, table)?;
        let grid = values::read(keys, "grid", 8)?;
        let item = keys.need("grid", "")?;
        let candidates = values::expand(&player, &grid, &item, table)?;
        if candidates.len() < 2 {
            return Err(item.fail("there is nothing to tune: give at least one setting two values"));
        }
        let games = keys.get("games").map_or(Ok(20), |item| item.whole(1..1_000_000_001))?;
        Ok(Tune {
            player,
            grid,
            contest: Contest::read(keys, table, candidates)?,
            rounds: keys.whole_or("rounds", 1..1001, 25)?,
            at_once: keys.whole_or("at_once", 1..65, 4)?,
            test: keys.whole_or(
                "test",
                2..1_000_000_001,
                games.saturating_mul(20).clamp(2, 1_000_000_000),
            )?,
            manner: Manner {
                neighbours: keys.whole_or("neighbours", 1..501, 50)?,
                explore: keys.number_or("explore", 0.0, 1000.0, 0.2)?,
            },
        })
    }

    pub(crate) fn write(&self, line: &mut dyn FnMut(&str, String)) {
        line("player", quoted(&self.player.to_string()));
        line("rounds", self.rounds.to_string());
        line("at_once", self.at_once.to_string());
        line("test", self.test.to_string());
        line("neighbours", self.manner.neighbours.to_string());
        line("explore", format!("{:?}", self.manner.explore));
        self.contest.write(line);
    }

    pub(crate) fn tables(&self) -> String {
        values::to_toml("grid", &self.grid) + &self.contest.tables()
    }

    /// Next round after `past`; `None` once the test is over, or if there is nothing to test.
    pub(crate) fn round(&self, seed: u64, seats: usize, past: &Results) -> Option<Round> {
        let history = self.history(seed, past);
        let (first, settings, is_test) = match &history.next {
            Some(points) => {
                let settings: Vec<usize> = points.iter().map(|point| self.number(point)).collect();
                (self.pairing(history.rounds, 0), settings, false)
            }
            None if past.games.contains_key(&self.first_of_test()) => return None,
            None => (self.first_of_test(), self.tested(&history)?.to_vec(), true),
        };
        let all = self.contest.pairings(seats);
        let meetings = self.contest.meetings() as usize;
        let of = |setting: usize| all[setting * meetings..(setting + 1) * meetings].to_vec();
        Some(Round { first, pairings: settings.into_iter().flat_map(of).collect(), is_test })
    }

    /// Number of the first pairing of a setting, by its place in a round.
    fn pairing(&self, round: u64, place: u64) -> u64 {
        (round * self.at_once + place) * self.contest.meetings()
    }

    fn first_of_test(&self) -> u64 {
        self.pairing(self.rounds, 0)
    }

    /// The setting that was found and the first setting; `None` if they are the same.
    fn tested(&self, history: &TuningState) -> Option<[usize; 2]> {
        let best = self.best(history)?;
        (best != 0).then_some([best, 0])
    }

    /// Evaluated setting with the highest expected score; the first of equals.
    fn best(&self, history: &TuningState) -> Option<usize> {
        let mut seen: Vec<usize> = history.looks.iter().map(|look| look.setting).collect();
        seen.sort_unstable();
        seen.dedup();
        let expected = |&setting: &usize| history.model.expected(&self.point(setting));
        seen.into_iter()
            .reduce(|best, next| if expected(&next) > expected(&best) { next } else { best })
    }

    fn sizes(&self) -> Vec<usize> {
        self.grid.iter().map(|values| values.values.len()).collect()
    }

    /// Number of the setting with these values; the last value varies fastest.
    fn number(&self, point: &SearchPoint) -> usize {
        point.iter().zip(self.sizes()).fold(0, |number, (&value, size)| number * size + value)
    }

    fn point(&self, mut number: usize) -> SearchPoint {
        let mut point = vec![0; self.grid.len()];
        for (value, size) in point.iter_mut().zip(self.sizes()).rev() {
            (*value, number) = (number % size, number / size);
        }
        point
    }

    /// State of the search, reconstructed from the results.
    fn history(&self, seed: u64, past: &Results) -> TuningState {
        let draw: Vec<u64> = [seed].into_iter().chain(DRAW).collect();
        let (mut rng, sizes) = (Rng::derive(&draw), self.sizes());
        let mut model = Model::new(sizes.len());
        // The search begins with the first setting, which the test uses as the baseline.
        let (mut at, mut looks) = (vec![0; sizes.len()], vec![]);
        for round in 0..self.rounds {
            let points = self.points(&model, &at, round == 0, &mut rng);
            if !past.games.contains_key(&self.pairing(round, 0)) {
                return TuningState { model, looks, rounds: round, next: Some(points) };
            }
            for (place, point) in (0..).zip(points) {
                let (setting, first) = (self.number(&point), self.pairing(round, place));
                let score = past.score(setting, first..first + self.contest.meetings(), None);
                // The algorithm uses scores from 0 to 1, whatever the unit of the measure.
                model.add(&point, past.measure.from_units(score.mean()));
                looks.push(SettingEvaluation { round, setting, first });
                at = point;
            }
        }
        TuningState { model, looks, rounds: self.rounds, next: None }
    }

    /// Points of a round, each a neighbour of the one before.
    fn points(
        &self,
        model: &Model,
        from: &SearchPoint,
        is_first: bool,
        rng: &mut Rng,
    ) -> Vec<SearchPoint> {
        let (mut guess, mut at, sizes) = (model.clone(), from.clone(), self.sizes());
        let mut points = vec![];
        for place in 0..self.at_once {
            if !(is_first && place == 0) {
                at = guess.next(&at, &sizes, &self.manner, rng);
            }
            let expected = guess.expected(&at);
            guess.add(&at, expected);
            points.push(at.clone());
        }
        points
    }

    /// Score of the setting that was found minus that of the first setting, over the games of the
    /// test.
    fn difference(&self, [best, first]: [usize; 2], results: &Results) -> Difference {
        let meetings = self.contest.meetings();
        let start = self.first_of_test();
        let of = |setting, from: u64| show::by_deal(results, setting, from..from + meetings);
        let (ours, theirs) = (of(best, start), of(first, start + meetings));
        let mut difference = Difference::default();
        for (deal, ours) in &ours {
            if let Some(theirs) = theirs.get(deal) {
                let [ours, theirs] = [ours, theirs].map(|&score| results.measure.from_units(score));
                difference.add(1, ours, theirs);
            }
        }
        difference
    }

    /// Result in a sentence.
    fn verdict(&self, history: &TuningState, results: &Results) -> String {
        let label = |setting: usize| &self.contest.candidates[setting].label;
        let looks = history.looks.len();
        if history.next.is_some() {
            return format!("{} of {} rounds are over.", history.rounds, self.rounds);
        }
        let Some(tested) = self.tested(history) else {
            return format!(
                "No difference found: after {looks} evaluations no setting is expected to score \
                 more than the first setting, `{}`.",
                label(0)
            );
        };
        if !results.games.contains_key(&self.first_of_test()) {
            return format!(
                "`{}` was found in {looks} evaluations, and is not tested yet.",
                label(tested[0])
            );
        }
        let difference = self.difference(tested, results);
        let (low, high) = difference.interval();
        let words = |share: f64| results.measure.words(more(results.measure, share));
        let by = format!(
            "by {} (95% interval {} to {})",
            words(difference.mean()),
            words(low),
            words(high)
        );
        match (low > 0.0, high < 0.0) {
            (true, _) => {
                format!(
                    "`{}` scores more than the first setting, `{}`, {by}.",
                    label(tested[0]),
                    label(0)
                )
            }
            (_, true) => {
                format!(
                    "No better setting was found: `{}` scores less than the first, `{}`, {by}.",
                    label(tested[0]),
                    label(0)
                )
            }
            _ => format!(
                "No difference found: `{}` was best, and differs from the first setting, `{}`, {by}.",
                label(tested[0]),
                label(0)
            ),
        }
    }

    pub(crate) fn report(&self, experiment: &Common, results: &Results) -> Result<Report, Error> {
        let history = self.history(experiment.seed, results);
        let mut report = Report::new(experiment.title, self.verdict(&history, results));
        if let Some(tested) = self.tested(&history).filter(|_| history.next.is_none()) {
            report.push(self.test_table(tested, results));
        }
        report.push(self.values_table(&history, results));
        report.push(self.looks_table(&history, results));
        Ok(report)
    }

    fn test_table(&self, tested: [usize; 2], results: &Results) -> Rows {
        let difference = self.difference(tested, results);
        let (low, high) = difference.interval();
        let row = |(place, &setting): (u64, &usize)| {
            let first = self.first_of_test() + place * self.contest.meetings();
            let score = results.score(setting, first..first + self.contest.meetings(), None);
            let more = match place {
                0 => {
                    let [low, mean, high] =
                        [low, difference.mean(), high].map(|share| more(results.measure, share));
                    Cell::Interval(Estimate::new(low, mean, high), results.measure.format())
                }
                _ => Cell::Empty,
            };
            let label = self.contest.candidates[setting].label.clone();
            vec![Cell::Text(label), score.games().into(), show::cell(&score), more]
        };
        Rows {
            title: "The test".to_string(),
            caption: format!(
                "Both met the same opponents on the same deals, none of which was played before. {}",
                show::caption(results.measure)
            ),
            columns: ["setting", "games", &results.measure.label(), "more than the first"]
                .map(String::from)
                .to_vec(),
            rows: (0..).zip(&tested).map(row).collect(),
        }
    }

    /// Mean score of each value of each setting, over all values of the other settings.
    fn values_table(&self, history: &TuningState, results: &Results) -> Rows {
        let mut rows = vec![];
        for (place, values) in self.grid.iter().enumerate() {
            for (number, value) in values.values.iter().enumerate() {
                let has = |look: &&SettingEvaluation| self.point(look.setting)[place] == number;
                let scores: Vec<f64> = history
                    .looks
                    .iter()
                    .filter(has)
                    .map(|look| self.score(look, results))
                    .collect();
                let mean = match scores.is_empty() {
                    true => Cell::Empty,
                    false => Cell::Interval(show::mean_interval(&scores), results.measure.format()),
                };
                let setting = Cell::Text(format!("{}={value}", values.setting));
                rows.push(vec![setting, (scores.len() as u64).into(), mean]);
            }
        }
        Rows {
            title: "Values".to_string(),
            caption: "Evaluations (looks) of settings with a value, and their mean score with its \
                      95% interval. Better values are evaluated more often, so that these means \
                      are biased upwards; the test is not."
                .to_string(),
            columns: ["value", "looks", &results.measure.label()].map(String::from).to_vec(),
            rows,
        }
    }

    fn score(&self, look: &SettingEvaluation, results: &Results) -> f64 {
        let pairings = look.first..look.first + self.contest.meetings();
        results.score(look.setting, pairings, None).mean()
    }

    fn looks_table(&self, history: &TuningState, results: &Results) -> Rows {
        let row = |look: &SettingEvaluation| {
            let score =
                results.score(look.setting, look.first..look.first + self.contest.meetings(), None);
            let Entrant { label, .. } = &self.contest.candidates[look.setting];
            vec![
                (look.round + 1).into(),
                Cell::Text(label.clone()),
                score.games().into(),
                show::cell(&score),
            ]
        };
        Rows {
            title: "Looks".to_string(),
            caption: show::caption(results.measure),
            columns: ["round", "setting", "games", &results.measure.label()]
                .map(String::from)
                .to_vec(),
            rows: history.looks.iter().map(row).collect(),
        }
    }
}

/// Converts a difference of shares to the units of the measure.
fn more(measure: Measure, share: f64) -> f64 {
    measure.in_units(0.5 + share) - measure.even()
}

/// State of the search.
struct TuningState {
    model: Model,
    looks: Vec<SettingEvaluation>,
    /// Number of finished rounds.
    rounds: u64,
    /// Points of the next round, unless it is the test.
    next: Option<Vec<SearchPoint>>,
}

/// Evaluation of a setting.
struct SettingEvaluation {
    round: u64,
    setting: usize,
    /// Number of its first pairing.
    first: u64,
}
