//! `sortilege match`

use crate::Failure;
use crate::app::App;
use crate::book::Book;
use crate::interrupt::stop_at_ctrl_c;
use crate::layout::{Grid, grouped, seconds};
use crate::options::cores;
use crate::out::Out;
use crate::progress::{Length, watch};
use serde::Serialize;
use sortilege_lab::arena::{
    MatchPlan, MatchResult, Standing, games_at_once, run_match, run_match_recorded,
};
use sortilege_lab::experiment::Measure;
use sortilege_lab::record::Record;
use sortilege_lab::{Spec, Table};
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  sortilege match kuhn --player so-ismcts --player random --games 200 --seed 1
  sortilege match mnk --player uct:c=0.7 --player uct:c=1.4 --games 400 --threads 2 --json
  sortilege match breakthrough --player uct:time=20ms,threads=2 --player uct:time=20ms
  sortilege match leduc --player mo-ismcts --player so-ismcts --measure score

At games with a unit, such as the chips of poker, the interval is that of the payoff in this unit; --measure score compares wins instead. Payoffs in JSON are between -1 and 1, and `units_per_payoff` converts them to the unit; `value` is the measured quantity in its unit.

With n seats, games come in groups of n with the same dice and cards (a deal), in which the players rotate through the seats: pairs with swapped seats for two. If --games is no multiple of n, such as an odd number for two players, the last deal has fewer games and counts with these. The 95 % interval is Student's t over deals, since games of one deal are dependent. The result depends on the seed and not on the number of threads, unless a player has a time limit (`time`) or several threads at one tree (`threads` without `roots`). Ctrl-C ends the match after the games in progress; a second Ctrl-C ends it at once.")]
pub struct Args {
    /// The game
    game: String,
    /// Player; repeat it, one for each seat of the game; the players rotate through the seats
    #[arg(long = "player", value_name = "SPEC", required = true)]
    players: Vec<String>,
    /// Number of games
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 100, value_parser = crate::options::positive)]
    games: u64,
    /// Random seed
    #[arg(long, allow_negative_numbers = true, value_name = "S", default_value_t = 1, value_parser = crate::options::natural::<u64>)]
    seed: u64,
    /// Number of games played in parallel; default: cores divided by the largest number of threads
    /// of a player
    #[arg(long, allow_negative_numbers = true, value_name = "T", value_parser = crate::options::threads)]
    threads: Option<usize>,
    /// What a game counts: who won it (`score`) or how much (`payoff`); default: payoff at games
    /// with a unit such as chips, else score
    #[arg(long, value_name = "MEASURE", value_parser = Measure::NAMES)]
    measure: Option<String>,
    /// Append every game to this file, one line of JSON each, for `sortilege replay`
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document {
    game: String,
    games: u64,
    seed: u64,
    /// Measure of a game.
    measure: &'static str,
    /// Unit of payoffs, and the number of units in a payoff of 1.
    unit: Option<&'static str>,
    units_per_payoff: Option<f64>,
    players: Vec<PlayerDocument>,
    first_seat_score: f64,
    mean_length: f64,
    stopped: bool,
    /// Whether the same seed may give another result.
    depends_on_machine: bool,
}

#[derive(Serialize)]
struct PlayerDocument {
    player: String,
    wins: u64,
    draws: u64,
    losses: u64,
    score: f64,
    ci95: [f64; 2],
    payoff: f64,
    payoff_ci95: [f64; 2],
    /// The measured quantity in its unit, and its interval.
    value: f64,
    value_ci95: [f64; 2],
    decisions: u64,
    seconds_per_decision: f64,
    iterations_per_second: f64,
}

pub fn run(args: &Args, app: &App, out: &mut Out) -> Result<(), Failure> {
    let table = app.open(&args.game, None)?;
    let players =
        args.players.iter().map(|player| player.parse()).collect::<Result<Vec<Spec>, _>>()?;
    let profile = |player: &Spec| Ok(*table.player(player)?.profile());
    let profiles = players.iter().map(profile).collect::<Result<Vec<_>, Failure>>()?;
    let threads = args.threads.unwrap_or_else(|| games_at_once(cores(), &profiles));
    let depends_on_machine = profiles.iter().any(|player| player.depends_on_machine);
    let plan = MatchPlan { players, games: args.games, seed: args.seed, threads };
    let stop = stop_at_ctrl_c();
    let mut book = args.record.as_deref().map(Book::open).transpose()?;
    let result = watch("Playing", Length::Count(plan.games), |done| {
        // A game that is played alone has a sitting for each player.
        let mut progress =
            |over, sittings: u64| done.store(over / (sittings / plan.games), Ordering::Relaxed);
        match &mut book {
            None => run_match(&*table, &plan, &mut progress, &stop),
            Some(book) => {
                let mut keep = |record: Record| book.add(&record);
                run_match_recorded(&*table, &plan, &mut progress, &mut keep, &stop)
            }
        }
    })?;
    if let Some(book) = book {
        book.close()?;
    }
    if result.games == 0 {
        return Err(
            sortilege_lab::Error::Failed("stopped before a game was over".to_string()).into()
        );
    }
    let measure = Measure::of(&*table, args.measure.as_deref());
    match args.json {
        true => out
            .json(&Document { depends_on_machine, ..document(&*table, &plan, &result, measure) })?,
        false => show(&*table, &plan, (&result, depends_on_machine), measure, out)?,
    }
    Ok(())
}

