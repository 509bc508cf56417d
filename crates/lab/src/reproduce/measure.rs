//! From the games of a run to the numbers that claims are about.
//!
//! Deals are what is independent: games of a deal make a group, whichever pairing they are from, and players
//! who played the same deals are compared deal by deal.

use crate::experiment::{Experiment, Results};
use crate::report::Estimate;
use crate::stats::{Difference, Groups};
use std::collections::BTreeMap;

/// What a game counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    /// A win 1, a draw 1/2, a loss 0.
    #[default]
    Score,
    /// A win 1, everything else 0: the proportion of wins.
    Wins,
}

impl Measure {
    pub(super) const NAMES: [&str; 2] = ["score", "wins"];

    pub(super) fn from_name(name: &str) -> Self {
        if name == "wins" { Measure::Wins } else { Measure::Score }
    }

    fn points(self, payoff: f64) -> f64 {
        match self {
            _ if payoff > 0.0 => 1.0,
            Measure::Score if payoff == 0.0 => 0.5,
            _ => 0.0,
        }
    }
}

/// Which games of a player are looked at, and what they count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// What a game counts.
    pub measure: Measure,
    /// Only games in this seat, from 0.
    pub seat: Option<usize>,
    /// Only games against this player.
    pub against: Option<String>,
}

/// What a player did on each deal: how many games, and what they counted.
pub(super) type ByDeal = BTreeMap<u64, (u64, f64)>;

/// A finished run.
pub(super) struct Finished {
    pub(super) experiment: Experiment,
    pub(super) results: Results,
}

impl Finished {
    /// The number of a player in the plan.
    fn place(&self, label: &str) -> Option<usize> {
        self.experiment.entrants().iter().position(|entrant| entrant.label == label)
    }

    /// The games of a player; those against itself count once for each seat.
    pub(super) fn by_deal(&self, label: &str, view: &View) -> ByDeal {
        let mut by_deal = ByDeal::new();
        let opponent = view.against.as_deref().map(|label| self.place(label));
        let Some(player) = self.place(label) else { return by_deal };
        for (deal, players, payoffs) in self.results.games.values().flat_map(|games| games.iter()) {
            for (seat, _) in players.iter().enumerate().filter(|&(_, &other)| other as usize == player) {
                let mut others = (0..players.len()).filter(|&other| other != seat);
                let met = opponent.is_none_or(|it| others.any(|other| Some(players[other] as usize) == it));
                if met && view.seat.is_none_or(|wanted| wanted == seat) {
                    let group = by_deal.entry(deal).or_default();
                    *group = (group.0 + 1, group.1 + view.measure.points(payoffs[seat]));
                }
            }
        }
        by_deal
    }

    /// Losses and games of some players against all the others.
    pub(super) fn losses(&self, labels: &[String]) -> (u64, u64) {
        let ours: Vec<Option<usize>> = labels.iter().map(|label| self.place(label)).collect();
        let is_ours = |player: &u32| ours.contains(&Some(*player as usize));
        let (mut losses, mut games) = (0, 0);
        for (_, players, payoffs) in self.results.games.values().flat_map(|games| games.iter()) {
            if players.iter().any(is_ours) && !players.iter().all(is_ours) {
                games += 1;
                let lost = |(player, payoff): (&u32, &f64)| is_ours(player) && *payoff < 0.0;
                losses += u64::from(players.iter().zip(payoffs).any(lost));
            }
        }
        (losses, games)
    }

    /// How many simulations a player makes for a decision, in all its trees.
    pub(super) fn thinking(&self, label: &str) -> Option<f64> {
        let entrants = self.experiment.entrants();
        let spec = &entrants.iter().find(|entrant| entrant.label == label)?.spec;
        let number = |name: &str| spec.get(name)?.name.parse::<f64>().ok();
        Some(number("iterations")? * number("trees").unwrap_or(1.0))
    }
}

/// The mean of a game with its interval.
pub(super) fn mean(by_deal: &ByDeal) -> Estimate {
    let mut groups = Groups::default();
    by_deal.values().for_each(|&(games, points)| groups.add(games, points));
    let (low, high) = groups.interval();
    if by_deal.is_empty() { Estimate::from(f64::NAN) } else { Estimate::new(low, groups.mean(), high) }
}

/// What one counts more than another in a game, over the deals that both played equally often.
pub(super) fn difference(ours: &ByDeal, theirs: &ByDeal) -> Estimate {
    let mut difference = Difference::default();
    let mut common = 0;
    for (deal, &(games, points)) in ours {
        if let Some(&(others, their_points)) = theirs.get(deal).filter(|(others, _)| *others == games) {
            difference.add(others, points, their_points);
            common += 1;
        }
    }
    let (low, high) = difference.interval();
    if common == 0 { Estimate::from(f64::NAN) } else { Estimate::new(low, difference.mean(), high) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_worth_a_half_or_nothing() {
        assert_eq!([1.0, 0.0, -1.0].map(|payoff| Measure::Score.points(payoff)), [1.0, 0.5, 0.0]);
        assert_eq!([0.2, 0.0, -0.2].map(|payoff| Measure::Wins.points(payoff)), [1.0, 0.0, 0.0]);
    }

    #[test]
    fn only_common_deals_are_compared() {
        let ours = ByDeal::from([(0, (2, 2.0)), (1, (2, 1.0)), (2, (2, 1.5)), (3, (1, 1.0))]);
        let theirs =
            ByDeal::from([(0, (2, 0.0)), (1, (2, 1.0)), (2, (2, 1.0)), (3, (2, 0.0)), (9, (2, 2.0))]);
        let found = difference(&ours, &theirs);
        assert!((found.value - 2.5 / 6.0).abs() < 1e-12, "{found:?}");
        assert_eq!(mean(&ours).value, 5.5 / 7.0);
    }

    #[test]
    fn nothing_is_not_a_number() {
        assert!(mean(&ByDeal::new()).value.is_nan());
        assert!(difference(&ByDeal::new(), &ByDeal::new()).value.is_nan());
    }
}
