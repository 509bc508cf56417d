//! The picture of Can't Stop: columns side by side, with marked tops. A cell shows the players on
//! it, `1`, `2` or both, and `^` for a runner.

use super::{Action, CantStop, Column, Phase};
use crate::pictures::button;
use sortilege::Player;
use sortilege::game::{Notation, Picture};
use sortilege::scene::{Board, Cell, Gesture, Item, Kind, Part, Piece, Scene, Shade, Shape};

impl Picture for CantStop {
    fn picture(view: &CantStop, _: Player, last: Option<Action>) -> Scene {
        let scene = Scene::default().label(view.standing()).with(Part::Board(view.draw(last)));
        match view.phase {
            Phase::Advance(dice) => scene
                .row("Dice", dice.faces().map(|face| Item::new(Kind::Die(face.into()))).to_vec()),
            _ => scene,
        }
    }

    fn gesture(view: &CantStop, _: Player, action: Action) -> Gesture {
        match action {
            Action::One(only) => Gesture::button(format!("Advance {}", only.sum())),
            Action::Two(low, high) => {
                Gesture::button(format!("Advance {} and {}", low.sum(), high.sum()))
            }
            _ => button(view.action_name(action)),
        }
    }
}

impl CantStop {
    fn standing(&self) -> String {
        let name = self.seat(Player(self.mover()));
        let [first, second] = self.won.map(u16::count_ones);
        let score = format!("columns won: {first} against {second}");
        match self.phase {
            Phase::Won => format!("{name} has won; {score}"),
            Phase::Drawn => format!("A draw; {score}"),
            Phase::Throw => format!("{name} throws the dice; {score}"),
            Phase::Advance(_) | Phase::Decide => format!("{name} to move; {score}"),
        }
    }

    fn draw(&self, last: Option<Action>) -> Board {
        let longest = Column::all().map(|column| self.rules.length(column)).max().unwrap_or(0);
        let cells =
            (1..=longest).rev().flat_map(|step| Column::all().map(move |column| (column, step)));
        Board {
            shape: Shape::Squares,
            columns: Column::all().count(),
            cells: cells.map(|(column, step)| self.cell(column, step, last)).collect(),
            column_names: Column::all().map(|column| column.sum().to_string()).collect(),
            row_names: (1..=longest).rev().map(|step| step.to_string()).collect(),
        }
    }

    fn cell(&self, column: Column, step: u8, last: Option<Action>) -> Cell {
        let shade = match self.rules.length(column) {
            length if step > length => return Cell { shade: Shade::Absent, ..Cell::default() },
            length if step == length => Shade::Marked,
            _ => Shade::Plain,
        };
        let stands = |player: usize| self.banked[player].get(column) == step;
        let runs = self.runners & column.bit() != 0 && self.current.get(column) == step;
        let text: String = [(stands(0), '1'), (stands(1), '2'), (runs, '^')]
            .iter()
            .filter(|mark| mark.0)
            .map(|mark| mark.1)
            .collect();
        let owner = match (stands(0), stands(1), runs) {
            (_, _, true) => Some(Player(self.mover())),
            (true, false, _) => Some(Player(0)),
            (false, true, _) => Some(Player(1)),
            _ => None,
        };
        let moved = match last {
            Some(Action::One(only)) => column == only,
            Some(Action::Two(low, high)) => column == low || column == high,
            _ => false,
        };
        let piece = (!text.is_empty()).then_some(Piece { text, owner });
        Cell { piece, shade, last: runs && moved, ..Cell::default() }
    }
}