fn document(
    table: &dyn Table,
    plan: &MatchPlan,
    result: &MatchResult,
    measure: Measure,
) -> Document {
    let player = |standing: &Standing| PlayerDocument {
        payoff_ci95: standing.payoff_ci95.into(),
        value: standing.measured(measure).0,
        value_ci95: standing.measured(measure).1.into(),
        player: standing.player.to_string(),
        wins: standing.wins,
        draws: standing.draws,
        losses: standing.losses,
        score: standing.score,
        ci95: [standing.ci95.0, standing.ci95.1],
        payoff: standing.payoff,
        decisions: standing.decisions,
        seconds_per_decision: standing.seconds_per_decision(),
        iterations_per_second: standing.iterations_per_second(),
    };
    Document {
        game: table.spec().to_string(),
        games: result.games,
        seed: plan.seed,
        measure: measure.name(),
        unit: table.stakes().map(|stakes| stakes.unit),
        units_per_payoff: table.stakes().map(|stakes| stakes.factor),
        players: result.players.iter().map(player).collect(),
        first_seat_score: result.first_seat_score,
        mean_length: result.mean_length,
        stopped: result.games < plan.games,
        depends_on_machine: false,
    }
}

fn show(
    table: &dyn Table,
    plan: &MatchPlan,
    (result, depends_on_machine): (&MatchResult, bool),
    measure: Measure,
    out: &mut Out,
) -> Result<(), Failure> {
    let games = match result.games < plan.games {
        true => format!("stopped after {} of {} games", grouped(result.games), grouped(plan.games)),
        false => format!("{} games", grouped(plan.games)),
    };
    writeln!(out, "{}\n", out.bold(&format!("{}: {games}, seed {}", table.spec(), plan.seed)))?;
    for (letter, standing) in ('A'..).zip(&result.players) {
        writeln!(out, "  {letter}  {}", standing.player)?;
    }
    writeln!(out)?;
    let mut grid = Grid::new("lrrrrrrr");
    // What is measured has its interval beside it, and the other stands after that.
    let unit = table.stakes().map_or("payoff", |stakes| stakes.unit);
    let (first, other) = if measure == Measure::Score { ("score", unit) } else { (unit, "score") };
    grid.row(["", "wins", "draws", "losses", first, "95 % interval", other, "per decision"]);
    for (letter, standing) in ('A'..).zip(&result.players) {
        let (value, (low, high)) = standing.measured(measure);
        let payoff =
            table.stakes().map_or(standing.payoff, |stakes| stakes.in_units(standing.payoff));
        let [first, interval, other] = match measure {
            Measure::Score => {
                [format!("{value:.3}"), format!("{low:.3} to {high:.3}"), format!("{payoff:+.3}")]
            }
            Measure::Payoff(_) => [
                format!("{value:+.3}"),
                format!("{low:+.3} to {high:+.3}"),
                format!("{:.3}", standing.score),
            ],
        };
        grid.row([
            letter.to_string(),
            grouped(standing.wins),
            grouped(standing.draws),
            grouped(standing.losses),
            first,
            interval,
            other,
            if standing.iterations == 0 {
                "-".to_string()
            } else {
                seconds(standing.seconds_per_decision())
            },
        ]);
    }
    out.table(&grid)?;
    let MatchResult { first_seat_score, mean_length, .. } = result;
    let rest =
        format!("  the first seat scored {first_seat_score:.3}; a game has {mean_length:.1} moves");
    writeln!(out, "\n{}", out.dim(&rest))?;
    if depends_on_machine {
        let note = "  players depend on the machine here: the same seed may give another result";
        writeln!(out, "{}", out.dim(note))?;
    }
    Ok(())
}
