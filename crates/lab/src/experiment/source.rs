//! Strict reader of settings files: every error has a line and a column, and says what would be
//! right.

use crate::{Error, Spec};
use std::ops::Range;
use std::str::FromStr;
use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue};

/// Maximum size of a settings file, in bytes. The parser bounds the depth at 80 levels, and
/// [`spec`](crate::spec) bounds the depth within texts.
pub(crate) const LARGEST: u64 = 16 * 1024 * 1024;

/// Reads the top-level table of a file.
pub(crate) fn with_file<T>(
    text: &str,
    read: impl FnOnce(&Keys) -> Result<T, Error>,
) -> Result<T, Error> {
    if text.len() as u64 > LARGEST {
        return Err(Error::Refused(format!(
            "settings have {} MiB at most, and these have {} MiB",
            LARGEST >> 20,
            text.len().div_ceil(1 << 20)
        )));
    }
    let table = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        complaint(text, at, error.message().to_string())
    })?;
    read(&Keys { text, span: 0..0, table: table.get_ref() })
}

/// Reads a file as plain data. Numbers outside the range of TOML are refused here; readers of
/// settings know how to handle them.
pub(crate) fn plain(text: &str) -> Result<toml::Table, Error> {
    text.parse().map_err(|error: toml::de::Error| {
        complaint(text, error.span().map_or(0, |span| span.start), error.message().to_string())
    })
}

fn complaint(text: &str, at: usize, why: String) -> Error {
    let before = &text[..text.floor_char_boundary(at)];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    Error::File {
        line: before.matches('\n').count() + 1,
        column: before[line_start..].chars().count() + 1,
        why,
    }
}

/// Table of the file.
pub(crate) struct Keys<'a> {
    text: &'a str,
    span: Range<usize>,
    table: &'a DeTable<'a>,
}

/// Value of the file with its location.
#[derive(Clone)]
pub(crate) struct Item<'a> {
    text: &'a str,
    /// Key of the value.
    pub(crate) key: String,
    value: &'a Spanned<DeValue<'a>>,
}

impl<'a> Keys<'a> {
    /// Refuses unknown keys. Call this first, so that a misspelt key is not reported as a missing
    /// one.
    pub(crate) fn only(&self, known: &[&str]) -> Result<(), Error> {
        let stranger = self.table.keys().find(|key| !known.contains(&key.get_ref().as_ref()));
        stranger.map_or(Ok(()), |key| {
            let known = known.iter().map(|name| name.to_string()).collect();
            let error = Error::unknown("key", key.get_ref().as_ref(), known);
            Err(complaint(self.text, key.span().start, error.to_string()))
        })
    }

    /// Value of a key, if the key is present.
    pub(crate) fn get(&self, key: &str) -> Option<Item<'a>> {
        let value = self.table.get(key)?;
        Some(Item { text: self.text, key: key.to_string(), value })
    }

    /// Value of a required key.
    pub(crate) fn need(&self, key: &str, what: &str) -> Result<Item<'a>, Error> {
        self.get(key).ok_or_else(|| self.fail(format!("`{key}` is missing: {what}")))
    }

    /// All keys with their values, in the order of the file.
    pub(crate) fn all(&self) -> Vec<Item<'a>> {
        let item = |(key, value): (&Spanned<_>, &'a Spanned<DeValue<'a>>)| {
            let key: &std::borrow::Cow<str> = key.get_ref();
            Item { text: self.text, key: key.to_string(), value }
        };
        self.table.iter().map(item).collect()
    }

    /// Error about the table as a whole.
    pub(crate) fn fail(&self, why: impl Into<String>) -> Error {
        complaint(self.text, self.span.start, why.into())
    }

    /// Whole number, or the default.
    pub(crate) fn whole_or(
        &self,
        key: &str,
        range: Range<u64>,
        default: u64,
    ) -> Result<u64, Error> {
        self.get(key).map_or(Ok(default), |item| item.whole(range))
    }

    /// Boolean, or the default.
    pub(crate) fn flag_or(&self, key: &str, default: bool) -> Result<bool, Error> {
        self.get(key).map_or(Ok(default), |item| item.flag())
    }

    /// Number, or the default.
    pub(crate) fn number_or(
        &self,
        key: &str,
        low: f64,
        high: f64,
        default: f64,
    ) -> Result<f64, Error> {
        self.get(key).map_or(Ok(default), |item| item.number(low, high))
    }
}

impl<'a> Item<'a> {
    /// Error about this value.
    pub(crate) fn fail(&self, why: impl Into<String>) -> Error {
        complaint(self.text, self.value.span().start, why.into())
    }

    /// The given error, with the location of this value.
    pub(crate) fn blame(&self, error: impl Into<Error>) -> Error {
        match error.into() {
            already @ Error::File { .. } => already,
            other => self.fail(other.to_string()),
        }
    }

    fn expected(&self, what: &str) -> Error {
        self.fail(format!("`{}` is {what}, not {}", self.key, kind(self.value.get_ref())))
    }

