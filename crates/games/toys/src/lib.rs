//! The toys of the paper on information set search, on which determinization shows its faults.

pub mod toy_fusion;
pub mod toy_subset;

use sortilege_games_common::{key, text};
#[cfg(test)]
use sortilege_games_testing::{spelling, thorough};
