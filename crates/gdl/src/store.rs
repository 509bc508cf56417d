//! Facts by predicate, with indexes to find the facts that match a pattern. Facts are added and
//! removed like a stack, so static facts stay.

use crate::symbol::Symbol;
use crate::term::{Ground, Terms, mix};
use rustc_hash::FxHashMap;

const NONE: u32 = u32::MAX;

/// All facts that hold now.
#[derive(Clone, Debug, Default)]
pub(crate) struct Store {
    pub(crate) terms: Terms,
    /// For each term its position among the facts of its predicate plus one; 0 if it does not hold.
    places: Vec<u32>,
    predicates: FxHashMap<(Symbol, usize), u32>,
    pub(crate) relations: Vec<Relation>,
}

/// Facts of one predicate.
#[derive(Clone, Debug, Default)]
pub(crate) struct Relation {
    pub(crate) facts: Vec<Ground>,
    indexes: Vec<Index>,
    /// Number of static facts.
    permanent: usize,
}

/// Path to a part of an atom: argument indices from outside in.
pub(crate) type Path = Vec<u16>;

/// Part of an atom that an index uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum IndexPart {
    /// A function with this symbol and arity.
    Functor(Path, Symbol, usize),
    /// Any term; it is part of the key.
    Key(Path),
}

/// Chains of facts with equal keys, newest first.
#[derive(Clone, Debug)]
struct Index {
    parts: Vec<IndexPart>,
    heads: FxHashMap<u64, u32>,
    entries: Vec<IndexEntry>,
}

#[derive(Clone, Copy, Debug)]
struct IndexEntry {
    key: u64,
    next: u32,
    at: u32,
}

/// Hash of some terms. Keys can collide, so the caller must compare the facts.
#[inline]
pub(crate) fn key(so_far: u64, term: Ground) -> u64 {
    mix(so_far ^ (u64::from(term.0) + 1))
}

/// Position in a chain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor {
    entry: u32,
}

impl Store {
    /// Number of a predicate.
    pub(crate) fn predicate(&mut self, symbol: Symbol, arity: usize) -> u32 {
        let new = self.relations.len() as u32;
        let number = *self.predicates.entry((symbol, arity)).or_insert(new);
        if number == new {
            self.relations.push(Relation::default());
        }
        number
    }

    /// Facts of a predicate.
    pub(crate) fn facts(&self, symbol: Symbol, arity: usize) -> &[Ground] {
        match self.predicates.get(&(symbol, arity)) {
            Some(&number) => &self.relations[number as usize].facts,
            None => &[],
        }
    }

    /// Position of an atom among the facts of its predicate, if it holds.
    #[inline]
    pub(crate) fn place(&self, atom: Ground) -> Option<u32> {
        match self.places.get(atom.0 as usize) {
            None | Some(0) => None,
            Some(place) => Some(place - 1),
        }
    }

    /// Adds a fact. Returns whether it is new.
    #[inline]
    pub(crate) fn add(&mut self, predicate: u32, atom: Ground) -> bool {
        let at = atom.0 as usize;
        if self.places.len() <= at {
            self.places.resize((self.terms.len().max(at + 1)).next_power_of_two(), 0);
        }
        if self.places[at] != 0 {
            return false;
        }
        let relation = &mut self.relations[predicate as usize];
        relation.facts.push(atom);
        self.places[at] = relation.facts.len() as u32;
        let place = relation.facts.len() as u32 - 1;
        relation.indexes.iter_mut().for_each(|index| index.add(atom, place, &self.terms));
        true
    }

    /// Makes all present facts static.
    pub(crate) fn keep(&mut self) {
        self.relations.iter_mut().for_each(|relation| relation.permanent = relation.facts.len());
    }

    /// Removes all facts that are not static.
    pub(crate) fn reset(&mut self) {
        for predicate in 0..self.relations.len() {
            let relation = &self.relations[predicate];
            if relation.facts.len() > relation.permanent {
                self.truncate(predicate as u32, relation.permanent);
            }
        }
    }

