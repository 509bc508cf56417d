//! Datalog machine: semi-naive evaluation of rules without grounding, group by group. It runs every
//! valid sheet and is the reference for testing the net.

use crate::budget::{Limits, Meter};
use crate::check::{Dependence, Group};
use crate::error::Error;
use crate::join::{ALL, Derive, Range, Room, join};
use crate::plan::{Joined, Plan};
use crate::program::{MOST_ROLES, Program};
use crate::rule::{Literal, MOST_CONDITIONS, Rule, Term};
use crate::store::Store;
use crate::symbol::{Symbol, word};
use crate::term::{Ground, Terms};
use std::sync::Arc;

/// Ranges without restriction.
const EVERYTHING: [Range; MOST_CONDITIONS + 1] = [ALL; MOST_CONDITIONS + 1];

/// Query about a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Query {
    /// Legal moves and termination.
    Moves,
    /// Goal values.
    Goals,
    /// Next state and percepts.
    Step,
}

/// Join plans for the rules of one group.
#[derive(Clone, Debug)]
struct Planned {
    once: Vec<Plan>,
    /// For recursive rules a plan for each condition that new facts can make true.
    again: Vec<(Plan, usize)>,
    dependence: Dependence,
    needed: [bool; 3],
    /// Predicates of the group.
    heads: Vec<u32>,
    /// Predicates with recursion through `not`, each with the auxiliary predicate for its previous
    /// approximation.
    before: Vec<(u32, u32, Symbol)>,
}

/// An executable rulesheet.
#[derive(Clone, Debug)]
pub struct Machine {
    program: Arc<Program>,
    pub(crate) store: Store,
    plans: Arc<Vec<Planned>>,
    done: Vec<bool>,
    room: Room,
    limits: Limits,
    roles: Vec<Ground>,
    random: Option<usize>,
    initial: Vec<Ground>,
}

impl Machine {
    /// Creates the machine of a program and derives all static facts.
    pub fn new(program: Arc<Program>, limits: Limits) -> Result<Self, Error> {
        let mut machine = Machine {
            store: Store::default(),
            plans: Arc::default(),
            done: vec![],
            room: Room::default(),
            limits,
            roles: vec![],
            random: None,
            initial: vec![],
            program: program.clone(),
        };
        machine.load_facts();
        let mut meter = Meter::new(limits.time, limits.terms);
        let (mut plans, needed) = (vec![], machine.needed());
        for dependence in [Dependence::Static, Dependence::State, Dependence::Move] {
            for (at, _) in program
                .groups
                .iter()
                .enumerate()
                .filter(|(_, group)| group.dependence == dependence)
            {
                let planned = machine.plan(at, needed[at]);
                if dependence == Dependence::Static && !machine.run(&planned, &mut meter)? {
                    return Err(program.groups[at].contradiction(&program.rules, &program.symbols));
                }
                plans.push((at, planned));
            }
            if dependence == Dependence::Static {
                machine.store.keep();
            }
        }
        plans.sort_by_key(|&(at, _)| at);
        machine.done =
            plans.iter().map(|(_, planned)| planned.dependence == Dependence::Static).collect();
        machine.plans = Arc::new(plans.into_iter().map(|(_, planned)| planned).collect());
        machine.find_roles()?;
        machine.find_start()?;
        Ok(machine)
    }

    fn load_facts(&mut self) {
        for symbol in [word::TRUE, word::INIT, word::NEXT, word::ROLE] {
            self.store.predicate(symbol, 1);
        }
        for symbol in [word::DOES, word::LEGAL, word::GOAL, word::SEES] {
            self.store.predicate(symbol, 2);
        }
        for fact in &self.program.clone().facts {
            let (symbol, arity) = fact.signature().expect("an atom has a predicate");
            let predicate = self.store.predicate(symbol, arity);
            let atom = self.store.terms.ground(fact);
            self.store.add(predicate, atom);
        }
    }

