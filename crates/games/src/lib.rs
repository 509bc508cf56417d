//! The games of Sortilege: one file or folder for each game, which depends only on
//! `sortilege::game`. The games are grouped into crates, so that a change to one does not rebuild
//! the others. This crate re-exports all of them.

pub use sortilege_games_bidding::*;
pub use sortilege_games_bluff::*;
pub use sortilege_games_boards::*;
pub use sortilege_games_cards::*;
pub use sortilege_games_dice::*;
pub use sortilege_games_lines::*;
pub use sortilege_games_magic::*;
pub use sortilege_games_poker::*;
pub use sortilege_games_toys::*;
