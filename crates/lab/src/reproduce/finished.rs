//! Finished runs, and the results of players in them.

use super::by_deal::{Plays, TotalsByDeal};
use super::category::Category;
use super::measure::ClaimMeasure;
use super::view::View;
use crate::Error;
use crate::experiment::design::estimate::Quality;
use crate::experiment::design::profile::Profile;
use crate::experiment::{Design, Experiment, Results};
use std::collections::BTreeMap;

/// Runs by the name of their experiment.
pub(super) type FinishedRuns<'a> = BTreeMap<String, &'a Finished>;

/// Finished run.
pub(super) struct Finished {
    pub(super) experiment: Experiment,
    pub(super) results: Results,
    /// Errors of value estimates, for each player by position; only for runs that measure them.
    values: Vec<BTreeMap<u64, Quality>>,
}

impl Finished {
    /// Run with its results.
    pub(super) fn new(experiment: Experiment, results: Results) -> Result<Self, Error> {
        let values = match &experiment.design {
            Design::Estimate(design) => design.found(&experiment.common(), &results)?,
            _ => vec![],
        };
        Ok(Finished { experiment, results, values })
    }

    /// Index of a player in the plan.
    fn place(&self, label: &str) -> Option<usize> {
        self.experiment.entrants().iter().position(|entrant| entrant.label == label)
    }

    /// Games of a player; those against itself count once for each seat.
    pub(super) fn by_deal(&self, label: &str, view: &View) -> TotalsByDeal {
        let Some(player) = self.place(label) else { return TotalsByDeal::new() };
        if view.measure.is_of_decisions() {
            return self.by_position(player as u64, view.measure);
        }
        if let Some(values) = self.values.get(player) {
            return values
                .iter()
                .map(|(&at, quality)| (at, (1, view.measure.of(quality))))
                .collect();
        }
        let Some(category) = &view.deals else { return self.by_plays(player, view, Plays::All) };
        let mut by_deal = self.by_plays(player, view, category.measured_plays());
        let (deals, _) = self.category(category, view);
        by_deal.retain(|deal, _| deals.binary_search(deal).is_ok());
        by_deal
    }

    /// Deals of a category in ascending order, and the total number of deals.
    pub(super) fn category(&self, category: &Category, view: &View) -> (Vec<u64>, u64) {
        let totals = |label: &str| match self.place(label) {
            Some(player) => self.by_plays(player, view, category.classifying_plays()),
            None => TotalsByDeal::new(),
        };
        category.deals(&totals(&category.player), &totals(&category.minus))
    }

    /// Selected plays of each deal.
    fn by_plays(&self, player: usize, view: &View, plays: Plays) -> TotalsByDeal {
        let mut by_deal = TotalsByDeal::new();
        let opponents: Vec<Option<usize>> =
            view.against.iter().map(|label| self.place(label)).collect();
        let mut played: BTreeMap<(u64, &[u32]), u64> = BTreeMap::new();
        for (deal, players, payoffs) in self.results.games.values().flat_map(|games| games.iter()) {
            if plays != Plays::All {
                let play = played.entry((deal, players)).or_default();
                *play += 1;
                if !plays.include(*play - 1) {
                    continue;
                }
            }
            for (seat, _) in
                players.iter().enumerate().filter(|&(_, &other)| other as usize == player)
            {
                let mut others = (0..players.len()).filter(|&other| other != seat);
                let alone = players.iter().all(|&other| other as usize == player);
                let met = opponents.is_empty()
                    || others.any(|other| opponents.contains(&Some(players[other] as usize)));
                if met && (alone || !view.mirror) && view.seat.is_none_or(|wanted| wanted == seat) {
                    let group = by_deal.entry(deal).or_default();
                    *group = (group.0 + 1, group.1 + view.measure.points(payoffs[seat]));
                }
            }
        }
        by_deal
    }

    /// Decisions of a player.
    fn by_position(&self, player: u64, measure: ClaimMeasure) -> TotalsByDeal {
        let Design::Profile(Profile { observed }) = &self.experiment.design else {
            return TotalsByDeal::new();
        };
        let mut by_position = TotalsByDeal::new();
        for row in self.results.thoughts.get(&player).into_iter().flatten() {
            let number = row.position * observed.runs + row.run;
            let value = match measure {
                ClaimMeasure::Time => self.results.thinking.get(&(player, number)).copied(),
                ClaimMeasure::Actions => Some(row.actions as f64),
                _ => Some(row.nodes as f64),
            };
            if let Some(value) = value {
                let group = by_position.entry(row.position).or_default();
                *group = (group.0 + 1, group.1 + value);
            }
        }
        by_position
    }

    /// Games of several players together.
    pub(super) fn pooled(&self, labels: &[String], view: &View) -> TotalsByDeal {
        let mut pooled = TotalsByDeal::new();
        for (deal, (games, points)) in labels.iter().flat_map(|label| self.by_deal(label, view)) {
            let group = pooled.entry(deal).or_default();
            *group = (group.0 + games, group.1 + points);
        }
        pooled
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

    /// Mean number of moves of players in a game.
    pub(super) fn game_length(&self) -> f64 {
        let moves: u64 = self.results.games.values().map(|games| games.moves).sum();
        moves as f64 / self.results.played() as f64
    }

    /// Mean number of moves of players in a player's playout from the start of the game.
    pub(super) fn playout_length(&self, label: &str) -> Option<f64> {
        const PLAYOUTS: u64 = 1000;
        let entrants = self.experiment.entrants();
        let spec = &entrants.iter().find(|entrant| entrant.label == label)?.spec;
        self.experiment.open().ok()?.analysis().playout_length(spec, PLAYOUTS).ok()
    }

    /// Number of simulations that a player makes for a decision, in all its trees.
    pub(super) fn thinking(&self, label: &str) -> Option<f64> {
        let entrants = self.experiment.entrants();
        let player = entrants.iter().find(|entrant| entrant.label == label)?.profile;
        player.simulations().map(|count| count as f64)
    }
}