    fn find_roles(&mut self) -> Result<(), Error> {
        let atoms = self.store.facts(word::ROLE, 1);
        self.roles = atoms.iter().map(|&atom| self.store.terms.arguments(atom)[0]).collect();
        let random = self.store.terms.find(word::RANDOM, &[]);
        self.random = self.roles.iter().position(|&role| Some(role) == random);
        let players = self.roles.len() - usize::from(self.random.is_some());
        match players {
            0 => Err(Error::new("chance is the only player: there is no `role` besides `random`")),
            _ if players > MOST_ROLES => {
                Err(Error::new(format!("there are {players} roles; at most {MOST_ROLES} can play")))
            }
            _ => Ok(()),
        }
    }

    fn find_start(&mut self) -> Result<(), Error> {
        let atoms = self.store.facts(word::INIT, 1);
        let mut initial: Vec<Ground> =
            atoms.iter().map(|&atom| self.store.terms.arguments(atom)[0]).collect();
        initial.sort_unstable();
        self.initial = initial;
        Ok(())
    }

    fn plan(&mut self, at: usize, needed: [bool; 3]) -> Planned {
        let program = self.program.clone();
        let group = &program.groups[at];
        let size =
            |store: &Store, predicate: u32| match store.relations[predicate as usize].facts.len() {
                0 => 100.0,
                known => known as f64,
            };
        let mut planned = Planned {
            once: vec![],
            again: vec![],
            dependence: group.dependence,
            needed,
            heads: vec![],
            before: vec![],
        };
        for predicate in &group.negated {
            let (symbol, before) = (predicate.0, program.before[predicate]);
            let [now, old] =
                [symbol, before].map(|symbol| self.store.predicate(symbol, predicate.1));
            planned.before.push((now, old, before));
        }
        for &number in &group.rules {
            let rule = &looking_back(&program.rules[number], group, &program);
            let joined =
                |first| Joined { rule, number, first, is_negation_exact: &|_| true, size: &size };
            planned.once.push(joined(None).plan(&mut self.store));
            let recursive = rule.body.iter().enumerate().filter(|(_, literal)| match literal {
                Literal::Holds(atom) => {
                    group.rules.iter().any(|&other| program.rules[other].head.may_equal(atom))
                }
                _ => false,
            });
            if group.is_recursive {
                planned
                    .again
                    .extend(recursive.map(|(at, _)| (joined(Some(at)).plan(&mut self.store), at)));
            }
        }
        planned.heads = planned.once.iter().map(|plan| plan.predicate).collect();
        planned.heads.sort_unstable();
        planned.heads.dedup();
        planned
    }

    /// Queries that need each group.
    fn needed(&self) -> Vec<[bool; 3]> {
        let groups = &self.program.groups;
        let mut needed = vec![[false; 3]; groups.len()];
        for (place, question) in [Query::Moves, Query::Goals, Query::Step].into_iter().enumerate() {
            for at in (0..groups.len()).rev() {
                needed[at][place] |= groups[at].rules.iter().any(|&rule| self.asks(question, rule));
                if needed[at][place] {
                    groups[at].needs.iter().for_each(|&need| needed[need as usize][place] = true);
                }
            }
        }
        needed
    }

    fn asks(&self, question: Query, rule: usize) -> bool {
        let (symbol, _) =
            self.program.rules[rule].head.signature().expect("an atom has a predicate");
        match question {
            Query::Moves => matches!(symbol, word::LEGAL | word::TERMINAL),
            Query::Goals => symbol == word::GOAL,
            Query::Step => matches!(symbol, word::NEXT | word::SEES),
        }
    }

