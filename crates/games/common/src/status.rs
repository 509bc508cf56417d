//! Status of a two-player game in which only the player who moved last can have won, and values of
//! zero-sum games for two players.

use sortilege::{Player, Turn};
use std::fmt::Display;

/// The marks of the two seats.
pub const SYMBOLS: [char; 2] = ['X', 'O'];

/// Whether a game goes on, or how it has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The game goes on.
    Playing,
    /// The player who moved last has won.
    Won,
    /// The game is a draw.
    Drawn,
}

impl Status {
    /// The turn, where `mover` is the player who moves next if the game goes on.
    #[inline]
    pub fn turn(self, mover: usize) -> Turn {
        match self {
            Status::Playing => Turn::Player(Player(mover)),
            _ => Turn::Over,
        }
    }

    /// The payoff of `who`, where `mover` is the player who would move next.
    #[inline]
    pub fn payoff(self, mover: usize, who: Player) -> f64 {
        match self {
            Status::Won if who.0 == mover => -1.0,
            Status::Won => 1.0,
            _ => 0.0,
        }
    }

    /// The player to move in the notation of positions; a dash once the game is over.
    pub fn turn_name(self, mover: usize, seats: [impl Display; 2]) -> String {
        match self {
            Status::Playing => seats[mover].to_string(),
            _ => "-".into(),
        }
    }

    /// One line of text on the status.
    pub fn standing(self, mover: usize, seats: [impl Display; 2]) -> String {
        match self {
            Status::Playing => format!("{} to move", seats[mover]),
            Status::Won => format!("{} has won", seats[1 - mover]),
            Status::Drawn => "A draw".into(),
        }
    }
}

/// Sets the first player's value to `value` and the second player's to the opposite.
#[inline]
pub fn opposed(value: f64, values: &mut [f64]) {
    values.copy_from_slice(&[value, -value]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_player_who_moved_last_has_won() {
        let seats = ["A", "B"];
        let both = |status: Status| [0, 1].map(|who| status.payoff(0, Player(who)));
        assert_eq!(both(Status::Won), [-1.0, 1.0]);
        assert_eq!([both(Status::Playing), both(Status::Drawn)], [[0.0; 2]; 2]);
        assert_eq!(
            [Status::Playing, Status::Won].map(|status| status.turn(1)),
            [Turn::Player(Player(1)), Turn::Over]
        );
        let all = [Status::Playing, Status::Won, Status::Drawn];
        assert_eq!(
            all.map(|status| status.standing(0, seats)),
            ["A to move", "B has won", "A draw"]
        );
        assert_eq!(all.map(|status| status.turn_name(0, seats)), ["A", "-", "-"]);
    }
}
