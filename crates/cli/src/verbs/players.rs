//! `sortilege players`

use crate::Failure;
use crate::layout::Grid;
use crate::out::Out;
use serde::Serialize;
use sortilege_lab::Spec;
use sortilege_lab::catalogue;
use sortilege_lab::setting::{Field, Schema};
use std::io::Write;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  sortilege players
  sortilege players kuhn
  sortilege players --json")]
pub struct Args {
    /// Only the players that fit this game
    game: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document {
    players: Vec<Player>,
}

#[derive(Serialize)]
struct Player {
    name: &'static str,
    help: &'static str,
    parameters: Vec<Parameter>,
}

#[derive(Serialize)]
struct Parameter {
    name: &'static str,
    default: &'static str,
    range: String,
    help: &'static str,
    source: &'static str,
}

pub fn run(args: &Args, out: &mut Out) -> Result<(), Failure> {
    let players: Vec<&Schema> = match &args.game {
        Some(game) => catalogue::open(&game.parse::<Spec>()?)?.players(),
        None => catalogue::player_kinds().to_vec(),
    };
    match args.json {
        true => out.json(&Document { players: players.into_iter().map(document).collect() })?,
        false => list(&players, out)?,
    }
    Ok(())
}

fn document(player: &Schema) -> Player {
    let parameter = |field: &Field| Parameter {
        name: field.name,
        default: field.default,
        range: field.kind.to_string(),
        help: field.help,
        source: field.source,
    };
    Player { name: player.name, help: player.help, parameters: player.fields.iter().map(parameter).collect() }
}

fn list(players: &[&Schema], out: &mut Out) -> Result<(), Failure> {
    let mut grid = Grid::new("ll");
    for player in players {
        grid.row([player.name, player.help]);
    }
    writeln!(out, "Players")?;
    for line in grid.lines() {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "\nSettings, as in `uct:iterations=5000,c=0.7`")?;
    for line in settings_grid(declarations(players)) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Every setting once, and which players have it.
fn declarations<'a>(players: &[&'a Schema]) -> Vec<(&'a Field, String)> {
    let mut found: Vec<(&Field, Vec<&str>)> = Vec::new();
    let with_settings: Vec<_> = players.iter().filter(|player| !player.fields.is_empty()).collect();
    for player in &with_settings {
        for field in player.fields {
            match found.iter_mut().find(|(other, _)| *other == field) {
                Some((_, names)) => names.push(player.name),
                None => found.push((field, vec![player.name])),
            }
        }
    }
    let whose = |names: Vec<&str>| match names.len() == with_settings.len() {
        true => String::new(),
        false => format!(" [{}]", names.join(", ")),
    };
    found.into_iter().map(|(field, names)| (field, whose(names))).collect()
}

/// Settings in aligned columns; a remark goes behind the help.
pub fn settings_grid<'a>(fields: impl IntoIterator<Item = (&'a Field, String)>) -> Vec<String> {
    let mut grid = Grid::new("lll");
    for (field, remark) in fields {
        let default = if field.default.is_empty() { "-" } else { field.default };
        let source = if field.source.is_empty() { String::new() } else { format!(" ({})", field.source) };
        grid.row([field.name, default, &format!("{}: {}{source}{remark}", field.help, field.kind)]);
    }
    grid.lines()
}
