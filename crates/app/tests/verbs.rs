//! Every verb, run as it would be in a shell: the JSON fields that scripts read, and plain text.

mod common;

use common::{json, sortilege, text};
use serde_json::Value;

/// Panics unless `value` is an object with these fields, in any order and perhaps among others.
fn has_fields(value: &Value, fields: &[&str]) {
    for field in fields {
        assert!(value.get(field).is_some(), "no field `{field}` in {value}");
    }
}

fn named<'a>(list: &'a Value, name: &str) -> &'a Value {
    let all = list.as_array().expect("a list");
    all.iter().find(|item| item["name"] == name).unwrap_or_else(|| panic!("no {name} in {list}"))
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn games() {
    let document = json("games");
    let kuhn = named(&document["games"], "kuhn");
    has_fields(kuhn, &["name", "players", "parameters", "capabilities"]);
    assert_eq!(kuhn["players"], 2);
    assert!(kuhn["capabilities"].as_array().unwrap().contains(&"hidden".into()), "{kuhn}");
    let goofspiel = named(&document["games"], "goofspiel");
    has_fields(named(&goofspiel["parameters"], "cards"), &["name", "default", "help"]);
    let known =
        ["chance", "outcomes", "hidden", "observe", "simultaneous", "evaluate", "quality", "key"];
    for game in document["games"].as_array().unwrap() {
        for word in game["capabilities"].as_array().unwrap() {
            assert!(known.contains(&word.as_str().unwrap()), "{word}");
        }
    }
    let list = text("games");
    assert!(list.contains("kuhn") && list.lines().all(|line| line.chars().count() <= 80), "{list}");
    assert!(text("games goofspiel").contains("cards"));
}

#[test]
fn rules() {
    let rules = text("rules dou-di-zhu");
    assert!(rules.starts_with("Dou Di Zhu\n\nFight the landlord"), "{rules}");
    let sections = ["Goal", "Pieces", "Play", "Moves", "Settings", "Picture", "Example"];
    assert!(sections.iter().all(|name| rules.lines().any(|line| line == *name)), "{rules}");
    assert!(rules.lines().all(|line| line.chars().count() <= 80), "{rules}");
    let moves = text("rules dou-di-zhu:moves=whole MOVES");
    assert!(moves.starts_with("Moves\n\n- The cards of a group"), "{moves}");
    assert!(rules.contains(&moves) && !moves.contains("Settings"), "{moves}");
}

