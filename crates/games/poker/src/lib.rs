//! Kuhn and Leduc poker, and liar's dice: small games in which something is hidden.

pub mod kuhn;
pub mod leduc;
pub mod liars_dice;

use sortilege_games_common::pictures;
#[cfg(test)]
use sortilege_games_testing::{census, spelling};
