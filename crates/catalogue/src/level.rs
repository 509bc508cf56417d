//! Named players: levels of strength of opponents, and presets of the players of papers.

use crate::Spec;
use crate::setting::Schema;

/// Strength of an opponent. Each level is the recommended player of the game with another budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// A handful of simulations.
    Beginner,
    /// Dozens of simulations.
    Easy,
    /// Hundreds of simulations.
    Normal,
    /// A fifth of a second.
    Strong,
    /// One second.
    Best,
}

impl Level {
    /// All of them, the weakest first.
    pub const ALL: [Level; 5] =
        [Level::Beginner, Level::Easy, Level::Normal, Level::Strong, Level::Best];

    /// Name of the level, which is also the name of a player at every game.
    pub fn name(self) -> &'static str {
        ["beginner", "easy", "normal", "strong", "best"][self as usize]
    }

    /// The level of that name.
    pub fn named(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }

    /// The budget of a search: simulations in total, which a player with several trees divides
    /// among them, or time.
    fn budget(self, has_trees: bool) -> &'static [(&'static str, &'static str)] {
        match (self, has_trees) {
            (Level::Beginner, false) => &[("iterations", "5")],
            (Level::Beginner, true) => &[("trees", "5"), ("iterations", "1")],
            (Level::Easy, false) => &[("iterations", "50")],
            (Level::Easy, true) => &[("trees", "10"), ("iterations", "5")],
            (Level::Normal, false) => &[("iterations", "500")],
            (Level::Normal, true) => &[("trees", "25"), ("iterations", "20")],
            (Level::Strong, _) => &[("time", "200ms")],
            (Level::Best, _) => &[("time", "1s")],
        }
    }
}

/// The players of the levels of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recommended {
    /// One player with different budgets.
    Player(&'static str),
    /// A player for every level, the weakest first.
    ByLevel([&'static str; Level::ALL.len()]),
}

impl Recommended {
    /// Recommended player of a game that names none: the search for games of its kind.
    pub(crate) fn among(players: &[&Schema], hidden: bool) -> Self {
        let wanted: &[&'static str] =
            if hidden { &["mo-ismcts", "so-ismcts"] } else { &["uct", "so-ismcts"] };
        let fits = |name: &&&'static str| players.iter().any(|player| player.name == **name);
        Recommended::Player(wanted.iter().find(fits).copied().unwrap_or("flat-ucb"))
    }

    /// The player of a level, one of `players`.
    pub(crate) fn at(&self, level: Level, players: &[&Schema]) -> Spec {
        let read = |text: &str| -> Spec { text.parse().expect("recommended players are tested") };
        let player = match self {
            Recommended::ByLevel(texts) => return read(texts[level as usize]),
            Recommended::Player(text) => read(text),
        };
        let schema = players.iter().find(|schema| schema.name == player.name);
        let has_trees =
            schema.is_some_and(|schema| schema.fields.iter().any(|field| field.name == "trees"));
        let budget = level.budget(has_trees).iter();
        budget.fold(player, |player, (setting, value)| player.with(*setting, read(value)))
    }
}

/// A player of a paper with its settings for one game. It is used like a player; settings that are
/// written override its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// What it is called.
    pub name: &'static str,
    /// The player that it stands for.
    pub spec: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

impl Preset {
    /// Players of one source, by name.
    pub const fn of<const N: usize>(
        source: &'static str,
        players: [(&'static str, &'static str); N],
    ) -> [Preset; N] {
        let mut presets = [Preset { name: "", spec: "", source }; N];
        let mut at = 0;
        while at < N {
            (presets[at].name, presets[at].spec) = players[at];
            at += 1;
        }
        presets
    }

    /// Returns the player, with the settings of `written` overriding its own.
    pub fn with(&self, written: &Spec) -> Spec {
        standing_for(self.spec, written)
    }
}

/// Resolves a name, with the settings of `written` overriding those of the name.
pub fn standing_for(meant: &str, written: &Spec) -> Spec {
    before(written, meant.parse().expect("what names stand for is tested"))
}

/// Overrides the settings of a player by those of `written`.
pub fn before(written: &Spec, mut meant: Spec) -> Spec {
    meant.settings.retain(|(name, _)| written.get(name).is_none());
    meant.settings.extend(written.settings.iter().cloned());
    meant
}
