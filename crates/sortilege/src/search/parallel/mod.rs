//! Searches on several threads: roots that think for themselves and are added up, or threads that have the upper part of a tree in common.

pub(super) mod divisible;
pub(super) mod root;
pub(super) mod sum;
mod threads;
pub(super) mod tree;
