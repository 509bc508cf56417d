//! Checks of rules: safety, stratification, permitted dependencies, and terminating recursion.

use crate::error::Error;
use crate::graph::{Lists, components};
use crate::rule::{Literal, Rule, Term};
use crate::symbol::{Symbol, Symbols, word};
use rustc_hash::{FxHashMap, FxHashSet};

/// Limit of pairs of a condition and a rule that are compared one by one.
const MOST_PAIRS: usize = 4_000_000;

/// Dependence of a rule on the course of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dependence {
    /// Constant during a game.
    Static,
    /// Depends on the state.
    State,
    /// Depends on the joint move.
    Move,
}

/// Mutually dependent rules, or a single rule.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// Numbers of the rules.
    pub(crate) rules: Vec<usize>,
    /// Whether one of them depends on the group itself.
    pub(crate) is_recursive: bool,
    /// Dependence of the group on the course of the game.
    pub(crate) dependence: Dependence,
    /// Predicates of the group with recursion through `not`. Such a group is valid only if none of
    /// its ground atoms depends on its own negation.
    pub(crate) negated: Vec<(Symbol, usize)>,
    /// Numbers of the groups that it depends on.
    pub(crate) needs: Vec<u32>,
}

/// Drops `base` and `input` if nothing depends on them: they are hints, and often wrong.
pub(crate) fn drop_hints(rules: &mut Vec<Rule>) {
    let used: FxHashSet<Symbol> = rules
        .iter()
        .flat_map(|rule| &rule.body)
        .filter_map(|literal| literal.terms()[0].signature())
        .map(|s| s.0)
        .collect();
    rules.retain(|rule| {
        let symbol = rule.head.signature().expect("an atom has a predicate").0;
        !matches!(symbol, word::BASE | word::INPUT) || used.contains(&symbol)
    });
}

/// Requires that a positive condition binds every variable. An unbound role of a move, a goal or a
/// percept stands for any role.
pub(crate) fn make_safe(rules: &mut [Rule], symbols: &Symbols) -> Result<(), Error> {
    for rule in rules {
        let mut bound = vec![];
        for literal in &rule.body {
            if let Literal::Holds(atom) = literal {
                atom.variables(&mut bound);
            }
        }
        if let Some(role) = lone_role(&rule.head).filter(|role| !bound.contains(role)) {
            rule.body.push(Literal::Holds(Term::Function(word::ROLE, vec![Term::Variable(role)])));
            bound.push(role);
        }
        let mut all = vec![];
        rule.head.variables(&mut all);
        rule.body.iter().for_each(|literal| all.extend(literal.variables()));
        if let Some(&free) = all.iter().find(|variable| !bound.contains(variable)) {
            let name = symbols.text(rule.names[free as usize]);
            let head = symbols.text(rule.head.signature().expect("an atom has a predicate").0);
            let text = format!(
                "the variable {name} of this rule for `{head}` is in no condition that must hold, so it could be anything"
            );
            return Err(Error::at(rule.place, text));
        }
    }
    Ok(())
}

fn lone_role(head: &Term) -> Option<u32> {
    match (head.signature(), head.arguments()) {
        (
            Some((word::LEGAL | word::GOAL | word::SEES | word::INPUT, 2)),
            [Term::Variable(role), _],
        ) => Some(*role),
        _ => None,
    }
}

/// Warnings: predicates without rules, and names with several arities.
pub(crate) fn warnings(rules: &[Rule], symbols: &Symbols) -> Vec<String> {
    let mut heads: FxHashMap<Symbol, Vec<usize>> = FxHashMap::default();
    for rule in rules {
        let (symbol, arity) = rule.head.signature().expect("an atom has a predicate");
        let arities = heads.entry(symbol).or_default();
        if !arities.contains(&arity) {
            arities.push(arity);
        }
    }
    let (mut out, mut reported) = (vec![], FxHashSet::default());
    for literal in rules.iter().flat_map(|rule| &rule.body) {
        let (Literal::Holds(atom) | Literal::Fails(atom)) = literal else { continue };
        let Some((symbol, arity)) = atom.signature() else { continue };
        let is_given = matches!(symbol, word::TRUE | word::DOES | word::ROLE);
        let known = heads.get(&symbol).is_some_and(|arities| arities.contains(&arity));
        if !is_given && !known && reported.insert((symbol, arity)) {
            out.push(format!(
                "there is no rule for `{}` with {arity} arguments: it never holds",
                symbols.text(symbol)
            ));
        }
    }
    out
}

