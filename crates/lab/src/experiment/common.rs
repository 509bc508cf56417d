//! What a design is told of the experiment that it is the design of.

use super::deals::Schedule;
use super::sequential::Sequential;
use crate::{Catalogue, Error, Spec, Table};

/// What experiments of all designs have in common.
pub(crate) struct Common<'a> {
    /// Where the game comes from.
    pub(crate) catalogue: &'a Catalogue,
    /// What the report is called.
    pub(crate) title: &'a str,
    /// The game, with all settings.
    pub(crate) game: &'a Spec,
    /// What all randomness is derived from.
    pub(crate) seed: u64,
    /// How many games, and on which deals; nothing for designs that play none.
    pub(crate) schedule: Option<&'a Schedule>,
    /// When to stop early, if ever.
    pub(crate) sequential: Option<&'a Sequential>,
}

impl Common<'_> {
    /// A table with the game.
    pub(crate) fn open(&self) -> Result<Box<dyn Table>, Error> {
        Ok(self.catalogue.open(self.game)?)
    }
}