#[test]
fn players() {
    let document = json("players");
    has_fields(named(&document["players"], "human"), &["name", "parameters"]);
    let uct = named(&document["players"], "uct");
    has_fields(named(&uct["parameters"], "c"), &["name", "default", "range", "help", "source"]);
    let fitting = json("players kuhn");
    let names: Vec<&str> = fitting["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|player| player["name"].as_str().unwrap())
        .collect();
    assert!(names.contains(&"mo-ismcts") && !names.contains(&"uct"), "{names:?}");
    let explained = text("players uct");
    assert!(explained.starts_with("uct: ") && explained.contains("iterations"), "{explained}");
    assert_eq!(json("players uct")["name"], "uct");
    let list = text("players");
    assert!(list.lines().all(|line| line.chars().count() <= 80), "{list}");
}

/// Names and numbers that people use elsewhere lead to ours.
#[test]
fn common_names_and_numbers() {
    let document = json("best tic-tac-toe --player mcts:iterations=1k --seed 3");
    assert_eq!(
        (&document["game"], &document["player"]),
        (&"mnk:m=3,n=3,k=3".into(), &"uct:iterations=1000".into())
    );
    let ours = json("best mnk:m=3,n=3,k=3 --player uct:iterations=1e3 --seed 3");
    assert_eq!(document["candidates"], ours["candidates"]);
    assert_eq!(
        json("best kuhn-poker --player mcts:iterations=1e2")["player"],
        "so-ismcts:iterations=100"
    );
    assert_eq!(json("best tic-tac-toe:k=2 --player random")["game"], "mnk:m=3,n=3,k=2");
    assert_eq!(json("games draughts")["games"][0]["name"], "checkers");
    let explained = text("players mcts");
    assert!(
        explained.starts_with("`mcts` stands for `uct` or `so-ismcts`")
            && explained.contains("\nuct: "),
        "{explained}"
    );
    assert_eq!(json("players ismcts")["name"], "so-ismcts");
}

#[test]
fn perft() {
    let document = json("perft mnk:m=3,n=3,k=3 4");
    assert_eq!(
        document,
        serde_json::json!({"game": "mnk:m=3,n=3,k=3", "depth": 4, "nodes": 9 * 8 * 7 * 6})
    );
    assert_eq!(json("perft mnk:m=3,n=3,k=3 0")["nodes"], 1);
    let table = text("perft mnk:m=3,n=3,k=3 3");
    assert_eq!(
        table,
        "  depth  move sequences\n      1               9\n      2              72\n      3             504\n"
    );
}

/// Three marks always win on two by two squares with two in a row.
#[test]
fn perft_ends_with_the_game() {
    let table = text("perft mnk:m=2,n=2,k=2 1000000");
    let counts: Vec<&str> =
        table.lines().skip(1).filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(counts, ["4", "12", "24", "0"]);
}

#[test]
fn perft_counts_joint_moves_of_rulesheets() {
    assert_eq!(json("perft gdl:file=monty-hall 4")["nodes"], 24);
}

#[test]
fn perft_begins_where_it_is_told() {
    let position = json("best mnk:m=3,n=3,k=3 --player random")["position"]
        .as_str()
        .unwrap()
        .replace(' ', "_");
    assert_eq!(json(&format!("perft mnk:m=3,n=3,k=3 2 --position {position}"))["nodes"], 72);
}

#[test]
fn best() {
    let document = json("best kuhn --player so-ismcts:iterations=200 --position KQ --seed 3");
    let fields =
        ["game", "player", "seat", "action", "candidates", "iterations", "seconds", "tree"];
    has_fields(&document, &fields);
    has_fields(&document["tree"], &["nodes", "depth", "mean_depth", "bytes"]);
    assert_eq!(document["game"], "kuhn");
    assert_eq!(document["player"], "so-ismcts:iterations=200");
    assert_eq!(document["seat"], 1);
    assert_eq!(document["iterations"], 200);
    let candidates = document["candidates"].as_array().unwrap();
    candidates.iter().for_each(|candidate| has_fields(candidate, &["action", "visits", "value"]));
    let visits: u64 =
        candidates.iter().map(|candidate| candidate["visits"].as_u64().unwrap()).sum();
    assert_eq!(visits, 200);
    assert!(candidates.iter().any(|candidate| candidate["action"] == document["action"]));
}

#[test]
fn best_depends_on_the_seed_alone() {
    let decide = |seed| {
        let mut document =
            json(&format!("best leduc --player mo-ismcts:iterations=300 --seed {seed}"));
        document["seconds"] = Value::Null;
        document
    };
    assert_eq!(decide(5), decide(5));
    assert_ne!(decide(5), decide(6));
}

#[test]
fn best_shows_the_table_and_the_candidates() {
    let shown = text("best mnk:m=3,n=3,k=3 --player uct:iterations=500");
    assert!(
        shown.contains("┌───┬───┬───┐") && shown.contains("visits") && shown.contains('█'),
        "{shown}"
    );
    assert!(!shown.contains('\x1b'), "colour in a pipe");
}

#[test]
fn best_can_be_asked_for_another_seat() {
    assert_eq!(json("best rps --player uct:iterations=10 --seat 2")["seat"], 2);
}

const MATCH: &str =
    "match kuhn --player so-ismcts:iterations=50 --player random --games 20 --seed 4";

#[test]
fn a_match() {
    let document = json(MATCH);
    has_fields(&document, &["game", "games", "seed", "players", "first_seat_score", "mean_length"]);
    assert_eq!((&document["games"], &document["seed"]), (&20.into(), &4.into()));
    let players = document["players"].as_array().unwrap();
    assert_eq!(players.len(), 2);
    for player in players {
        let counts = ["wins", "draws", "losses"];
        has_fields(player, &counts);
        has_fields(player, &["player", "score", "ci95", "decisions", "seconds_per_decision"]);
        has_fields(
            player,
            &["iterations_per_second", "payoff", "payoff_ci95", "value", "value_ci95"],
        );
        assert_eq!(counts.map(|count| player[count].as_u64().unwrap()).iter().sum::<u64>(), 20);
        let (score, low, high) =
            (number(&player["score"]), number(&player["ci95"][0]), number(&player["ci95"][1]));
        assert!(
            0.0 <= low && low <= score && score <= high && high <= 1.0 && low < high,
            "{player}"
        );
    }
    assert_eq!(players[0]["player"], "so-ismcts:iterations=50");
    let scores: f64 = players.iter().map(|player| number(&player["score"])).sum();
    assert!((scores - 1.0).abs() < 1e-12);
    let table = text(MATCH);
    assert!(
        table.contains("95 % interval") && table.lines().all(|line| line.chars().count() <= 80),
        "{table}"
    );
}

/// Matches of poker measure chips unless `--measure score` is given; games without stakes measure
/// the score.
#[test]
fn a_match_is_about_payoff_or_score() {
    let chips = json(MATCH);
    assert_eq!(
        (&chips["measure"], &chips["unit"], &chips["units_per_payoff"]),
        (&"payoff".into(), &"chips".into(), &2.0.into())
    );
    for player in chips["players"].as_array().unwrap() {
        assert_eq!(number(&player["value"]), 2.0 * number(&player["payoff"]));
        assert_eq!(number(&player["value_ci95"][1]), 2.0 * number(&player["payoff_ci95"][1]));
    }
    let score = json(&format!("{MATCH} --measure score"));
    assert_eq!(score["measure"], "score");
    for player in score["players"].as_array().unwrap() {
        assert_eq!((&player["value"], &player["value_ci95"]), (&player["score"], &player["ci95"]));
    }
    let heads = |line: &str| {
        let table = text(line);
        let heads =
            table.lines().find(|line| line.contains("wins")).expect("a heading").to_string();
        heads.split_whitespace().map(String::from).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(heads(MATCH), "wins draws losses chips 95 % interval score per decision");
    let asked = format!("{MATCH} --measure score");
    assert_eq!(heads(&asked), "wins draws losses score 95 % interval chips per decision");
    let winning = "match mnk --player random --player random --games 4";
    assert_eq!(heads(winning), "wins draws losses score 95 % interval payoff per decision");
    assert!(json(winning)["unit"].is_null());
    let run = sortilege(&format!("{MATCH} --measure money"));
    assert!(run.status == 2 && run.stderr.contains("score, payoff"), "{run:?}");
}

#[test]
fn a_match_is_the_same_however_often_and_on_however_many_threads() {
    let play = |threads: u32| {
        let mut document = json(&format!("{MATCH} --threads {threads}"));
        for player in document["players"].as_array_mut().unwrap() {
            player["seconds_per_decision"] = Value::Null;
            player["iterations_per_second"] = Value::Null;
        }
        document
    };
    let once = play(1);
    assert_eq!(once, play(1));
    assert_eq!(once, play(2));
    assert_ne!(once["players"], json(&MATCH.replace("seed 4", "seed 5"))["players"]);
}

/// Games that have begun are finished, and what there is is printed.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_match_early() {
    use std::process::{Command, Stdio};
    let line =
        "match leduc --player so-ismcts:iterations=20000 --player random --games 1000000 --json";
    let child = Command::new(env!("CARGO_BIN_EXE_sortilege"))
        .args(line.split(' '))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["stopped"], true);
    assert!((1..1_000_000).contains(&document["games"].as_u64().unwrap()), "{document}");
}

