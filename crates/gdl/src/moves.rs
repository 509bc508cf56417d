//! Moves, percepts and states, as numbers.

use crate::program::MOST_ROLES;

/// Maximum number of roles, including `random`.
pub(crate) const ROLES: usize = MOST_ROLES + 1;

/// A move of a role, by its number; the [`Sheet`](crate::Sheet) has its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Action(pub(crate) u32);

/// A joint move: one move per role, in the order of the roles.
pub(crate) type Joint = [Action; ROLES];
/// Sentinel: no move yet.
pub(crate) const NOTHING: Action = Action(u32::MAX);

/// Percept of a role in a step: a number for each set of percepts.
pub(crate) type Percept = u64;
/// Bit of a percept that is set when a step ends the game; every role observes it.
pub(crate) const OVER: Percept = 1 << 62;
/// Percepts of all roles.
pub(crate) type Percepts = [Percept; ROLES];

/// Fluents that hold: one bit each if there is a net, otherwise one number each, in order.
pub(crate) type State = Box<[u64]>;
