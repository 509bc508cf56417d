//! Status of claims: whether they are decided, their cost so far, and their expected remaining
//! cost.

use super::adaptive_experiment::Trial;
use super::scheduler::Court;
use super::spending::widening;
use crate::Error;
use crate::report::{Format, Verdict};
use crate::reproduce::campaign::Campaign;
use crate::reproduce::check::{Demand, Part};
use crate::reproduce::finding::Finding;

/// Status of a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct CampaignStatus {
    /// Name.
    pub id: String,
    /// The claim, in our words.
    pub claim: String,
    /// State of the analysis.
    pub state: State,
    /// Number of games so far.
    pub games: u64,
    /// Thread seconds that its experiments have taken. Shared experiments count for each of their
    /// claims.
    pub spent: f64,
}

/// State of the analysis of a claim.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum State {
    /// Decided; `Undecided` here means too close to call.
    Settled(Verdict),
    /// None of its experiments can be run as the claim requires.
    OutOfReach,
    /// Some of its experiments have no finished size yet, or are growing.
    Untried,
    /// As `Untried`, but an earlier analysis left the claim open.
    OpenBefore,
    /// Open, but none of its experiments can grow.
    Stuck,
    /// Open, with the estimated thread seconds until it is decided, if they can be estimated.
    Open(Option<f64>),
}

impl Campaign {
    /// Status of all claims; nothing is played.
    pub fn standings(&self) -> Result<Vec<CampaignStatus>, Error> {
        let court = Court::open(self)?;
        let findings = court.look()?;
        findings.iter().map(|finding| court.standing(finding)).collect()
    }
}

impl Court<'_> {
    /// Half-width at which a share is known precisely enough, as set by the paper.
    fn narrow(&self, paper: &str) -> f64 {
        let known = self.campaign.papers().iter().find(|other| other.tag == paper);
        known.expect("findings are about papers of the campaign").narrow
    }

    fn standing(&self, finding: &Finding) -> Result<CampaignStatus, Error> {
        let trials = || self.trials_of(&finding.paper, &finding.target);
        // The sum of an empty iterator of floats would be a negative zero.
        let spent = trials().fold(0.0, |sum, trial| sum + trial.spent.seconds);
        let state = match self.ledger.settled(&finding.target.id)? {
            Some(settled) => State::Settled(settled.verdict()),
            None if !finding.is_evaluated() => State::OutOfReach,
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

/// Estimated remaining cost of a claim that has cost `spent`. Intervals shrink with the square root
/// of the cost, and the widening of later analyses is included as a fixed factor.
fn rest(finding: &Finding, spent: f64, narrow: f64) -> Option<f64> {
    let later = (widening(8) / widening(4)).powi(2);
    let open = finding.parts.iter().filter(|part| part.verdict() == Verdict::Undecided);
    let times = open
        .map(|part| needed(part, narrow))
        .try_fold(1.0_f64, |most, one| Some(most.max(one?)))?;
    Some(spent * (times * later - 1.0))
}

/// Factor by which the number of games must grow until a part is decided or known precisely enough.
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
