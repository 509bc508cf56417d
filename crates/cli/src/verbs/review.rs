//! `sortilege review`

use crate::Failure;
use crate::app::App;
use crate::layout::Grid;
use crate::options::AllowFiles;
use crate::out::Out;
use crate::progress::{Length, watch};
use serde::Serialize;
use sortilege::tree::{Extent, Outline};
use sortilege::{Player, Rng};
use sortilege_catalogue::{Level, ValueFormat};
use sortilege_lab::record::Record;
use sortilege_lab::table::Thought;
use sortilege_lab::{Spec, Table};
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  sortilege review games.jsonl
  sortilege review games.jsonl --game 2 --player uct:time=2s
  sortilege review games.jsonl --json

The player searches at every decision, with the view of the acting seat. Values are expected scores, from 0 for a loss to 1 for a win, or amounts in the unit of the game, such as chips. The loss of a move is the value of the move that the player would have played, minus the value of the played move. The expected continuation of the player's move follows.")]
pub struct Args {
    /// A file of games that `play`, `match` or `run` recorded
    file: PathBuf,
    /// Number of the game in the file, from 1
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 1, value_parser = crate::options::positive)]
    game: u64,
    /// Player that analyses; default: the player that gives hints in `play`
    #[arg(long, value_name = "SPEC")]
    player: Option<String>,
    /// Random seed
    #[arg(long, allow_negative_numbers = true, value_name = "S", default_value_t = 1, value_parser = crate::options::natural::<u64>)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    allow: AllowFiles,
}

/// What the player says of a decision.
#[derive(Serialize)]
struct Comment {
    step: usize,
    seat: usize,
    #[serde(skip)]
    name: String,
    played: String,
    /// Nothing where the player follows rules and puts no value on moves.
    value: Option<f64>,
    best: String,
    best_value: Option<f64>,
    lost: Option<f64>,
    /// What it expects after its own move, where it has a tree that the seat could have.
    expected: Vec<String>,
}

#[derive(Serialize)]
struct Document<'a> {
    game: &'a str,
    player: String,
    /// Unit of values.
    unit: &'static str,
    comments: &'a [Comment],
}

pub fn run(args: &Args, app: &App, out: &mut Out) -> Result<(), Failure> {
    let record = Record::read_file(&args.file, args.game)?;
    let catalogue = args.allow.catalogue(app, &args.file);
    // The analysis takes a while; errors in the record are reported before it.
    record.after(record.steps.len(), &catalogue)?;
    let table = record.open(&catalogue)?;
    let spec = match &args.player {
        Some(player) => player.parse::<Spec>()?,
        None => table.level(Level::Best),
    };
    let gauge = ValueFormat::new(table.player(&spec)?.profile().values, table.stakes());
    let length = Length::Count(record.steps.len() as u64);
    let comments = watch("Reviewing", length, |done| {
        comments(&record, table, (&spec, gauge), args.seed, done)
    })?;
    let (game, player, unit) = (&record.game, spec.to_string(), gauge.unit());
    match args.json {
        true => Ok(out.json(&Document { game, player, unit, comments: &comments })?),
        false => show(&record, (&spec, gauge), &comments, out),
    }
}

fn comments(
    record: &Record,
    mut table: Box<dyn Table>,
    (spec, gauge): (&Spec, ValueFormat),
    seed: u64,
    done: &AtomicU64,
) -> Result<Vec<Comment>, Failure> {
    let mut found = vec![];
    for (number, step) in record.steps.iter().enumerate() {
        let choosing = step
            .made
            .iter()
            .filter_map(|made| Some((Player(made.seat?.checked_sub(1)?), &made.action)));
        for (who, action) in choosing {
            if table.to_choose().contains(&who) && table.legal(who).len() > 1 {
                // A new player for each decision: its memory of one seat must not reach another.
                let mut player = table.player(spec)?;
                let mut rng = Rng::derive(&[seed, number as u64, who.0 as u64]);
                let thought = table.think(&mut player, who, &mut rng)?;
                let outline = table.outline(&mut player, who, &AHEAD)?;
                let expected = outline.map_or(vec![], |tree| expected(&tree, &thought.action));
                let seat = (who, table.seat_name(who));
                found.extend(comment(number + 1, seat, action, (&thought, gauge), expected));
            }
        }
        record.make(number, &mut *table)?;
        done.fetch_add(1, Ordering::Relaxed);
    }
    Ok(found)
}

