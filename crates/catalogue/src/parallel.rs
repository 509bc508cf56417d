//! Players on several threads: the settings for it, and what follows from them.
//!
//! With `roots` there are several searches that share the budget, and `threads` say how many of
//! them run at a time, which makes no difference to the answer. With one root, `threads` have its
//! tree in common if the search can do that.
//!
//! No more threads are used than the machine has cores: more would keep each other waiting, and a
//! budget of time with them.

use crate::Spec;
use crate::setting::{Setting, Settings};
use std::num::NonZero;
use std::sync::OnceLock;
use std::thread::available_parallelism;

/// More than any machine has cores is a slip of the finger.
pub const MOST: u64 = 1024;

/// How many searches share the budget.
pub const ROOTS: Setting<usize> = Setting::whole(
    "roots",
    1,
    MOST,
    "1",
    "how many searches share the budget, each with a tree of its own, and add up what they found",
)
.omit_default();
/// For searches with a tree to a thread.
pub const THREADS: Setting<usize> = Setting::whole(
    "threads",
    1,
    MOST,
    "1",
    "how many of the roots are searched at a time, on as many cores at most; results do not depend on it",
)
.omit_default();
/// For searches with a tree for several threads.
pub const THREADS_AT_A_TREE: Setting<usize> = Setting::whole(
    "threads",
    1,
    MOST,
    "1",
    "how many of the roots are searched at a time; with one root, how many threads have its tree in \
     common, and results then depend on the machine; no more are used than there are cores",
)
.omit_default();

/// On how many threads a player thinks, by its settings.
pub fn threads(player: &Spec) -> usize {
    number(player, "threads")
}

/// Whether a player's answers depend on the machine, by its settings: on how fast it is, or on
/// which of several threads comes first at a tree that they share.
pub fn depends_on_machine(player: &Spec) -> bool {
    player.get("time").is_some() || (number(player, "threads") > 1 && number(player, "roots") == 1)
}

/// So many of some threads as there are cores for, if the system says how many these are. It is
/// asked once, for that reads several files, and every root asks.
pub fn useful(threads: usize) -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    threads.min(*CORES.get_or_init(|| available_parallelism().map_or(usize::MAX, NonZero::get)))
}

/// How many threads grow the tree of one root, by the settings of a search whose tree is for
/// several.
pub fn at_a_tree(settings: &Settings) -> usize {
    if settings.get(&ROOTS) == 1 { useful(settings.get(&THREADS)) } else { 1 }
}

fn number(player: &Spec, setting: &str) -> usize {
    player.get(setting).and_then(|value| value.name.parse().ok()).unwrap_or(1)
}
