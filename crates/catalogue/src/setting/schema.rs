//! Declarations of settings: schemas, fields and kinds.

use std::fmt;

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
    /// Default value; empty if there is none.
    pub default: &'static str,
    /// If one of these is given, there is no default.
    pub unless: &'static [&'static str],
    /// What it does, in one sentence.
    pub help: &'static str,
    /// Where the default comes from, such as `IS §IV-A`; may be empty.
    pub source: &'static str,
    /// Whether [`Settings::full_spec`](super::Settings::full_spec) leaves it out at its default.
    pub omit_default: bool,
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
    /// One of these names, whose contents are built in, or a file that [`Files`](crate::Files)
    /// permits.
    File(&'static [&'static str]),
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
    /// One of a game's evaluations. Which there are, [`Schema::with_evaluations`] says for each
    /// game.
    Evaluation,
}

impl Kind {
    /// Yes or no.
    pub const FLAG: Kind = Kind::Word(&["false", "true"]);
}

impl Field {
    /// A setting whose default comes from nowhere in particular.
    pub const fn new(
        name: &'static str,
        kind: Kind,
        default: &'static str,
        help: &'static str,
    ) -> Self {
        Field { name, kind, default, unless: &[], help, source: "", omit_default: false }
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

    /// The same setting, omitted from full specs at its default, so that records from before the
    /// setting existed still describe the same player. For defaults that mean "without".
    pub const fn omit_default(mut self) -> Self {
        self.omit_default = true;
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
            Kind::File(names) => write!(f, "a path, or one of {}", names.join(", ")),
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

impl Schema {
    /// The same with the policies that there are wherever one can stand. What it is made of stays
    /// for good.
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

    /// The same with the evaluations of a game, the first of which is the default, wherever one can
    /// stand. What it is made of stays for good.
    pub fn with_evaluations(&'static self, names: &'static [&'static str]) -> &'static Schema {
        if !self.has_evaluation() {
            return self;
        }
        let fields = self.fields.iter().map(|field| match field.kind {
            Kind::Evaluation => Field { kind: Kind::Word(names), default: names[0], ..*field },
            Kind::Part(parts) => {
                let parts: Vec<Schema> =
                    parts.iter().map(|part| *part.with_evaluations(names)).collect();
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
}