/// Length of the expected continuation in a comment.
const AHEAD: Extent = Extent { depth: 4, least_visits: 1, most_edges: 4000 };

/// The most visited moves after one, each after the other.
fn expected(tree: &Outline, action: &str) -> Vec<String> {
    let mut line = vec![];
    let mut at = tree.edges.iter().position(|edge| edge.after.is_none() && edge.name == action);
    while let Some(edge) = at {
        let next = (0..tree.edges.len()).filter(|&other| tree.edges[other].after == Some(edge));
        at = next.rev().max_by_key(|&other| tree.edges[other].visits);
        line.extend(at.map(|next| tree.edges[next].name.clone()));
    }
    line
}

/// Nothing, where the player has not looked at what was played.
fn comment(
    step: usize,
    (who, name): (Player, String),
    played: &str,
    (thought, gauge): (&Thought, ValueFormat),
    expected: Vec<String>,
) -> Option<Comment> {
    let rules = gauge.read(0.0).is_none();
    let value = |action: &str| {
        let weighed = thought.candidates.iter().find(|weighed| weighed.action == action);
        weighed
            .filter(|weighed| rules || weighed.visits > 0)
            .map(|weighed| gauge.read(weighed.value))
    };
    let best_value = value(&thought.action)?;
    let value = value(played)?;
    Some(Comment {
        step,
        seat: who.0 + 1,
        name,
        played: played.to_string(),
        value,
        best: thought.action.clone(),
        best_value,
        lost: best_value.zip(value).map(|(best, value)| (best - value).max(0.0)),
        expected,
    })
}

/// What is lost below this is not worth a word, and not added up: a hundredth of what is between a
/// loss and a win.
const NOTICED: f64 = 0.01;

fn show(
    record: &Record,
    (spec, gauge): (&Spec, ValueFormat),
    comments: &[Comment],
    out: &mut Out,
) -> Result<(), Failure> {
    writeln!(out, "{}", out.bold(&format!("{}, reviewed by {spec}", record.game)))?;
    let number = |value: Option<f64>| value.map_or("-".to_string(), |value| format!("{value:.3}"));
    let mut grid = Grid::new("rllrlrrl");
    grid.row(["step", "who", "played", gauge.unit(), "better", gauge.unit(), "lost", "and then"]);
    let is_worse =
        |it: &Comment| it.lost.map_or(it.played != it.best, |lost| lost > NOTICED * gauge.span());
    for it in comments {
        let better = |text: String| if is_worse(it) { text } else { String::new() };
        grid.row([
            it.step.to_string(),
            it.name.clone(),
            it.played.clone(),
            number(it.value),
            better(it.best.clone()),
            better(number(it.best_value)),
            better(number(it.lost)),
            better(it.expected.join(" ")),
        ]);
    }
    out.table(&grid)?;
    for seat in 1..=record.players.len() {
        let own: Vec<&Comment> = comments.iter().filter(|it| it.seat == seat).collect();
        let Some(first) = own.first() else { continue };
        let (name, count, unit) = (&first.name, own.len(), gauge.unit());
        let worse = || own.iter().filter(|it| is_worse(it));
        let lost = own
            .iter()
            .all(|it| it.lost.is_some())
            .then(|| worse().filter_map(|it| it.lost).sum::<f64>());
        let others = worse().count();
        match lost {
            Some(lost) => writeln!(out, "  {name}: {lost:.3} {unit} lost in {count} decisions")?,
            None => writeln!(out, "  {name}: {others} of {count} decisions were others")?,
        }
    }
    Ok(())
}
