//! What is wrong with a rulesheet, in one sentence.

use std::fmt;

/// A place in a text, line and column counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

/// What is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Where, if it is in one place.
    pub place: Option<Place>,
    /// One sentence.
    pub text: String,
}

impl Error {
    /// Something wrong in one place.
    pub fn at(place: Place, text: impl Into<String>) -> Self {
        Error { place: Some(place), text: text.into() }
    }
    /// Something wrong with the whole.
    pub fn new(text: impl Into<String>) -> Self {
        Error { place: None, text: text.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self.place {
            Some(Place { line, column }) => {
                write!(out, "line {line}, column {column}: {}", self.text)
            }
            None => write!(out, "{}", self.text),
        }
    }
}

impl std::error::Error for Error {}
