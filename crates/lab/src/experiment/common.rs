//! Properties of an experiment that its design needs.

use super::deals::Schedule;
use super::sequential::Sequential;
use crate::{Catalogue, Error, Spec, Table};

/// Properties that experiments of all designs share.
pub(crate) struct Common<'a> {
    /// Catalogue of the game and the players.
    pub(crate) catalogue: &'a Catalogue,
    /// Title of the report.
    pub(crate) title: &'a str,
    /// Game with all its settings.
    pub(crate) game: &'a Spec,
    /// Random seed.
    pub(crate) seed: u64,
    /// Number of games and their deals; `None` for designs that play no games.
    pub(crate) schedule: Option<&'a Schedule>,
    /// Stopping rule, if there is one.
    pub(crate) sequential: Option<&'a Sequential>,
}

impl Common<'_> {
    /// Opens a table with the game.
    pub(crate) fn open(&self) -> Result<Box<dyn Table>, Error> {
        Ok(self.catalogue.open(self.game)?)
    }
}
