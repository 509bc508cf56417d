//! `sortilege perft`

use crate::Failure;
use crate::app::App;
use crate::layout::{Grid, grouped};
use crate::out::Out;
use crate::progress::{Length, watch};
use serde::Serialize;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  sortilege perft mnk 5
  sortilege perft mnk:m=4,n=4,k=3 4 --json
  sortilege perft gdl:file=monty-hall 4")]
pub struct Args {
    /// A game without chance, or a rulesheet, where a move is the joint move of all roles and of
    /// chance
    game: String,
    /// Number of moves (depth)
    #[arg(allow_negative_numbers = true, value_parser = crate::options::natural::<u32>)]
    depth: u32,
    /// Initial position, in the game's notation
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document {
    game: String,
    depth: u32,
    nodes: u64,
}

pub fn run(args: &Args, app: &App, out: &mut Out) -> Result<(), Failure> {
    let table = app.open(&args.game, args.position.as_deref())?;
    let count = |depth| {
        watch(&format!("Counting to depth {depth}"), Length::Unknown, |_| {
            table.analysis().perft(depth)
        })
    };
    if args.json {
        let nodes = count(args.depth)?;
        out.json(&Document { game: table.spec().to_string(), depth: args.depth, nodes })?;
        return Ok(());
    }
    let mut grid = Grid::new("rr");
    grid.row(["depth", "move sequences"]);
    // The shallower counts cost next to nothing, and most tables in books give them all.
    for depth in args.depth.min(1)..=args.depth {
        let sequences = count(depth)?;
        grid.row([depth.to_string(), grouped(sequences)]);
        if sequences == 0 {
            // Every longer sequence begins with one of this length.
            break;
        }
    }
    out.table(&grid)?;
    Ok(())
}
