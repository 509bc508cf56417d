//! Robustness test: mutated rulesheets (bytes and words changed, cut and doubled) are accepted or
//! refused and played for a few steps, and never cause a panic.

mod common;

use sortilege::playout::{Playout, Rollout};
use sortilege::{Game, Rng};
use sortilege_gdl::bulk::Bulk;
use sortilege_gdl::ggp::message::Message;
use sortilege_gdl::{HiddenGame, Limits, OpenGame, Options, Sheet};
use std::time::Duration;

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
