//! Who can play a game, by name.

use crate::level::{Level, Recommended};
use crate::preset::before;
use crate::setting::{Schema, Settings};
use crate::{Error, Preset, Spec};

/// Somebody at the keyboard; sits down only where there is one.
pub static HUMAN: Schema =
    Schema { name: "human", help: "you, at the table of `play`", fields: &[] };

/// Names of the field for kinds of search, and our players that go by them, the usual one first.
const COMMON: [(&str, &[&str]); 5] = [
    ("mcts", &["uct", "so-ismcts"]),
    ("ismcts", &["so-ismcts"]),
    ("pimc", &["determinized-uct"]),
    ("monte-carlo", &["flat-mc"]),
    ("ucb1", &["flat-ucb"]),
];

/// The players that go by a common name for a kind of search, such as `mcts`, the usual one first;
/// none if it is no such name.
pub fn going_by(name: &str) -> &'static [&'static str] {
    COMMON.iter().find(|(common, _)| *common == name).map_or(&[], |(_, players)| players)
}

/// Who can play a game, and whose names are known besides.
#[derive(Clone, Debug)]
pub struct PlayerTable {
    /// The game.
    pub game: &'static str,
    /// The players that fit it, in the order in which they are listed.
    pub players: Vec<&'static Schema>,
    /// Players of the papers, with their settings for the game.
    pub presets: Vec<Preset>,
    /// Who plays at each level.
    pub recommended: Recommended,
    /// All players of the catalogue, whatever they fit.
    pub everybody: Vec<&'static Schema>,
}

impl PlayerTable {
    /// The settings of the player that `spec` describes, who has to fit the game.
    pub fn read(&self, spec: &Spec) -> Result<Settings, Error> {
        let spec = self.meant(spec);
        match self.players.iter().find(|schema| schema.name == spec.name) {
            Some(schema) => schema.read(&spec),
            None => Err(self.nobody(&spec.name)),
        }
    }

    /// The player with its own name: that of a paper, of a level, or that goes by a common name.
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

    /// The player that somebody means who uses a common name for a kind of search: the first that
    /// fits of those that go by it.
    fn common(&self, name: &str) -> Option<&'static str> {
        let meant = going_by(name);
        let fits = |player: &&&str| self.players.iter().any(|schema| schema.name == **player);
        meant.iter().find(fits).or(meant.first()).copied()
    }

    fn nobody(&self, name: &str) -> Error {
        let fitting: Vec<String> =
            self.players.iter().map(|schema| schema.name.to_string()).collect();
        if name == HUMAN.name {
            let why = "`human` sits down at the table of `play` only";
            return Error::Refused(format!(
                "{why}; players that think for themselves: {}",
                fitting.join(", ")
            ));
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
