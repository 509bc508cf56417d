//! `sortilege players`

use crate::Failure;
use crate::app::App;
use crate::layout::Grid;
use crate::out::Out;
use serde::Serialize;
use sortilege_catalogue::{Error, GameKind, Level, Preset, Table, going_by};
use sortilege_lab::setting::{Field, Kind, Schema};
use std::collections::BTreeSet;
use std::io::Write;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  sortilege players
  sortilege players kuhn
  sortilege players uct
  sortilege players --json")]
pub struct Args {
    /// A game, to list only the players and values of settings that fit it; or a player, to explain
    /// its settings
    #[arg(value_name = "GAME or PLAYER")]
    name: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document {
    players: Vec<Player>,
    presets: Vec<Named>,
    levels: Vec<Recommended>,
}

/// The player of a level.
#[derive(Serialize)]
struct Recommended {
    name: &'static str,
    player: String,
}

/// A preset.
#[derive(Serialize)]
struct Named {
    name: &'static str,
    player: &'static str,
    source: &'static str,
}

#[derive(Serialize)]
struct Player {
    name: &'static str,
    help: &'static str,
    parameters: Vec<PlayerParameter>,
}

#[derive(Serialize)]
struct PlayerParameter {
    name: &'static str,
    default: &'static str,
    range: String,
    help: &'static str,
    source: &'static str,
}

pub fn run(args: &Args, app: &App, out: &mut Out) -> Result<(), Failure> {
    let everybody = app.catalogue.player_kinds();
    let asked = args.name.as_deref().unwrap_or_default();
    let common = going_by(asked);
    let name = common.first().copied().unwrap_or(asked);
    if let Some(player) = everybody.iter().find(|player| player.name == name) {
        if args.json {
            return Ok(out.json(&document(player))?);
        }
        if !common.is_empty() {
            writeln!(
                out,
                "`{asked}` stands for `{}`, the first of these that fits a game.\n",
                common.join("` or `")
            )?;
        }
        return explain(player, app, out);
    }
    let (players, presets, levels) = match &args.name {
        Some(game) => {
            let table =
                app.typed().open(&game.parse()?).map_err(|error| add_players(error, everybody))?;
            (table.players(), table.presets(), levels(&*table))
        }
        None => (everybody.to_vec(), vec![], vec![]),
    };
    if args.json {
        let presets = presets.iter().map(|&Preset { name, spec, source }| Named {
            name,
            player: spec,
            source,
        });
        let presets = presets.collect();
        out.json(&Document {
            players: players.into_iter().map(document).collect(),
            presets,
            levels,
        })?;
        return Ok(());
    }
    let named =
        |part: &Schema, players: &[&Schema]| players.iter().any(|one| one.name == part.name);
    // Policies of games are players too. A part with an evaluation needs a game with evaluations.
    let fits = |part: &Schema| {
        let is_open = part.fields.iter().any(|field| field.kind == Kind::Evaluation);
        args.name.is_none() || (!is_open && (!named(part, everybody) || named(part, &players)))
    };
    let fitting: Vec<Schema> = players.iter().map(|player| fitting(player, &fits)).collect();
    let fitting: Vec<&Schema> = fitting.iter().collect();
    list(&fitting, out)?;
    if args.name.is_none() {
        policies_by_game(&declarations(&fitting), app, out)?;
    }
    if !presets.is_empty() {
        let mut grid = Grid::new("ll");
        for preset in presets {
            grid.row([preset.name, &format!("{} ({})", preset.spec, preset.source)]);
        }
        section("\nPlayers of the papers, which accept settings too", &grid, out)?;
    }
    if !levels.is_empty() {
        let mut grid = Grid::new("ll");
        for level in levels {
            grid.row([level.name, &level.player]);
        }
        section(
            "\nRecommended player by level, as in `play GAME --level easy` or `--player easy`",
            &grid,
            out,
        )?;
    }
    codes(out)
}

/// Explains the sources of settings.
fn codes(out: &mut Out) -> Result<(), Failure> {
    let codes = "IS, ED, CS, QR, SM with a section (§): papers that `sortilege papers` lists";
    Ok(writeln!(out, "\n{}", out.dim(codes))?)
}

/// Returns a player whose settings list only values that fit a game.
fn fitting(player: &Schema, fits: &dyn Fn(&Schema) -> bool) -> Schema {
    let in_game = |field: &Field| match field.kind {
        Kind::Part(parts) => {
            let parts = parts.iter().filter(|part| fits(part)).map(|part| fitting(part, fits));
            Field { kind: Kind::Part(parts.collect::<Vec<_>>().leak()), ..*field }
        }
        _ => *field,
    };
    Schema { fields: player.fields.iter().map(in_game).collect::<Vec<_>>().leak(), ..*player }
}

fn levels(table: &dyn Table) -> Vec<Recommended> {
    let player =
        |level: Level| Recommended { name: level.name(), player: table.level(level).to_string() };
    Level::ALL.map(player).into()
}

fn document(player: &Schema) -> Player {
    let parameter = |field: &Field| PlayerParameter {
        name: field.name,
        default: field.default,
        range: field.kind.to_string(),
        help: field.help,
        source: field.source,
    };
    Player {
        name: player.name,
        help: player.help,
        parameters: player.fields.iter().map(parameter).collect(),
    }
}

/// Adds the names of players to an error about an unknown game: the name may have meant a player.
fn add_players(error: Error, players: &[&Schema]) -> Error {
    match error {
        Error::Unknown { what, name, mut known } if what == "game" => {
            known.extend(players.iter().map(|player| player.name.to_string()));
            Error::Unknown { what: "game or player".to_string(), name, known }
        }
        other => other,
    }
}

/// Prints one player: its description, its games, and all its settings.
fn explain(player: &Schema, app: &App, out: &mut Out) -> Result<(), Failure> {
    writeln!(out, "{}: {}", out.bold(player.name), player.help)?;
    let fits = |game: &&GameKind| game.players().iter().any(|other| other.name == player.name);
    let games: Vec<&str> = app.catalogue.games().iter().filter(fits).map(GameKind::name).collect();
    let mut grid = Grid::new("ll");
    grid.row(["games", &games.join(", ")]);
    out.rows(&grid)?;
    let fields: Vec<&Field> = player.fields.iter().collect();
    if !fields.is_empty() {
        section("\nSettings and their defaults", &settings(fields.iter().copied()), out)?;
    }
    values(&fields, out)?;
    policies_by_game(&fields, app, out)?;
    codes(out)
}

/// Prints which values of settings are policies of single games.
fn policies_by_game(fields: &[&Field], app: &App, out: &mut Out) -> Result<(), Failure> {
    let parts = fields.iter().filter_map(|field| match field.kind {
        Kind::Part(parts) => Some(parts),
        _ => None,
    });
    let names: BTreeSet<&str> = parts.flatten().map(|part| part.name).collect();
    let of_game = |game: &GameKind| {
        let own = game.players().iter().map(|player| player.name);
        let own: Vec<&str> = own.filter(|name| names.contains(name)).collect();
        (!own.is_empty()).then(|| [game.name().to_string(), own.join(", ")])
    };
    let rows: Vec<[String; 2]> = app.catalogue.games().iter().filter_map(of_game).collect();
    let mut grid = Grid::new("ll");
    rows.iter().for_each(|row| grid.row(row));
    if rows.is_empty() {
        return Ok(());
    }
    section("\nPlayouts that fit only one game", &grid, out)
}

/// Prints the values that have settings, and these settings.
fn values(fields: &[&Field], out: &mut Out) -> Result<(), Failure> {
    if fields.iter().any(|field| matches!(field.kind, Kind::Part(_))) {
        let title = "\nValues that have settings of their own, as in `reward=qb(k=2)`";
        section(title, &parts(fields), out)?;
        section("\nSettings of these values [and the values that have them]", &inner(fields), out)?;
    }
    Ok(())
}

fn list(players: &[&Schema], out: &mut Out) -> Result<(), Failure> {
    let mut grid = Grid::new("ll");
    for player in players {
        grid.row([player.name, player.help]);
        let names: Vec<&str> = player.fields.iter().map(|field| field.name).collect();
        if !names.is_empty() {
            grid.row(["", &format!("[{}]", names.join(", "))]);
        }
    }
    let fields = declarations(players);
    section("Players [and their settings]", &grid, out)?;
    section(
        "\nSettings, as in `uct:iterations=5000,c=0.7`",
        &settings(fields.iter().copied()),
        out,
    )?;
    values(&fields, out)
}

/// Prints a heading and the rows below it.
pub fn section(heading: &str, grid: &Grid, out: &mut Out) -> Result<(), Failure> {
    writeln!(out, "{}", out.bold(heading))?;
    out.rows(grid)?;
    Ok(())
}

/// Returns every setting once: equal declarations of several players are explained once.
fn declarations<'a>(players: &[&'a Schema]) -> Vec<&'a Field> {
    let mut found: Vec<&Field> = Vec::new();
    for field in players.iter().flat_map(|player| player.fields) {
        let alike = |other: &&Field| {
            (other.name, other.default, other.help) == (field.name, field.default, field.help)
        };
        if !found.iter().any(alike) {
            found.push(field);
        }
    }
    // Settings of the same name stand together, at the place of the first.
    let first = |field: &&Field| found.iter().position(|other| other.name == field.name);
    let mut sorted = found.clone();
    sorted.sort_by_key(first);
    sorted
}

