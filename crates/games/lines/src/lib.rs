//! m,n,k-games such as tic-tac-toe, and those in which nobody sees the other's marks.

pub mod mnk;
pub mod phantom_mnk;

use sortilege_games_common::{bits, chessboard, key, opposed, pictures, status};
#[cfg(test)]
use sortilege_games_testing::{counts, evaluators};
