//! Monte Carlo search for games of chance and hidden information.

pub mod bandit;
pub mod budget;
pub mod exact;
pub mod game;
pub mod playout;
pub mod reward;
pub mod rng;
pub mod scene;
pub mod search;
pub mod testing;
pub mod tree;

pub use budget::{Budget, Stop};
pub use game::{Game, Player, Turn};
pub use rng::Rng;
