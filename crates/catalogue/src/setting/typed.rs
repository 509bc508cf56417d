//! Typed settings: builders receive the meaning of a value and not its text.

use super::schema::{Field, Kind, Schema};
use super::value::{Settings, Typed, Value};
use std::time::Duration;

/// A setting with a plain value.
pub struct Setting<T> {
    field: Field,
    value: fn(&Value) -> Option<T>,
}

impl<T> Setting<T> {
    /// Its declaration, for a schema.
    pub const fn field(&self) -> Field {
        self.field
    }

    /// The same setting, with the paper and section that its default comes from.
    pub const fn from(mut self, source: &'static str) -> Self {
        self.field = self.field.from(source);
        self
    }

    /// The same setting, which has no default if one of `others` is given.
    pub const fn unless(mut self, others: &'static [&'static str]) -> Self {
        self.field = self.field.unless(others);
        self
    }

    /// The same setting, of which full specs say nothing at its default; see
    /// [`Field::omit_default`].
    pub const fn omit_default(mut self) -> Self {
        self.field = self.field.omit_default();
        self
    }
}

impl<T: TryFrom<u64>> Setting<T> {
    /// A whole number in a range, which has to be one of numbers of this type.
    pub const fn whole(
        name: &'static str,
        least: u64,
        most: u64,
        default: &'static str,
        help: &'static str,
    ) -> Self {
        Setting { field: Field::new(name, Kind::Whole(least, most), default, help), value: whole }
    }
}

impl Setting<f64> {
    /// A number in a range.
    pub const fn number(
        name: &'static str,
        least: f64,
        most: f64,
        default: &'static str,
        help: &'static str,
    ) -> Self {
        let value = |value: &Value| match value {
            Value::Number(number) => Some(*number),
            _ => None,
        };
        Setting { field: Field::new(name, Kind::Number(least, most), default, help), value }
    }
}

impl Setting<bool> {
    /// Yes or no.
    pub const fn flag(name: &'static str, default: bool, help: &'static str) -> Self {
        let value = |value: &Value| match value {
            Value::Word(word) => Some(*word == "true"),
            _ => None,
        };
        let default = if default { "true" } else { "false" };
        Setting { field: Field::new(name, Kind::FLAG, default, help), value }
    }
}

impl Setting<Duration> {
    /// A length of time, without default.
    pub const fn time(name: &'static str, help: &'static str) -> Self {
        let value = |value: &Value| match value {
            Value::Time(time) => Some(*time),
            _ => None,
        };
        Setting { field: Field::new(name, Kind::Time, "", help), value }
    }
}

impl Setting<usize> {
    /// An amount of memory, without default.
    pub const fn bytes(name: &'static str, help: &'static str) -> Self {
        let value = |value: &Value| match value {
            Value::Bytes(bytes) => Some(*bytes),
            _ => None,
        };
        Setting { field: Field::new(name, Kind::Bytes, "", help), value }
    }
}

impl Setting<String> {
    /// Any word, which `what` describes.
    pub const fn text(
        name: &'static str,
        what: &'static str,
        default: &'static str,
        help: &'static str,
    ) -> Self {
        let value = |value: &Value| match value {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        };
        Setting { field: Field::new(name, Kind::Text(what), default, help), value }
    }

    /// One of the names in `built_in`, or a file; see [`files`](crate::files).
    pub const fn file(
        name: &'static str,
        built_in: &'static [&'static str],
        default: &'static str,
        help: &'static str,
    ) -> Self {
        let mut setting = Setting::text(name, "", default, help);
        setting.field.kind = Kind::File(built_in);
        setting
    }
}

impl Setting<String> {
    /// One of the evaluations of a game, which are known where the game is; full specs say nothing
    /// of its first.
    pub const fn evaluation(name: &'static str, help: &'static str) -> Self {
        let value = |value: &Value| match value {
            Value::Word(word) => Some(word.to_string()),
            Value::Text(text) => Some(text.clone()),
            _ => None,
        };
        Setting { field: Field::new(name, Kind::Evaluation, "", help).omit_default(), value }
    }
}

fn whole<T: TryFrom<u64>>(value: &Value) -> Option<T> {
    match value {
        Value::Whole(number) => T::try_from(*number).ok(),
        _ => None,
    }
}

impl<T> Typed for Setting<T> {
    type Value = T;
    fn name(&self) -> &'static str {
        self.field.name
    }
    fn value(&self, value: &Value) -> Option<T> {
        (self.value)(value)
    }
}

/// A setting whose value is a word, with what each word stands for. There is no word without a
/// meaning.
pub struct Choice<T: 'static, const N: usize> {
    field: Field,
    words: [&'static str; N],
    meanings: [T; N],
    /// If the value may be a number instead.
    number: Option<Numbers<T>>,
}

