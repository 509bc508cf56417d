//! Registry of games and players. A game claims its capabilities and receives every player that
//! fits them. Games and players are [named](spec) in one language and meet at a [table]. The crate
//! contains no game: a [`Catalogue`] is built from the games it is given.
//!
//! The layers, from the bottom: the language and its [settings](setting), the parts of players, the
//! players, the claims of games ([`GameEntry`]), the table, and the [`Catalogue`].
//!
//! A game is compiled with its players in the crate that calls [`listed`]. Crates above the
//! catalogue do not wait for that.
//!
//! ```
//! use sortilege::{Player, Rng};
//! use sortilege_catalogue::setting::Schema;
//! use sortilege_catalogue::{Catalogue, GameEntry, listed};
//! use sortilege_games::kuhn::Kuhn;
//!
//! static KUHN: Schema = Schema { name: "kuhn", help: "Kuhn poker: three cards, one bet", fields:
//! &[] };
//!
//! # fn main() -> Result<(), sortilege_catalogue::Error> {
//! let kuhn = listed(GameEntry::new(&KUHN, |_|
//! Ok(Kuhn::default())).chance().outcomes().hidden().observe()); let catalogue =
//! Catalogue::new(vec![kuhn])?; let mut table = catalogue.open(&"kuhn".parse()?)?;
//! let mut player = table.player(&"mo-ismcts:iterations=100".parse()?)?;
//! let mut rng = Rng::new(1);
//! table.chance(&mut rng);
//! let thought = table.think(&mut player, Player(0), &mut rng)?;
//! assert!(table.legal(Player(0)).contains(&thought.action));
//! # Ok(()) }
//! ```

mod agent;
pub mod analysis;
mod any_search;
mod as_played;
mod beliefs;
mod build;
mod capability;
pub mod common;
mod entry;
mod error;
mod exploit;
mod family;
pub mod files;
mod game_analysis;
mod game_play;
mod game_probe;
mod game_table;
mod leak_probe;
mod level;
mod listing;
pub mod opinion;
mod oracle;
pub mod parallel;
mod player_context;
mod player_table;
mod players;
mod playouts;
mod profile;
mod registry;
mod responses;
mod rewards;
pub mod roots;
mod searches;
pub mod setting;
mod solve;
pub mod spec;
pub mod table;
pub mod testing;
mod transcript;
mod value_format;

pub use agent::Agent;
pub use analysis::Analysis;
pub use any_search::AnySearch;
pub use build::Build;
pub use capability::{Capability, Playable};
pub use common::{EVALUATION, Evaluations};
pub use entry::GameEntry;
pub use error::{Error, brief, instead};
pub use family::Family;
pub use files::Files;
pub use leak_probe::LeakProbe;
pub use level::{Level, Preset, Recommended};
pub use listing::{Catalogue, GameKind};
pub use opinion::ExternalEvaluator;
pub use oracle::{Oracle, open_values};
pub use player_context::{AnySetup, PlayerContext};
pub use player_table::{PlayerTable, going_by};
pub use playouts::{EPSILON, PLAYOUT, UNIFORM};
pub use profile::PlayerProfile;
pub use registry::{GameInfo, RegisteredGame, listed, listed_by_information, listed_by_size};
pub use rewards::REWARD;
pub use spec::Spec;
pub use table::Table;
pub use value_format::{PayoffUnit, ValueFormat, ValueKind, ValueRange};
