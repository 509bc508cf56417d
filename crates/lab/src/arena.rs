//! Matches: many games between the same players, with swapped seats and a confidence interval.
//!
//! In a game with n seats, n consecutive games share a deal: they use the same stream of chance,
//! and the players rotate through the seats. In a game with one seat, every player plays every
//! deal. All randomness of a game follows from the seed and the number of the game. The result
//! therefore does not depend on the number of threads, except for the time taken and for players
//! whose answers [depend on the machine](PlayerProfile::depends_on_machine).

use crate::experiment::Measure;
use crate::experiment::measure::points;
use crate::record::Record;
use crate::stats::Groups;
use crate::table::GameRecord;
use crate::{Agent, Error, Spec, Table};
use sortilege::Rng;
use sortilege_catalogue::PlayerProfile;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

/// Settings of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchPlan {
    /// Players: one per seat, or any number for a game with one seat.
    pub players: Vec<Spec>,
    /// Number of games; for a game with one seat, the number for each player.
    pub games: u64,
    /// Random seed.
    pub seed: u64,
    /// Number of games played in parallel; it does not change the result.
    pub threads: usize,
}

/// Result of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchResult {
    /// Games played (per player, in a game with one seat); fewer than planned if the match was
    /// stopped.
    pub games: u64,
    /// Result of each player, in the order of the plan.
    pub players: Vec<Standing>,
    /// Mean score of the first seat.
    pub first_seat_score: f64,
    /// Mean number of moves in a game.
    pub mean_length: f64,
}

/// Result of one player.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Player with the given settings in normal form.
    pub player: Spec,
    /// Number of games with a payoff above 0.
    pub wins: u64,
    /// Number of games with a payoff of 0.
    pub draws: u64,
    /// Number of games with a payoff below 0.
    pub losses: u64,
    /// Mean score of a game: a win counts 1, a draw 1/2, a loss 0.
    pub score: f64,
    /// 95% confidence interval of the score.
    pub ci95: (f64, f64),
    /// Mean payoff, in [-1, 1].
    pub payoff: f64,
    /// 95% confidence interval of the payoff.
    pub payoff_ci95: (f64, f64),
    /// Number of decisions; moves without an alternative are not counted.
    pub decisions: u64,
    /// Number of simulations for these decisions.
    pub iterations: u64,
    /// Thinking time for these decisions, in seconds.
    pub seconds: f64,
}

impl Standing {
    /// Mean thinking time of a decision in seconds; 0 without decisions.
    pub fn seconds_per_decision(&self) -> f64 {
        self.seconds / self.decisions.max(1) as f64
    }
    /// Mean value of a game with its 95% confidence interval, in the units of `measure`.
    pub fn measured(&self, measure: Measure) -> (f64, (f64, f64)) {
        match measure {
            Measure::Score => (self.score, self.ci95),
            Measure::Payoff(stakes) => {
                let (low, high) = self.payoff_ci95;
                (stakes.in_units(self.payoff), (stakes.in_units(low), stakes.in_units(high)))
            }
        }
    }
    /// Simulations per second; 0 if there were none.
    pub fn iterations_per_second(&self) -> f64 {
        if self.iterations == 0 { 0.0 } else { self.iterations as f64 / self.seconds }
    }
}

/// Returns how many games to play in parallel on `cores` cores. Players that search with several
/// threads get one core per thread; otherwise a player with a time limit would get less computation
/// than its opponent.
pub fn games_at_once(cores: usize, players: &[PlayerProfile]) -> usize {
    (cores / most_threads(players)).max(1)
}

/// Largest number of search threads of any of these players.
pub fn most_threads(players: &[PlayerProfile]) -> usize {
    players.iter().map(|player| player.threads).max().unwrap_or(1).max(1)
}

/// Upper limit of `threads`, above the core count of any machine, to catch typing errors.
const MOST_THREADS: usize = 1024;

