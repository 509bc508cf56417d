//! Values of settings: reading, checking and printing them. Numbers as people write them: `10000`,
//! `10_000`, `10k`, `1e4`.

use super::schema::{Field, Kind, Schema};
use crate::{Error, Spec};
use std::time::Duration;

/// A value of its kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Of [`Kind::Whole`].
    Whole(u64),
    /// Of [`Kind::Number`].
    Number(f64),
    /// Of [`Kind::Word`].
    Word(&'static str),
    /// Of [`Kind::Text`] or [`Kind::File`].
    Text(String),
    /// Of [`Kind::Time`].
    Time(Duration),
    /// Of [`Kind::Bytes`].
    Bytes(usize),
    /// Of [`Kind::Part`].
    Part(Settings),
}

/// A setting whose value has a type.
pub trait Typed {
    /// What a value stands for.
    type Value;
    /// What the setting is called.
    fn name(&self) -> &'static str;
    /// What a value stands for; nothing if it is not one of this setting.
    fn value(&self, value: &Value) -> Option<Self::Value>;
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
    /// Reads the settings in `spec`, whose name has been checked already.
    pub fn read(&'static self, spec: &Spec) -> Result<Settings, Error> {
        for (name, _) in &spec.settings {
            if !self.fields.iter().any(|field| field.name == name) {
                return Err(self.unknown(name));
            }
        }
        let slots = self.fields.iter().map(|field| self.slot(field, spec));
        Ok(Settings { schema: self, slots: slots.collect::<Result<_, _>>()? })
    }

    /// The settings with all defaults.
    pub fn defaults(&'static self) -> Settings {
        self.read(&Spec::new(self.name)).expect("defaults are in range")
    }

    fn slot(&self, field: &Field, spec: &Spec) -> Result<Slot, Error> {
        if let Some(value) = spec.get(field.name) {
            return Ok(Slot { value: Some(self.value(field, value)?), written: true });
        }
        let has_default = !field.default.is_empty()
            && !field.unless.iter().any(|other| spec.get(other).is_some());
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
        let plain =
            if spec.settings.is_empty() { plain_value(field.kind, &spec.name) } else { None };
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
            let number = whole_number(text)?;
            (least..=most).contains(&number).then_some(Value::Whole(number))
        }
        Kind::Number(least, most) => {
            let number = number(text)?;
            (number.is_finite() && (least..=most).contains(&number))
                .then_some(Value::Number(number))
        }
        // The evaluations are only known together with a game.
        Kind::Text(_) | Kind::File(_) | Kind::Evaluation => Some(Value::Text(text.to_string())),
        Kind::Word(words) => words.iter().find(|&&word| word == text).map(|word| Value::Word(word)),
        Kind::NumberOr(least, most, words) => plain_value(Kind::Word(words), text)
            .or_else(|| plain_value(Kind::Number(least, most), text)),
        Kind::Time => {
            let seconds = with_unit(text, &TIME_UNITS)?;
            let time = Duration::try_from_secs_f64(seconds).ok()?;
            (!time.is_zero()).then_some(Value::Time(time))
        }
        Kind::Bytes => Some(Value::Bytes(bytes(text)?)),
        Kind::Part(_) | Kind::Policy(_) => unreachable!("parts are read by their schema"),
    }
}

const TIME_UNITS: [(&str, f64); 4] = [("ms", 1e-3), ("min", 60.0), ("s", 1.0), ("", 1.0)];
const BYTE_UNITS: [(&str, f64); 9] = [
    ("KiB", 1024.0),
    ("MiB", 1_048_576.0),
    ("GiB", 1_073_741_824.0),
    ("kB", 1e3),
    ("KB", 1e3),
    ("MB", 1e6),
    ("GB", 1e9),
    ("B", 1.0),
    ("", 1.0),
];

/// An amount of memory above 0, such as `256MiB`.
pub fn bytes(text: &str) -> Option<usize> {
    let bytes = with_unit(text, &BYTE_UNITS)?;
    (1.0..1e18).contains(&bytes).then_some(bytes as usize)
}

/// A number followed by one of `units`, which are tried in order.
fn with_unit(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let (number, unit) =
        units.iter().find_map(|(name, unit)| Some((text.strip_suffix(name)?, unit)))?;
    let number = self::number(number)?;
    number.is_finite().then_some(number * unit)
}

