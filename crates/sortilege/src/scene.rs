//! A small language for pictures. A game lists once what lies on its table: boards, maps, cards,
//! dice, tokens, labels, and what the last move touched. The terminal and the web page both draw
//! it.
//!
//! Everything that can be pointed at has a name, and a move is a [`Gesture`]: a sequence of things
//! pointed at, a set of things chosen and confirmed, or a button.
//!
//! ```
//! use sortilege::scene::{Board, Cell, Gesture, Item, Kind, Part, Scene, Shape, names};
//!
//! let board = Board {
//!     shape: Shape::Squares,
//!     columns: 2,
//!     cells: vec![Cell::default(); 4],
//!     column_names: vec!["a".into(), "b".into()],
//!     row_names: vec!["2".into(), "1".into()],
//! };
//! let hand = ["K", "K", "Q"].map(|card| Item::new(Kind::Card(card.into())));
//! let scene = Scene::default().with(Part::Board(board.named())).hand("hand", "Your cards", hand.into());
//! let all: Vec<&str> = scene.names().collect();
//! assert_eq!(all, ["a2", "b2", "a1", "b1", "hand.K", "hand.K#2", "hand.Q"]);
//!
//! let step = Gesture::path(["a1", "b2"]);
//! let kings = Gesture::Set(names("hand", ["K", "K"]));
//! assert!(step.points().iter().chain(kings.points()).all(|name| all.contains(&name.as_str())));
//! ```

use crate::Player;
use std::fmt::Display;

/// The table as a list of parts, from top to bottom.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Scene {
    /// Boards, rows and labels in reading order.
    pub parts: Vec<Part>,
}

/// One thing on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Part {
    /// A grid of cells.
    Board(Board),
    /// Regions connected by paths.
    Map(Map),
    /// A labelled row of cards, dice or tokens: a hand, the cards on the table, a bidding track.
    Row(Row),
    /// A line of text.
    Label(String),
}

/// A grid of cells, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Board {
    /// The arrangement of the cells.
    pub shape: Shape,
    /// Number of cells in a row.
    pub columns: usize,
    /// All cells, row by row, `columns` in each row.
    pub cells: Vec<Cell>,
    /// Names of the columns, left to right; empty if they have none.
    pub column_names: Vec<String>,
    /// Names of the rows, top to bottom; empty if they have none.
    pub row_names: Vec<String>,
}

/// The arrangement of the cells of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Shape {
    /// Squares in straight columns.
    #[default]
    Squares,
    /// Hexagons: every row is shifted half a cell to the right of the row above it.
    Hexes,
}

/// One cell of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cell {
    /// Its name in the scene, if it can be pointed at.
    pub name: Option<String>,
    /// The piece on it.
    pub piece: Option<Piece>,
    /// Its colour.
    pub shade: Shade,
    /// Whether the last move touched it.
    pub last: bool,
}

/// The colour of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Shade {
    /// The colour of the board.
    #[default]
    Plain,
    /// The other colour of a chequered board.
    Dark,
    /// A special cell, such as a goal or a home field.
    Marked,
    /// No cell: a hole in the board.
    Absent,
}

/// A piece on a board, with or without an owner.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Piece {
    /// One or two characters, such as `X`, `K` or `12`.
    pub text: String,
    /// The player that it belongs to, if any.
    pub owner: Option<Player>,
    /// Its look where there are pictures of pieces.
    pub kind: PieceKind,
}

/// The look of a piece in its owner's colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PieceKind {
    /// A stone without text.
    #[default]
    Stone,
    /// A stone with a crown.
    King,
    /// A stone with its text.
    Labelled,
    /// A cross.
    Cross,
    /// A ring.
    Ring,
    /// A block, which may have a text.
    Block,
}

impl Piece {
    /// A piece of a player.
    pub fn new(kind: PieceKind, text: impl Into<String>, owner: Player) -> Self {
        Piece { text: text.into(), owner: Some(owner), kind }
    }

    /// A piece of no player.
    pub fn block(text: impl Into<String>) -> Self {
        Piece { text: text.into(), owner: None, kind: PieceKind::Block }
    }

    /// A cross of the first player or a ring of the second.
    pub fn mark(text: impl Into<String>, owner: Player) -> Self {
        let kind = if owner == Player(0) { PieceKind::Cross } else { PieceKind::Ring };
        Piece::new(kind, text, owner)
    }
}

/// Regions connected by paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Map {
    /// All regions in reading order: from the top, and from the left within one height.
    pub regions: Vec<Region>,
}

/// One region of a map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Region {
    /// Its name in the scene and in written moves.
    pub name: String,
    /// Its label on the map, `Gap of Rohan`.
    pub label: String,
    /// Horizontal position of its centre, increasing to the right; neighbours at one height are 2
    /// apart.
    pub x: i32,
    /// Vertical position of its centre, increasing downwards; rows are 1 apart.
    pub y: i32,
    /// Names of the adjacent regions; adjacency is symmetric.
    pub neighbours: Vec<String>,
    /// Number of pieces of one side that fit into it.
    pub room: usize,
    /// The pieces in it; pieces beyond `room` are there for a battle.
    pub pieces: Vec<Item>,
    /// Its colour.
    pub shade: Shade,
    /// Whether the last move touched it.
    pub last: bool,
}

