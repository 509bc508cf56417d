//! Invalid sheets are refused with one clear sentence. Robustness test: mutated rulesheets (bytes
//! and words changed, cut and doubled) are accepted or refused and played for a few steps, and
//! never cause a panic.

use crate::common;

use sortilege::playout::{Playout, Rollout};
use sortilege::{Game, Rng};
use sortilege_gdl::bulk::Bulk;
use sortilege_gdl::ggp::message::Message;
use sortilege_gdl::{Engines, HiddenGame, Limits, Machine, OpenGame, Options, Program, Sheet};
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
        let expected =
            "line 2, column 13: `on` depends on its own negation, through `not`, by this rule";
        assert_eq!(error.to_string(), expected);
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
fn what_is_missing_is_reported() {
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
fn files_that_cannot_be_read_are_reported() {
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

const SHEETS: u64 = 1500;

/// A heap game: each move takes one or two of five.
const INFIX: &str = "role(a) role(b) init(heap(5)) & init(turn(a)) s(0,1) s(1,2) s(2,3) s(3,4) s(4,5)
    legal(P,take(1)) :- true(turn(P)) & true(heap(N)) & s(M,N)
    legal(P,take(2)) :- true(turn(P)) & true(heap(N)) & s(M,N) & s(K,M)
    legal(P,wait) :- role(P) & ~true(turn(P)). next(turn(Q)) :- role(Q) & ~true(turn(Q))
    next(heap(M)) :- true(heap(N)) & (does(P,take(1)) & s(M,N) | does(P,take(2)) & s(K,N) & s(M,K))
    terminal :- true(heap(0)). goal(P,100) :- terminal & not true(turn(P)). goal(P,0) :- true(turn(P))";

fn options() -> Options {
    let limits = Limits {
        time: Duration::from_millis(500),
        step: Duration::from_millis(100),
        terms: 20_000,
        instances: 20_000,
        ..Limits::default()
    };
    Options { limits, longest: 30, ..Options::default() }
}

/// Mutates a text: some words are swapped, dropped or doubled.
fn changed(text: &str, rng: &mut Rng) -> String {
    let mut words: Vec<&str> =
        text.split_inclusive(|c: char| c.is_whitespace() || "()".contains(c)).collect();
    for _ in 0..1 + rng.below(words.len().min(4)) {
        let (at, other) = (rng.below(words.len()), rng.below(words.len()));
        match rng.below(4) {
            0 => words[at] = words[other],
            1 => words.swap(at, other),
            2 => _ = words.remove(at),
            _ => words.insert(at, words[other]),
        }
    }
    words.concat()
}

#[test]
fn changed_sheets_are_read_or_refused() {
    let small = [
        "tic-tac-toe",
        "nim",
        "kuhn",
        "monty-hall",
        "rock-paper-scissors",
        "hanoi",
        "three-way",
        "krieg-tic-tac-toe",
    ];
    let mut read = 0;
    for number in 0..SHEETS {
        let mut rng = Rng::derive(&[7, number]);
        let text = match rng.below(small.len() + 1) {
            at if at < small.len() => common::text(small[at]),
            _ => INFIX.to_string(),
        };
        let text = changed(&text, &mut rng);
        match Sheet::read(&text, &options()) {
            Err(error) => assert!(!error.to_string().is_empty()),
            Ok(sheet) => {
                read += 1;
                let mut values = [0.0; 8];
                let mut open = OpenGame::new(sheet.clone());
                Rollout::default().finish(&mut open, &mut rng, &mut values[..sheet.players()]);
                let mut hidden = HiddenGame::new(sheet.clone());
                Rollout::default().finish(&mut hidden, &mut rng, &mut values[..sheet.players()]);
                assert!(
                    (0..sheet.players()).all(|seat| values[seat].abs() <= 1.0),
                    "{}",
                    open.players()
                );
                if let Some(mut bulk) = Bulk::new(&sheet) {
                    bulk.run(10, &mut rng);
                }
            }
        }
    }
    assert!(read > SHEETS / 10, "{read} of {SHEETS}: hardly anything was played");
}

#[test]
fn changed_messages_are_read_or_refused() {
    let messages = [
        "(start m x ((role x)) 10 5)",
        "(play m ((mark 1 1) noop))",
        "(stop m 3 (a b) ((c)))",
        "(info)",
    ];
    for number in 0..20_000 {
        let mut rng = Rng::derive(&[8, number]);
        let text = changed(messages[rng.below(messages.len())], &mut rng);
        if let Err(error) = Message::read(&text) {
            assert!(!error.to_string().is_empty());
        }
    }
}
