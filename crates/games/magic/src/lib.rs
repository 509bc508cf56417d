//! Lands and creatures of Magic: The Gathering, and players that are made for it.

pub mod magic;

use sortilege_games_common::{bits, opposed, pictures, shared, text};
#[cfg(test)]
use sortilege_games_testing::{evaluators, spelling};
