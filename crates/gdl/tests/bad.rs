//! Invalid sheets are refused with one clear sentence.

use sortilege_gdl::{Engines, Limits, Machine, Options, Program, Sheet};
use std::sync::Arc;
use std::time::Duration;

/// A game of one step, to which each test adds something.
const SMALL: &str =
    "(role a) (init x) (legal a go) (<= (next y) (does a go)) (<= terminal (true y)) (goal a 100)";

fn limits() -> Limits {
    Limits { time: Duration::from_secs(20), terms: 100_000, ..Limits::default() }
}

fn verdict(text: &str) -> Result<(), String> {
    let program = Program::read(text).map_err(|error| error.to_string())?;
    Machine::new(Arc::new(program), limits()).map(|_| ()).map_err(|error| error.to_string())
}

fn error(more: &str) -> String {
    verdict(&format!("{SMALL}\n{more}")).expect_err(more)
}

#[test]
fn a_good_sheet_is_taken() {
    assert_eq!(verdict(SMALL), Ok(()));
}

#[test]
fn unsafe_rules_are_named() {
    let text = "line 2, column 1: the variable ?x of this rule for `p` is in no condition that must hold, so it could be anything";
    assert_eq!(error("(<= (p ?x) (true y))"), text);
    assert_eq!(error("(<= (p a) (not (true ?x)))"), text);
    assert_eq!(error("(<= (p a) (distinct ?x b))"), text);
    assert_eq!(error("(p ?x)"), text);
}

/// The role of a move, a goal or a percept may be an unbound variable, which stands for any role.
#[test]
fn a_lone_role_is_every_role() {
    assert_eq!(
        verdict(&format!("{SMALL} (<= (goal ?r 0) (not (true y))) (legal ?r wait)")),
        Ok(())
    );
}

#[test]
fn recursion_through_not_is_refused() {
    let text = "line 2, column 1: `p` depends on its own negation, through `not`, by this rule";
    assert_eq!(error("(<= (p a) (not (q a))) (<= (q ?x) (p ?x))"), text);
}

/// Predicates that change during a game are checked after grounding, whichever engine then runs the
/// sheet.
#[test]
fn states_that_mean_nothing_are_refused() {
    let text = format!(
        "{SMALL}\n(n 1) (n 2) (<= (on ?x) (n ?x) (n ?y) (true y) (distinct ?x ?y) (not (on ?y)))"
    );
    for engines in [Engines::Fastest, Engines::Net, Engines::Machine] {
        let error = Sheet::read(&text, &Options { engines, ..Options::default() }).unwrap_err();
        let told =
            "line 2, column 13: `on` depends on its own negation, through `not`, by this rule";
        assert_eq!(error.to_string(), told);
    }
}

/// Recursion through `not` at the level of predicates, but not at the level of atoms.
#[test]
fn goals_may_exclude_each_other() {
    assert_eq!(verdict(&format!("{SMALL} (<= (goal a 0) (not (goal a 100)))")), Ok(()));
}

#[test]
fn terms_that_grow_are_refused() {
    let text = "line 2, column 16: `n` depends on itself by this rule in a way that can make its terms larger without end";
    assert_eq!(error("(n 0)          (<= (n (s ?x)) (n ?x))"), text);
    assert_eq!(verdict(&format!("{SMALL} (n 0) (m 0) (<= (n (s ?x)) (n ?y) (m ?x))")), Ok(()));
}

#[test]
fn what_depends_on_moves_is_limited() {
    let text = "line 2, column 1: `legal` depends on `does` by this rule, which it cannot";
    assert_eq!(error("(<= (legal a ?m) (does a ?m))"), text);
    let text = "line 2, column 1: `init` depends on `true` or `does` by this rule, which it cannot";
    assert_eq!(error("(<= (init z) (true y))"), text);
}

#[test]
fn what_is_missing_is_told() {
    assert_eq!(verdict(""), Err("there are no players: no `role` is declared".into()));
    assert_eq!(
        verdict("(role a)"),
        Err("no move is ever legal: there is no rule for `legal`".into())
    );
    assert_eq!(
        verdict("(role a) (legal a b)"),
        Err("the game never ends: there is no rule for `terminal`".into())
    );
    let text = "(role random) (legal random b) terminal (goal random 1)";
    assert_eq!(
        verdict(text),
        Err("chance is the only player: there is no `role` besides `random`".into())
    );
}

/// The caller reports the file name, so the error does not repeat it.
#[test]
fn files_that_cannot_be_read_are_told() {
    let error =
        |path: &str| Sheet::open(path.as_ref(), &Options::default()).unwrap_err().to_string();
    assert!(
        error("nowhere.kif").starts_with("the file cannot be read: "),
        "{}",
        error("nowhere.kif")
    );
    assert!(!error("nowhere.kif").contains("nowhere"));
    assert_eq!(error("."), "this is not a regular file");
}

#[test]
fn typos_are_warned_of() {
    let program = Program::read(&format!("{SMALL} (<= (p ?x) (qq ?x))")).unwrap();
    assert_eq!(program.warnings, ["there is no rule for `qq` with 1 arguments: it never holds"]);
}

#[test]
fn hints_may_be_nonsense() {
    assert_eq!(verdict(&format!("{SMALL} (base ?x) (input a ?y)")), Ok(()));
}

/// Ten variables over ten things each: the budget stops it.
#[test]
fn work_is_bounded() {
    let things: String = (0..10).map(|n| format!("(t {n})")).collect();
    let variables: Vec<String> = (0..10).map(|n| format!("?{n}")).collect();
    let conditions: String = variables.iter().map(|name| format!("(t {name})")).collect();
    let text = format!("{things} (<= (p {}) {conditions})", variables.join(" "));
    assert_eq!(error(&text), "the rules make more than 100000 terms");
}
