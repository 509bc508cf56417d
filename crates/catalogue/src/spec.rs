//! The one language for players and games: a name, and settings that have values.
//!
//! ```text
//! spec     = word [ ":" settings ]          so-ismcts:iterations=10000,c=0.7
//! settings = setting { "," setting }
//! setting  = word "=" value
//! value    = word [ "(" settings ")" ]      qb(k=2,a=online)
//! ```
//!
//! A word is any text without blanks and without `: , = ( )`. What the words mean is the business
//! of [`setting`](crate::setting). A text has [`LONGEST`] bytes at most, and [`DEEPEST`]
//! nested parentheses, so that any input is read, compared and dropped on a small stack.

use crate::Error;
use std::fmt;
use std::str::FromStr;

/// The most bytes that a text may have.
pub const LONGEST: usize = 64 * 1024;

/// The most parentheses that may stand within each other.
pub const DEEPEST: usize = 16;

/// A name with its settings, in the order in which they were written. A value is a `Spec` too.
///
/// ```
/// use sortilege_catalogue::Spec;
/// let spec: Spec = "uct:iterations=2000,reward=qb(k=2,a=online)".parse().unwrap();
/// assert_eq!(spec.get("reward").unwrap().name, "qb");
/// assert_eq!(spec.to_string(), "uct:iterations=2000,reward=qb(k=2,a=online)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spec {
    /// What it is called, or a plain value such as `0.7`.
    pub name: String,
    /// Its settings.
    pub settings: Vec<(String, Spec)>,
}

impl Spec {
    /// A name without settings.
    pub fn new(name: impl Into<String>) -> Self {
        Spec { name: name.into(), settings: vec![] }
    }

    /// The same with one more setting.
    pub fn with(mut self, setting: impl Into<String>, value: Spec) -> Self {
        self.settings.push((setting.into(), value));
        self
    }

    /// The value of a setting, if it was written.
    pub fn get(&self, setting: &str) -> Option<&Spec> {
        self.settings.iter().find(|(name, _)| name == setting).map(|(_, value)| value)
    }

    fn write_settings(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (i, (name, value)) in self.settings.iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            write!(f, "{comma}{name}={}", NestedSpec(value))?;
        }
        Ok(())
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.name)?;
        if !self.settings.is_empty() {
            write!(f, ":")?;
        }
        self.write_settings(f)
    }
}

/// A spec where it is a value: its settings are in parentheses.
struct NestedSpec<'a>(&'a Spec);

impl fmt::Display for NestedSpec<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.0.name)?;
        if self.0.settings.is_empty() {
            return Ok(());
        }
        write!(f, "(")?;
        self.0.write_settings(f)?;
        write!(f, ")")
    }
}

impl FromStr for Spec {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        if text.len() > LONGEST {
            let (kib, most) = (text.len().div_ceil(1024), LONGEST / 1024);
            return Err(Error::Refused(format!(
                "a player or a game is described in {most} KiB at most, and not in {kib} KiB"
            )));
        }
        let mut reader = Reader { text, at: 0, depth: 0 };
        let mut spec = Spec::new(reader.word("a name")?);
        if reader.take(':') {
            spec.settings = reader.settings()?;
        }
        match reader.rest().is_empty() {
            true => Ok(spec),
            false if spec.settings.is_empty() => Err(reader.expected("`:` or the end")),
            false => Err(reader.expected("`,` or the end")),
        }
    }
}

/// Reads a text from left to right; blanks between words do not matter.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Parentheses that are open.
    depth: usize,
}

impl<'a> Reader<'a> {
    fn rest(&mut self) -> &'a str {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
        rest
    }

    fn take(&mut self, mark: char) -> bool {
        let found = self.rest().starts_with(mark);
        self.at += if found { mark.len_utf8() } else { 0 };
        found
    }

    fn word(&mut self, expected: &'static str) -> Result<String, Error> {
        let rest = self.rest();
        let end =
            rest.find(|c: char| c.is_whitespace() || ":,=()".contains(c)).unwrap_or(rest.len());
        match end {
            0 => Err(self.expected(expected)),
            _ => {
                self.at += end;
                Ok(rest[..end].to_string())
            }
        }
    }

    fn settings(&mut self) -> Result<Vec<(String, Spec)>, Error> {
        let mut settings: Vec<(String, Spec)> = vec![];
        loop {
            self.rest();
            let begin = self.at;
            let name = self.word("a setting")?;
            if settings.iter().any(|(other, _)| *other == name) {
                self.at = begin;
                return Err(self.expected("a setting that was not given before"));
            }
            if !self.take('=') {
                return Err(self.expected("`=` and a value"));
            }
            settings.push((name, self.value()?));
            if !self.take(',') {
                return Ok(settings);
            }
        }
    }

    fn value(&mut self) -> Result<Spec, Error> {
        let mut spec = Spec::new(self.word("a value")?);
        if self.depth == DEEPEST && self.rest().starts_with('(') {
            return Err(self.expected("no more than 16 parentheses within each other"));
        }
        if self.take('(') {
            self.depth += 1;
            spec.settings = self.settings()?;
            if !self.take(')') {
                return Err(self.expected("`,` or `)`"));
            }
            self.depth -= 1;
        }
        Ok(spec)
    }

    fn expected(&mut self, expected: &'static str) -> Error {
        self.rest();
        Error::Syntax { text: self.text.to_string(), at: self.at, expected }
    }
}
