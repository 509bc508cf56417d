//! The picture of the board. A move highlights every square that the piece visits.

use super::board::{place, square_at};
use super::notation::{BOARD, SEATS};
use super::{Checkers, Move};
use crate::chessboard::{chequered, path};
use sortilege::Player;
use sortilege::game::Picture;
use sortilege::scene::{Cell, Gesture, Part, Piece, Scene};

impl Picture for Checkers {
    fn picture(view: &Checkers, _: Player, last: Option<Move>) -> Scene {
        let touched = last.map_or(0, touched);
        let piece = |(seat, letter): (usize, char)| Piece {
            text: letter.into(),
            owner: Some(Player(seat)),
        };
        let cell = |(x, y)| Cell {
            piece: view.piece((x, y)).map(piece),
            shade: chequered((x, y)),
            last: square_at(x, y).is_some_and(|square| touched & 1 << square != 0),
            ..Cell::default()
        };
        let standing = view.status.standing(view.mover(), SEATS);
        Scene::default().label(standing).with(Part::Board(BOARD.draw(cell)))
    }

    fn gesture(_: &Checkers, _: Player, action: Move) -> Gesture {
        path(action.visited().into_iter().map(place))
    }
}

/// The squares that a move visits or clears.
fn touched(action: Move) -> u32 {
    action.visited().into_iter().fold(action.result().1, |mask, square| mask | 1 << square)
}
