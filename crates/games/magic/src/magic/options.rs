//! Options for how moves are made, and which of them are offered. They do not change the rules of
//! combat.

use super::reading::Reading;

/// The form of decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// How cards to play are chosen; default: at once.
    pub main: Main,
    /// Which choices of cards are offered; default: all.
    pub pruning: Pruning,
    /// How attacks and blocks are chosen; default: at once.
    pub combat: Combat,
    /// Largest number of possibilities of a choice of attackers or blockers that is made at once;
    /// larger choices are made creature by creature, whatever `combat` says. Default: 1,024.
    pub most: u32,
}

impl Default for Options {
    fn default() -> Self {
        Options { main: Main::Whole, pruning: Pruning::None, combat: Combat::Whole, most: 1024 }
    }
}

/// The form of the choice of cards to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Main {
    /// All cards at once.
    Whole,
    /// A land is played if there is one, then creatures are cast or kept one after another (ED
    /// §VI-B2).
    Binary(Order),
}

/// The order of the yes/no decisions on cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// Most expensive card first, as in ED §VII.
    Descending,
    /// Cheapest card first.
    Ascending,
    /// A random order that changes from turn to turn.
    Random,
}

/// The choices of cards that are offered (ED §VI-B1), in descending order of their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pruning {
    /// All affordable choices.
    None,
    /// The choices that play a land, if there is one.
    NonLand,
    /// The choices to which no card can be added.
    Dominated,
}

/// The form of the choice of attackers and blockers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Combat {
    /// The players choose, all creatures at once.
    Whole,
    /// The players choose, creature by creature.
    Steps,
    /// The rules of ED's expert choose; the players decide only about cards.
    Expert(Reading),
    /// Chance attacks and blocks as ED's reduced player does, all choices equally likely; the
    /// players decide only about cards.
    Reduced,
}

impl Combat {
    /// Returns whether combat has no decisions of players.
    #[inline]
    pub fn is_settled(self) -> bool {
        matches!(self, Combat::Expert(_) | Combat::Reduced)
    }
}
