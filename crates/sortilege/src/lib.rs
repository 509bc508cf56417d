//! Monte Carlo search for games of chance and hidden information.

pub mod exact;
pub mod game;
pub mod rng;
pub mod scene;
pub mod testing;

pub use game::{Game, Player, Turn};
pub use rng::Rng;