#[test]
fn bench() {
    let playouts = json("bench playouts kuhn --seconds 0.05");
    has_fields(&playouts, &["game", "playouts_per_second", "moves_per_second", "mean_length"]);
    assert!(number(&playouts["playouts_per_second"]) > 0.0);
    // Two or three moves to a game of Kuhn poker.
    assert!((2.0..3.0).contains(&number(&playouts["mean_length"])), "{playouts}");
    let search = json("bench search kuhn --player so-ismcts:iterations=100 --seconds 0.05");
    has_fields(&search, &["game", "player", "iterations_per_second", "nodes", "bytes_per_node"]);
    assert!(number(&search["nodes"]) > 1.0, "{search}");
    assert_eq!(search["threads"], 1);
    let roots = json("bench search kuhn --player so-ismcts:roots=3,threads=2 --seconds 0.01");
    assert_eq!(roots["threads"], 2);
    assert!(
        text("bench search kuhn --player so-ismcts:threads=3 --seconds 0.01")
            .contains("on 3 threads")
    );
    assert!(text("bench playouts kuhn --seconds 0.01").contains("games in a second"));
    assert!(
        text("bench search kuhn --player flat-mc --seconds 0.01")
            .contains("iterations in a second")
    );
}

#[test]
fn bench_scaling() {
    let line = "bench scaling kuhn --player so-ismcts:iterations=50 --threads 1,3,2 --seconds 0.001 --rounds 3";
    let document = json(line);
    has_fields(&document, &["game", "player", "cores", "rounds", "seconds", "ways"]);
    let ways = document["ways"].as_array().unwrap();
    let told: Vec<String> =
        ways.iter().map(|way| format!("{} {}", way["how"], way["threads"])).collect();
    assert_eq!(told.join(", ").replace('"', ""), "alone 1, roots 2, tree 2, roots 3, tree 3");
    for way in ways {
        has_fields(way, &["threads", "how", "player", "iterations_per_second", "ratio", "ratios"]);
        let mut ratios: Vec<f64> = way["ratios"].as_array().unwrap().iter().map(number).collect();
        ratios.sort_by(f64::total_cmp);
        assert_eq!((ratios.len(), ratios[1]), (3, number(&way["ratio"])));
    }
    assert_eq!(ways[1]["player"], "so-ismcts:iterations=50,roots=2,threads=2");
    assert_eq!(ways[2]["player"], "so-ismcts:iterations=50,threads=2");
    assert_eq!(ways[0]["ratio"], 1.0);
    // Who cannot share a tree has roots alone.
    let table = text(&line.replace("so-ismcts", "flat-ucb"));
    assert!(table.contains("roots") && !table.contains("tree"), "{table}");
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
}

