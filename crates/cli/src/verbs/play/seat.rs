//! Who sits in a seat.

use sortilege::Stop;
use sortilege_lab::Agent;

/// Who sits in a seat.
pub enum Seat {
    /// Whoever is at the keyboard.
    Human,
    /// A player from the catalogue.
    Ai(Agent),
}

impl Seat {
    /// What ends the thinking of whoever sits there, if it can be ended.
    pub fn stop(&self) -> Option<Stop> {
        match self {
            Seat::Human => None,
            Seat::Ai(player) => Some(player.stop()),
        }
    }
}
