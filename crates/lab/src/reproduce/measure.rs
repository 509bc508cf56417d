//! From the games of a run to the numbers that claims are about.
//!
//! Deals are what is independent: games of a deal make a group, whichever pairing they are from, and players
//! who played the same deals are compared deal by deal. Where values are held against the truth, positions
//! take the place of deals.

use super::category::Category;
use crate::Error;
use crate::experiment::design::estimate::Quality;
use crate::experiment::design::profile::Profile;
use crate::experiment::design::show::mean_interval;
use crate::experiment::{Design, Experiment, Results};
use crate::report::{Estimate, Format};
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
    /// A draw 1, everything else 0: the proportion of draws.
    Draws,
    /// Not a game, but how far off a value is: the mean squared error.
    Mse,
    /// Likewise: its variance.
    Variance,
    /// Likewise: its bias.
    Bias,
    /// Likewise: what the choices that it led to have lost.
    Regret,
    /// Not a game either, but the nodes that were visited for a decision.
    Nodes,
    /// Likewise: how many actions there were to choose from.
    Actions,
    /// Likewise: how many seconds it took. Not the same in a second run.
    Time,
}

impl Measure {
    pub(super) const NAMES: [&str; 10] =
        ["score", "wins", "draws", "mse", "variance", "bias", "regret", "nodes", "actions", "time"];
    const ALL: [Measure; 10] = [
        Measure::Score,
        Measure::Wins,
        Measure::Draws,
        Measure::Mse,
        Measure::Variance,
        Measure::Bias,
        Measure::Regret,
        Measure::Nodes,
        Measure::Actions,
        Measure::Time,
    ];

    pub(super) fn from_name(name: &str) -> Self {
        let at = Self::NAMES.iter().position(|known| *known == name);
        Self::ALL[at.expect("names have been checked")]
    }

    pub(super) fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// Whether it is about values rather than games.
    pub(super) fn is_of_values(self) -> bool {
        matches!(self, Measure::Mse | Measure::Variance | Measure::Bias | Measure::Regret)
    }

    fn is_of_decisions(self) -> bool {
        matches!(self, Measure::Nodes | Measure::Actions | Measure::Time)
    }

    fn is_of_games(self) -> bool {
        matches!(self, Measure::Score | Measure::Wins | Measure::Draws)
    }

    /// Whether an experiment of this design measures it.
    pub(super) fn fits(self, design: &Design) -> bool {
        match design {
            Design::Estimate(_) => self.is_of_values(),
            Design::Profile(_) => self.is_of_decisions(),
            _ => self.is_of_games(),
        }
    }

    /// How it is written.
    pub(super) fn format(self) -> Format {
        match self {
            Measure::Nodes => Format::Number(0),
            Measure::Actions => Format::Number(2),
            Measure::Time => Format::Number(5),
            _ if self.is_of_values() => Format::Number(3),
            _ => Format::Percent(1),
        }
    }

    /// A number of it, in words.
    pub(super) fn written(self, value: f64) -> String {
        written(self.format(), value)
    }

    fn points(self, payoff: f64) -> f64 {
        match self {
            Measure::Draws => f64::from(payoff == 0.0),
            _ if payoff > 0.0 => 1.0,
            Measure::Score if payoff == 0.0 => 0.5,
            _ => 0.0,
        }
    }

    fn of(self, quality: &Quality) -> f64 {
        match self {
            Measure::Variance => quality.variance,
            Measure::Bias => quality.bias,
            Measure::Regret => quality.regret,
            _ => quality.mse,
        }
    }
}

/// A number in words.
pub(super) fn written(format: Format, value: f64) -> String {
    match format {
        _ if !value.is_finite() => "unknown".to_string(),
        Format::Percent(decimals) => format!("{:.*}%", usize::from(decimals), 100.0 * value),
        Format::Number(decimals) => format!("{value:.*}", usize::from(decimals)),
    }
}

