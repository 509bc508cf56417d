//! Pictures and gestures as JSON. A picture is drawn from what one seat observes, so it contains
//! nothing to hide.

use serde_json::{Value, json};
use sortilege::Player;
use sortilege::scene::{
    Board, Cell, Gesture, Item, Kind, Map, Part, Piece, PieceKind, Region, Row, Scene, Shade, Shape,
};
use sortilege_catalogue::Table;

/// A picture, part by part.
pub fn scene(scene: &Scene) -> Value {
    let part = |part: &Part| match part {
        Part::Board(it) => board(it),
        Part::Map(it) => map(it),
        Part::Row(it) => row(it),
        Part::Label(text) => json!({ "label": text }),
    };
    scene.parts.iter().map(part).collect()
}

/// Legal moves of a seat, each with the gestures that make it.
pub fn moves(table: &dyn Table, who: Player) -> Value {
    let made = |(name, gesture): (String, Gesture)| {
        let gesture = match gesture {
            Gesture::Path(points) => json!({ "path": points }),
            Gesture::Set(points) => json!({ "set": points }),
            Gesture::Button(text) => json!({ "button": text }),
        };
        json!({ "name": name, "gesture": gesture })
    };
    table.gestures(who).into_iter().map(made).collect()
}

fn board(board: &Board) -> Value {
    let shape = match board.shape {
        Shape::Squares => "squares",
        Shape::Hexes => "hexes",
    };
    json!({ "board": {
        "shape": shape,
        "columns": board.columns,
        "cells": board.cells.iter().map(cell).collect::<Value>(),
        "columnNames": board.column_names,
        "rowNames": board.row_names,
    } })
}

fn shade(shade: Shade) -> &'static str {
    match shade {
        Shade::Plain => "plain",
        Shade::Dark => "dark",
        Shade::Marked => "marked",
        Shade::Absent => "absent",
    }
}

fn piece(piece: &Piece) -> Value {
    let kind = match piece.kind {
        PieceKind::Stone => "stone",
        PieceKind::King => "king",
        PieceKind::Labelled => "labelled",
        PieceKind::Cross => "cross",
        PieceKind::Ring => "ring",
        PieceKind::Block => "block",
    };
    json!({ "text": piece.text, "owner": piece.owner.map(|who| who.0), "kind": kind })
}

fn cell(cell: &Cell) -> Value {
    let piece = cell.piece.as_ref().map(piece);
    json!({ "name": cell.name, "shade": shade(cell.shade), "piece": piece, "last": cell.last })
}

fn map(map: &Map) -> Value {
    json!({ "map": map.regions.iter().map(region).collect::<Value>() })
}

fn region(region: &Region) -> Value {
    json!({
        "name": region.name,
        "label": region.label,
        "x": region.x,
        "y": region.y,
        "neighbours": region.neighbours,
        "room": region.room,
        "pieces": region.pieces.iter().map(item).collect::<Value>(),
        "shade": shade(region.shade),
        "last": region.last,
    })
}

fn row(row: &Row) -> Value {
    json!({ "row": { "label": row.label, "items": row.items.iter().map(item).collect::<Value>() } })
}

fn item(item: &Item) -> Value {
    let kind = match &item.kind {
        Kind::Card(_) => "card",
        Kind::CardBack => "back",
        Kind::Die(_) => "die",
        Kind::DieHidden => "cup",
        Kind::Token(_) => "token",
    };
    json!({
        "name": item.name,
        "kind": kind,
        "text": item.face(),
        "owner": item.owner.map(|who| who.0),
        "last": item.last,
    })
}