/// Plays a match from the current position of the table. `progress` receives the number of finished
/// games and the total. When `stop` is set, games in progress are finished and no new ones begin.
pub fn run_match(
    table: &dyn Table,
    plan: &MatchPlan,
    progress: &mut dyn FnMut(u64, u64),
    stop: &AtomicBool,
) -> Result<MatchResult, Error> {
    play_match(table, plan, progress, None, stop)
}

/// Plays a match as [`run_match`] does, and passes a record of each game to `keep`, in order.
pub fn run_match_recorded(
    table: &dyn Table,
    plan: &MatchPlan,
    progress: &mut dyn FnMut(u64, u64),
    keep: &mut dyn FnMut(Record),
    stop: &AtomicBool,
) -> Result<MatchResult, Error> {
    play_match(table, plan, progress, Some(keep), stop)
}

fn play_match(
    table: &dyn Table,
    plan: &MatchPlan,
    progress: &mut dyn FnMut(u64, u64),
    mut keep: Option<&mut dyn FnMut(Record)>,
    stop: &AtomicBool,
) -> Result<MatchResult, Error> {
    check(table, plan)?;
    let rota = Rota { seats: table.seats(), players: plan.players.len() };
    let sittings = rota.sittings(plan.games);
    let threads = (plan.threads.clamp(1, MOST_THREADS) as u64).min(sittings);
    let teams: Result<Vec<Vec<Agent>>, Error> = (0..threads).map(|_| team(table, plan)).collect();
    let teams = teams?;
    let mut score = ScoreSheet::new(
        teams[0].iter().map(|player| player.spec().clone()).collect(),
        table.seats(),
    );
    let next = AtomicU64::new(0);
    let (sender, receiver) = mpsc::channel();
    let recorded = keep.is_some();
    std::thread::scope(|scope| {
        for mut team in teams {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= sittings {
                        return;
                    }
                    let played = rota.sitting(number).play(table, &mut team, plan.seed, recorded);
                    sender
                        .send((number, played))
                        .expect("the receiver lives until all games are played");
                }
            });
        }
        drop(sender);
        in_order(receiver, |number, Played { result, record }| {
            score.add(&rota.sitting(number), &result);
            if let (Some(keep), Some(record)) = (&mut keep, record) {
                keep(record);
            }
            progress(number + 1, sittings);
        });
    });
    Ok(score.result())
}

fn check(table: &dyn Table, plan: &MatchPlan) -> Result<(), Error> {
    let (seats, players) = (table.seats(), plan.players.len());
    if plan.games == 0 {
        return Err(Error::Refused("a match needs at least 1 game, not 0".to_string()));
    }
    match seats {
        1 if players > 0 => Ok(()),
        _ if seats == players => Ok(()),
        1 => Err(Error::Refused(format!("`{}` needs at least 1 player", table.spec()))),
        _ => {
            Err(Error::Refused(format!("`{}` needs {seats} players, not {players}", table.spec())))
        }
    }
}

fn team(table: &dyn Table, plan: &MatchPlan) -> Result<Vec<Agent>, Error> {
    plan.players.iter().map(|spec| Ok(table.player(spec)?)).collect()
}

/// Passes received items on in the order of their numbers, which begin at 0. Every number that a
/// thread takes does arrive, so there are no gaps. The fixed order makes sums over games round the
/// same way on any number of threads.
fn in_order<T>(receiver: mpsc::Receiver<(u64, T)>, mut hand_on: impl FnMut(u64, T)) {
    let (mut next, mut early) = (0, BTreeMap::new());
    for (number, one) in receiver {
        early.insert(number, one);
        while let Some(one) = early.remove(&next) {
            hand_on(next, one);
            next += 1;
        }
    }
}

/// Assignment of players to seats for each game.
#[derive(Clone, Copy)]
struct Rota {
    seats: usize,
    players: usize,
}

/// One game to be played.
struct Sitting {
    /// Number of the game.
    game: u64,
    /// Number of the deal; games of the same deal share the stream of chance.
    deal: u64,
    /// Player in each seat.
    seating: Vec<usize>,
    /// Whether this is the last game of its deal.
    ends_deal: bool,
}

