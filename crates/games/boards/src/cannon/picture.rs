//! The board as a picture: a click on a point makes the one move that goes there.

use super::board::{bit_at, place};
use super::notation::BOARD;
use super::{Cannon, Move};
use crate::chessboard::Clicks;
use crate::text::possible;
use sortilege::Player;
use sortilege::game::{Notation, Picture};
use sortilege::scene::{Cell, Part, Piece, Scene, Shade};

impl Picture for Cannon {
    fn picture(view: &Cannon, seat: Player, last: Option<Move>) -> Scene {
        let moves = if seat.0 == view.mover() { possible(view) } else { vec![] };
        let clicks = Clicks::new(moves.iter().map(|action| (place(action.to), view.action_name(*action))));
        let piece = |(seat, letter): (usize, char)| Piece { text: letter.into(), owner: Some(Player(seat)) };
        let cell = |(x, y)| Cell {
            piece: view.piece((x, y)).map(piece),
            shade: Shade::Plain,
            action: clicks.on((x, y)),
            last: last.is_some_and(|action| [action.from, action.to].contains(&bit_at(x, y))),
            ..Cell::default()
        };
        clicks.with_buttons(Scene::default().label(view.standing()).with(Part::Board(BOARD.draw(cell))))
    }
}
