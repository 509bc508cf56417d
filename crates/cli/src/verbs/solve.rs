//! `sortilege solve`

use crate::Failure;
use crate::app::App;
use crate::interrupt::stop_at_ctrl_c;
use crate::layout::{Grid, grouped};
use crate::out::Out;
use crate::progress::{Length, watch_saying};
use serde::Serialize;
use sortilege::Stop;
use sortilege_catalogue::analysis::{Aim, Reached, Situation, Solved};
use sortilege_catalogue::{PayoffUnit, Table};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::Ordering;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  sortilege solve kuhn
  sortilege solve leduc --until 0.001 --out leduc.json
  sortilege solve goofspiel:cards=4 --json
  sortilege solve mnk:m=3,n=3,k=3

With hidden information (two players, zero-sum) CFR+ computes an approximate Nash equilibrium: the average strategy of its iterations. Its distance from an equilibrium is the exploitability, NashConv / 2 = (b_1 + b_2) / 2, where b_i is the payoff of a best response in seat i. With perfect information the solution is exact: expectimax with a transposition table, where simultaneous moves are matrix games that are solved exactly. Values are payoffs between -1 and 1; the values of seats are also given in the unit of the game, such as chips. Ctrl-C ends the search and reports the solution so far.")]
pub struct Args {
    /// A small game
    game: String,
    /// Maximum number of iterations of CFR+; without effect on games of perfect information
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value = "1000",
          value_parser = crate::options::positive)]
    iterations: u64,
    /// Stop as soon as the exploitability of the average strategy is at most this
    #[arg(long, allow_negative_numbers = true, value_name = "EXPLOITABILITY", default_value = "0",
          value_parser = closeness)]
    until: f64,
    /// Write the average strategy to a file, as JSON: each information set with the probabilities of
    /// its moves
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Reads how close to an equilibrium is close enough.
fn closeness(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=2.0).contains(number));
    number.ok_or_else(|| "it is a number from 0 to 2, in the game's payoffs".to_string())
}

#[derive(Serialize)]
struct Document {
    game: String,
    /// What each seat earns.
    value: Vec<f64>,
    /// None where the answer is exact and took no iterations.
    iterations: Option<u32>,
    exploitability: f64,
    /// Whether it was ended by Ctrl-C.
    stopped: bool,
    /// How the exploitability fell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    curve: Vec<SolutionPoint>,
    #[serde(skip_serializing_if = "Option::is_none")]
    strategy: Option<Vec<Place>>,
}

#[derive(Serialize)]
struct SolutionPoint {
    iterations: u32,
    value: f64,
    exploitability: f64,
}

/// What a seat does in a situation.
#[derive(Serialize)]
struct Place {
    /// Counted from 1.
    seat: usize,
    information: String,
    moves: Vec<Move>,
}

#[derive(Serialize)]
struct Move {
    r#move: String,
    probability: f64,
}

pub fn run(args: &Args, app: &App, out: &mut Out) -> Result<(), Failure> {
    let table = app.open(&args.game, None)?;
    let stop = stop_at_ctrl_c();
    let mut draft = args.out.as_deref().map(Draft::begin).transpose()?;
    let mut curve = vec![];
    let aim = Aim {
        // The largest number, which takes longer than any practical run.
        iterations: u32::try_from(args.iterations).unwrap_or(u32::MAX),
        exploitability: args.until,
        strategy: draft.is_some(),
        stop: Stop::from(stop.clone()),
    };
    let Some(solved) = solve(&*table, &aim, &mut curve)? else {
        return Err(
            sortilege_lab::Error::Failed("stopped before the value was known".to_string()).into()
        );
    };
    let mut document = document(&*table, solved.reached, stop.load(Ordering::Relaxed), curve);
    if let Some(draft) = &mut draft {
        let whole = Document {
            strategy: Some(solved.strategy.into_iter().map(place).collect()),
            ..document
        };
        draft.finish(&whole)?;
        document = Document { strategy: None, ..whole };
    }
    match args.json {
        true => out.json(&document)?,
        false => show(&*table, &document, out)?,
    }
    Ok(())
}

