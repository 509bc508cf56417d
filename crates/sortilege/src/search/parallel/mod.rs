//! Parallel search: independent roots whose results are added up, or threads that share the upper
//! part of a tree.

pub(super) mod divisible;
pub(super) mod root;
mod shared;
pub(super) mod sum;
mod threads;
pub(super) mod tree;

/// Locks and counters that threads share.
mod sync {
    pub(super) use std::sync::Mutex;
    pub(super) use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
}