/// The answer is the same on any number of threads.
#[test]
fn best_with_roots() {
    let decide = |threads| {
        let player = format!("so-ismcts:iterations=300,roots=4,threads={threads}");
        let mut document = json(&format!("best leduc --player {player}"));
        (document["seconds"], document["player"]) = (Value::Null, Value::Null);
        document
    };
    let one = decide(1);
    assert_eq!(one["iterations"], 300);
    assert_eq!((decide(2), decide(4)), (one.clone(), one));
}

#[test]
fn matches_tell_whether_they_can_be_repeated() {
    let play =
        |player: &str| json(&format!("match kuhn --player {player} --player random --games 4"));
    for (player, machine) in [
        ("so-ismcts:iterations=20", false),
        ("so-ismcts:iterations=20,roots=2,threads=2", false),
        ("so-ismcts:iterations=20,threads=2", true),
        ("so-ismcts:time=1ms", true),
    ] {
        assert_eq!(play(player)["depends_on_machine"], machine, "{player}");
    }
    let told = text("match kuhn --player so-ismcts:time=1ms --player random --games 4");
    assert!(told.contains("depend on the machine"), "{told}");
}

#[test]
fn settings_of_threads_are_listed() {
    let document = json("players breakthrough");
    let uct = named(&document["players"], "uct");
    for (name, default) in [("roots", "1"), ("threads", "1"), ("reuse", "false"), ("memory", "")] {
        assert_eq!(named(&uct["parameters"], name)["default"], default);
    }
    let list = text("players breakthrough");
    for words in ["roots", "threads", "reuse", "share the budget"] {
        assert!(list.contains(words), "no `{words}` in {list}");
    }
}

#[test]
fn exploitability() {
    let line =
        "exploitability kuhn --player so-ismcts --player random --iterations 10,200 --seed 2";
    let document = json(line);
    assert_eq!(document["game"], "kuhn");
    let [thinking, random] = [0, 1].map(|player| &document["players"][player]);
    assert_eq!(thinking["player"], "so-ismcts");
    let points = thinking["points"].as_array().unwrap();
    assert_eq!(
        points.iter().map(|point| point["iterations"].clone()).collect::<Vec<_>>(),
        [10, 200]
    );
    // A player without iterations has one point; uniform play in Kuhn poker is worth 11/24 of a
    // chip.
    assert_eq!(random["points"].as_array().unwrap().len(), 1);
    assert!(
        (number(&random["points"][0]["exploitability"]) - 11.0 / 48.0).abs() < 1e-12,
        "{random}"
    );
    assert!((number(&random["points"][0]["in_units"]) - 11.0 / 24.0).abs() < 1e-12, "{random}");
    assert_eq!((&document["unit"], &document["units_per_payoff"]), (&"chips".into(), &2.0.into()));
    assert_eq!(document, json(line));
    let table = text(line);
    assert!(table.contains("in chips per game") && table.contains("0.4583"), "{table}");
    // OpenSpiel 2.0.2 has a NashConv of 4.747222222222222 chips for uniform play in Leduc poker,
    // for both seats together.
    let leduc = json("exploitability leduc --player random");
    let chips = number(&leduc["players"][0]["points"][0]["in_units"]);
    assert!((2.0 * chips - 4.747_222_222_222_222).abs() < 1e-9, "{leduc}");
    // The table has a remark only on players whose strategy does not depend on the budget.
    assert!(!table.contains("evenly"), "{table}");
    assert!(!text("exploitability kuhn --player flat-mc --iterations 10").contains("evenly"));
    let table = text("exploitability kuhn --player flat-mc --iterations 10,100 --fresh");
    assert!(table.contains("flat-mc shares its iterations evenly among the moves"), "{table}");
    // Documents and tables name the measure: as played, or fresh.
    let estimate = &thinking["points"][1]["estimate"];
    let (low, high) = (number(&estimate["interval"][0]), number(&estimate["interval"][1]));
    let value = number(&thinking["points"][1]["in_units"]);
    assert!(low < value && value < high && estimate["replays"] == 10, "{estimate}");
    let table = text("exploitability kuhn --player random --replays 3");
    assert!(table.contains("as they play") && table.contains("3 replays"), "{table}");
    let fresh = json("exploitability kuhn --player so-ismcts --iterations 200 --fresh");
    assert_eq!((&document["measure"], &fresh["measure"]), (&"as-played".into(), &"fresh".into()));
    assert!(fresh["players"][0]["points"][0].get("estimate").is_none(), "{fresh}");
    // A searching adversary wins a part of that, which is printed with an interval.
    let line = "exploitability kuhn --player random --episodes 3000 --games 1000";
    let bound = json(line)["players"][0]["points"][0].clone();
    let (low, high) =
        (number(&bound["at_least"]["interval"][0]), number(&bound["at_least"]["interval"][1]));
    assert!(
        low > 0.0
            && low < number(&bound["in_units"])
            && number(&bound["in_units"]) < high
            && low < 11.0 / 24.0,
        "{bound}"
    );
    let table = text(line);
    assert!(table.contains("lower bound") && table.contains(" to "), "{table}");
}

