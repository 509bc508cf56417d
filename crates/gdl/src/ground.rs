//! Grounding: all atoms that may ever hold, and all ground rules that may derive them. It is a
//! fixpoint with over-approximations: negated dynamic conditions count as true, whatever may be
//! next may be true, and whatever may be legal may be done.
//!
//! Splitting of long rule bodies: a variable that occurs only in some conditions is bound in an
//! auxiliary rule. Otherwise a rule with eight variables would give as many ground rules as there
//! are ways to choose eight things.

use crate::budget::{Limits, Meter};
use crate::check::Dependence;
use crate::error::Error;
use crate::join::{Range, Room, Sink, build, join};
use crate::machine::Machine;
use crate::plan::{Joined, Pattern, Plan, pattern};
use crate::rule::{Literal, Rule, Term};
use crate::store::Store;
use crate::symbol::{Symbol, Symbols, word};
use crate::term::{Ground, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Up to this size a plain grounding is not tried again with split rules.
const SMALL: usize = 40_000;
/// Above this size the plain grounding is the last alternative.
const MODERATE: usize = 300_000;

/// All ground rules, without conditions that always hold.
pub(crate) struct Grounding {
    /// Encoding: head, number of conditions, conditions; a condition is twice the atom, plus one if
    /// negated.
    words: Vec<u32>,
    pub(crate) count: usize,
    pub(crate) terms: Terms,
    /// For each term whether it is an atom that may hold.
    pub(crate) may_hold: Vec<bool>,
    /// For each term whether it is an atom that always holds.
    pub(crate) always: Vec<bool>,
}

impl Grounding {
    /// Ground rules of a machine: of the rules as they are or, if that gives many, of rules with
    /// split bodies.
    pub(crate) fn new(machine: &Machine, limits: &Limits) -> Result<Self, Error> {
        let share = Limits { time: limits.time / 3, work: limits.work / 3, ..*limits };
        let first = Limits { instances: limits.instances.min(MODERATE), ..share };
        match Grounder::new(machine, &first, false).run() {
            Ok(plain) if plain.count <= SMALL => Ok(plain),
            Ok(plain) => match Grounder::new(machine, &share, true).run() {
                Ok(cut) if cut.words.len() < plain.words.len() => Ok(cut),
                _ => Ok(plain),
            },
            Err(_) => {
                let cut = Grounder::new(machine, &share, true).run();
                cut.or_else(|_| Grounder::new(machine, &share, false).run())
            }
        }
    }

    /// Heads and conditions.
    pub(crate) fn rules(&self) -> impl Iterator<Item = (Ground, &[u32])> {
        let mut at = 0;
        std::iter::from_fn(move || {
            let head = *self.words.get(at)?;
            let end = at + 2 + self.words[at + 1] as usize;
            let body = &self.words[at + 2..end];
            at = end;
            Some((Ground(head), body))
        })
    }
}

struct Grounder {
    store: Store,
    limits: Limits,
    plans: Vec<RulePlan>,
    initial: Vec<Ground>,
    /// Conditions of each rule.
    conditions: Vec<Vec<ResidualCondition>>,
    /// Predicates whose facts change.
    dynamic: Vec<u32>,
}

/// Plan for a condition that new facts can make true; `None` for a rule that fires at the start.
struct RulePlan {
    plan: Plan,
    new: Option<usize>,
    /// For each positive dynamic condition its predicate.
    changing: Vec<Option<u32>>,
}

/// Condition that a ground rule keeps.
struct ResidualCondition {
    literal: usize,
    /// Set if the condition is negated.
    negated: Option<Pattern>,
}

impl Grounder {
    fn new(machine: &Machine, limits: &Limits, is_cut: bool) -> Self {
        let mut store = machine.store.clone();
        store.reset();
        let program = machine.program();
        let changing = |group: &&crate::check::Group| group.dependence != Dependence::Static;
        let mut rules: Vec<Rule> = program
            .groups
            .iter()
            .filter(changing)
            .flat_map(|group| &group.rules)
            .map(|&at| program.rules[at].clone())
            .collect();
        if is_cut {
            let heads = Heads::new(&rules);
            rules = condense(&rules, &mut program.symbols.clone(), &|atom| heads.is_dynamic(atom));
        }
        let mut grounder = Grounder {
            store,
            limits: *limits,
            plans: vec![],
            initial: machine.initial().to_vec(),
            conditions: vec![],
            dynamic: vec![],
        };
        grounder.plan(&rules);
        grounder
    }

    fn plan(&mut self, rules: &[Rule]) {
        let heads = Heads::new(rules);
        for rule in rules {
            let (symbol, arity) = rule.head.signature().expect("an atom has a predicate");
            self.dynamic.push(self.store.predicate(symbol, arity));
        }
        self.dynamic
            .extend([self.store.predicate(word::TRUE, 1), self.store.predicate(word::DOES, 2)]);
        self.dynamic.sort_unstable();
        self.dynamic.dedup();
        let dynamic = self.dynamic.clone();
        let size = |store: &Store, predicate: u32| match dynamic.binary_search(&predicate) {
            Ok(_) => 300.0,
            Err(_) => store.relations[predicate as usize].facts.len() as f64,
        };
        for (number, rule) in rules.iter().enumerate() {
            let changes = |at: usize| {
                rule.body[at].terms().first().is_some_and(|atom| heads.is_dynamic(atom))
            };
            let exact = |at: usize| !changes(at);
            let mut conditions = vec![];
            let mut changing = vec![None; rule.body.len()];
            for (at, literal) in rule.body.iter().enumerate() {
                match literal {
                    Literal::Holds(atom) if changes(at) => {
                        let (symbol, arity) = atom.signature().expect("an atom has a predicate");
                        changing[at] = Some(self.store.predicate(symbol, arity));
                        conditions.push(ResidualCondition { literal: at, negated: None });
                    }
                    Literal::Fails(atom) if changes(at) => {
                        let atom = pattern(atom, &mut self.store);
                        conditions.push(ResidualCondition { literal: at, negated: Some(atom) });
                    }
                    _ => {}
                }
            }
            self.conditions.push(conditions);
            let firsts: Vec<usize> =
                (0..rule.body.len()).filter(|&at| changing[at].is_some()).collect();
            let firsts =
                if firsts.is_empty() { vec![None] } else { firsts.into_iter().map(Some).collect() };
            for first in firsts {
                let joined = Joined { rule, number, first, is_negation_exact: &exact, size: &size };
                let plan = joined.plan(&mut self.store);
                self.plans.push(RulePlan { plan, new: first, changing: changing.clone() });
            }
        }
    }

    fn run(mut self) -> Result<Grounding, Error> {
        let mut meter = Meter::new(self.limits.time, self.limits.terms).most_work(self.limits.work);
        let mut room = Room::default();
        let [next, legal] =
            [self.store.predicate(word::NEXT, 1), self.store.predicate(word::LEGAL, 2)];
        let [holds, does] =
            [self.store.predicate(word::TRUE, 1), self.store.predicate(word::DOES, 2)];
        let permanent: Vec<bool> = (0..self.store.terms.len())
            .map(|at| self.store.place(Ground(at as u32)).is_some())
            .collect();
        let mut record = Record {
            conditions: self.conditions,
            words: vec![],
            count: 0,
            most: self.limits.instances,
            permanent,
            feeds: [(next, holds, word::TRUE), (legal, does, word::DOES)],
        };
        for &fluent in &self.initial {
            let atom = self.store.terms.intern(word::TRUE, &[fluent]);
            self.store.add(holds, atom);
        }
        // Moves and fluents in the heads of rules without conditions.
        for (from, to, symbol) in record.feeds {
            for atom in self.store.relations[from as usize].facts.clone() {
                feed(&mut self.store, atom, to, symbol);
            }
        }
        let store = &mut self.store;
        let places: FxHashMap<u32, usize> =
            self.dynamic.iter().enumerate().map(|(at, &p)| (p, at)).collect();
        let count = |store: &Store| -> Vec<u32> {
            self.dynamic
                .iter()
                .map(|&predicate| store.relations[predicate as usize].facts.len() as u32)
                .collect()
        };
        for way in self.plans.iter().filter(|way| way.new.is_none()) {
            let ranges = vec![(0, u32::MAX); way.plan.literals];
            join(&way.plan, &ranges, store, &mut room, &mut meter, &mut record)?;
        }
        let mut seen = vec![0; self.dynamic.len()];
        loop {
            let now = count(store);
            if now == seen {
                break;
            }
            for way in &self.plans {
                let Some(new) = way.new else { continue };
                let ranges: Vec<Range> = way
                    .changing
                    .iter()
                    .enumerate()
                    .map(|(at, predicate)| match predicate {
                        None => (0, u32::MAX),
                        Some(predicate) => {
                            let place = places[predicate];
                            match at.cmp(&new) {
                                std::cmp::Ordering::Less => (0, seen[place]),
                                std::cmp::Ordering::Equal => (seen[place], now[place]),
                                std::cmp::Ordering::Greater => (0, now[place]),
                            }
                        }
                    })
                    .collect();
                if ranges[new].0 < ranges[new].1 {
                    join(&way.plan, &ranges, store, &mut room, &mut meter, &mut record)?;
                }
            }
            seen = now;
        }
        let mut always = record.permanent;
        always.resize(store.terms.len(), false);
        let may_hold =
            (0..store.terms.len()).map(|at| store.place(Ground(at as u32)).is_some()).collect();
        Ok(Grounding {
            words: record.words,
            count: record.count,
            may_hold,
            always,
            terms: self.store.terms,
        })
    }
}

/// Heads of dynamic rules.
struct Heads<'a> {
    by_signature: FxHashMap<(Symbol, usize), Vec<&'a Term>>,
}

