//! Parse trees: nested lists of words, and the counters of a reader.

use crate::error::{Error, Place};
use crate::symbol::{Symbol, Symbols};

/// Limit of words and parentheses of a text.
const MOST_TOKENS: usize = 4_000_000;
/// Maximum nesting depth of lists.
const DEEPEST: usize = 200;

/// A word or a list, with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    /// A word; variables begin with a question mark.
    Word(Symbol, Place),
    /// A list.
    List(Vec<Tree>, Place),
}

impl Tree {
    /// Position of the first character.
    pub fn place(&self) -> Place {
        match self {
            Tree::Word(_, place) | Tree::List(_, place) => *place,
        }
    }

    /// Text of the tree.
    pub fn text(&self, symbols: &Symbols) -> String {
        match self {
            Tree::Word(word, _) => symbols.text(*word).to_string(),
            Tree::List(items, _) => {
                let items: Vec<String> = items.iter().map(|item| item.text(symbols)).collect();
                format!("({})", items.join(" "))
            }
        }
    }
}

/// Advances a position by one character.
pub(crate) fn step(place: &mut Place, c: char) {
    match c {
        '\n' => *place = Place { line: place.line + 1, column: 1 },
        _ => place.column += 1,
    }
}

/// Counter of words and parentheses.
#[derive(Default)]
pub(crate) struct Budget {
    tokens: usize,
}

impl Budget {
    /// Counts one token; fails if there are too many.
    pub(crate) fn count(&mut self, place: Place) -> Result<(), Error> {
        self.tokens += 1;
        match self.tokens > MOST_TOKENS {
            true => Err(Error::at(
                place,
                format!("there are more than {MOST_TOKENS} words and parentheses"),
            )),
            false => Ok(()),
        }
    }
}

/// Checks the nesting depth of a list.
pub(crate) fn check_depth(depth: usize, place: Place) -> Result<(), Error> {
    match depth > DEEPEST {
        true => Err(Error::at(place, format!("lists are nested more than {DEEPEST} deep"))),
        false => Ok(()),
    }
}
