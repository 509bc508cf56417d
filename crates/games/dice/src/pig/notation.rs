//! Notation and picture of Pig. The picture has a race track for each player, with the total of the
//! turn ahead of the banked points.

use super::{Action, Phase, Pig};
use crate::pictures::button;
use crate::text::{named, number};
use sortilege::Player;
use sortilege::game::{Notation, Picture};
use sortilege::scene::{
    Board, Cell, Gesture, Item, Kind, Part, Piece, PieceKind, Scene, Shade, Shape,
};

/// The lowest sum without a 1, and so the lowest number of points above 0.
const LOWEST: u8 = 4;

const PHASES: [(Phase, &str); 3] =
    [(Phase::Decide, "decides"), (Phase::Throw, "throws"), (Phase::Won, "won")];

impl Notation for Pig {
    fn action_name(&self, action: Action) -> String {
        match action {
            Action::Roll => "roll".into(),
            Action::Stop => "stop".into(),
            Action::Sum(sum) => format!("+{sum}"),
            Action::One => "one".into(),
            Action::Ones => "ones".into(),
            Action::Faces(faces) => faces.to_string(),
        }
    }

    fn action_words(&self, action: Action) -> String {
        match action {
            Action::Sum(sum) => format!("the dice bring {sum}"),
            Action::One => "a one, and the turn is lost".into(),
            Action::Ones => "two ones, and all points are lost".into(),
            Action::Faces(_) => self.action_words(action.brings()),
            _ => self.action_name(action),
        }
    }

    fn parse_action(&self, text: &str) -> Option<Action> {
        named(self, text)
    }

    fn position(&self) -> String {
        let ([first, second], total, player) = (self.scores, self.total, self.mover + 1);
        let (_, does) =
            PHASES.into_iter().find(|&(phase, _)| phase == self.phase).expect("all phases");
        format!("{first}-{second} total {total} player {player} {does}")
    }

    fn parse_position(&self, text: &str) -> Result<Self, String> {
        let form = || format!("a position reads like {:?}, not {text:?}", self.position());
        let words: Vec<_> = text.split(' ').collect();
        let [scores, "total", total, "player", player, does] = words[..] else {
            return Err(form());
        };
        let (first, second) = scores.split_once('-').ok_or_else(form)?;
        let [Some(first), Some(second), Some(total)] = [first, second, total].map(number::<u8>)
        else {
            return Err("scores and total are numbers from 0 to 255".to_string());
        };
        let mover = ["1", "2"].iter().position(|&known| known == player).ok_or_else(form)? as u8;
        let (phase, _) = PHASES.into_iter().find(|&(_, known)| known == does).ok_or_else(form)?;
        Pig { scores: [first, second], total, mover, phase, ..self.clone() }.checked()
    }
}

/// Steps of the position parser.
impl Pig {
    /// The state, if a game can lead to it.
    fn checked(self) -> Result<Self, String> {
        if [self.scores[0], self.scores[1], self.total]
            .iter()
            .any(|&points| (1..LOWEST).contains(&points))
        {
            return Err(format!("no throw is worth less than {LOWEST} points"));
        }
        let (mover, other) = (usize::from(self.mover), usize::from(1 - self.mover));
        if self.scores[other] >= self.goal {
            return Err(format!(
                "player {} would have won with {} points",
                other + 1,
                self.scores[other]
            ));
        }
        match self.phase {
            Phase::Won => self.check_winner(self.scores[mover]),
            _ => self.check_unfinished(self.scores[mover]),
        }?;
        Ok(self)
    }

    fn check_winner(&self, score: u8) -> Result<(), String> {
        // The last throw adds up to 12 points to a total that did not reach the goal.
        let most = if self.goal > LOWEST { self.goal + 11 } else { 12 };
        if self.total == 0 && (self.goal..=most).contains(&score) {
            return Ok(());
        }
        Err(format!("a winner has {} to {most} points, and no total beside them", self.goal))
    }

    fn check_unfinished(&self, score: u8) -> Result<(), String> {
        if u16::from(score) + u16::from(self.total) < u16::from(self.goal) {
            return Ok(());
        }
        Err(format!(
            "{score} points and a total of {} have won a race to {}",
            self.total, self.goal
        ))
    }
}

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
            cell.piece = Some(Piece::new(PieceKind::Labelled, text, who));
        }
        cells
    }

    /// Number of cells that the points reach into.
    fn cells(&self, points: u8) -> usize {
        (usize::from(points) * CELLS).div_ceil(self.goal.into()).min(CELLS)
    }
}
