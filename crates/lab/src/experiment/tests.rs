//! Every design is read, printed, planned and refused.

use super::plan::Work;
use super::*;
use sortilege_shelves::catalogue;

const MATCH: &str = "\
design = 'match'
name = 'small'
game = 'kuhn'
games = 10
players = ['random', 'flat-mc:iterations=5']
";

const SEEN: &str = "\
design = 'profile'
game = 'mnk:m=3,n=3,k=3'
players = ['uct:iterations=5']
states = { player = 'random', games = 3 }
";

/// One experiment of each design, with every key that a file can have.
pub(crate) const EXAMPLES: [&str; 11] = [
    MATCH,
    "
design = 'match'
game = 'leduc'
seed = 18446744073709551614
unit = 7
deals = 12
plays = 2
orders = 'all'
title = \"A \\\"title\\\" with \\t everything\"
[players]
'a b' = 'random'
'ü' = 'so-ismcts:iterations=5,c=0.7'
[screen]
players = ['random', 'random']
games = 4
low = 0.2
candidates = 100
[sequential]
high = 0.6
batch = 8
",
    "
design = 'round-robin'
game = 'mnk:m=3,n=3,k=3'
mirror = true
games = 4
players = { U = 'uct:iterations=5', R = 'random', F = 'flat-mc:iterations=9' }
",
    "
design = 'versus'
game = 'kuhn'
seats = [2]
deals = ['KQ', 'QJ', 'KJ p']
plays = 3
players = ['random', 'so-ismcts:iterations=5']
opponents = ['random', 'flat-ucb:iterations=5']
",
    "
design = 'sweep'
game = 'kuhn'
games = 6
player = 'so-ismcts'
opponents = ['random']
[vary]
iterations = { from = 1, to = 100, steps = 3, scale = 'log' }
c = [0.5, 1]
",
    "
design = 'factorial'
game = 'kuhn'
games = 6
player = 'so-ismcts:iterations=5'
opponents = ['random']
[factors]
mast = 'playout=mast(epsilon=0.2)'
c = { on = 'c=2', off = 'c=0.1' }
",
    "
design = 'elimination'
game = 'kuhn'
games = 6
player = 'so-ismcts'
[grid]
iterations = [1, 2, 5]
'playout.epsilon' = [0.1, 0.3]
",
    "
design = 'estimate'
game = 'mnk:m=3,n=3,k=3'
runs = 2
scale = 100
players = ['uct:iterations=5', 'flat-mc:iterations=9']
states = { player = 'random', games = 3, most = 5 }
",
    "
design = 'profile'
game = 'kuhn'
runs = 2
players = ['so-ismcts:iterations=5']
positions = ['KQ', 'KQ p']
",
    "
design = 'tune'
game = 'kuhn'
games = 6
player = 'so-ismcts:iterations=5'
opponents = ['random']
rounds = 3
at_once = 2
[grid]
c = [0.7, 0.1]
choice = ['visits', 'value', 'sampled']
",
    "
design = 'exploitability'
game = 'kuhn'
runs = 2
iterations = [10, 100]
players = ['so-ismcts', 'random']
",
];

fn example(at: usize) -> String {
    // A nested setting needs its outer setting.
    EXAMPLES[at]
        .replace("player = 'so-ismcts'\n[grid]", "player = 'so-ismcts:playout=mast'\n[grid]")
}

fn read(at: usize) -> Experiment {
    Experiment::read(&example(at), catalogue())
        .unwrap_or_else(|error| panic!("{error} in {}", example(at)))
}

fn refusal(text: &str) -> String {
    Experiment::read(text, catalogue()).expect_err(text).to_string()
}

#[test]
fn what_is_printed_is_read_as_the_same() {
    for at in 0..EXAMPLES.len() {
        let experiment = read(at);
        let printed = experiment.to_toml();
        let again = Experiment::read(&printed, catalogue())
            .unwrap_or_else(|error| panic!("{error} in {printed}"));
        assert_eq!(again, experiment, "{printed}");
        assert_eq!(again.to_toml(), printed);
    }
}

