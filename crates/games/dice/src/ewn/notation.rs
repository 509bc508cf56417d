//! Notation and picture of EinStein würfelt nicht!

use super::{Action, Ewn, OFF, Phase, ROOM, SLOTS, Square, Stone, homes};
use crate::pictures::{button, column_name};
use crate::text::{named, number};
use sortilege::Player;
use sortilege::game::{Notation, Picture};
use sortilege::scene::{
    Board, Cell, Gesture, Item, Kind, Part, Piece, PieceKind, Scene, Shade, Shape,
};

impl Notation for Ewn {
    fn action_name(&self, action: Action) -> String {
        match action {
            Action::Arrange(rank) => self.order(rank).map(|number| number.to_string()).collect(),
            Action::Die(face) => format!("die{face}"),
            Action::Move(number, to) => format!("{number}{}", to.name()),
        }
    }

    fn action_words(&self, action: Action) -> String {
        match action {
            Action::Arrange(rank) => {
                let order: Vec<String> =
                    self.order(rank).map(|number| number.to_string()).collect();
                let homes = homes(self.size, self.stones, self.mover);
                let rows =
                    homes.chunk_by(|one, other| one.0 / 5 == other.0 / 5).scan(0, |from, row| {
                        *from += row.len();
                        Some(order[*from - row.len()..*from].join(" "))
                    });
                let rows: Vec<String> = rows.collect();
                format!(
                    "the stones of Player {} are, from the top row, {}",
                    self.mover + 1,
                    rows.join(" / ")
                )
            }
            Action::Die(face) => format!("the die shows {face}"),
            _ => self.action_name(action),
        }
    }

    fn parse_action(&self, text: &str) -> Option<Action> {
        named(self, text)
    }

    fn position(&self) -> String {
        let [first, second] = [0, 1].map(|player| self.side_text(player));
        let does = match self.phase {
            Phase::Arrange => "arranges".to_string(),
            Phase::Throw => "throws".to_string(),
            Phase::Move(face) => format!("moves-{}", face + 1),
            Phase::Won => "won".to_string(),
        };
        format!("{first} {second} player {} {does}", self.mover + 1)
    }

    fn parse_position(&self, text: &str) -> Result<Self, String> {
        let form = || format!("a position reads like {:?}, not {text:?}", self.position());
        let words: Vec<_> = text.split(' ').collect();
        let [first, second, "player", player, does] = words[..] else { return Err(form()) };
        let mover = ["1", "2"].iter().position(|&known| known == player).ok_or_else(form)? as u8;
        let phase = self.parse_phase(does).ok_or_else(form)?;
        let (places, left, board) = ([[OFF; SLOTS]; 2], [0, 0], [Stone::NONE; ROOM]);
        let mut state = Ewn { places, left, board, mover, phase, ..self.clone() };
        for (owner, side) in (0..).zip([first, second]) {
            state.parse_side(owner, side)?;
        }
        state.check()?;
        Ok(state)
    }
}

impl Square {
    /// The letter of the column and the number of the row.
    pub(super) fn name(self) -> String {
        format!("{}{}", column_name(usize::from(self.0 % 5)), 1 + self.0 / 5)
    }
}

/// Steps of the printer and the parser of positions.
impl Ewn {
    fn side_text(&self, player: u8) -> String {
        let place = |number: u8| self.places[usize::from(player)][usize::from(number)].name();
        let stones: Vec<_> =
            self.numbers(player).map(|number| format!("{}{}", number + 1, place(number))).collect();
        if stones.is_empty() { "-".to_string() } else { stones.join(",") }
    }

    fn parse_phase(&self, text: &str) -> Option<Phase> {
        match text {
            "arranges" => Some(Phase::Arrange),
            "throws" => Some(Phase::Throw),
            "won" => Some(Phase::Won),
            _ => {
                let face: u8 = number(text.strip_prefix("moves-")?)?;
                (1..=self.stones).contains(&face).then(|| Phase::Move(face - 1))
            }
        }
    }

    fn parse_side(&mut self, owner: u8, text: &str) -> Result<(), String> {
        for word in text.split(',').filter(|_| text != "-") {
            let (number, square) = self.parse_stone(word).ok_or_else(|| {
                format!(
                    "{word:?} is no stone: a number from 1 to {} and a square like 1a1",
                    self.stones
                )
            })?;
            if self.left[usize::from(owner)] >> number != 0 {
                return Err(format!("the stones {text:?} must come in rising order, each once"));
            }
            if self.on(square).is_some() {
                return Err(format!("two stones are on {}", square.name()));
            }
            self.put(Stone::new(owner, number), square);
        }
        Ok(())
    }

    fn parse_stone(&self, word: &str) -> Option<(u8, Square)> {
        let &[stone, column, row] = word.as_bytes() else { return None };
        let within =
            |byte: u8, first: u8, count: u8| byte.checked_sub(first).filter(|&at| at < count);
        let number = within(stone, b'1', self.stones)?;
        let (column, row) = (within(column, b'a', self.size)?, within(row, b'1', self.size)?);
        Some((number, Square(5 * row + column)))
    }

    /// Checks that the next event is consistent with the stones on the board.
    fn check(&self) -> Result<(), String> {
        if self.phase == Phase::Arrange {
            return self.check_homes();
        }
        let arrived = |player: u8| self.places[usize::from(player)].contains(&self.goal(player));
        let finished = |player: u8| arrived(player) || self.left[usize::from(1 - player)] == 0;
        let won = [self.mover, 1 - self.mover].map(finished);
        match (self.phase, won) {
            (Phase::Won, [true, false]) | (Phase::Throw | Phase::Move(_), [false, false]) => Ok(()),
            (Phase::Won, _) => Err(format!("player {} has not won", self.mover + 1)),
            _ => {
                Err("the game is over: a stone has arrived, or a side has no stone left"
                    .to_string())
            }
        }
    }

    fn check_homes(&self) -> Result<(), String> {
        let done = |player: u8| {
            let homes = homes(self.size, self.stones, player);
            homes.iter().all(|square| self.places[usize::from(player)].contains(square))
        };
        let right = match self.mover {
            0 => self.left == [0, 0],
            _ => self.left[1] == 0 && done(0),
        };
        let error = "player 1 arranges an empty board, player 2 one with the other at home";
        right.then_some(()).ok_or_else(|| error.to_string())
    }
}

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
        let piece = |stone: Stone| {
            let text = format!("{}{}", stone.number() + 1, ["", "'"][stone.owner()]);
            Piece::new(PieceKind::Labelled, text, Player(stone.owner()))
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
