//! Errors are sentences that say what would be right.

use sortilege_catalogue::{Error, brief};

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
fn long_lists_are_cut() {
    let fitting: Vec<String> = (1..=30).map(|i| i.to_string()).collect();
    let text = Error::unfit("zz", "kuhn", fitting).to_string();
    assert!(text.ends_with("18, 19, 20 and 10 more"), "{text}");
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
