//! Liar's dice, a small game with hidden dice.

pub mod liars_dice;

use sortilege_games_common::pictures;
#[cfg(test)]
use sortilege_games_testing::{census, spelling};