/// A number of iterations in the player's spec is the one that is measured, unless `--iterations`
/// is given too.
#[test]
fn exploitability_measures_the_iterations_of_the_player() {
    let counts = |line: &str| {
        let document = json(&format!("exploitability kuhn --fresh --seed 2 {line}"));
        let points = document["players"][0]["points"].as_array().unwrap().clone();
        points.iter().map(|point| point["iterations"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(counts("--player so-ismcts:iterations=30"), [30]);
    assert_eq!(counts("--player so-ismcts:iterations=30 --iterations 20,40"), [20, 40]);
    assert_eq!(counts("--player so-ismcts"), [10, 100, 1000]);
    // The level `easy` is a player with ten trees of five iterations here.
    assert_eq!(counts("--player easy"), [5]);
    let players =
        "--player so-ismcts:iterations=30 --player so-ismcts:iterations=40,c=2 --player random";
    let table = text(&format!("exploitability kuhn --fresh --seed 2 {players}"));
    let row = |count: &str| {
        let row = table.lines().find(|line| line.trim_start().starts_with(count));
        row.unwrap_or_else(|| panic!("{table}"))
            .split_whitespace()
            .skip(1)
            .map(str::to_string)
            .collect::<Vec<_>>()
    };
    let [thirty, forty] = [row("30 "), row("40 ")];
    assert_eq!((&thirty[1][..], &forty[0][..]), ("-", "-"), "{table}");
    assert!(thirty[0] != "-" && forty[1] != "-" && thirty[2] == forty[2], "{table}");
}

/// X has four in a row, and O an open three: there is one move to make.
#[test]
fn gomoku_is_played_on_a_large_board() {
    let row = |marks: &str| marks.to_string() + &".".repeat(15 - marks.len());
    let mut rows = vec![row(""); 15];
    (rows[6], rows[7]) = (row("...OOO"), row("OXXXX"));
    let position = format!("{} X", rows.join("/")).replace(' ', "_");
    let document =
        json(&format!("best gomoku --player uct:iterations=20000 --position {position}"));
    assert_eq!(
        (&document["game"], &document["action"]),
        (&"mnk:m=15,n=15,k=5".into(), &"f8".into())
    );
    assert_eq!(document["candidates"].as_array().unwrap().len(), 225 - 8);
    let played =
        json("match mnk:m=19,n=19,k=5 --player uct:iterations=20 --player random --games 2");
    assert_eq!(played["games"], 2);
}

#[test]
fn solve() {
    let file = std::env::temp_dir().join(format!("sortilege-solve-{}.json", std::process::id()));
    let place = file.to_str().expect("it has a plain name");
    let line = format!("solve kuhn --iterations 1000 --out {place}");
    let document = json(&line);
    // -1/18 of a chip, of which a payoff of 1 is two.
    assert!((number(&document["value"][0]) + 1.0 / 36.0).abs() < 1e-4, "{document}");
    assert!(
        number(&document["exploitability"]) < 1e-3 && document["stopped"] == false,
        "{document}"
    );
    assert_eq!((&document["iterations"], &document["strategy"]), (&1000.into(), &Value::Null));
    let curve = document["curve"].as_array().unwrap();
    let counts: Vec<u64> =
        curve.iter().map(|point| point["iterations"].as_u64().unwrap()).collect();
    assert_eq!(counts, [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]);
    let written: Value =
        serde_json::from_str(&std::fs::read_to_string(&file).expect("it is written")).unwrap();
    assert_eq!((&written["value"], &written["curve"]), (&document["value"], &document["curve"]));
    let strategy = written["strategy"].as_array().unwrap();
    assert_eq!(strategy.len(), 12);
    for place in strategy {
        let moves = place["moves"].as_array().unwrap();
        let total: f64 = moves.iter().map(|choice| number(&choice["probability"])).sum();
        assert!((total - 1.0).abs() < 1e-9 && moves[0]["move"] == "pass", "{place}");
        assert!(place["information"].as_str().unwrap().starts_with("you are dealt "), "{place}");
    }
    std::fs::remove_file(&file).expect("it was made by this test");
    let table = text("solve kuhn --until 0.01");
    assert!(table.contains("exploitability") && table.contains("Player 1 earns -0.0"), "{table}");
    assert!(
        table.contains(" chips") && table.lines().all(|line| line.chars().count() <= 80),
        "{table}"
    );
    let exact = text("solve mnk:m=3,n=3,k=3");
    assert!(exact.contains("solved exactly") && exact.contains("X earns +0.000000"), "{exact}");
}

/// A failed `solve` leaves no file, complete or partial.
#[test]
fn solve_leaves_nothing_half_written() {
    let file = std::env::temp_dir().join(format!("sortilege-unsolved-{}.json", std::process::id()));
    let run = sortilege(&format!("solve checkers --out {}", file.display()));
    assert_eq!((run.status, run.stderr.lines().count()), (2, 1), "{run:?}");
    assert!(!file.exists() && !file.with_extension("json.part").exists());
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_solve_with_what_was_found() {
    use std::process::{Command, Stdio};
    let file = std::env::temp_dir().join(format!("sortilege-stopped-{}.json", std::process::id()));
    let mut child = Command::new(env!("CARGO_BIN_EXE_sortilege"))
        .args(["solve", "leduc", "--iterations", "4000000000", "--json", "--out"])
        .arg(&file)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // The file exists as soon as the handler of Ctrl-C is installed.
    while !file.with_extension("json.part").exists() {
        assert_eq!(child.try_wait().unwrap(), None, "it is not over so soon");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success()
    );
    let mut printed = String::new();
    std::io::Read::read_to_string(&mut child.stdout.take().unwrap(), &mut printed).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let document: Value = serde_json::from_str(&printed).unwrap();
    assert!(
        document["stopped"] == true && document["iterations"].as_u64().unwrap() > 0,
        "{document}"
    );
    let written: Value =
        serde_json::from_str(&std::fs::read_to_string(&file).expect("it is written")).unwrap();
    assert_eq!(written["iterations"], document["iterations"]);
    std::fs::remove_file(&file).expect("it was made by this test");
}

#[test]
fn completions_know_every_verb() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = text(&format!("completions {shell}"));
        for verb in ["games", "players", "perft", "play", "best", "match", "bench"] {
            assert!(script.contains(verb), "{shell} does not know {verb}");
        }
    }
}

/// The other shells are not told what can stand where there is no option before it.
#[test]
fn completions_know_games_players_and_settings() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = text(&format!("completions {shell}"));
        let names = ["dou-di-zhu", "chinese-checkers", "so-ismcts", "flat-ucb"];
        let settings =
            ["'uct:iterations='", "'uct:choice=sampled'", "'mnk:k='", "'goofspiel:order=random'"];
        for name in names.iter().chain(&settings) {
            assert!(script.contains(name), "{shell} does not know {name}");
        }
    }
    // Clap tells these nothing of positional arguments.
    let fish = text("completions fish");
    let place = |verb: &str| format!("-n \"__fish_sortilege_names {verb}\" -a \"kuhn leduc");
    assert!(fish.contains(&place("best")) && fish.contains(&place("bench search")), "{fish}");
    for (shell, place) in [
        ("elvish", "&'bench search'= ['kuhn' 'leduc'"),
        ("powershell", "'best' = @('kuhn', 'leduc'"),
    ] {
        let script = text(&format!("completions {shell}"));
        assert!(
            script.contains(place) && script.contains("'--player'"),
            "{shell} does not know {place}"
        );
    }
}

