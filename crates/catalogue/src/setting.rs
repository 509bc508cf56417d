//! Settings: each is declared once, as a [`Field`], and the declaration serves reading, checking, printing,
//! help and lists.
//!
//! A [`Schema`] is anything that has settings: a game, a player, a way to finish playouts. Reading a
//! [`Spec`] against it gives [`Settings`], in which every value is of its kind and in its range.

use crate::{Error, Spec};
use std::fmt;
use std::time::Duration;

/// Something with a name and settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schema {
    /// What it is called.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub help: &'static str,
    /// Its settings, in the order in which they are printed.
    pub fields: &'static [Field],
}

/// One setting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Field {
    /// What it is called.
    pub name: &'static str,
    /// Which values it can have.
    pub kind: Kind,
    /// Its value when nothing is said; empty if it then has none.
    pub default: &'static str,
    /// If one of these is given, there is no default.
    pub unless: &'static [&'static str],
    /// What it does, in one sentence.
    pub help: &'static str,
    /// Where the default comes from, such as `IS §IV-A`; may be empty.
    pub source: &'static str,
    /// Whether [`Settings::full_spec`] leaves it out at its default.
    pub unsaid: bool,
}

/// The values that a setting can have. Ranges include their ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A whole number.
    Whole(u64, u64),
    /// A number.
    Number(f64, f64),
    /// One of some words.
    Word(&'static [&'static str]),
    /// Any word, described here.
    Text(&'static str),
    /// A number, or one of some words.
    NumberOr(f64, f64, &'static [&'static str]),
    /// A length of time above 0: `1.5s`, `200ms`, or seconds.
    Time,
    /// An amount of memory above 0: `256MiB`, `1GB`, or bytes.
    Bytes,
    /// One of some things that have settings of their own.
    Part(&'static [Schema]),
    /// One of these, or a policy of a game. Which policies there are is known where all games are:
    /// [`Schema::with_policies`] names them.
    Policy(&'static [Schema]),
    /// One of a game's evaluations. Which there are, [`Schema::with_evaluations`] says for each game.
    Evaluation,
}

impl Kind {
    /// Yes or no.
    pub const FLAG: Kind = Kind::Word(&["false", "true"]);
}

impl Field {
    /// A setting whose default comes from nowhere in particular.
    pub const fn new(name: &'static str, kind: Kind, default: &'static str, help: &'static str) -> Self {
        Field { name, kind, default, unless: &[], help, source: "", unsaid: false }
    }

    /// The same setting, with the paper and section that its default comes from.
    pub const fn from(mut self, source: &'static str) -> Self {
        self.source = source;
        self
    }

    /// The same setting, which has no default if one of `others` is given.
    pub const fn unless(mut self, others: &'static [&'static str]) -> Self {
        self.unless = others;
        self
    }

    /// The same setting, of which full specs say nothing at its default: what was recorded before there was such
    /// a setting is then still the record of the same player. For defaults that mean "without".
    pub const fn unsaid(mut self) -> Self {
        self.unsaid = true;
        self
    }
}

/// The range in words: `1 or more`, `0 to 1`, `one of visits, value, sampled`.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Kind::Whole(least, u64::MAX) => write!(f, "a whole number, {least} or more"),
            Kind::Whole(least, most) => write!(f, "a whole number from {least} to {most}"),
            Kind::Number(f64::NEG_INFINITY, f64::INFINITY) => write!(f, "a number"),
            Kind::Number(least, f64::INFINITY) => write!(f, "a number, {least} or more"),
            Kind::Number(least, most) => write!(f, "a number from {least} to {most}"),
            Kind::Word(words) => write!(f, "one of {}", words.join(", ")),
            Kind::Text(what) => write!(f, "{what}"),
            Kind::NumberOr(least, most, words) => {
                write!(f, "{}, or {}", Kind::Number(*least, *most), words.join(" or "))
            }
            Kind::Evaluation => write!(f, "one of the game's evaluations"),
            Kind::Time => write!(f, "a time above 0 such as 1.5s or 200ms"),
            Kind::Bytes => write!(f, "an amount of memory above 0 such as 256MiB"),
            Kind::Part(parts) | Kind::Policy(parts) => {
                let names: Vec<&str> = parts.iter().map(|part| part.name).collect();
                write!(f, "one of {}", names.join(", "))
            }
        }
    }
}

