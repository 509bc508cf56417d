//! Execution of join plans: enumerates all ways in which the conditions of a rule hold.

use crate::budget::{DEEPEST, Meter};
use crate::error::Error;
use crate::plan::{FactTest, Pattern, Plan, Step};
use crate::store::{self, Store};
use crate::term::Ground;

/// Receives every way in which the conditions of a rule hold.
pub(crate) trait Sink {
    /// The rule of `plan` holds for the present bindings; `trail` has the fact of each positive
    /// condition.
    fn fire(
        &mut self,
        store: &mut Store,
        plan: &Plan,
        variables: &[Ground],
        trail: &[Ground],
    ) -> Result<(), Error>;
}

/// Adds the heads to the facts.
pub(crate) struct Derive;

impl Sink for Derive {
    #[inline]
    fn fire(
        &mut self,
        store: &mut Store,
        plan: &Plan,
        variables: &[Ground],
        _: &[Ground],
    ) -> Result<(), Error> {
        let head = build(&plan.head, variables, store)?;
        store.add(plan.predicate, head);
        Ok(())
    }
}

/// Range of facts of a predicate: from a position up to another one.
pub(crate) type Range = (u32, u32);

/// All facts.
pub(crate) const ALL: Range = (0, u32::MAX);

/// Buffers, reused between joins.
#[derive(Clone, Debug, Default)]
pub(crate) struct Room {
    variables: Vec<Ground>,
    trail: Vec<Ground>,
    parts: Vec<Ground>,
    arguments: Vec<Ground>,
}

/// Executes a plan. `ranges` has a range for each positive condition.
pub(crate) fn join(
    plan: &Plan,
    ranges: &[Range],
    store: &mut Store,
    room: &mut Room,
    meter: &mut Meter,
    sink: &mut impl Sink,
) -> Result<(), Error> {
    room.variables.clear();
    room.variables.resize(plan.variables, Ground(0));
    room.trail.clear();
    room.trail.resize(plan.literals, Ground(0));
    Join { plan, ranges, store, room, meter, sink }.go(0)
}

struct Join<'a, S> {
    plan: &'a Plan,
    ranges: &'a [Range],
    store: &'a mut Store,
    room: &'a mut Room,
    meter: &'a mut Meter,
    sink: &'a mut S,
}

