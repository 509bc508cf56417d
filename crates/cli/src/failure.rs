//! Errors of the program, each in one sentence.

use sortilege_catalogue::brief;
use std::path::Path;
use std::{fmt, io};

/// An error, with one variant per cause.
#[derive(Debug)]
pub enum Failure {
    /// An invalid command; the sentence says what would be valid.
    Usage(String),
    /// An error of the lab.
    Lab(sortilege_lab::Error),
    /// Reading or writing.
    Io(io::Error),
}

impl Failure {
    /// A file or folder that cannot be written.
    pub fn unwritable(path: &Path, error: &io::Error) -> Self {
        Failure::Io(io::Error::new(
            error.kind(),
            format!("{} cannot be written: {error}", path.display()),
        ))
    }

    /// 2 for bad input, 1 for anything else.
    pub fn exit_status(&self) -> u8 {
        match self {
            Failure::Usage(_) => 2,
            Failure::Lab(error) => error.exit_status() as u8,
            Failure::Io(_) => 1,
        }
    }

    /// Whether the reader of the output has closed it, as `head` does, which is no failure.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Failure::Io(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl From<sortilege_lab::Error> for Failure {
    fn from(error: sortilege_lab::Error) -> Self {
        Failure::Lab(error)
    }
}

impl From<sortilege_lab::catalogue::Error> for Failure {
    fn from(error: sortilege_lab::catalogue::Error) -> Self {
        Failure::Lab(error.into())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Io(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let sentence = match self {
            Failure::Usage(why) => why.clone(),
            Failure::Lab(error) => error.to_string(),
            Failure::Io(error) => error.to_string(),
        };
        // Quoted input and file contents can contain line breaks and terminal escape codes. The
        // sentence is kept on one line and is plain text.
        let line = brief(&sentence.split_whitespace().collect::<Vec<_>>().join(" "));
        write!(f, "{}", line.replace(char::is_control, "\u{fffd}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_quotes_the_beginning_of_long_input() {
        let long = "x".repeat(60_000);
        let failure =
            Failure::Usage(format!("there is no game named `{long}`; did you mean `mnk`?"));
        let quoted = format!("`{}... (60000 characters)`", "x".repeat(200));
        assert_eq!(
            failure.to_string(),
            format!("there is no game named {quoted}; did you mean `mnk`?")
        );
        assert!(Failure::Usage(long).to_string().len() < 5_000);
    }

    #[test]
    fn a_sentence_is_one_line_of_text() {
        let failure = Failure::Usage("`a\n\tb` and `\u{1b}[2J\u{7}\u{9b}K`".to_string());
        assert_eq!(failure.to_string(), "`a b` and `\u{fffd}[2J\u{fffd}\u{fffd}K`");
    }
}
