//! Opponents worth beating: how strong one is wanted, at any game.

use crate::Spec;
use crate::setting::Schema;

/// How strong an opponent is wanted. Each is the player that is recommended at the game, who thinks more or less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Looks at a handful of simulations.
    Beginner,
    /// Looks at some dozens.
    Easy,
    /// Looks at some hundreds.
    Normal,
    /// Thinks for a fifth of a second.
    Strong,
    /// Thinks for a second.
    Best,
}

impl Level {
    /// All of them, the weakest first.
    pub const ALL: [Level; 5] = [Level::Beginner, Level::Easy, Level::Normal, Level::Strong, Level::Best];

    /// What it is called, which is also the name of a player at every game.
    pub fn name(self) -> &'static str {
        ["beginner", "easy", "normal", "strong", "best"][self as usize]
    }

    /// The level of that name.
    pub fn named(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }

    /// How much a search looks at.
    fn budget(self) -> (&'static str, &'static str) {
        let simulations = |number| ("iterations", number);
        match self {
            Level::Beginner => simulations("5"),
            Level::Easy => simulations("50"),
            Level::Normal => simulations("500"),
            Level::Strong => ("time", "200ms"),
            Level::Best => ("time", "1s"),
        }
    }
}

/// Who plays at each level of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recommended {
    /// One player, who thinks more or less.
    Player(&'static str),
    /// A player for every level, the weakest first.
    ByLevel([&'static str; Level::ALL.len()]),
}

impl Recommended {
    /// Who is recommended at a game that recommends nobody: the search made for the likes of it.
    pub(crate) fn among(players: &[&Schema], hidden: bool) -> Self {
        let wanted: &[&'static str] =
            if hidden { &["mo-ismcts", "so-ismcts"] } else { &["uct", "so-ismcts"] };
        let fits = |name: &&&'static str| players.iter().any(|player| player.name == **name);
        Recommended::Player(wanted.iter().find(fits).copied().unwrap_or("flat-ucb"))
    }

    /// The player of a level.
    pub(crate) fn at(&self, level: Level) -> Spec {
        let read = |text: &str| -> Spec { text.parse().expect("recommended players are tested") };
        let (setting, value) = level.budget();
        match self {
            Recommended::Player(text) => read(text).with(setting, read(value)),
            Recommended::ByLevel(texts) => read(texts[level as usize]),
        }
    }
}
