//! Information set MCTS (IS §IV): one file per algorithm. Doubting opponents are our own extension.

mod followed;
pub(super) mod mo_ismcts;
mod observer;
mod observers;
pub(super) mod redeterminize;
pub(super) mod so_ismcts;
