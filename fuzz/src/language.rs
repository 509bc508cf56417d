//! The notation of players and games, and its settings. The source files are those of the
//! catalogue.

use super::target::Target;
use crate::Spec;
use crate::setting::{Field, Kind, Schema};

/// Targets of this file.
pub const TARGETS: &[Target] = &[("specs", specs)];

/// A setting of every kind.
static EVERY_KIND: Schema = Schema {
    name: "every-kind",
    help: "",
    fields: &[
        Field::new("whole", Kind::Whole(1, u64::MAX), "1000", "").unless(&["time"]),
        Field::new("few", Kind::Whole(1, 8), "1", "").omit_default(),
        Field::new("number", Kind::Number(-1.0, f64::INFINITY), "0.7", ""),
        Field::new("word", Kind::Word(&["visits", "value"]), "visits", ""),
        Field::new("flag", Kind::FLAG, "false", ""),
        Field::new("text", Kind::Text("anything"), "default", ""),
        Field::new("either", Kind::NumberOr(0.0, 1.0, &["online", "never"]), "online", ""),
        Field::new("time", Kind::Time, "", ""),
        Field::new("bytes", Kind::Bytes, "", ""),
        Field::new("part", Kind::Part(&PARTS), "plain", ""),
    ],
};
static PARTS: [Schema; 2] = [
    Schema { name: "plain", help: "", fields: &[] },
    Schema {
        name: "rich",
        help: "",
        fields: &[Field::new("k", Kind::Number(0.0, 9.0), "1.5", "")],
    },
];

/// An accepted spec must be printed so that it is read back equal; so must its settings.
pub fn specs(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match text.parse::<Spec>() {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(spec) => {
            assert_eq!(spec.to_string().parse().as_ref(), Ok(&spec), "{spec}");
            settings(&EVERY_KIND, &spec);
        }
    }
}

fn settings(schema: &'static Schema, spec: &Spec) {
    match schema.read(spec) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(settings) => {
            let again = |spec: Spec| {
                schema.read(&spec.to_string().parse().expect("it was printed")).expect("so")
            };
            assert_eq!(again(settings.spec()), settings, "{spec}");
            assert_eq!(again(settings.full_spec()).full_spec(), settings.full_spec(), "{spec}");
        }
    }
}