/// Formats settings in aligned columns.
pub fn settings<'a>(fields: impl IntoIterator<Item = &'a Field>) -> Grid {
    let mut grid = Grid::new("lll");
    for field in fields {
        grid.row([field.name, default(field), &explained(field)]);
    }
    grid
}

fn default(field: &Field) -> &'static str {
    if field.default.is_empty() { "-" } else { field.default }
}

/// Returns the description of a setting, its range and its source.
fn explained(field: &Field) -> String {
    let source =
        if field.source.is_empty() { String::new() } else { format!(" ({})", field.source) };
    format!("{}: {}{source}", field.help, field.kind)
}

/// Formats the settings of the values of settings, each declaration once, with the names of the
/// values that have it.
fn inner(fields: &[&Field]) -> Grid {
    let mut found: Vec<(&Field, Vec<&str>)> = vec![];
    let parts = fields.iter().filter_map(|field| match field.kind {
        Kind::Part(parts) => Some(parts),
        _ => None,
    });
    for part in parts.flatten() {
        for field in part.fields {
            let alike = |(other, _): &&mut (&Field, _)| {
                (other.name, other.default, other.help) == (field.name, field.default, field.help)
            };
            match found.iter_mut().find(alike) {
                Some((_, names)) if names.contains(&part.name) => {}
                Some((_, names)) => names.push(part.name),
                None => found.push((field, vec![part.name])),
            }
        }
    }
    let mut grid = Grid::new("lll");
    for (field, names) in found {
        let text = format!("{} [{}]", explained(field), names.join(", "));
        grid.row([field.name, default(field), &text]);
    }
    grid
}

/// Formats the values that have settings of their own, with their descriptions and settings.
fn parts(fields: &[&Field]) -> Grid {
    let mut grid = Grid::new("ll");
    for field in fields {
        let Kind::Part(parts) = field.kind else { continue };
        for part in parts.iter().filter(|part| !part.fields.is_empty()) {
            let all = part.fields.iter().map(|inner| match inner.default {
                "" => inner.name.to_string(),
                default => format!("{}={default}", inner.name),
            });
            let all = all.collect::<Vec<_>>().join(", ");
            grid.row([format!("{}={}", field.name, part.name), part.help.to_string()]);
            grid.row([String::new(), format!("[{all}]")]);
        }
    }
    grid
}