impl<S: Sink> Join<'_, S> {
    fn go(&mut self, at: usize) -> Result<(), Error> {
        let plan = self.plan;
        let Some(step) = plan.steps.get(at) else {
            return self.sink.fire(self.store, plan, &self.room.variables, &self.room.trail);
        };
        match step {
            Step::Scan { literal, predicate, index: None, matches } => {
                self.scan(at, *literal as usize, *predicate, matches)
            }
            Step::Scan { literal, predicate, index: Some((index, keys)), matches } => {
                self.look_up(at, *literal as usize, *predicate, *index, keys, matches)
            }
            Step::Holds { literal, atom } => match self.find(atom) {
                Some(atom) => match self.store.place(atom) {
                    Some(place) if self.is_in_range(*literal as usize, place) => {
                        self.room.trail[*literal as usize] = atom;
                        self.go(at + 1)
                    }
                    _ => Ok(()),
                },
                None => Ok(()),
            },
            Step::Fails { atom } => match self.find(atom).and_then(|atom| self.store.place(atom)) {
                Some(_) => Ok(()),
                None => self.go(at + 1),
            },
            Step::Distinct(one, other) => {
                let [one, other] = [one, other].map(|pattern| self.find(pattern));
                // A term that is not stored differs from every stored term.
                let is_same = match (one, other) {
                    (Some(one), Some(other)) => one == other,
                    (None, None) => self.builds_the_same(at)?,
                    _ => false,
                };
                if is_same { Ok(()) } else { self.go(at + 1) }
            }
        }
    }

    fn builds_the_same(&mut self, at: usize) -> Result<bool, Error> {
        let Step::Distinct(one, other) = &self.plan.steps[at] else {
            unreachable!("the step is one of that kind")
        };
        let one = build(one, &self.room.variables, self.store)?;
        Ok(one == build(other, &self.room.variables, self.store)?)
    }

    #[inline]
    fn is_in_range(&self, literal: usize, place: u32) -> bool {
        let (from, to) = self.ranges[literal];
        (from..to).contains(&place)
    }

    fn scan(
        &mut self,
        at: usize,
        literal: usize,
        predicate: u32,
        matches: &[FactTest],
    ) -> Result<(), Error> {
        let (from, to) = self.ranges[literal];
        let to = to.min(self.store.relations[predicate as usize].facts.len() as u32);
        for place in from..to {
            let atom = self.store.relations[predicate as usize].facts[place as usize];
            self.candidate(at, literal, atom, matches)?;
        }
        Ok(())
    }

    fn look_up(
        &mut self,
        at: usize,
        literal: usize,
        predicate: u32,
        index: u32,
        keys: &[Pattern],
        matches: &[FactTest],
    ) -> Result<(), Error> {
        let mut key = 0;
        for pattern in keys {
            let Some(term) = self.find(pattern) else { return Ok(()) };
            key = store::key(key, term);
        }
        let (from, to) = self.ranges[literal];
        let mut cursor = self.store.newest(predicate, index, key);
        while let Some((atom, place)) = self.store.next(predicate, index, &mut cursor) {
            if place < from {
                break;
            }
            if place < to {
                self.candidate(at, literal, atom, matches)?;
            }
        }
        Ok(())
    }

    #[inline]
    fn candidate(
        &mut self,
        at: usize,
        literal: usize,
        atom: Ground,
        matches: &[FactTest],
    ) -> Result<(), Error> {
        self.meter.work(self.store.terms.len())?;
        if self.fits(atom, matches) {
            self.room.trail[literal] = atom;
            return self.go(at + 1);
        }
        Ok(())
    }

    #[inline]
    fn fits(&mut self, atom: Ground, matches: &[FactTest]) -> bool {
        let parts = &mut self.room.parts;
        parts.clear();
        parts.push(atom);
        let terms = &self.store.terms;
        matches.iter().all(|step| match *step {
            FactTest::Argument { of, at } => {
                let argument = terms.arguments(parts[of as usize])[at as usize];
                parts.push(argument);
                true
            }
            FactTest::Functor { part, symbol, arity } => {
                let term = parts[part as usize];
                terms.functor(term) == symbol && terms.arguments(term).len() == arity as usize
            }
            FactTest::Bind { part, variable } => {
                self.room.variables[variable as usize] = parts[part as usize];
                true
            }
            FactTest::Same { part, variable } => {
                self.room.variables[variable as usize] == parts[part as usize]
            }
            FactTest::Equal { part, term } => parts[part as usize] == term,
        })
    }

    #[inline]
    fn find(&mut self, pattern: &Pattern) -> Option<Ground> {
        match pattern {
            Pattern::Variable(variable) => Some(self.room.variables[*variable as usize]),
            Pattern::Ground(term) => Some(*term),
            Pattern::Function(symbol, arguments) => {
                let start = self.room.arguments.len();
                for argument in arguments {
                    match self.find(argument) {
                        Some(found) => self.room.arguments.push(found),
                        None => {
                            self.room.arguments.truncate(start);
                            return None;
                        }
                    }
                }
                let found = self.store.terms.find(*symbol, &self.room.arguments[start..]);
                self.room.arguments.truncate(start);
                found
            }
        }
    }
}

/// Term of a pattern under the present bindings.
pub(crate) fn build(
    pattern: &Pattern,
    variables: &[Ground],
    store: &mut Store,
) -> Result<Ground, Error> {
    match pattern {
        Pattern::Variable(variable) => Ok(variables[*variable as usize]),
        Pattern::Ground(term) => Ok(*term),
        Pattern::Function(symbol, arguments) => {
            // Few terms have more arguments than this; larger ones may be slower.
            let mut few = [Ground(0); 8];
            let term = if arguments.len() <= few.len() {
                for (place, argument) in few.iter_mut().zip(arguments) {
                    *place = build(argument, variables, store)?;
                }
                store.terms.intern(*symbol, &few[..arguments.len()])
            } else {
                let all: Result<Vec<Ground>, Error> =
                    arguments.iter().map(|argument| build(argument, variables, store)).collect();
                store.terms.intern(*symbol, &all?)
            };
            match store.terms.depth(term) > DEEPEST {
                true => Err(Error::new("the rules make terms that grow without end")),
                false => Ok(term),
            }
        }
    }
}
