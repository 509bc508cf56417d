//! `sortilege games`

use super::players::{section, settings};
use crate::Failure;
use crate::house::House;
use crate::layout::{Grid, wrap};
use crate::out::Out;
use serde::Serialize;
use sortilege_lab::catalogue::GameKind;
use std::collections::BTreeMap;
use std::io::Write;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  sortilege games
  sortilege games mnk
  sortilege games --json")]
pub struct Args {
    /// Only this game, with its settings explained
    game: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document {
    games: Vec<Game>,
}

#[derive(Serialize)]
struct Game {
    name: &'static str,
    help: &'static str,
    players: usize,
    parameters: Vec<Parameter>,
    capabilities: Vec<&'static str>,
    /// Other names, and what each stands for.
    other_names: BTreeMap<&'static str, &'static str>,
}

#[derive(Serialize)]
struct Parameter {
    name: &'static str,
    default: &'static str,
    range: String,
    help: &'static str,
}

pub fn run(args: &Args, house: &House, out: &mut Out) -> Result<(), Failure> {
    let games: Vec<&GameKind> = match &args.game {
        Some(name) => vec![house.catalogue.game(name)?],
        None => house.catalogue.games().iter().collect(),
    };
    match (args.json, &games[..]) {
        (true, _) => out.json(&Document { games: games.into_iter().map(document).collect() })?,
        (false, [game]) => explain(game, out)?,
        (false, _) => list(&games, out)?,
    }
    Ok(())
}

fn document(game: &GameKind) -> Game {
    let schema = game.schema();
    let parameter = |field: &sortilege_lab::setting::Field| Parameter {
        name: field.name,
        default: field.default,
        range: field.kind.to_string(),
        help: field.help,
    };
    Game {
        name: schema.name,
        help: schema.help,
        players: game.seats(),
        parameters: schema.fields.iter().map(parameter).collect(),
        capabilities: game.capabilities().to_vec(),
        other_names: game.other_names().iter().copied().collect(),
    }
}

fn list(games: &[&GameKind], out: &mut Out) -> Result<(), Failure> {
    let mut grid = Grid::new("lrl");
    grid.row(["game", "seats", ""]);
    for game in games {
        grid.row([game.name(), &game.seats().to_string(), game.schema().help]);
    }
    out.table(&grid)?;
    let more = "`sortilege games GAME` explains one, `sortilege rules GAME` tells how it is played, and \
                `sortilege play GAME` plays it.";
    writeln!(out, "\n{}", wrap(more, 0).join("\n"))?;
    Ok(())
}

fn explain(game: &GameKind, out: &mut Out) -> Result<(), Failure> {
    let schema = game.schema();
    writeln!(out, "{}: {}", out.bold(schema.name), schema.help)?;
    let words = match game.capabilities() {
        [] => "none".to_string(),
        words => words.join(", "),
    };
    let mut grid = Grid::new("ll");
    grid.row(["seats", &game.seats().to_string()]);
    grid.row(["capabilities", &words]);
    if !game.other_names().is_empty() {
        let names = game.other_names().iter().map(|(name, meant)| format!("{name} ({meant})"));
        grid.row(["other names", &names.collect::<Vec<_>>().join(", ")]);
    }
    let names: Vec<&str> = game.players().iter().map(|player| player.name).collect();
    grid.row(["players", &names.join(", ")]);
    out.rows(&grid)?;
    if !schema.fields.is_empty() {
        let heading = format!("\nSettings, as in `{}:{}`", schema.name, example(game));
        section(&heading, &settings(schema.fields), out)?;
    }
    Ok(())
}

/// All settings with their defaults.
fn example(game: &GameKind) -> String {
    let fields = game.schema().fields.iter().filter(|field| !field.default.is_empty());
    fields.map(|field| format!("{}={}", field.name, field.default)).collect::<Vec<_>>().join(",")
}