    /// Derives the facts of a group. Returns whether it is consistent: whether no atom depends on
    /// its own negation.
    fn run(&mut self, planned: &Planned, meter: &mut Meter) -> Result<bool, Error> {
        if planned.before.is_empty() {
            return self.derive(planned, meter).map(|()| true);
        }
        // Alternating fixpoint: a lower and an upper bound of the facts approach each other,
        // because `not` of one bound is used to derive the other. If no atom depends on its own
        // negation, the bounds meet.
        let given: Vec<u32> = planned.heads.iter().map(|&head| self.count(head)).collect();
        let sum =
            |machine: &Self| planned.heads.iter().map(|&head| machine.count(head)).sum::<u32>();
        loop {
            let known = sum(self);
            self.derive_again(planned, &given, meter)?;
            let possible = sum(self);
            self.derive_again(planned, &given, meter)?;
            let certain = sum(self);
            if certain == known || certain == possible {
                planned.before.iter().for_each(|&(_, old, _)| self.store.truncate(old, 0));
                return Ok(certain == possible);
            }
        }
    }

    /// Derives the facts of a group again, with `not` evaluated against the present approximation.
    fn derive_again(
        &mut self,
        planned: &Planned,
        given: &[u32],
        meter: &mut Meter,
    ) -> Result<(), Error> {
        for &(now, old, symbol) in &planned.before {
            self.store.truncate(old, 0);
            self.store.copy(now, old, symbol);
        }
        planned
            .heads
            .iter()
            .zip(given)
            .for_each(|(&head, &given)| self.store.truncate(head, given as usize));
        self.derive(planned, meter)
    }

    fn derive(&mut self, planned: &Planned, meter: &mut Meter) -> Result<(), Error> {
        let mut seen: Vec<u32> = planned.heads.iter().map(|&head| self.count(head)).collect();
        for plan in &planned.once {
            join(
                plan,
                &EVERYTHING[..plan.literals],
                &mut self.store,
                &mut self.room,
                meter,
                &mut Derive,
            )?;
        }
        while !planned.again.is_empty() {
            let now: Vec<u32> = planned.heads.iter().map(|&head| self.count(head)).collect();
            if now == seen {
                break;
            }
            for (plan, new) in &planned.again {
                let ranges = self.ranges(plan, *new, planned, &seen, &now);
                join(plan, &ranges, &mut self.store, &mut self.room, meter, &mut Derive)?;
            }
            seen = now;
        }
        Ok(())
    }

    /// Restricts the condition `new` to new facts.
    fn ranges(
        &mut self,
        plan: &Plan,
        new: usize,
        planned: &Planned,
        seen: &[u32],
        now: &[u32],
    ) -> Vec<Range> {
        let mut ranges = vec![ALL; plan.literals];
        let Literal::Holds(atom) = &self.program.rules[plan.rule].body[new] else {
            unreachable!("new facts make conditions true that must hold")
        };
        let (symbol, arity) = atom.signature().expect("an atom has a predicate");
        let predicate = self.store.predicate(symbol, arity);
        let head = planned
            .heads
            .iter()
            .position(|&head| head == predicate)
            .expect("the group has rules for it");
        ranges[new] = (seen[head], now[head]);
        ranges
    }

    fn count(&self, predicate: u32) -> u32 {
        self.store.relations[predicate as usize].facts.len() as u32
    }

    fn answer(&mut self, question: Query) -> Result<(), Error> {
        let plans = self.plans.clone();
        let mut meter = Meter::new(self.limits.step, self.limits.terms);
        for (at, planned) in plans.iter().enumerate() {
            if planned.needed[question as usize] && !self.done[at] {
                self.run(planned, &mut meter)?;
                self.done[at] = true;
            }
        }
        Ok(())
    }

    /// Roles in the order of the text, including `random`.
    pub fn roles(&self) -> &[Ground] {
        &self.roles
    }

    /// Index of the role `random`.
    pub fn random(&self) -> Option<usize> {
        self.random
    }

    /// Fluents of the initial state, in order.
    pub fn initial(&self) -> &[Ground] {
        &self.initial
    }

