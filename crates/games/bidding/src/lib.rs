//! Small games with simultaneous moves: rock-paper-scissors and other matrix games, Goofspiel with
//! open and with hidden bids, and Oshi-Zumo.

pub mod goofspiel;
pub mod hidden_goofspiel;
pub mod oshi_zumo;
pub mod rps;

use sortilege_games_common::{bits, key, pictures, text};
#[cfg(test)]
use sortilege_games_testing::{census, spelling};
