//! `sortilege best`

use crate::Failure;
use crate::app::App;
use crate::draw::{WIDTH, draw};
use crate::layout::{Grid, bar, grouped, seconds};
use crate::out::Out;
use crate::progress::{Length, watch_saying};
use serde::Serialize;
use sortilege::bandit::Proven;
use sortilege::progress::{Progress, Watch};
use sortilege::tree::{Extent, Outline};
use sortilege::{Player, Rng};
use sortilege_catalogue::{Level, ValueFormat};
use sortilege_lab::table::{Thought, Weighed};
use sortilege_lab::{Spec, Table};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  sortilege best ra
  sortilege best mnk --player uct:iterations=5000
  sortilege best leduc --player so-ismcts:time=2s --seed 7
  sortilege best rps --player uct --seat 2 --json
  sortilege best mnk --player uct --tree tree.dot

If the position is at a chance node, such as dice or a deal, an outcome is sampled first, with the seed. Seats are counted from 1.")]
pub struct Args {
    /// The game
    game: String,
    /// Player that decides; default: the strongest recommended player of the game
    #[arg(long, value_name = "SPEC")]
    player: Option<String>,
    /// Position to decide in, in the game's notation
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// Seat to decide for at simultaneous moves; default: the first that has to choose
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = crate::options::positive)]
    seat: Option<u64>,
    /// Random seed
    #[arg(long, allow_negative_numbers = true, value_name = "S", default_value_t = 1, value_parser = crate::options::natural::<u64>)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write the search tree to a file: as a Graphviz graph if its name ends with .dot, otherwise
    /// as JSON
    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,
}

#[derive(Serialize)]
struct Document<'a> {
    game: String,
    player: String,
    position: String,
    seat: usize,
    action: &'a str,
    /// Unit of values: that of the game such as chips, or a score from 0 for a loss to 1 for a win.
    unit: &'static str,
    candidates: Vec<Candidate<'a>>,
    /// Whether visits count nodes, and values of moves that were not chosen are upper bounds.
    bounds: bool,
    iterations: u64,
    seconds: f64,
    tree: Tree,
    /// Measurements by parts of the player.
    notes: BTreeMap<&'static str, f64>,
}

#[derive(Serialize)]
struct Candidate<'a> {
    action: &'a str,
    visits: u64,
    /// Value on the scale of the player.
    value: f64,
    /// Value in the unit of the document.
    in_units: Option<f64>,
    /// `win` or `loss` if proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    proven: Option<&'static str>,
}

#[derive(Serialize)]
struct Tree {
    nodes: u64,
    depth: f64,
    mean_depth: f64,
    bytes: usize,
}

pub fn run(args: &Args, app: &App, out: &mut Out) -> Result<(), Failure> {
    let mut table = app.open(&args.game, args.position.as_deref())?;
    let found = Arc::new(Mutex::new(None));
    let latest = found.clone();
    let listener = Watch::new(move |progress| {
        *latest.lock().expect("no holder of the lock panics") = Some(progress.clone())
    });
    let spec = match &args.player {
        Some(player) => player.parse::<Spec>()?,
        None => table.level(Level::Best),
    };
    let mut player = table.watched_player(&spec, listener)?;
    table.deal(args.seed, 0);
    let seat = seat(&*table, args.seat)?;
    let mut rng = Rng::derive(&[args.seed, 1]);
    let legal = table.legal(seat);
    let gauge = ValueFormat::new(player.profile().values, table.stakes());
    let words =
        || so_far(found.lock().expect("no holder of the lock panics").as_ref(), &legal, gauge);
    let thought =
        watch_saying(&words, Length::Unknown, |_| table.think(&mut player, seat, &mut rng))?;
    if let Some(file) = &args.tree {
        let outline = table.outline(&mut player, seat, &Extent::default())?.ok_or_else(|| {
            Failure::Usage(format!(
                "`{}` has no tree that could be shown; leave out --tree",
                player.spec()
            ))
        })?;
        write_tree(file, &outline)?;
    }
    if args.json {
        let Thought { action, candidates, iterations, seconds, tree, notes, bounds } = &thought;
        let candidates = candidates.iter().map(|weighed| Candidate {
            action: &weighed.action,
            visits: weighed.visits,
            value: weighed.value,
            in_units: gauge.read(weighed.value),
            proven: weighed.proven.map(word),
        });
        out.json(&Document {
            game: table.spec().to_string(),
            player: player.spec().to_string(),
            position: table.position(),
            seat: seat.0 + 1,
            action,
            unit: gauge.unit(),
            candidates: candidates.collect(),
            bounds: *bounds,
            iterations: *iterations,
            seconds: *seconds,
            tree: Tree {
                nodes: tree.nodes,
                depth: tree.depth,
                mean_depth: tree.mean_depth,
                bytes: tree.bytes,
            },
            notes: notes.iter().copied().collect(),
        })?;
        return Ok(());
    }
    write!(out, "{}", draw(&table.picture(seat), &table.gestures(seat), out.colour, WIDTH))?;
    writeln!(out, "\n{} plays {}", table.seat_name(seat), out.bold(&thought.action))?;
    show_thought(&thought, gauge, out)?;
    writeln!(out, "{}", out.dim(&format!("  position: {}", table.position())))?;
    Ok(())
}

