//! The language of specs: what is refused and where, and that printing and reading are inverses.
//! Errors are sentences that say what would be right.

use proptest::prelude::*;
use sortilege_catalogue::{Error, Spec, brief};

fn refusal(text: &str) -> String {
    text.parse::<Spec>().unwrap_err().to_string()
}

#[test]
fn errors_say_where_and_what() {
    assert_eq!(refusal(""), "`` should have a name at character 1, where it ends");
    assert_eq!(refusal("uct c=1"), "`uct c=1` should have `:` or the end at character 5, not `c`");
    assert_eq!(
        refusal("uct:c"),
        "`uct:c` should have `=` and a value at character 6, where it ends"
    );
    assert_eq!(refusal("uct:c=,"), "`uct:c=,` should have a value at character 7, not `,`");
    assert_eq!(
        refusal("uct:r=q(k=1"),
        "`uct:r=q(k=1` should have `,` or `)` at character 12, where it ends"
    );
    assert_eq!(
        refusal("uct:c=1)"),
        "`uct:c=1)` should have `,` or the end at character 8, not `)`"
    );
    assert_eq!(
        refusal("uct:c=1,c=2"),
        "`uct:c=1,c=2` should have a setting that was not given before at character 9, not `c`"
    );
}

#[test]
fn depth_and_length_are_bounded() {
    let deep = |levels: usize| format!("uct:{}a=b{}", "a=b(".repeat(levels), ")".repeat(levels));
    assert!(deep(16).parse::<Spec>().is_ok());
    let said = refusal(&deep(17));
    assert!(
        said.contains("no more than 16 parentheses within each other at character 72, not `(`"),
        "{said}"
    );
    // Parentheses beside each other are not within each other.
    let beside: Vec<String> = (0..100).map(|i| format!("s{i}=b(c=1)")).collect();
    assert!(format!("uct:{}", beside.join(",")).parse::<Spec>().is_ok());
    // So deep that reading, or dropping what was read, would need more stack than there is.
    let said = refusal(&format!("uct:{}", "a=b(".repeat(16_000)));
    assert!(said.len() < 500 && said.contains("parentheses"), "{said}");
    let said = refusal(&"a=b(".repeat(1_000_000));
    assert_eq!(said, "a player or a game is described in 64 KiB at most, and not in 3907 KiB");
}

#[test]
fn blanks_do_not_matter() {
    let spec: Spec = " uct : c = 0.7 , reward = qb( k = 2 ) ".parse().unwrap();
    assert_eq!(spec.to_string(), "uct:c=0.7,reward=qb(k=2)");
}

/// Any spec that can be written: words without marks, settings without repeats.
fn specs() -> impl Strategy<Value = Spec> {
    let word = "[a-zA-Z0-9._é+-]{1,8}";
    word.prop_map(Spec::new).prop_recursive(3, 20, 4, move |inner| {
        (word, prop::collection::btree_map(word, inner, 0..4))
            .prop_map(|(name, settings)| Spec { name, settings: settings.into_iter().collect() })
    })
}

proptest! {
    #[test]
    fn printing_and_reading_are_inverses(spec in specs()) {
        prop_assert_eq!(spec.to_string().parse::<Spec>().unwrap(), spec);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "[a-z0-9:,=() é]{0,24}") {
        if let Err(error) = text.parse::<Spec>() {
            prop_assert!(!error.to_string().is_empty());
        }
    }
}

fn unknown(name: &str, known: &[&str]) -> String {
    let known = known.iter().map(|name| name.to_string()).collect();
    Error::Unknown { what: "game".into(), name: name.into(), known }.to_string()
}

/// The name that the error thinks was meant.
fn meant(name: &str, known: &[&str]) -> Option<String> {
    let text = unknown(name, known);
    let (_, rest) = text.split_once("did you mean `")?;
    Some(rest.split_once('`')?.0.to_string())
}

#[test]
fn edits_are_counted() {
    // Three edits are too many for seven letters, two for four; swapped neighbours are one.
    assert_eq!(meant("sitting", &["kitten"]), None);
    assert_eq!(meant("flaw", &["lawn"]), None);
    assert_eq!(meant("kunh", &["kuhn"]).as_deref(), Some("kuhn"));
    assert_eq!(meant("goofspeil", &["goofspiel"]).as_deref(), Some("goofspiel"));
}

#[test]
fn a_slip_is_recognised_and_a_stranger_is_not() {
    let known = ["kuhn", "leduc", "liars-dice"];
    assert_eq!(
        unknown("chess", &known),
        "there is no game named `chess` (there are kuhn, leduc, liars-dice)"
    );
    assert_eq!(
        unknown("Liar-dice", &known),
        "there is no game named `Liar-dice`; did you mean `liars-dice`? (there are kuhn, leduc, liars-dice)"
    );
}

#[test]
fn what_was_left_out_is_found() {
    let known = ["so-ismcts", "mo-ismcts", "c"];
    assert_eq!(meant("SO", &known), None);
    assert_eq!(meant("ismcts", &known).as_deref(), Some("so-ismcts"));
    assert_eq!(meant("k", &known), None);
}

#[test]
fn a_message_has_the_beginning_of_long_words() {
    let long = "x".repeat(60_000);
    let cut = |quote: &str, most: usize| {
        format!("{quote}{}... ({} characters)", "x".repeat(most), 60_000 + 2 * quote.len())
    };
    assert_eq!(brief(&format!("{long} unknown field")), cut("", 200) + " unknown field");
    assert_eq!(brief(&format!("{long:?} is no board")), cut("\"", 199) + " is no board");
    assert_eq!(brief("a few short words"), "a few short words");
}

#[test]
fn long_lists_are_cut() {
    let fitting: Vec<String> = (1..=30).map(|i| i.to_string()).collect();
    let text = Error::unfit("zz", "kuhn", fitting).to_string();
    assert!(text.ends_with("18, 19, 20 and 10 more"), "{text}");
}

/// The first legal moves say nothing about the one that was meant.
#[test]
fn a_refused_move_is_answered_by_those_that_come_nearest() {
    let names = |files: &str| -> Vec<String> {
        files.chars().flat_map(|file| (1..=9).map(move |rank| format!("{file}{rank}-e5"))).collect()
    };
    let refused =
        |text: &str, legal: Vec<String>| Error::Move { text: text.into(), legal }.to_string();
    let many = refused("G7-e4", names("abcdefghi"));
    assert!(many.contains("here; the nearest of 81 legal moves are g7-e5, "), "{many}");
    assert_eq!(
        refused("x", names("a")[..2].to_vec()),
        "`x` is not a legal move here; legal are a1-e5, a2-e5"
    );
    assert_eq!(
        refused("x", names("a")[..1].to_vec()),
        "`x` is not a legal move here; only a1-e5 is"
    );
    assert!(refused(&"g7-e5 ".repeat(1000), names("abcdefghi")).contains(" the nearest of 81 "));
}
