//! The picture of EinStein würfelt nicht!

use super::{Action, Ewn, Phase, Square, Stone};
use crate::pictures::{button, column_name};
use sortilege::Player;
use sortilege::game::{Notation, Picture};
use sortilege::scene::{Board, Cell, Gesture, Item, Kind, Part, Piece, Scene, Shade, Shape};

impl Picture for Ewn {
    fn picture(view: &Ewn, _: Player, last: Option<Action>) -> Scene {
        let scene = Scene::default().label(view.standing()).with(Part::Board(view.draw(last)));
        match view.phase {
            Phase::Move(face) => scene.row("Die", vec![Item::new(Kind::Die(u32::from(face) + 1))]),
            _ => scene,
        }
    }

    fn gesture(view: &Ewn, Player(seat): Player, action: Action) -> Gesture {
        match action {
            Action::Move(number, to) => {
                let from = view.places[seat][usize::from(number) - 1];
                Gesture::path([from.name(), to.name()])
            }
            _ => button(view.action_name(action)),
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

    fn draw(&self, last: Option<Action>) -> Board {
        let size = self.size;
        let squares =
            (0..size).flat_map(|row| (0..size).map(move |column| Square(5 * row + column)));
        Board {
            shape: Shape::Squares,
            columns: size.into(),
            cells: squares.map(|square| self.cell(square, last)).collect(),
            column_names: (0..size.into()).map(column_name).collect(),
            row_names: (1..=size).map(|row| row.to_string()).collect(),
        }
        .named()
    }

    fn cell(&self, square: Square, last: Option<Action>) -> Cell {
        // Both sides have the same numbers, and some users cannot distinguish colours.
        let piece = |stone: Stone| Piece {
            text: format!("{}{}", stone.number() + 1, ["", "'"][stone.owner()]),
            owner: Some(Player(stone.owner())),
        };
        let goes_there = |action: &Action| matches!(action, Action::Move(_, to) if *to == square);
        let corner = square == self.goal(0) || square == self.goal(1);
        Cell {
            piece: self.on(square).map(piece),
            shade: if corner { Shade::Marked } else { Shade::Plain },
            last: last.as_ref().is_some_and(goes_there),
            ..Cell::default()
        }
    }
}
