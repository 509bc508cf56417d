//! A rulesheet that was read and checked.

use crate::check::{self, Group, Layer};
use crate::error::Error;
use crate::read::read;
use crate::rule::{Rule, Term, rules};
use crate::symbol::{Symbol, Symbols, word};
use crate::tree::Tree;
use rustc_hash::FxHashMap;

/// The most roles, `random` not counted.
pub const MOST_ROLES: usize = sortilege::game::MAX_PLAYERS;

/// A rulesheet that was read and checked.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its words.
    pub symbols: Symbols,
    /// Sentences without conditions.
    pub(crate) facts: Vec<Term>,
    /// Sentences with conditions.
    pub(crate) rules: Vec<Rule>,
    /// The rules in groups, each after all that it depends on.
    pub(crate) groups: Vec<Group>,
    /// For predicates that depend on themselves through `not`: one that says what was known of each
    /// before.
    pub(crate) before: FxHashMap<(Symbol, usize), Symbol>,
    /// What is odd about it, and yet means something.
    pub warnings: Vec<String>,
    /// Whether it says what somebody sees, so that everything else is hidden.
    pub has_percepts: bool,
}

impl Program {
    /// Whether rules that change during a game go through `not` in a circle, by their predicates.
    pub(crate) fn looks_back(&self) -> bool {
        self.groups.iter().any(|group| group.layer != Layer::Static && !group.negated.is_empty())
    }

    /// The program of a text.
    pub fn read(text: &str) -> Result<Self, Error> {
        let mut symbols = Symbols::default();
        let trees = read(text, &mut symbols)?;
        Program::new(&trees, symbols)
    }

    /// The program of sentences that were read with these words.
    pub fn new(trees: &[Tree], mut symbols: Symbols) -> Result<Self, Error> {
        let mut all = rules(trees, &mut symbols)?;
        check::drop_hints(&mut all);
        check::make_safe(&mut all, &symbols)?;
        let warnings = check::warnings(&all, &symbols);
        let is_for =
            |rule: &Rule, symbol| rule.head.signature().is_some_and(|(head, _)| head == symbol);
        if !all.iter().any(|rule| is_for(rule, word::ROLE)) {
            return Err(Error::new("nobody plays: there is no `role`"));
        }
        for (symbol, lacking) in [
            (word::LEGAL, "nobody can do anything: no rule is for `legal`"),
            (word::TERMINAL, "the game never ends: no rule is for `terminal`"),
            (word::GOAL, "there is nothing to win: no rule is for `goal`"),
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
