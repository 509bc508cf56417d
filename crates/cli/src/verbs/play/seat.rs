//! The occupant of a seat.

use sortilege::Stop;
use sortilege_lab::Agent;

/// Who sits in a seat.
pub enum Seat {
    /// A human at the keyboard.
    Human,
    /// A player from the catalogue.
    Ai(Agent),
}

impl Seat {
    /// Signal that stops the search of the player of this seat, if there is one.
    pub fn stop(&self) -> Option<Stop> {
        match self {
            Seat::Human => None,
            Seat::Ai(player) => Some(player.stop()),
        }
    }
}
