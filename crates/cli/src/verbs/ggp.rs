//! `sortilege ggp`: the protocol of general game playing.

use crate::Failure;
use crate::interrupt::stop_at_ctrl_c;
use crate::layout::Grid;
use crate::out::Out;
use clap::Subcommand;
use serde::Serialize;
use sortilege_catalogue::Files;
use sortilege_gdl::ggp::PORT;
use sortilege_gdl::ggp::host::{MatchSettings, Outcome, play};
use sortilege_gdl::ggp::player::{Server, Settings};
use sortilege_gdl::read::decode;
use sortilege_gdl::{Options, Sheet};
use std::io::Write;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    role: Role,
}

#[derive(Subcommand, Debug)]
enum Role {
    /// Take part in matches: a server that plays any game that a host describes
    Player(PlayerArgs),
    /// Host matches between players at network addresses
    Host(HostArgs),
}

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  sortilege ggp player
  sortilege ggp player --port 9148 --name second")]
struct PlayerArgs {
    /// Port to listen on
    #[arg(long, default_value_t = PORT)]
    port: u16,
    /// Accept connections from other machines, too
    #[arg(long)]
    public: bool,
    /// Name of the player
    #[arg(long, default_value = "sortilege")]
    name: String,
    /// Safety margin: milliseconds before the deadline at which the player answers
    #[arg(long, default_value_t = 700)]
    margin: u64,
    /// Number of random games from each leaf of the tree
    #[arg(long, default_value_t = 16)]
    games: usize,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Do not ponder while opponents decide
    #[arg(long)]
    no_ponder: bool,
}

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  sortilege ggp host tic-tac-toe.kif localhost:9147 localhost:9148 --matches 10")]
struct HostArgs {
    /// File of the rulesheet
    file: PathBuf,
    /// Addresses (HOST:PORT) of the players, in the order of the roles
    players: Vec<String>,
    /// Start clock in seconds, up to 86400
    #[arg(long, default_value_t = 10)]
    start: u64,
    /// Play clock in seconds, up to 86400
    #[arg(long, default_value_t = 5)]
    play: u64,
    /// Number of matches
    #[arg(long, default_value_t = 1)]
    matches: u64,
    /// Random seed of chance, and of the moves for players that fail to answer
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON, one line per match
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut Out) -> Result<(), Failure> {
    match &args.role {
        Role::Player(args) => serve(args, out),
        Role::Host(args) => host(args, out),
    }
}

fn serve(args: &PlayerArgs, out: &mut Out) -> Result<(), Failure> {
    if args.name.is_empty() || args.name.contains(|c: char| c.is_whitespace() || "();".contains(c))
    {
        return Err(Failure::Usage(format!("`{}` is no name; a name is one word", args.name)));
    }
    let address = if args.public { "0.0.0.0" } else { "127.0.0.1" };
    let refused = |error| Failure::Usage(format!("cannot listen on port {}: {error}", args.port));
    let listener = TcpListener::bind((address, args.port)).map_err(refused)?;
    writeln!(out, "{} listens at {}", args.name, listener.local_addr()?)?;
    out.flush()?;
    let settings = Settings {
        name: args.name.clone(),
        margin: Duration::from_millis(args.margin),
        games: args.games,
        seed: args.seed,
        ponders: !args.no_ponder,
    };
    let end = stop_at_ctrl_c();
    let here = listener.local_addr()?;
    let watched = end.clone();
    // A connection wakes the server, which may be waiting for one.
    std::thread::spawn(move || {
        while !watched.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(100));
        }
        let _ = std::net::TcpStream::connect(here);
    });
    Server::new(settings).serve(&listener, &end);
    Ok(())
}

#[derive(Serialize)]
struct Document<'a> {
    #[serde(rename = "match")]
    number: u64,
    goals: &'a [f64],
    steps: u32,
    failures: &'a [u32],
    moves: &'a [Vec<String>],
}

fn host(args: &HostArgs, out: &mut Out) -> Result<(), Failure> {
    let usage =
        |error: sortilege_gdl::Error| Failure::Usage(format!("{}: {error}", args.file.display()));
    let bytes = Files::any().file(&args.file.to_string_lossy()).map_err(Failure::Usage)?;
    let sheet = Sheet::read(&decode(&bytes), &Options::default()).map_err(usage)?;
    let players = args.players.iter().map(|name| address(name)).collect::<Result<Vec<_>, _>>()?;
    let mut total = vec![0.0; players.len()];
    let mut grid = Grid::new("rrrr");
    grid.row(["match", "goals", "steps", "moves made for players"]);
    for number in 1..=args.matches {
        let seed = args.seed.wrapping_add(number - 1);
        let terms =
            MatchSettings { start: args.start, play: args.play, seed, ..MatchSettings::default() };
        let id = format!("sortilege.{}.{number}", args.seed);
        let outcome =
            play(&sheet, &decode(&bytes), &players, &id, &terms).map_err(Failure::Usage)?;
        total.iter_mut().zip(&outcome.goals).for_each(|(sum, goal)| *sum += goal);
        if args.json {
            let Outcome { goals, steps, failures, moves } = &outcome;
            out.json(&Document { number, goals, steps: *steps, failures, moves })?;
        } else {
            grid.row([
                number.to_string(),
                joined(&outcome.goals),
                outcome.steps.to_string(),
                joined(&outcome.failures),
            ]);
        }
    }
    if !args.json {
        let mean: Vec<f64> = total.iter().map(|sum| sum / args.matches.max(1) as f64).collect();
        grid.row(["mean".to_string(), joined(&mean), String::new(), String::new()]);
        out.table(&grid)?;
    }
    Ok(())
}

fn joined<T: ToString>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}

fn address(name: &str) -> Result<SocketAddr, Failure> {
    let found = name.to_socket_addrs().ok().and_then(|mut all| all.next());
    found.ok_or_else(|| Failure::Usage(format!("`{name}` is no address; one is localhost:{PORT}")))
}
