//! `sortilege play` with somebody at the keyboard.

mod common;

use common::sortilege_reading;

/// Plays with these lines typed, and must end politely.
fn play(line: &str, typed: &[&str]) -> String {
    let input: String = typed.iter().map(|line| format!("{line}\n")).collect();
    let run = sortilege_reading(&format!("play {line}"), &input);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{run:?}");
    run.stdout
}

/// The number of times that somebody was asked.
fn questions(transcript: &str) -> usize {
    transcript.matches("your move (or help): ").count()
}

#[test]
fn a_game_of_tic_tac_toe() {
    let line = "mnk:m=3,n=3,k=3 --player human --player human";
    let transcript = play(line, &["b2", "a1", "b1", "a2", "b3"]);
    assert_eq!(questions(&transcript), 5);
    let end = "
X has won
     a   b   c
   ┌───┬───┬───┐
 1 │ O │ X │   │
   ├───┼───┼───┤
 2 │ O │ X │   │
   ├───┼───┼───┤
 3 │   │[X]│   │
   └───┴───┴───┘
The game is over: X +1, O -1.
";
    assert!(transcript.ends_with(end), "{transcript}");
}

#[test]
fn the_only_human_is_told_who_won() {
    let won = play("rps --player human --player random --seed 3", &["rock"]);
    let lost = play("rps --player human --player random --seed 3", &["paper"]);
    let drawn = play("rps --player human --player random --seed 3", &["scissors"]);
    let mut ends = [won, lost, drawn].map(|text| text.lines().last().unwrap().to_string());
    ends.sort();
    assert_eq!(ends, ["A draw.", "You lose (-1).", "You win (+1)."]);
}

#[test]
fn the_end_of_the_input_is_a_goodbye() {
    let transcript = play("kuhn --player human --player random --seed 1", &[]);
    assert!(transcript.ends_with("\nGoodbye.\n"), "{transcript}");
    assert_eq!(questions(&transcript), 1);
    assert!(play("kuhn --player human --player random", &["quit", "bet"]).ends_with("quit\nGoodbye.\n"));
}

#[test]
fn an_illegal_move_is_answered_and_asked_again() {
    let transcript = play("kuhn --player human --player random --seed 1", &["fold", "", "PASS"]);
    assert!(transcript.contains("`fold` is not a legal move here; legal are pass, bet."), "{transcript}");
    let after_two_refusals = transcript.match_indices("your move").nth(2).unwrap().0;
    assert!(transcript[after_two_refusals..].contains("help): PASS\n"), "{transcript}");
}

#[test]
fn help_moves_and_hint() {
    let line = "kuhn --position JQ --player human --player random --seed 1";
    let transcript = play(line, &["help", "moves", "hint"]);
    for word in ["undo", "position", "quit", "  pass bet\n", "would play pass", "visits"] {
        assert!(transcript.contains(word), "no `{word}` in {transcript}");
    }
}

/// The first player holds a jack and the second a king: no king may be seen, whatever is typed, until the game
/// is over.
#[test]
fn what_is_hidden_stays_hidden() {
    let line = "kuhn --position JK --player human --player random --seed 1";
    let typed = ["position", "hint", "moves", "help", "pass", "undo", "position", "bet"];
    let transcript = play(line, &typed);
    assert!(transcript.contains("[J]") && transcript.contains("[?]"), "{transcript}");
    let (before, after) = transcript.split_once("With everything in the open: ").expect("the game ends");
    assert!(!before.contains("[K]") && !before.contains("JK"), "{transcript}");
    assert!(before.contains("would give away"), "{transcript}");
    assert!(after.starts_with("JK"), "{transcript}");
}

#[test]
fn the_position_can_be_taken_elsewhere_where_nothing_is_hidden() {
    let transcript = play("mnk:m=3,n=3,k=3 --player human --player random --seed 1", &["b2", "position"]);
    let position = transcript.split("position\n  ").nth(1).and_then(|rest| rest.lines().next()).unwrap();
    let again = play(
        &format!("mnk:m=3,n=3,k=3 --player human --player random --position {}", position.replace(' ', "_")),
        &["position"],
    );
    assert!(
        again.contains(&format!("\n  {position}\n")) || again.contains(&format!(" {position}\n")),
        "{again}"
    );
}

