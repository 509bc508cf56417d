//! What was found about a claim: every part of it with its number, interval and verdict.

use super::check::{Check, Test};
use super::measure::Finished;
use super::paper::{Paper, Scale, Target};
use super::{judge, parts};
use crate::report::{Curves, Estimate, Format, Verdict};
use std::collections::BTreeMap;

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
    /// Whether players think less, or play another game, than the claim is about. What is found then is
    /// about that, and the claim itself stays undecided.
    pub reduced: bool,
    /// Its parts.
    pub parts: Vec<Part>,
    /// What was found about the part of the claim that matters most, if there is one.
    pub minimum: Option<(String, Verdict)>,
    /// What is best seen in a picture.
    pub charts: Vec<Curves>,
}

/// A part of a claim.
#[derive(Clone, Debug)]
pub struct Part {
    /// What is measured.
    pub quantity: String,
    /// What is claimed of it.
    pub claim: String,
    /// What was found.
    pub estimate: Option<Estimate>,
    /// How it is written.
    pub format: Format,
    /// Whether the part holds.
    pub verdict: Verdict,
}

impl Finding {
    /// The part on which the verdict hangs: of those with the same verdict as all of them together, the one
    /// with the lowest number.
    pub fn decisive(&self) -> Option<&Part> {
        let judged = !self.reduced || self.target.scaled;
        let verdict =
            if judged { self.verdict } else { judge::all(self.parts.iter().map(|part| part.verdict)) };
        let with_verdict = self.parts.iter().filter(|part| part.verdict == verdict);
        let measured = with_verdict.filter(|part| part.estimate.is_some_and(|it| it.interval.is_some()));
        let value = |part: &&Part| part.estimate.map_or(f64::NAN, |estimate| estimate.value);
        measured.min_by(|a, b| value(a).total_cmp(&value(b)))
    }
}

/// Runs by the name of their experiment.
pub(super) type Runs = BTreeMap<String, Finished>;

/// Puts a claim to the test.
pub(super) fn judge(paper: &Paper, target: &Target, scale: Scale, runs: &Runs) -> Finding {
    let mut finding = Finding {
        paper: paper.tag.clone(),
        target: target.clone(),
        ours: String::new(),
        games: 0,
        verdict: Verdict::Undecided,
        reduced: paper.is_reduced(target, scale),
        parts: vec![],
        minimum: None,
        charts: vec![],
    };
    let (mut said, mut verdicts) = (vec![], vec![]);
    for check in &target.checks {
        let before = finding.parts.len();
        let mut found = parts::add(&mut finding, check, runs);
        if let Some(place) = place(target, check) {
            found = format!("{place}: {found}");
            finding.parts[before..]
                .iter_mut()
                .for_each(|part| part.quantity.insert_str(0, &format!("{place}: ")));
        }
        said.extend(Some(found).filter(|text| !text.is_empty()));
        verdicts.push(judge::all(finding.parts[before..].iter().map(|part| part.verdict)));
    }
    finding.games = games(target, runs);
    if !finding.reduced || target.scaled {
        finding.verdict = judge::enough(verdicts, target.needed);
    }
    finding.ours = said.join("; ");
    finding
}

/// Which experiment a check is about, where checks of a claim are about several and do not say so themselves.
fn place<'a>(target: &Target, check: &'a Check) -> Option<&'a String> {
    let named = !matches!(check.test, Test::Flat { .. } | Test::Champion { .. });
    let own = check.experiments.first().filter(|_| named && check.experiments.len() == 1)?;
    target.checks.iter().any(|other| other.experiments != check.experiments).then_some(own)
}

/// The games that a claim rests on; those of a run that serves several checks count once.
fn games(target: &Target, runs: &Runs) -> u64 {
    if let [Check { test: Test::NoLosses { players, .. }, experiments, .. }] = &target.checks[..] {
        return runs[&experiments[0]].losses(players).1;
    }
    let mut names: Vec<&String> = target.checks.iter().flat_map(|check| &check.experiments).collect();
    names.sort();
    names.dedup();
    names.iter().map(|name| runs[*name].results.played()).sum()
}
