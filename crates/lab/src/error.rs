//! What can go wrong in the lab: each error is one sentence that says what would be right.

use crate::catalogue;
use std::fmt;

/// One variant a cause. All but [`Error::Failed`] and [`Error::Damaged`] are bad input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// What the catalogue does not know, or a name or a value that is none of those that there are.
    Catalogue(catalogue::Error),
    /// A settings file that cannot be used as it is.
    File {
        /// The line, from 1.
        line: usize,
        /// The character in it, from 1.
        column: usize,
        /// What is wrong and what would be right.
        why: String,
    },
    /// A file of a run that is not what was written there.
    Damaged {
        /// Which file.
        file: String,
        /// What is wrong with it, and what can be done.
        why: String,
    },
    /// Something that cannot be asked now, or of this game.
    Refused(String),
    /// What is nobody's mistake.
    Failed(String),
}

impl Error {
    /// A name that nobody has heard of, among those that there are.
    pub(crate) fn unknown(
        what: impl Into<String>,
        name: impl Into<String>,
        known: Vec<String>,
    ) -> Self {
        Error::Catalogue(catalogue::Error::Unknown { what: what.into(), name: name.into(), known })
    }

    /// The exit status that a command should end with: 2 for bad input, 1 for anything else.
    pub fn exit_status(&self) -> i32 {
        match self {
            Error::Failed(_) | Error::Damaged { .. } => 1,
            Error::Catalogue(_) | Error::File { .. } | Error::Refused(_) => 2,
        }
    }
}

impl From<catalogue::Error> for Error {
    fn from(error: catalogue::Error) -> Self {
        match error {
            // Whoever refuses: it cannot be asked.
            catalogue::Error::Refused(why) => Error::Refused(why),
            other => Error::Catalogue(other),
        }
    }
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Error::Catalogue(error) => write!(f, "{error}"),
            Error::File { line, column, why } => write!(f, "line {line}, column {column}: {why}"),
            Error::Damaged { file, why } => write!(f, "`{file}` {why}"),
            Error::Refused(why) | Error::Failed(why) => write!(f, "{why}"),
        }
    }
}