#[test]
fn undo_goes_back_to_the_previous_decision() {
    let line = "mnk:m=3,n=3,k=3 --player human --player random --seed 1";
    let back = play(line, &["undo", "a1", "undo", "position"]);
    assert!(back.contains("no earlier decision"), "{back}");
    assert!(back.contains("Back to your previous decision"), "{back}");
    let start = play(line, &["position"]);
    let position =
        |text: &str| text.split("position\n").nth(1).map(|rest| rest.lines().next().map(String::from));
    assert_eq!(position(&back), position(&start));
}

#[test]
fn undo_goes_past_the_moves_of_others() {
    // The other one moves first, so that at the first question there is a move but no decision.
    let line = "mnk:m=3,n=3,k=3 --player random --player human --seed 1";
    let refused = play(line, &["undo"]);
    assert!(refused.contains("no earlier decision"), "{refused}");
    let legal = |text: &str| text.split("moves\n").last().unwrap().lines().next().unwrap().to_string();
    let first = legal(&play(line, &["moves"]));
    let free = first.split_whitespace().next().unwrap();
    let back = play(line, &[free, "undo", "undo", "moves"]);
    assert!(back.contains("Back to your") && back.contains("no earlier decision"), "{back}");
    assert_eq!(legal(&back), first);
}

#[test]
fn choices_made_at_once_are_shown_together() {
    let transcript = play("rps --player human --player random --seed 1", &["rock"]);
    let asked = transcript.find("your move").unwrap();
    assert!(transcript[..asked].lines().all(|line| !line.starts_with("Player 2:")), "{transcript}");
    let mine = transcript.find("\nYou: rock\nPlayer 2: ").expect("both are told, one after the other");
    assert!(mine > asked, "{transcript}");
}

#[test]
fn two_humans_share_the_keyboard() {
    let transcript = play("rps --player human --player human --seed 1", &["rock", "paper"]);
    assert!(transcript.contains("Player 1, your move") && transcript.contains("Player 2, your move"));
    assert!(transcript.ends_with("The game is over: Player 1 -1, Player 2 +1.\n"), "{transcript}");
}

#[test]
fn without_a_human_the_game_is_shown() {
    let transcript = play("leduc --player so-ismcts:iterations=50 --player random --seed 3", &[]);
    assert_eq!(questions(&transcript), 0);
    assert!(transcript.contains("Player 1 sees:") && transcript.contains("The game is over"), "{transcript}");
}

#[test]
fn the_same_seed_is_the_same_game() {
    let line = "leduc --player flat-mc:iterations=50 --player so-ismcts:iterations=50 --seed";
    assert_eq!(play(&format!("{line} 5"), &[]), play(&format!("{line} 5"), &[]));
    assert_ne!(play(&format!("{line} 5"), &[]), play(&format!("{line} 6"), &[]));
}

#[test]
fn by_default_the_first_seat_is_human_and_the_others_think() {
    assert!(play("kuhn --seed 1", &[]).starts_with("kuhn: Player 1 is you, Player 2 is mo-ismcts:time=1s"));
    assert!(play("rps --seed 1", &[]).starts_with("rps: Player 1 is you, Player 2 is uct:time=1s"));
}

#[test]
fn the_rules_can_be_read_at_the_table() {
    let transcript =
        play("kuhn --player human --player random --seed 1", &["rules", "rules goal", "rules fold"]);
    assert_eq!(questions(&transcript), 4);
    let [_, all, goal, slip, _] = transcript.split("your move (or help): ").collect::<Vec<_>>()[..] else {
        panic!("{transcript}");
    };
    assert!(all.contains("Kuhn poker\n") && all.contains("- `pass` checks or folds\n"), "{all}");
    assert!(
        goal.starts_with("rules goal\n\nGoal\n\nWin chips") && !goal.contains("checks or folds"),
        "{goal}"
    );
    assert!(slip.contains("there is no section in the rules of `kuhn` named `fold`"), "{slip}");
}
