//! `sortilege play` with a human at the keyboard.

mod common;

use common::{sortilege_in, sortilege_reading};
use sortilege::Rng;

/// Plays with these lines typed, and must end politely.
fn play(line: &str, typed: &[&str]) -> String {
    let input: String = typed.iter().map(|line| format!("{line}\n")).collect();
    let run = sortilege_reading(&format!("play {line}"), &input);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{run:?}");
    run.stdout
}

/// Number of prompts.
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
    assert!(
        play("kuhn --player human --player random", &["quit", "bet"]).ends_with("quit\nGoodbye.\n")
    );
}

#[test]
fn an_illegal_move_is_answered_and_asked_again() {
    let transcript = play("kuhn --player human --player random --seed 1", &["fold", "", "PASS"]);
    assert!(
        transcript.contains("`fold` is not a legal move here; legal are pass, bet."),
        "{transcript}"
    );
    let after_two_refusals = transcript.match_indices("your move").nth(2).unwrap().0;
    assert!(transcript[after_two_refusals..].contains("help): PASS\n"), "{transcript}");
}

#[test]
fn help_moves_and_hint() {
    let line = "kuhn --position JQ --player human --player random --seed 1";
    let transcript = play(line, &["help", "moves", "hint"]);
    for word in ["undo", "position", "quit", "\n  1 pass  2 bet\n", "would play pass", "visits"] {
        assert!(transcript.contains(word), "no `{word}` in {transcript}");
    }
}

/// The first player holds a jack and the second a king: no king may be seen, whatever is typed,
/// until the game is over.
#[test]
fn what_is_hidden_stays_hidden() {
    let line = "kuhn --position JK --player human --player random --seed 1";
    let typed = ["position", "hint", "moves", "help", "pass", "undo", "position", "bet"];
    let transcript = play(line, &typed);
    assert!(transcript.contains("[J]") && transcript.contains("[?]"), "{transcript}");
    let (before, after) =
        transcript.split_once("With everything in the open: ").expect("the game ends");
    assert!(!before.contains("[K]") && !before.contains("JK"), "{transcript}");
    assert!(before.contains("would give away"), "{transcript}");
    assert!(after.starts_with("Player 1 has J, Player 2 K"), "{transcript}");
}