/// Groups of rules, each after all groups that it depends on.
pub(crate) fn groups(rules: &[Rule], symbols: &Symbols) -> Result<Vec<Group>, Error> {
    let graph = Dependencies::new(rules);
    let found = components(graph.nodes, |node| graph.edges.of(node));
    let mut group_of = vec![u32::MAX; graph.nodes];
    let mut groups: Vec<Group> = vec![];
    for component in &found {
        component.iter().for_each(|&node| group_of[node as usize] = groups.len() as u32);
        let mut members: Vec<usize> = component.iter().map(|&node| node as usize).collect();
        members.sort_unstable();
        let is_recursive = members.len() > 1 || graph.edges.of(members[0]).contains(&component[0]);
        let mut needs: Vec<u32> = members
            .iter()
            .flat_map(|&node| graph.edges.of(node))
            .map(|&to| group_of[to as usize])
            .collect();
        needs.sort_unstable();
        needs.dedup();
        needs.retain(|&need| need != groups.len() as u32);
        let inherited = needs
            .iter()
            .map(|&need| groups[need as usize].dependence)
            .max()
            .unwrap_or(Dependence::Static);
        members.retain(|&node| node < rules.len());
        let own = members
            .iter()
            .map(|&rule| own_dependence(&rules[rule]))
            .max()
            .unwrap_or(Dependence::Static);
        let mut group = Group {
            rules: members,
            is_recursive,
            dependence: own.max(inherited),
            negated: vec![],
            needs,
        };
        if is_recursive {
            group.negated = group.own_negations(rules);
        }
        group.check(rules, symbols)?;
        groups.push(group);
    }
    Ok(groups)
}

fn own_dependence(rule: &Rule) -> Dependence {
    let dependence = |literal: &Literal| match literal.terms()[0].signature() {
        Some((word::DOES, _)) if !matches!(literal, Literal::Distinct(..)) => Dependence::Move,
        Some((word::TRUE, _)) if !matches!(literal, Literal::Distinct(..)) => Dependence::State,
        _ => Dependence::Static,
    };
    rule.body.iter().map(dependence).max().unwrap_or(Dependence::Static)
}

impl Group {
    fn heads<'a>(&'a self, rules: &'a [Rule]) -> impl Iterator<Item = &'a Term> {
        self.rules.iter().map(|&rule| &rules[rule].head)
    }

