//! Join plans: the order of the conditions of a rule and the indexes to use.

use crate::rule::{Literal, Rule, Term};
use crate::store::{IndexPart, Path, Store};
use crate::symbol::Symbol;
use crate::term::Ground;

/// A term that is built from the bindings of variables.
#[derive(Clone, Debug)]
pub(crate) enum Pattern {
    Variable(u32),
    Ground(Ground),
    Function(Symbol, Vec<Pattern>),
}

/// Test of a candidate fact.
#[derive(Clone, Debug)]
pub(crate) enum FactTest {
    /// Extracts an argument of a part as a new part.
    Argument { of: u16, at: u16 },
    /// A part must be a function with this symbol and arity.
    Functor { part: u16, symbol: Symbol, arity: u16 },
    /// Binds a variable to a part.
    Bind { part: u16, variable: u32 },
    /// A part must equal the binding of a variable.
    Same { part: u16, variable: u32 },
    /// A part must equal a term.
    Equal { part: u16, term: Ground },
}

/// One step of a join.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Enumerates the matching facts of a predicate.
    Scan {
        literal: u32,
        predicate: u32,
        index: Option<(u32, Vec<Pattern>)>,
        matches: Vec<FactTest>,
    },
    /// An atom must hold.
    Holds { literal: u32, atom: Pattern },
    /// An atom must not hold.
    Fails { atom: Pattern },
    /// Two terms must differ.
    Distinct(Pattern, Pattern),
}

/// An executable plan of a rule.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) steps: Vec<Step>,
    pub(crate) head: Pattern,
    pub(crate) predicate: u32,
    pub(crate) variables: usize,
    pub(crate) literals: usize,
    /// Number of the rule.
    pub(crate) rule: usize,
}

/// Conditions that take part in a join.
pub(crate) struct Joined<'a> {
    pub(crate) rule: &'a Rule,
    pub(crate) number: usize,
    /// Condition to join first, if any.
    pub(crate) first: Option<usize>,
    /// Whether a negated condition is tested.
    pub(crate) is_negation_exact: &'a dyn Fn(usize) -> bool,
    /// Approximate number of facts of a predicate.
    pub(crate) size: &'a dyn Fn(&Store, u32) -> f64,
}

impl Joined<'_> {
    /// Creates the plan, and the indexes that it needs.
    pub(crate) fn plan(&self, store: &mut Store) -> Plan {
        let mut bound = vec![false; self.rule.names.len()];
        let mut left: Vec<usize> =
            (0..self.rule.body.len()).filter(|&at| self.takes_part(at)).collect();
        let mut steps = vec![];
        let mut first = self.first;
        while let Some(at) = first.take().or_else(|| self.choose(&left, &bound, store)) {
            left.retain(|&other| other != at);
            steps.push(self.step(at, &mut bound, store));
        }
        let (symbol, arity) = self.rule.head.signature().expect("an atom has a predicate");
        Plan {
            steps,
            head: pattern(&self.rule.head, store),
            predicate: store.predicate(symbol, arity),
            variables: self.rule.names.len(),
            literals: self.rule.body.len(),
            rule: self.number,
        }
    }

    fn takes_part(&self, at: usize) -> bool {
        !matches!(self.rule.body[at], Literal::Fails(_)) || (self.is_negation_exact)(at)
    }

    /// Selects the next condition: an executable test first, then the condition with the fewest
    /// expected matches.
    fn choose(&self, left: &[usize], bound: &[bool], store: &mut Store) -> Option<usize> {
        let is_bound = |at: usize| {
            self.rule.body[at].variables().iter().all(|&variable| bound[variable as usize])
        };
        if let Some(&test) = left.iter().find(|&&at| is_bound(at)) {
            return Some(test);
        }
        let scans = left.iter().filter_map(|&at| match &self.rule.body[at] {
            Literal::Holds(atom) => Some((at, self.cost(atom, bound, store))),
            _ => None,
        });
        scans.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(at, _)| at)
    }

    /// Expected number of matching facts.
    fn cost(&self, atom: &Term, bound: &[bool], store: &mut Store) -> f64 {
        let (symbol, arity) = atom.signature().expect("an atom has a predicate");
        let predicate = store.predicate(symbol, arity);
        let size = (self.size)(store, predicate);
        let (mut parts, mut keys) = (vec![], vec![]);
        keyed(atom, &mut vec![], bound, &mut parts, &mut keys, store);
        let mut variables = vec![];
        atom.variables(&mut variables);
        let free = variables.iter().filter(|&&variable| !bound[variable as usize]).count();
        if !store.relations[predicate as usize].facts.is_empty() && !parts.is_empty() {
            let index = store.index(predicate, parts);
            return store.crowd(predicate, index);
        }
        // Every unbound variable is assumed to have the same number of values.
        let spread = size.powf(free as f64 / variables.len().max(1) as f64);
        if keys.is_empty() { 4.0 * size } else { spread }
    }

    fn step(&self, at: usize, bound: &mut [bool], store: &mut Store) -> Step {
        match &self.rule.body[at] {
            Literal::Distinct(one, other) => {
                Step::Distinct(pattern(one, store), pattern(other, store))
            }
            Literal::Fails(atom) => Step::Fails { atom: pattern(atom, store) },
            Literal::Holds(atom) => {
                let literal = at as u32;
                let is_bound =
                    self.rule.body[at].variables().iter().all(|&variable| bound[variable as usize]);
                if is_bound {
                    return Step::Holds { literal, atom: pattern(atom, store) };
                }
                let (symbol, arity) = atom.signature().expect("an atom has a predicate");
                let predicate = store.predicate(symbol, arity);
                let (mut parts, mut keys) = (vec![], vec![]);
                keyed(atom, &mut vec![], bound, &mut parts, &mut keys, store);
                let index = (!parts.is_empty()).then(|| (store.index(predicate, parts), keys));
                let mut matches = vec![];
                unfold(atom, 0, &mut 1, bound, &mut matches, store);
                Step::Scan { literal, predicate, index, matches }
            }
        }
    }
}

