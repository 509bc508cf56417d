//! What a program has that calls this command line.

use crate::Failure;
use sortilege_catalogue::{Catalogue, Spec, Table};
use sortilege_lab::reproduce::ExactCheck;

/// What is there to play with.
pub struct House<'a> {
    /// Games and players.
    pub catalogue: Catalogue,
    /// Claims of papers that need no statistics.
    pub claims: &'a [ExactCheck],
}

impl House<'_> {
    /// A table with the game, in the position if one is given.
    pub fn open(&self, game: &str, position: Option<&str>) -> Result<Box<dyn Table>, Failure> {
        let mut table = self.catalogue.open(&game.parse::<Spec>()?)?;
        if let Some(position) = position {
            table.set_position(position)?;
        }
        Ok(table)
    }
}
