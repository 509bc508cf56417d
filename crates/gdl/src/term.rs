//! Ground terms and atoms, each stored once, so that equal numbers mean equal terms.

use crate::rule::Term;
use crate::symbol::{Symbol, Symbols};
use std::cmp::Ordering;

/// A ground term or atom, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ground(pub u32);

/// All stored ground terms.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    functors: Vec<Symbol>,
    /// Start of the arguments of each term in `arguments`; they end where those of the next term
    /// begin.
    starts: Vec<u32>,
    arguments: Vec<Ground>,
    /// Nesting depth of each term; 0 for a constant.
    depths: Vec<u16>,
    /// Hash table with open addressing: numbers of terms plus one; 0 marks an empty slot.
    table: Vec<u32>,
}

impl Terms {
    /// Number of terms.
    pub fn len(&self) -> usize {
        self.functors.len()
    }

    /// Whether there are no terms.
    pub fn is_empty(&self) -> bool {
        self.functors.is_empty()
    }

    /// Functor or predicate.
    #[inline]
    pub fn functor(&self, term: Ground) -> Symbol {
        self.functors[term.0 as usize]
    }

    /// Arguments.
    #[inline]
    pub fn arguments(&self, term: Ground) -> &[Ground] {
        let at = term.0 as usize;
        let end = self.starts.get(at + 1).map_or(self.arguments.len(), |&end| end as usize);
        &self.arguments[self.starts[at] as usize..end]
    }

    /// Number of a term, if it is stored.
    #[inline]
    pub fn find(&self, functor: Symbol, arguments: &[Ground]) -> Option<Ground> {
        self.slot(functor, arguments).ok()
    }

    /// Number of a term; stores it if it is new.
    #[inline]
    pub fn intern(&mut self, functor: Symbol, arguments: &[Ground]) -> Ground {
        if self.table.len() < 2 * (self.functors.len() + 1) {
            self.grow();
        }
        match self.slot(functor, arguments) {
            Ok(known) => known,
            Err(slot) => {
                let new = Ground(self.functors.len() as u32);
                let deepest = arguments
                    .iter()
                    .map(|argument| self.depths[argument.0 as usize].saturating_add(1));
                self.depths.push(deepest.max().unwrap_or(0));
                self.functors.push(functor);
                self.starts.push(self.arguments.len() as u32);
                self.arguments.extend_from_slice(arguments);
                self.table[slot] = new.0 + 1;
                new
            }
        }
    }

    /// Stores a term without variables.
    pub fn ground(&mut self, term: &Term) -> Ground {
        match term {
            Term::Variable(_) => unreachable!("a ground term has no variable"),
            Term::Function(functor, arguments) => {
                let arguments: Vec<Ground> =
                    arguments.iter().map(|argument| self.ground(argument)).collect();
                self.intern(*functor, &arguments)
            }
        }
    }

    /// Number of a term without variables, if it is stored.
    pub fn find_ground(&self, term: &Term) -> Option<Ground> {
        let Term::Function(functor, arguments) = term else { return None };
        let arguments: Option<Vec<Ground>> =
            arguments.iter().map(|argument| self.find_ground(argument)).collect();
        self.find(*functor, &arguments?)
    }

    /// Nesting depth of a term; 0 for a constant.
    pub fn depth(&self, term: Ground) -> u16 {
        self.depths[term.0 as usize]
    }

    /// Order that does not depend on the order of storing.
    pub fn compare(&self, one: Ground, other: Ground) -> Ordering {
        if one == other {
            return Ordering::Equal;
        }
        let (a, b) = (self.arguments(one), self.arguments(other));
        let here = self.functor(one).cmp(&self.functor(other)).then(a.len().cmp(&b.len()));
        here.then_with(|| {
            let parts = a.iter().zip(b).map(|(&a, &b)| self.compare(a, b));
            parts.into_iter().find(|part| part.is_ne()).unwrap_or(Ordering::Equal)
        })
    }

    /// Text in prefix form: `(mark 1 2)`.
    pub fn text(&self, term: Ground, symbols: &Symbols) -> String {
        let mut out = String::new();
        self.write(term, symbols, ["(", " ", " ", ")"], &mut out);
        out
    }

    /// Text without blanks: `mark(1,2)`.
    pub fn name(&self, term: Ground, symbols: &Symbols) -> String {
        let mut out = String::new();
        self.write(term, symbols, ["", "(", ",", ")"], &mut out);
        out
    }

    fn write(&self, term: Ground, symbols: &Symbols, marks: [&str; 4], out: &mut String) {
        let (functor, arguments) = (symbols.text(self.functor(term)), self.arguments(term));
        if arguments.is_empty() {
            return out.push_str(functor);
        }
        out.push_str(marks[0]);
        out.push_str(functor);
        for (at, &argument) in arguments.iter().enumerate() {
            out.push_str(marks[if at == 0 { 1 } else { 2 }]);
            self.write(argument, symbols, marks, out);
        }
        out.push_str(marks[3]);
    }

    #[inline]
    fn slot(&self, functor: Symbol, arguments: &[Ground]) -> Result<Ground, usize> {
        if self.table.is_empty() {
            return Err(0);
        }
        let mask = self.table.len() - 1;
        let mut slot = hash(functor, arguments) as usize & mask;
        loop {
            match self.table[slot] {
                0 => return Err(slot),
                found => {
                    let term = Ground(found - 1);
                    if self.functor(term) == functor && self.arguments(term) == arguments {
                        return Ok(term);
                    }
                }
            }
            slot = (slot + 1) & mask;
        }
    }

    fn grow(&mut self) {
        self.table = vec![0; (4 * (self.functors.len() + 8)).next_power_of_two()];
        let mask = self.table.len() - 1;
        for term in 0..self.functors.len() as u32 {
            let mut slot =
                hash(self.functor(Ground(term)), self.arguments(Ground(term))) as usize & mask;
            while self.table[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.table[slot] = term + 1;
        }
    }
}

#[inline]
fn hash(functor: Symbol, arguments: &[Ground]) -> u64 {
    let start = mix(u64::from(functor.0) + 1);
    let all =
        arguments.iter().fold(start, |hash, argument| mix(hash ^ (u64::from(argument.0) + 1)));
    all ^ (all >> 32)
}

/// Mixes bits; sufficient for hash tables.
#[inline]
pub(crate) fn mix(x: u64) -> u64 {
    let x = x.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x ^ (x >> 29)
}
