//! What was found about a claim: every part of it with its number, interval and verdict.

use super::check::{Check, Found, Part};
use super::finished::Runs;
use super::judge;
use super::paper::{Paper, Target};
use super::scale::Scale;
use super::words::{TOO_CLOSE, word};
use crate::report::{Curves, Verdict};

/// What was found about a claim.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The paper.
    pub paper: String,
    /// The claim.
    pub target: Target,
    /// What we found, in a sentence.
    pub ours: String,
    /// The games that it rests on.
    pub games: u64,
    /// Whether the claim holds.
    pub verdict: Verdict,
    /// Whether it is undecided for good: known well enough, and too close to call.
    pub too_close: bool,
    /// The experiments that may settle it yet: those of checks with an open part that is not known
    /// well enough.
    pub(super) open: Vec<String>,
    /// Whether players think less, or play another game, than the claim is about. What is found
    /// then is about that, and the claim itself stays undecided.
    pub reduced: bool,
    /// Its parts.
    pub parts: Vec<Part>,
    /// What was found about the part of the claim that matters most, if there is one.
    pub minimum: Option<(String, Verdict)>,
    /// What is best seen in a picture.
    pub charts: Vec<Curves>,
    /// The number on which the verdict hangs, where it was found before and its parts are not known
    /// any more.
    pub decided_by: Option<String>,
}

/// What was found where nothing was looked for.
const NOT_TRIED: &str = "not tried yet";

impl Finding {
    /// Whether an experiment that it rests on is still to be done.
    pub fn is_untried(&self) -> bool {
        self.ours == NOT_TRIED
    }

    /// Whether nothing is left to find out about it.
    pub fn is_settled(&self) -> bool {
        self.verdict != Verdict::Undecided || self.too_close
    }

    /// Its verdict, as it is written.
    pub fn word(&self) -> &'static str {
        if self.too_close { TOO_CLOSE } else { word(self.verdict) }
    }

    /// Whether it is judged: what is found with less thinking than the claim is about says nothing
    /// about it, unless it says itself that it does.
    pub fn is_judged(&self) -> bool {
        !self.reduced || self.target.scaled
    }

    /// Whether everything that it rests on has been done.
    pub(super) fn is_tried(&self, runs: &Runs) -> bool {
        self.target.checks.iter().all(|check| is_done(check, runs))
    }

    /// Whether it is undecided though everything that is open about it is known well enough.
    pub(super) fn cannot_be_called(&self) -> bool {
        self.verdict == Verdict::Undecided && self.open.is_empty()
    }

    /// The part on which the verdict hangs: of those with the same verdict as all of them together,
    /// the one with the lowest number.
    pub fn decisive(&self) -> Option<&Part> {
        let verdict = if self.is_judged() {
            self.verdict
        } else {
            judge::all(self.parts.iter().map(Part::verdict))
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

/// Puts a claim to the test; each check with intervals that are so many times as wide as those of
/// 95 %. A check whose experiments are still to be done is undecided; the others may settle the
/// claim without it.
pub(super) fn judge(
    paper: &Paper,
    target: &Target,
    scale: Scale,
    runs: &Runs,
    widening: impl Fn(&Check) -> f64,
) -> Finding {
    let test = |check: &Check| {
        let mut found = is_done(check, runs).then(|| put_to_test(target, check, scale, runs))?;
        found.parts.iter_mut().for_each(|part| part.widen(widening(check)));
        Some(found)
    };
    let all: Vec<Option<Found>> = target.checks.iter().map(test).collect();
    let verdict = |found: &Option<Found>| found.as_ref().map_or(Verdict::Undecided, Found::verdict);
    let unknown =
        |part: &Part| part.verdict() == Verdict::Undecided && !part.is_known_to(paper.narrow);
    let is_open = |found: &Option<Found>| {
        verdict(found) == Verdict::Undecided
            && found.as_ref().is_none_or(|found| found.parts.iter().any(unknown))
    };
    let open = all.iter().zip(&target.checks).filter(|(found, _)| is_open(found));
    let open = open.flat_map(|(_, check)| check.experiments.clone()).collect();
    let verdict = judge::enough(all.iter().map(verdict), target.needed);
    let found: Vec<Found> = all.into_iter().flatten().collect();
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

/// A claim of which an experiment is still to be done.
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

/// Whether everything that a check rests on has been done.
fn is_done(check: &Check, runs: &Runs) -> bool {
    check.experiments.iter().all(|name| runs.contains_key(name))
}

/// What came of a check, with its experiment where that is not clear.
fn put_to_test(target: &Target, check: &Check, scale: Scale, runs: &Runs) -> Found {
    let mut found = check.judge(&target.claim, scale, runs);
    if let Some(place) = place(target, check) {
        let place = format!("{place}: ");
        found.said.insert_str(0, &place);
        found.parts.iter_mut().for_each(|part| part.quantity.insert_str(0, &place));
    }
    found
}

/// Which experiment a check is about, where checks of a claim are about several and do not say so
/// themselves.
fn place<'a>(target: &Target, check: &'a Check) -> Option<&'a String> {
    let own = check.unnamed_experiment()?;
    target.checks.iter().any(|other| other.experiments != check.experiments).then_some(own)
}

/// The games that a claim rests on; those of a run that serves several checks count once.
fn games(target: &Target, runs: &Runs) -> u64 {
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
