//! Comparison with OpenSpiel for games that it implements, too. At every position of thousands of
//! random games both must agree on the player on turn and on the legal moves, and at the end on the
//! winner.
//!
//! Without Python, or if the wheel cannot be installed, the tests report this and pass. Once
//! OpenSpiel is available, every disagreement is a failure. `open_spiel/play.py` plays the games
//! and translates them into the notation of this project.

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

/// The version whose rules and names of moves the script supports.
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

/// Lets OpenSpiel play that many games from `start`, and replays them.
fn agree<G: Notation + Outcomes>(name: &str, games: usize, start: G) {
    let python = match &*PYTHON {
        Ok(python) => python,
        Err(missing) => return eprintln!("{name} is not held against OpenSpiel: {missing}"),
    };
    let (mut over, mut positions, mut state) = (0, 0, start.clone());
    python::run_script(
        python,
        "open_spiel/play.py",
        &[name, &games.to_string()],
        |line| match line.strip_prefix("over ") {
            Some(returns) => {
                assert_over(&state, returns);
                state = start.clone();
                over += 1;
            }
            None => {
                follow(&mut state, line);
                positions += 1;
            }
        },
    );
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

/// Compares a position with a line that has the player on turn, the move played, and all legal
/// moves.
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

/// All actions that can come next, by name.
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

/// A Python with OpenSpiel, or the reason why there is none. Some dependencies of the wheel serve
/// parts of it that are not used here.
static PYTHON: LazyLock<Result<PathBuf, String>> =
    LazyLock::new(|| python::with("pyspiel", &["--only-binary", ":all:", "--no-deps", WHEEL]));
