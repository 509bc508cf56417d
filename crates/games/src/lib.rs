//! The games of Sortilege: one file or folder a game, each knowing only `sortilege::game`.

pub mod goofspiel;
pub mod oshi_zumo;
pub mod toy_fusion;
pub mod toy_subset;

mod key;
mod text;
#[cfg(test)]
mod thorough;