    /// Text.
    pub(crate) fn string(&self) -> Result<&'a str, Error> {
        self.value.get_ref().as_str().ok_or_else(|| self.expected("a text in quotes"))
    }

    /// One of the given words.
    pub(crate) fn word<'w>(&self, words: &[&'w str]) -> Result<&'w str, Error> {
        let text = self.string()?;
        words.iter().find(|&&word| word == text).copied().ok_or_else(|| {
            let known = words.iter().map(|word| word.to_string()).collect();
            self.blame(Error::unknown(&self.key, text, known))
        })
    }

    /// Whole number of any size up to `u64::MAX`, as a number or as a text, since not every program
    /// that reads TOML knows numbers from 2^63 on.
    pub(crate) fn seed(&self) -> Result<u64, Error> {
        let found = match self.value.get_ref() {
            DeValue::String(text) => {
                Some(text.parse().map_err(|_| self.expected("a whole number"))?)
            }
            DeValue::Integer(number) => {
                integer(number).and_then(|number| u64::try_from(number).ok())
            }
            _ => return Err(self.expected("a whole number")),
        };
        let why = || self.fail(format!("`{}` is a whole number, from 0 to {}", self.key, u64::MAX));
        found.ok_or_else(why)
    }

    /// Whole number in a range.
    pub(crate) fn whole(&self, range: Range<u64>) -> Result<u64, Error> {
        let written =
            self.value.get_ref().as_integer().ok_or_else(|| self.expected("a whole number"))?;
        let number = integer(written).and_then(|number| u64::try_from(number).ok());
        number.filter(|number| range.contains(number)).ok_or_else(|| {
            let range = match range.end {
                u64::MAX => format!("{} or more", range.start),
                end => format!("from {} to {}", range.start, end - 1),
            };
            self.fail(format!("`{}` is a whole number, {range}", self.key))
        })
    }

    /// Number in a range that includes its ends.
    pub(crate) fn number(&self, low: f64, high: f64) -> Result<f64, Error> {
        let number = match self.value.get_ref() {
            DeValue::Integer(number) => integer(number).map(|number| number as f64),
            DeValue::Float(number) => number.as_str().replace('_', "").parse().ok(),
            _ => return Err(self.expected("a number")),
        };
        let inside = number.filter(|number| (low..=high).contains(number));
        inside.ok_or_else(|| self.fail(format!("`{}` is a number from {low} to {high}", self.key)))
    }

    /// Boolean.
    pub(crate) fn flag(&self) -> Result<bool, Error> {
        self.value.get_ref().as_bool().ok_or_else(|| self.expected("true or false"))
    }

    /// Whether the value is a list.
    pub(crate) fn is_list(&self) -> bool {
        self.value.get_ref().is_array()
    }

    /// Whether the value is a table.
    pub(crate) fn is_table(&self) -> bool {
        self.value.get_ref().is_table()
    }

    /// Whether the value is text.
    pub(crate) fn is_string(&self) -> bool {
        self.value.get_ref().is_str()
    }

    /// Values of a list.
    pub(crate) fn list(&self) -> Result<Vec<Item<'a>>, Error> {
        let array =
            self.value.get_ref().as_array().ok_or_else(|| self.expected("a list in brackets"))?;
        let item = |value| Item { text: self.text, key: self.key.clone(), value };
        Ok(array.iter().map(item).collect())
    }

    /// Table.
    pub(crate) fn table(&self) -> Result<Keys<'a>, Error> {
        let table = self.value.get_ref().as_table().ok_or_else(|| self.expected("a table"))?;
        Ok(Keys { text: self.text, span: self.value.span(), table })
    }

    /// Text in the syntax of players and games.
    pub(crate) fn spec(&self) -> Result<Spec, Error> {
        Spec::from_str(self.string()?).map_err(|error| self.blame(error))
    }

    /// Value of a setting as a word: a number, a text, or true or false.
    pub(crate) fn plain(&self) -> Result<String, Error> {
        match self.value.get_ref() {
            DeValue::String(text) => Ok(text.to_string()),
            DeValue::Boolean(flag) => Ok(flag.to_string()),
            DeValue::Integer(_) | DeValue::Float(_) => {
                let number = self.number(f64::MIN, f64::MAX)?;
                let whole = self.value.get_ref().as_integer().and_then(integer);
                Ok(whole.map_or_else(|| number.to_string(), |number| number.to_string()))
            }
            _ => Err(self.expected("a number or a text")),
        }
    }
}

fn integer(number: &DeInteger) -> Option<i128> {
    i128::from_str_radix(&number.as_str().replace('_', ""), number.radix()).ok()
}

fn kind(value: &DeValue) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with a point",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// Text as TOML writes it.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out += "\\n",
            '\t' => out += "\\t",
            c if c.is_control() => out += &format!("\\u{:04X}", u32::from(c)),
            c => out.push(c),
        }
    }
    out + "\""
}

/// List of texts as TOML writes it, one per line.
pub(crate) fn quoted_list(texts: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let lines: String =
        texts.into_iter().map(|text| format!("  {},\n", quoted(text.as_ref()))).collect();
    format!("[\n{lines}]")
}
