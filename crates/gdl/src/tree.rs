//! What texts are read into: nested lists of words, and what a reader counts while it makes them.

use crate::error::{Error, Place};
use crate::symbol::{Symbol, Symbols};

/// The most words and parentheses of a text.
const MOST_TOKENS: usize = 4_000_000;
/// How deep lists may be nested.
const DEEPEST: usize = 200;

/// A word or a list, and where it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    /// A word; variables begin with a question mark.
    Word(Symbol, Place),
    /// A list.
    List(Vec<Tree>, Place),
}

impl Tree {
    /// Where it begins.
    pub fn place(&self) -> Place {
        match self {
            Tree::Word(_, place) | Tree::List(_, place) => *place,
        }
    }

    /// It, written down again.
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

/// Where the next letter is, after this one.
pub(crate) fn step(place: &mut Place, c: char) {
    match c {
        '\n' => *place = Place { line: place.line + 1, column: 1 },
        _ => place.column += 1,
    }
}

/// Words and parentheses that were read.
#[derive(Default)]
pub(crate) struct Budget {
    tokens: usize,
}

impl Budget {
    /// One more, unless there are too many.
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

/// Whether lists may be nested so deep.
pub(crate) fn check_depth(depth: usize, place: Place) -> Result<(), Error> {
    match depth > DEEPEST {
        true => Err(Error::at(place, format!("lists are nested more than {DEEPEST} deep"))),
        false => Ok(()),
    }
}