/// Which games of a player are looked at, and what they count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// What a game counts.
    pub measure: Measure,
    /// Only games in this seat, from 0.
    pub seat: Option<usize>,
    /// Only games against one of these players, unless there are none.
    pub against: Vec<String>,
    /// Only games against oneself.
    pub mirror: bool,
    /// Only deals of a category.
    pub deals: Option<Category>,
}

/// Which plays of a deal are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plays {
    All,
    /// The first, the third, and so on.
    Odd,
    /// The second, the fourth, and so on.
    Even,
}

impl Plays {
    /// Whether a play is one of them; they are counted from 0.
    fn include(self, play: u64) -> bool {
        match self {
            Plays::All => true,
            Plays::Odd => play.is_multiple_of(2),
            Plays::Even => !play.is_multiple_of(2),
        }
    }
}

/// What a player did on each deal: how many games, and what they counted.
pub(super) type ByDeal = BTreeMap<u64, (u64, f64)>;

/// A finished run.
pub(super) struct Finished {
    pub(super) experiment: Experiment,
    pub(super) results: Results,
    /// What values are like, for each player by position, where the run is about values.
    values: Vec<BTreeMap<u64, Quality>>,
}

impl Finished {
    /// A run with its results.
    pub(super) fn new(experiment: Experiment, results: Results) -> Result<Self, Error> {
        let values = match &experiment.design {
            Design::Estimate(design) => design.found(&experiment, &results)?,
            _ => vec![],
        };
        Ok(Finished { experiment, results, values })
    }

    /// The number of a player in the plan.
    fn place(&self, label: &str) -> Option<usize> {
        self.experiment.entrants().iter().position(|entrant| entrant.label == label)
    }

    /// The games of a player; those against itself count once for each seat.
    pub(super) fn by_deal(&self, label: &str, view: &View) -> ByDeal {
        let Some(player) = self.place(label) else { return ByDeal::new() };
        if view.measure.is_of_decisions() {
            return self.by_position(player as u64, view.measure);
        }
        if let Some(values) = self.values.get(player) {
            return values.iter().map(|(&at, quality)| (at, (1, view.measure.of(quality)))).collect();
        }
        let Some(category) = &view.deals else { return self.by_plays(player, view, Plays::All) };
        let mut by_deal = self.by_plays(player, view, category.looked_at());
        let (deals, _) = self.category(category, view);
        by_deal.retain(|deal, _| deals.binary_search(deal).is_ok());
        by_deal
    }

    /// The deals of a category in rising order, and how many deals there are in all.
    pub(super) fn category(&self, category: &Category, view: &View) -> (Vec<u64>, u64) {
        let told = |label: &str| match self.place(label) {
            Some(player) => self.by_plays(player, view, category.told_by()),
            None => ByDeal::new(),
        };
        category.deals(&told(&category.player), &told(&category.minus))
    }