/// A labelled row of items.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Row {
    /// The label of the row.
    pub label: String,
    /// Its items, left to right.
    pub items: Vec<Item>,
}

/// One item of a row, or a piece on a map.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Item {
    /// Its name in the scene, if it can be pointed at.
    pub name: Option<String>,
    /// What it is.
    pub kind: Kind,
    /// The player that it belongs to, if any.
    pub owner: Option<Player>,
    /// Whether the last move touched it.
    pub last: bool,
}

/// What an item is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Kind {
    /// A card with its face visible to the viewer.
    Card(String),
    /// A card with its face hidden from the viewer.
    CardBack,
    /// A die that shows a number.
    Die(u32),
    /// A die under its cup.
    DieHidden,
    /// A chip, coin or marker with a text on it.
    Token(String),
}

/// How a player makes a move by pointing.
///
/// The gestures of all moves that a seat can make at one time differ. The player points at one
/// thing after another. A path is complete as soon as no other gesture continues it; where a longer
/// path does, the player confirms it. A set is always confirmed, and its order does not matter. So
/// no path and no set consist of the same things.
///
/// Things whose names differ only by a number behind `#` are interchangeable, such as two kings in
/// a hand. Gestures name those with the lowest numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Gesture {
    /// Things pointed at in turn, at least one: the origin, the points passed over, the target.
    Path(Vec<String>),
    /// Things chosen in any order and confirmed, at least one and none twice.
    Set(Vec<String>),
    /// A button with this label, for a move that has no place on the table.
    Button(String),
}

/// Names for things in one place, some of which may be alike: `hand.K`, `hand.K#2`, `hand.Q`.
pub fn names(place: &str, faces: impl IntoIterator<Item = impl Display>) -> Vec<String> {
    let mut all: Vec<String> = vec![];
    for face in faces {
        let first = format!("{place}.{face}");
        let before = all.iter().filter(|name| alike(name) == first).count();
        all.push(if before == 0 { first } else { format!("{first}#{}", before + 1) });
    }
    all
}

/// The part of a name that all interchangeable things share.
pub fn alike(name: &str) -> &str {
    name.split_once('#').map_or(name, |(first, _)| first)
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
    /// Adds a row of items that can be pointed at, [named](names) by their faces.
    pub fn hand(self, place: &str, label: impl Into<String>, mut items: Vec<Item>) -> Self {
        let all = names(place, items.iter().map(Item::face));
        items.iter_mut().zip(all).for_each(|(item, name)| item.name = Some(name));
        self.row(label, items)
    }
    /// Names of everything that can be pointed at, in reading order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().flat_map(Part::names)
    }
}

impl Part {
    fn names(&self) -> Vec<&str> {
        match self {
            Part::Board(board) => {
                board.cells.iter().filter_map(|cell| cell.name.as_deref()).collect()
            }
            Part::Map(map) => map.regions.iter().flat_map(Region::names).collect(),
            Part::Row(row) => row.items.iter().filter_map(|item| item.name.as_deref()).collect(),
            Part::Label(_) => vec![],
        }
    }
}

impl Region {
    fn names(&self) -> impl Iterator<Item = &str> {
        let pieces = self.pieces.iter().filter_map(|piece| piece.name.as_deref());
        std::iter::once(self.name.as_str()).chain(pieces)
    }
}

impl Board {
    /// The same board, with every cell named by its column and row: `a4`.
    pub fn named(mut self) -> Self {
        let name = |names: &[String], at: usize| names.get(at).cloned().unwrap_or_default();
        for (at, cell) in
            self.cells.iter_mut().enumerate().filter(|(_, cell)| cell.shade != Shade::Absent)
        {
            let (row, column) = (at / self.columns, at % self.columns);
            cell.name = Some(name(&self.column_names, column) + &name(&self.row_names, row));
        }
        self
    }
}

impl Item {
    /// An item without an owner that cannot be pointed at.
    pub fn new(kind: Kind) -> Self {
        Item { name: None, kind, owner: None, last: false }
    }
    /// The same item, belonging to `owner`.
    pub fn of(mut self, owner: Player) -> Self {
        self.owner = Some(owner);
        self
    }
    /// The same item with a name, so that it can be pointed at.
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }
    /// Its face, `?` if that is hidden.
    pub fn face(&self) -> String {
        match &self.kind {
            Kind::Card(text) | Kind::Token(text) => text.clone(),
            Kind::Die(pips) => pips.to_string(),
            Kind::CardBack | Kind::DieHidden => "?".to_string(),
        }
    }
}

impl Gesture {
    /// A path through these things.
    pub fn path(points: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Gesture::Path(points.into_iter().map(Into::into).collect())
    }
    /// A button with this label.
    pub fn button(label: impl Into<String>) -> Self {
        Gesture::Button(label.into())
    }
    /// The things pointed at; empty for a button.
    pub fn points(&self) -> &[String] {
        match self {
            Gesture::Path(points) | Gesture::Set(points) => points,
            Gesture::Button(_) => &[],
        }
    }
}
