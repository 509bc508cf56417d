//! Comparison of Dou Di Zhu with RLCard: at every turn of hundreds of random games both must list
//! the same plays. Plays whose solo kickers repeat a rank are excluded, since only RLCard allows
//! them.
//!
//! Without Python, or if RLCard cannot be installed, the test reports this and passes. Once it is
//! available, every disagreement is a failure. `rlcard/play.py` plays the games.

use super::python;

use sortilege::game::Notation;
use sortilege::{Game, Player, Turn};
use sortilege_games::dou_di_zhu::{DouDiZhu, Moves};

/// The version whose functions the script calls.
const PACKAGE: &str = "rlcard==1.2.0";

const GAMES: usize = 300;

#[test]
fn dou_di_zhu() {
    let python = match python::with("rlcard", &[PACKAGE]) {
        Ok(python) => python,
        Err(missing) => return eprintln!("dou-di-zhu is not held against RLCard: {missing}"),
    };
    let start = DouDiZhu::new(Moves::Whole);
    let (mut games, mut turns, mut plays, mut state) = (0, 0, 0, start);
    python::run_script(&python, "rlcard/play.py", &[&GAMES.to_string()], |line| {
        if line.contains('/') {
            assert!(games == 0 || state.turn() == Turn::Over, "{} is not over", state.position());
            state = start;
            state.apply(state.parse_action(line).expect("a deal"));
            games += 1;
        } else {
            plays += follow(&mut state, line);
            turns += 1;
        }
    });
    assert_eq!((games, state.turn()), (GAMES, Turn::Over));
    println!(
        "dou-di-zhu agrees with RLCard on {plays} moves in {turns} positions of {games} games"
    );
}

/// Compares a position with a line that has the player on turn, the play, and all legal plays;
/// returns their number.
fn follow(state: &mut DouDiZhu, line: &str) -> usize {
    let mut theirs: Vec<&str> = line.split(' ').collect();
    let seat = theirs.remove(0).parse().expect("a seat");
    assert_eq!(state.turn(), Turn::Player(Player(seat)), "{}", state.position());
    let chosen = theirs.remove(0);
    let mut actions = vec![];
    state.actions(&mut actions);
    let mut ours: Vec<_> =
        actions.into_iter().map(|action| (state.action_name(action), action)).collect();
    ours.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    theirs.sort_unstable();
    let same = ours.iter().map(|(name, _)| name).eq(&theirs);
    assert!(same, "{}\nours:   {ours:?}\ntheirs: {theirs:?}", state.position());
    state.apply(ours[theirs.binary_search(&chosen).expect("a legal play was chosen")].1);
    ours.len()
}
