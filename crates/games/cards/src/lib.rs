//! Large games with hidden information: The Confrontation and Dou Di Zhu.

pub mod confrontation;
pub mod dou_di_zhu;

use sortilege_games_common::{bits, key, pictures, text};
#[cfg(test)]
use sortilege_games_testing::{census, spelling};
