//! Magic: The Gathering with lands and creatures only, and players for it.

pub mod magic;

use sortilege_games_common::{bits, pictures, shared, status, text};
#[cfg(test)]
use sortilege_games_testing::{policies, spelling};
