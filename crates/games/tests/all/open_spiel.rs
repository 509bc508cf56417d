//! Games whose rules OpenSpiel knows too, held against it: at every position of thousands of random
//! games both must agree on who is on turn and which moves are legal, and at the end on who has
//! won.
//!
//! Where there is no Python, or no wheel to be had, the tests say so and pass; once OpenSpiel is
//! there, everything that goes wrong is a failure. The games are played and put into our notation
//! by `open_spiel/play.py`.

use super::python;

use sortilege::game::{Notation, Outcomes};
use sortilege::{Player, Turn};
use sortilege_games::amazons::Amazons;
use sortilege_games::breakthrough::Breakthrough;
use sortilege_games::checkers::Checkers;
use sortilege_games::chinese_checkers::{ChineseCheckers, Rules};
use sortilege_games::ewn::Ewn;
use std::path::PathBuf;
use std::sync::LazyLock;

/// The version whose rules and names of moves the script knows.
const WHEEL: &str = "open_spiel==2.0.2";

#[test]
fn breakthrough() {
    agree("breakthrough", 1500, Breakthrough::default());
}

#[test]
fn checkers() {
    agree("checkers", 2500, Checkers::default());
}

#[test]
fn amazons() {
    agree("amazons", 150, Amazons::default());
}

#[test]
fn chinese_checkers() {
    agree("chinese-checkers", 80, ChineseCheckers::new(Rules::OPEN_SPIEL));
}

#[test]
fn ewn() {
    agree("ewn", 2500, Ewn::default());
}

/// Lets OpenSpiel play that many games from `start`, and follows them.
fn agree<G: Notation + Outcomes>(name: &str, games: usize, start: G) {
    let python = match &*PYTHON {
        Ok(python) => python,
        Err(missing) => return eprintln!("{name} is not held against OpenSpiel: {missing}"),
    };
    let (mut over, mut positions, mut state) = (0, 0, start.clone());
    python::listen(python, "open_spiel/play.py", &[name, &games.to_string()], |line| {
        match line.strip_prefix("over ") {
            Some(returns) => {
                assert_over(&state, returns);
                state = start.clone();
                over += 1;
            }
            None => {
                follow(&mut state, line);
                positions += 1;
            }
        }
    });
    assert_eq!(over, games);
    println!("{name} agrees with OpenSpiel in {positions} positions of {games} games");
}

fn assert_over<G: Notation>(state: &G, returns: &str) {
    assert_eq!(state.turn(), Turn::Over, "{}", state.position());
    for (who, theirs) in returns.split(' ').enumerate() {
        let theirs: f64 = theirs.parse().expect("a number");
        assert_eq!(state.payoff(Player(who)), theirs, "for player {who} in {}", state.position());
    }
}

/// Compares a position with a line that has who is on turn, the move played, and all legal moves.
fn follow<G: Notation + Outcomes>(state: &mut G, line: &str) {
    let mut theirs: Vec<&str> = line.split(' ').collect();
    let turn = match theirs.remove(0) {
        "chance" => Turn::Chance,
        seat => Turn::Player(Player(seat.parse().expect("a seat"))),
    };
    assert_eq!(state.turn(), turn, "{}", state.position());
    let chosen = theirs.remove(0);
    let mut ours = named_moves(state);
    ours.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    theirs.sort_unstable();
    let same = ours.iter().map(|(name, _)| name).eq(&theirs);
    assert!(same, "{}\nours:   {ours:?}\ntheirs: {theirs:?}", state.position());
    let at = theirs.binary_search(&chosen).expect("a legal move was chosen");
    state.apply(ours[at].1);
}

/// All that can happen next, by name.
fn named_moves<G: Notation + Outcomes>(state: &G) -> Vec<(String, G::Action)> {
    let (mut actions, mut outcomes) = (vec![], vec![]);
    if state.turn() == Turn::Chance {
        state.outcomes(&mut outcomes);
        actions.extend(outcomes.iter().map(|&(outcome, _)| outcome));
    } else {
        state.actions(&mut actions);
    }
    actions.into_iter().map(|action| (state.action_name(action), action)).collect()
}

/// A Python that has OpenSpiel, or what is missing. What the wheel depends on serves parts of it
/// that are not used here.
static PYTHON: LazyLock<Result<PathBuf, String>> =
    LazyLock::new(|| python::with("pyspiel", &["--only-binary", ":all:", "--no-deps", WHEEL]));
