//! Experiments: what somebody wants to know, in twenty lines of TOML.
//!
//! ```toml
//! design = "match"
//! name = "who-is-better"
//! game = "phantom-mnk:m=3,n=3,k=3"
//! seed = 1
//! games = 200
//! players = ["mo-ismcts:iterations=1000", "so-ismcts:iterations=1000"]
//! ```
//!
//! | `design` | measures | its own keys |
//! |---|---|---|
//! | [`match`](design::matches) | players against each other, every seat order | `players` |
//! | [`round-robin`](design::round_robin) | everybody against everybody | `players`, `mirror` |
//! | [`versus`](design::versus) | many players against a few opponents | `players`, `opponents`, `seats` |
//! | [`sweep`](design::sweep) | one or two settings of a player, over lists or ranges | `player`, `vary`, `opponents`, `seats` |
//! | [`factorial`](design::factorial) | settings that are on or off, in all combinations | `player`, `factors`, `opponents`, `seats` |
//! | [`elimination`](design::elimination) | which of many settings survives a knock-out | `player`, `grid` |
//! | [`tune`](design::tune) | which of many settings is best, and whether that stands up to a test | `player`, `grid`, `opponents`, `seats`, `rounds`, `at_once`, `test`, `neighbours`, `explore` |
//! | [`estimate`](design::estimate) | how far off a player's values are | `players`, `positions` or `states`, `runs`, `scale` |
//! | [`profile`](design::profile) | what trees look like and how long they take | `players`, `positions` or `states`, `runs` |
//! | [`exploitability`](design::exploitability) | what the best opponent wins, by iterations | `players`, `iterations`, `runs`, `replays` or `fresh` |
//!
//! Players are a list of specs or a table of names and specs. Designs that play games have `games`
//! for each pairing, or `deals` (how many, or a list of positions), and `plays` for each deal;
//! `orders` says whether seats rotate or take all orders; a [`screen`] keeps balanced deals only,
//! and a [`sequential`] rule stops pairings that are decided. `unit` fixes how many games are kept
//! in a file. `measure` says whether a game counts for who won it (`score`) or for how much
//! (`payoff`, in the game's own unit), which is the usual one where there is more to win than the
//! game; see [`Measure`].
//!
//! `seed` is a whole number below 2^64, or a text with one in it: not every program reads numbers
//! from 2^63 on.
//!
//! Reading is strict: what is not understood is refused with its line and column. A file has 16 MiB
//! at most.

mod common;
mod deals;
mod definition;
pub mod design;
mod entrants;
pub mod files;
pub(crate) mod measure;
mod pairing;
pub mod plan;
pub mod results;
pub mod screen;
pub mod sequential;
pub(crate) mod source;
mod stages;

pub(crate) use common::Common;
pub use deals::{Length, Schedule};
pub use definition::Experiment;
pub use design::Design;
pub use entrants::Entrant;
pub use measure::Measure;
pub use pairing::{Orders, Pairing};
pub use results::Results;
pub(crate) use stages::CANDIDATES;

#[cfg(test)]
mod book;
#[cfg(test)]
mod tests;
