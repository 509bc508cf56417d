//! Rules in normal form: a head and a conjunction of literals. `or`, `and` and nested `not` are
//! eliminated, equalities are substituted.

use crate::error::{Error, Place};
use crate::symbol::{Symbol, Symbols, word};
use crate::tree::Tree;

/// Limit of rules into which one rule with `or` is expanded; above it an auxiliary predicate is
/// introduced.
const MOST_ALTERNATIVES: usize = 256;
/// Limit of rules of a sheet in normal form.
const MOST_RULES: usize = 400_000;
/// Limit of variables of a rule.
const MOST_VARIABLES: usize = 1000;
/// Limit of conditions of a rule; each is a level of a join.
pub(crate) const MOST_CONDITIONS: usize = 400;

/// A term with variables, or an atom, whose functor is the predicate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// A variable of the rule, by its number.
    Variable(u32),
    /// A constant (no arguments) or a function.
    Function(Symbol, Vec<Term>),
}

/// Condition of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Literal {
    /// An atom that must be true.
    Holds(Term),
    /// An atom that must be false.
    Fails(Term),
    /// Two terms that must differ.
    Distinct(Term, Term),
}

/// Implication: the body implies the head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Conclusion.
    pub head: Term,
    /// Conjunction of conditions.
    pub body: Vec<Literal>,
    /// Names of the variables.
    pub names: Vec<Symbol>,
    /// Position in the text.
    pub place: Place,
}

impl Term {
    /// A constant.
    pub fn constant(symbol: Symbol) -> Self {
        Term::Function(symbol, vec![])
    }

    /// Functor or predicate, and arity.
    pub fn signature(&self) -> Option<(Symbol, usize)> {
        match self {
            Term::Function(symbol, arguments) => Some((*symbol, arguments.len())),
            Term::Variable(_) => None,
        }
    }

    /// Arguments.
    pub fn arguments(&self) -> &[Term] {
        match self {
            Term::Function(_, arguments) => arguments,
            Term::Variable(_) => &[],
        }
    }

    /// Adds the variables of the term to `out`, each once.
    pub fn variables(&self, out: &mut Vec<u32>) {
        match self {
            Term::Variable(variable) if out.contains(variable) => {}
            Term::Variable(variable) => out.push(*variable),
            Term::Function(_, arguments) => {
                arguments.iter().for_each(|argument| argument.variables(out))
            }
        }
    }

    /// Whether the term has no variables.
    pub fn is_ground(&self) -> bool {
        match self {
            Term::Variable(_) => false,
            Term::Function(_, arguments) => arguments.iter().all(Term::is_ground),
        }
    }

    /// Whether the terms may have a common instance; the variables of the two are distinct.
    pub fn may_equal(&self, other: &Term) -> bool {
        match (self, other) {
            (Term::Function(f, a), Term::Function(g, b)) => {
                f == g && a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.may_equal(b))
            }
            _ => true,
        }
    }

    /// Replaces `variable` in the term.
    fn replace(&mut self, variable: u32, by: &Term) {
        match self {
            Term::Variable(this) if *this == variable => *self = by.clone(),
            Term::Variable(_) => {}
            Term::Function(_, arguments) => {
                arguments.iter_mut().for_each(|arg| arg.replace(variable, by))
            }
        }
    }

    fn contains(&self, variable: u32) -> bool {
        match self {
            Term::Variable(this) => *this == variable,
            Term::Function(_, arguments) => {
                arguments.iter().any(|argument| argument.contains(variable))
            }
        }
    }

    /// Text of the term: `(cell 1 ?2 b)`.
    pub fn text(&self, symbols: &Symbols) -> String {
        match self {
            Term::Variable(variable) => format!("?{variable}"),
            Term::Function(symbol, arguments) if arguments.is_empty() => {
                symbols.text(*symbol).to_string()
            }
            Term::Function(symbol, arguments) => {
                let arguments: Vec<String> =
                    arguments.iter().map(|argument| argument.text(symbols)).collect();
                format!("({} {})", symbols.text(*symbol), arguments.join(" "))
            }
        }
    }
}