#[test]
fn a_plan_is_the_same_every_time_and_survives_its_file() {
    for at in 0..EXAMPLES.len() {
        let experiment = read(at);
        let stage = experiment.next_stage(&Results::default()).unwrap().unwrap();
        assert_eq!(Some(stage.clone()), experiment.next_stage(&Results::default()).unwrap());
        assert_eq!(plan::Stage::from_json(&stage.to_json()), Ok(stage));
    }
}

#[test]
fn pairings_are_what_the_designs_say() {
    let pairings = |at: usize| -> Vec<(Vec<Vec<usize>>, u64)> {
        let stage = read(at).next_stage(&Results::default()).unwrap().unwrap();
        let games = stage.tasks.iter().filter_map(|task| match &task.work {
            Work::Games(seatings) => Some((seatings.clone(), task.count)),
            Work::Thoughts { .. } | Work::Exploits { .. } => None,
        });
        games.collect()
    };
    assert_eq!(pairings(0), [(vec![vec![0, 1], vec![1, 0]], 10)]);
    // Three pairs in both seats, and three mirrors.
    let round_robin = pairings(2);
    assert_eq!(round_robin.len(), 6);
    assert_eq!(round_robin[1].0, [[0, 2], [2, 0]]);
    assert_eq!(round_robin[5].0, [[2, 2]]);
    // Two players in the second seat against two opponents on three deals, three times.
    assert_eq!(pairings(3)[1], (vec![vec![3, 0]], 9));
    assert_eq!((pairings(4).len(), pairings(5).len(), pairings(6).len()), (6, 4, 3));
    assert_eq!(pairings(7), []);
}

#[test]
fn ranges_and_settings_of_settings() {
    let labels = |at: usize| {
        read(at).entrants().into_iter().map(|entrant| entrant.label).collect::<Vec<_>>()
    };
    assert_eq!(
        labels(4)[..3],
        ["iterations=1, c=0.5", "iterations=1, c=1", "iterations=10, c=0.5"]
    );
    assert_eq!(labels(5), ["none", "mast", "c", "mast + c", "random"]);
    let specs: Vec<String> =
        read(6).entrants().iter().map(|entrant| entrant.spec.to_string()).collect();
    assert!(
        specs[1].contains("iterations=1,") && specs[1].contains("playout=mast(epsilon=0.3,"),
        "{specs:?}"
    );
}