impl<'a> Heads<'a> {
    fn new(rules: &'a [Rule]) -> Self {
        let mut by_signature: FxHashMap<_, Vec<&Term>> = FxHashMap::default();
        for rule in rules {
            let heads = by_signature
                .entry(rule.head.signature().expect("an atom has a predicate"))
                .or_default();
            if !heads.contains(&&rule.head) {
                heads.push(&rule.head);
            }
        }
        Heads { by_signature }
    }

    fn is_dynamic(&self, atom: &Term) -> bool {
        let Some(signature) = atom.signature() else { return false };
        matches!(signature, (word::TRUE, 1) | (word::DOES, 2))
            || self
                .by_signature
                .get(&signature)
                .is_some_and(|heads| heads.iter().any(|head| head.may_equal(atom)))
    }
}

/// Collects ground rules.
struct Record {
    conditions: Vec<Vec<ResidualCondition>>,
    words: Vec<u32>,
    count: usize,
    most: usize,
    permanent: Vec<bool>,
    /// Facts of the first predicate imply facts of the second, whose symbol is the third entry.
    feeds: [(u32, u32, Symbol); 2],
}

impl Record {
    fn is_permanent(&self, atom: Ground) -> bool {
        self.permanent.get(atom.0 as usize).copied().unwrap_or(false)
    }
}

