//! Board games for two without chance: Amazons, Breakthrough, Cannon, Checkers, Chinese Checkers
//! and Pentalath.

pub mod amazons;
pub mod breakthrough;
pub mod cannon;
pub mod checkers;
pub mod chinese_checkers;
pub mod pentalath;

use sortilege_games_common::{bits, chessboard, key, pictures, shared, status, text};
#[cfg(test)]
use sortilege_games_testing::{census, policies, spelling};
