//! The games of Sortilege: one file or folder a game, each knowing only `sortilege::game`.

pub mod cant_stop;
pub mod ewn;
pub mod goofspiel;
pub mod kuhn;
pub mod leduc;
pub mod liars_dice;
pub mod mnk;
pub mod oshi_zumo;
pub mod phantom_mnk;
pub mod pig;
pub mod rps;
pub mod toy_fusion;
pub mod toy_subset;

mod key;
mod text;

#[cfg(test)]
mod census;
#[cfg(test)]
mod thorough;