#[test]
fn slips_are_named_with_line_and_column() {
    let with = |line: &str| format!("{MATCH}{line}");
    let cases = [
        (with("sede = 1"), "line 6, column 1: there is no key named `sede`; did you mean `seed`?"),
        (with("seed = 'x'"), "line 6, column 8: `seed` is a whole number, not a text"),
        (
            with("seed = -1"),
            "line 6, column 8: `seed` is a whole number, from 0 to 18446744073709551615",
        ),
        (
            with("seed = 18446744073709551616"),
            "line 6, column 8: `seed` is a whole number, from 0 to 1844",
        ),
        (
            with("seed = '18446744073709551616'"),
            "line 6, column 8: `seed` is a whole number, not a text",
        ),
        (
            MATCH.replace("games = 10", &format!("games = 1{}", "0".repeat(50))),
            "line 4, column 9: `games` is a whole number, from 1 to 1000000000",
        ),
        (with("unit = 0"), "line 6, column 8: `unit` is a whole number, from 1 to 100000"),
        (with("orders = 'some'"), "line 6, column 10: there is no orders named `some`"),
        (with("deals = 3"), "line 6, column 9: `games` and `deals` both"),
        (with("mirror = true"), "line 6, column 1: there is no key named `mirror`"),
        (with("[screen]\ngames = 2"), "line 6, column 1: `players` is missing"),
        (
            with("[screen]\nplayers = ['random', 'random']\ngames = 4"),
            "line 6, column 1: a screen chooses deals",
        ),
        (
            with("[sequential]\nlow = 0.6\nhigh = 0.5"),
            "line 6, column 1: `low` must be below `high`",
        ),
        (
            with("[sequential]\nlo = 0.6"),
            "line 7, column 1: there is no key named `lo`; did you mean `low`?",
        ),
        (with("seed = "), "line 6, column 8: "),
        (with("seed = 1\nseed = 2"), "line 7, column 1: "),
        (
            MATCH.replace("kuhn", "kunh"),
            "line 3, column 8: there is no game named `kunh`; did you mean `kuhn`?",
        ),
        (
            MATCH.replace("match", "mach"),
            "line 1, column 10: there is no design named `mach`; did you mean `match`?",
        ),
        (
            MATCH.replace("design", "desing"),
            "line 1, column 1: there is no key named `desing`; did you mean `design`?",
        ),
        (MATCH.replace("'small'", "'a/b'"), "line 2, column 8: `name` has letters"),
        (
            MATCH.replace("random", "randm"),
            "line 5, column 12: there is no player named `randm`; did you mean `random`?",
        ),
        (
            MATCH.replace("iterations=5", "iterations=0"),
            "line 5, column 22: `iterations` of `flat-mc` is a whole number",
        ),
        (
            MATCH.replace("'random', ", ""),
            "line 5, column 11: a match at `kuhn` needs 2 players, not 1",
        ),
        (
            MATCH.replace("['random', 'flat-mc:iterations=5']", "[]"),
            "line 5, column 11: `players` is empty",
        ),
        (
            MATCH.replace("['random', 'flat-mc:iterations=5']", "'random'"),
            "line 5, column 11: `players` is a list in brackets, not a text",
        ),
        (MATCH.replace("games = 10", ""), "line 1, column 1: `games` is missing"),
        (example(3).replace("'KQ'", "'QQ'"), "line 5, column 10: "),
        (
            example(3).replace("[2]", "[3]"),
            "line 4, column 10: `seats` is a whole number, from 1 to 2",
        ),
        (
            example(4).replace("steps = 3", "steps = 1"),
            "line 8, column 44: `steps` is a whole number",
        ),
        (
            example(4).replace("c = [0.5, 1]", "d = [1]"),
            "line 7, column 1: there is no setting of `so-ismcts` named `d`",
        ),
        (
            example(5).replace("off", "offf"),
            "line 9, column 19: there is no key named `offf`; did you mean `off`?",
        ),
        (
            example(6).replace("[1, 2, 5]", "[1]").replace("[0.1, 0.3]", "[0.1]"),
            "an elimination needs at least two",
        ),
        (
            example(9).replace(", 0.1", "").replace(", 'value', 'sampled'", ""),
            "there is nothing to tune",
        ),
        (example(9).replace("games = 6", "deals = ['KQ']"), "new deals"),
        (
            example(9) + "[screen]\nplayers = ['random', 'random']\ngames = 2\n",
            "so say how many with `deals`",
        ),
        (
            example(9).replace("games", "deals")
                + "[screen]\nplayers = ['random', 'random']\ngames = 2\n",
            "new deals",
        ),
        (example(9) + "[sequential]\nbatch = 20\n", "to the end"),
        (example(9).replace("rounds = 3", "rounds = 0"), "from 1 to"),
        (example(9).replace("opponents", "#"), "`opponents` is missing"),
        (example(8).replace("'KQ p'", "'KQ pp'"), "line 6, column 20: there is nothing to decide"),
        (example(8).replace("positions", "#"), "line 1, column 1: `positions` is missing"),
        (
            SEEN.replace("random", "uct:time=1s"),
            "line 4, column 21: positions are the same on every machine",
        ),
        (
            SEEN.replace("random", "uct:threads=2"),
            "line 4, column 21: positions are the same on every machine",
        ),
        (
            SEEN.replace("player = 'random'", "players = ['random', 'uct:time=1s']"),
            "line 4, column 33: positions are the same on every machine",
        ),
        (SEEN.replace("player = 'random'", "players = []"), "`players` has no player in it"),
        (
            SEEN.replace("player = 'random'", "player = 'random', players = ['random']"),
            "`player` and `players` both say who plays: leave one out",
        ),
    ];
    for (text, beginning) in cases {
        let refusal = refusal(&text);
        assert!(refusal.contains(beginning), "{refusal}\ninstead of {beginning}\nfor {text}");
        assert!(!refusal.contains('\n'), "{refusal}");
    }
}