    /// Some plays of each deal.
    fn by_plays(&self, player: usize, view: &View, plays: Plays) -> ByDeal {
        let mut by_deal = ByDeal::new();
        let opponents: Vec<Option<usize>> = view.against.iter().map(|label| self.place(label)).collect();
        let mut played: BTreeMap<(u64, &[u32]), u64> = BTreeMap::new();
        for (deal, players, payoffs) in self.results.games.values().flat_map(|games| games.iter()) {
            if plays != Plays::All {
                let play = played.entry((deal, players)).or_default();
                *play += 1;
                if !plays.include(*play - 1) {
                    continue;
                }
            }
            for (seat, _) in players.iter().enumerate().filter(|&(_, &other)| other as usize == player) {
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

    /// The decisions of a player.
    fn by_position(&self, player: u64, measure: Measure) -> ByDeal {
        let Design::Profile(Profile { observed }) = &self.experiment.design else { return ByDeal::new() };
        let mut by_position = ByDeal::new();
        for row in self.results.thoughts.get(&player).into_iter().flatten() {
            let number = row.position * observed.runs + row.run;
            let value = match measure {
                Measure::Time => self.results.thinking.get(&(player, number)).copied(),
                Measure::Actions => Some(row.actions as f64),
                _ => Some(row.nodes as f64),
            };
            if let Some(value) = value {
                let group = by_position.entry(row.position).or_default();
                *group = (group.0 + 1, group.1 + value);
            }
        }
        by_position
    }

    /// The games of several players together.
    pub(super) fn pooled(&self, labels: &[String], view: &View) -> ByDeal {
        let mut pooled = ByDeal::new();
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

    /// How many moves players make in a game, on average.
    pub(super) fn game_length(&self) -> f64 {
        let moves: u64 = self.results.games.values().map(|games| games.moves).sum();
        moves as f64 / self.results.played() as f64
    }

    /// How many moves players make in a playout of a player from the start of the game, on average.
    pub(super) fn playout_length(&self, label: &str) -> Option<f64> {
        const PLAYOUTS: u64 = 1000;
        let entrants = self.experiment.entrants();
        let spec = &entrants.iter().find(|entrant| entrant.label == label)?.spec;
        self.experiment.open().ok()?.playout_length(spec, PLAYOUTS).ok()
    }

    /// How many simulations a player makes for a decision, in all its trees.
    pub(super) fn thinking(&self, label: &str) -> Option<f64> {
        let entrants = self.experiment.entrants();
        let spec = &entrants.iter().find(|entrant| entrant.label == label)?.spec;
        let number = |name: &str| spec.get(name)?.name.parse::<f64>().ok();
        Some(number("iterations")? * number("trees").unwrap_or(1.0))
    }
}

impl Measure {
    /// Its mean with an interval. Games count between 0 and 1, which is used; other numbers can be any.
    pub(super) fn mean(self, by_deal: &ByDeal) -> Estimate {
        match self.is_of_games() {
            true => mean(by_deal),
            false => {
                mean_interval(&by_deal.values().map(|(count, sum)| sum / *count as f64).collect::<Vec<_>>())
            }
        }
    }

    /// What one counts more than another, over what both have in common.
    pub(super) fn difference(self, ours: &ByDeal, theirs: &ByDeal) -> Estimate {
        if self.is_of_games() {
            return difference(ours, theirs);
        }
        mean_difference(ours, theirs)
    }
}

/// For each deal or position that both have, the means of a game or decision.
fn pairs(ours: &ByDeal, theirs: &ByDeal) -> Vec<(f64, f64)> {
    let each = |(count, sum): &(u64, f64)| sum / *count as f64;
    ours.iter().filter_map(|(at, group)| Some((each(group), each(theirs.get(at)?)))).collect()
}

/// What one counts more than another, however often each played a deal.
pub(super) fn mean_difference(ours: &ByDeal, theirs: &ByDeal) -> Estimate {
    mean_interval(&pairs(ours, theirs).iter().map(|(ours, theirs)| ours - theirs).collect::<Vec<_>>())
}

/// How many times as much one counts as another, over what both have in common: the ratio of means, with the
/// interval of the ratio estimator (Cochran 1977, chapter 6).
pub(super) fn ratio(ours: &ByDeal, theirs: &ByDeal) -> Estimate {
    let pairs = pairs(ours, theirs);
    let sum = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>();
    let (ours, theirs) = (sum(|pair| pair.0), sum(|pair| pair.1));
    let (ratio, mean) = (ours / theirs, theirs / pairs.len() as f64);
    let scatter: Vec<f64> = pairs.iter().map(|(ours, theirs)| (ours - ratio * theirs) / mean).collect();
    match mean_interval(&scatter).interval {
        // The mean of the scatter is 0 but for rounding.
        Some((low, high)) => Estimate::new(ratio + low, ratio, ratio + high),
        None => Estimate::from(ratio),
    }
}

/// The difference of two numbers that were measured independently of each other: errors add in squares.
pub(super) fn apart(ours: &Estimate, theirs: &Estimate) -> Estimate {
    let value = ours.value - theirs.value;
    match (ours.interval, theirs.interval) {
        (Some(ours), Some(theirs)) => {
            let reach = (ours.1 - ours.0).hypot(theirs.1 - theirs.0) / 2.0;
            Estimate::new(value - reach, value, value + reach)
        }
        _ => Estimate::from(f64::NAN),
    }
}

/// The mean of a game with its interval.
fn mean(by_deal: &ByDeal) -> Estimate {
    let mut groups = Groups::default();
    by_deal.values().for_each(|&(games, points)| groups.add(games, points));
    let (low, high) = groups.interval();
    if by_deal.is_empty() { Estimate::from(f64::NAN) } else { Estimate::new(low, groups.mean(), high) }
}

/// What one counts more than another in a game, over the deals that both played equally often.
fn difference(ours: &ByDeal, theirs: &ByDeal) -> Estimate {
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

    /// By hand: differences 20, 40 and 60 have a mean of 40 and a deviation of 20, and with two degrees of
    /// freedom Student's t is 4.303.
    #[test]
    fn numbers_that_are_no_shares_have_intervals_too() {
        let ours = ByDeal::from([(0, (2, 60.0)), (1, (1, 50.0)), (2, (1, 70.0)), (7, (1, 1.0))]);
        let theirs = ByDeal::from([(0, (1, 10.0)), (1, (1, 10.0)), (2, (2, 20.0)), (9, (1, 1.0))]);
        let found = Measure::Nodes.difference(&ours, &theirs);
        let (low, high) = found.interval.unwrap();
        assert!((found.value - 40.0).abs() < 1e-12);
        assert!(((high - low) / 2.0 - 4.302_65 * 20.0 / 3_f64.sqrt()).abs() < 1e-3, "{found:?}");
        assert_eq!(Measure::Bias.mean(&theirs).value, 31.0 / 4.0);
    }

    /// By hand: 30/10 = 3 times as much; what is left of (5, 12, 13) after 3 times (2, 4, 4) is -1, 0, 1, with
    /// a deviation of 1, to be divided by sqrt(3) and by the mean 10/3.
    #[test]
    fn ratios_of_what_was_measured_together() {
        let ours = ByDeal::from([(0, (1, 5.0)), (1, (2, 24.0)), (2, (1, 13.0)), (3, (1, 1.0))]);
        let theirs = ByDeal::from([(0, (2, 4.0)), (1, (1, 4.0)), (2, (1, 4.0))]);
        let found = ratio(&ours, &theirs);
        let (low, high) = found.interval.unwrap();
        assert!((found.value - 3.0).abs() < 1e-12, "{found:?}");
        assert!(((high - low) / 2.0 - 4.302_65 * 0.3 / 3_f64.sqrt()).abs() < 1e-3, "{found:?}");
        assert_eq!(mean_difference(&ours, &theirs).value, (3.0 + 8.0 + 9.0) / 3.0);
        assert!(!ratio(&ours, &ByDeal::new()).value.is_finite());
    }

    /// By hand: reaches of 0.03 and 0.04 make one of 0.05.
    #[test]
    fn errors_of_two_runs_add_in_squares() {
        let found = apart(&Estimate::new(0.57, 0.6, 0.63), &Estimate::new(0.46, 0.5, 0.54));
        let (low, high) = found.interval.unwrap();
        assert!((found.value - 0.1).abs() < 1e-12, "{found:?}");
        assert!((low - 0.05).abs() < 1e-12 && (high - 0.15).abs() < 1e-12, "{found:?}");
        assert!(apart(&Estimate::from(0.5), &found).value.is_nan());
    }

    #[test]
    fn every_other_play() {
        let numbers = |plays: Plays| (0..6).filter(|&play| plays.include(play)).collect::<Vec<u64>>();
        assert_eq!(numbers(Plays::All), [0, 1, 2, 3, 4, 5]);
        assert_eq!(numbers(Plays::Odd), [0, 2, 4]);
        assert_eq!(numbers(Plays::Even), [1, 3, 5]);
    }

    #[test]
    fn nothing_is_not_a_number() {
        assert!(mean(&ByDeal::new()).value.is_nan());
        assert!(difference(&ByDeal::new(), &ByDeal::new()).value.is_nan());
    }
}
