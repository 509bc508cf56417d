//! Bad input: status 2, one sentence on standard error that names what would be right, and nothing
//! else.

mod common;

use common::sortilege;

/// A command line, and words that the refusal must have.
const REFUSED: &[(&str, &[&str])] = &[
    // Games.
    ("play chess", &["chess", "kuhn", "leduc"]),
    ("games kuhm", &["did you mean `kuhn`"]),
    ("rules chess", &["chess", "kuhn"]),
    ("rules kuhm", &["did you mean `kuhn`"]),
    ("rules kuhn move", &["section in the rules of `kuhn`", "did you mean `moves`"]),
    ("best kuhn:cards=3 --player random", &["cards"]),
    ("best goofspiel:card=3 --player random", &["did you mean `cards`"]),
    ("best goofspiel:cards=99 --player random", &["1 to 13"]),
    ("best goofspiel:cards=many --player random", &["1 to 13"]),
    ("best goofspiel: --player random", &["at character 11"]),
    ("best mnk:m=20,n=4,k=3 --player random", &["at most 19 each"]),
    ("best phantom-mnk:m=9,n=9,k=3 --player random", &["at most 64"]),
    ("players chess", &["chess", "kuhn"]),
    // Players.
    ("best kuhn --player deep-thought", &["deep-thought", "so-ismcts"]),
    ("best kuhn --player so-ismct", &["did you mean `so-ismcts`"]),
    ("best kuhn --player so-ismcts:iteration=5", &["did you mean `iterations`"]),
    ("best kuhn --player so-ismcts:iterations=0", &["from 1 to 4294967295"]),
    ("best kuhn --player so-ismcts:iterations=-5", &["from 1 to 4294967295"]),
    ("best kuhn --player so-ismcts:time=0", &["above 0"]),
    ("best kuhn --player so-ismcts:memory=0", &["above 0"]),
    ("best kuhn --player so-ismcts:c=-1", &["from 0 to 1000000"]),
    ("best kuhn --player so-ismcts:c=NaN", &["from 0 to 1000000"]),
    ("best kuhn --player so-ismcts:choice=luck", &["visits, robust, value, sampled"]),
    ("best kuhn --player so-ismcts:playout=lucky", &["uniform"]),
    ("best kuhn --player so-ismcts:c=", &["at character 13"]),
    ("best kuhn --player so-ismcts:playout=mast(epsilon=0.3", &["at character"]),
    ("best kuhn --player uct", &["does not fit `kuhn`", "so-ismcts"]),
    ("best kuhn --player human", &["human", "play", "so-ismcts"]),
    ("bench search kuhn --player uct", &["does not fit `kuhn`", "so-ismcts"]),
    ("best kuhn --player so-ismcts:threads=0", &["1 to 1024"]),
    ("best kuhn --player so-ismcts:roots=9999", &["1 to 1024"]),
    ("best kuhn --player flat-ucb:threads=2", &["needs `roots=2` or more"]),
    ("match kuhn --player flat-mc:threads=2 --player random", &["needs `roots=2` or more"]),
    ("best kuhn --player so-ismcts:roots=2,threads=3", &["2 at most"]),
    ("best kuhn --player determinized-uct:trees=2,roots=3", &["2 at most"]),
    ("best pig --player star2:threads=2", &["no setting of `star2` named `threads`"]),
    ("best pig --player uct:reuse=yes", &["false, true"]),
    ("best pig --player uct:reuse=true,chance=fixed", &["do not go together"]),
    // Positions.
    ("best kuhn --player random --position JJ", &["two different cards"]),
    ("best kuhn --player random --position KQ_zz", &["p, b, pp"]),
    ("play kuhn --position KQ_pbpb", &["p, b, pp"]),
    ("perft mnk:m=3,n=3,k=3 2 --position nonsense", &["position", "nonsense"]),
    ("best kuhn --player random --position KQ_pp", &["the game is over"]),
    ("best rps --player random --seat 3", &["1 or 2"]),
    // Matches.
    ("match kuhn", &["--player"]),
    ("match kuhn --player random", &["2 players"]),
    ("match kuhn --player random --player random --player random", &["2 players"]),
    ("match kuhn --player random --player random --games 0", &["1 or more"]),
    ("match kuhn --player random --player random --games -3", &["1 or more"]),
    ("match kuhn --player random --player random --threads 0", &["1 to 1024"]),
    ("match kuhn --player random --player random --seed -1", &["0 or more"]),
    ("match kuhn --player random --player human", &["human", "play"]),
    ("play kuhn --player random --player random --player random", &["2 seats"]),
    // Runs.
    ("run", &["<FILE>"]),
    ("run no-such-file.toml", &["`no-such-file.toml` cannot be read"]),
    ("run Cargo.toml", &["`Cargo.toml`, line 1, column 2", "there is no key named `package`"]),
    ("run tests", &["`tests` cannot be read"]),
    ("run x.toml --threads 0", &["1 to 1024"]),
    ("run x.toml --shard 4/3", &["such as 1/3"]),
    ("run x.toml --shard -1/3", &["such as 1/3"]),
    ("run x.toml --shards 1/3", &["--shard"]),
    ("report", &["<FOLDER>"]),
    ("report no-such-folder", &["`no-such-folder` is no run folder"]),
    ("report src", &["`src` is no run folder"]),
    ("merge", &["<OUT>", "<DIR>"]),
    ("merge out", &["<DIR>"]),
    ("merge no-such-out src", &["`src` is no run folder"]),
    ("unit frobnicate", &["plan, run"]),
    ("unit run --plan no-such-plan --unit 1 --out no-such-out", &["`no-such-plan` cannot be read"]),
    ("unit run --plan Cargo.toml --unit 1 --out no-such-out", &["this is no plan"]),
    ("unit run --plan Cargo.toml --unit -1 --out no-such-out", &["0 or more"]),
    ("unit run --plan Cargo.toml --unit 9-7 --out no-such-out", &["as in 7-9"]),
    ("slurm no-such-file.toml", &["cannot be read"]),
    ("slurm Cargo.toml --per-task 0", &["1 or more"]),
    ("run no-such-file.toml --engine cloud", &["local, ray, slurm"]),
    (
        "run no-such-file.toml --engine slurm --threads 2",
        &["`--threads` is for runs on this machine"],
    ),
    ("run no-such-file.toml --engine ray --shard 1/2", &["`--shard` is for runs on this machine"]),
    (
        "run no-such-file.toml --engine ray --per-task 2",
        &["`--per-task` is for `--engine slurm` alone"],
    ),
    ("run no-such-file.toml --address head:1", &["`--address` is for `--engine ray` alone"]),
    ("unit plan no-such-file.toml --out no-such-out", &["cannot be read"]),
    // Papers.
    ("reproduce IS-999", &["no target named `IS-999`", "IS-12"]),
    ("reproduce IS-2 --scale large", &["tour, quick, paper or decide"]),
    ("reproduce --papers nowhere", &["`nowhere`", "cannot be read as a folder"]),
    ("reproduce --papers tests", &["`tests`", "has no papers in it"]),
    ("reproduce --threads 0", &["1 to 1024"]),
    ("papers SI", &["no paper named `SI`", "CS, ED, IS, QR, SM"]),
    ("papers --papers nowhere", &["`nowhere`", "cannot be read as a folder"]),
    // The rest.
    ("perft kuhn 3", &["games without"]),
    ("perft mnk:m=3,n=3,k=3 deep", &["a whole number"]),
    ("perft mnk:m=3,n=3,k=3 -1", &["0 or more"]),
    ("perft mnk", &["<DEPTH>"]),
    (
        concat!(
            "ggp host ",
            env!("CARGO_MANIFEST_DIR"),
            "/../../games/gdl/tic-tac-toe.kif localhost:1 localhost:1 --play 18446744073709551615"
        ),
        &["a clock of 18446744073709551615 seconds is too long", "86400"],
    ),
    ("exploitability kuhn", &["--player"]),
    ("exploitability mnk --player uct", &["too many"]),
    ("exploitability kuhn --player cheating-uct", &["sees what is hidden"]),
    ("exploitability toy-fusion --player random", &["2 seats"]),
    ("exploitability kuhn --player so-ismcts --iterations 10,0", &["1 or more"]),
    ("exploitability kuhn --player so-ismcts --episodes 0", &["1 or more"]),
    ("exploitability kuhn --player so-ismcts --games 10", &["--episodes"]),
    ("exploitability kuhn --player oos --episodes 10", &["uses its observations"]),
    ("exploitability kuhn --player oos --replays 0", &["1 or more"]),
    ("exploitability kuhn --player oos --replays 2 --fresh", &["--replays", "--fresh"]),
    ("solve checkers", &["too large"]),
    ("solve mnk:m=6,n=6,k=5", &["too many"]),
    ("solve toy-fusion", &["2 seats"]),
    ("solve kuhn --until -1", &["0 to 2"]),
    ("solve kuhn --iterations 0", &["1 or more"]),
    ("exploitability kuhn --player so-ismcts --iterations 10,,20", &["1 or more"]),
    ("bench playouts kuhn --seconds 0", &["0.001 to 86400"]),
    ("bench playouts kuhn --seconds -1", &["0.001 to 86400"]),
    ("bench speed kuhn", &["playouts, search, scaling"]),
    ("bench scaling kuhn", &["--player"]),
    ("bench scaling kuhn --player uct", &["does not fit `kuhn`", "so-ismcts"]),
    ("bench scaling kuhn --player random", &["no setting of `random` named", "`roots`"]),
    ("bench scaling kuhn --player so-ismcts:threads=2", &["leave them out", "--threads"]),
    ("bench scaling kuhn --player so-ismcts --threads 1", &["above 1"]),
    ("bench scaling kuhn --player so-ismcts --threads 2,0", &["1 to 1024"]),
    ("bench scaling kuhn --player so-ismcts --rounds 0", &["1 or more"]),
    ("bench scaling kuhn --player so-ismcts --seconds 0", &["0.001 to 86400"]),
    ("completions basj", &["bash"]),
    ("best --player random", &["<GAME>"]),
    (
        "best kuhn --player random --frobnicate",
        &["--frobnicate", "--position, --seat, --seed, --json"],
    ),
    ("best kuhn --player random --sed 1", &["--seed"]),
    ("games --jsn", &["--json"]),
    ("frobnicate", &["frobnicate", "games, rules, players"]),
    ("gmaes", &["games"]),
];

