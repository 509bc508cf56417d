//! Settings: every kind of value, its ranges and refusals.

use proptest::prelude::*;
use sortilege_catalogue::setting::*;
use sortilege_catalogue::{Error, Spec};
use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Final {
    Visits,
    Value,
}

const ITERATIONS: Setting<u64> =
    Setting::whole("iterations", 1, u64::MAX, "1000", "").unless(&["time"]);
const TIME: Setting<Duration> = Setting::time("time", "");
const MEMORY: Setting<usize> = Setting::bytes("memory", "");
const C: Setting<f64> = Setting::number("c", 0.0, 10.0, "0.7", "");
static CHOICE: Choice<Final, 2> =
    Choice::new("choice", [("visits", Final::Visits), ("value", Final::Value)], "visits", "");
const K: Setting<f64> = Setting::number("k", 0.0, f64::INFINITY, "1.5", "");
static BONUS: Parts<Option<f64>, 2> = Parts::new(
    "bonus",
    [
        (Schema { name: "none", help: "", fields: &[] }, |_| None),
        (Schema { name: "qb", help: "", fields: &[K.field()] }, |qb| Some(qb.get(&K))),
    ],
    "none",
    "",
);
const ROOTS: Setting<u8> = Setting::whole("roots", 1, 8, "1", "").omit_default();
static TEST: Schema = Schema {
    name: "test",
    help: "",
    fields: &[
        ITERATIONS.field(),
        TIME.field(),
        MEMORY.field(),
        C.field(),
        CHOICE.field(),
        BONUS.field(),
        ROOTS.field(),
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
fn whole_numbers_are_exact() {
    for (text, meant) in [
        ("007", 7),
        ("18446744073709551615", u64::MAX),
        ("1_000_000", 1_000_000),
        ("2.5k", 2_500),
        ("2.50e1", 25),
        ("1.5M", 1_500_000),
        ("1e19", 10_000_000_000_000_000_000),
        ("1e3k", 1_000_000),
    ] {
        assert_eq!(whole_number(text), Some(meant), "{text}");
    }
    let none = [
        "",
        ".",
        "e3",
        "1e",
        "1e99",
        "1e20",
        "18446744073709551616",
        "+1",
        "1 0",
        "_1",
        "1_",
        "1.25e1",
        "1kk",
    ];
    for text in none {
        assert_eq!(whole_number(text), None, "{text}");
    }
}

#[test]
fn other_numbers_are_as_ever() {
    for (text, meant) in
        [("0.7", 0.7), ("1e-3", 1e-3), ("0.00_1", 0.001), ("0_1.5", 1.5), ("0.002k", 2.0)]
    {
        assert_eq!(read(&format!("test:c={text}")).unwrap().get(&C), meant, "{text}");
    }
    for text in ["_", "1_", "1__0", "_1", "1e_3", "x", "-1"] {
        refusal(&format!("test:c={text}"));
    }
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
    assert_eq!(read("test").unwrap().get(&ROOTS), 1);
}

#[test]
fn a_default_can_give_way() {
    assert_eq!(read("test").unwrap().get(&ITERATIONS), 1000);
    assert_eq!(read("test:time=1s").unwrap().given(&ITERATIONS), None);
}

#[test]
fn values_are_what_they_stand_for() {
    let settings = read("test:time=200ms,memory=1KiB,choice=value,bonus=qb(k=2)").unwrap();
    assert_eq!(settings.get(&TIME), Duration::from_millis(200));
    assert_eq!((settings.get(&MEMORY), settings.get(&C)), (1024, 0.7));
    assert_eq!((settings.get(&CHOICE), settings.get(&BONUS)), (Final::Value, Some(2.0)));
    let settings = read("test").unwrap();
    assert_eq!((settings.get(&CHOICE), settings.get(&BONUS)), (Final::Visits, None));
    assert_eq!((settings.given(&TIME), settings.given(&MEMORY)), (None, None));
    assert!(settings.has(&C) && !settings.has(&K));
}

/// A number, or a word that stands for something that numbers cannot say.
#[test]
fn a_choice_can_be_a_number() {
    static HEIGHT: Choice<Option<f64>, 1> =
        Choice::new("height", [("online", None)], "online", "").or_number(0.0, 9.0, Some);
    static BAR: Schema = Schema { name: "bar", help: "", fields: &[HEIGHT.field()] };
    let height = |text: &str| BAR.read(&text.parse()?).map(|bar| bar.get(&HEIGHT));
    assert_eq!(height("bar"), Ok(None));
    assert_eq!(height("bar:height=2.5"), Ok(Some(2.5)));
    let refused = height("bar:height=10").unwrap_err().to_string();
    assert_eq!(refused, "`height` of `bar` is a number from 0 to 9, or online, not `10`");
}

/// Policies of games are not known where a schema is declared.
#[test]
fn a_policy_may_stand_where_a_schema_says_so() {
    static MOVES: Parts<&str, 1> =
        Parts::new("moves", [(PLAIN, |_| "plain")], "plain", "").or_policy(|own| own.schema().name);
    const PLAIN: Schema = Schema { name: "plain", help: "", fields: &[] };
    static PLAYER: Schema = Schema { name: "player", help: "", fields: &[MOVES.field()] };
    let greedy: Spec = "player:moves=greedy".parse().unwrap();
    assert!(PLAYER.read(&greedy).is_err());
    let policy = Schema { name: "greedy", help: "", fields: &[] };
    let knowing: &'static Schema = Box::leak(Box::new(PLAYER.with_policies(&[policy])));
    assert_eq!(knowing.read(&greedy).unwrap().get(&MOVES), "greedy");
    assert_eq!(knowing.defaults().get(&MOVES), "plain");
    assert_eq!(knowing.fields[0].kind.to_string(), "one of plain, greedy");
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
    assert_eq!(
        refusal("test:iterations=0"),
        "`iterations` of `test` is a whole number, 1 or more, not `0`"
    );
    assert_eq!(
        refusal("test:time=0"),
        "`time` of `test` is a time above 0 such as 1.5s or 200ms, not `0`"
    );
    assert_eq!(
        refusal("test:choice=most"),
        "`choice` of `test` is one of visits, value, not `most`"
    );
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
