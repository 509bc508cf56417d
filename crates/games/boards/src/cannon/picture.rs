//! The picture of the board. A move highlights its origin and its target; a town highlights its
//! site.

use super::board::{bit_at, place};
use super::moves::Kind;
use super::notation::BOARD;
use super::{Cannon, Move};
use crate::chessboard::path;
use sortilege::Player;
use sortilege::game::Picture;
use sortilege::scene::{Cell, Gesture, Part, Piece, Scene};

impl Picture for Cannon {
    fn picture(view: &Cannon, _: Player, last: Option<Move>) -> Scene {
        let piece = |(seat, letter): (usize, char)| Piece {
            text: letter.into(),
            owner: Some(Player(seat)),
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
