//! How moves are made, and which of them are offered. None of this changes the rules of combat.

use super::reading::Reading;

/// How decisions are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// How the cards to play are chosen; at once unless said.
    pub main: Main,
    /// Which choices of cards are offered; all unless said.
    pub pruning: Pruning,
    /// How attacks and blocks are chosen; at once unless said.
    pub combat: Combat,
    /// A choice of attackers or blockers among more possibilities than this is made creature by
    /// creature, whatever `combat` says. 1,024 unless said.
    pub most: u32,
}

impl Default for Options {
    fn default() -> Self {
        Options { main: Main::Whole, pruning: Pruning::None, combat: Combat::Whole, most: 1024 }
    }
}

/// How the cards to play are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Main {
    /// All at once.
    Whole,
    /// A land is played if there is one, then creatures are cast or kept one after another (ED
    /// §VI-B2).
    Binary(Order),
}

/// In which order cards are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// The most expensive first, as in ED §VII.
    Descending,
    /// The cheapest first.
    Ascending,
    /// One that changes from turn to turn.
    Random,
}

/// Which choices of cards are offered (ED §VI-B1), from all to few.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pruning {
    /// All that are affordable.
    None,
    /// Those that play a land, if there is one.
    NonLand,
    /// Those that no card can be added to.
    Dominated,
}

/// Who chooses attackers and blockers, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Combat {
    /// The players, each all at once.
    Whole,
    /// The players, creature by creature.
    Steps,
    /// Nobody: they follow the rules of ED's expert, and only cards are left to choose.
    Expert(Reading),
    /// Nobody: chance attacks and blocks as ED's reduced player does, each choice equally likely,
    /// and only cards are left to choose.
    Reduced,
}

impl Combat {
    /// Whether nobody is asked.
    #[inline]
    pub fn is_settled(self) -> bool {
        matches!(self, Combat::Expert(_) | Combat::Reduced)
    }
}
