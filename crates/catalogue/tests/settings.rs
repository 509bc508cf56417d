//! Settings: every kind of value, its ranges and refusals.

use proptest::prelude::*;
use sortilege_catalogue::setting::*;
use sortilege_catalogue::{Error, Spec};

const BONUS: [Schema; 2] = [
    Schema { name: "none", help: "", fields: &[] },
    Schema { name: "qb", help: "", fields: &[Field::new("k", Kind::Number(0.0, f64::INFINITY), "1.5", "")] },
];
static TEST: Schema = Schema {
    name: "test",
    help: "",
    fields: &[
        Field::new("iterations", Kind::Whole(1, u64::MAX), "1000", "").unless(&["time"]),
        Field::new("time", Kind::Time, "", ""),
        Field::new("memory", Kind::Bytes, "", ""),
        Field::new("c", Kind::Number(0.0, 10.0), "0.7", ""),
        Field::new("choice", Kind::Word(&["visits", "value"]), "visits", ""),
        Field::new("bonus", Kind::Part(&BONUS), "none", ""),
        Field::new("roots", Kind::Whole(1, 8), "1", "").unsaid(),
    ],
};

fn read(text: &str) -> Result<Settings, Error> {
    TEST.read(&text.parse()?)
}
fn printed(text: &str) -> String {
    read(text).unwrap().spec().to_string()
}
fn refusal(text: &str) -> String {
    read(text).unwrap_err().to_string()
}

#[test]
fn what_was_written_is_printed_in_order_and_tidily() {
    assert_eq!(printed("test"), "test");
    assert_eq!(printed("test:c=0.70,iterations=00100"), "test:iterations=100,c=0.7");
    assert_eq!(printed("test:time=0.2,memory=1048576"), "test:time=200ms,memory=1MiB");
    assert_eq!(printed("test:memory=1000B,time=90s"), "test:time=90s,memory=1000B");
    assert_eq!(printed("test:bonus=qb(k=2.0)"), "test:bonus=qb(k=2)");
    assert_eq!(
        read("test:bonus=qb").unwrap().full_spec().to_string(),
        "test:iterations=1000,c=0.7,choice=visits,bonus=qb(k=1.5)"
    );
}

/// Records from before there was such a setting stay what they were.
#[test]
fn some_defaults_are_unsaid() {
    let full = |text: &str| read(text).unwrap().full_spec();
    assert_eq!(full("test:roots=1"), full("test"));
    assert_eq!(full("test").get("roots"), None);
    assert_eq!(full("test:roots=2").get("roots"), Some(&Spec::new("2")));
    assert_eq!(printed("test:roots=1"), "test:roots=1");
    assert_eq!(read("test").unwrap().whole("roots"), 1);
}

#[test]
fn a_default_can_give_way() {
    assert_eq!(read("test").unwrap().whole("iterations"), 1000);
    assert_eq!(read("test:time=1s").unwrap().get("iterations"), None);
}

#[test]
fn errors_say_what_would_be_right() {
    assert_eq!(
        refusal("test:iteration=5"),
        "there is no setting of `test` named `iteration`; did you mean `iterations`? \
         (there are iterations, time, memory, c, choice, bonus, roots)"
    );
    assert_eq!(refusal("test:c=11"), "`c` of `test` is a number from 0 to 10, not `11`");
    assert_eq!(refusal("test:c=x(k=1)"), "`c` of `test` is a number from 0 to 10, not `x(k=1)`");
    assert_eq!(refusal("test:c=NaN"), "`c` of `test` is a number from 0 to 10, not `NaN`");
    assert_eq!(refusal("test:iterations=0"), "`iterations` of `test` is a whole number, 1 or more, not `0`");
    assert_eq!(refusal("test:time=0"), "`time` of `test` is a time above 0 such as 1.5s or 200ms, not `0`");
    assert_eq!(refusal("test:choice=most"), "`choice` of `test` is one of visits, value, not `most`");
    assert_eq!(
        refusal("test:bonus=bq"),
        "there is no bonus for `test` named `bq`; did you mean `qb`? (there are none, qb)"
    );
}

/// A value that may have settings of its own.
fn nested(text: &str) -> Spec {
    let spec: Spec = format!("x:x={text}").parse().unwrap();
    spec.settings[0].1.clone()
}

proptest! {
    /// A player that is read from what it prints is the same player, and prints the same.
    #[test]
    fn printing_is_canonical(
        iterations in prop::option::of(1u64..),
        nanos in prop::option::of(1u64..1_000_000_000_000),
        bytes in prop::option::of(1usize..1 << 50),
        c in prop::option::of(0.0f64..10.0),
        k in prop::option::of(0.0f64..1e9),
    ) {
        let mut spec = Spec::new("test");
        let mut add = |name: &str, value: Option<String>| if let Some(value) = value {
            spec.settings.insert(0, (name.to_string(), nested(&value)));
        };
        add("iterations", iterations.map(|n| n.to_string()));
        add("time", nanos.map(|n| format!("{}s", n as f64 / 1e9)));
        add("memory", bytes.map(|n| n.to_string()));
        add("c", c.map(|x| x.to_string()));
        add("bonus", k.map(|x| format!("qb(k={x})")));
        let settings = TEST.read(&spec).unwrap();
        let again = TEST.read(&settings.spec().to_string().parse().unwrap()).unwrap();
        prop_assert_eq!(&again, &settings);
        let full = TEST.read(&settings.full_spec().to_string().parse().unwrap()).unwrap();
        prop_assert_eq!(full.full_spec(), settings.full_spec());
    }
}
