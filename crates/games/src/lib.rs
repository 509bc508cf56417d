//! The games of Sortilege: one file or folder a game, each knowing only `sortilege::game`.

pub mod amazons;
pub mod breakthrough;
pub mod cannon;
pub mod cant_stop;
pub mod checkers;
pub mod chinese_checkers;
pub mod confrontation;
pub mod dou_di_zhu;
pub mod ewn;
pub mod goofspiel;
pub mod kuhn;
pub mod leduc;
pub mod liars_dice;
pub mod magic;
pub mod mnk;
pub mod oshi_zumo;
pub mod pentalath;
pub mod phantom_mnk;
pub mod pig;
pub mod ra;
pub mod rps;
pub mod toy_fusion;
pub mod toy_subset;

mod bits;
mod chessboard;
mod key;
mod opposed;
mod pictures;
mod shared;
mod status;
mod text;

#[cfg(test)]
mod census;
#[cfg(test)]
mod policies;
#[cfg(test)]
mod spelling;
#[cfg(test)]
mod thorough;