impl Sink for Record {
    fn fire(
        &mut self,
        store: &mut Store,
        plan: &Plan,
        variables: &[Ground],
        trail: &[Ground],
    ) -> Result<(), Error> {
        let head = build(&plan.head, variables, store)?;
        if self.is_permanent(head) {
            return Ok(());
        }
        let start = self.words.len();
        self.words.extend([head.0, 0]);
        for condition in &self.conditions[plan.rule] {
            match &condition.negated {
                None => {
                    let atom = trail[condition.literal];
                    if !self.is_permanent(atom) {
                        self.words.push(2 * atom.0);
                    }
                }
                Some(negated) => {
                    let atom = build(negated, variables, store)?;
                    if self.is_permanent(atom) {
                        self.words.truncate(start);
                        return Ok(());
                    }
                    self.words.push(2 * atom.0 + 1);
                }
            }
        }
        self.words[start + 1] = (self.words.len() - start - 2) as u32;
        self.count += 1;
        if self.count > self.most || self.words.len() > 10 * self.most {
            return Err(Error::new(format!("there are more than {} ground rules", self.most)));
        }
        store.add(plan.predicate, head);
        for (from, to, symbol) in self.feeds {
            if plan.predicate == from {
                feed(store, head, to, symbol);
            }
        }
        Ok(())
    }
}

