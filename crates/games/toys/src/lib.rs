//! The toy games of the paper on information set search, which show the faults of determinization.

pub mod toy_fusion;
pub mod toy_subset;

use sortilege_games_common::{key, text};
#[cfg(test)]
use sortilege_games_testing::{census, spelling};