impl Literal {
    /// Terms of the literal.
    pub fn terms(&self) -> Vec<&Term> {
        match self {
            Literal::Holds(atom) | Literal::Fails(atom) => vec![atom],
            Literal::Distinct(one, other) => vec![one, other],
        }
    }

    fn terms_mut(&mut self) -> Vec<&mut Term> {
        match self {
            Literal::Holds(atom) | Literal::Fails(atom) => vec![atom],
            Literal::Distinct(one, other) => vec![one, other],
        }
    }

    /// Variables of the literal, each once.
    pub fn variables(&self) -> Vec<u32> {
        let mut out = vec![];
        self.terms().iter().for_each(|term| term.variables(&mut out));
        out
    }
}

/// Rules of a sheet in normal form, in the order of the text.
pub fn rules(trees: &[Tree], symbols: &mut Symbols) -> Result<Vec<Rule>, Error> {
    let mut out = vec![];
    for tree in unwrapped(trees) {
        Sentence { symbols, names: vec![], place: tree.place(), extra: vec![] }
            .read(tree, &mut out)?;
        if out.len() > MOST_RULES {
            return Err(Error::at(tree.place(), format!("there are more than {MOST_RULES} rules")));
        }
    }
    Ok(out)
}

/// Unwraps a file whose rules are all in one list.
fn unwrapped(trees: &[Tree]) -> &[Tree] {
    match trees {
        [Tree::List(items, _)] if items.iter().all(|item| matches!(item, Tree::List(..))) => items,
        _ => trees,
    }
}

/// A condition as written.
enum Formula {
    Literal(Literal),
    Equal(Term, Term),
    All(Vec<Formula>),
    Any(Vec<Formula>),
}

/// A sentence while it is read.
struct Sentence<'a> {
    symbols: &'a mut Symbols,
    /// Variables so far.
    names: Vec<Symbol>,
    place: Place,
    /// Rules for auxiliary predicates.
    extra: Vec<(Term, Formula)>,
}

