//! Games that are kept: `--record`, `sortilege replay` and `sortilege review`.

mod common;

use common::{json, sortilege, sortilege_reading, text};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

/// A file that is gone when the test is over.
struct File(PathBuf);

impl File {
    fn new(name: &str) -> Self {
        File(std::env::temp_dir().join(format!("sortilege-{name}-{}.jsonl", std::process::id())))
    }
    fn path(&self) -> &str {
        self.0.to_str().expect("a plain name")
    }
    fn lines(&self) -> Vec<Value> {
        let text = fs::read_to_string(&self.0).expect("it was written");
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn games_of_a_match_are_kept_in_order_and_shown_again() {
    let file = File::new("match");
    let line = "match leduc --player so-ismcts:iterations=20 --player random --games 4 --threads 2";
    let plain = text(line);
    // The last column is the time per decision, in a suitable unit.
    let times_aside = |text: &str| -> Vec<String> {
        let width =
            text.lines().find_map(|line| line.find("per decision")).expect("a table with times");
        text.lines().map(|line| line.chars().take(width).collect()).collect()
    };
    let kept = times_aside(&text(&format!("{line} --record {}", file.path())));
    assert_eq!(kept, times_aside(&plain), "a record does not change the result");
    let games = file.lines();
    let numbers: Vec<u64> = games.iter().map(|game| game["number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [0, 1, 2, 3]);
    assert_eq!(games[1]["players"][0], "random");
    let shown = text(&format!("replay {} --game 2", file.path()));
    let chips = (13.0 * games[1]["payoffs"][0].as_f64().unwrap()).round();
    let end = format!("The game is over: Player 1 {chips:+} chips, Player 2 {:+} chips.\n", -chips);
    assert!(shown.ends_with(&end), "{shown}");
    let review = json(&format!("review {} --player so-ismcts:iterations=50", file.path()));
    let comments = review["comments"].as_array().unwrap();
    assert!(
        !comments.is_empty() && comments.iter().all(|it| it["lost"].as_f64().unwrap() >= 0.0),
        "{review}"
    );
}

#[test]
fn games_of_a_run_are_kept_once() {
    let file = File::new("run");
    let folder = std::env::temp_dir().join(format!("sortilege-recorded-{}", std::process::id()));
    let experiment = folder.with_extension("toml");
    let text_of = "design = \"match\"\ngame = \"leduc\"\nseed = 3\ngames = 6\nunit = 2\n\
                   players = [\"so-ismcts:iterations=20\", \"random\"]\n";
    fs::write(&experiment, text_of).expect("there is room");
    let line = format!("run {} --out {}", experiment.display(), folder.display());
    for _ in 0..2 {
        // The second time there is nothing left to play, and nothing to keep.
        text(&format!("{line} --threads 2 --record {}", file.path()));
    }
    let games = file.lines();
    let mut numbers: Vec<u64> = games.iter().map(|game| game["number"].as_u64().unwrap()).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, [0, 1, 2, 3, 4, 5]);
    let rows = json(&format!("report {}", folder.display()));
    assert!(rows.to_string().contains("so-ismcts"), "{rows}");
    let shown = text(&format!("replay {} --game 3", file.path()));
    assert!(shown.contains("The game is over"), "{shown}");
    fs::remove_dir_all(&folder).expect("it is there");
    fs::remove_file(&experiment).expect("it is there");
}

#[test]
fn a_blunder_is_found() {
    let file = File::new("blunder");
    let line = format!(
        "play mnk:m=3,n=3,k=3 --player human --player human --position XX./OO./..._X --record {}",
        file.path()
    );
    let run = sortilege_reading(&line, "c3\nc2\n");
    assert_eq!(run.status, 0, "{run:?}");
    let review = text(&format!("review {} --player uct:iterations=2000", file.path()));
    let blunder = review.lines().find(|line| line.contains(" c3 ")).expect("the move is there");
    assert!(blunder.contains(" c1 "), "it should have completed its line: {review}");
    let lost = blunder.split_whitespace().nth(6).expect("what was lost");
    assert!(review.contains(&format!("X: {lost} ")), "what is shown adds up: {review}");
}

/// The record of a game that the human left contains no more than the screen showed.
#[test]
fn the_record_of_an_unfinished_game_has_the_view_of_its_human() {
    let file = File::new("left");
    let run = sortilege_reading(
        &format!("play kuhn --player human --player random --seed 1 --record {}", file.path()),
        "quit\n",
    );
    assert_eq!(run.status, 0, "{run:?}");
    let game = &file.lines()[0];
    assert_eq!(
        (&game["seat"], &game["start"], &game["payoffs"]),
        (&1.into(), &Value::Null, &Value::Array(vec![]))
    );
    assert_eq!(game["steps"][0]["made"], Value::Array(vec![]));
    let refusal = sortilege(&format!("replay {}", file.path()));
    assert_eq!(refusal.status, 2);
    assert!(refusal.stderr.contains("only what seat 1 knew"), "{refusal:?}");
}

#[test]
fn what_cannot_be_kept_or_read_is_said() {
    let file = File::new("spoilt");
    fs::write(&file.0, "{\"format\":1}\n").unwrap();
    for (line, why) in [
        (format!("replay {}", file.path()), "line 1"),
        ("replay nothing.jsonl".to_string(), "no such file"),
        ("match kuhn --player random --player random --record .".to_string(), "is no file"),
    ] {
        let run = sortilege(&line);
        assert_eq!(run.status, 2, "{run:?}");
        assert!(run.stderr.contains(why), "{run:?}");
    }
}

/// `replay` and `review` compare the payoffs in a record with those of its game.
#[test]
fn a_record_with_wrong_payoffs_is_refused() {
    let file = File::new("earned");
    text(&format!("match kuhn --player random --player random --games 1 --record {}", file.path()));
    let mut game = file.lines().remove(0);
    game["payoffs"] = serde_json::json!([0.25, -0.25]);
    fs::write(&file.0, format!("{game}\n")).unwrap();
    for verb in ["replay", "review"] {
        let run = sortilege(&format!("{verb} {}", file.path()));
        assert_eq!(run.status, 2, "{run:?}");
        assert!(run.stderr.contains("the record says that seat 1 earned 0.25"), "{run:?}");
    }
}