    /// Removes the facts of a predicate from a position on.
    pub(crate) fn truncate(&mut self, predicate: u32, from: usize) {
        let relation = &mut self.relations[predicate as usize];
        for atom in relation.facts.drain(from..) {
            self.places[atom.0 as usize] = 0;
        }
        relation.indexes.iter_mut().for_each(|index| index.truncate(from as u32));
    }

    /// Copies the facts of a predicate to another one with the given symbol.
    pub(crate) fn copy(&mut self, from: u32, to: u32, symbol: Symbol) {
        for at in 0..self.relations[from as usize].facts.len() {
            let fact = self.relations[from as usize].facts[at];
            let arguments = self.terms.arguments(fact).to_vec();
            let atom = self.terms.intern(symbol, &arguments);
            self.add(to, atom);
        }
    }

    /// Number of the index of a predicate with these parts; created if missing.
    pub(crate) fn index(&mut self, predicate: u32, parts: Vec<IndexPart>) -> u32 {
        let relation = &mut self.relations[predicate as usize];
        if let Some(known) = relation.indexes.iter().position(|index| index.parts == parts) {
            return known as u32;
        }
        let mut index = Index { parts, heads: FxHashMap::default(), entries: vec![] };
        for (place, &atom) in relation.facts.iter().enumerate() {
            index.add(atom, place as u32, &self.terms);
        }
        relation.indexes.push(index);
        relation.indexes.len() as u32 - 1
    }

    /// Newest fact with a key.
    #[inline]
    pub(crate) fn newest(&self, predicate: u32, index: u32, key: u64) -> Cursor {
        let index = &self.relations[predicate as usize].indexes[index as usize];
        Cursor { entry: index.heads.get(&key).copied().unwrap_or(NONE) }
    }

    /// Fact at the cursor and its position; advances the cursor.
    #[inline]
    pub(crate) fn next(
        &self,
        predicate: u32,
        index: u32,
        cursor: &mut Cursor,
    ) -> Option<(Ground, u32)> {
        if cursor.entry == NONE {
            return None;
        }
        let relation = &self.relations[predicate as usize];
        let entry = relation.indexes[index as usize].entries[cursor.entry as usize];
        cursor.entry = entry.next;
        Some((relation.facts[entry.at as usize], entry.at))
    }

    /// Mean number of facts per key.
    pub(crate) fn crowd(&self, predicate: u32, index: u32) -> f64 {
        let index = &self.relations[predicate as usize].indexes[index as usize];
        index.entries.len() as f64 / index.heads.len().max(1) as f64
    }
}

impl Index {
    #[inline]
    fn add(&mut self, atom: Ground, at: u32, terms: &Terms) {
        let Some(key) = self.key_of(atom, terms) else { return };
        let entry = self.entries.len() as u32;
        let next = self.heads.insert(key, entry).unwrap_or(NONE);
        self.entries.push(IndexEntry { key, next, at });
    }

    #[inline]
    fn key_of(&self, atom: Ground, terms: &Terms) -> Option<u64> {
        let mut all = 0;
        for part in &self.parts {
            match part {
                IndexPart::Functor(path, symbol, arity) => {
                    let term = follow(terms, atom, path);
                    if terms.functor(term) != *symbol || terms.arguments(term).len() != *arity {
                        return None;
                    }
                }
                IndexPart::Key(path) => all = key(all, follow(terms, atom, path)),
            }
        }
        Some(all)
    }

    /// Drops facts from a position on.
    fn truncate(&mut self, from: u32) {
        if from == 0 {
            self.heads.clear();
            return self.entries.clear();
        }
        while let Some(entry) = self.entries.pop_if(|entry| entry.at >= from) {
            match entry.next {
                NONE => self.heads.remove(&entry.key),
                next => self.heads.insert(entry.key, next),
            };
        }
    }
}

#[inline]
fn follow(terms: &Terms, atom: Ground, path: &[u16]) -> Ground {
    path.iter().fold(atom, |term, &at| terms.arguments(term)[at as usize])
}
