//! The steps of a game so far, shared by all copies of the game.
//!
//! ```text
//! step 1 <- step 2 <- step 3 <- log of a game
//!                  <- step 3' <- log of a copy that went on in another way
//! ```
//!
//! A copy of a log is a pointer. So a game that keeps a copy of every state needs memory in
//! proportion to its length and not to its square. Each role has its own list, and the view of a
//! seat refers to that list only.

use crate::layers::Moment;
use crate::moves::{Joint, NOTHING, Percepts, ROLES};
use std::fmt::{Debug, Formatter};
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// Moves and percepts of one role, last one first.
#[derive(Clone, Default)]
pub(crate) struct RoleLog(Option<Arc<LogEntry>>);

struct LogEntry {
    before: RoleLog,
    length: usize,
    moment: Moment,
}

impl RoleLog {
    /// Number of steps.
    fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |entry| entry.length)
    }

    fn push(&mut self, moment: Moment) {
        let before = std::mem::take(self);
        *self = RoleLog(Some(Arc::new(LogEntry { length: before.len() + 1, before, moment })));
    }

    fn last(&self) -> Option<Moment> {
        self.0.as_ref().map(|entry| entry.moment)
    }

    /// All moments, first one first.
    fn moments(&self) -> Vec<Moment> {
        let mut list = Vec::with_capacity(self.len());
        list.extend(self.entries().map(|entry| entry.moment));
        list.reverse();
        list
    }

    fn entries(&self) -> impl Iterator<Item = &LogEntry> {
        std::iter::successors(self.0.as_deref(), |entry| entry.before.0.as_deref())
    }
}

impl PartialEq for RoleLog {
    fn eq(&self, other: &Self) -> bool {
        if self.len() != other.len() {
            return false;
        }
        for (one, other) in self.entries().zip(other.entries()) {
            if std::ptr::eq(one, other) {
                // The earlier steps are shared.
                return true;
            }
            if one.moment != other.moment {
                return false;
            }
        }
        true
    }
}

impl Eq for RoleLog {}

impl Hash for RoleLog {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.len().hash(hasher);
        self.entries().for_each(|entry| entry.moment.hash(hasher));
    }
}

impl Debug for RoleLog {
    fn fmt(&self, out: &mut Formatter) -> std::fmt::Result {
        out.debug_list().entries(self.moments()).finish()
    }
}

/// Steps of a game: joint moves and percepts, by role.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Log([RoleLog; ROLES]);

impl Log {
    /// Adds a step of a game with this number of roles.
    pub(crate) fn push(&mut self, roles: usize, (joint, percepts): (Joint, Percepts)) {
        for (role, log) in self.0.iter_mut().enumerate().take(roles) {
            log.push((joint[role], percepts[role]));
        }
    }

    /// Percepts of the last step.
    pub(crate) fn last_percepts(&self) -> Percepts {
        self.0.each_ref().map(|log| log.last().map_or(0, |(_, seen)| seen))
    }

    /// All steps, first one first.
    pub(crate) fn steps(&self) -> impl Iterator<Item = (Joint, Percepts)> {
        let lists = self.0.each_ref().map(RoleLog::moments);
        let length = lists[0].len();
        (0..length).map(move |at| {
            let of = |role: usize| lists[role].get(at).copied().unwrap_or((NOTHING, 0));
            let moments: [Moment; ROLES] = std::array::from_fn(of);
            (moments.map(|(action, _)| action), moments.map(|(_, seen)| seen))
        })
    }
}

/// Drops steps iteratively: recursion over a long log could exhaust the stack.
impl Drop for RoleLog {
    fn drop(&mut self) {
        let mut entry = self.0.take();
        while let Some(mut last) = entry.and_then(Arc::into_inner) {
            entry = last.before.0.take();
        }
    }
}

/// Moves and percepts of one role. The list is made when it is first needed: a description of a
/// whole game needs the view of a seat after every step, but not its moments.
#[derive(Clone)]
pub(crate) struct Moments {
    /// Empty for a list from a host.
    log: RoleLog,
    list: OnceLock<Vec<Moment>>,
}

