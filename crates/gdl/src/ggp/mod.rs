//! The protocol of general game playing: matches over HTTP, between a host and players who are
//! servers.
//!
//! [`player`] is a player, [`host`] plays matches between any players. Everything that comes in is
//! bounded: sizes, times, and the number of connections.

pub mod host;
pub mod http;
pub mod message;
pub mod player;
mod thinker;

/// The port at which players usually listen.
pub const PORT: u16 = 9147;
