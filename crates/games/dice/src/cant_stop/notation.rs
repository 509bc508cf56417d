//! Notation and picture of Can't Stop. The picture has columns side by side, with marked tops. A
//! cell shows the players on it, `1`, `2` or both, and `^` for a runner.

use super::{Action, CantStop, Column, Dice, Heights, MOST_TURNS, Phase, RUNNERS};
use crate::pictures::button;
use crate::text::{named, number};
use sortilege::game::{Notation, Picture};
use sortilege::scene::{
    Board, Cell, Gesture, Item, Kind, Part, Piece, PieceKind, Scene, Shade, Shape,
};
use sortilege::{Game, Player};

impl Notation for CantStop {
    fn action_name(&self, action: Action) -> String {
        match action {
            Action::Throw(dice) => dice.name(),
            Action::One(column) => column.sum().to_string(),
            Action::Two(low, high) => format!("{}+{}", low.sum(), high.sum()),
            Action::Roll => "roll".into(),
            Action::Stop => "stop".into(),
        }
    }

    fn action_words(&self, action: Action) -> String {
        match action {
            Action::Throw(dice) => {
                let faces: Vec<String> = dice.name().chars().map(String::from).collect();
                let shown = format!("the dice show {}", faces.join(" "));
                match self.after(action).phase {
                    Phase::Advance(_) => shown,
                    _ => format!("{shown}: no runner can move, and the turn is lost"),
                }
            }
            _ => self.action_name(action),
        }
    }

    fn parse_action(&self, text: &str) -> Option<Action> {
        named(self, text)
    }

    fn position(&self) -> String {
        let [first, second] = self.banked.map(|heights| list(heights, u16::MAX));
        let does = match self.phase {
            Phase::Throw => "throws".to_string(),
            Phase::Advance(dice) => format!("advances-{}", dice.name()),
            Phase::Decide => "decides".to_string(),
            Phase::Won => "won".to_string(),
            Phase::Drawn => "drawn".to_string(),
        };
        let runners = list(self.current, self.runners);
        format!("{first} {second} runners {runners} turn {} {does}", self.turns + 1)
    }

    fn parse_position(&self, text: &str) -> Result<Self, String> {
        let form = || format!("a position reads like {:?}, not {text:?}", self.position());
        let words: Vec<_> = text.split(' ').collect();
        let [first, second, "runners", runners, "turn", turn, does] = words[..] else {
            return Err(form());
        };
        let turn = number::<u16>(turn).filter(|turn| (1..=MOST_TURNS + 1).contains(turn));
        let turns = turn.ok_or_else(|| format!("turns are counted from 1 to {MOST_TURNS}"))? - 1;
        let phase = parse_phase(does).ok_or_else(form)?;
        let mut state = CantStop { turns, phase, ..CantStop::new(self.rules)? };
        state.read_banked([first, second])?;
        state.read_runners(runners)?;
        state.check()?;
        Ok(state)
    }
}

impl Dice {
    fn name(self) -> String {
        self.faces().iter().map(u8::to_string).collect()
    }
}

/// The columns of `mask` with a height above 0.
fn list(heights: Heights, mask: u16) -> String {
    let shown = Column::all().filter(|&column| mask & column.bit() != 0 && heights.get(column) > 0);
    let words: Vec<_> =
        shown.map(|column| format!("{}-{}", column.sum(), heights.get(column))).collect();
    if words.is_empty() { "-".to_string() } else { words.join(",") }
}

fn parse_phase(text: &str) -> Option<Phase> {
    match text {
        "throws" => Some(Phase::Throw),
        "decides" => Some(Phase::Decide),
        "won" => Some(Phase::Won),
        "drawn" => Some(Phase::Drawn),
        _ => {
            let faces = text.strip_prefix("advances-")?;
            Dice::all().find(|dice| dice.name() == faces).map(Phase::Advance)
        }
    }
}

/// Steps of the position parser.
impl CantStop {
    fn read_list(&self, text: &str) -> Result<Vec<(Column, u8)>, String> {
        let read = |word: &str| {
            let (sum, height) = word.split_once('-')?;
            let (column, height) = (Column::new(number(sum)?)?, number(height)?);
            (1..=self.rules.length(column)).contains(&height).then_some((column, height))
        };
        let words = text.split(',').filter(|_| text != "-");
        let steps: Option<Vec<_>> = words.map(read).collect();
        steps.filter(|steps| steps.is_sorted_by(|a, b| a.0 < b.0)).ok_or_else(|| {
            format!(
                "{text:?} is no list of rising columns from 2 to 12 with steps that they have, like 6-3,7-1"
            )
        })
    }

    fn read_banked(&mut self, texts: [&str; 2]) -> Result<(), String> {
        for (player, text) in texts.into_iter().enumerate() {
            for (column, height) in self.read_list(text)? {
                self.banked[player].set(column, height);
                if height == self.rules.length(column) {
                    self.won[player] |= column.bit();
                }
            }
        }
        self.current = self.banked[self.mover()];
        if self.won[0] & self.won[1] != 0 {
            return Err("no player can win a column that the other has won".to_string());
        }
        Ok(())
    }

    fn read_runners(&mut self, text: &str) -> Result<(), String> {
        for (column, height) in self.read_list(text)? {
            if height <= self.current.get(column) || (self.won[0] | self.won[1]) & column.bit() != 0
            {
                return Err(format!(
                    "a runner in column {} must be above what is banked",
                    column.sum()
                ));
            }
            self.current.set(column, height);
            self.runners |= column.bit();
            if height == self.rules.length(column) {
                self.topped |= column.bit();
            }
        }
        Ok(())
    }

    /// Checks that the next event is consistent with the columns.
    fn check(&self) -> Result<(), String> {
        let needed = u32::from(self.rules.columns);
        let [mine, theirs] =
            [self.mover(), 1 - self.mover()].map(|player| self.won[player].count_ones());
        let runners = self.runners.count_ones();
        let going_on = mine + self.topped.count_ones() < needed
            && runners <= RUNNERS
            && self.turns < MOST_TURNS;
        let fits = match self.phase {
            Phase::Throw => going_on,
            Phase::Decide => going_on,
            Phase::Advance(dice) => going_on && dice.sums() & self.usable() != 0,
            // The last advance can bring two runners to the top.
            Phase::Won => {
                (needed..=needed + 1).contains(&mine) && runners == 0 && self.turns < MOST_TURNS
            }
            Phase::Drawn => mine < needed && runners == 0 && self.turns == MOST_TURNS,
        };
        match fits && theirs < needed {
            true => Ok(()),
            false => Err("columns won, runners and turns do not fit what comes next".to_string()),
        }
    }
}

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
        let piece = (!text.is_empty()).then_some(Piece { text, owner, kind: PieceKind::Labelled });
        Cell { piece, shade, last: runs && moved, ..Cell::default() }
    }
}