impl Sentence<'_> {
    fn read(mut self, tree: &Tree, out: &mut Vec<Rule>) -> Result<(), Error> {
        let (head, body) = match tree {
            Tree::List(items, place) if is_word(items.first(), word::IF) => match &items[1..] {
                [head, body @ ..] => (head, body),
                [] => return Err(Error::at(*place, "a rule needs a head after `<=`")),
            },
            _ => (tree, &[][..]),
        };
        let head = self.atom(head)?;
        self.check_head(&head)?;
        let body =
            body.iter().map(|item| self.condition(item, true)).collect::<Result<Vec<_>, _>>()?;
        let mut todo = vec![(head, Formula::All(body))];
        while let Some((head, body)) = todo.pop() {
            self.expand(head, body, out)?;
            todo.append(&mut self.extra);
        }
        Ok(())
    }

    fn check_head(&self, head: &Term) -> Result<(), Error> {
        let (symbol, _) = head.signature().expect("an atom has a predicate");
        let text = self.symbols.text(symbol);
        match symbol {
            word::TRUE | word::DOES => Err(Error::at(
                self.place,
                format!("`{text}` is given, and no rule can have it as its head"),
            )),
            word::DISTINCT | word::NOT | word::OR | word::AND | word::IF => {
                Err(Error::at(self.place, format!("`{text}` cannot be the head of a rule")))
            }
            _ => Ok(()),
        }
    }

    fn atom(&mut self, tree: &Tree) -> Result<Term, Error> {
        let term = self.term(tree)?;
        let Some((symbol, arguments)) = term.signature() else {
            let text = "a variable stands here where a sentence is wanted";
            return Err(Error::at(tree.place(), text));
        };
        let wanted = match symbol {
            word::ROLE | word::INIT | word::TRUE | word::NEXT => Some(1),
            word::BASE => Some(1),
            word::DOES | word::LEGAL | word::GOAL | word::SEES | word::INPUT => Some(2),
            word::TERMINAL => Some(0),
            _ => None,
        };
        match wanted {
            Some(wanted) if wanted != arguments => {
                let name = self.symbols.text(symbol);
                Err(Error::at(
                    tree.place(),
                    format!("`{name}` takes {wanted} arguments, and here it has {arguments}"),
                ))
            }
            _ => Ok(term),
        }
    }

    fn term(&mut self, tree: &Tree) -> Result<Term, Error> {
        match tree {
            Tree::Word(name, place) if self.symbols.text(*name).starts_with('?') => {
                self.variable(*name, *place)
            }
            Tree::Word(word, _) => Ok(Term::constant(*word)),
            Tree::List(items, place) => match items.split_first() {
                Some((Tree::Word(name, _), arguments))
                    if !self.symbols.text(*name).starts_with('?') =>
                {
                    let arguments =
                        arguments.iter().map(|item| self.term(item)).collect::<Result<_, _>>()?;
                    Ok(Term::Function(*name, arguments))
                }
                Some(_) => {
                    Err(Error::at(*place, "a list must begin with a word that is no variable"))
                }
                None => Err(Error::at(*place, "an empty list means nothing")),
            },
        }
    }

    fn variable(&mut self, name: Symbol, place: Place) -> Result<Term, Error> {
        let known = self.names.iter().position(|&known| known == name);
        let number = known.unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        });
        match number < MOST_VARIABLES {
            true => Ok(Term::Variable(number as u32)),
            false => {
                Err(Error::at(place, format!("a rule has more than {MOST_VARIABLES} variables")))
            }
        }
    }

    /// Normalises a condition, negated unless `wanted`.
    fn condition(&mut self, tree: &Tree, wanted: bool) -> Result<Formula, Error> {
        let items: &[Tree] = match tree {
            Tree::List(items, _) => items,
            Tree::Word(..) => &[],
        };
        let first = match items.first() {
            Some(Tree::Word(word, _)) => Some(*word),
            _ => None,
        };
        match (first, items) {
            (Some(word::NOT), [_, inner]) => self.condition(inner, !wanted),
            (Some(word::NOT), _) => Err(Error::at(tree.place(), "`not` takes one sentence")),
            (Some(word::OR | word::AND), [_, parts @ ..]) => {
                let parts: Result<Vec<_>, _> =
                    parts.iter().map(|part| self.condition(part, wanted)).collect();
                let is_all = (first == Some(word::AND)) == wanted;
                Ok(if is_all { Formula::All(parts?) } else { Formula::Any(parts?) })
            }
            (Some(word::DISTINCT), [_, one, other]) => {
                let (one, other) = (self.term(one)?, self.term(other)?);
                Ok(match wanted {
                    true => Formula::Literal(Literal::Distinct(one, other)),
                    false => Formula::Equal(one, other),
                })
            }
            (Some(word::DISTINCT), _) => Err(Error::at(tree.place(), "`distinct` takes two terms")),
            _ => {
                let atom = self.atom(tree)?;
                self.check_body(&atom, tree.place())?;
                Ok(Formula::Literal(if wanted {
                    Literal::Holds(atom)
                } else {
                    Literal::Fails(atom)
                }))
            }
        }
    }

    fn check_body(&self, atom: &Term, place: Place) -> Result<(), Error> {
        match atom.signature() {
            Some((symbol @ (word::INIT | word::SEES), _)) => {
                let name = self.symbols.text(symbol);
                Err(Error::at(
                    place,
                    format!("`{name}` can be the head of a rule, and cannot be a condition"),
                ))
            }
            Some((word::IF, _)) => Err(Error::at(place, "a rule cannot stand within a rule")),
            _ => Ok(()),
        }
    }

    /// Creates one rule for every alternative of the body.
    fn expand(&mut self, head: Term, body: Formula, out: &mut Vec<Rule>) -> Result<(), Error> {
        for parts in self.ways(body)? {
            let names = self.names.clone();
            let mut rule = Rule { head: head.clone(), body: vec![], names, place: self.place };
            if parts.len() > MOST_CONDITIONS {
                return Err(Error::at(
                    self.place,
                    format!("a rule has more than {MOST_CONDITIONS} conditions"),
                ));
            }
            if rule.assemble(parts) {
                out.push(rule);
            }
        }
        Ok(())
    }

    /// All alternatives of a condition, each a list of literals and equalities.
    fn ways(&mut self, condition: Formula) -> Result<Vec<Vec<Conjunct>>, Error> {
        match condition {
            Formula::Literal(literal) => Ok(vec![vec![Conjunct::Literal(literal)]]),
            Formula::Equal(one, other) => Ok(vec![vec![Conjunct::Equal(one, other)]]),
            Formula::Any(parts) => {
                let mut all = vec![];
                for part in parts {
                    all.extend(self.ways(part)?);
                }
                Ok(all)
            }
            Formula::All(parts) => self.product(parts),
        }
    }

    fn product(&mut self, parts: Vec<Formula>) -> Result<Vec<Vec<Conjunct>>, Error> {
        let mut all: Vec<Vec<Conjunct>> = vec![vec![]];
        for part in parts {
            let mut ways = self.ways(part)?;
            if ways.len() > 1 && ways.len() * all.len() > MOST_ALTERNATIVES {
                ways = vec![vec![Conjunct::Literal(Literal::Holds(self.helper(ways)?))]];
            }
            let join = |one: &Vec<Conjunct>| {
                ways.iter().map(|way| [one.clone(), way.clone()].concat()).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(join).collect();
        }
        Ok(all)
    }

    /// Auxiliary predicate for a disjunction.
    fn helper(&mut self, ways: Vec<Vec<Conjunct>>) -> Result<Term, Error> {
        if ways.len() > MOST_RULES {
            return Err(Error::at(self.place, "`or` has too many alternatives here"));
        }
        let mut variables = vec![];
        ways.iter().flatten().for_each(|part| part.variables(&mut variables));
        let arguments = variables.into_iter().map(Term::Variable).collect();
        let head = Term::Function(self.symbols.invent("or"), arguments);
        let alternatives = ways
            .into_iter()
            .map(|way| Formula::All(way.into_iter().map(Conjunct::again).collect()));
        self.extra.push((head.clone(), Formula::Any(alternatives.collect())));
        Ok(head)
    }
}