/// What bash offers, word by word as readline hands it over: it breaks words at colons and equals
/// signs.
#[cfg(unix)]
#[test]
fn bash_completes_settings() {
    use std::process::Command;
    if Command::new("bash").arg("--version").output().is_err() {
        return;
    }
    let file =
        std::env::temp_dir().join(format!("sortilege-completions-{}.bash", std::process::id()));
    std::fs::write(&file, text("completions bash")).unwrap();
    let offers = |line: &str, word: &str, before: &str| {
        let ask = r#"source "$1"; COMP_LINE="$2"; COMP_POINT=${#2}
            COMP_WORDS=($(sed 's/[:=]/ & /g' <<<"$2")); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _sortilege sortilege "$3" "$4" 2>/dev/null; echo "${COMPREPLY[*]}""#;
        let mut shell = Command::new("bash");
        shell.args(["--norc", "-c", ask, "bash"]).arg(&file).args([line, word, before]);
        let output = shell.output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim().to_string()
    };
    let player = "sortilege best mnk --player";
    assert_eq!(offers(&format!("{player} uct:iter"), "iter", ":"), "iterations=");
    assert_eq!(
        offers(&format!("{player} uct:iterations=10,iter"), "10,iter", "="),
        "10,iterations="
    );
    assert_eq!(offers(&format!("{player} uct:choice=v"), "v", "="), "visits value");
    assert_eq!(offers(&format!("{player}=uct:iter"), "iter", ":"), "iterations=");
    assert_eq!(offers("sortilege best mnk:", "", ":"), "m= n= k=");
    assert_eq!(offers("sortilege best led", "led", "best"), "leduc");
    assert_eq!(offers(&format!("{player} absent:"), "", ":"), "");
    std::fs::remove_file(&file).expect("it was made by this test");
}

