//! Results in memory: one table of columns for each pairing, and the scores computed from them.

use super::measure::{Measure, points};
use super::plan::{Purpose, Stage};
use crate::run::row::{ExploitRow, GameRow, Row, ThoughtRow, TimeRow};
use crate::stats::Groups;
use std::collections::{BTreeMap, BTreeSet};

/// All results so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// Measure of a game.
    pub measure: Measure,
    /// Planned stages in order; all but the last are complete.
    pub stages: Vec<Stage>,
    /// Whether the experiment is complete.
    pub complete: bool,
    /// Games of the screen.
    pub screen: Games,
    /// Games of each pairing.
    pub games: BTreeMap<u64, Games>,
    /// Decisions of each pairing.
    pub thoughts: BTreeMap<u64, Vec<ThoughtRow>>,
    /// Exploitability results, by pairing.
    pub exploited: BTreeMap<u64, Vec<ExploitRow>>,
    /// Thinking time of decisions, by pairing and number; only of units whose times were kept.
    pub thinking: BTreeMap<(u64, u64), f64>,
    /// Builds that wrote the results.
    pub builds: BTreeSet<String>,
}

/// Games of a pairing, one column for each property.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Games {
    /// Number of seats.
    pub seats: usize,
    /// Deal of each game.
    pub deals: Vec<u64>,
    /// Player in each seat of each game.
    pub players: Vec<u32>,
    /// Payoff of each seat of each game.
    pub payoffs: Vec<f64>,
    /// Total number of moves of all games.
    pub moves: u64,
    /// Effort of each player, by its index in the plan.
    pub efforts: BTreeMap<usize, Effort>,
    /// Index of each game in the columns, needed to add times.
    at: BTreeMap<u64, usize>,
}

/// Totals of a player over games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// Number of decisions.
    pub decisions: u64,
    /// Number of simulations.
    pub iterations: u64,
    /// Thinking time in seconds, over the games whose times were kept.
    pub seconds: f64,
    /// Number of games whose times were kept.
    pub timed: u64,
    /// Number of games.
    pub games: u64,
}

impl Effort {
    /// Mean thinking time of a decision, over the games whose times were kept.
    pub fn seconds_per_decision(&self) -> Option<f64> {
        let timed = self.decisions as f64 * self.timed as f64 / self.games.max(1) as f64;
        (timed > 0.0).then(|| self.seconds / timed)
    }
}

impl Results {
    /// Empty results.
    pub(crate) fn of(measure: Measure) -> Self {
        Results { measure, ..Results::default() }
    }

    /// Adds a row of results. The plan of the last stage must contain its game or decision;
    /// [`read_results`](crate::run::read_results) makes sure of that.
    pub fn add(&mut self, row: Row) {
        let purpose = self.stages.last().map(|stage| stage.purpose);
        match row {
            Row::Game(row) if purpose == Some(Purpose::Screen) => self.screen.add(&row),
            Row::Game(row) => self.games.entry(row.pairing).or_default().add(&row),
            Row::Thought(row) => self.thoughts.entry(row.pairing).or_default().push(row),
            Row::Exploit(row) => self.exploited.entry(row.pairing).or_default().push(row),
        }
    }

    /// Adds the time of a game or decision whose row was added before.
    pub fn add_time(&mut self, row: &TimeRow) {
        if self.stages.last().is_some_and(|stage| stage.purpose == Purpose::Screen) {
            return;
        }
        match self.games.get_mut(&row.pairing) {
            Some(games) => games.add_time(row),
            None => {
                self.thinking.insert((row.pairing, row.number), row.seconds.iter().sum());
            }
        }
    }

    /// Number of games, without those of the screen.
    pub fn played(&self) -> u64 {
        self.games.values().map(Games::count).sum()
    }

    /// Score of a player over some pairings, in one seat or in all. Only deals are independent, so
    /// the games of a deal form one group, whichever pairing they belong to.
    pub fn score(
        &self,
        player: usize,
        pairings: impl IntoIterator<Item = u64>,
        seat: Option<usize>,
    ) -> Score {
        let mut by_deal = TotalsByDeal::new();
        let mut score = Score { measure: self.measure, ..Score::default() };
        for games in pairings.into_iter().filter_map(|pairing| self.games.get(&pairing)) {
            games.tally(player, seat, &mut by_deal, &mut score);
        }
        for (games, points) in by_deal.into_values() {
            score.groups.add(games, points);
        }
        score
    }