impl Rota {
    fn sittings(&self, games: u64) -> u64 {
        if self.seats == 1 { games.saturating_mul(self.players as u64) } else { games }
    }

    fn sitting(&self, number: u64) -> Sitting {
        let (deal, turn) = (number / self.players as u64, (number % self.players as u64) as usize);
        let ends_deal = turn + 1 == self.players;
        match self.seats {
            1 => Sitting { game: number, deal, seating: vec![turn], ends_deal },
            seats => {
                let seating = (0..seats).map(|seat| (seat + seats - turn) % seats).collect();
                Sitting { game: number, deal, seating, ends_deal }
            }
        }
    }
}

/// A played game, with its record if one was requested.
struct Played {
    result: GameRecord,
    record: Option<Record>,
}

impl Sitting {
    fn play(&self, table: &dyn Table, team: &mut [Agent], seed: u64, recorded: bool) -> Played {
        let mut chance = Rng::derive(&[seed, self.deal]);
        let seats = self.seating.len() as u64;
        let mut minds: Vec<Rng> =
            (0..seats).map(|seat| Rng::derive(&[seed, self.game, seat])).collect();
        let mut team: Vec<Option<&mut Agent>> = team.iter_mut().map(Some).collect();
        let player = |&player: &usize| team[player].take().expect("a player has one seat");
        let mut seats: Vec<&mut Agent> = self.seating.iter().map(player).collect();
        let ours = "the team was built at this table";
        if !recorded {
            let result = table.play_game(&mut seats, &mut chance, &mut minds).expect(ours);
            return Played { result, record: None };
        }
        let (result, steps) = table.play_recorded(&mut seats, &mut chance, &mut minds).expect(ours);
        let record = Record::of_game(table, &seats, (seed, self.game), (&result, steps));
        Played { result, record: Some(record) }
    }
}

/// Running totals of a match; games are added in order.
struct ScoreSheet {
    rows: Vec<PlayerTotals>,
    seats: usize,
    sittings: u64,
    first_seat: f64,
    moves: u64,
}

struct PlayerTotals {
    standing: Standing,
    groups: Groups,
    /// Payoffs rescaled to [0, 1].
    shares: Groups,
    /// Games, score and rescaled payoffs of the deal in progress.
    open: (u64, f64, f64),
    payoffs: f64,
}

impl ScoreSheet {
    fn new(players: Vec<Spec>, seats: usize) -> Self {
        let rows = players.into_iter().map(PlayerTotals::new).collect();
        ScoreSheet { rows, seats, sittings: 0, first_seat: 0.0, moves: 0 }
    }

    fn add(&mut self, sitting: &Sitting, record: &GameRecord) {
        for (&player, seat) in sitting.seating.iter().zip(&record.seats) {
            let row = &mut self.rows[player];
            row.payoffs += seat.payoff;
            row.open.0 += 1;
            row.open.1 += points(seat.payoff);
            row.open.2 += (seat.payoff + 1.0) / 2.0;
            let standing = &mut row.standing;
            match points(seat.payoff) {
                1.0 => standing.wins += 1,
                0.0 => standing.losses += 1,
                _ => standing.draws += 1,
            }
            standing.decisions += seat.decisions;
            standing.iterations += seat.iterations;
            standing.seconds += seat.time.as_secs_f64();
        }
        self.sittings += 1;
        self.first_seat += points(record.seats[0].payoff);
        self.moves += u64::from(record.length);
        if sitting.ends_deal {
            self.rows.iter_mut().for_each(PlayerTotals::close_deal);
        }
    }

    fn result(mut self) -> MatchResult {
        self.rows.iter_mut().for_each(PlayerTotals::close_deal);
        let alone = self.seats == 1;
        let games = if alone { self.sittings / self.rows.len() as u64 } else { self.sittings };
        let sittings = self.sittings.max(1) as f64;
        MatchResult {
            games,
            players: self.rows.into_iter().map(PlayerTotals::result).collect(),
            first_seat_score: self.first_seat / sittings,
            mean_length: self.moves as f64 / sittings,
        }
    }
}

