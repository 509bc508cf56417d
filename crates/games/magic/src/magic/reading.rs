//! How the rules of ED's expert are read.

/// How to read Algorithms 1 and 2 where print and prose part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reading {
    /// How many blockers it takes to survive.
    pub need: Need,
    /// Whether a creature is also held back to block one that it would just kill: power equal to toughness.
    /// Printed, and so unless said, is more power than toughness (Algorithm 1, line 27).
    pub hold_for_equal: bool,
    /// Whether a creature lost in a block of two must be cheaper than the attacker, as the prose has it.
    /// Printed, and so unless said, is at most as expensive (Algorithm 2, line 27).
    pub gang_below: bool,
}

/// How to count the blockers that survival takes, in Algorithm 1, line 8, and Algorithm 2, line 6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Need {
    /// As the prose says: the strongest attackers are blocked, and the least number of blocks that leaves
    /// less damage than life is what it takes. Next turn all the opponent's creatures attack.
    #[default]
    Prose,
    /// As printed: the least number of weakest attackers that are lethal together, or 0 if all are not. In
    /// Algorithm 1 the opponent's untapped creatures attack.
    Printed,
}
