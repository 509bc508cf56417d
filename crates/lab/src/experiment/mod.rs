//! Experiments: a question about players or a game, described in twenty lines of TOML.
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
//! | [`round-robin`](design::round_robin) | every player against every other | `players`, `mirror` |
//! | [`versus`](design::versus) | many players against a few opponents | `players`, `opponents`, `seats` |
//! | [`sweep`](design::sweep) | one or two settings of a player, over lists or ranges | `player`, `vary`, `opponents`, `seats` |
//! | [`factorial`](design::factorial) | settings that are on or off, in all combinations | `player`, `factors`, `opponents`, `seats` |
//! | [`elimination`](design::elimination) | which of many settings wins a knock-out tournament | `player`, `grid` |
//! | [`tune`](design::tune) | which of many settings is best, confirmed by a final test | `player`, `grid`, `opponents`, `seats`, `rounds`, `at_once`, `test`, `neighbours`, `explore` |
//! | [`estimate`](design::estimate) | the error of a player's value estimates | `players`, `positions` or `states`, `runs`, `scale` |
//! | [`profile`](design::profile) | the size of search trees and the time of decisions | `players`, `positions` or `states`, `runs` |
//! | [`exploitability`](design::exploitability) | exploitability, by iterations | `players`, `iterations`, `runs`, `replays` or `fresh` |
//!
//! Players are a list of specs or a table of names and specs. Designs that play games have these
//! keys:
//!
//! - `games` for each pairing, or `deals` (a number, or a list of positions);
//! - `plays`: the number of plays of each deal;
//! - `orders`: whether seats rotate or take all orders;
//! - [`screen`]: keeps only balanced deals;
//! - [`sequential`]: a rule that stops pairings as soon as they are decided;
//! - `unit`: the number of games in one file of results;
//! - `measure`: `score` (win, draw or loss) or `payoff` (in the game's own unit). The default is
//!   `payoff` where a game can be won by different amounts; see [`Measure`].
//!
//! `seed` is a whole number below 2^64, or a text with one in it: not every program reads numbers
//! from 2^63 on.
//!
//! Reading is strict: an unknown key or invalid value is refused with its line and column. A file
//! has at most 16 MiB.

mod deals;
mod definition;
pub mod design;
mod entrants;
pub mod files;
pub(crate) mod measure;
pub mod plan;
pub mod results;
pub mod screen;
pub mod sequential;
pub(crate) mod source;
mod stages;

pub(crate) use deals::Common;
pub use deals::{Length, Orders, Pairing, Schedule};
pub use definition::Experiment;
pub use design::Design;
pub use entrants::Entrant;
pub use measure::Measure;
pub use results::Results;
pub(crate) use stages::CANDIDATES;

#[cfg(test)]
mod book;
#[cfg(test)]
mod tests;
