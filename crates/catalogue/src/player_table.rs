//! The players of a game, by name.

use crate::level::{Level, Recommended, before};
use crate::setting::{Schema, Settings};
use crate::{Error, Preset, Spec};

/// A human player, which needs an interactive table.
pub static HUMAN: Schema =
    Schema { name: "human", help: "you, at the table of `play`", fields: &[] };

/// Common names of search algorithms, and the players that they stand for, the usual one first.
const COMMON: [(&str, &[&str]); 5] = [
    ("mcts", &["uct", "so-ismcts"]),
    ("ismcts", &["so-ismcts"]),
    ("pimc", &["determinized-uct"]),
    ("monte-carlo", &["flat-mc"]),
    ("ucb1", &["flat-ucb"]),
];

/// Returns the players that a common name of an algorithm, such as `mcts`, stands for, the usual
/// one first; empty if it is no such name.
pub fn going_by(name: &str) -> &'static [&'static str] {
    COMMON.iter().find(|(common, _)| *common == name).map_or(&[], |(_, players)| players)
}

/// The players that fit a game, and all other known players.
#[derive(Clone, Debug)]
pub struct PlayerTable {
    /// The game.
    pub game: &'static str,
    /// The players that fit it, in the order in which they are listed.
    pub players: Vec<&'static Schema>,
    /// Players of the papers, with their settings for the game.
    pub presets: Vec<Preset>,
    /// Recommended player of each level.
    pub recommended: Recommended,
    /// All players of the catalogue, including those that do not fit.
    pub everybody: Vec<&'static Schema>,
}

impl PlayerTable {
    /// Reads the settings of the player that `spec` describes, which has to fit the game.
    pub fn read(&self, spec: &Spec) -> Result<Settings, Error> {
        let spec = self.meant(spec);
        match self.players.iter().find(|schema| schema.name == spec.name) {
            Some(schema) => schema.read(&spec),
            None => Err(self.unknown(&spec.name)),
        }
    }

    /// Resolves the name of a preset, of a level, or a common name to the player it stands for.
    fn meant(&self, spec: &Spec) -> Spec {
        if let Some(preset) = self.presets.iter().find(|preset| preset.name == spec.name) {
            return preset.with(spec);
        }
        if let Some(level) = Level::named(&spec.name) {
            return before(spec, self.recommended.at(level, &self.players));
        }
        match self.common(&spec.name) {
            Some(name) => before(spec, Spec::new(name)),
            None => spec.clone(),
        }
    }

    /// Resolves a common name of an algorithm to the first player that fits.
    fn common(&self, name: &str) -> Option<&'static str> {
        let meant = going_by(name);
        let fits = |player: &&&str| self.players.iter().any(|schema| schema.name == **player);
        meant.iter().find(fits).or(meant.first()).copied()
    }

    fn unknown(&self, name: &str) -> Error {
        let fitting: Vec<String> =
            self.players.iter().map(|schema| schema.name.to_string()).collect();
        if name == HUMAN.name {
            let why = "`human` sits down at the table of `play` only";
            return Error::Refused(format!("{why}; computer players: {}", fitting.join(", ")));
        }
        if self.everybody.iter().any(|kind| kind.name == name) {
            return Error::unfit(name, self.game, fitting);
        }
        let presets = self.presets.iter().map(|preset| preset.name.to_string());
        let levels = Level::ALL.map(|level| level.name().to_string());
        let known = fitting.into_iter().chain(presets).chain(levels).collect();
        Error::Unknown { what: "player".to_string(), name: name.to_string(), known }
    }
}
