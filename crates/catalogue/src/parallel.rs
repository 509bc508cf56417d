//! Parallel searches: settings and what follows from them.
//!
//! With `roots` several searches share the budget (root parallelization), and `threads` is the
//! number of them that run at the same time, which does not change the answer. With one root,
//! `threads` grow its tree together, if the search supports that.
//!
//! No more threads are used than the machine has cores: more threads would wait for each other and
//! waste a budget of time.

use crate::setting::{Setting, Settings};
use std::num::NonZero;
use std::sync::OnceLock;
use std::thread::available_parallelism;

/// Largest number of roots or threads: more than any machine has cores is a typing error.
pub const MOST: u64 = 1024;

/// Number of searches that share the budget.
pub const ROOTS: Setting<usize> = Setting::whole(
    "roots",
    1,
    MOST,
    "1",
    "root parallelization: number of independent searches that share the budget, each with its own \
     tree; `iterations` and `memory` are divided evenly among them (`trees`, for a player with \
     several); visits and rewards of the root moves are added",
)
.omit_default();
/// Number of threads of a search whose trees are grown by one thread each.
pub const THREADS: Setting<usize> = Setting::whole(
    "threads",
    1,
    MOST,
    "1",
    "number of roots that are searched in parallel, at most `roots` and one per core; results \
     depend on `roots` and not on `threads`, unless `time` is given",
)
.omit_default();
/// Number of threads of a search whose tree several threads can grow.
pub const THREADS_AT_A_TREE: Setting<usize> = Setting::whole(
    "threads",
    1,
    MOST,
    "1",
    "number of threads, at most one per core. With `roots` above 1: number of roots that are \
     searched in parallel, without effect on results unless `time` is given. With one root: tree \
     parallelization, in which each thread grows a copy of the tree and the copies synchronize \
     their upper parts; results then depend on the order of synchronizations, and the same seed \
     may give another result",
)
.omit_default();

/// Limits a number of threads to the number of cores, if the system reports it. The number is read
/// once, because reading it opens several files and every root needs it.
pub fn useful(threads: usize) -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    threads.min(*CORES.get_or_init(|| available_parallelism().map_or(usize::MAX, NonZero::get)))
}

/// Number of threads that grow the tree of one root, for a search whose tree several threads can
/// grow.
pub fn at_a_tree(settings: &Settings) -> usize {
    if settings.get(&ROOTS) == 1 { useful(settings.get(&THREADS)) } else { 1 }
}
