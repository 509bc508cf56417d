//! Results for claims: every part of a claim with its number, interval and verdict, and the numbers
//! of claims that hold, fail or are undecided.

use super::check::{Check, CheckResult, Part};
use super::finished::FinishedRuns;
use super::paper::{Paper, Target};
use super::scale::Scale;
use super::verdicts;
use super::words::{TOO_CLOSE, word};
use crate::report::{Curves, Verdict};
use std::iter::Sum;

/// Result for a claim.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Tag of the paper.
    pub paper: String,
    /// Claim.
    pub target: Target,
    /// Our result, in a sentence.
    pub ours: String,
    /// Number of games that the result rests on.
    pub games: u64,
    /// Verdict on the claim.
    pub verdict: Verdict,
    /// Whether the claim is too close to call: it stays undecided although its numbers are known
    /// precisely enough.
    pub too_close: bool,
    /// Experiments that can still decide the claim: those of checks with an undecided part that is
    /// not known precisely enough.
    pub(super) open: Vec<String>,
    /// Whether players think less, or play another game, than in the claim. Then the result is not
    /// about the claim itself, which stays undecided.
    pub reduced: bool,
    /// Parts of the claim.
    pub parts: Vec<Part>,
    /// Result for the most important part of the claim, if it has one.
    pub minimum: Option<(String, Verdict)>,
    /// Charts of the result.
    pub charts: Vec<Curves>,
    /// The number that decides the verdict, if the result is from an earlier campaign and its parts
    /// are not available.
    pub decided_by: Option<String>,
}

/// Result of a claim before its experiments are done.
const NOT_TRIED: &str = "not tried yet";

impl Finding {
    /// Returns whether an experiment of the claim is still to be done.
    pub fn is_untried(&self) -> bool {
        self.ours == NOT_TRIED
    }

    /// Returns whether the claim is decided or too close to call.
    pub fn is_settled(&self) -> bool {
        self.verdict != Verdict::Undecided || self.too_close
    }

    /// Verdict in words.
    pub fn word(&self) -> &'static str {
        if self.too_close { TOO_CLOSE } else { word(self.verdict) }
    }

    /// Returns whether the claim is evaluated. Results with less thinking than in the paper do not
    /// count, unless the claim is marked as `scaled`.
    pub fn is_evaluated(&self) -> bool {
        !self.reduced || self.target.scaled
    }

    /// Returns whether all experiments of the claim are done.
    pub(super) fn is_tried(&self, runs: &FinishedRuns) -> bool {
        self.target.checks.iter().all(|check| is_done(check, runs))
    }

    /// Returns whether the claim is undecided although all its undecided parts are known precisely
    /// enough.
    pub(super) fn cannot_be_called(&self) -> bool {
        self.verdict == Verdict::Undecided && self.open.is_empty()
    }

    /// Part that decides the verdict: among the parts with the same verdict as the whole claim, the
    /// one with the lowest number.
    pub fn decisive(&self) -> Option<&Part> {
        let verdict = if self.is_evaluated() {
            self.verdict
        } else {
            verdicts::all(self.parts.iter().map(Part::verdict))
        };
        let with_verdict = self.parts.iter().filter(|part| part.verdict() == verdict);
        let bounded = |(low, high): (f64, f64)| low.is_finite() && high.is_finite();
        let measured = with_verdict.filter(|part| {
            part.estimate.and_then(|estimate| estimate.interval).is_some_and(bounded)
        });
        let value = |part: &&Part| part.estimate.map_or(f64::NAN, |estimate| estimate.value);
        measured.min_by(|a, b| value(a).total_cmp(&value(b)))
    }
}

/// Tests a claim. `widening` is the factor by which the 95% intervals of a check are widened. A
/// check whose experiments are still to be done is undecided; the other checks may decide the claim
/// without it.
pub(super) fn evaluate(
    paper: &Paper,
    target: &Target,
    scale: Scale,
    runs: &FinishedRuns,
    widening: impl Fn(&Check) -> f64,
) -> Finding {
    let test = |check: &Check| {
        let mut found = is_done(check, runs).then(|| put_to_test(target, check, scale, runs))?;
        found.parts.iter_mut().for_each(|part| part.widen(widening(check)));
        Some(found)
    };
    let all: Vec<Option<CheckResult>> = target.checks.iter().map(test).collect();
    let verdict = |found: &Option<CheckResult>| {
        found.as_ref().map_or(Verdict::Undecided, CheckResult::verdict)
    };
    let unknown =
        |part: &Part| part.verdict() == Verdict::Undecided && !part.is_known_to(paper.narrow);
    let is_open = |found: &Option<CheckResult>| {
        verdict(found) == Verdict::Undecided
            && found.as_ref().is_none_or(|found| found.parts.iter().any(unknown))
    };
    let open = all.iter().zip(&target.checks).filter(|(found, _)| is_open(found));
    let open = open.flat_map(|(_, check)| check.experiments.clone()).collect();
    let verdict = verdicts::enough(all.iter().map(verdict), target.needed);
    let found: Vec<CheckResult> = all.into_iter().flatten().collect();
    let reduced = paper.is_reduced(target, scale);
    let said = found.iter().map(|found| found.said.as_str()).filter(|said| !said.is_empty());
    Finding {
        paper: paper.tag.clone(),
        target: target.clone(),
        ours: said.collect::<Vec<_>>().join("; "),
        games: games(target, runs),
        verdict: if reduced && !target.scaled { Verdict::Undecided } else { verdict },
        too_close: false,
        open,
        reduced,
        minimum: found.iter().rev().find_map(|found| found.minimum.clone()),
        charts: found.iter().flat_map(|found| found.charts.clone()).collect(),
        decided_by: None,
        parts: found.into_iter().flat_map(|found| found.parts).collect(),
    }
}

