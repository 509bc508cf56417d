//! Reader of the infix form of newer textbooks, to the same trees as the prefix form:
//! `legal(R,mark(X,Y)) :- true(cell(X,Y,b)) & ~true(control(R))`.

use crate::error::{Error, Place};
use crate::symbol::{Symbol, Symbols, word};
use crate::tree::{Budget, Tree, step};

/// Whether a text is in infix form: its first token is a word, followed by a parenthesis or an
/// arrow.
pub(crate) fn is_infix(text: &str) -> bool {
    let mut rest = text.trim_start();
    while rest.starts_with([';', '%']) {
        rest = rest.split_once('\n').map_or("", |(_, after)| after).trim_start();
    }
    let length = rest.find(|c: char| !is_part_of_word(c)).unwrap_or(rest.len());
    let after = &rest[length..];
    length > 0 && (after.starts_with('(') || after.trim_start().starts_with(":-"))
}

/// Reads all sentences of a text, in order.
pub(crate) fn read_infix(text: &str, symbols: &mut Symbols) -> Result<Vec<Tree>, Error> {
    let tokens = tokens(text)?;
    // If question marks denote variables, capitalised words are constants.
    let has_marks =
        tokens.iter().any(|(token, _)| matches!(token, Token::Word(word) if word.starts_with('?')));
    let mut parser = Parser {
        tokens,
        at: 0,
        symbols,
        has_marks,
        nameless: 0,
        budget: Budget::default(),
        depth: 0,
    };
    let mut out = vec![];
    while parser.skip_separators() {
        out.push(parser.sentence()?);
    }
    Ok(out)
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    Open,
    Close,
    Comma,
    And,
    Or,
    Not,
    If,
    Differs,
    Equals,
    Stop,
}

fn is_part_of_word(c: char) -> bool {
    !c.is_whitespace() && !"(),&|~%;:'\"=".contains(c)
}

/// Words and signs of a text.
fn tokens(text: &str) -> Result<Vec<(Token, Place)>, Error> {
    let mut place = Place { line: 1, column: 1 };
    let mut out = vec![];
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let (token, length) = match c {
            '%' | ';' => (None, rest.find('\n').unwrap_or(rest.len())),
            c if c.is_whitespace() => (None, c.len_utf8()),
            '\'' | '"' => quoted(rest, c)
                .ok_or_else(|| Error::at(place, "this quotation mark is never closed"))?,
            _ => sign(rest).unwrap_or_else(|| plain(rest)),
        };
        if length == 0 {
            return Err(Error::at(place, format!("`{c}` means nothing here")));
        }
        out.extend(token.map(|token| (token, place)));
        rest[..length].chars().for_each(|c| step(&mut place, c));
        rest = &rest[length..];
    }
    Ok(out)
}

/// Sign at the start of a text, and its length.
fn sign(rest: &str) -> Option<(Option<Token>, usize)> {
    const SIGNS: [(&str, Token); 12] = [
        (":-", Token::If),
        ("<=", Token::If),
        ("!=", Token::Differs),
        ("\\=", Token::Differs),
        ("(", Token::Open),
        (")", Token::Close),
        (",", Token::Comma),
        ("&", Token::And),
        ("|", Token::Or),
        ("~", Token::Not),
        ("=", Token::Equals),
        ("\\+", Token::Not),
    ];
    let known = SIGNS.iter().find(|(text, _)| rest.starts_with(text));
    let found = known.map(|(text, token)| (Some(token.clone()), text.len()));
    // A full stop ends a sentence, except inside a word such as 0.5.
    let is_stop = rest.strip_prefix('.').is_some_and(|after| !after.starts_with(is_part_of_word));
    found.or_else(|| is_stop.then_some((Some(Token::Stop), 1)))
}

/// Word at the start of a text, and its length.
fn plain(rest: &str) -> (Option<Token>, usize) {
    let mut length = rest.find(|c: char| !is_part_of_word(c)).unwrap_or(rest.len());
    if length > 1 && rest[..length].ends_with('.') {
        length -= 1;
    }
    if length > 1 && rest[length..].starts_with('=') && rest[..length].ends_with(['!', '\\', '<']) {
        length -= 1;
    }
    (Some(Token::Word(rest[..length].to_string())), length)
}

