//! Notation of Pig.

use super::{Action, Phase, Pig};
use crate::text::{named, number};
use sortilege::game::Notation;

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
