//! `sortilege bench`

mod scaling;

use crate::Failure;
use crate::app::App;
use crate::layout::{Grid, grouped};
use crate::out::Out;
use crate::progress::{Length, watch};
use serde::Serialize;
use sortilege_lab::Spec;
use std::io::Write;
use std::time::Duration;

#[derive(clap::Args, Debug)]
#[command(arg_required_else_help = true)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand, Debug)]
enum What {
    /// Speed of uniformly random games
    Playouts(Playouts),
    /// Speed of a search
    Search(Search),
    /// Speed-up of a search on several threads
    Scaling(scaling::Args),
}

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  sortilege bench playouts leduc --seconds 1")]
struct Playouts {
    /// The game
    game: String,
    /// Duration of the measurement in seconds
    #[arg(long, allow_negative_numbers = true, value_name = "S", default_value = "2", value_parser = crate::options::measured_time)]
    seconds: Duration,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  sortilege bench search mnk --player uct:iterations=10000 --seconds 1
  sortilege bench search mnk --player uct:iterations=10000,roots=2,threads=2 --seconds 1")]
struct Search {
    /// The game
    game: String,
    /// The player that searches
    #[arg(long, value_name = "SPEC")]
    player: String,
    /// Duration of the measurement in seconds
    #[arg(long, allow_negative_numbers = true, value_name = "S", default_value = "2", value_parser = crate::options::measured_time)]
    seconds: Duration,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct PlayoutsDocument {
    game: String,
    playouts_per_second: f64,
    moves_per_second: f64,
    mean_length: f64,
}

#[derive(Serialize)]
struct SearchDocument {
    game: String,
    player: String,
    threads: usize,
    iterations_per_second: f64,
    nodes: f64,
    bytes_per_node: f64,
}

pub fn run(args: &Args, app: &App, out: &mut Out) -> Result<(), Failure> {
    match &args.what {
        What::Playouts(args) => playouts(args, app, out),
        What::Search(args) => search(args, app, out),
        What::Scaling(args) => scaling::run(args, app, out),
    }
}

fn playouts(args: &Playouts, app: &App, out: &mut Out) -> Result<(), Failure> {
    let table = app.open(&args.game, None)?;
    let speed = watch("Playing", Length::Time(args.seconds), |_| {
        table.analysis().bench_playouts(args.seconds)
    });
    let document = PlayoutsDocument {
        game: table.spec().to_string(),
        playouts_per_second: speed.playouts_per_second(),
        moves_per_second: speed.moves_per_second(),
        mean_length: speed.mean_length(),
    };
    if args.json {
        return Ok(out.json(&document)?);
    }
    let heading = format!("{}, random games on one core", document.game);
    show(
        &heading,
        [
            ("games in a second", grouped(document.playouts_per_second as u64)),
            ("moves in a second", grouped(document.moves_per_second as u64)),
            ("moves in a game", format!("{:.1}", document.mean_length)),
        ],
        out,
    )
}

fn search(args: &Search, app: &App, out: &mut Out) -> Result<(), Failure> {
    let table = app.open(&args.game, None)?;
    let mut player = table.player(&args.player.parse::<Spec>()?)?;
    let work = |_: &_| table.analysis().bench_search(&mut player, args.seconds);
    let speed = watch("Searching", Length::Time(args.seconds), work)?;
    let document = SearchDocument {
        game: table.spec().to_string(),
        player: player.spec().to_string(),
        threads: player.profile().threads,
        iterations_per_second: speed.iterations_per_second(),
        nodes: speed.nodes,
        bytes_per_node: speed.bytes_per_node,
    };
    if args.json {
        return Ok(out.json(&document)?);
    }
    let on = match document.threads {
        1 => "one thread".to_string(),
        threads => format!("{threads} threads"),
    };
    let heading = format!("{}, {} on {on}", document.game, document.player);
    show(
        &heading,
        [
            ("iterations in a second", grouped(document.iterations_per_second as u64)),
            ("nodes in a tree", grouped(document.nodes as u64)),
            ("bytes in a node", format!("{:.0}", document.bytes_per_node)),
        ],
        out,
    )
}

fn show(heading: &str, rows: [(&str, String); 3], out: &mut Out) -> Result<(), Failure> {
    writeln!(out, "{}", out.bold(heading))?;
    let mut grid = Grid::new("lr");
    for (what, number) in rows {
        grid.row([what.to_string(), number]);
    }
    out.rows(&grid)?;
    Ok(())
}