#[test]
fn bad_input_is_refused_in_one_sentence() {
    for (line, words) in REFUSED {
        let run = sortilege(line);
        assert_eq!(run.status, 2, "{line}: {run:?}");
        assert_eq!(run.stdout, "", "{line}");
        assert_eq!(run.stderr.lines().count(), 1, "{line}: {}", run.stderr);
        assert!(
            run.stderr.starts_with("sortilege: ") && !run.stderr.contains("panicked"),
            "{line}: {run:?}"
        );
        for word in *words {
            assert!(run.stderr.contains(word), "{line}: no `{word}` in {}", run.stderr);
        }
    }
}

#[test]
fn json_makes_no_difference_to_a_refusal() {
    let line = "match kuhn --player random";
    assert_eq!(sortilege(line).stderr, sortilege(&format!("{line} --json")).stderr);
}

/// A spec with enough parentheses to exhaust the stack of a recursive parser, and a very long one.
#[test]
fn no_player_is_too_deep_or_too_long_to_be_refused() {
    for (levels, word) in [(16_000, "no more than 16 parentheses"), (30_000, "64 KiB at most")] {
        for line in [
            "best mnk --player",
            "match mnk --player random --player",
            "exploitability kuhn --player",
        ] {
            let run = sortilege(&format!("{line} uct:{}", "a=b(".repeat(levels)));
            assert_eq!((run.status, run.stderr.lines().count()), (2, 1), "{line}");
            assert!(run.stderr.contains(word) && run.stderr.len() < 500, "{line}: {}", run.stderr);
        }
    }
}

#[test]
fn what_was_typed_cannot_break_the_line() {
    let run = common::sortilege("play a\u{b}b\u{1}");
    assert_eq!((run.status, run.stderr.lines().count()), (2, 1), "{run:?}");
}
