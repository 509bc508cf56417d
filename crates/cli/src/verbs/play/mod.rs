//! `sortilege play`

mod host;
mod input;
mod moves;
mod ponder;
mod words;

use crate::Failure;
use crate::app::App;
use crate::book::Book;
use crate::out::{Out, locale_is_ascii};
use host::{Host, Rules};
pub use input::Input;
use ponder::Seat;
use sortilege_catalogue::Level;
use sortilege_lab::{Spec, Table};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};
pub use words::{describe_step, earned};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  sortilege play kuhn
  sortilege play ra --level easy
  sortilege play mnk --player uct:time=2s --player human
  sortilege play leduc --player so-ismcts --player random --seed 3
  sortilege play checkers --ponder

Without --player you have the first seat, and the recommended player of the game has every other seat, at the strength of --level. Levels are players too, as in `--player strong --player human`. Without a human you watch. During the game, `help` lists the commands, and Tab completes moves.

Each human sees only the view of that seat. Several humans at one terminal take turns, and the screen is cleared in between; if input is not a terminal, private output is marked.")]
pub struct Args {
    /// The game
    game: String,
    /// Player of a seat, in order; repeat it for every seat; `human` is you
    #[arg(long = "player", value_name = "SPEC")]
    players: Vec<String>,
    /// Strength of the players that --player does not name
    #[arg(long, value_enum, default_value_t)]
    level: Strength,
    /// Initial position, in the game's notation
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// Random seed; different each time unless given
    #[arg(long, allow_negative_numbers = true, value_name = "S", value_parser = crate::options::natural::<u64>)]
    seed: Option<u64>,
    /// Play your move automatically if only one is legal
    #[arg(long)]
    auto: bool,
    /// Let opponents ponder while you decide, if they support tree reuse, such as uct. The same
    /// seed then no longer gives the same game
    #[arg(long)]
    ponder: bool,
    /// Append the game to this file, as a line of JSON, for `sortilege replay` and `sortilege
    /// review`; a game that you leave is recorded as you saw it
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Draw with ASCII characters; the default where the locale has no others
    #[arg(long)]
    ascii: bool,
}

/// A [`Level`], as the command line names it.
#[derive(clap::ValueEnum, Clone, Copy, Debug, Default)]
enum Strength {
    Beginner,
    Easy,
    Normal,
    Strong,
    #[default]
    Best,
}

impl Strength {
    fn level(self) -> Level {
        Level::ALL[self as usize]
    }
}

pub fn run(args: &Args, app: &App, out: &mut Out) -> Result<(), Failure> {
    let table = app.open(&args.game, args.position.as_deref())?;
    let seats = seats(&*table, args)?;
    let adviser = table.level(Level::Best);
    let seed = args.seed.unwrap_or_else(any_seed);
    out.ascii = args.ascii || locale_is_ascii(|name| std::env::var(name).ok());
    let rules = Rules { auto: args.auto, ponder: args.ponder, seed };
    let book = args.record.as_deref().map(Book::open).transpose()?;
    Host::new(table, seats, rules, adviser, book, out).play()
}

fn seats(table: &dyn Table, args: &Args) -> Result<Vec<Seat>, Failure> {
    let players = &args.players;
    if players.len() > table.seats() {
        let seats = if table.seats() == 1 { "1 seat" } else { &format!("{} seats", table.seats()) };
        let refusal =
            format!("`{}` has {seats}, so there cannot be {} players", table.spec(), players.len());
        return Err(Failure::Usage(refusal));
    }
    let mut specs: Vec<Spec> =
        players.iter().map(|player| player.parse()).collect::<Result<_, _>>()?;
    if specs.is_empty() {
        specs.push(Spec::new("human"));
    }
    specs.resize(table.seats(), table.level(args.level.level()));
    specs.iter().map(|spec| seat(table, spec, args.ponder)).collect()
}

fn seat(table: &dyn Table, spec: &Spec, ponder: bool) -> Result<Seat, Failure> {
    if *spec == Spec::new("human") {
        return Ok(Seat::Human);
    }
    Ok(Seat::Ai(Box::new(match ponder {
        true => table.player(&ponder::keeping_its_tree(table, spec)?)?,
        false => table.player(spec)?,
    })))
}

/// Small enough to be typed again.
fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    sortilege::Rng::new(now.as_nanos() as u64).bits() % 1_000_000
}
