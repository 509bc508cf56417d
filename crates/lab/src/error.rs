//! Errors of the lab. The message of each is one sentence that says what would be right.

use crate::catalogue;
use std::fmt;

/// Error of the lab, one variant per cause. All but [`Error::Failed`] and [`Error::Damaged`] mean
/// bad input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// Error of the catalogue: an unknown name or value.
    Catalogue(catalogue::Error),
    /// A settings file that cannot be used.
    File {
        /// Line in the file, from 1.
        line: usize,
        /// Column in that line, from 1.
        column: usize,
        /// What is wrong, and what would be right.
        why: String,
    },
    /// A file of a run folder whose contents differ from what the run wrote.
    Damaged {
        /// Name of the file.
        file: String,
        /// What is wrong with it, and what the user can do.
        why: String,
    },
    /// A request that is impossible now, or for this game.
    Refused(String),
    /// A failure that is not caused by bad input, such as an I/O error.
    Failed(String),
}

impl Error {
    /// Error for an unknown name; it lists the known names.
    pub(crate) fn unknown(
        what: impl Into<String>,
        name: impl Into<String>,
        known: Vec<String>,
    ) -> Self {
        Error::Catalogue(catalogue::Error::Unknown { what: what.into(), name: name.into(), known })
    }

    /// Exit status for a command that ends with this error: 2 for bad input, 1 for anything else.
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
            // A refusal of the catalogue has the same meaning as one of the lab.
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
