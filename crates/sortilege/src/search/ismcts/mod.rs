//! Information set MCTS (IS §IV): one file an algorithm, and opponents who doubt, which is our own.

mod followed;
pub(super) mod mo_ismcts;
mod observer;
mod observers;
pub(super) mod redeterminize;
pub(super) mod so_ismcts;
pub(super) mod so_ismcts_pom;
