//! The board as a picture: a click on a square makes the one move that ends there.

use super::board::{place, square_at};
use super::notation::SIZE;
use super::{Checkers, Move};
use crate::rows::{Clicks, Point};
use crate::text::possible;
use sortilege::Player;
use sortilege::game::{Notation, Picture};
use sortilege::scene::{Board, Cell, Part, Piece, Scene, Shade, Shape};

impl Picture for Checkers {
    fn picture(view: &Checkers, seat: Player, last: Option<Move>) -> Scene {
        let moves = if seat.0 == view.mover() { possible(view) } else { vec![] };
        let goal = |action: &Move| place(*action.visited().last().expect("a move goes somewhere"));
        let named = |action: &Move| (SIZE.index(goal(action)), view.action_name(*action));
        let clicks = Clicks::new(SIZE, &moves.iter().map(named).collect::<Vec<_>>());
        let touched = last.map_or(0, touched);
        let cell = |(x, y): Point| Cell {
            piece: view
                .piece((x, y))
                .map(|(seat, letter)| Piece { text: letter.into(), owner: Some(Player(seat)) }),
            shade: if square_at(x, y).is_some() { Shade::Dark } else { Shade::Plain },
            action: clicks.points[SIZE.index((x, y))].clone(),
            last: square_at(x, y).is_some_and(|square| touched & 1 << square != 0),
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

/// The squares that a move visits or clears.
fn touched(action: Move) -> u32 {
    action.visited().into_iter().fold(action.result().1, |mask, square| mask | 1 << square)
}
