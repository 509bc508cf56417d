//! The memory of all trees: players keep theirs between decisions, and one budget holds for all
//! games of a house.

use crate::pool::locked;
use sortilege::Player;
use std::sync::{Arc, Mutex, Weak};

/// A game whose players keep trees.
pub trait Owner: Send + Sync {
    /// Frees the tree of a player.
    fn drop_tree(&self, who: Player);
}

/// The trees that players keep.
pub struct Trees {
    most: usize,
    /// The tree that was used longest ago first.
    kept: Mutex<Vec<Tree>>,
}

/// The tree of one player.
struct Tree {
    session: Weak<dyn Owner>,
    who: Player,
    bytes: usize,
}

impl Trees {
    /// At most `most` bytes of trees.
    pub fn new(most: usize) -> Self {
        Trees { most, kept: Mutex::default() }
    }

    /// Notes the size of a tree that was used just now, and frees those used longest ago until all
    /// fit. The caller holds no lock of a game.
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

    /// The bytes of all trees that are kept.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        locked(&self.kept).iter().map(|tree| tree.bytes).sum()
    }
}
