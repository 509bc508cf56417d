//! Splitting of long rule bodies: a variable that occurs only in some conditions is bound in an
//! auxiliary rule. Otherwise a rule with eight variables would give as many ground rules as there
//! are ways to choose eight things.

use crate::rule::{Literal, Rule, Term};
use crate::symbol::Symbols;
use rustc_hash::FxHashSet;

/// Splits rules with long bodies; `is_dynamic` tells whether a condition changes during a game.
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
