//! Scheduler: determines the open claims, selects the next experiment, and stores verdicts.

use super::adaptive_experiment::{self, Means, Trial};
use super::interim::InterimAnalysis;
use super::prior_results::Known;
use super::spending::widening;
use super::store::Ledger;
use crate::Error;
use crate::report::{self, Verdict};
use crate::reproduce::campaign::Campaign;
use crate::reproduce::check::Check;
use crate::reproduce::finding::{self, Finding};
use crate::reproduce::outcome::{self, Outcome};
use crate::reproduce::page::Chapter;
use crate::reproduce::paper::{Paper, Target};
use crate::run::Progress;
use std::time::{Duration, Instant};

impl Campaign {
    /// Runs experiments until all claims are decided or a limit is reached, and returns the
    /// results.
    pub fn decide(
        &self,
        means: &Means,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Outcome, Error> {
        report::may_write(&self.folder)?;
        let (begun, mut court) = (Instant::now(), Court::open(self)?);
        loop {
            let findings = court.look()?;
            let left = means.time.map(|time| time.saturating_sub(begun.elapsed()));
            let Some(next) = court.next(&findings, means.threads, left) else { break };
            if !court.trials[next].grow(&court.ledger, means, left, progress)? {
                break;
            }
        }
        court.outcome()
    }
}

/// State of the analysis.
pub(super) struct Court<'a> {
    pub(super) campaign: &'a Campaign,
    pub(super) ledger: Ledger,
    trials: Vec<Trial<'a>>,
}

impl<'a> Court<'a> {
    pub(super) fn open(campaign: &'a Campaign) -> Result<Self, Error> {
        let ledger = Ledger::new(&campaign.folder, campaign.known.clone());
        let mut trials = vec![];
        for paper in campaign.papers() {
            for name in campaign.experiments(paper) {
                trials.push(Trial::open(campaign, paper, name, &ledger)?);
            }
        }
        Ok(Court { campaign, ledger, trials })
    }

    /// Experiments that a claim needs.
    pub(super) fn trials_of(
        &self,
        paper: &str,
        target: &Target,
    ) -> impl Iterator<Item = &Trial<'a>> {
        self.trials
            .iter()
            .filter(move |trial| trial.paper.tag == paper && target.rests_on(trial.name))
    }

    /// Analyses every claim, and stores the verdicts.
    pub(super) fn look(&self) -> Result<Vec<Finding>, Error> {
        self.campaign.targets().map(|(paper, target)| self.look_at(paper, target)).collect()
    }

    fn look_at(&self, paper: &Paper, target: &Target) -> Result<Finding, Error> {
        let known = self.ledger.settled(&target.id)?;
        let runs = adaptive_experiment::runs(self.trials_of(&paper.tag, target));
        let looks = |check: &Check| self.looks(paper, check);
        let widening = |check: &Check| looks(check).map_or(1.0, widening);
        let mut finding = finding::evaluate(paper, target, self.campaign.scale, &runs, widening);
        let is_done = target.checks.iter().all(|check| looks(check).is_some());
        if !is_done && (known.is_some() || finding.verdict == Verdict::Undecided) {
            // While an experiment is growing, the previous result is reported.
            let before = if known.is_some() { known } else { self.ledger.looked_at(&target.id)? };
            let untried = finding::untried(paper, target, self.campaign.scale);
            return Ok(before.map_or(untried.clone(), |before| before.recall(untried)));
        }
        let look = target.checks.iter().filter_map(looks).max().unwrap_or(1);
        match known {
            Some(settled) => {
                finding.verdict = settled.verdict();
                finding.too_close = settled.is_too_close();
            }
            None if finding.is_evaluated() => {
                finding.too_close = finding.cannot_be_called();
                if finding.is_settled() {
                    self.ledger.settle(&target.id, &InterimAnalysis::new(&finding, look))?;
                    return Ok(finding);
                }
                self.ledger.look_at(&target.id, &InterimAnalysis::new(&finding, look))?;
            }
            None => {}
        }
        Ok(finding)
    }

    /// Number of analyses of a part of a claim so far: one more than the total number of doublings
    /// of its experiments. `None` if one of them is not finished.
    fn looks(&self, paper: &Paper, check: &Check) -> Option<u32> {
        let needed = |trial: &&Trial| {
            trial.paper.tag == paper.tag && check.experiments.iter().any(|name| name == trial.name)
        };
        let rounds = self.trials.iter().filter(needed).map(Trial::doubled);
        rounds.sum::<Option<u32>>().map(|rounds| rounds + 1)
    }

    /// Returns whether a claim can be decided and is not decided yet.
    fn is_open(&self, finding: &Finding) -> bool {
        finding.is_evaluated() && matches!(self.ledger.settled(&finding.target.id), Ok(None))
    }

    /// Index of the experiment to run next, if there is one that fits in the remaining time.
    fn next(&self, findings: &[Finding], threads: usize, left: Option<Duration>) -> Option<usize> {
        if left == Some(Duration::ZERO) {
            return None;
        }
        let open: Vec<&Finding> = findings.iter().filter(|finding| self.is_open(finding)).collect();
        let waiting = |trial: &Trial| {
            let may_settle = |finding: &&&Finding| {
                finding.paper == trial.paper.tag
                    && finding.open.iter().any(|name| name == trial.name)
            };
            open.iter().filter(may_settle).count()
        };
        let affordable = |trial: &Trial| {
            trial.is_begun()
                || left.is_none_or(|left| trial.next_cost() / threads as f64 <= left.as_secs_f64())
        };
        let candidates = self.trials.iter().enumerate().filter(|(_, trial)| {
            waiting(trial) > 0 && trial.can_go_on() && affordable(trial) && !trial.is_busy()
        });
        let rank = |trial: &Trial| {
            (trial.urgency(), std::cmp::Reverse(waiting(trial)), trial.next_cost().to_bits())
        };
        candidates.min_by_key(|(_, trial)| rank(trial)).map(|(at, _)| at)
    }

    fn outcome(self) -> Result<Outcome, Error> {
        let mut chapters = vec![];
        for paper in self.campaign.papers() {
            let ours = || self.trials.iter().filter(|trial| trial.paper.tag == paper.tag);
            let targets = paper.asked_for(self.campaign.words());
            let findings: Vec<Finding> =
                targets.map(|target| self.look_at(paper, target)).collect::<Result<_, _>>()?;
            let reports =
                ours().filter_map(|trial| trial.report()).collect::<Result<Vec<_>, _>>()?;
            chapters.push(Chapter::new(
                paper,
                findings,
                &adaptive_experiment::runs(ours()),
                reports,
            ));
        }
        let found = Some(self.found()?);
        Ok(Outcome { found, ..outcome::of(self.campaign, chapters) })
    }

    /// Results for claims, from this campaign or earlier ones.
    fn found(&self) -> Result<Known, Error> {
        let mut all = self.campaign.known.clone();
        for (_, target) in self.campaign.targets() {
            let settled = self.ledger.settled(&target.id)?;
            let found =
                if settled.is_some() { settled } else { self.ledger.looked_at(&target.id)? };
            if let Some(found) = found {
                all.insert(&target.id, found);
            }
        }
        Ok(all)
    }
}