#[test]
fn the_manual() {
    assert!(text("man").contains(".TH sortilege 1"));
    let folder = std::env::temp_dir().join(format!("sortilege-manual-{}", std::process::id()));
    text(&format!("man --out {}", folder.display()));
    let page =
        std::fs::read_to_string(folder.join("sortilege-play.1")).expect("a page for each verb");
    assert!(page.contains("human"));
    std::fs::remove_dir_all(folder).expect("it is ours");
}

#[test]
fn every_verb_has_help_with_an_example() {
    let verbs =
        ["games", "players", "perft", "play", "best", "match", "bench playouts", "bench search"];
    let verbs = verbs.into_iter().chain(["bench scaling", "exploitability", "solve"]);
    for verb in verbs.chain(["completions", "man", "papers", "reproduce", "serve"]) {
        let help = text(&format!("{verb} --help"));
        assert!(
            help.contains("Example") && help.contains(&format!("  sortilege {verb}")),
            "{help}"
        );
    }
    assert!(text("--help").contains("First steps"));
    assert_eq!(text(""), text("--help"));
    assert!(text("--version").starts_with("sortilege "));
}

/// The examples in the help are run as they stand, but for those that take long; what they write is
/// not left behind.
#[test]
fn the_examples_work() {
    let tree = std::env::temp_dir().join(format!("sortilege-tree-{}.dot", std::process::id()));
    let place = tree.to_str().expect("it has a plain name");
    for verb in ["games", "players", "papers", "perft", "best", "bench playouts"] {
        let help = text(&format!("{verb} --help"));
        for example in help.lines().filter_map(|line| line.trim().strip_prefix("sortilege ")) {
            let brief =
                example.replace("--seconds 1", "--seconds 0.01").replace("time=2s", "time=50ms");
            text(&brief.replace("tree.dot", place));
        }
    }
    assert!(std::fs::read_to_string(&tree).expect("an example writes it").starts_with("digraph"));
    std::fs::remove_file(&tree).expect("it was made by this test");
}