/// What may be next may be true; what may be legal may be done.
fn feed(store: &mut Store, atom: Ground, to: u32, symbol: Symbol) {
    let mut arguments = [Ground(0); 2];
    let known = store.terms.arguments(atom);
    let arity = known.len();
    arguments[..arity].copy_from_slice(known);
    let atom = store.terms.intern(symbol, &arguments[..arity]);
    store.add(to, atom);
}

/// Splits rules with long bodies; `is_dynamic` decides whether a condition changes during a game.
pub(crate) fn condense(
    rules: &[Rule],
    symbols: &mut Symbols,
    is_dynamic: &dyn Fn(&Term) -> bool,
) -> Vec<Rule> {
    let mut out = vec![];
    let mut parts = FxHashSet::default();
    let mut todo: Vec<Rule> = rules.iter().rev().cloned().collect();
    while let Some(rule) = todo.pop() {
        // A part is dynamic if any of its conditions is.
        let changes = |atom: &Term| {
            atom.signature().is_some_and(|part| parts.contains(&part)) || is_dynamic(atom)
        };
        match split(&rule, symbols, &changes) {
            Some((inner, outer)) => {
                parts.extend(inner.head.signature());
                out.push(inner);
                todo.push(outer);
            }
            None => out.push(rule),
        }
    }
    out
}

/// Auxiliary rule for the conditions with one variable, and the remaining rule.
fn split(
    rule: &Rule,
    symbols: &mut Symbols,
    is_dynamic: &dyn Fn(&Term) -> bool,
) -> Option<(Rule, Rule)> {
    let all = variables(&rule.body);
    let mut in_head = vec![];
    rule.head.variables(&mut in_head);
    let candidates =
        all.iter().filter(|variable| !in_head.contains(variable)).filter_map(|&variable| {
            let (inner, outer): (Vec<Literal>, Vec<Literal>) = rule
                .body
                .iter()
                .cloned()
                .partition(|literal| literal.variables().contains(&variable));
            let width = variables(&inner).len();
            let is_smaller = width < all.len() && !outer.is_empty();
            (is_smaller && is_safe(&inner) && has_dynamic(&inner, is_dynamic))
                .then_some((width, inner, outer))
        });
    let (_, inner, mut outer) = candidates.min_by_key(|&(width, ..)| width)?;
    let mut outside = variables(&outer);
    outside.extend(&in_head);
    let shared = variables(&inner).into_iter().filter(|variable| outside.contains(variable));
    let head = Term::Function(symbols.invent("part"), shared.map(Term::Variable).collect());
    outer.push(Literal::Holds(head.clone()));
    let inner = Rule { head, body: inner, ..rule.clone() };
    // The remaining rule stays safe: the new condition binds the same variables as the old ones.
    Some((inner, Rule { body: outer, ..rule.clone() }))
}

fn variables(literals: &[Literal]) -> Vec<u32> {
    let mut out = vec![];
    literals.iter().flat_map(Literal::terms).for_each(|term| term.variables(&mut out));
    out
}

fn is_safe(literals: &[Literal]) -> bool {
    let mut bound = vec![];
    for literal in literals {
        if let Literal::Holds(atom) = literal {
            atom.variables(&mut bound);
        }
    }
    variables(literals).iter().all(|variable| bound.contains(variable))
}

fn has_dynamic(literals: &[Literal], is_dynamic: &dyn Fn(&Term) -> bool) -> bool {
    literals.iter().any(|literal| matches!(literal, Literal::Holds(atom) if is_dynamic(atom)))
}