/// Formats the progress of a search in one line: the work so far, and the move it would play.
fn so_far(progress: Option<&Progress>, legal: &[String], gauge: ValueFormat) -> String {
    let Some(progress) = progress else { return "Thinking".to_string() };
    let tried = format!("Thinking: {} simulations", grouped(progress.iterations));
    let candidates = legal.iter().zip(&progress.candidates);
    match candidates.max_by_key(|(_, candidate)| candidate.visits) {
        Some((action, candidate)) if candidate.visits > 0 => {
            format!("{tried}, {action} {}", gauge.text(candidate.value))
        }
        _ => tried,
    }
}

/// Writes a tree in the format that the name of the file selects.
fn write_tree(file: &Path, outline: &Outline) -> Result<(), Failure> {
    let is_graph =
        file.extension().is_some_and(|extension| extension == "dot" || extension == "gv");
    let text = if is_graph { outline.to_dot() } else { outline.to_json() };
    fs::write(file, text).map_err(|error| Failure::unwritable(file, &error))
}

/// Returns the seat to decide for.
fn seat(table: &dyn Table, wanted: Option<u64>) -> Result<Player, Failure> {
    let choosing = table.to_choose();
    let names =
        || choosing.iter().map(|seat| (seat.0 + 1).to_string()).collect::<Vec<_>>().join(" or ");
    match (choosing.first(), wanted) {
        (None, _) => {
            Err(Failure::Usage("the game is over here, so there is nothing to decide".into()))
        }
        (Some(&first), None) => Ok(first),
        (Some(_), Some(wanted)) => {
            let found = choosing.iter().find(|seat| seat.0 as u64 + 1 == wanted);
            let refusal =
                || format!("seat {wanted} has nothing to decide here; --seat can be {}", names());
            found.copied().ok_or_else(|| Failure::Usage(refusal()))
        }
    }
}

/// Returns the word for a proven result.
fn word(proven: Proven) -> &'static str {
    match proven {
        Proven::Win => "win",
        Proven::Loss => "loss",
    }
}

/// Largest number of candidates that are shown.
const SHOWN: usize = 12;

/// Formats the candidates, the most visited first, with values on one scale for all players, and
/// the cost of the search. For a minimax search the chosen move comes first, and the values of the
/// others are upper bounds.
pub fn show_thought(thought: &Thought, gauge: ValueFormat, out: &mut Out) -> Result<(), Failure> {
    let mut candidates = thought.candidates.clone();
    match thought.bounds {
        true => candidates.sort_by(|a, b| {
            let is_chosen = |one: &Weighed| one.action == thought.action;
            is_chosen(b).cmp(&is_chosen(a)).then(b.value.total_cmp(&a.value))
        }),
        false => candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.visits)),
    }
    let total: u64 = candidates.iter().map(|candidate| candidate.visits).sum();
    let mut grid = Grid::new("lrrl");
    grid.row(["move", if thought.bounds { "nodes" } else { "visits" }, gauge.unit(), ""]);
    for candidate in candidates.iter().take(SHOWN) {
        let share = candidate.visits as f64 / total.max(1) as f64;
        let value = match candidate.proven {
            Some(proven) => word(proven).to_string(),
            None if candidate.visits == 0 => "-".to_string(),
            None if thought.bounds && candidate.action != thought.action => {
                format!("<= {}", gauge.text(candidate.value))
            }
            None => gauge.text(candidate.value),
        };
        grid.row([candidate.action.clone(), grouped(candidate.visits), value, bar(share, 24)]);
    }
    out.table(&grid)?;
    if candidates.len() > SHOWN {
        writeln!(out, "  and {} more", candidates.len() - SHOWN)?;
    }
    let Thought { iterations, tree, .. } = thought;
    let mut cost = format!("  {} iterations in {}", grouped(*iterations), seconds(thought.seconds));
    if tree.nodes > 0 {
        cost += &format!("; {} nodes, at most {:.0} moves deep", grouped(tree.nodes), tree.depth);
    }
    writeln!(out, "{}", out.dim(&cost))?;
    if !thought.notes.is_empty() {
        let notes = thought.notes.iter().map(|(name, value)| format!("{name} = {value:.4}"));
        writeln!(out, "{}", out.dim(&format!("  {}", notes.collect::<Vec<_>>().join(", "))))?;
    }
    Ok(())
}
