//! Notation of Can't Stop.

use super::{Action, CantStop, Column, Dice, Heights, MOST_TURNS, Phase, RUNNERS};
use crate::text::{named, number};
use sortilege::Game;
use sortilege::game::Notation;

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
