//! Maps: regions at one height side by side, each as cells for its pieces, with their names before
//! them.

use sortilege::scene::{Board, Cell, Item, Map, Piece, PieceKind, Region, Shade, Shape};

/// Cells of a region in a line; where it has room for more pieces, it has more lines.
const CELLS: usize = 2;

/// Longer names are shortened to their first word, to leave room for the map.
const LONGEST_NAME: usize = 10;

/// The map as a board.
pub fn board(map: &Map) -> Board {
    let heights: Vec<&[Region]> = map.regions.chunk_by(|one, other| one.y == other.y).collect();
    let columns = CELLS * heights.iter().map(|regions| regions.len()).max().unwrap_or(0);
    let (mut cells, mut row_names) = (vec![], vec![]);
    for regions in heights {
        let lines = regions.iter().map(|region| region.room.div_ceil(CELLS)).max().unwrap_or(1);
        let names: Vec<&str> = regions.iter().map(short_name).collect();
        for line in 0..lines {
            cells.extend(row(regions, line, columns));
            row_names.push(if line == 0 { names.join(" ") } else { String::new() });
        }
    }
    Board { shape: Shape::Squares, columns, cells, column_names: vec![], row_names }
}

/// A line of cells, centred in a number of columns.
fn row(regions: &[Region], line: usize, columns: usize) -> Vec<Cell> {
    let absent = Cell { shade: Shade::Absent, ..Cell::default() };
    let margin = vec![absent; (columns - CELLS * regions.len()) / 2];
    let inside =
        regions.iter().flat_map(|region| (0..CELLS).map(move |at| cell(region, CELLS * line + at)));
    margin.iter().cloned().chain(inside).chain(margin.clone()).collect()
}

fn cell(region: &Region, at: usize) -> Cell {
    let piece =
        |item: &Item| Piece { text: item.face(), owner: item.owner, kind: PieceKind::Labelled };
    Cell {
        name: Some(region.name.clone()),
        piece: region.pieces.get(at).map(piece),
        shade: region.shade,
        last: region.last,
    }
}

fn short_name(region: &Region) -> &str {
    let name = region.name.as_str();
    if name.len() > LONGEST_NAME { name.split('-').next().unwrap_or(name) } else { name }
}
