//! The steps of a game so far, shared by all copies of the game.
//!
//! ```text
//! step 1 <- step 2 <- step 3 <- log of a game
//!                  <- step 3' <- log of a copy that went on in another way
//! ```
//!
//! A copy of a log is a pointer. So a game that keeps a copy of every state needs memory in
//! proportion to its length and not to its square.

use crate::layers::Moment;
use crate::moves::{Joint, Percepts};
use std::fmt::{Debug, Formatter};
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// Steps of a game: joint moves and percepts of all roles.
#[derive(Clone, Default)]
pub(crate) struct Log(Option<Arc<LogEntry>>);

struct LogEntry {
    before: Log,
    length: usize,
    step: (Joint, Percepts),
}

impl Log {
    /// Number of steps.
    pub(crate) fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |entry| entry.length)
    }

    pub(crate) fn push(&mut self, step: (Joint, Percepts)) {
        let before = std::mem::take(self);
        *self = Log(Some(Arc::new(LogEntry { length: before.len() + 1, before, step })));
    }

    /// Last step.
    pub(crate) fn last(&self) -> Option<&(Joint, Percepts)> {
        self.backwards().next()
    }

    /// All steps, last one first.
    pub(crate) fn backwards(&self) -> impl Iterator<Item = &(Joint, Percepts)> {
        self.entries().map(|entry| &entry.step)
    }

    /// All steps, first one first.
    pub(crate) fn steps(&self) -> impl DoubleEndedIterator<Item = &(Joint, Percepts)> {
        let steps: Vec<_> = self.backwards().collect();
        steps.into_iter().rev()
    }

    fn entries(&self) -> impl Iterator<Item = &LogEntry> {
        std::iter::successors(self.0.as_deref(), |entry| entry.before.0.as_deref())
    }
}

impl FromIterator<(Joint, Percepts)> for Log {
    fn from_iter<I: IntoIterator<Item = (Joint, Percepts)>>(steps: I) -> Self {
        let mut log = Log::default();
        steps.into_iter().for_each(|step| log.push(step));
        log
    }
}

impl PartialEq for Log {
    fn eq(&self, other: &Self) -> bool {
        if self.len() != other.len() {
            return false;
        }
        for (one, other) in self.entries().zip(other.entries()) {
            if std::ptr::eq(one, other) {
                // The earlier steps are shared.
                return true;
            }
            if one.step != other.step {
                return false;
            }
        }
        true
    }
}

impl Eq for Log {}

impl Hash for Log {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.len().hash(hasher);
        self.backwards().for_each(|step| step.hash(hasher));
    }
}

impl Debug for Log {
    fn fmt(&self, out: &mut Formatter) -> std::fmt::Result {
        out.debug_list().entries(self.steps()).finish()
    }
}

/// Drops steps iteratively: recursion over a long log could exhaust the stack.
impl Drop for Log {
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
    source: Source,
    list: OnceLock<Vec<Moment>>,
}

/// Where moments come from.
#[derive(Clone)]
enum Source {
    /// Steps of a game, and the role. Only moves and percepts of this role are read.
    Log(Log, usize),
    /// A list of moments, from a host.
    List,
}

impl Moments {
    /// Moves and percepts of a role in a game.
    pub(crate) fn of(log: &Log, role: usize) -> Self {
        Moments { source: Source::Log(log.clone(), role), list: OnceLock::new() }
    }

    fn list(&self) -> &Vec<Moment> {
        self.list.get_or_init(|| match &self.source {
            Source::List => vec![],
            Source::Log(log, role) => {
                let mut list = Vec::with_capacity(log.len());
                list.extend(log.backwards().map(|(joint, seen)| (joint[*role], seen[*role])));
                list.reverse();
                list
            }
        })
    }
}

impl From<Vec<Moment>> for Moments {
    fn from(list: Vec<Moment>) -> Self {
        Moments { source: Source::List, list: OnceLock::from(list) }
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
    use crate::moves::{Action, ROLES};
    use std::collections::HashSet;

    fn step(number: u32) -> (Joint, Percepts) {
        ([Action(number); ROLES], [u64::from(number); ROLES])
    }

    /// Copies after every step share their steps: memory holds each step once.
    #[test]
    fn copies_take_memory_in_proportion_to_the_length() {
        let mut log = Log::default();
        let mut copies = vec![];
        for number in 0..2000 {
            log.push(step(number));
            copies.push(log.clone());
        }
        let kept: HashSet<*const LogEntry> =
            copies.iter().flat_map(|copy| copy.entries().map(std::ptr::from_ref)).collect();
        assert_eq!(kept.len(), 2000);
        assert!(copies.iter().enumerate().all(|(at, copy)| copy.len() == at + 1));
    }

    #[test]
    fn copies_go_on_apart() {
        let one: Log = (0..3).map(step).collect();
        let mut other = one.clone();
        other.push(step(3));
        assert_eq!((one.len(), other.len()), (3, 4));
        assert_eq!(other.last(), Some(&step(3)));
        assert_eq!(
            other.steps().copied().collect::<Vec<_>>(),
            (0..4).map(step).collect::<Vec<_>>()
        );
        assert_eq!(other, (0..4).map(step).collect());
        assert_ne!(other, [0, 9, 2, 3].into_iter().map(step).collect());
        assert_ne!(one, other);
    }

    #[test]
    fn moments_are_those_of_one_role_and_are_listed_when_needed() {
        let log: Log = (0..3).map(step).collect();
        let moments = Moments::of(&log, 1);
        assert!(moments.list.get().is_none());
        assert_eq!(moments[..], [0, 1, 2].map(|number| (Action(number), u64::from(number))));
        assert_eq!(moments, moments.to_vec().into());
    }

    #[test]
    fn a_long_log_is_dropped_without_recursion() {
        let log: Log = (0..1_000_000).map(step).collect();
        let copy = log.clone();
        drop(log);
        assert_eq!(copy.len(), 1_000_000);
    }
}
