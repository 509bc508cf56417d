//! EinStein würfelt nicht! drawn.

use super::{Action, Ewn, Phase, Square, Stone};
use crate::pictures::{button, column_name};
use sortilege::game::{Notation, Picture};
use sortilege::scene::{Board, Cell, Item, Kind, Part, Piece, Scene, Shade, Shape};
use sortilege::{Game, Player};

impl Picture for Ewn {
    fn picture(view: &Ewn, seat: Player, last: Option<Action>) -> Scene {
        let mut moves = vec![];
        if seat.0 == usize::from(view.mover) {
            view.actions(&mut moves);
        }
        let scene = Scene::default().label(view.standing()).with(Part::Board(view.draw(&moves, last)));
        let scene = match view.phase {
            Phase::Move(face) => scene.row("Die", vec![Item::new(Kind::Die(u32::from(face) + 1))]),
            _ => scene,
        };
        match moves.is_empty() {
            true => scene,
            false => {
                scene.row("Moves", moves.iter().map(|&to| button(view.action_name(to)).of(seat)).collect())
            }
        }
    }
}

impl Ewn {
    fn standing(&self) -> String {
        let name = self.seat(Player(self.mover.into()));
        match self.phase {
            Phase::Arrange => format!("The stones of {name} are being arranged"),
            Phase::Throw => format!("{name} throws the die"),
            Phase::Move(_) => format!("{name} to move"),
            Phase::Won => format!("{name} has won"),
        }
    }

    fn draw(&self, moves: &[Action], last: Option<Action>) -> Board {
        let size = self.size;
        let squares = (0..size).flat_map(|row| (0..size).map(move |column| Square(5 * row + column)));
        Board {
            shape: Shape::Squares,
            columns: size.into(),
            cells: squares.map(|square| self.cell(square, moves, last)).collect(),
            column_names: (0..size.into()).map(column_name).collect(),
            row_names: (1..=size).map(|row| row.to_string()).collect(),
        }
    }

    /// A click moves the one stone that can go there; where two can, buttons are left.
    fn cell(&self, square: Square, moves: &[Action], last: Option<Action>) -> Cell {
        let piece = |stone: Stone| Piece {
            text: (stone.number() + 1).to_string(),
            owner: Some(Player(stone.owner())),
        };
        let goes_there = |action: &Action| matches!(action, Action::Move(_, to) if *to == square);
        let mut coming = moves.iter().filter(|action| goes_there(action));
        let only = coming.next().filter(|_| coming.next().is_none());
        let corner = square == self.goal(0) || square == self.goal(1);
        Cell {
            piece: self.on(square).map(piece),
            shade: if corner { Shade::Marked } else { Shade::Plain },
            action: only.map(|&action| self.action_name(action)),
            last: last.as_ref().is_some_and(goes_there),
            ..Cell::default()
        }
    }
}
