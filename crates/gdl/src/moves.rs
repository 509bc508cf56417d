//! Moves, percepts and states, as numbers.

use crate::program::MOST_ROLES;

/// Roles that there can be, `random` among them.
pub(crate) const ROLES: usize = MOST_ROLES + 1;

/// A move of a role, by its number; what it is called is known to the [`Sheet`](crate::Sheet).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Action(pub(crate) u32);

/// A move of every role, in their order.
pub(crate) type Joint = [Action; ROLES];
/// No move yet.
pub(crate) const NOTHING: Action = Action(u32::MAX);

/// What a role sees of a step: a number for each set of percepts.
pub(crate) type Percept = u64;
/// Part of what is seen when a step ends the game: everybody is told.
pub(crate) const OVER: Percept = 1 << 62;
/// What all roles see.
pub(crate) type Percepts = [Percept; ROLES];

/// Fluents that hold: a bit each if there is a net, and otherwise a number each, in order.
pub(crate) type State = Box<[u64]>;