#[test]
fn seeds_go_up_to_the_last() {
    for (written, seed) in [
        ("18446744073709551615", u64::MAX),
        ("'18446744073709551615'", u64::MAX),
        ("9223372036854775808", 1 << 63),
        ("'7'", 7),
        ("0xFF", 255),
    ] {
        let experiment =
            Experiment::read(&format!("{MATCH}seed = {written}"), catalogue()).unwrap();
        assert_eq!(experiment.seed, seed);
        let printed = experiment.to_toml();
        assert_eq!(Experiment::read(&printed, catalogue()).unwrap(), experiment);
        // Any TOML parser can read the file.
        printed.parse::<toml::Table>().unwrap_or_else(|error| panic!("{error} in {printed}"));
    }
}

/// No file makes the reader overflow the stack, not even when its result is dropped.
#[test]
fn depth_and_size_are_bounded() {
    let deep = "a=b(".repeat(16_000);
    let cases = [
        (MATCH.replace("'random'", &format!("'random:{deep}'")), "parentheses within each other"),
        (MATCH.replace("'kuhn'", &format!("'kuhn:{deep}'")), "parentheses within each other"),
        (MATCH.replace("['random'", &"[".repeat(100_000)), "max recursion depth"),
        (MATCH.replace("['random'", &"{a=".repeat(100_000)), "max recursion depth"),
        (MATCH.replace("name =", &format!("a{} =", ".a".repeat(100_000))), "recursion limit"),
        (format!("{MATCH}[{}a]", "a.".repeat(100_000)), "recursion limit"),
        (
            example(6).replace("playout.epsilon", &"a.".repeat(100_000)),
            "at most 16 names with dots",
        ),
        (
            example(5).replace("'c=2'", &format!("'{}a=2'", "a.".repeat(30_000))),
            "at most 16 names with dots",
        ),
        (format!("{MATCH}#{}", " ".repeat(17 << 20)), "settings have 16 MiB at most"),
    ];
    for (text, said) in cases {
        let refusal = refusal(&text);
        assert!(
            refusal.contains(said) && refusal.len() < 1000,
            "{} instead of {said}",
            &refusal[..refusal.len().min(500)]
        );
    }
}

#[test]
fn columns_count_characters() {
    let text =
        "title = 'ümlaut é'\ndesign = 'match' # é\ngame = 'kuhn'\nplayers = { 'é' = 5 }\ngames = 1";
    assert_eq!(refusal(text), "line 4, column 19: `é` is a text in quotes, not a whole number");
}

proptest::proptest! {
    /// Reading any file ends with an experiment or an error message.
    #[test]
    fn no_file_makes_the_reader_panic(
        at in 0usize..9, cut in 0usize..400, put in "[a-z0-9='\\[\\]{}.,\n\" é-]{0,6}", length in 0usize..12,
    ) {
        let text = example(at);
        let cut = text.floor_char_boundary(cut.min(text.len()));
        let end = text.floor_char_boundary((cut + length).min(text.len()));
        let spoilt = format!("{}{put}{}", &text[..cut], &text[end..]);
        if let Err(error) = Experiment::read(&spoilt, catalogue()) {
            proptest::prop_assert_eq!(error.exit_status(), 2);
        }
    }
}
