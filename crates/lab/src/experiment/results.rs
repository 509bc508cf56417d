//! Results in memory: columns of numbers for each pairing, and the scores that follow from them.

use super::measure::{Measure, points};
use super::plan::{Purpose, Stage};
use crate::run::row::{ExploitRow, GameRow, Row, ThoughtRow, TimeRow};
use crate::stats::Groups;
use std::collections::{BTreeMap, BTreeSet};

/// Everything that was found so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// What a game counts for.
    pub measure: Measure,
    /// The stages that were planned, in order; all but the last are complete.
    pub stages: Vec<Stage>,
    /// Whether there is nothing left to do.
    pub complete: bool,
    /// The games of the screen.
    pub screen: Games,
    /// The games of each pairing.
    pub games: BTreeMap<u64, Games>,
    /// The decisions of each pairing.
    pub thoughts: BTreeMap<u64, Vec<ThoughtRow>>,
    /// What the best opponents won, by pairing.
    pub exploited: BTreeMap<u64, Vec<ExploitRow>>,
    /// Thinking time of decisions, by pairing and number; only of units whose times were kept.
    pub thinking: BTreeMap<(u64, u64), f64>,
    /// The builds that wrote the results.
    pub builds: BTreeSet<String>,
}

/// The games of a pairing, a column for each of their properties.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Games {
    /// The number of seats.
    pub seats: usize,
    /// The deal of each game.
    pub deals: Vec<u64>,
    /// The player in each seat of each game.
    pub players: Vec<u32>,
    /// What each seat of each game earned.
    pub payoffs: Vec<f64>,
    /// Moves of all games together.
    pub moves: u64,
    /// What each player did, by its place in the plan.
    pub efforts: BTreeMap<usize, Effort>,
    /// Where each game is in the columns, while times are read.
    at: BTreeMap<u64, usize>,
}

/// What a player did in many games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// Decisions.
    pub decisions: u64,
    /// Simulations.
    pub iterations: u64,
    /// Thinking time of the games whose times were kept.
    pub seconds: f64,
    /// Games whose times were kept.
    pub timed: u64,
    /// Games.
    pub games: u64,
}

impl Effort {
    /// Thinking time for a decision, as far as times were kept.
    pub fn seconds_per_decision(&self) -> Option<f64> {
        let timed = self.decisions as f64 * self.timed as f64 / self.games.max(1) as f64;
        (timed > 0.0).then(|| self.seconds / timed)
    }
}

impl Results {
    /// No results yet.
    pub(crate) fn of(measure: Measure) -> Self {
        Results { measure, ..Results::default() }
    }

    /// Adds a line of results, which the plan of the last stage gives;
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

    /// Adds the time of a game or decision whose line was added before.
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

    /// All games, the screen's aside.
    pub fn played(&self) -> u64 {
        self.games.values().map(Games::count).sum()
    }

    /// How a player did over some pairings, in one seat or in all. Deals are what is independent,
    /// so games of a deal make a group, whichever pairing they are from.
    pub fn score(
        &self,
        player: usize,
        pairings: impl IntoIterator<Item = u64>,
        seat: Option<usize>,
    ) -> Score {
        let mut by_deal = ByDeal::new();
        let mut score = Score { measure: self.measure, ..Score::default() };
        for games in pairings.into_iter().filter_map(|pairing| self.games.get(&pairing)) {
            games.tally(player, seat, &mut by_deal, &mut score);
        }
        for (games, points) in by_deal.into_values() {
            score.groups.add(games, points);
        }
        score
    }

    /// How many games of a pairing a player played on each deal, and the sum of what these counted,
    /// as shares.
    pub fn deal_scores(&self, player: usize, pairing: u64) -> Vec<(u64, f64)> {
        let mut by_deal = ByDeal::new();
        if let Some(games) = self.games.get(&pairing) {
            let mut score = Score { measure: self.measure, ..Score::default() };
            games.tally(player, None, &mut by_deal, &mut score);
        }
        by_deal.into_values().collect()
    }
}

/// Games and the sum of what they counted, by deal.
type ByDeal = BTreeMap<u64, (u64, f64)>;

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

    /// How many games there are.
    pub fn count(&self) -> u64 {
        self.deals.len() as u64
    }

    /// Every game: its deal, its players and what they earned.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &[u32], &[f64])> {
        let seats = self.seats.max(1);
        let columns = self.players.chunks(seats).zip(self.payoffs.chunks(seats));
        self.deals.iter().zip(columns).map(|(&deal, (players, payoffs))| (deal, players, payoffs))
    }

    /// Adds what a player scored, by deal and in all.
    fn tally(&self, player: usize, seat: Option<usize>, by_deal: &mut ByDeal, score: &mut Score) {
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

    /// What a player did on each deal on average, in the order of deals.
    pub fn by_deal(&self, player: usize, measure: Measure) -> BTreeMap<u64, f64> {
        let mut by_deal = ByDeal::new();
        self.tally(player, None, &mut by_deal, &mut Score { measure, ..Score::default() });
        let mean = |(games, shares): (u64, f64)| measure.in_units(shares / games as f64);
        by_deal.into_iter().map(|(deal, group)| (deal, mean(group))).collect()
    }
}

/// How a player did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// What a game counts for.
    pub measure: Measure,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The sum of payoffs.
    pub payoffs: f64,
    /// What games of a deal counted, as shares.
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

    /// How many games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// What a game counted on average, as it is told; even without games.
    pub fn mean(&self) -> f64 {
        match self.measure {
            _ if self.games() == 0 => self.measure.even(),
            Measure::Score => self.groups.mean(),
            Measure::Payoff(stakes) => stakes.in_units(self.payoff()),
        }
    }

    /// Its 95% interval.
    pub fn interval(&self) -> (f64, f64) {
        let (low, high) = self.groups.interval();
        (self.measure.in_units(low), self.measure.in_units(high))
    }

    /// Whether the interval is above what is even.
    pub fn is_ahead(&self) -> bool {
        self.interval().0 > self.measure.even()
    }

    /// The share of points: a win counts 1, a draw 1/2.
    pub fn points(&self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games().max(1) as f64
    }

    /// The mean payoff, from -1 to 1; 0 without games.
    pub fn payoff(&self) -> f64 {
        self.payoffs / self.games().max(1) as f64
    }
}
