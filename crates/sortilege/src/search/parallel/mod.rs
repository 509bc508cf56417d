//! Searches on several threads: roots that think for themselves and are added up, or threads that grow one tree.

pub(super) mod divisible;
mod jobs;
pub(super) mod root;
pub(super) mod sum;
mod threads;
pub(super) mod tree;