/// Quoted word at the start of a text, and its length.
fn quoted(rest: &str, mark: char) -> Option<(Option<Token>, usize)> {
    let end = rest[1..].find(mark)?;
    Some((Some(Token::Word(rest[..end + 2].to_string())), end + 2))
}

struct Parser<'a> {
    tokens: Vec<(Token, Place)>,
    at: usize,
    symbols: &'a mut Symbols,
    has_marks: bool,
    /// Number of anonymous variables so far.
    nameless: usize,
    budget: Budget,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(token, _)| token)
    }

    fn place(&self) -> Place {
        self.tokens
            .get(self.at)
            .or(self.tokens.last())
            .map_or(Place { line: 1, column: 1 }, |&(_, place)| place)
    }

    /// Consumes the next token if it is `wanted`.
    fn takes(&mut self, wanted: &Token) -> bool {
        let is_there = self.peek() == Some(wanted);
        self.at += usize::from(is_there);
        is_there
    }

    /// Whether tokens are left after full stops and other separators.
    fn skip_separators(&mut self) -> bool {
        while matches!(self.peek(), Some(Token::Stop | Token::And | Token::Comma)) {
            self.at += 1;
        }
        self.at < self.tokens.len()
    }

    fn sentence(&mut self) -> Result<Tree, Error> {
        let place = self.place();
        let head = self.term()?;
        if !self.takes(&Token::If) {
            return Ok(head);
        }
        let mut items = vec![Tree::Word(word::IF, place), head];
        match self.any()? {
            Tree::List(parts, _) if is_all(&parts) => items.extend(parts.into_iter().skip(1)),
            other => items.push(other),
        }
        Ok(Tree::List(items, place))
    }

    /// Reads a disjunction.
    fn any(&mut self) -> Result<Tree, Error> {
        self.joined(word::OR, &[Token::Or], Self::all)
    }

    fn all(&mut self) -> Result<Tree, Error> {
        self.joined(word::AND, &[Token::And, Token::Comma], Self::literal)
    }

    fn joined(
        &mut self,
        by: Symbol,
        signs: &[Token],
        part: fn(&mut Self) -> Result<Tree, Error>,
    ) -> Result<Tree, Error> {
        let place = self.place();
        let mut parts = vec![part(self)?];
        while signs.iter().any(|sign| self.takes(sign)) {
            parts.push(part(self)?);
        }
        match parts.len() {
            1 => Ok(parts.remove(0)),
            _ => {
                parts.insert(0, Tree::Word(by, place));
                Ok(Tree::List(parts, place))
            }
        }
    }

    fn literal(&mut self) -> Result<Tree, Error> {
        let place = self.place();
        if self.takes(&Token::Not) || self.takes_not() {
            self.deeper(place)?;
            let inner = self.literal()?;
            self.depth -= 1;
            return Ok(Tree::List(vec![Tree::Word(word::NOT, place), inner], place));
        }
        if self.takes(&Token::Open) {
            self.deeper(place)?;
            let inner = self.any()?;
            self.depth -= 1;
            return self.closed(place).map(|()| inner);
        }
        let one = self.term()?;
        let distinct =
            |one, other| Tree::List(vec![Tree::Word(word::DISTINCT, place), one, other], place);
        if self.takes(&Token::Differs) {
            return Ok(distinct(one, self.term()?));
        }
        if self.takes(&Token::Equals) {
            let differ = distinct(one, self.term()?);
            return Ok(Tree::List(vec![Tree::Word(word::NOT, place), differ], place));
        }
        Ok(one)
    }

    /// Reads the word `not` before a sentence; before a parenthesis it reads like any other word.
    fn takes_not(&mut self) -> bool {
        let is_not =
            matches!(self.peek(), Some(Token::Word(word)) if word.eq_ignore_ascii_case("not"));
        let follows = self.tokens.get(self.at + 1).map(|(token, _)| token);
        let takes = is_not && matches!(follows, Some(Token::Word(_) | Token::Not | Token::Open));
        self.at += usize::from(takes);
        takes
    }

    fn term(&mut self) -> Result<Tree, Error> {
        let place = self.place();
        self.budget.count(place)?;
        let Some(Token::Word(text)) = self.peek().cloned() else {
            return Err(Error::at(place, "a word is wanted here"));
        };
        self.at += 1;
        let word = self.word(&text, place);
        if !self.takes(&Token::Open) {
            return Ok(word);
        }
        self.deeper(place)?;
        let mut items = vec![word];
        while !self.takes(&Token::Close) {
            if items.len() > 1 && !self.takes(&Token::Comma) {
                return Err(Error::at(
                    self.place(),
                    "a comma or a closing parenthesis is wanted here",
                ));
            }
            // Conditions may occur inside `not(...)`, `or(...)` and `and(...)`.
            items.push(self.literal()?);
        }
        self.depth -= 1;
        Ok(Tree::List(items, place))
    }

    fn word(&mut self, text: &str, place: Place) -> Tree {
        let begins_large = text.starts_with(|c: char| c.is_uppercase() || c == '_');
        let name = match text {
            "_" => {
                self.nameless += 1;
                format!("?_{}", self.nameless)
            }
            _ if begins_large && !self.has_marks => format!("?{text}"),
            _ => text.to_string(),
        };
        Tree::Word(self.symbols.intern(&name), place)
    }

    fn closed(&mut self, open: Place) -> Result<(), Error> {
        match self.takes(&Token::Close) {
            true => Ok(()),
            false => Err(Error::at(open, "this parenthesis is never closed")),
        }
    }

    fn deeper(&mut self, place: Place) -> Result<(), Error> {
        self.depth += 1;
        crate::tree::check_depth(self.depth, place)
    }
}

