//! Errors of rulesheets, in one sentence.

use std::fmt;

/// Position in a text; line and column are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// Line number.
    pub line: u32,
    /// Column number, in characters.
    pub column: u32,
}

/// An error and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Position, if the error has one.
    pub place: Option<Place>,
    /// Message of one sentence.
    pub text: String,
}

impl Error {
    /// Creates an error at a position.
    pub fn at(place: Place, text: impl Into<String>) -> Self {
        Error { place: Some(place), text: text.into() }
    }
    /// Creates an error of the whole text.
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
