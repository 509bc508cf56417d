//! What a campaign may spend.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What may be spent.
#[derive(Clone, Copy, Debug)]
pub struct Means<'a> {
    /// How many games are played at once.
    pub threads: usize,
    /// When to leave off, if not when all is settled.
    pub time: Option<Duration>,
    /// Ends it sooner.
    pub stop: &'a AtomicBool,
}
