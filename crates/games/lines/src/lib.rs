//! m,n,k-games such as tic-tac-toe, phantom m,n,k-games with hidden marks, and Dark Hex.

pub mod dark_hex;
pub mod mnk;
pub mod phantom_mnk;

#[cfg(test)]
mod responses;

use sortilege_games_common::{bits, chessboard, key, pictures, status};
#[cfg(test)]
use sortilege_games_testing::{census, policies};
