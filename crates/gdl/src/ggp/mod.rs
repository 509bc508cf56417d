//! General Game Playing protocol: matches over HTTP between a host and players, which are servers.
//!
//! [`player`] implements a player, [`host`] plays matches between any players. All input is
//! bounded: sizes, times, and the number of connections.

pub mod host;
pub mod http;
pub mod message;
pub mod player;
mod thinker;

/// Usual port of a player.
pub const PORT: u16 = 9147;
