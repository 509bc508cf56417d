//! How the rules of ED's expert are read.

/// How to read Algorithms 1 and 2 where print and prose part, and which of their rules count. CS
/// prints none of its rules for attacks and blocks; [`Reading::CS`] is what its text says of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    /// How many blockers it takes to survive.
    pub need: Need,
    /// Whether a creature is also held back to block one that it would just kill: power equal to
    /// toughness. Printed, and so unless said, is more power than toughness (Algorithm 1, line 27).
    pub hold_for_equal: bool,
    /// Whether a creature lost in a block of two must be cheaper than the attacker, as the prose
    /// has it. Printed, and so unless said, is at most as expensive (Algorithm 2, line 27).
    pub gang_below: bool,
    /// Whether nothing is blocked as long as more damage will be done next turn, "with an attack
    /// using all creatures", than is taken now (CS §IV). Whoever would not live to do it blocks. ED
    /// has no such rule, and so unless said.
    pub race: bool,
    /// Whether attackers are blocked for no other reason than to survive (Algorithm 2, lines 16 and
    /// 30 to 33), as unless said.
    pub survival: bool,
    /// Whether two block together (Algorithm 2, line 27), as unless said.
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

    /// CS's rules as far as its text goes: a race, and otherwise profitable blocks only. It was
    /// found after the results of ED's rules were known.
    pub const CS: Reading =
        Reading { need: Need::Infinite, race: true, survival: false, gangs: false, ..Reading::ED };
}

impl Default for Reading {
    fn default() -> Self {
        Reading::ED
    }
}

/// How to count the blockers that survival takes, in Algorithm 1, line 8, and Algorithm 2, line 6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Need {
    /// As the prose says: the strongest attackers are blocked, and the least number of blocks that
    /// leaves less damage than life is what it takes. Next turn all the opponent's creatures
    /// attack.
    #[default]
    Prose,
    /// As printed: the least number of weakest attackers that are lethal together, or 0 if all are
    /// not. In Algorithm 1 the opponent's untapped creatures attack.
    Printed,
    /// As printed, and if all of them are not lethal the minimum, which is one of no numbers, is
    /// infinite in Algorithm 1: then everybody attacks.
    Infinite,
}
