//! The picture of Pig: a race track for each player, with the total of the turn ahead of the banked
//! points.

use super::{Action, Phase, Pig};
use crate::pictures::button;
use sortilege::Player;
use sortilege::game::{Notation, Picture};
use sortilege::scene::{Board, Cell, Gesture, Item, Kind, Part, Piece, Scene, Shade, Shape};

/// Number of cells of a track.
const CELLS: usize = 10;

impl Picture for Pig {
    fn picture(view: &Pig, _: Player, last: Option<Action>) -> Scene {
        let scene = Scene::default().label(view.standing()).with(Part::Board(view.tracks()));
        match last {
            Some(throw @ (Action::Sum(_) | Action::One | Action::Ones | Action::Faces(_))) => {
                let token = Item::new(Kind::Token(view.action_name(throw)));
                scene.row("Last throw", vec![Item { last: true, ..token }])
            }
            _ => scene,
        }
    }

    fn gesture(view: &Pig, _: Player, action: Action) -> Gesture {
        button(view.action_name(action))
    }
}

impl Pig {
    fn standing(&self) -> String {
        let name = self.seat(self.mover());
        match (self.phase, self.total) {
            (Phase::Won, _) => format!("{name} has won"),
            (Phase::Throw, _) => {
                format!("{name} throws the dice, with {} points at stake", self.total)
            }
            (Phase::Decide, 0) => format!("{name} begins a turn"),
            (Phase::Decide, total) => format!("{name} has {total} points at stake"),
        }
    }

    fn tracks(&self) -> Board {
        let end = |cell: usize| (usize::from(self.goal) * (cell + 1)).div_ceil(CELLS).to_string();
        let seats = [Player(0), Player(1)];
        Board {
            shape: Shape::Squares,
            columns: CELLS,
            cells: seats.iter().flat_map(|&who| self.track(who)).collect(),
            column_names: (0..CELLS).map(end).collect(),
            row_names: seats
                .iter()
                .map(|&who| format!("{} {}", self.seat(who), self.score(who)))
                .collect(),
        }
    }

    /// Points lie on the track as a bar, `=` for banked points and `+` for points at stake. Numbers
    /// give the points up to that cell.
    fn track(&self, who: Player) -> Vec<Cell> {
        let mut cells = vec![Cell::default(); CELLS];
        cells[CELLS - 1].shade = Shade::Marked;
        let banked = self.score(who);
        let all = banked + if who == self.mover() { self.total } else { 0 };
        let (banked_end, end) = (self.cells(banked), self.cells(all));
        for (at, cell) in (1..).zip(&mut cells[..end]) {
            let text = match at {
                _ if at == end => all.to_string(),
                _ if at == banked_end => banked.to_string(),
                _ => if at < banked_end { "=" } else { "+" }.to_string(),
            };
            cell.piece = Some(Piece { text, owner: Some(who) });
        }
        cells
    }

    /// Number of cells that the points reach into.
    fn cells(&self, points: u8) -> usize {
        (usize::from(points) * CELLS).div_ceil(self.goal.into()).min(CELLS)
    }
}
