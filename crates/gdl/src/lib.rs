//! Games written in the Game Description Language, including GDL-II with chance and hidden
//! information.
//!
//! A [`Sheet`] is a rulesheet that was parsed, checked and compiled. [`OpenGame`] is its game with
//! perfect information; [`HiddenGame`] is its game if the sheet defines the percepts of the roles.
//! Both implement the game traits of the library, so every search that supports such games can play
//! them.
//!
//! | I want | item |
//! |---|---|
//! | a game from a text or a file | [`Sheet::read`], [`Sheet::open`] |
//! | errors and warnings | [`Error`], [`Program::warnings`](program::Program::warnings) |
//! | many random games quickly | [`bulk::Bulk`], and [`bulk::Batched`] for the leaves of a search |
//! | to evaluate rules without compiling them | [`Machine`] |
//! | matches over a network | [`ggp`] |
//!
//! ```
//! use sortilege::search::{Search, Setup, SoIsmcts};
//! use sortilege::{Budget, Game, Player, Rng};
//! use sortilege_gdl::{OpenGame, Options, Sheet};
//!
//! let text = "(role a) (init (n 0)) (init (n 1)) (<= (legal a (take ?n)) (true (n ?n)))
//!             (<= (next (got ?n)) (does a (take ?n))) (<= terminal (true (got ?n)))
//!             (<= (goal a 100) (true (got 1))) (<= (goal a 0) (true (got 0)))";
//! let sheet = Sheet::read(text, &Options::default()).unwrap();
//! let game = OpenGame::new(sheet.clone());
//! let mut search = SoIsmcts::<OpenGame>::new(Setup::new(Budget::iterations(100)));
//! let decision = search.decide(&game, Player(0), &mut Rng::new(1));
//! assert_eq!(sheet.move_text(decision.action), "(take 1)");
//! ```

mod belief;
pub mod budget;
pub mod bulk;
mod check;
mod core;
mod counting;
mod engine;
pub mod error;
pub mod ggp;
mod graph;
mod ground;
pub mod hidden;
mod infix;
mod join;
mod joint_moves;
mod lanes;
mod layers;
mod log;
pub mod machine;
mod moves;
mod net;
mod notation;
pub mod open;
mod picture;
mod plan;
pub mod program;
pub mod read;
mod repair;
pub mod rule;
pub mod sheet;
mod store;
pub mod symbol;
pub mod term;
pub mod testing;
pub mod tree;

pub use budget::Limits;
pub use counting::perft;
pub use error::{Error, Place};
pub use hidden::HiddenGame;
pub use machine::Machine;
pub use moves::Action;
pub use open::OpenGame;
pub use program::Program;
pub use sheet::{Engines, Options, Sheet};
