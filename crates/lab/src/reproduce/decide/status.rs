//! How a claim stands: whether it is settled, what it has cost, and what it may cost yet.

use super::adaptive_experiment::Trial;
use super::scheduler::Court;
use super::spending::widening;
use crate::Error;
use crate::report::{Format, Verdict};
use crate::reproduce::campaign::Campaign;
use crate::reproduce::check::{Demand, Part};
use crate::reproduce::finding::Finding;

/// How a claim stands.
#[derive(Clone, Debug, PartialEq)]
pub struct CampaignStatus {
    /// Its name.
    pub id: String,
    /// The claim, in our words.
    pub claim: String,
    /// What is known about it.
    pub state: State,
    /// The games that it rests on so far.
    pub games: u64,
    /// Seconds of one thread that its experiments have taken; those that several claims share count
    /// for each.
    pub spent: f64,
}

/// What is known about a claim.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum State {
    /// It is settled; an undecided one was too close to call.
    Settled(Verdict),
    /// Not one of its experiments can be done as the claim has it.
    OutOfReach,
    /// Some of its experiments are still to be done for the first time, or being done.
    Untried,
    /// Likewise, but it was looked at before, and was open.
    OpenBefore,
    /// It is open, and nothing that it rests on can grow.
    Stuck,
    /// It is open; seconds of one thread until it is settled, if it goes on as it began and can be
    /// told.
    Open(Option<f64>),
}

impl Campaign {
    /// How claims stand, without playing anything.
    pub fn standings(&self) -> Result<Vec<CampaignStatus>, Error> {
        let court = Court::open(self)?;
        let findings = court.look()?;
        findings.iter().map(|finding| court.standing(finding)).collect()
    }
}

impl Court<'_> {
    /// When a share is known well enough, by the paper.
    fn narrow(&self, paper: &str) -> f64 {
        let known = self.campaign.papers().iter().find(|other| other.tag == paper);
        known.expect("findings are about papers of the campaign").narrow
    }

    fn standing(&self, finding: &Finding) -> Result<CampaignStatus, Error> {
        let trials = || self.trials_of(&finding.paper, &finding.target);
        // The sum of nothing would be a negative zero.
        let spent = trials().fold(0.0, |sum, trial| sum + trial.spent.seconds);
        let state = match self.ledger.settled(&finding.target.id)? {
            Some(settled) => State::Settled(settled.verdict()),
            None if !finding.is_judged() => State::OutOfReach,
            None if trials().any(|trial| trial.doubled().is_none()) => {
                let before = self.ledger.looked_at(&finding.target.id)?;
                before.map_or(State::Untried, |_| State::OpenBefore)
            }
            None if trials().all(|trial| !Trial::can_go_on(trial)) => State::Stuck,
            None => State::Open(rest(finding, spent, self.narrow(&finding.paper))),
        };
        Ok(CampaignStatus {
            id: finding.target.id.clone(),
            claim: finding.target.claim.clone(),
            games: finding.games,
            spent,
            state,
        })
    }
}

/// What is left to pay for a claim that has cost so much: intervals shrink with the root of what
/// was paid. They are looked at more strictly the later it is, for which a doubling more is allowed
/// here.
fn rest(finding: &Finding, spent: f64, narrow: f64) -> Option<f64> {
    let later = (widening(8) / widening(4)).powi(2);
    let open = finding.parts.iter().filter(|part| part.verdict() == Verdict::Undecided);
    let times = open
        .map(|part| needed(part, narrow))
        .try_fold(1.0_f64, |most, one| Some(most.max(one?)))?;
    Some(spent * (times * later - 1.0))
}

/// How many times as many games it takes until a part is decided, or known well enough.
fn needed(part: &Part, narrow: f64) -> Option<f64> {
    let (reach, value) = (part.reach()?, part.estimate?.value);
    let distance = match part.demand {
        Demand::Within(low, high) => (value - low).abs().min((value - high).abs()),
        Demand::Positive | Demand::Negative => value.abs(),
        Demand::Settled(_) => return None,
    };
    let goal =
        if matches!(part.format, Format::Percent(_)) { distance.max(narrow) } else { distance };
    (goal > 0.0).then(|| (reach / goal).powi(2).max(1.0))
}
