//! The scale `decide`: runs grow until every claim is settled, or until the time is up.
//!
//! An experiment begins with as many games as at `quick`, thinks as in the paper unless `decide` says otherwise, and is
//! doubled for as long as a claim that rests on it is open; what most open claims rest on comes first, and of these what
//! costs least. A claim is looked at whenever one of its experiments has grown.
//!
//! Whoever looks often enough finds something in the end, so intervals widen: those of the n-th look are at a confidence
//! of 1 - 0.05 / (n (n + 1)). Since 1/2 + 1/6 + 1/12 + ... = 1, a part of a claim is decided wrongly with a probability of at
//! most 5 %, however long it goes on. What is settled stays so and is [written down](ledger). A claim of which no open part
//! is wider than [`NARROW`] is settled as too close to call.
//!
//! Any number of machines can do this in one folder: each takes an experiment that nobody else is at.

pub mod ledger;
pub mod standing;
mod trial;

use super::campaign::Campaign;
use super::finding::{self, Finding};
use super::outcome::{self, Outcome};
use super::page::Chapter;
use super::paper::{Paper, Target};
use crate::Error;
use crate::report::{self, Verdict};
use crate::run::Progress;
use crate::stats::reach;
use ledger::{Ledger, Settled};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use trial::Trial;

/// The chance that is taken of deciding a part of a claim wrongly, over all looks at it.
pub const RISK: f64 = 0.05;

/// How far an interval may reach to either side of a share, for it to be known well enough.
pub const NARROW: f64 = 0.01;

/// What may be spent.
#[derive(Clone, Copy, Debug)]
pub struct Means<'a> {
    /// How many games are played at once.
    pub threads: usize,
    /// When to leave off, if not when all is settled.
    pub time: Option<Duration>,
    /// Ends it sooner.
    pub stop: &'a AtomicBool,
}

/// The confidence of the n-th look at a claim, from 1.
pub fn confidence(look: u32) -> f64 {
    let look = f64::from(look);
    1.0 - RISK / (look * (look + 1.0))
}

/// How much wider an interval of the n-th look is than one of 95 %.
fn widening(look: u32) -> f64 {
    reach(confidence(look), f64::INFINITY) / reach(0.95, f64::INFINITY)
}

impl Campaign {
    /// Plays until all claims are settled or the means are spent, and says what was found.
    pub fn decide(&self, means: &Means, progress: &mut dyn FnMut(&Progress)) -> Result<Outcome, Error> {
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

    /// How claims stand, without playing anything.
    pub fn standings(&self) -> Result<Vec<standing::Standing>, Error> {
        let court = Court::open(self)?;
        let findings = court.look()?;
        findings.iter().map(|finding| court.standing(finding)).collect()
    }
}

/// All that is known at a time.
struct Court<'a> {
    campaign: &'a Campaign,
    ledger: Ledger,
    trials: Vec<Trial<'a>>,
}

impl<'a> Court<'a> {
    fn open(campaign: &'a Campaign) -> Result<Self, Error> {
        let ledger = Ledger::new(&campaign.folder);
        let mut trials = vec![];
        for paper in campaign.papers() {
            for name in campaign.experiments(paper) {
                trials.push(Trial::open(campaign, paper, name, &ledger)?);
            }
        }
        Ok(Court { campaign, ledger, trials })
    }

