//! Searches on several threads: roots that think for themselves and are added up, or threads that
//! have the upper part of a tree in common.

pub(super) mod divisible;
pub(super) mod root;
mod shared;
pub(super) mod sum;
mod threads;
pub(super) mod tree;

/// Locks and counters for what threads have in common.
mod sync {
    pub(super) use std::sync::Mutex;
    pub(super) use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
}