#[test]
fn the_position_can_be_taken_elsewhere_where_nothing_is_hidden() {
    let transcript =
        play("mnk:m=3,n=3,k=3 --player human --player random --seed 1", &["b2", "position"]);
    let position =
        transcript.split("position\n  ").nth(1).and_then(|rest| rest.lines().next()).unwrap();
    let again = play(
        &format!(
            "mnk:m=3,n=3,k=3 --player human --player random --position {}",
            position.replace(' ', "_")
        ),
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
    let position = |text: &str| {
        text.split("position\n").nth(1).map(|rest| rest.lines().next().map(String::from))
    };
    assert_eq!(position(&back), position(&start));
}

#[test]
fn undo_goes_past_the_moves_of_others() {
    // The other one moves first, so that at the first question there is a move but no decision.
    let line = "mnk:m=3,n=3,k=3 --player random --player human --seed 1";
    let refused = play(line, &["undo"]);
    assert!(refused.contains("no earlier decision"), "{refused}");
    let legal =
        |text: &str| text.split("moves\n").last().unwrap().lines().next().unwrap().to_string();
    let first = legal(&play(line, &["moves"]));
    let free = first.split_whitespace().nth(1).unwrap();
    let back = play(line, &[free, "undo", "undo", "moves"]);
    assert!(back.contains("Back to your") && back.contains("no earlier decision"), "{back}");
    assert_eq!(legal(&back), first);
}

#[test]
fn choices_made_at_once_are_shown_together() {
    let transcript = play("rps --player human --player random --seed 1", &["rock"]);
    let asked = transcript.find("your move").unwrap();
    assert!(transcript[..asked].lines().all(|line| !line.starts_with("Player 2:")), "{transcript}");
    let mine = transcript.find("\nYou: rock\nPlayer 2: ").expect("both choices, in order");
    assert!(mine > asked, "{transcript}");
}

#[test]
fn two_humans_share_the_keyboard() {
    let transcript = play("rps --player human --player human --seed 1", &["rock", "paper"]);
    assert!(
        transcript.contains("Player 1, your move") && transcript.contains("Player 2, your move")
    );
    assert!(transcript.ends_with("The game is over: Player 1 -1, Player 2 +1.\n"), "{transcript}");
}

#[test]
fn without_a_human_the_game_is_shown() {
    let transcript = play("leduc --player so-ismcts:iterations=50 --player random --seed 3", &[]);
    assert_eq!(questions(&transcript), 0);
    assert!(
        transcript.contains("Player 1 sees:") && transcript.contains("The game is over"),
        "{transcript}"
    );
}

#[test]
fn the_same_seed_is_the_same_game() {
    let line = "leduc --player flat-mc:iterations=50 --player so-ismcts:iterations=50 --seed";
    assert_eq!(play(&format!("{line} 5"), &[]), play(&format!("{line} 5"), &[]));
    assert_ne!(play(&format!("{line} 5"), &[]), play(&format!("{line} 6"), &[]));
}

#[test]
fn by_default_the_first_seat_is_human_and_the_others_think() {
    assert!(
        play("kuhn --seed 1", &[])
            .starts_with("kuhn: Player 1 is you, Player 2 is determinized-uct:time=1s")
    );
    assert!(play("rps --seed 1", &[]).starts_with("rps: Player 1 is you, Player 2 is uct:time=1s"));
}

/// The hands of opponents stay hidden, however they were dealt.
#[test]
fn a_deal_is_shown_to_the_seat_that_gets_the_cards() {
    let transcript =
        play("dou-di-zhu --player human --player random --player random --seed 7", &["quit"]);
    let text = transcript.split_whitespace().collect::<Vec<_>>().join(" ");
    let deal = text.split("The table: you are dealt ").nth(1).expect("a deal in words");
    let (hand, others) = deal.split_once(", ").expect("a hand, and the cards of the others");
    assert_eq!(hand.len(), 20, "{deal}");
    assert!(others.starts_with("Peasant 1 17 cards and Peasant 2 17 cards You lead"), "{deal}");
}

/// What a mouse would click on a board, or on a card, is listed too.
#[test]
fn every_legal_move_is_listed() {
    for (line, missing) in [
        ("confrontation --player human --player random --seed 7", "troll:mirkwood>high-pass"),
        ("ra --player human --player random --seed 7", "invoke"),
        ("dou-di-zhu --player human --player random --player random --seed 7", "5"),
    ] {
        let transcript = play(line, &["moves", "quit"]);
        let listed = transcript.split("help): moves\n").nth(1).expect("a list");
        let listed = listed.split(", your move").next().unwrap();
        assert!(
            listed.split_whitespace().any(|word| word == missing),
            "no {missing} in {transcript}"
        );
        assert!(transcript.lines().all(|line| line.chars().count() <= 80), "{transcript}");
    }
}

/// In an auction of Ra a bid is a sun, which is drawn, and was not listed.
#[test]
fn bids_of_ra_are_listed() {
    let transcript =
        play("ra --player human --player random --seed 1", &["draw", "invoke", "inv", "quit"]);
    let at = transcript.find("your move").unwrap();
    let bids = |line: &str| line.split_whitespace().filter(|word| word.starts_with("bid")).count();
    assert!(transcript[at..].lines().any(|line| bids(line) >= 2), "{transcript}");
}

#[test]
fn moves_can_be_filtered_abbreviated_and_numbered() {
    let line = "mnk:m=3,n=3,k=3 --player human --player human";
    let transcript = play(line, &["moves b", "moves z", "b", "#9", "a", "1", "quit"]);
    assert!(transcript.contains("moves b\n  2 b1  5 b2  8 b3\n"), "{transcript}");
    assert!(transcript.contains("  No move begins with `z`.\n"), "{transcript}");
    assert!(transcript.contains("  `b` could be b1, b2, b3.\n"), "{transcript}");
    assert_eq!(transcript.matches("X, your move").count(), 5, "{transcript}");
    assert_eq!(transcript.matches("O, your move").count(), 2, "{transcript}");
}

#[test]
fn a_lone_move_is_made_for_those_who_want_that() {
    let line = "dou-di-zhu --player human --player random --player random --seed 3";
    let typed = ["#1"; 200];
    let (asked, spared) = (play(line, &typed), play(&format!("{line} --auto"), &typed));
    assert!(!asked.contains("the only move") && asked.contains("  1 pass\n"), "{asked}");
    assert!(
        spared.contains("You: pass, the only move") && !spared.contains("\n  1 pass\nLandlord"),
        "{spared}"
    );
}

#[test]
fn the_end_shows_everything_and_who_won() {
    let transcript = play("kuhn --position JK --player human --player random --seed 1", &["bet"]);
    let (before, after) = transcript
        .split_once("With everything in the open: Player 1 has J")
        .expect("the game ends");
    assert!(before.contains("You lose (") || before.contains("You win ("), "{transcript}");
    assert!(before.contains(" chips)"), "{transcript}");
    assert!(after.contains("As Player 2 saw it:") && after.contains("[K]"), "{transcript}");
    let three =
        play("dou-di-zhu --player human --player random --player random --seed 3", &["#1"; 200]);
    assert!(
        three.contains(": Landlord ")
            && three.contains("With everything in the open: Landlord has "),
        "{three}"
    );
}

#[test]
fn going_back_where_something_can_be_learnt_is_said_and_remembered() {
    let told = "so this is no longer a game played straight";
    let line = "kuhn --position JK --player human --player random --seed 3";
    let learnt = play(line, &["pass", "undo", "bet"]);
    let back = learnt.contains("Back to your previous decision");
    assert_eq!(
        back,
        learnt.split_whitespace().collect::<Vec<_>>().join(" ").contains(told),
        "{learnt}"
    );
    assert_eq!(back, learnt.contains("A decision was taken back"), "{learnt}");
    assert!(back, "the other one bets after a pass here: {learnt}");
    // A simultaneous move reveals the choice of the other seat.
    let typed = ["#1", "undo", "#1", "#1", "#1", "#1", "#1"];
    let both = play("goofspiel --player human --player random --seed 1", &typed);
    assert!(both.contains("A decision was taken back"), "{both}");
    let plain = play("mnk:m=3,n=3,k=3 --player human --player random --seed 1", &["a1", "undo"]);
    assert!(plain.contains("Back to your") && !plain.contains("played straight"), "{plain}");
}

#[test]
fn where_the_locale_has_no_more_a_picture_is_ascii() {
    let line = "play mnk:m=3,n=3,k=3 --player human --player random --seed 1";
    let ascii = |variables: &[(&str, &str)], line: &str| {
        let run = sortilege_in(variables, line, "b2\né\nhint\n".as_bytes());
        assert_eq!(run.status, 0, "{run:?}");
        run.stdout.is_ascii()
    };
    assert!(ascii(&[("LC_ALL", "C")], line) && !ascii(&[("LC_ALL", "C.UTF-8")], line));
    assert!(ascii(&[("LC_ALL", "C.UTF-8")], &format!("{line} --ascii")));
    let drawn = sortilege_in(&[("LC_ALL", "C")], line, b"").stdout;
    assert!(drawn.contains("+---+---+---+\n 1 | . | . | . |\n"), "{drawn}");
}

#[test]
fn what_is_for_one_human_alone_is_marked_in_a_transcript() {
    let transcript = play("kuhn --player human --player human --seed 1", &["pass", "pass"]);
    let parts =
        ["For Player 1 alone:", "For Player 2 alone:"].map(|words| transcript.find(words).unwrap());
    assert!(parts[0] < parts[1], "{transcript}");
    assert!(!play("mnk --player human --player human", &["a1"]).contains("alone:"));
}

#[test]
fn control_characters_are_never_repeated() {
    let typed = "\u{1b}[2J\u{7}\u{9b}5n\u{202e}";
    let transcript =
        play("kuhn --player human --player random --seed 1", &[typed, &format!("moves {typed}")]);
    assert!(transcript.contains("\u{fffd}[2J"), "{transcript}");
    assert!(
        !transcript.contains(|char: char| char.is_control() && char != '\n' || char == '\u{202e}')
    );
}

/// Bytes that mean nothing, and words that mean something in no order, are answered and never a
/// reason to panic.
#[test]
fn whatever_is_typed_there_is_an_answer() {
    const BYTES: usize = 20_000;
    let words = [
        "moves", "undo", "position", "help", "1", "#2", "a1", "b", "pass", "moves +", "?", "", "3",
        "bet",
    ];
    for (seed, game) in
        [(1, "mnk"), (2, "phantom-mnk"), (3, "kuhn"), (4, "confrontation"), (5, "rps"), (6, "ra")]
    {
        let mut rng = Rng::new(seed);
        let mut input = vec![];
        while input.len() < BYTES {
            match rng.below(3) {
                0 => input.extend(words[rng.below(words.len())].bytes().chain([b'\n'])),
                _ => input.extend((0..rng.below(40)).map(|_| rng.bits() as u8)),
            }
        }
        let run = sortilege_in(
            &[],
            &format!("play {game} --player human --player random --seed 1"),
            &input,
        );
        assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{game}");
    }
}

#[test]
fn the_rules_can_be_read_at_the_table() {
    let transcript = play(
        "kuhn --player human --player random --seed 1",
        &["rules", "rules goal", "rules fold"],
    );
    assert_eq!(questions(&transcript), 4);
    let [_, all, goal, slip, _] = transcript.split("your move (or help): ").collect::<Vec<_>>()[..]
    else {
        panic!("{transcript}");
    };
    assert!(all.contains("Kuhn poker\n") && all.contains("- `pass` checks or folds\n"), "{all}");
    assert!(
        goal.starts_with("rules goal\n\nGoal\n\nWin chips") && !goal.contains("checks or folds"),
        "{goal}"
    );
    assert!(slip.contains("there is no section in the rules of `kuhn` named `fold`"), "{slip}");
}

#[test]
fn levels_are_opponents() {
    let transcript = play("mnk --level beginner --seed 1", &["b2", "quit"]);
    assert!(transcript.contains("your move"), "{transcript}");
    let seated = play("mnk --player beginner --player easy --seed 1", &[]);
    assert!(seated.contains("has won") || seated.contains("draw"), "{seated}");
    let refused = sortilege_reading("play mnk --level hard", "");
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("beginner, easy, normal, strong, best"), "{refused:?}");
}

#[test]
fn the_others_can_think_while_a_human_does() {
    let typed =
        ["b2", "a1", "c3", "a3", "c1", "b1", "b3", "a2", "c2"].map(|cell| [cell; 2]).concat();
    let transcript =
        play("mnk:m=3,n=3,k=3 --player human --player uct:iterations=50 --ponder", &typed);
    assert!(transcript.contains("uct:iterations=50,memory=1000000000B,reuse=true"), "{transcript}");
    assert!(
        transcript.contains("You lose")
            || transcript.contains("A draw")
            || transcript.contains("You win")
    );
    let run = sortilege_reading("play mnk --player human --player flat-mc --ponder", "");
    let refused = "sortilege: `flat-mc` keeps no tree and so cannot ponder; those who can are uct, \
                   so-ismcts, so-ismcts-pom, mo-ismcts, as in `--player human --player uct`\n";
    assert_eq!((run.status, run.stderr.as_str()), (2, refused));
}
