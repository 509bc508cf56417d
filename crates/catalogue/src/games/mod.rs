//! The games on their shelves, one file a family.

mod boards;
mod cards;
mod dice;
mod magic;
mod small;

use crate::shelf::Listed;

/// All of them, in the order in which they are listed.
pub fn all() -> Vec<Box<dyn Listed>> {
    [small::games(), boards::games(), dice::games(), cards::games(), magic::games()]
        .into_iter()
        .flatten()
        .collect()
}