/// A part of one alternative of a body.
#[derive(Clone)]
enum Conjunct {
    Literal(Literal),
    Equal(Term, Term),
}

impl Conjunct {
    fn variables(&self, out: &mut Vec<u32>) {
        match self {
            Conjunct::Literal(literal) => {
                literal.terms().iter().for_each(|term| term.variables(out))
            }
            Conjunct::Equal(one, other) => [one, other].iter().for_each(|term| term.variables(out)),
        }
    }
    fn again(self) -> Formula {
        match self {
            Conjunct::Literal(literal) => Formula::Literal(literal),
            Conjunct::Equal(one, other) => Formula::Equal(one, other),
        }
    }
}

fn is_word(tree: Option<&Tree>, word: Symbol) -> bool {
    matches!(tree, Some(Tree::Word(this, _)) if *this == word)
}

impl Rule {
    /// Adds the parts of the body. Returns false if it can never hold.
    fn assemble(&mut self, parts: Vec<Conjunct>) -> bool {
        let mut equal = vec![];
        for part in parts {
            match part {
                Conjunct::Literal(literal) if self.body.contains(&literal) => {}
                Conjunct::Literal(literal) => self.body.push(literal),
                Conjunct::Equal(one, other) => equal.push((one, other)),
            }
        }
        while let Some((one, other)) = equal.pop() {
            if !self.unify(one, other, &mut equal) {
                return false;
            }
        }
        self.simplify()
    }

    fn unify(&mut self, one: Term, other: Term, left: &mut Vec<(Term, Term)>) -> bool {
        match (one, other) {
            (one, other) if one == other => true,
            (Term::Variable(variable), term) | (term, Term::Variable(variable)) => {
                if term.contains(variable) {
                    return false;
                }
                self.replace(variable, &term);
                left.iter_mut()
                    .for_each(|(a, b)| [a, b].into_iter().for_each(|t| t.replace(variable, &term)));
                true
            }
            (Term::Function(f, a), Term::Function(g, b)) => {
                left.extend(a.iter().cloned().zip(b.iter().cloned()));
                f == g && a.len() == b.len()
            }
        }
    }

    fn replace(&mut self, variable: u32, by: &Term) {
        self.head.replace(variable, by);
        self.body
            .iter_mut()
            .flat_map(Literal::terms_mut)
            .for_each(|term| term.replace(variable, by));
    }