/// Converts a term to a pattern.
pub(crate) fn pattern(term: &Term, store: &mut Store) -> Pattern {
    match term {
        Term::Variable(variable) => Pattern::Variable(*variable),
        term if term.is_ground() => Pattern::Ground(store.terms.ground(term)),
        Term::Function(symbol, arguments) => Pattern::Function(
            *symbol,
            arguments.iter().map(|argument| pattern(argument, store)).collect(),
        ),
    }
}

/// Parts that an index can test for the arguments of an atom, and the lookup keys.
fn keyed(
    term: &Term,
    path: &mut Path,
    bound: &[bool],
    parts: &mut Vec<IndexPart>,
    keys: &mut Vec<Pattern>,
    store: &mut Store,
) {
    for (at, argument) in term.arguments().iter().enumerate() {
        path.push(at as u16);
        let mut variables = vec![];
        argument.variables(&mut variables);
        if variables.iter().all(|&variable| bound[variable as usize]) {
            parts.push(IndexPart::Key(path.clone()));
            keys.push(pattern(argument, store));
        } else if let Some((symbol, arity)) = argument.signature() {
            parts.push(IndexPart::Functor(path.clone(), symbol, arity));
            keyed(argument, path, bound, parts, keys, store);
        }
        path.pop();
    }
}

/// Tests of a candidate, part by part; variables are bound at their first occurrence.
fn unfold(
    term: &Term,
    part: u16,
    parts: &mut u16,
    bound: &mut [bool],
    out: &mut Vec<FactTest>,
    store: &mut Store,
) {
    for (at, argument) in term.arguments().iter().enumerate() {
        let this = *parts;
        *parts += 1;
        out.push(FactTest::Argument { of: part, at: at as u16 });
        match argument {
            Term::Variable(variable) if bound[*variable as usize] => {
                out.push(FactTest::Same { part: this, variable: *variable });
            }
            Term::Variable(variable) => {
                bound[*variable as usize] = true;
                out.push(FactTest::Bind { part: this, variable: *variable });
            }
            argument if argument.is_ground() => {
                out.push(FactTest::Equal { part: this, term: store.terms.ground(argument) });
            }
            Term::Function(symbol, arguments) => {
                out.push(FactTest::Functor {
                    part: this,
                    symbol: *symbol,
                    arity: arguments.len() as u16,
                });
                unfold(argument, this, parts, bound, out, store);
            }
        }
    }
}