impl PlayerTotals {
    fn new(player: Spec) -> Self {
        let standing = Standing {
            player,
            wins: 0,
            draws: 0,
            losses: 0,
            score: 0.0,
            ci95: (0.0, 1.0),
            payoff: 0.0,
            payoff_ci95: (-1.0, 1.0),
            decisions: 0,
            iterations: 0,
            seconds: 0.0,
        };
        let [groups, shares] = [Groups::default(); 2];
        PlayerTotals { standing, groups, shares, open: (0, 0.0, 0.0), payoffs: 0.0 }
    }

    fn close_deal(&mut self) {
        let (games, score, shares) = std::mem::take(&mut self.open);
        if games > 0 {
            self.groups.add(games, score);
            self.shares.add(games, shares);
        }
    }

    fn result(self) -> Standing {
        let games = self.standing.wins + self.standing.draws + self.standing.losses;
        let (low, high) = self.shares.interval();
        Standing {
            payoff_ci95: (2.0 * low - 1.0, 2.0 * high - 1.0),
            score: self.groups.mean(),
            ci95: self.groups.interval(),
            payoff: self.payoffs / games.max(1) as f64,
            ..self.standing
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sortilege_shelves::catalogue;

    fn play(
        game: &str,
        players: &[&str],
        games: u64,
        threads: usize,
    ) -> Result<MatchResult, Error> {
        let players = players.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
        let plan = MatchPlan { players, games, seed: 5, threads };
        run_match(
            &*catalogue().open(&game.parse()?)?,
            &plan,
            &mut |_, _| {},
            &AtomicBool::new(false),
        )
    }

    fn without_clock(mut result: MatchResult) -> MatchResult {
        result.players.iter_mut().for_each(|player| player.seconds = 0.0);
        result
    }

    #[test]
    fn threads_do_not_change_the_result() {
        let hidden = ["so-ismcts:iterations=20", "mo-ismcts:iterations=20,playout=mast"];
        let at_once = ["determinized-uct:trees=3,iterations=5", "flat-ucb:iterations=20"];
        for (game, players) in [("leduc", hidden), ("goofspiel:order=random", at_once)] {
            let one = without_clock(play(game, &players, 41, 1).unwrap());
            for threads in [2, 5] {
                assert_eq!(without_clock(play(game, &players, 41, threads).unwrap()), one);
            }
            assert_eq!(one.games, 41);
        }
    }

    /// With the same stream of chance and no influence on it, swapping seats swaps the result: the
    /// result depends on the deal only.
    #[test]
    fn games_of_a_pair_share_their_deal() {
        let table = catalogue().open(&Spec::new("leduc")).unwrap();
        let rota = Rota { seats: 2, players: 2 };
        let deal_of = |number| {
            let sitting = rota.sitting(number);
            let mut table = catalogue().open(&table.spec()).unwrap();
            table.chance(&mut Rng::derive(&[5, sitting.deal]));
            table.position()
        };
        assert!((0..20).all(|pair| deal_of(2 * pair) == deal_of(2 * pair + 1)));
        assert!((0..20).any(|pair| deal_of(2 * pair) != deal_of(2 * pair + 2)));
        assert_eq!([rota.sitting(0).seating, rota.sitting(1).seating], [[0, 1], [1, 0]]);
    }

    #[test]
    fn everybody_sits_everywhere_once_a_deal() {
        let rota = Rota { seats: 3, players: 3 };
        for seat in 0..3 {
            let mut who: Vec<usize> =
                (0..3).map(|number| rota.sitting(number).seating[seat]).collect();
            who.sort_unstable();
            assert_eq!(who, [0, 1, 2]);
        }
        assert_eq!((rota.sitting(5).deal, rota.sitting(6).deal), (1, 2));
    }

    #[test]
    fn the_sums_are_right() {
        let result = play("kuhn", &["random", "random"], 300, 2).unwrap();
        let [a, b] = &result.players[..] else { panic!("two players") };
        assert_eq!((a.wins, a.draws, a.losses), (b.losses, b.draws, b.wins));
        assert_eq!(a.wins + a.draws + a.losses, 300);
        assert!((a.score + b.score - 1.0).abs() < 1e-12 && (a.payoff + b.payoff).abs() < 1e-12);
        assert!(a.ci95.0 < a.score && a.score < a.ci95.1);
        assert!(a.payoff_ci95.0 < a.payoff && a.payoff < a.payoff_ci95.1);
        let (chips, (low, high)) =
            a.measured(Measure::of(&*catalogue().open(&Spec::new("kuhn")).unwrap(), None));
        assert_eq!(
            (chips, low, high),
            (2.0 * a.payoff, 2.0 * a.payoff_ci95.0, 2.0 * a.payoff_ci95.1)
        );
        assert!(result.mean_length >= 2.0 && result.mean_length <= 3.0);
        assert!(a.iterations == 0 && a.decisions > 0 && a.iterations_per_second() == 0.0);
    }

    #[test]
    fn players_on_several_threads_have_a_core_for_each() {
        let table = catalogue().open(&"mnk".parse().unwrap()).unwrap();
        let at_once = |cores, players: &[&str]| {
            let profile = |text: &&str| *table.player(&text.parse().unwrap()).unwrap().profile();
            games_at_once(cores, &players.iter().map(profile).collect::<Vec<_>>())
        };
        assert_eq!(at_once(8, &["uct", "random"]), 8);
        assert_eq!(at_once(8, &["uct:roots=4", "random"]), 8);
        assert_eq!(at_once(8, &["uct:threads=2", "uct:roots=3,threads=3"]), 2);
        assert_eq!(at_once(2, &["uct:threads=4", "uct"]), 1);
        assert_eq!(at_once(2, &[]), 2);
    }

    /// Players with tree reuse or with several roots give the same result for any distribution of
    /// games over threads.
    #[test]
    fn a_match_of_reused_trees_and_roots_can_be_repeated() {
        let players = ["uct:iterations=60,reuse=true", "uct:iterations=60,roots=3,threads=2"];
        let one =
            without_clock(play("breakthrough:rows=5,columns=4,home=1", &players, 12, 1).unwrap());
        assert_eq!(
            without_clock(play("breakthrough:rows=5,columns=4,home=1", &players, 12, 3).unwrap()),
            one
        );
    }

    /// If this test fails, every published seed has changed its meaning.
    #[test]
    fn golden_match() {
        let result = play("leduc", &["random", "random"], 1000, 1).unwrap();
        let first = &result.players[0];
        assert_eq!((first.wins, first.draws, first.losses, first.decisions), (437, 93, 470, 2055));
    }

    #[test]
    fn alone_everybody_meets_every_deal() {
        let result =
            play("toy-fusion", &["random", "random", "so-ismcts:iterations=50"], 40, 2).unwrap();
        assert_eq!(result.games, 40);
        let played = |player: &Standing| player.wins + player.draws + player.losses;
        assert!(result.players.iter().all(|player| played(player) == 40));
    }

    #[test]
    fn a_match_can_be_stopped() {
        let table = catalogue().open(&Spec::new("kuhn")).unwrap();
        let plan = MatchPlan {
            players: vec![Spec::new("random"); 2],
            games: u64::MAX,
            seed: 1,
            threads: 2,
        };
        let stop = AtomicBool::new(false);
        let mut reported = 0;
        let mut progress = |played, _| {
            reported = played;
            stop.store(played >= 100, Ordering::Relaxed);
        };
        let result = run_match(&*table, &plan, &mut progress, &stop).unwrap();
        assert!(result.games >= 100 && result.games == reported);
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let refusal =
            |game, players: &[&str], games| play(game, players, games, 1).unwrap_err().to_string();
        assert_eq!(refusal("kuhn", &["random"], 1), "`kuhn` needs 2 players, not 1");
        assert_eq!(refusal("kuhn", &["random"; 2], 0), "a match needs at least 1 game, not 0");
        assert_eq!(refusal("toy-fusion", &[], 1), "`toy-fusion` needs at least 1 player");
    }
}
