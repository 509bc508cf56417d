//! Games and players as JSON, from which the page makes its forms.

use serde_json::{Value, json};
use sortilege_catalogue::setting::{Field, Kind, Schema};
use sortilege_catalogue::{Catalogue, Family, GameKind, Level, Table};

/// Summary of all games.
pub fn games(catalogue: &Catalogue) -> Value {
    let brief = |game: &GameKind| {
        json!({
            "name": game.name(),
            "title": game.title(),
            "family": game.family().title(),
            "help": game.schema().help,
            "seats": game.seats(),
            "capabilities": game.default_table().capabilities(),
            "otherNames": game.other_names(),
        })
    };
    json!({
        "games": catalogue.games().iter().map(brief).collect::<Value>(),
        "families": Family::ALL.map(Family::title),
    })
}

/// One game with its options, the players that fit it, and its rules.
pub fn game(catalogue: &Catalogue, kind: &GameKind, table: &dyn Table) -> Value {
    let preset = |it: &sortilege_catalogue::Preset| json!({ "name": it.name, "spec": it.spec, "source": it.source });
    let level = |it: Level| json!({ "name": it.name(), "spec": table.level(it).to_string() });
    json!({
        "name": kind.name(),
        "title": kind.title(),
        "help": kind.schema().help,
        "capabilities": table.capabilities(),
        "otherNames": kind.other_names(),
        "fields": fields(kind.schema().fields, catalogue),
        "seats": (0..table.seats()).map(|seat| table.seat_name(sortilege::Player(seat))).collect::<Vec<_>>(),
        "levels": Level::ALL.into_iter().map(level).collect::<Value>(),
        "presets": table.presets().iter().map(preset).collect::<Value>(),
        "players": table.players().into_iter().map(|player| schema(player, catalogue)).collect::<Value>(),
        "rules": kind.rules(),
    })
}

fn schema(schema: &Schema, catalogue: &Catalogue) -> Value {
    json!({ "name": schema.name, "help": schema.help, "fields": fields(schema.fields, catalogue) })
}

fn fields(fields: &[Field], catalogue: &Catalogue) -> Value {
    let field = |it: &Field| {
        json!({
            "name": it.name,
            "kind": kind(&it.kind, catalogue),
            "default": it.default,
            "unless": it.unless,
            "help": it.help,
            "source": it.source,
            "range": it.kind.to_string(),
        })
    };
    fields.iter().map(field).collect()
}

fn kind(kind: &Kind, catalogue: &Catalogue) -> Value {
    match kind {
        Kind::Whole(least, most) => json!({ "whole": [least, most] }),
        Kind::Word(words) => json!({ "words": words }),
        Kind::Part(parts) | Kind::Policy(parts) => {
            json!({ "parts": parts.iter().map(|part| schema(part, catalogue)).collect::<Value>() })
        }
        // Requests can name built-in files and those that the user of the server listed, and no
        // others.
        Kind::File(names) => {
            let names = names.iter().copied().chain(catalogue.files().held());
            json!({ "words": names.collect::<Vec<_>>() })
        }
        Kind::Number(..)
        | Kind::Text(_)
        | Kind::NumberOr(..)
        | Kind::Time
        | Kind::Bytes
        | Kind::Evaluation => {
            json!("text")
        }
    }
}
