//! A player at a table.

use crate::common::CHOICE;
use crate::setting::Settings;
use crate::{Error, PlayerProfile, Spec};
use sortilege::search::FinalChoice;
use sortilege::{Player, Stop};
use std::any::Any;

/// A player built for the game of one table. It can play at any table of that game, in one seat at
/// a time; tables of other games refuse it.
pub struct Agent {
    /// The game.
    game: &'static str,
    spec: Spec,
    full_spec: Spec,
    stop: Stop,
    profile: PlayerProfile,
    /// Rule of the final choice among the candidates, if the player has a setting for it.
    pub(crate) choice: Option<FinalChoice>,
    /// Seat for which the player has decided in this game, if any.
    pub(crate) seat: Option<Player>,
    /// Number of steps of the table that the player has observed.
    pub(crate) observed: usize,
    /// An [`AnySearch`](crate::any_search::AnySearch) of the game.
    pub(crate) search: Box<dyn Any + Send>,
}

impl Agent {
    /// A player for a game, with the search behind it.
    pub(crate) fn new(
        game: &'static str,
        settings: &Settings,
        stop: Stop,
        profile: PlayerProfile,
        search: Box<dyn Any + Send>,
    ) -> Self {
        Agent {
            game,
            spec: settings.spec(),
            full_spec: settings.full_spec(),
            stop,
            profile,
            choice: settings.has(&CHOICE).then(|| settings.get(&CHOICE)),
            seat: None,
            observed: 0,
            search,
        }
    }

    /// Returns the error for a table of another game.
    pub(crate) fn refused_by(&self, other: &Spec) -> Error {
        let Agent { spec, game, .. } = self;
        Error::Refused(format!(
            "`{spec}` was built at a table of `{game}`, and cannot play `{other}`; build one here"
        ))
    }

    /// The player with the settings that were given, tidied.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }
    /// The player with all its settings.
    pub fn full_spec(&self) -> &Spec {
        &self.full_spec
    }
    /// Properties of the player.
    pub fn profile(&self) -> &PlayerProfile {
        &self.profile
    }
    /// Signal that stops its search from outside.
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }
}