/// A value of its kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Of [`Kind::Whole`].
    Whole(u64),
    /// Of [`Kind::Number`].
    Number(f64),
    /// Of [`Kind::Word`].
    Word(&'static str),
    /// Of [`Kind::Text`].
    Text(String),
    /// Of [`Kind::Time`].
    Time(Duration),
    /// Of [`Kind::Bytes`].
    Bytes(usize),
    /// Of [`Kind::Part`].
    Part(Settings),
}

/// The settings of something, all checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    schema: &'static Schema,
    slots: Vec<Slot>,
}

/// The value of one field and whether it was written or is the default.
#[derive(Clone, Debug, PartialEq)]
struct Slot {
    value: Option<Value>,
    written: bool,
}

impl Schema {
    /// Reads the settings in `spec`, whose name has been looked at already.
    pub fn read(&'static self, spec: &Spec) -> Result<Settings, Error> {
        for (name, _) in &spec.settings {
            if !self.fields.iter().any(|field| field.name == name) {
                return Err(self.unknown(name));
            }
        }
        let slots = self.fields.iter().map(|field| self.slot(field, spec));
        Ok(Settings { schema: self, slots: slots.collect::<Result<_, _>>()? })
    }

    /// The settings when nothing is said.
    pub fn defaults(&'static self) -> Settings {
        self.read(&Spec::new(self.name)).expect("defaults are in range")
    }

    /// The same with the policies that there are wherever one can stand. What it is made of stays for good.
    pub fn with_policies(&self, policies: &[Schema]) -> Schema {
        let fields = self.fields.iter().map(|field| match field.kind {
            Kind::Policy(parts) => {
                let parts = parts.iter().map(|part| part.with_policies(policies));
                let all: Vec<Schema> = parts.chain(policies.iter().copied()).collect();
                Field { kind: Kind::Part(all.leak()), ..*field }
            }
            _ => *field,
        });
        Schema { fields: fields.collect::<Vec<_>>().leak(), ..*self }
    }