fn is_all(parts: &[Tree]) -> bool {
    matches!(parts.first(), Some(Tree::Word(word::AND, _)))
}

#[cfg(test)]
mod tests {
    use crate::read::read;
    use crate::symbol::Symbols;

    fn text(source: &str) -> Result<Vec<String>, String> {
        let mut symbols = Symbols::default();
        let trees = read(source, &mut symbols).map_err(|error| error.to_string())?;
        Ok(trees.iter().map(|tree| tree.text(&symbols)).collect())
    }

    #[test]
    fn rules_and_facts() {
        let read = text(
            "% a game\nrole(x) role(o). init(n(0)) & init(n(1))\nterminal :- ~open & line(W), role(W)\nopen",
        );
        let expected = [
            "(role x)",
            "(role o)",
            "(init (n 0))",
            "(init (n 1))",
            "(<= terminal (not open) (line ?W) (role ?W))",
            "open",
        ];
        assert_eq!(read.unwrap(), expected);
    }

    #[test]
    fn everything_that_a_body_can_have() {
        let read = text(
            "p(X,_) :- (q(X) | r(X,f(_)) & s) & not t & not(u(X) & v) & X != a & b=X & or(w,distinct(X,c)).",
        );
        let expected = "(<= (p ?X ?_1) (or (q ?X) (and (r ?X (f ?_2)) s)) (not t) (not (and (u ?X) v)) (distinct ?X a) \
                        (not (distinct b ?X)) (or w (distinct ?X c)))";
        assert_eq!(read.unwrap(), [expected]);
    }

    #[test]
    fn question_marks_make_capitals_words() {
        assert_eq!(text("p(?x,X) <= q(?x)").unwrap(), ["(<= (p ?x X) (q ?x))"]);
    }

    #[test]
    fn errors_name_line_and_column() {
        for (source, error) in [
            ("p(a", "line 1, column 3: a comma or a closing parenthesis is wanted here"),
            ("p(a) :-\n & q", "line 2, column 2: a word is wanted here"),
            ("p :- (q", "line 1, column 6: this parenthesis is never closed"),
            ("p(a) :- 'q", "line 1, column 9: this quotation mark is never closed"),
            ("p(a) : q", "line 1, column 6: `:` means nothing here"),
        ] {
            assert_eq!(text(source).unwrap_err(), error);
        }
        let deep = format!("p({}", "f(".repeat(1000));
        assert!(text(&deep).unwrap_err().ends_with("lists are nested more than 200 deep"));
    }
}
