//! The board as a picture: a click on a point makes the one move that goes there.

use super::board::{bit_at, place};
use super::notation::SIZE;
use super::{Cannon, Move};
use crate::rows::{Clicks, Point};
use crate::text::possible;
use sortilege::Player;
use sortilege::game::{Notation, Picture};
use sortilege::scene::{Board, Cell, Part, Piece, Scene, Shade, Shape};

impl Picture for Cannon {
    fn picture(view: &Cannon, seat: Player, last: Option<Move>) -> Scene {
        let moves = if seat.0 == view.mover() { possible(view) } else { vec![] };
        let named = |action: &Move| (SIZE.index(place(action.to)), view.action_name(*action));
        let clicks = Clicks::new(SIZE, &moves.iter().map(named).collect::<Vec<_>>());
        let cell = |(x, y): Point| Cell {
            piece: view
                .piece((x, y))
                .map(|(seat, letter)| Piece { text: letter.into(), owner: Some(Player(seat)) }),
            shade: Shade::Plain,
            action: clicks.points[SIZE.index((x, y))].clone(),
            last: last.is_some_and(|action| [action.from, action.to].contains(&bit_at(x, y))),
        };
        let board = Board {
            shape: Shape::Squares,
            columns: SIZE.columns.into(),
            cells: SIZE.points().map(cell).collect(),
            column_names: SIZE.column_names(),
            row_names: SIZE.row_names(),
        };
        let scene = Scene::default().label(view.standing()).with(Part::Board(board));
        if clicks.buttons.is_empty() { scene } else { scene.row("Other moves", clicks.buttons) }
    }
}