    /// The same with the evaluations of a game, the first of which is the default, wherever one can stand. What it is
    /// made of stays for good.
    pub fn with_evaluations(&'static self, names: &'static [&'static str]) -> &'static Schema {
        if !self.has_evaluation() {
            return self;
        }
        let fields = self.fields.iter().map(|field| match field.kind {
            Kind::Evaluation => Field { kind: Kind::Word(names), default: names[0], ..*field },
            Kind::Part(parts) => {
                let parts: Vec<Schema> = parts.iter().map(|part| *part.with_evaluations(names)).collect();
                Field { kind: Kind::Part(parts.leak()), ..*field }
            }
            _ => *field,
        });
        Box::leak(Box::new(Schema { fields: fields.collect::<Vec<_>>().leak(), ..*self }))
    }

    /// Whether an evaluation is among its settings or those of its parts.
    fn has_evaluation(&self) -> bool {
        self.fields.iter().any(|field| match field.kind {
            Kind::Evaluation => true,
            Kind::Part(parts) => parts.iter().any(Schema::has_evaluation),
            _ => false,
        })
    }

    fn slot(&self, field: &Field, spec: &Spec) -> Result<Slot, Error> {
        if let Some(value) = spec.get(field.name) {
            return Ok(Slot { value: Some(self.value(field, value)?), written: true });
        }
        let has_default =
            !field.default.is_empty() && !field.unless.iter().any(|other| spec.get(other).is_some());
        let value = match has_default {
            true => Some(self.value(field, &nested(field.default))?),
            false => None,
        };
        Ok(Slot { value, written: false })
    }

    fn value(&self, field: &Field, spec: &Spec) -> Result<Value, Error> {
        if let Kind::Part(parts) | Kind::Policy(parts) = field.kind {
            let names = || parts.iter().map(|part| part.name.to_string()).collect();
            let part = parts.iter().find(|part| part.name == spec.name);
            let part = part.ok_or_else(|| Error::Unknown {
                what: format!("{} for `{}`", field.name, self.name),
                name: spec.name.clone(),
                known: names(),
            })?;
            return Ok(Value::Part(part.read(spec)?));
        }
        let plain = if spec.settings.is_empty() { plain_value(field.kind, &spec.name) } else { None };
        plain.ok_or_else(|| Error::Value {
            owner: self.name.to_string(),
            setting: field.name.to_string(),
            value: nested_text(spec),
            expected: field.kind.to_string(),
        })
    }

    fn unknown(&self, name: &str) -> Error {
        Error::Unknown {
            what: format!("setting of `{}`", self.name),
            name: name.to_string(),
            known: self.fields.iter().map(|field| field.name.to_string()).collect(),
        }
    }
}

/// A default is written as a value: `win-loss(win=1)`.
fn nested(text: &str) -> Spec {
    let spec: Result<Spec, Error> = format!("x:x={text}").parse();
    spec.expect("defaults can be read").settings.remove(0).1
}

fn nested_text(spec: &Spec) -> String {
    Spec::new("").with("", spec.clone()).to_string()[2..].to_string()
}

fn plain_value(kind: Kind, text: &str) -> Option<Value> {
    match kind {
        Kind::Whole(least, most) => {
            let number = text.parse().ok()?;
            (least..=most).contains(&number).then_some(Value::Whole(number))
        }
        Kind::Number(least, most) => {
            let number: f64 = text.parse().ok()?;
            (number.is_finite() && (least..=most).contains(&number)).then_some(Value::Number(number))
        }
        // Without a game, nobody knows its evaluations.
        Kind::Text(_) | Kind::Evaluation => Some(Value::Text(text.to_string())),
        Kind::Word(words) => words.iter().find(|&&word| word == text).map(|word| Value::Word(word)),
        Kind::NumberOr(least, most, words) => {
            plain_value(Kind::Word(words), text).or_else(|| plain_value(Kind::Number(least, most), text))
        }
        Kind::Time => {
            let seconds = with_unit(text, &TIME_UNITS)?;
            let time = Duration::try_from_secs_f64(seconds).ok()?;
            (!time.is_zero()).then_some(Value::Time(time))
        }
        Kind::Bytes => {
            let bytes = with_unit(text, &BYTE_UNITS)?;
            (1.0..1e18).contains(&bytes).then_some(Value::Bytes(bytes as usize))
        }
        Kind::Part(_) | Kind::Policy(_) => unreachable!("parts are read by their schema"),
    }
}

const TIME_UNITS: [(&str, f64); 4] = [("ms", 1e-3), ("min", 60.0), ("s", 1.0), ("", 1.0)];
const BYTE_UNITS: [(&str, f64); 8] = [
    ("KiB", 1024.0),
    ("MiB", 1_048_576.0),
    ("GiB", 1_073_741_824.0),
    ("kB", 1e3),
    ("MB", 1e6),
    ("GB", 1e9),
    ("B", 1.0),
    ("", 1.0),
];

/// A number followed by one of `units`, which are tried in order.
fn with_unit(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let (number, unit) = units.iter().find_map(|(name, unit)| Some((text.strip_suffix(name)?, unit)))?;
    let number: f64 = number.parse().ok()?;
    number.is_finite().then_some(number * unit)
}

impl Settings {
    /// What they are the settings of.
    pub fn schema(&self) -> &'static Schema {
        self.schema
    }

    /// The settings that were written, in the order of the schema, with tidy values.
    pub fn spec(&self) -> Spec {
        self.print(false)
    }

    /// All settings, so that nothing depends on defaults: what a record of an experiment should hold. Those that
    /// are [unsaid](Field::unsaid) are there if they are not at their defaults.
    pub fn full_spec(&self) -> Spec {
        self.print(true)
    }

    fn print(&self, all: bool) -> Spec {
        let mut spec = Spec::new(self.schema.name);
        for (field, slot) in self.schema.fields.iter().zip(&self.slots) {
            let Some(value) = slot.value.as_ref().filter(|_| all || slot.written) else { continue };
            let value = value.print(all);
            if !(all && field.unsaid && value == nested(field.default)) {
                spec = spec.with(field.name, value);
            }
        }
        spec
    }

    /// Whether there is a field of this name.
    pub fn has(&self, name: &str) -> bool {
        self.schema.fields.iter().any(|field| field.name == name)
    }

    /// The value of a field, if it has one. Panics if there is no such field.
    pub fn get(&self, name: &str) -> Option<&Value> {
        let at = self.schema.fields.iter().position(|field| field.name == name);
        let at = at.unwrap_or_else(|| panic!("{} declares no setting {name}", self.schema.name));
        self.slots[at].value.as_ref()
    }

    /// The value of a field of [`Kind::Whole`]. This and its siblings panic if the field is of another kind,
    /// or has no value: that is a slip in the catalogue, not bad input.
    pub fn whole(&self, name: &str) -> u64 {
        match self.get(name) {
            Some(&Value::Whole(number)) => number,
            other => panic!("{name} is not a whole number: {other:?}"),
        }
    }

    /// The value of a field of [`Kind::Number`].
    pub fn number(&self, name: &str) -> f64 {
        match self.get(name) {
            Some(&Value::Number(number)) => number,
            other => panic!("{name} is not a number: {other:?}"),
        }
    }

    /// The value of a field of [`Kind::Word`].
    pub fn word(&self, name: &str) -> &'static str {
        match self.get(name) {
            Some(&Value::Word(word)) => word,
            other => panic!("{name} is not a word: {other:?}"),
        }
    }

