//! A rulesheet that was parsed and checked.

use crate::check::{self, Dependence, Group};
use crate::error::Error;
use crate::read::read;
use crate::rule::{Rule, Term, rules};
use crate::symbol::{Symbol, Symbols, word};
use crate::tree::Tree;
use rustc_hash::FxHashMap;

/// Maximum number of roles without `random`.
pub const MOST_ROLES: usize = sortilege::game::MAX_PLAYERS;

/// A rulesheet that was parsed and checked.
#[derive(Clone, Debug)]
pub struct Program {
    /// Words of the sheet.
    pub symbols: Symbols,
    /// Sentences without conditions.
    pub(crate) facts: Vec<Term>,
    /// Sentences with conditions.
    pub(crate) rules: Vec<Rule>,
    /// Groups of mutually dependent rules, each after all groups that it depends on.
    pub(crate) groups: Vec<Group>,
    /// For predicates that depend negatively on themselves: an auxiliary predicate with the
    /// previous approximation of each.
    pub(crate) before: FxHashMap<(Symbol, usize), Symbol>,
    /// Suspicious but valid constructs.
    pub warnings: Vec<String>,
    /// Whether the sheet defines percepts, so that everything else is hidden.
    pub has_percepts: bool,
}

impl Program {
    /// Whether rules that change during a game are recursive through `not`, at the level of
    /// predicates.
    pub(crate) fn looks_back(&self) -> bool {
        self.groups
            .iter()
            .any(|group| group.dependence != Dependence::Static && !group.negated.is_empty())
    }

    /// Parses and checks a text.
    pub fn read(text: &str) -> Result<Self, Error> {
        let mut symbols = Symbols::default();
        let trees = read(text, &mut symbols)?;
        Program::new(&trees, symbols)
    }

    /// Checks sentences that were parsed with these words.
    pub fn new(trees: &[Tree], mut symbols: Symbols) -> Result<Self, Error> {
        let mut all = rules(trees, &mut symbols)?;
        check::drop_hints(&mut all);
        check::make_safe(&mut all, &symbols)?;
        let warnings = check::warnings(&all, &symbols);
        let is_for =
            |rule: &Rule, symbol| rule.head.signature().is_some_and(|(head, _)| head == symbol);
        if !all.iter().any(|rule| is_for(rule, word::ROLE)) {
            return Err(Error::new("there are no players: no `role` is declared"));
        }
        for (symbol, lacking) in [
            (word::LEGAL, "no move is ever legal: there is no rule for `legal`"),
            (word::TERMINAL, "the game never ends: there is no rule for `terminal`"),
            (word::GOAL, "the game has no payoffs: there is no rule for `goal`"),
        ] {
            if !all.iter().any(|rule| is_for(rule, symbol)) {
                return Err(Error::new(lacking));
            }
        }
        let has_percepts = all.iter().any(|rule| is_for(rule, word::SEES));
        let (facts, rules): (Vec<Rule>, Vec<Rule>) =
            all.into_iter().partition(|rule| rule.body.is_empty());
        let groups = check::groups(&rules, &symbols)?;
        let facts = facts.into_iter().map(|fact| fact.head).collect();
        let negated: Vec<(Symbol, usize)> =
            groups.iter().flat_map(|group| group.negated.clone()).collect();
        let before =
            negated.into_iter().map(|predicate| (predicate, symbols.invent("before"))).collect();
        Ok(Program { symbols, facts, rules, groups, before, warnings, has_percepts })
    }
}