    fn own_negations(&self, rules: &[Rule]) -> Vec<(Symbol, usize)> {
        let mut out = vec![];
        for literal in self.rules.iter().flat_map(|&rule| &rules[rule].body) {
            if let Literal::Fails(atom) = literal
                && self.heads(rules).any(|head| head.may_equal(atom))
            {
                out.push(atom.signature().expect("an atom has a predicate"));
            }
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Error for a contradictory group.
    pub(crate) fn contradiction(&self, rules: &[Rule], symbols: &Symbols) -> Error {
        let rule = &rules[self.rules[0]];
        let name = symbols.text(rule.head.signature().expect("an atom has a predicate").0);
        let text = format!("`{name}` depends on its own negation, through `not`, by this rule");
        Error::at(rule.place, text)
    }

    fn check(&self, rules: &[Rule], symbols: &Symbols) -> Result<(), Error> {
        for &rule in &self.rules {
            let rule = &rules[rule];
            let symbol = rule.head.signature().expect("an atom has a predicate").0;
            let latest = match symbol {
                word::INIT | word::ROLE | word::BASE | word::INPUT => Dependence::Static,
                word::LEGAL | word::GOAL | word::TERMINAL => Dependence::State,
                _ => Dependence::Move,
            };
            if self.dependence > latest {
                let on =
                    if self.dependence == Dependence::Move { "`does`" } else { "`true` or `does`" };
                let text = format!(
                    "`{}` depends on {on} by this rule, which it cannot",
                    symbols.text(symbol)
                );
                return Err(Error::at(rule.place, text));
            }
            if self.is_recursive {
                self.check_growth(rule, rules, symbols)?;
            }
        }
        Ok(())
    }

    /// Refuses a rule whose recursion can make terms grow for ever: its head applies a function to
    /// a variable that no condition outside of the recursion binds.
    fn check_growth(&self, rule: &Rule, rules: &[Rule], symbols: &Symbols) -> Result<(), Error> {
        let mut bound = vec![];
        for literal in &rule.body {
            if let Literal::Holds(atom) = literal
                && !self.heads(rules).any(|head| head.may_equal(atom))
            {
                atom.variables(&mut bound);
            }
        }
        let grows = rule.head.arguments().iter().any(|argument| {
            let mut inner = vec![];
            argument.arguments().iter().for_each(|term| term.variables(&mut inner));
            let is_old = rule.body.iter().any(
                |literal| matches!(literal, Literal::Holds(atom) if atom.arguments().contains(argument)),
            );
            !is_old && inner.iter().any(|variable| !bound.contains(variable))
        });
        match grows {
            true => {
                let name = symbols.text(rule.head.signature().expect("an atom has a predicate").0);
                let text = format!(
                    "`{name}` depends on itself by this rule in a way that can make its terms larger without end"
                );
                Err(Error::at(rule.place, text))
            }
            false => Ok(()),
        }
    }
}

/// Dependency graph of rules. A predicate with many rules has its own node after the rules.
struct Dependencies {
    nodes: usize,
    edges: Lists,
}

impl Dependencies {
    fn new(rules: &[Rule]) -> Self {
        let mut by_head: FxHashMap<(Symbol, usize), Vec<u32>> = FxHashMap::default();
        let mut asked: FxHashMap<(Symbol, usize), usize> = FxHashMap::default();
        for (number, rule) in rules.iter().enumerate() {
            by_head
                .entry(rule.head.signature().expect("an atom has a predicate"))
                .or_default()
                .push(number as u32);
            conditions(rule).for_each(|atom| {
                *asked.entry(atom.signature().expect("an atom")).or_default() += 1
            });
        }
        let mut nodes = rules.len();
        let (mut shared, mut pairs) = (FxHashMap::default(), vec![]);
        for (number, rule) in rules.iter().enumerate() {
            for atom in conditions(rule) {
                let signature = atom.signature().expect("an atom has a predicate");
                let Some(candidates) = by_head.get(&signature) else { continue };
                if candidates.len().saturating_mul(asked[&signature]) <= MOST_PAIRS {
                    let found = candidates
                        .iter()
                        .filter(|&&other| rules[other as usize].head.may_equal(atom));
                    pairs.extend(found.map(|&other| (number as u32, other)));
                    continue;
                }
                let node = *shared.entry(signature).or_insert_with(|| {
                    nodes += 1;
                    pairs.extend(candidates.iter().map(|&other| (nodes as u32 - 1, other)));
                    nodes as u32 - 1
                });
                pairs.push((number as u32, node));
            }
        }
        Dependencies { nodes, edges: Lists::new(nodes, &pairs) }
    }
}

/// Atoms in the conditions of a rule.
fn conditions(rule: &Rule) -> impl Iterator<Item = &Term> {
    rule.body.iter().filter_map(|literal| match literal {
        Literal::Holds(atom) | Literal::Fails(atom) => Some(atom),
        Literal::Distinct(..) => None,
    })
}