/// Result for a claim with an experiment that is still to be done.
pub(super) fn untried(paper: &Paper, target: &Target, scale: Scale) -> Finding {
    Finding {
        paper: paper.tag.clone(),
        target: target.clone(),
        ours: NOT_TRIED.to_string(),
        games: 0,
        verdict: Verdict::Undecided,
        too_close: false,
        open: target.experiments().cloned().collect(),
        reduced: paper.is_reduced(target, scale),
        parts: vec![],
        minimum: None,
        charts: vec![],
        decided_by: None,
    }
}

/// Returns whether all experiments of a check are done.
fn is_done(check: &Check, runs: &FinishedRuns) -> bool {
    check.experiments.iter().all(|name| runs.contains_key(name))
}

/// Result of a check, prefixed with its experiment if that is ambiguous.
fn put_to_test(target: &Target, check: &Check, scale: Scale, runs: &FinishedRuns) -> CheckResult {
    let mut found = check.evaluate(&target.claim, scale, runs);
    if let Some(place) = place(target, check) {
        let place = format!("{place}: ");
        found.said.insert_str(0, &place);
        found.parts.iter_mut().for_each(|part| part.quantity.insert_str(0, &place));
    }
    found
}

/// Experiment of a check, if the checks of a claim use different experiments and this check does
/// not name its own.
fn place<'a>(target: &Target, check: &'a Check) -> Option<&'a String> {
    let own = check.unnamed_experiment()?;
    target.checks.iter().any(|other| other.experiments != check.experiments).then_some(own)
}

/// Number of games that a claim rests on; a run that serves several checks counts once.
fn games(target: &Target, runs: &FinishedRuns) -> u64 {
    if let [only] = &target.checks[..]
        && is_done(only, runs)
        && let Some(games) = only.games(runs)
    {
        return games;
    }
    let mut names: Vec<&String> = target.experiments().collect();
    names.sort();
    names.dedup();
    names.iter().filter_map(|name| runs.get(*name)).map(|run| run.results.played()).sum()
}

/// Numbers of claims by verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of claims that hold.
    pub holds: u64,
    /// Number of claims that fail.
    pub fails: u64,
    /// Number of undecided claims.
    pub undecided: u64,
    /// Number of claims, with any verdict, that are tested with less thinking than in the paper or
    /// with another game.
    pub reduced: u64,
}

impl Tally {
    /// Counts findings.
    pub fn of<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> Self {
        findings.into_iter().map(|finding| Tally::one(finding.verdict, finding.reduced)).sum()
    }

    /// Total number of claims.
    pub fn claims(self) -> u64 {
        self.holds + self.fails + self.undecided
    }

    fn one(verdict: Verdict, reduced: bool) -> Self {
        let is = |other| u64::from(verdict == other);
        Tally {
            holds: is(Verdict::Holds),
            fails: is(Verdict::Fails),
            undecided: is(Verdict::Undecided),
            reduced: u64::from(reduced),
        }
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Self {
        tallies.fold(Tally::default(), |a, b| Tally {
            holds: a.holds + b.holds,
            fails: a.fails + b.fails,
            undecided: a.undecided + b.undecided,
            reduced: a.reduced + b.reduced,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verdict_is_counted_once() {
        let one = |verdict, reduced| Tally::one(verdict, reduced);
        let tally: Tally =
            [one(Verdict::Holds, false), one(Verdict::Fails, true), one(Verdict::Holds, true)]
                .into_iter()
                .sum();
        assert_eq!(tally, Tally { holds: 2, fails: 1, undecided: 0, reduced: 2 });
        assert_eq!(tally.claims(), 3);
    }
}
