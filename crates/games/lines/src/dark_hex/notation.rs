//! Notation, descriptions and pictures of Dark Hex.

use super::board::Rhombus;
use super::hidden::{Seen, View};
use super::{Action, DarkHex, Reveal};
use crate::chessboard::{Chessboard, Place};
use crate::mnk::Cell;
use crate::mnk::grid::{cells, seat_name};
use crate::pictures::column_name;
use crate::status::{SYMBOLS, Status};
use sortilege::game::{Describe, Notation, Picture};
use sortilege::scene::{Board, Cell as Hexagon, Gesture, Part, Piece, PieceKind, Scene, Shape};
use sortilege::{Game, Player, Turn};

/// The edges that each seat joins.
const EDGES: [&str; 2] = ["top and bottom", "left and right"];

impl Rhombus {
    /// The letter of the column and the number of the row, both from the top left.
    fn cell_name(&self, cell: Cell) -> String {
        format!("{}{}", column_name((cell.0 % self.columns()).into()), cell.0 / self.columns() + 1)
    }

    /// The names of `mask`'s cells.
    fn names(&self, mask: u64) -> Vec<String> {
        cells(mask).map(|cell| self.cell_name(cell)).collect()
    }

    /// The rows in the format of a chessboard.
    fn squares(&self) -> Chessboard {
        Chessboard { files: self.columns(), ranks: self.rows() }
    }

    /// The cell of a square; cells are counted from the top.
    fn cell_at(&self, (file, rank): Place) -> Cell {
        Cell((self.rows() - 1 - rank) * self.columns() + file)
    }

    /// The board with `owner`'s stones on it.
    fn draw(&self, owner: impl Fn(Cell) -> Option<usize>, last: Option<Cell>) -> Board {
        let hexagon = |cell: Cell| Hexagon {
            piece: owner(cell)
                .map(|seat| Piece::new(PieceKind::Stone, seat_name(seat), Player(seat))),
            last: last == Some(cell),
            ..Hexagon::default()
        };
        Board {
            shape: Shape::Hexes,
            columns: self.columns().into(),
            cells: (0..self.columns() * self.rows()).map(|cell| hexagon(Cell(cell))).collect(),
            column_names: (0..self.columns().into()).map(column_name).collect(),
            row_names: (1..=self.rows()).map(|row| row.to_string()).collect(),
        }
        .named()
    }
}

impl Notation for DarkHex {
    fn seat(&self, who: Player) -> String {
        seat_name(who.0)
    }

    fn action_name(&self, action: Action) -> String {
        match action {
            Action::Try(cell) => self.board.cell_name(cell),
            Action::Placed => "placed".into(),
            Action::Taken => "taken".into(),
        }
    }

    fn parse_action(&self, text: &str) -> Option<Action> {
        match self.turn() {
            Turn::Chance => Some(self.answer()).filter(|&answer| self.action_name(answer) == text),
            Turn::Player(who) => cells(self.tries(who.0))
                .find(|&cell| self.board.cell_name(cell) == text)
                .map(Action::Try),
            _ => None,
        }
    }

    fn position(&self) -> String {
        let symbol = |place: Place| {
            let cell = self.board.cell_at(place);
            let owner = (0..2).find(|&seat| self.stones[seat] & cell.bit() != 0);
            let stone = owner.map_or('.', |seat| SYMBOLS[seat]);
            if self.known & cell.bit() != 0 { stone.to_ascii_lowercase() } else { stone }
        };
        let rows = self.board.squares().rows_text(symbol);
        let pending: String =
            self.board.names(self.pending).iter().map(|name| format!(" {name}?")).collect();
        format!("{rows} {}{pending}", self.status.turn_name(self.mover(), SYMBOLS))
    }

    fn position_words(&self) -> String {
        let stones = |seat: usize| match self.stones[seat] {
            0 => format!("{} has nothing", seat_name(seat)),
            some => format!("{} has {}", seat_name(seat), self.board.names(some).join(", ")),
        };
        [0, 1].map(stones).join("; ")
    }

