//! The board as a picture: a click on a square makes the one move that ends there.

use super::board::{place, square_at};
use super::notation::{BOARD, SEATS};
use super::{Checkers, Move};
use crate::chessboard::{Clicks, chequered};
use crate::text::possible;
use sortilege::Player;
use sortilege::game::{Notation, Picture};
use sortilege::scene::{Cell, Part, Piece, Scene};

impl Picture for Checkers {
    fn picture(view: &Checkers, seat: Player, last: Option<Move>) -> Scene {
        let moves = if seat.0 == view.mover() { possible(view) } else { vec![] };
        let goal = |action: &Move| place(*action.visited().last().expect("a move goes somewhere"));
        let clicks = Clicks::new(moves.iter().map(|action| (goal(action), view.action_name(*action))));
        let touched = last.map_or(0, touched);
        let piece = |(seat, letter): (usize, char)| Piece { text: letter.into(), owner: Some(Player(seat)) };
        let cell = |(x, y)| Cell {
            piece: view.piece((x, y)).map(piece),
            shade: chequered((x, y)),
            action: clicks.on((x, y)),
            last: square_at(x, y).is_some_and(|square| touched & 1 << square != 0),
            ..Cell::default()
        };
        let standing = view.status.standing(view.mover(), SEATS);
        clicks.with_buttons(Scene::default().label(standing).with(Part::Board(BOARD.draw(cell))))
    }
}

/// The squares that a move visits or clears.
fn touched(action: Move) -> u32 {
    action.visited().into_iter().fold(action.result().1, |mask, square| mask | 1 << square)
}
