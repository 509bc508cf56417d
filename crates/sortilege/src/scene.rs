//! A small language for pictures. A game says once what lies on its table: boards, cards, dice, tokens,
//! labels, what can be clicked and what was moved last. The terminal draws from it, and so does a page.

use crate::Player;

/// What lies on the table, from top to bottom.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// Boards, rows and labels in reading order.
    pub parts: Vec<Part>,
}

/// One thing on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A grid of cells.
    Board(Board),
    /// A labelled row of cards, dice or tokens: a hand, the cards on the table, a bidding track.
    Row(Row),
    /// A line of text.
    Label(String),
}

/// A grid of cells, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// How cells lie beside each other.
    pub shape: Shape,
    /// Cells in a row.
    pub columns: usize,
    /// All cells, `columns` to a row.
    pub cells: Vec<Cell>,
    /// Names of the columns, left to right, or nothing.
    pub column_names: Vec<String>,
    /// Names of the rows, top to bottom, or nothing.
    pub row_names: Vec<String>,
}

/// How cells lie beside each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// Squares in straight columns.
    #[default]
    Squares,
    /// Hexagons: every row is shifted half a cell to the right of the row above it.
    Hexes,
}

/// One cell of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// What stands on it.
    pub piece: Option<Piece>,
    /// How it is coloured.
    pub shade: Shade,
    /// The move that a click on it makes, in the game's notation.
    pub action: Option<String>,
    /// Whether the last move touched it.
    pub last: bool,
}

/// The colour of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shade {
    /// As the board.
    #[default]
    Plain,
    /// The other colour of a chequered board.
    Dark,
    /// Worth noticing: a goal, a home field.
    Marked,
    /// No cell at all: a hole in the board.
    Absent,
}

/// Something that belongs to somebody, or to nobody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// One or two characters, such as `X`, `K` or `12`.
    pub text: String,
    /// Whose it is.
    pub owner: Option<Player>,
}

/// A labelled row of items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What the row is.
    pub label: String,
    /// What lies in it, left to right.
    pub items: Vec<Item>,
}

/// One item of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What it is.
    pub kind: Kind,
    /// Whose it is.
    pub owner: Option<Player>,
    /// The move that a click on it makes, in the game's notation.
    pub action: Option<String>,
    /// Whether the last move touched it.
    pub last: bool,
}

/// What an item is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A card that the viewer sees.
    Card(String),
    /// A card that the viewer does not see.
    CardBack,
    /// A die that shows a number.
    Die(u32),
    /// A die under its cup.
    DieHidden,
    /// A chip, coin or marker with a text on it.
    Token(String),
    /// A button: a move that has no place of its own on the table.
    Button(String),
}

impl Scene {
    /// Adds a part below the others.
    pub fn with(mut self, part: Part) -> Self {
        self.parts.push(part);
        self
    }
    /// Adds a line of text.
    pub fn label(self, text: impl Into<String>) -> Self {
        self.with(Part::Label(text.into()))
    }
    /// Adds a row of items.
    pub fn row(self, label: impl Into<String>, items: Vec<Item>) -> Self {
        self.with(Part::Row(Row { label: label.into(), items }))
    }
}

impl Item {
    /// An item of nobody's that cannot be clicked.
    pub fn new(kind: Kind) -> Self {
        Item { kind, owner: None, action: None, last: false }
    }
    /// The same item, belonging to `owner`.
    pub fn of(mut self, owner: Player) -> Self {
        self.owner = Some(owner);
        self
    }
    /// The same item; a click on it makes this move.
    pub fn clicked(mut self, action: impl Into<String>) -> Self {
        self.action = Some(action.into());
        self
    }
}
