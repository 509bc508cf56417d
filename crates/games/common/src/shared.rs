//! Large tables that all states of a game share.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

/// A reference to a table that lives as long as the program, so that a state holds only an address.
/// Two references are equal if they point to the same table: there must be one table for each
/// setting.
pub struct Shared<T: 'static>(pub &'static T);

impl<T> Clone for Shared<T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Shared<T> {}

impl<T> Deref for Shared<T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        self.0
    }
}

impl<T> PartialEq for Shared<T> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl<T> Eq for Shared<T> {}

/// Adds nothing to the hash: addresses differ from run to run, and states of different settings are
/// seldom kept together.
impl<T> Hash for Shared<T> {
    #[inline]
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// Prints nothing of the table: it is long, and the same for all states of a game.
impl<T> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("..")
    }
}