    fn parse_position(&self, text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split(' ').collect();
        let (rows, turn, pending) = match words[..] {
            [rows, turn] => (rows, turn, None),
            [rows, turn, pending] => (rows, turn, Some(pending)),
            _ => {
                return Err(format!(
                    "{text:?} is not a board and who is to move, as in {:?}",
                    self.position()
                ));
            }
        };
        let mut masks = [0; 4];
        for (place, symbol) in self.board.squares().parse_rows(rows, &['X', 'O', 'x', 'o'])? {
            masks[symbol] |= self.board.cell_at(place).bit();
        }
        let [x, o, known_x, known_o] = masks;
        let (stones, known) = ([x | known_x, o | known_o], known_x | known_o);
        let (mover, status) = self.mover_and_status(stones, known)?;
        let right = status.turn_name(mover, SYMBOLS);
        if turn != right {
            return Err(format!("{turn:?} is not to move here: after the board comes {right:?}"));
        }
        let mover = mover as u8;
        let mut state = DarkHex { stones, known, mover, status, pending: 0, ..self.clone() };
        if let Some(text) = pending {
            let cell = text.strip_suffix('?').and_then(|name| state.parse_action(name));
            let Some(Action::Try(cell)) = cell else {
                return Err(format!(
                    "{text:?} is no try: it is a cell that {turn} can try, and a question mark"
                ));
            };
            state.apply(Action::Try(cell));
        }
        Ok(state)
    }
}

impl Describe for DarkHex {
    fn describe(view: &View, Player(seat): Player, seen: Seen) -> String {
        let tried = || view.board.names(view.pending).concat();
        let opponent = seat_name(1 - seat);
        match (seen, view.reveal) {
            (Seen::Tried(cell), _) => view.board.cell_name(cell),
            (Seen::Placed, _) => format!("{} is yours", tried()),
            (Seen::Taken, Reveal::Classical) => format!("you find {opponent} at {}", tried()),
            (Seen::Taken, Reveal::Abrupt) => {
                format!("you find {opponent} at {}, and lose the turn", tried())
            }
            (Seen::TurnPassed, Reveal::Classical) => format!("{opponent} has put down a stone"),
            (Seen::TurnPassed, Reveal::Abrupt) => {
                format!("{opponent} has put down a stone, or found one of yours")
            }
            (Seen::Won(_), _) => format!("{} is yours, and joins {}", tried(), EDGES[seat]),
            (Seen::Lost(_), _) => format!("{opponent} has joined {}", EDGES[1 - seat]),
        }
    }
}

impl Picture for DarkHex {
    fn picture(view: &View, Player(seat): Player, last: Option<Seen>) -> Scene {
        let owner = |cell: Cell| match [view.own, view.known | view.shown]
            .map(|mask| mask & cell.bit() != 0)
        {
            [true, _] => Some(seat),
            [_, true] => Some(1 - seat),
            _ => None,
        };
        let last = match last {
            Some(Seen::Tried(cell)) => Some(cell),
            _ => cells(view.pending).next(),
        };
        let (opponent, turns, found) = (SYMBOLS[1 - seat], view.turns, view.known.count_ones());
        let scene = Scene::default()
            .label(view.status.standing(view.mover.into(), SYMBOLS))
            .with(Part::Board(view.board.draw(owner, last)))
            .label(format!("X joins {}, O {}", EDGES[0], EDGES[1]));
        match (view.status, view.reveal) {
            (Status::Playing, Reveal::Classical) => {
                scene.label(format!("Stones of {opponent}: {turns}, found: {found}"))
            }
            (Status::Playing, Reveal::Abrupt) => {
                scene.label(format!("Turns of {opponent}: {turns}, stones found: {found}"))
            }
            _ => scene,
        }
    }

    fn gesture(view: &View, _: Player, action: Action) -> Gesture {
        match action {
            Action::Try(cell) => Gesture::path([view.board.cell_name(cell)]),
            _ => unreachable!("a seat tries cells, and {action:?} is an answer"),
        }
    }
}
