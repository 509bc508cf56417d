//! Pictures for Python: as dictionaries and as plain text.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use sortilege::scene::{Board, Cell, Item, Kind, Map, Part, Region, Row, Scene, Shade, Shape};

/// Converts a picture to a list of dictionaries, each with its `kind`.
pub fn to_python<'py>(py: Python<'py>, scene: &Scene) -> PyResult<Bound<'py, PyList>> {
    let parts = PyList::empty(py);
    for part in &scene.parts {
        let dict = PyDict::new(py);
        match part {
            Part::Board(board) => board_dict(&dict, board)?,
            Part::Map(map) => map_dict(&dict, map)?,
            Part::Row(row) => row_dict(&dict, row)?,
            Part::Label(text) => {
                dict.set_item("kind", "label")?;
                dict.set_item("text", text)?;
            }
        }
        parts.append(dict)?;
    }
    Ok(parts)
}

fn board_dict(dict: &Bound<'_, PyDict>, board: &Board) -> PyResult<()> {
    dict.set_item("kind", "board")?;
    dict.set_item("shape", if board.shape == Shape::Hexes { "hexes" } else { "squares" })?;
    dict.set_item("columns", board.columns)?;
    dict.set_item("column_names", &board.column_names)?;
    dict.set_item("row_names", &board.row_names)?;
    let cells = PyList::empty(dict.py());
    for cell in &board.cells {
        let one = PyDict::new(dict.py());
        one.set_item("name", cell.name.as_deref())?;
        one.set_item("piece", cell.piece.as_ref().map(|piece| piece.text.as_str()))?;
        one.set_item("owner", cell.piece.as_ref().and_then(|piece| piece.owner).map(|who| who.0))?;
        one.set_item("shade", format!("{:?}", cell.shade).to_lowercase())?;
        one.set_item("last", cell.last)?;
        cells.append(one)?;
    }
    dict.set_item("cells", cells)
}

fn row_dict(dict: &Bound<'_, PyDict>, row: &Row) -> PyResult<()> {
    dict.set_item("kind", "row")?;
    dict.set_item("label", &row.label)?;
    dict.set_item("items", item_list(dict.py(), &row.items)?)
}

fn map_dict(dict: &Bound<'_, PyDict>, map: &Map) -> PyResult<()> {
    dict.set_item("kind", "map")?;
    let regions = PyList::empty(dict.py());
    for region in &map.regions {
        let one = PyDict::new(dict.py());
        one.set_item("name", &region.name)?;
        one.set_item("label", &region.label)?;
        one.set_item("x", region.x)?;
        one.set_item("y", region.y)?;
        one.set_item("neighbours", &region.neighbours)?;
        one.set_item("room", region.room)?;
        one.set_item("pieces", item_list(dict.py(), &region.pieces)?)?;
        one.set_item("shade", format!("{:?}", region.shade).to_lowercase())?;
        one.set_item("last", region.last)?;
        regions.append(one)?;
    }
    dict.set_item("regions", regions)
}

fn item_list<'py>(py: Python<'py>, items: &[Item]) -> PyResult<Bound<'py, PyList>> {
    let all = PyList::empty(py);
    for item in items {
        let one = PyDict::new(py);
        one.set_item("name", item.name.as_deref())?;
        one.set_item("kind", kind_word(&item.kind))?;
        one.set_item("text", item.face())?;
        one.set_item("owner", item.owner.map(|who| who.0))?;
        one.set_item("last", item.last)?;
        all.append(one)?;
    }
    Ok(all)
}

fn kind_word(kind: &Kind) -> &'static str {
    match kind {
        Kind::Card(_) => "card",
        Kind::CardBack => "card back",
        Kind::Die(_) => "die",
        Kind::DieHidden => "hidden die",
        Kind::Token(_) => "token",
    }
}

/// Converts a picture to plain text, part by part.
pub fn to_text(scene: &Scene) -> String {
    scene.parts.iter().map(part_text).collect()
}

fn part_text(part: &Part) -> String {
    match part {
        Part::Label(text) => format!("{text}\n"),
        Part::Row(row) => {
            let items: Vec<String> = row.items.iter().map(Item::face).collect();
            format!("{}: {}\n", row.label, items.join(" "))
        }
        Part::Board(board) => board_text(board),
        Part::Map(map) => map.regions.iter().map(region_text).collect(),
    }
}

fn region_text(region: &Region) -> String {
    let pieces: Vec<String> = region.pieces.iter().map(Item::face).collect();
    format!("{}: {}\n", region.name, pieces.join(" "))
}

/// A board with one line per row; rows of hexagons are shifted by half a cell.
fn board_text(board: &Board) -> String {
    let columns = board.columns.max(1);
    let wide = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
    let cell_width = wide(&mut board.cells.iter().map(|cell| cell_text(cell).chars().count()))
        .max(wide(&mut board.column_names.iter().map(|name| name.chars().count())));
    let name_width = wide(&mut board.row_names.iter().map(|name| name.chars().count()));
    let mut text = String::new();
    for (number, row) in board.cells.chunks(columns).enumerate() {
        let name = board.row_names.get(number).map_or("", |name| name.as_str());
        let shift = if board.shape == Shape::Hexes { number * (cell_width + 1) / 2 } else { 0 };
        let cells: Vec<String> =
            row.iter().map(|cell| format!("{:>cell_width$}", cell_text(cell))).collect();
        let line = format!("{name:>name_width$} {:shift$}{}", "", cells.join(" "));
        text += line.trim_end();
        text.push('\n');
    }
    if !board.column_names.is_empty() {
        let names: Vec<String> =
            board.column_names.iter().map(|name| format!("{name:>cell_width$}")).collect();
        text += format!("{:name_width$} {}", "", names.join(" ")).trim_end();
        text.push('\n');
    }
    text
}

fn cell_text(cell: &Cell) -> &str {
    match (&cell.piece, cell.shade) {
        (Some(piece), _) => &piece.text,
        (None, Shade::Absent) => " ",
        (None, _) => ".",
    }
}