    /// Drops conditions that always hold. Returns false if one can never hold.
    fn simplify(&mut self) -> bool {
        let never = self
            .body
            .iter()
            .any(|literal| matches!(literal, Literal::Distinct(one, other) if one == other));
        self.body.retain(
            |literal| !matches!(literal, Literal::Distinct(one, other) if !one.may_equal(other)),
        );
        !never
    }

    /// Position and text, for messages.
    pub fn text(&self, symbols: &Symbols) -> String {
        let literals = self.body.iter().map(|literal| match literal {
            Literal::Holds(atom) => atom.text(symbols),
            Literal::Fails(atom) => format!("(not {})", atom.text(symbols)),
            Literal::Distinct(a, b) => {
                format!("(distinct {} {})", a.text(symbols), b.text(symbols))
            }
        });
        let literals: Vec<String> = literals.collect();
        match literals.is_empty() {
            true => self.head.text(symbols),
            false => format!("(<= {} {})", self.head.text(symbols), literals.join(" ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::read;

    fn normal(text: &str) -> Result<Vec<String>, String> {
        let mut symbols = Symbols::default();
        let trees = read(text, &mut symbols).unwrap();
        let rules = rules(&trees, &mut symbols).map_err(|error| error.to_string())?;
        Ok(rules.iter().map(|rule| rule.text(&symbols)).collect())
    }

    #[test]
    fn or_becomes_rules() {
        let read = normal("(<= (p ?x) (or (q ?x) (and (r ?x) (not (s ?x)))))").unwrap();
        assert_eq!(read, ["(<= (p ?0) (q ?0))", "(<= (p ?0) (r ?0) (not (s ?0)))"]);
    }

    #[test]
    fn not_goes_inwards() {
        let read = normal("(<= p (not (or q (not r))))").unwrap();
        assert_eq!(read, ["(<= p (not q) r)"]);
        assert_eq!(normal("(<= p (not (and q r)))").unwrap(), ["(<= p (not q))", "(<= p (not r))"]);
    }

    #[test]
    fn what_is_not_distinct_is_the_same() {
        let read =
            normal("(<= (p ?x ?y) (q ?x) (not (distinct ?x (f ?y))) (r ?y) (distinct ?y a))")
                .unwrap();
        assert_eq!(read, ["(<= (p (f ?1) ?1) (q (f ?1)) (r ?1) (distinct ?1 a))"]);
        assert_eq!(normal("(<= p (not (distinct a b)))").unwrap(), [""; 0]);
        assert_eq!(normal("(<= p (distinct a b))").unwrap(), ["p"]);
    }

    #[test]
    fn many_alternatives_share_a_predicate() {
        let ors = "(or (a ?x) (b ?x) (c ?x) (d ?x))".repeat(12);
        let read = normal(&format!("(<= (p ?x) {ors})")).unwrap();
        assert!(
            read.len() < 300 && read.iter().any(|rule| rule.contains("(or ")),
            "{}",
            read.len()
        );
    }

    #[test]
    fn all_rules_may_stand_in_one_list() {
        assert_eq!(normal("((role x) (<= p q))").unwrap(), ["(role x)", "(<= p q)"]);
    }

    #[test]
    fn bad_sentences_are_reported() {
        for (text, error) in [
            ("(<=)", "line 1, column 1: a rule needs a head after `<=`"),
            (
                "(<= ?x (p ?x))",
                "line 1, column 5: a variable stands here where a sentence is wanted",
            ),
            (
                "(<= (true a) p)",
                "line 1, column 1: `true` is given, and no rule can have it as its head",
            ),
            (
                "(<= p (init a))",
                "line 1, column 7: `init` can be the head of a rule, and cannot be a condition",
            ),
            ("(<= p (true a b))", "line 1, column 7: `true` takes 1 arguments, and here it has 2"),
            ("(<= p (not a b))", "line 1, column 7: `not` takes one sentence"),
            ("(<= p ())", "line 1, column 7: an empty list means nothing"),
        ] {
            assert_eq!(normal(text).unwrap_err(), error);
        }
    }
}