/// A range of numbers, and what a number in it stands for.
#[derive(Clone, Copy)]
struct Numbers<T> {
    least: f64,
    most: f64,
    meaning: fn(f64) -> T,
}

impl<T: Copy, const N: usize> Choice<T, N> {
    /// Words with their meanings. A default that is none of them does not compile.
    ///
    /// ```compile_fail
    /// use sortilege_catalogue::setting::Choice;
    /// static RED: Choice<bool, 2> = Choice::new("colour", [("red", true), ("black", false)],
    /// "green", "");
    /// ```
    pub const fn new(
        name: &'static str,
        table: [(&'static str, T); N],
        default: &'static str,
        help: &'static str,
    ) -> Self {
        let (mut words, mut meanings) = ([""; N], [table[0].1; N]);
        let (mut at, mut found) = (0, false);
        while at < N {
            (words[at], meanings[at]) = table[at];
            found = found || same(words[at], default);
            at += 1;
        }
        assert!(found, "the default is one of the words");
        Choice {
            field: Field::new(name, Kind::Word(&[]), default, help),
            words,
            meanings,
            number: None,
        }
    }

    /// The same setting, whose value may also be a number in a range.
    pub const fn or_number(mut self, least: f64, most: f64, meaning: fn(f64) -> T) -> Self {
        self.number = Some(Numbers { least, most, meaning });
        self
    }

    /// Its declaration, for a schema.
    pub const fn field(&'static self) -> Field {
        let kind = match self.number {
            None => Kind::Word(&self.words),
            Some(Numbers { least, most, .. }) => Kind::NumberOr(least, most, &self.words),
        };
        Field { kind, ..self.field }
    }

    /// The same setting, with the paper and section that its default comes from.
    pub const fn from(mut self, source: &'static str) -> Self {
        self.field = self.field.from(source);
        self
    }
}

impl<T: Copy, const N: usize> Typed for Choice<T, N> {
    type Value = T;
    fn name(&self) -> &'static str {
        self.field.name
    }
    fn value(&self, value: &Value) -> Option<T> {
        match value {
            Value::Word(word) => {
                self.words.iter().position(|other| other == word).map(|at| self.meanings[at])
            }
            Value::Number(number) => self.number.map(|numbers| (numbers.meaning)(*number)),
            _ => None,
        }
    }
}

/// How a thing is made of its settings.
type FromSettings<T> = fn(&Settings) -> T;

/// A setting whose value is one of some things that have settings of their own, with how each is
/// made of them.
pub struct Parts<T: 'static, const N: usize> {
    field: Field,
    schemas: [Schema; N],
    makes: [FromSettings<T>; N],
    /// How a policy of a game is made, if it may stand here.
    policy: Option<FromSettings<T>>,
}

impl<T, const N: usize> Parts<T, N> {
    /// Things with how they are made.
    pub const fn new(
        name: &'static str,
        table: [(Schema, FromSettings<T>); N],
        default: &'static str,
        help: &'static str,
    ) -> Self {
        let (mut schemas, mut makes) = ([table[0].0; N], [table[0].1; N]);
        let mut at = 0;
        while at < N {
            (schemas[at], makes[at]) = table[at];
            at += 1;
        }
        Parts {
            field: Field::new(name, Kind::Part(&[]), default, help),
            schemas,
            makes,
            policy: None,
        }
    }

    /// The same setting, whose value may also be a policy of a game.
    pub const fn or_policy(mut self, make: FromSettings<T>) -> Self {
        self.policy = Some(make);
        self
    }

    /// The same setting, of which full specs say nothing at its default; see
    /// [`Field::omit_default`].
    pub const fn omit_default(mut self) -> Self {
        self.field = self.field.omit_default();
        self
    }

    /// Its declaration, for a schema.
    pub const fn field(&'static self) -> Field {
        let kind = match self.policy {
            None => Kind::Part(&self.schemas),
            Some(_) => Kind::Policy(&self.schemas),
        };
        Field { kind, ..self.field }
    }

    /// The same setting, with the paper and section that its default comes from.
    pub const fn from(mut self, source: &'static str) -> Self {
        self.field = self.field.from(source);
        self
    }
}

impl<T, const N: usize> Typed for Parts<T, N> {
    type Value = T;
    fn name(&self) -> &'static str {
        self.field.name
    }
    fn value(&self, value: &Value) -> Option<T> {
        let Value::Part(part) = value else { return None };
        let known = self.schemas.iter().position(|schema| schema.name == part.schema().name);
        let make = known.map(|at| self.makes[at]).or(self.policy)?;
        Some(make(part))
    }
}

/// Whether two words are the same, where constants are computed.
const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}
