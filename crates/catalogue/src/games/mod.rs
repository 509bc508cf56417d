//! The games on their shelves, one file a family.

mod boards;
mod cards;
mod dice;
pub(crate) mod magic;
mod small;

use crate::listing::GameKind;

/// All of them, in the order in which they are listed.
pub(crate) fn all() -> Vec<GameKind> {
    [small::games(), boards::games(), dice::games(), cards::games(), magic::games()]
        .into_iter()
        .flatten()
        .collect()
}
