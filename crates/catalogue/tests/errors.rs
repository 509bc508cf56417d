//! Errors are sentences that say what would be right.

use sortilege_catalogue::Error;

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
    let legal: Vec<String> = (1..=30).map(|i| i.to_string()).collect();
    let text = Error::Move { text: "zz".into(), legal }.to_string();
    assert!(text.ends_with("18, 19, 20 and 10 more"), "{text}");
}
