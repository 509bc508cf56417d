//! Moves and positions in words, and the picture of the board. A move highlights its origin and its
//! target; a town highlights its site.

use super::board::{SIDE, START, TOWN_SITES, bit_at, place};
use super::moves::{Kind, Move};
use super::{Cannon, LONGEST, NOWHERE, SOLDIERS};
use crate::chessboard::{Chessboard, Place, name, path};
use crate::status::Status;
use crate::text::{named, number};
use sortilege::Player;
use sortilege::game::{Notation, Picture};
use sortilege::scene::{Cell, Gesture, Part, Piece, PieceKind, Scene};

/// The board.
pub(super) const BOARD: Chessboard = Chessboard { files: SIDE, ranks: SIDE };

const SEATS: [&str; 2] = ["Dark", "Light"];

/// A soldier of each seat, then a town of each seat.
const SYMBOLS: [char; 4] = ['d', 'l', 'D', 'L'];

impl Cannon {
    /// The seat and the letter of the piece at a point, if there is one.
    pub(super) fn piece(&self, (x, y): Place) -> Option<(usize, char)> {
        let bit = bit_at(x, y);
        let seat = (0..2).find(|&seat| (self.soldiers[seat] | self.town(seat)) >> bit & 1 == 1)?;
        let symbol = seat + if self.towns[seat] == bit { 2 } else { 0 };
        Some((seat, SYMBOLS[symbol]))
    }

    /// One line on the result or the player to move.
    pub(super) fn standing(&self) -> String {
        match self.status {
            Status::Playing if self.is_placing() => {
                format!("{} to place its town", SEATS[self.mover()])
            }
            status => status.standing(self.mover(), SEATS),
        }
    }

    /// Parses the board and the plies.
    fn parse_parts(&self, text: &str) -> Result<Self, String> {
        let [rows, mover, plies] = text.split(' ').collect::<Vec<_>>()[..] else {
            return Err(format!(
                "{text:?} is no position: it has the board, who is to move and the plies made, as in {:?}",
                self.position()
            ));
        };
        let plies =
            number(plies).filter(|plies| (0..=LONGEST).contains(plies)).ok_or_else(|| {
                format!("{plies:?} is no number of plies: write one from 0 to {LONGEST}")
            })?;
        let mut state = Cannon { soldiers: [0; 2], towns: [NOWHERE; 2], plies, ..self.clone() };
        if mover != ["d", "l"][state.mover()] {
            return Err(format!(
                "{mover:?} is not to move after {plies} plies: Dark (\"d\") is after an even number, Light \
                 (\"l\") after an odd one"
            ));
        }
        for (place, symbol) in BOARD.parse_rows(rows, &SYMBOLS)? {
            state.put(place, symbol)?;
        }
        Ok(state)
    }

    /// Puts a piece on an empty point.
    fn put(&mut self, (x, y): Place, symbol: usize) -> Result<(), String> {
        let (seat, bit) = (symbol % 2, bit_at(x, y));
        if symbol < 2 {
            self.soldiers[seat] |= 1 << bit;
            return Ok(());
        }
        if TOWN_SITES[seat] >> bit & 1 == 0 || self.towns[seat] != NOWHERE {
            let (town, at) = (self.seat(Player(seat)), name((x, y)));
            return Err(format!(
                "{town} has a town on {at}: it has one at most, on its own back row and not in a corner"
            ));
        }
        self.towns[seat] = bit;
        Ok(())
    }

    /// Checks the pieces; returns what is wrong if no game can lead to them.
    fn check(&self) -> Result<(), String> {
        let last = 1 - self.mover();
        for (seat, soldiers) in self.soldiers.map(u128::count_ones).into_iter().enumerate() {
            if soldiers > SOLDIERS {
                let name = self.seat(Player(seat));
                return Err(format!("{name} has {soldiers} soldiers, but at most {SOLDIERS}"));
            }
        }
        if self.plies <= 2 && self.soldiers != START {
            return Err(format!("after {} plies no soldier has moved yet", self.plies));
        }
        let missing = self.towns.map(|town| town == NOWHERE);
        let right = match self.plies {
            0 => missing == [true, true],
            1 => missing == [false, true],
            2 => missing == [false, false],
            _ => !missing[last],
        };
        if !right {
            return Err(format!(
                "the towns do not fit {} plies: each side places one in its first move, and only the side to \
                 move can have lost it",
                self.plies
            ));
        }
        if self.soldiers[last] == 0 {
            return Err(format!(
                "{} has moved last, so it has a soldier at least",
                self.seat(Player(last))
            ));
        }
        Ok(())
    }
}

impl Notation for Cannon {
    fn seat(&self, who: Player) -> String {
        SEATS[who.0].into()
    }

    fn action_name(&self, action: Move) -> String {
        let [from, to] = [action.from, action.to].map(|bit| name(place(bit)));
        match action.kind {
            Kind::Place => to,
            Kind::Capture => format!("{from}x{to}"),
            Kind::Shot => format!("{from}*{to}"),
            Kind::Step | Kind::Retreat | Kind::Slide => format!("{from}-{to}"),
        }
    }

    fn parse_action(&self, text: &str) -> Option<Move> {
        named(self, text)
    }

    fn position(&self) -> String {
        let rows = BOARD.rows_text(|place| self.piece(place).map_or('.', |(_, letter)| letter));
        format!("{rows} {} {}", ['d', 'l'][self.mover()], self.plies)
    }

    fn parse_position(&self, text: &str) -> Result<Self, String> {
        let mut state = self.parse_parts(text)?;
        state.check()?;
        state.status = state.computed_status();
        Ok(state)
    }
}

impl Picture for Cannon {
    fn picture(view: &Cannon, _: Player, last: Option<Move>) -> Scene {
        let piece = |(seat, letter): (usize, char)| {
            let kind = if letter.is_uppercase() { PieceKind::King } else { PieceKind::Stone };
            Piece::new(kind, letter, Player(seat))
        };
        let cell = |(x, y)| Cell {
            piece: view.piece((x, y)).map(piece),
            last: last.is_some_and(|action| [action.from, action.to].contains(&bit_at(x, y))),
            ..Cell::default()
        };
        Scene::default().label(view.standing()).with(Part::Board(BOARD.draw(cell)))
    }

    fn gesture(_: &Cannon, _: Player, action: Move) -> Gesture {
        match action.kind() {
            Kind::Place => path([place(action.to)]),
            _ => path([place(action.from), place(action.to)]),
        }
    }
}
