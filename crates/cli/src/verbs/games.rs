//! `sortilege games`

use super::players::{section, settings};
use crate::Failure;
use crate::app::App;
use crate::layout::{Grid, wrap};
use crate::out::Out;
use serde::Serialize;
use sortilege_lab::catalogue::GameKind;
use sortilege_lab::{Spec, Table};
use std::collections::BTreeMap;
use std::io::Write;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  sortilege games
  sortilege games mnk
  sortilege games gdl:file=kuhn
  sortilege games --json")]
pub struct Args {
    /// Print only this game with its settings; settings may be given, as in `mnk:m=4`
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
    parameters: Vec<GameParameter>,
    capabilities: Vec<&'static str>,
    /// Other names, and what each stands for.
    other_names: BTreeMap<&'static str, &'static str>,
}

#[derive(Serialize)]
struct GameParameter {
    name: &'static str,
    default: &'static str,
    range: String,
    help: &'static str,
}

pub fn run(args: &Args, app: &App, out: &mut Out) -> Result<(), Failure> {
    let Some(text) = &args.game else {
        let games = app.catalogue.games();
        if args.json {
            let all = games.iter().map(|game| document(game, game.default_table()));
            return Ok(out.json(&Document { games: all.collect() })?);
        }
        return list(games, out);
    };
    let spec: Spec = text.parse()?;
    let kind = app.catalogue.game(&spec.name)?;
    let table = app.typed().open(&spec)?;
    match args.json {
        true => Ok(out.json(&Document { games: vec![document(kind, &*table)] })?),
        false => explain(kind, &*table, out),
    }
}

fn document(game: &GameKind, table: &dyn Table) -> Game {
    let schema = game.schema();
    let parameter = |field: &sortilege_lab::setting::Field| GameParameter {
        name: field.name,
        default: field.default,
        range: field.kind.to_string(),
        help: field.help,
    };
    Game {
        name: schema.name,
        help: schema.help,
        players: table.seats(),
        parameters: schema.fields.iter().map(parameter).collect(),
        capabilities: table.capabilities(),
        other_names: game.other_names().iter().copied().collect(),
    }
}

fn list(games: &[GameKind], out: &mut Out) -> Result<(), Failure> {
    let mut grid = Grid::new("lrl");
    grid.row(["game", "seats", ""]);
    for game in games {
        grid.row([game.name(), &game.seats().to_string(), game.schema().help]);
    }
    out.table(&grid)?;
    let more = "`sortilege games GAME` explains one, `sortilege rules GAME` prints its rules, \
                and `sortilege play GAME` plays it.";
    writeln!(out, "\n{}", wrap(more, 0).join("\n"))?;
    Ok(())
}

fn explain(game: &GameKind, table: &dyn Table, out: &mut Out) -> Result<(), Failure> {
    let schema = game.schema();
    writeln!(out, "{}: {}", out.bold(schema.name), schema.help)?;
    let capabilities = table.capabilities();
    let words = if capabilities.is_empty() { "none".to_string() } else { capabilities.join(", ") };
    let mut grid = Grid::new("ll");
    grid.row(["seats", &table.seats().to_string()]);
    grid.row(["capabilities", &words]);
    if !game.other_names().is_empty() {
        let names = game.other_names().iter().map(|(name, meant)| format!("{name} ({meant})"));
        grid.row(["other names", &names.collect::<Vec<_>>().join(", ")]);
    }
    let names: Vec<&str> = table.players().iter().map(|player| player.name).collect();
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
