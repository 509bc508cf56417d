//! Where games and players meet: every game with every player that fits it, the one language in which they
//! are [named](spec), and the [table] at which they sit.
//!
//! All games are compiled with all their players here and nowhere else, so that who works on what stands
//! above, the lab and the command line, does not wait for that.
//!
//! Inside it stands in layers: the language and its [settings](setting), then what players are composed with, the
//! players, what games claim, the table, and on top the shelves with a line a game. Nothing below the shelves names
//! a game.
//!
//! ```
//! use sortilege::{Player, Rng};
//!
//! # fn main() -> Result<(), sortilege_catalogue::Error> {
//! let table = sortilege_catalogue::open(&"mnk:m=3,n=3,k=3".parse()?)?;
//! let mut player = table.player(&"uct:iterations=100".parse()?)?;
//! let thought = table.think(&mut player, Player(0), &mut Rng::new(1))?;
//! assert!(table.legal(Player(0)).contains(&thought.action));
//! # Ok(()) }
//! ```

mod agent;
pub mod analysis;
mod any_search;
mod capability;
mod common;
mod entry;
mod error;
mod evaluations;
mod exploit;
mod game_analysis;
mod game_play;
mod game_table;
mod games;
mod kit;
mod listing;
mod oracle;
pub mod parallel;
mod players;
mod playouts;
mod preset;
mod rewards;
mod roots;
mod roster;
pub mod setting;
mod shelf;
pub mod spec;
pub mod table;

pub use agent::Agent;
pub use analysis::Analysis;
pub use error::Error;
pub use listing::{GameKind, game, games, open, player_kinds};
pub use preset::Preset;
pub use spec::Spec;
pub use table::Table;
