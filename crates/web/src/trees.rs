//! Memory of all trees: players keep their trees between decisions, and one memory budget covers
//! all games of the server.

use crate::pool::locked;
use sortilege::Player;
use std::sync::{Arc, Mutex, Weak};

/// A game whose players keep trees.
pub trait Owner: Send + Sync {
    /// Frees the tree of a player.
    fn drop_tree(&self, who: Player);
}

/// Trees that players keep.
pub struct Trees {
    most: usize,
    /// Least recently used first.
    kept: Mutex<Vec<Tree>>,
}

/// Tree of one player.
struct Tree {
    session: Weak<dyn Owner>,
    who: Player,
    bytes: usize,
}

impl Trees {
    /// Creates a budget of `most` bytes for all trees.
    pub fn new(most: usize) -> Self {
        Trees { most, kept: Mutex::default() }
    }

    /// Records the size of a tree that was just used, and frees the least recently used trees until
    /// all fit. The caller must not hold a lock of a game.
    pub fn keep(&self, session: Arc<dyn Owner>, who: Player, bytes: usize) {
        let mut kept = locked(&self.kept);
        let is_same = |tree: &Tree| {
            tree.who == who && std::ptr::addr_eq(tree.session.as_ptr(), Arc::as_ptr(&session))
        };
        kept.retain(|tree| !is_same(tree) && tree.session.strong_count() > 0);
        kept.push(Tree { session: Arc::downgrade(&session), who, bytes });
        let mut left = kept.iter().map(|tree| tree.bytes).sum::<usize>().saturating_sub(self.most);
        let mut freed = 0;
        while left > 0 {
            left = left.saturating_sub(kept[freed].bytes);
            freed += 1;
        }
        let old: Vec<Tree> = kept.drain(..freed).collect();
        drop(kept);
        for (session, who) in
            old.iter().filter_map(|tree| Some((tree.session.upgrade()?, tree.who)))
        {
            session.drop_tree(who);
        }
    }

    /// Bytes of all kept trees.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        locked(&self.kept).iter().map(|tree| tree.bytes).sum()
    }
}