impl Moments {
    /// Moves and percepts of a role in a game.
    pub(crate) fn of(log: &Log, role: usize) -> Self {
        Moments { log: log.0[role].clone(), list: OnceLock::new() }
    }

    fn list(&self) -> &Vec<Moment> {
        self.list.get_or_init(|| self.log.moments())
    }
}

impl From<Vec<Moment>> for Moments {
    fn from(list: Vec<Moment>) -> Self {
        Moments { log: RoleLog::default(), list: OnceLock::from(list) }
    }
}

impl Deref for Moments {
    type Target = [Moment];

    fn deref(&self) -> &[Moment] {
        self.list()
    }
}

impl PartialEq for Moments {
    fn eq(&self, other: &Self) -> bool {
        self[..] == other[..]
    }
}

impl Eq for Moments {}

impl Hash for Moments {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self[..].hash(hasher);
    }
}

impl Debug for Moments {
    fn fmt(&self, out: &mut Formatter) -> std::fmt::Result {
        self[..].fmt(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::Action;
    use std::collections::HashSet;

    fn step(number: u32) -> (Joint, Percepts) {
        let mut joint = [NOTHING; ROLES];
        let mut percepts = [0; ROLES];
        for role in 0..2 {
            joint[role] = Action(10 * number + role as u32);
            percepts[role] = u64::from(number);
        }
        (joint, percepts)
    }

    fn log(steps: impl IntoIterator<Item = u32>) -> Log {
        let mut log = Log::default();
        steps.into_iter().for_each(|number| log.push(2, step(number)));
        log
    }

    /// Copies after every step share their steps: memory holds each step once.
    #[test]
    fn copies_take_memory_in_proportion_to_the_length() {
        let (mut log, mut copies) = (Log::default(), vec![]);
        for number in 0..2000 {
            log.push(2, step(number));
            copies.push(log.clone());
        }
        let entries = |copy: &Log, role: usize| {
            copy.0[role].entries().map(std::ptr::from_ref).collect::<Vec<*const LogEntry>>()
        };
        let kept: HashSet<_> = copies.iter().flat_map(|copy| entries(copy, 1)).collect();
        assert_eq!(kept.len(), 2000);
        assert!(copies.iter().enumerate().all(|(at, copy)| copy.0[0].len() == at + 1));
    }

    #[test]
    fn copies_go_on_apart() {
        let one = log(0..3);
        let mut other = one.clone();
        other.push(2, step(3));
        assert_eq!((one.0[0].len(), other.0[0].len()), (3, 4));
        assert_eq!(other.last_percepts(), step(3).1);
        assert_eq!(other.steps().collect::<Vec<_>>(), (0..4).map(step).collect::<Vec<_>>());
        assert_eq!(other, log(0..4));
        assert_ne!(other, log([0, 9, 2, 3]));
        assert_ne!(one, other);
    }

    #[test]
    fn moments_are_those_of_one_role_and_are_listed_when_needed() {
        let log = log(0..3);
        let moments = Moments::of(&log, 1);
        assert!(moments.list.get().is_none());
        let own = [0, 1, 2].map(|number| (Action(10 * number + 1), u64::from(number)));
        assert_eq!(moments[..], own);
        assert_eq!(moments, moments.to_vec().into());
    }

    /// A view refers to nothing that belongs to another role.
    #[test]
    fn moments_contain_no_other_role() {
        let log = log(0..3);
        let moments = Moments::of(&log, 1);
        let own: HashSet<_> = moments.log.entries().map(std::ptr::from_ref).collect();
        assert!(log.0[0].entries().all(|entry| !own.contains(&std::ptr::from_ref(entry))));
        assert_eq!(own.len(), 3);
    }

    #[test]
    fn a_long_log_is_dropped_without_recursion() {
        let log = log(0..1_000_000);
        let copy = log.clone();
        drop(log);
        assert_eq!(copy.0[0].len(), 1_000_000);
    }
}
