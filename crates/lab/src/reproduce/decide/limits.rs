//! Limits of a campaign.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Limits of a campaign.
#[derive(Clone, Copy, Debug)]
pub struct Means<'a> {
    /// Number of games played in parallel.
    pub threads: usize,
    /// Time limit, if there is one.
    pub time: Option<Duration>,
    /// Flag that stops the campaign early.
    pub stop: &'a AtomicBool,
}
