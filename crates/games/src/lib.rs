//! The games of Sortilege: one file or folder a game, each knowing only `sortilege::game`.

pub mod kuhn;
pub mod leduc;
pub mod liars_dice;
pub mod rps;

#[cfg(test)]
mod census;
