//! Kuhn and Leduc poker, small games with hidden cards.

pub mod kuhn;
pub mod leduc;

use sortilege_games_common::pictures;
#[cfg(test)]
use sortilege_games_testing::{census, spelling};
