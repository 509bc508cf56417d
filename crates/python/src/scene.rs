//! Pictures for Python: as dictionaries, and as plain text.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use sortilege::scene::{Board, Cell, Item, Kind, Part, Row, Scene, Shade, Shape};

/// A picture as a list of dictionaries, each with its `kind`.
pub fn to_python<'py>(py: Python<'py>, scene: &Scene) -> PyResult<Bound<'py, PyList>> {
    let parts = PyList::empty(py);
    for part in &scene.parts {
        let told = PyDict::new(py);
        match part {
            Part::Board(board) => tell_board(&told, board)?,
            Part::Row(row) => tell_row(&told, row)?,
            Part::Label(text) => {
                told.set_item("kind", "label")?;
                told.set_item("text", text)?;
            }
        }
        parts.append(told)?;
    }
    Ok(parts)
}

fn tell_board(told: &Bound<'_, PyDict>, board: &Board) -> PyResult<()> {
    told.set_item("kind", "board")?;
    told.set_item("shape", if board.shape == Shape::Hexes { "hexes" } else { "squares" })?;
    told.set_item("columns", board.columns)?;
    told.set_item("column_names", &board.column_names)?;
    told.set_item("row_names", &board.row_names)?;
    let cells = PyList::empty(told.py());
    for cell in &board.cells {
        let one = PyDict::new(told.py());
        one.set_item("piece", cell.piece.as_ref().map(|piece| piece.text.as_str()))?;
        one.set_item("owner", cell.piece.as_ref().and_then(|piece| piece.owner).map(|who| who.0))?;
        one.set_item("shade", format!("{:?}", cell.shade).to_lowercase())?;
        one.set_item("last", cell.last)?;
        cells.append(one)?;
    }
    told.set_item("cells", cells)
}

fn tell_row(told: &Bound<'_, PyDict>, row: &Row) -> PyResult<()> {
    told.set_item("kind", "row")?;
    told.set_item("label", &row.label)?;
    let items = PyList::empty(told.py());
    for item in &row.items {
        let one = PyDict::new(told.py());
        one.set_item("kind", kind_word(&item.kind))?;
        one.set_item("text", item_text(item))?;
        one.set_item("owner", item.owner.map(|who| who.0))?;
        one.set_item("last", item.last)?;
        items.append(one)?;
    }
    told.set_item("items", items)
}

fn kind_word(kind: &Kind) -> &'static str {
    match kind {
        Kind::Card(_) => "card",
        Kind::CardBack => "card back",
        Kind::Die(_) => "die",
        Kind::DieHidden => "hidden die",
        Kind::Token(_) => "token",
        Kind::Button(_) => "button",
    }
}

fn item_text(item: &Item) -> String {
    match &item.kind {
        Kind::Card(text) | Kind::Token(text) | Kind::Button(text) => text.clone(),
        Kind::Die(number) => number.to_string(),
        Kind::CardBack | Kind::DieHidden => "?".to_string(),
    }
}

/// A picture in plain text, part by part.
pub fn to_text(scene: &Scene) -> String {
    scene.parts.iter().map(part_text).collect()
}

fn part_text(part: &Part) -> String {
    match part {
        Part::Label(text) => format!("{text}\n"),
        Part::Row(row) => {
            let items: Vec<String> = row.items.iter().map(item_text).collect();
            format!("{}: {}\n", row.label, items.join(" "))
        }
        Part::Board(board) => board_text(board),
    }
}

/// A board with a line a row; hexagons are shifted by half a cell.
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
        let cells: Vec<String> = row.iter().map(|cell| format!("{:>cell_width$}", cell_text(cell))).collect();
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
