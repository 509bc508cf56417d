//! `sortilege bench scaling`

use crate::Failure;
use crate::app::App;
use crate::layout::{Grid, grouped};
use crate::options::cores;
use crate::out::Out;
use crate::progress::{Length, watch};
use serde::Serialize;
use sortilege_lab::{Agent, Spec, Table};
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  sortilege bench scaling breakthrough --player uct:time=100ms
  sortilege bench scaling leduc --player so-ismcts:time=50ms --threads 2,4 --seconds 1 --json

Each round measures the player on one thread, then with one tree per thread (`roots`), and then, if it supports that, with one tree for all threads. Rounds alternate between these, so that other load on the machine affects all alike. A ratio is the median over the rounds. With a budget of iterations, roots have smaller trees than a single search; with a time limit, they are as large.")]
pub struct Args {
    /// The game
    game: String,
    /// The player that searches, without `roots` and `threads`
    #[arg(long, value_name = "SPEC")]
    player: String,
    /// Numbers of threads to compare with one; default: the number of cores
    #[arg(long, allow_negative_numbers = true, value_name = "T", value_delimiter = ',', value_parser = crate::options::threads)]
    threads: Vec<usize>,
    /// Duration of each measurement in a round, in seconds
    #[arg(long, allow_negative_numbers = true, value_name = "S", default_value = "0.5", value_parser = crate::options::measured_time)]
    seconds: Duration,
    /// Number of rounds
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 5, value_parser = crate::options::positive)]
    rounds: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document {
    game: String,
    player: String,
    cores: usize,
    rounds: u64,
    seconds: f64,
    ways: Vec<WayDocument>,
}

#[derive(Serialize)]
struct WayDocument {
    threads: usize,
    how: &'static str,
    player: String,
    iterations_per_second: f64,
    /// Times as many iterations as on one thread, in the middle round.
    ratio: f64,
    /// The same, round by round.
    ratios: Vec<f64>,
}

/// One way to search, and what it came to in each round.
struct Way {
    how: &'static str,
    player: Agent,
    rates: Vec<f64>,
}

impl Way {
    fn new(how: &'static str, player: Agent) -> Self {
        Way { how, player, rates: vec![] }
    }
}

pub fn run(args: &Args, app: &App, out: &mut Out) -> Result<(), Failure> {
    let table = app.open(&args.game, None)?;
    let player: Spec = args.player.parse()?;
    let mut ways = ways(&*table, &player, &thread_counts(args)?)?;
    let measurements = args.rounds.saturating_mul(ways.len() as u64);
    watch("Searching", Length::Count(measurements), |done| {
        measure(args, &*table, &mut ways, done)
    })?;
    let document = Document {
        game: table.spec().to_string(),
        player: ways[0].player.spec().to_string(),
        cores: cores(),
        rounds: args.rounds,
        seconds: args.seconds.as_secs_f64(),
        ways: ways.iter().map(|way| way_document(way, &ways[0])).collect(),
    };
    match args.json {
        true => Ok(out.json(&document)?),
        false => show(&document, out),
    }
}

/// The numbers of threads, those above one and in order.
fn thread_counts(args: &Args) -> Result<Vec<usize>, Failure> {
    let mut counts = match args.threads.is_empty() {
        true => vec![cores().max(2)],
        false => args.threads.clone(),
    };
    counts.sort_unstable();
    counts.dedup();
    counts.retain(|&threads| threads > 1);
    match counts.is_empty() {
        true => Err(Failure::Usage(
            "--threads needs a number above 1, to be held against one thread".into(),
        )),
        false => Ok(counts),
    }
}

/// The player alone, then with roots and with one tree for each number of threads.
fn ways(table: &dyn Table, player: &Spec, threads: &[usize]) -> Result<Vec<Way>, Failure> {
    if ["roots", "threads"].iter().any(|setting| player.get(setting).is_some()) {
        let why = "`roots` and `threads` are what is measured: leave them out of the player, and \
                   see --threads";
        return Err(Failure::Usage(why.to_string()));
    }
    let mut ways = vec![Way::new("alone", table.player(player)?)];
    for threads in threads {
        let number = Spec::new(threads.to_string());
        let roots = player.clone().with("roots", number.clone()).with("threads", number.clone());
        ways.push(Way::new("roots", table.player(&roots)?));
        // Not every player can do this.
        let tree = table.player(&player.clone().with("threads", number)).ok();
        ways.extend(tree.map(|player| Way::new("tree", player)));
    }
    Ok(ways)
}

fn measure(
    args: &Args,
    table: &dyn Table,
    ways: &mut [Way],
    done: &AtomicU64,
) -> Result<(), Failure> {
    for _ in 0..args.rounds {
        for way in &mut *ways {
            let speed = table.analysis().bench_search(&mut way.player, args.seconds)?;
            way.rates.push(speed.iterations_per_second());
            done.fetch_add(1, Ordering::Relaxed);
        }
    }
    Ok(())
}

fn way_document(way: &Way, alone: &Way) -> WayDocument {
    let ratios: Vec<f64> =
        way.rates.iter().zip(&alone.rates).map(|(rate, one)| rate / one).collect();
    WayDocument {
        threads: way.player.profile().threads,
        how: way.how,
        player: way.player.spec().to_string(),
        iterations_per_second: median(&way.rates),
        ratio: median(&ratios),
        ratios,
    }
}

/// The middle of some numbers; of the two in the middle, the mean.
fn median(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    if sorted.len().is_multiple_of(2) {
        (sorted[middle - 1] + sorted[middle]) / 2.0
    } else {
        sorted[middle]
    }
}

fn show(document: &Document, out: &mut Out) -> Result<(), Failure> {
    let Document { game, player, cores, rounds, seconds, ways } = document;
    writeln!(out, "{}", out.bold(&format!("{game}, {player} on one thread and on more")))?;
    let mut grid = Grid::new("rlrrr");
    grid.row(["threads", "how", "iterations in a second", "ratio", "least and most"]);
    for way in ways {
        let least = way.ratios.iter().copied().fold(f64::INFINITY, f64::min);
        let most = way.ratios.iter().copied().fold(0.0, f64::max);
        grid.row([
            way.threads.to_string(),
            way.how.to_string(),
            grouped(way.iterations_per_second as u64),
            format!("{:.2}", way.ratio),
            if way.how == "alone" { String::new() } else { format!("{least:.2} to {most:.2}") },
        ]);
    }
    out.table(&grid)?;
    let cores = if *cores == 1 { "1 core".to_string() } else { format!("{cores} cores") };
    let rest =
        format!("  medians of {rounds} rounds with {seconds} s each; this machine has {cores}");
    writeln!(out, "{}", out.dim(&rest))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn the_middle_of_some_numbers() {
        assert_eq!(median(&[3.0]), 3.0);
        assert_eq!(median(&[9.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[9.0, 1.0, 2.0, 4.0]), 3.0);
    }
}
