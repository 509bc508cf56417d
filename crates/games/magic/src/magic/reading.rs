//! Readings of the rules of ED's expert.

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