    /// The trials that a claim rests on.
    fn trials_of(&self, paper: &str, target: &Target) -> impl Iterator<Item = &Trial<'a>> {
        self.trials.iter().filter(move |trial| trial.paper.tag == paper && target.rests_on(trial.name))
    }

    /// Looks at every claim, and writes down what is settled.
    fn look(&self) -> Result<Vec<Finding>, Error> {
        self.campaign.targets().map(|(paper, target)| self.look_at(paper, target)).collect()
    }

    fn look_at(&self, paper: &Paper, target: &Target) -> Result<Finding, Error> {
        let known = self.ledger.settled(&target.id)?;
        let Some(look) = self.looks(paper, target) else {
            return Ok(finding::untried(paper, target, self.campaign.scale));
        };
        let runs = trial::runs(self.trials_of(&paper.tag, target));
        let mut finding = finding::judge(paper, target, self.campaign.scale, &runs, widening(look));
        match known {
            Some(settled) => finding.verdict = settled.verdict(),
            None if finding.is_judged() && (finding.verdict != Verdict::Undecided || too_close(&finding)) => {
                self.ledger.settle(&target.id, &Settled::new(&finding, look))?;
            }
            None => {}
        }
        Ok(finding)
    }

    /// How often a claim has been looked at by now, counted by how often its experiments have grown; nothing if one of them
    /// is not done.
    fn looks(&self, paper: &Paper, target: &Target) -> Option<u32> {
        let rounds = self.trials_of(&paper.tag, target).map(Trial::doubled);
        rounds.sum::<Option<u32>>().map(|rounds| rounds + 1)
    }

    /// Whether a claim is neither settled nor out of reach.
    fn is_open(&self, finding: &Finding) -> bool {
        finding.is_judged() && matches!(self.ledger.settled(&finding.target.id), Ok(None))
    }

    /// The trial to go on with, if there is one that can be paid for.
    fn next(&self, findings: &[Finding], threads: usize, left: Option<Duration>) -> Option<usize> {
        if left == Some(Duration::ZERO) {
            return None;
        }
        let open: Vec<&Finding> = findings.iter().filter(|finding| self.is_open(finding)).collect();
        let waiting = |trial: &Trial| {
            let rests =
                |finding: &&&Finding| finding.paper == trial.paper.tag && finding.target.rests_on(trial.name);
            open.iter().filter(rests).count()
        };
        let affordable =
            |trial: &Trial| left.is_none_or(|left| trial.next_cost() / threads as f64 <= left.as_secs_f64());
        let candidates = self.trials.iter().enumerate().filter(|(_, trial)| {
            waiting(trial) > 0 && trial.can_go_on() && affordable(trial) && !trial.is_busy()
        });
        let rank =
            |trial: &Trial| (trial.urgency(), std::cmp::Reverse(waiting(trial)), trial.next_cost().to_bits());
        candidates.min_by_key(|(_, trial)| rank(trial)).map(|(at, _)| at)
    }

    fn outcome(self) -> Result<Outcome, Error> {
        let mut chapters = vec![];
        for paper in self.campaign.papers() {
            let ours = || self.trials.iter().filter(|trial| trial.paper.tag == paper.tag);
            let targets = paper.asked_for(self.campaign.words());
            let findings: Vec<Finding> =
                targets.map(|target| self.look_at(paper, target)).collect::<Result<_, _>>()?;
            let reports = ours().filter_map(|trial| trial.report()).collect::<Result<Vec<_>, _>>()?;
            chapters.push(Chapter::new(paper, findings, &trial::runs(ours()), reports));
        }
        Ok(outcome::of(self.campaign, chapters))
    }
}

/// Whether everything that is open about a claim is known well enough, so that it will hardly ever be decided.
fn too_close(finding: &Finding) -> bool {
    let mut open = finding.parts.iter().filter(|part| part.verdict() == Verdict::Undecided).peekable();
    open.peek().is_some() && open.all(|part| part.reach().is_some_and(|reach| reach <= NARROW))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However many looks there are, the risks of all of them add up to no more than the whole.
    #[test]
    fn risks_add_up() {
        let spent: f64 = (1..10_000).map(|look| 1.0 - confidence(look)).sum();
        assert!(spent < RISK && spent > 0.99 * RISK, "{spent}");
        assert!((widening(1) - 2.241_402_727_604_947 / 1.959_963_984_540_054).abs() < 1e-9);
        assert!((1..20).all(|look| widening(look) < widening(look + 1)));
    }
}
