//! Pig with two dice, EinStein würfelt nicht!, Can't Stop and Ra, for two players.

pub mod cant_stop;
pub mod ewn;
pub mod pig;
pub mod ra;

use sortilege_games_common::{bits, key, pictures, status, text};
#[cfg(test)]
use sortilege_games_testing::{census, policies, spelling};