/// `sortilege games | head -1` is no failure.
#[test]
fn a_reader_may_have_had_enough() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_sortilege"))
        .args(["games", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

#[test]
fn what_cannot_be_written_is_status_1() {
    for (line, place) in [
        ("man --out /dev/null/manual", "/dev/null/manual"),
        ("best mnk --player uct:iterations=5 --tree /dev/null/tree.dot", "/dev/null/tree.dot"),
        ("solve kuhn --out /dev/null/kuhn.json", "/dev/null/kuhn.json"),
    ] {
        let run = sortilege(line);
        assert_eq!((run.status, run.stderr.lines().count()), (1, 1), "{run:?}");
        assert!(run.stderr.contains(place), "{run:?}");
    }
}

#[test]
fn reproduce_tells_which_claims_hold() {
    let folder = std::env::temp_dir().join(format!("sortilege-reproduce-{}", std::process::id()));
    let line = format!("reproduce IS-2 is-3 --out {}", folder.display());
    let found = json(&line);
    let targets = found["targets"].as_array().expect("a list");
    let ids: Vec<&str> =
        targets.iter().map(|target| target["id"].as_str().expect("a name")).collect();
    assert_eq!(ids, ["IS-2", "IS-3"]);
    for target in targets {
        assert_eq!(
            (&target["paper"], &target["verdict"]),
            (&"IS".into(), &"holds".into()),
            "{target}"
        );
        for field in ["claim", "printed", "ours"] {
            assert!(
                target[field].as_str().is_some_and(|text| !text.is_empty()),
                "{field} of {target}"
            );
        }
        assert!(target["ci95"].is_null() && target["games"] == 0, "exact: {target}");
    }
    assert_eq!(found["papers"][0]["paper"], "IS");
    assert_eq!(
        (&found["papers"][0]["claims"], &found["papers"][0]["holds"]),
        (&2.into(), &2.into())
    );
    let shown = text(&line);
    assert!(shown.contains("  paper  claims  hold  fail  undecided"), "{shown}");
    let page = shown.lines().last().expect("it names the page");
    assert!(shown.contains("IS-2   holds"), "{shown}");
    assert!(std::fs::read_to_string(page).expect("the page is there").contains("IS-3"));
    std::fs::remove_dir_all(&folder).expect("it was made by this test");
}

/// The papers come with the program: it finds them where there is no folder of that name.
#[test]
fn papers_are_there_after_an_installation() {
    let folder = std::env::temp_dir().join(format!("sortilege-far-away-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for this test");
    let run = |args: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_sortilege"));
        command.args(args).current_dir(&folder).output().expect("it runs")
    };
    let output = run(&["reproduce", "IS-20", "--out", "here"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("IS-20  holds"), "{output:?}");
    assert!(folder.join("here/report.html").is_file());
    // A folder that is named is read, whatever the program has.
    let output = run(&["papers", "--papers", "nowhere"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.code() == Some(2) && said.contains("`nowhere` cannot be read as a folder"),
        "{said}"
    );
    std::fs::remove_dir_all(&folder).expect("it was made by this test");
}

#[test]
fn papers() {
    let found = json("papers");
    let list = found["papers"].as_array().expect("a list");
    let tags: Vec<&str> = list.iter().map(|paper| paper["tag"].as_str().expect("a tag")).collect();
    assert_eq!(tags, ["CS", "ED", "IS", "QR", "SM"]);
    for paper in list {
        for field in ["title", "source", "published", "brought", "untried", "reproduce"] {
            assert!(
                paper[field].as_str().is_some_and(|text| !text.is_empty()),
                "{field} of {paper}"
            );
        }
        for field in ["authors", "players", "presets", "games"] {
            assert!(
                paper[field].as_array().is_some_and(|list| !list.is_empty()),
                "{field} of {paper}"
            );
        }
        assert!(
            paper["claims"].as_u64() > Some(9) && paper["year"].as_u64() > Some(2000),
            "{paper}"
        );
    }
    assert!(text("papers").contains("QR: Quality-based Rewards"));
    let one = text("papers is");
    for part in
        ["P. I. Cowling, E. J. Powley and D. Whitehouse", "2012", "is-mo-ismcts", "phantom-mnk"]
    {
        assert!(one.contains(part), "{part} in {one}");
    }
    assert!(one.contains("sortilege reproduce IS --scale quick"), "{one}");
}

/// A search of payoffs and one of rewards mean the same at the start of a race, where both sides
/// can win.
#[test]
fn values_are_told_on_one_scale() {
    for player in ["star2:depth=2", "uct:iterations=500"] {
        let document = json(&format!("best pig --player {player} --seed 1"));
        assert_eq!(document["unit"], "score");
        let told = number(&document["candidates"][0]["in_units"]);
        assert!((0.35..0.65).contains(&told), "{player}: {document}");
    }
    assert_eq!(json("best kuhn --player so-ismcts:iterations=10")["unit"], "chips");
}
