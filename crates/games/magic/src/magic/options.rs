//! Settings of a game; options for how moves are made, and which of them are offered, which do not
//! change the rules of combat; and readings of the rules of ED's expert.

use super::deck::Deck;

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

/// Deck, initial life and hands, and the form of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The deck list of both players.
    pub deck: Deck,
    /// The initial life of each player; default: 20.
    pub life: i16,
    /// Number of cards in an opening hand; default: 7.
    pub hand: u8,
    /// Whether player 1 draws a card in the first turn; default: false (CS §VI).
    pub first_draw: bool,
    /// How moves are made.
    pub options: Options,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            deck: Deck::default(),
            life: 20,
            hand: 7,
            first_draw: false,
            options: Options::default(),
        }
    }
}

/// A reading of Algorithms 1 and 2 where their print and prose differ, and the set of rules that
/// apply. CS prints none of its rules for attacks and blocks; [`Reading::CS`] follows the
/// description in its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    /// The number of blockers that survival requires.
    pub need: Need,
    /// Whether a creature is also held back to block an attacker that it would only just kill:
    /// power equal to toughness. The default, as printed, is more power than toughness (Algorithm
    /// 1, line 27).
    pub hold_for_equal: bool,
    /// Whether a creature lost in a block of two must be cheaper than the attacker, as in the
    /// prose. The default, as printed, is at most as expensive (Algorithm 2, line 27).
    pub gang_below: bool,
    /// Whether nothing is blocked as long as the own damage next turn, "with an attack using all
    /// creatures", exceeds the damage taken now (CS §IV). A player who would not survive still
    /// blocks. ED has no such rule; default: false.
    pub race: bool,
    /// Whether attackers are blocked for the sole purpose of survival (Algorithm 2, lines 16 and 30
    /// to 33); default: true.
    pub survival: bool,
    /// Whether two creatures block together (Algorithm 2, line 27); default: true.
    pub gangs: bool,
}

impl Reading {
    /// ED's expert by the prose.
    pub const ED: Reading = Reading {
        need: Need::Prose,
        hold_for_equal: false,
        gang_below: false,
        race: false,
        survival: true,
        gangs: true,
    };

    /// CS's rules as far as its text describes them: a race, and otherwise only profitable blocks.
    /// This reading was found after the results of ED's rules were known.
    pub const CS: Reading =
        Reading { need: Need::Infinite, race: true, survival: false, gangs: false, ..Reading::ED };
}

impl Default for Reading {
    fn default() -> Self {
        Reading::ED
    }
}

/// How to count the blockers that survival requires, in Algorithm 1, line 8, and Algorithm 2, line
/// 6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Need {
    /// As in the prose: the least number of blocks, of the strongest attackers first, that leaves
    /// less damage than life. Next turn all the opponent's creatures attack.
    #[default]
    Prose,
    /// As printed: the least number of weakest attackers that are lethal together, or 0 if all of
    /// them are not lethal. In Algorithm 1 the opponent's untapped creatures attack.
    Printed,
    /// As printed, but the minimum of the empty set is infinite in Algorithm 1 if all of them are
    /// not lethal: then all creatures attack.
    Infinite,
}