impl Settings {
    /// What they are the settings of.
    pub fn schema(&self) -> &'static Schema {
        self.schema
    }

    /// Returns the error for incompatible settings.
    pub fn refused(&self, why: impl Into<String>) -> Error {
        Error::Settings { owner: self.schema.name.to_string(), why: why.into() }
    }

    /// The settings that were written, in the order of the schema, with tidy values.
    pub fn spec(&self) -> Spec {
        self.print(false)
    }

    /// All settings, so that nothing depends on defaults: what a record of an experiment should
    /// hold. Fields with [`omit_default`](Field::omit_default) are listed if they are not at their defaults.
    pub fn full_spec(&self) -> Spec {
        self.print(true)
    }

    fn print(&self, all: bool) -> Spec {
        let mut spec = Spec::new(self.schema.name);
        for (field, slot) in self.schema.fields.iter().zip(&self.slots) {
            let Some(value) = slot.value.as_ref().filter(|_| all || slot.written) else { continue };
            let value = value.print(all);
            if !(all && field.omit_default && value == nested(field.default)) {
                spec = spec.with(field.name, value);
            }
        }
        spec
    }

    /// Whether there is such a setting.
    pub fn has(&self, setting: &impl Typed) -> bool {
        self.schema.fields.iter().any(|field| field.name == setting.name())
    }

    /// The value of a setting. Panics if it has none or is of another type: that is a slip in the
    /// catalogue, not bad input.
    pub fn get<S: Typed>(&self, setting: &S) -> S::Value {
        let value = self.given(setting);
        value.unwrap_or_else(|| {
            panic!("`{}` of `{}` has no value", setting.name(), self.schema.name)
        })
    }

    /// The value of a setting, if it has one: a setting without default that was not written has
    /// none.
    pub fn given<S: Typed>(&self, setting: &S) -> Option<S::Value> {
        let value = self.value(setting.name())?;
        let typed = setting.value(value);
        Some(
            typed.unwrap_or_else(|| {
                panic!("`{}` is of another type than {value:?}", setting.name())
            }),
        )
    }

    /// The files that they name, those of parts included: the setting, the names that are built in,
    /// and the file.
    pub(crate) fn files(&self) -> Vec<(&'static str, &'static [&'static str], &str)> {
        let mut files = vec![];
        for (field, slot) in self.schema.fields.iter().zip(&self.slots) {
            match (field.kind, &slot.value) {
                (Kind::File(names), Some(Value::Text(file))) if !names.contains(&file.as_str()) => {
                    files.push((field.name, names, file.as_str()));
                }
                (_, Some(Value::Part(part))) => files.extend(part.files()),
                _ => {}
            }
        }
        files
    }

    fn value(&self, name: &str) -> Option<&Value> {
        let at = self.schema.fields.iter().position(|field| field.name == name);
        let at =
            at.unwrap_or_else(|| panic!("`{}` declares no setting `{name}`", self.schema.name));
        self.slots[at].value.as_ref()
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

/// Letters behind a number, and how many zeros they stand for.
const ZEROS: [(char, i32); 2] = [('k', 3), ('M', 6)];

/// The whole number that a text stands for; nothing if it is none, or none that 64 bits can hold.
///
/// ```
/// use sortilege_catalogue::setting::whole_number;
/// assert_eq!(["10_000", "10k", "1e4", "0.01M"].map(whole_number), [Some(10_000); 4]);
/// assert_eq!(["1.5", "k", "1__0", "-1", "1e-1"].map(whole_number), [None; 5]);
/// ```
pub fn whole_number(text: &str) -> Option<u64> {
    let (text, zeros) = without_letter(text);
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<u8>().ok()?),
        None => (text, 0),
    };
    let (before, behind) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let (before, behind) = (digits(before)?, digits(behind)?);
    let behind = behind.trim_end_matches('0');
    let shift = zeros + i32::from(exponent) - i32::try_from(behind.len()).ok()?;
    let number: u64 = format!("{before}{behind}").parse().ok()?;
    number.checked_mul(10u64.checked_pow(u32::try_from(shift).ok()?)?)
}

/// The number that a text stands for.
pub(super) fn number(text: &str) -> Option<f64> {
    let (plain, zeros) = without_letter(text);
    let parted = plain.split('_').collect::<Vec<_>>();
    let inside = parted.windows(2).all(|pair| {
        let is_digit = |end: Option<char>| end.is_some_and(|letter| letter.is_ascii_digit());
        is_digit(pair[0].chars().next_back()) && is_digit(pair[1].chars().next())
    });
    let number: f64 = parted.concat().parse().ok().filter(|_| inside)?;
    Some(if zeros == 0 { number } else { number * 10f64.powi(zeros) })
}

/// What stands before the letter, and the zeros of the letter.
fn without_letter(text: &str) -> (&str, i32) {
    let found = ZEROS.iter().find_map(|&(letter, zeros)| Some((text.strip_suffix(letter)?, zeros)));
    found.unwrap_or((text, 0))
}

/// Digits, of which `_` may part some from others.
fn digits(text: &str) -> Option<String> {
    let groups: Vec<&str> = text.split('_').collect();
    let all = |group: &&str| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit());
    groups.iter().all(all).then(|| groups.concat())
}