    /// All stored terms.
    pub fn terms(&self) -> &Terms {
        &self.store.terms
    }

    /// Mutable access to the stored terms.
    pub fn terms_mut(&mut self) -> &mut Terms {
        &mut self.store.terms
    }

    /// Program of the machine.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Loads a state.
    pub fn load(&mut self, state: &[Ground]) {
        self.store.reset();
        for (done, planned) in self.done.iter_mut().zip(self.plans.iter()) {
            *done = planned.dependence == Dependence::Static;
        }
        let predicate = self.store.predicate(word::TRUE, 1);
        for &fluent in state {
            let atom = self.store.terms.intern(word::TRUE, &[fluent]);
            self.store.add(predicate, atom);
        }
    }

    /// Legal moves of every role, in an order that depends only on their names.
    pub fn legal(&mut self) -> Result<Vec<Vec<Ground>>, Error> {
        self.answer(Query::Moves)?;
        let terms = &self.store.terms;
        let mut moves = vec![vec![]; self.roles.len()];
        for &atom in self.store.facts(word::LEGAL, 2) {
            let [role, action] = terms.arguments(atom) else {
                unreachable!("`legal` has two arguments")
            };
            if let Some(role) = self.roles.iter().position(|known| known == role) {
                moves[role].push(*action);
            }
        }
        moves.iter_mut().for_each(|list| list.sort_unstable_by(|&a, &b| terms.compare(a, b)));
        Ok(moves)
    }

    /// Whether the game is over.
    pub fn is_terminal(&mut self) -> Result<bool, Error> {
        self.answer(Query::Moves)?;
        Ok(!self.store.facts(word::TERMINAL, 0).is_empty())
    }

    /// Goals of every role as written, in the order of their names.
    pub fn goals(&mut self) -> Result<Vec<Vec<Ground>>, Error> {
        self.answer(Query::Goals)?;
        Ok(self.of_roles(word::GOAL))
    }

    /// Next state after a joint move, in order.
    pub fn step(&mut self, moves: &[Ground]) -> Result<Vec<Ground>, Error> {
        let predicate = self.store.predicate(word::DOES, 2);
        for (&role, &action) in self.roles.clone().iter().zip(moves) {
            let atom = self.store.terms.intern(word::DOES, &[role, action]);
            self.store.add(predicate, atom);
        }
        self.answer(Query::Step)?;
        let terms = &self.store.terms;
        let mut next: Vec<Ground> =
            self.store.facts(word::NEXT, 1).iter().map(|&atom| terms.arguments(atom)[0]).collect();
        next.sort_unstable();
        Ok(next)
    }

    /// Percepts of every role in the last step.
    pub fn percepts(&self) -> Vec<Vec<Ground>> {
        self.of_roles(word::SEES)
    }

    /// Second arguments of facts, by role (the first argument).
    fn of_roles(&self, symbol: Symbol) -> Vec<Vec<Ground>> {
        let terms = &self.store.terms;
        let mut out = vec![vec![]; self.roles.len()];
        for &atom in self.store.facts(symbol, 2) {
            let [role, what] = terms.arguments(atom) else { unreachable!("it has two arguments") };
            if let Some(role) = self.roles.iter().position(|known| known == role) {
                out[role].push(*what);
            }
        }
        out.iter_mut().for_each(|list| list.sort_unstable_by(|&a, &b| terms.compare(a, b)));
        out
    }
}

/// Rule with negated conditions of its own group redirected to the previous approximation.
fn looking_back(rule: &Rule, group: &Group, program: &Program) -> Rule {
    let mut rule = rule.clone();
    for literal in &mut rule.body {
        if let Literal::Fails(Term::Function(symbol, arguments)) = literal
            && group.negated.contains(&(*symbol, arguments.len()))
        {
            *symbol = program.before[&(*symbol, arguments.len())];
        }
    }
    rule
}
