//! The games of Sortilege, in one crate per shelf. A shelf declares each game with its settings,
//! its policies and its claims, and compiles it with all players that fit. Shelves compile in
//! parallel, and a change of a game recompiles only its shelf.
//!
//! ```
//! use sortilege::{Player, Rng};
//!
//! # fn main() -> Result<(), sortilege_catalogue::Error> {
//! let table = sortilege_shelves::catalogue().open(&"mnk:m=3,n=3,k=3".parse()?)?;
//! let mut player = table.player(&"uct:iterations=100".parse()?)?;
//! let thought = table.think(&mut player, Player(0), &mut Rng::new(1))?;
//! assert!(table.legal(Player(0)).contains(&thought.action));
//! # Ok(()) }
//! ```

pub mod testing;

use sortilege_catalogue::{Catalogue, RegisteredGame};
use std::sync::OnceLock;

/// Returns all games, in the order in which they are listed.
pub fn all() -> Vec<Box<dyn RegisteredGame>> {
    [
        sortilege_shelf_poker::games(),
        sortilege_shelf_bluff::games(),
        sortilege_shelf_bidding::games(),
        sortilege_shelf_toys::games(),
        sortilege_shelf_lines::games(),
        sortilege_shelf_boards::games(),
        sortilege_shelf_dice::games(),
        sortilege_shelf_cards::games(),
        sortilege_shelf_magic::games(),
        sortilege_shelf_gdl::games(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Returns the catalogue of all games; every call returns the same one.
pub fn catalogue() -> &'static Catalogue {
    static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
    CATALOGUE.get_or_init(|| Catalogue::new(all()).expect("every game has a unique name"))
}