/// Solves the game with a line of progress, and records the progress at 1, 2, 5, 10, 20, 50...
/// iterations.
fn solve(
    table: &dyn Table,
    aim: &Aim,
    curve: &mut Vec<Reached>,
) -> Result<Option<Solved>, Failure> {
    let latest: Mutex<Option<Reached>> = Mutex::new(None);
    let hold = || latest.lock().expect("no holder of the lock panics");
    let words = || match &*hold() {
        Some(reached) => format!(
            "Solving: {} iterations, exploitability {:.6}",
            grouped(u64::from(reached.iterations)),
            reached.exploitability
        ),
        None => "Solving".to_string(),
    };
    let solved = watch_saying(&words, Length::Unknown, |_| {
        table.analysis().solve(aim, &mut |reached| {
            if reached.iterations > 0 && is_round(reached.iterations) {
                curve.push(reached.clone());
            }
            *hold() = Some(reached.clone());
        })
    })?;
    if let Some(Solved { reached, .. }) = &solved
        && reached.iterations > 0
        && curve.last() != Some(reached)
    {
        curve.push(reached.clone());
    }
    Ok(solved)
}

/// Whether it is 1, 2 or 5, times a power of ten.
fn is_round(number: u32) -> bool {
    let power = 10_u32.pow(number.ilog10());
    number.is_multiple_of(power) && [1, 2, 5].contains(&(number / power))
}

fn document(table: &dyn Table, reached: Reached, stopped: bool, curve: Vec<Reached>) -> Document {
    let point = |reached: Reached| SolutionPoint {
        iterations: reached.iterations,
        value: reached.values[0],
        exploitability: reached.exploitability,
    };
    Document {
        game: table.spec().to_string(),
        value: reached.values,
        iterations: Some(reached.iterations).filter(|&iterations| iterations > 0),
        exploitability: reached.exploitability,
        stopped,
        curve: curve.into_iter().map(point).collect(),
        strategy: None,
    }
}

fn place(situation: Situation) -> Place {
    let moves =
        situation.moves.into_iter().map(|(r#move, probability)| Move { r#move, probability });
    Place { seat: situation.seat.0 + 1, information: situation.information, moves: moves.collect() }
}

fn show(table: &dyn Table, document: &Document, out: &mut Out) -> Result<(), Failure> {
    let how = match (document.iterations, document.stopped) {
        (None, _) => "solved exactly".to_string(),
        (Some(iterations), true) => {
            format!("stopped after {} iterations", grouped(u64::from(iterations)))
        }
        (Some(iterations), false) => {
            format!("{} iterations of CFR+", grouped(u64::from(iterations)))
        }
    };
    writeln!(out, "{}\n", out.bold(&format!("{}: {how}", document.game)))?;
    if !document.curve.is_empty() {
        let mut grid = Grid::new("rrr");
        grid.row(["iterations", "value", "exploitability"]);
        for point in &document.curve {
            grid.row([
                grouped(u64::from(point.iterations)),
                format!("{:+.6}", point.value),
                format!("{:.6}", point.exploitability),
            ]);
        }
        out.table(&grid)?;
        writeln!(out)?;
    }
    for (seat, value) in document.value.iter().enumerate() {
        let name = table.seat_name(sortilege::Player(seat));
        let in_units =
            |stakes: PayoffUnit| format!(", {:+.6} {}", stakes.in_units(*value) + 0.0, stakes.unit);
        let in_units = table.stakes().map_or(String::new(), in_units);
        writeln!(out, "  {name} earns {:+.6} on average{in_units}", value + 0.0)?;
    }
    Ok(())
}

/// A file under a temporary name until it is complete. It is created before the work starts, so
/// that a file that cannot be written is reported at once and not after hours.
struct Draft {
    file: PathBuf,
    draft: PathBuf,
}

impl Draft {
    fn begin(file: &Path) -> Result<Self, Failure> {
        let mut name = file.as_os_str().to_owned();
        name.push(".part");
        let draft = Draft { file: file.to_path_buf(), draft: name.into() };
        let begun = if file.is_dir() {
            Err(std::io::ErrorKind::IsADirectory.into())
        } else {
            File::create(&draft.draft)
        };
        begun.map_err(|error| Failure::unwritable(file, &error))?;
        Ok(draft)
    }

    fn finish(&mut self, document: &Document) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(document).map_err(std::io::Error::other)?;
        let written =
            fs::write(&self.draft, text + "\n").and_then(|()| fs::rename(&self.draft, &self.file));
        written.map_err(|error| Failure::unwritable(&self.file, &error))
    }
}

/// A draft that was not finished is not left behind; one that was is there no more.
impl Drop for Draft {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.draft);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_numbers_are_noted_down() {
        let round: Vec<u32> = (1..=1000).filter(|&number| is_round(number)).collect();
        assert_eq!(round, [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]);
    }

    #[test]
    fn closeness_is_a_payoff() {
        assert_eq!(closeness("1e-3"), Ok(0.001));
        assert!(["-1", "nan", "3", "x", ""].iter().all(|text| closeness(text).is_err()));
    }
}