    /// The value of a field of [`Kind::Text`].
    pub fn text(&self, name: &str) -> &str {
        match self.get(name) {
            Some(Value::Text(text)) => text,
            other => panic!("{name} is not a text: {other:?}"),
        }
    }

    /// The value of a field of [`Kind::FLAG`].
    pub fn flag(&self, name: &str) -> bool {
        self.word(name) == "true"
    }

    /// The value of a field of [`Kind::Part`].
    pub fn part(&self, name: &str) -> &Settings {
        match self.get(name) {
            Some(Value::Part(part)) => part,
            other => panic!("{name} is not a part: {other:?}"),
        }
    }
}

impl Value {
    fn print(&self, all: bool) -> Spec {
        match self {
            Value::Whole(number) => Spec::new(number.to_string()),
            Value::Number(number) => Spec::new(number.to_string()),
            Value::Word(word) => Spec::new(*word),
            Value::Text(text) => Spec::new(text.clone()),
            Value::Time(time) => Spec::new(time_text(*time)),
            Value::Bytes(bytes) => Spec::new(bytes_text(*bytes)),
            Value::Part(part) => part.print(all),
        }
    }
}

fn time_text(time: Duration) -> String {
    match time < Duration::from_secs(1) && time.subsec_nanos().is_multiple_of(1_000_000) {
        true => format!("{}ms", time.as_millis()),
        false => format!("{}s", time.as_secs_f64()),
    }
}

fn bytes_text(bytes: usize) -> String {
    let units = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("B", 1)];
    let (name, unit) =
        units.into_iter().find(|&(_, unit)| bytes.is_multiple_of(unit)).expect("1 divides all");
    format!("{}{name}", bytes / unit)
}
