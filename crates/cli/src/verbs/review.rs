//! `sortilege review`

use crate::Failure;
use crate::app::App;
use crate::layout::Grid;
use crate::options::AllowFiles;
use crate::out::Out;
use crate::progress::{Length, watch};
use serde::Serialize;
use sortilege::Player;
use sortilege_catalogue::{Level, ValueFormat};
use sortilege_lab::record::{Record, Replay};
use sortilege_lab::review::{Comment, comments};
use sortilege_lab::{Catalogue, Spec};
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

/// Comment on a decision.
#[derive(Serialize)]
struct CommentDocument<'a> {
    step: usize,
    seat: usize,
    played: &'a str,
    /// None if the player follows rules and computes no values.
    value: Option<f64>,
    best: &'a str,
    best_value: Option<f64>,
    lost: Option<f64>,
    /// Continuation that the player expects after its own move.
    expected: &'a [String],
}

impl<'a> From<&'a Comment> for CommentDocument<'a> {
    fn from(comment: &'a Comment) -> Self {
        CommentDocument {
            step: comment.step,
            seat: comment.who.0 + 1,
            played: &comment.played,
            value: comment.value,
            best: &comment.best,
            best_value: comment.best_value,
            lost: comment.lost,
            expected: continuation(comment),
        }
    }
}

/// Number of moves of the expected continuation that are shown.
const SHOWN: usize = 3;

fn continuation(comment: &Comment) -> &[String] {
    &comment.expected[..comment.expected.len().min(SHOWN)]
}

#[derive(Serialize)]
struct Document<'a> {
    game: &'a str,
    player: String,
    /// Unit of values.
    unit: &'static str,
    comments: Vec<CommentDocument<'a>>,
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
    let found = watch("Reviewing", length, |done| {
        all_comments(&record, &catalogue, &spec, args.seed, done)
    })?;
    let (game, player, unit) = (&record.game, spec.to_string(), gauge.unit());
    match args.json {
        true => {
            let comments = found.iter().map(CommentDocument::from).collect();
            Ok(out.json(&Document { game, player, unit, comments })?)
        }
        false => {
            let names = (0..table.seats()).map(|seat| table.seat_name(Player(seat)));
            show(&record, (&spec, gauge), (&found, &names.collect::<Vec<_>>()), out)
        }
    }
}

fn all_comments(
    record: &Record,
    catalogue: &Catalogue,
    spec: &Spec,
    seed: u64,
    done: &AtomicU64,
) -> Result<Vec<Comment>, Failure> {
    let (mut replay, mut found) = (Replay::new(record, catalogue)?, vec![]);
    for number in 0..record.steps.len() {
        replay.go_to(number)?;
        found.extend(comments(&*replay.table, record, number, spec, (seed, true), &mut |_| {})?);
        done.fetch_add(1, Ordering::Relaxed);
    }
    Ok(found)
}

/// What is lost below this is not worth a word, and not added up: a hundredth of what is between a
/// loss and a win.
const NOTICED: f64 = 0.01;

fn show(
    record: &Record,
    (spec, gauge): (&Spec, ValueFormat),
    (comments, names): (&[Comment], &[String]),
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
            names[it.who.0].clone(),
            it.played.clone(),
            number(it.value),
            better(it.best.clone()),
            better(number(it.best_value)),
            better(number(it.lost)),
            better(continuation(it).join(" ")),
        ]);
    }
    out.table(&grid)?;
    for seat in 1..=record.players.len() {
        let own: Vec<&Comment> = comments.iter().filter(|it| it.who.0 + 1 == seat).collect();
        if own.is_empty() {
            continue;
        }
        let (name, count, unit) = (&names[seat - 1], own.len(), gauge.unit());
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