    /// For each deal: the number of games of a player in a pairing, and the sum of their values as
    /// shares.
    pub fn deal_scores(&self, player: usize, pairing: u64) -> Vec<(u64, f64)> {
        let mut by_deal = TotalsByDeal::new();
        if let Some(games) = self.games.get(&pairing) {
            let mut score = Score { measure: self.measure, ..Score::default() };
            games.tally(player, None, &mut by_deal, &mut score);
        }
        by_deal.into_values().collect()
    }
}

/// Number of games and the sum of their values, by deal.
pub(crate) type TotalsByDeal = BTreeMap<u64, (u64, f64)>;

impl Games {
    fn add(&mut self, row: &GameRow) {
        self.seats = row.seats.len();
        self.at.insert(row.game, self.deals.len());
        self.deals.push(row.deal);
        self.payoffs.extend(&row.payoffs);
        self.moves += u64::from(row.length);
        for (seat, &player) in row.seats.iter().enumerate() {
            self.players.push(player as u32);
            let effort = self.efforts.entry(player).or_default();
            effort.decisions = effort.decisions.saturating_add(row.decisions[seat]);
            effort.iterations = effort.iterations.saturating_add(row.iterations[seat]);
            effort.games += 1;
        }
    }

    fn add_time(&mut self, row: &TimeRow) {
        let Some(&at) = self.at.get(&row.number) else { return };
        let players = &self.players[at * self.seats..(at + 1) * self.seats];
        for (&player, seconds) in players.iter().zip(&row.seconds) {
            let effort = self.efforts.entry(player as usize).or_default();
            effort.seconds += seconds;
            effort.timed += 1;
        }
    }

    /// Number of games.
    pub fn count(&self) -> u64 {
        self.deals.len() as u64
    }

    /// Iterates over games: deal, players and payoffs.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &[u32], &[f64])> {
        let seats = self.seats.max(1);
        let columns = self.players.chunks(seats).zip(self.payoffs.chunks(seats));
        self.deals.iter().zip(columns).map(|(&deal, (players, payoffs))| (deal, players, payoffs))
    }

    /// Adds the games of a player, by deal and in total.
    fn tally(
        &self,
        player: usize,
        seat: Option<usize>,
        by_deal: &mut TotalsByDeal,
        score: &mut Score,
    ) {
        for (deal, players, payoffs) in self.iter() {
            let mine = |&place: &usize| players[place] as usize == player;
            let wanted = |place: &usize| seat.is_none_or(|seat| seat == *place);
            for place in (0..players.len()).filter(mine).filter(wanted) {
                let group = by_deal.entry(deal).or_default();
                group.0 += 1;
                group.1 += score.measure.share(payoffs[place]);
                score.add(payoffs[place]);
            }
        }
    }

    /// Mean value of a player on each deal, in the order of deals.
    pub fn by_deal(&self, player: usize, measure: Measure) -> BTreeMap<u64, f64> {
        let mut by_deal = TotalsByDeal::new();
        self.tally(player, None, &mut by_deal, &mut Score { measure, ..Score::default() });
        let mean = |(games, shares): (u64, f64)| measure.in_units(shares / games as f64);
        by_deal.into_iter().map(|(deal, group)| (deal, mean(group))).collect()
    }
}

/// Score of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// Measure of a game.
    pub measure: Measure,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Sum of payoffs.
    pub payoffs: f64,
    /// Values of games as shares, grouped by deal.
    pub groups: Groups,
}

impl Score {
    fn add(&mut self, payoff: f64) {
        match points(payoff) {
            1.0 => self.wins += 1,
            0.0 => self.losses += 1,
            _ => self.draws += 1,
        }
        self.payoffs += payoff;
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Mean value of a game in the units of the measure; defined even without games.
    pub fn mean(&self) -> f64 {
        match self.measure {
            _ if self.games() == 0 => self.measure.even(),
            Measure::Score => self.groups.mean(),
            Measure::Payoff(stakes) => stakes.in_units(self.payoff()),
        }
    }

    /// 95% confidence interval of the mean.
    pub fn interval(&self) -> (f64, f64) {
        let (low, high) = self.groups.interval();
        (self.measure.in_units(low), self.measure.in_units(high))
    }

    /// Whether the interval lies above the even value.
    pub fn is_ahead(&self) -> bool {
        self.interval().0 > self.measure.even()
    }

    /// Share of points: a win counts 1, a draw 1/2.
    pub fn points(&self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games().max(1) as f64
    }

    /// Mean payoff, from -1 to 1; 0 without games.
    pub fn payoff(&self) -> f64 {
        self.payoffs / self.games().max(1) as f64
    }
}
