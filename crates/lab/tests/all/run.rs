//! Runs that are stopped, split into parts, damaged and resumed.

use sortilege::Rng;
use sortilege_lab::experiment::Experiment;
use sortilege_lab::run::{Builds, Ended, Merged, Run, Shard, do_unit, merge};
use sortilege_shelves::catalogue;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Temporary folder, removed after the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("sortilege-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const VERSUS: &str = "
design = 'versus'
game = 'leduc'
games = 60
unit = 7
players = ['so-ismcts:iterations=8', 'flat-mc:iterations=8']
opponents = ['random']
";

const STAGED: &str = "
design = 'elimination'
game = 'kuhn'
deals = 10
unit = 5
player = 'so-ismcts'
[grid]
iterations = [1, 3, 10, 30, 100]
[screen]
players = ['random', 'random']
games = 4
candidates = 40
";

/// More simulations help against a random player; the other setting has almost no effect.
const TUNED: &str = "
design = 'tune'
game = 'mnk:m=3,n=3,k=3'
games = 10
unit = 20
player = 'uct'
opponents = ['random']
rounds = 6
at_once = 3
test = 200
[grid]
iterations = [1, 2, 4, 100]
c = [0.7, 0.5]
";

/// Against an opponent that throws at random, every hand is equally good.
const VAIN: &str = "
design = 'tune'
game = 'rps'
games = 20
unit = 50
player = 'uct:iterations=20'
opponents = ['random']
rounds = 5
at_once = 3
test = 400
[grid]
c = [0.7, 0.1, 2]
choice = ['visits', 'value', 'sampled']
";

const SEQUENTIAL: &str = "
design = 'match'
game = 'mnk:m=3,n=3,k=3'
games = 4000
unit = 10
players = ['uct:iterations=40', 'random']
[sequential]
low = 0.5
high = 0.6
batch = 40
";

const ESTIMATE: &str = "
design = 'estimate'
game = 'mnk:m=3,n=3,k=3'
runs = 4
unit = 9
players = ['uct:iterations=20', 'flat-mc:iterations=20']
states = { player = 'random', games = 3, most = 6 }
";

fn experiment(text: &str) -> Experiment {
    Experiment::read(text, catalogue()).unwrap()
}

fn go(folder: &Path, text: &str, threads: usize, shard: Option<Shard>) -> Ended {
    let mut run = Run::begin(folder, experiment(text), shard, Builds::Single).unwrap();
    run.go(threads, &AtomicBool::new(false), &mut |_| {}).unwrap()
}

/// Files that depend only on the experiment, by name.
fn lasting(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for part in ["units", "seals/units", "plans"] {
        for entry in fs::read_dir(folder.join(part)).unwrap() {
            let path = entry.unwrap().path();
            let name = format!("{part}/{}", path.file_name().unwrap().to_string_lossy());
            all.insert(name, fs::read(&path).unwrap());
        }
    }
    all.insert("experiment".into(), fs::read(folder.join("experiment.toml")).unwrap());
    all
}

/// Numbers of a report that do not come from a clock.
fn numbers(folder: &Path) -> Result<String, String> {
    let run = Run::open(folder, catalogue()).map_err(|error| error.to_string())?;
    let mut results = run.results().map_err(|error| error.to_string())?;
    results.thinking.clear();
    for games in results.games.values_mut() {
        games.efforts.values_mut().for_each(|effort| (effort.seconds, effort.timed) = (0.0, 0));
    }
    let report = run.report(&results).map_err(|error| error.to_string())?;
    Ok(format!("{:?} {:?}", report.lead, report.blocks))
}

#[test]
fn threads_do_not_change_a_byte() {
    for (name, text) in
        [("versus", VERSUS), ("staged", STAGED), ("sequential", SEQUENTIAL), ("estimate", ESTIMATE)]
    {
        let one = Folder::new(&format!("one-thread-{name}"));
        let two = Folder::new(&format!("two-threads-{name}"));
        assert_eq!(go(&one.0, text, 1, None), Ended::Complete);
        assert_eq!(go(&two.0, text, 2, None), Ended::Complete);
        assert_eq!(lasting(&one.0), lasting(&two.0));
        assert_eq!(numbers(&one.0), numbers(&two.0));
        // There is nothing left to do, and nothing is done.
        assert_eq!(go(&one.0, text, 2, None), Ended::Complete);
        assert_eq!(lasting(&one.0), lasting(&two.0));
    }
}

#[test]
fn a_sequential_test_ends_early_and_an_elimination_has_a_champion() {
    let folder = Folder::new("early");
    go(&folder.0, SEQUENTIAL, 2, None);
    let run = Run::open(&folder.0, catalogue()).unwrap();
    let results = run.results().unwrap();
    assert!(results.complete && results.played() < 1000, "{}", results.played());
    assert!(numbers(&folder.0).unwrap().contains("has ended: it is 0.6"));
    let folder = Folder::new("champion");
    go(&folder.0, STAGED, 2, None);
    let results = Run::open(&folder.0, catalogue()).unwrap().results().unwrap();
    // A screen and three rounds: 5 settings, then 3, then 2.
    assert_eq!((results.stages.len(), results.games.len()), (4, 2 + 1 + 1));
    assert!(numbers(&folder.0).unwrap().contains("The champion of 5 settings"));
    // All games were played on balanced deals.
    let kept = results.stages[1].deals.clone().unwrap();
    assert_eq!(kept.len(), 10);
    assert!(results.games.values().all(|games| games.deals.iter().all(|deal| kept.contains(deal))));
}

/// The search finds the setting that helps, the most simulations, by a difference far larger than
/// the width of the interval.
#[test]
fn tuning_finds_the_setting_that_matters() {
    let folder = Folder::new("tuned");
    go(&folder.0, TUNED, 2, None);
    let results = Run::open(&folder.0, catalogue()).unwrap().results().unwrap();
    // Six rounds and the test.
    assert!(results.complete && results.stages.len() == 7, "{}", results.stages.len());
    let said = numbers(&folder.0).unwrap();
    assert!(
        said.contains("`iterations=100, c=") && said.contains("scores more than the first setting"),
        "{said}"
    );
    // The test uses deals that no round has used.
    let (looks, test) = results.stages.split_at(6);
    let last = looks.iter().map(|stage| stage.first_deal).max().unwrap();
    assert!(test[0].first_deal >= last + 5, "{} after {last}", test[0].first_deal);
    assert_eq!(test[0].tasks.iter().map(|task| task.count).sum::<u64>(), 2 * 200);
}

#[test]
fn tuning_finds_nothing_where_nothing_matters() {
    let folder = Folder::new("vain");
    go(&folder.0, VAIN, 2, None);
    let said = numbers(&folder.0).unwrap();
    assert!(said.contains("No difference found"), "{said}");
}

#[test]
fn what_is_stopped_goes_on() {
    goes_on_where_it_was_stopped("whole", STAGED);
}

#[test]
fn tuning_that_is_stopped_goes_on() {
    goes_on_where_it_was_stopped("tuning", TUNED);
}

/// A run that is stopped after every unit ends with the same bytes as an uninterrupted run.
fn goes_on_where_it_was_stopped(name: &str, text: &str) {
    let (whole, broken) = (Folder::new(name), Folder::new(&format!("{name}-broken")));
    go(&whole.0, text, 1, None);
    for step in 1.. {
        assert!(step < 1000, "it never ends");
        let mut run = Run::begin(&broken.0, experiment(text), None, Builds::Single).unwrap();
        let stop = AtomicBool::new(false);
        let ended = run
            .go(1, &stop, &mut |progress| stop.store(progress.fresh > 0, Ordering::Relaxed))
            .unwrap();
        if ended == Ended::Complete {
            break;
        }
        numbers(&broken.0).unwrap();
    }
    assert_eq!(lasting(&whole.0), lasting(&broken.0));
    assert_eq!(numbers(&whole.0), numbers(&broken.0));
}

#[test]
fn shards_make_the_whole() {
    let whole = Folder::new("unsharded");
    go(&whole.0, VERSUS, 2, None);
    let parts: Vec<Folder> = (1..=3)
        .map(|index| {
            let part = Folder::new(&format!("shard-{index}"));
            assert_eq!(go(&part.0, VERSUS, 1, Some(Shard { index, of: 3 })), Ended::PartDone);
            part
        })
        .collect();
    let paths: Vec<PathBuf> = parts.iter().map(|part| part.0.clone()).collect();
    let merged = Folder::new("merged");
    assert_eq!(
        merge(catalogue(), &merged.0, &paths, Builds::Single),
        Ok(Merged { units: 18, missing: 0 })
    );
    assert_eq!(lasting(&merged.0), lasting(&whole.0));
    assert_eq!(numbers(&merged.0), numbers(&whole.0));
    // Two of three parts can be merged too, and the rest can be done afterwards.
    let some = Folder::new("merged-some");
    assert_eq!(
        merge(catalogue(), &some.0, &paths[..2], Builds::Single),
        Ok(Merged { units: 12, missing: 6 })
    );
    assert_eq!(go(&some.0, VERSUS, 2, None), Ended::Complete);
    assert_eq!(lasting(&some.0), lasting(&whole.0));
    // A part is resumed as the same part.
    let refusal =
        Run::begin(&paths[0], experiment(VERSUS), None, Builds::Single).unwrap_err().to_string();
    assert!(refusal.contains("part 1/3"), "{refusal}");
    let refusal = merge(catalogue(), &whole.0, &paths, Builds::Single).unwrap_err().to_string();
    assert!(refusal.contains("not empty"), "{refusal}");
}

/// Players with several threads on one tree are not reproducible, and reports say so.
#[test]
fn what_depends_on_the_machine_is_said_to() {
    let parallel = |threads: &str| {
        VERSUS.replace("so-ismcts:iterations=8", &format!("so-ismcts:iterations=8{threads}"))
    };
    for (threads, machine, at_once) in [
        ("", false, 8),
        (",roots=2,threads=2", false, 4),
        (",threads=2", true, 4),
        (",time=1ms", true, 8),
    ] {
        let experiment = experiment(&parallel(threads));
        assert_eq!(
            (experiment.depends_on_machine(), experiment.units_at_once(8)),
            (machine, at_once),
            "{threads}"
        );
    }
    let folder = Folder::new("machine");
    for (threads, said) in [(",roots=2,threads=2", false), (",threads=2", true)] {
        let _ = fs::remove_dir_all(&folder.0);
        assert_eq!(go(&folder.0, &parallel(threads), 1, None), Ended::Complete);
        assert_eq!(
            numbers(&folder.0).unwrap().contains("search one tree with several threads"),
            said
        );
    }
}

#[test]
fn parts_of_different_runs_are_not_joined() {
    let (ours, theirs, out) = (Folder::new("ours"), Folder::new("theirs"), Folder::new("never"));
    go(&ours.0, VERSUS, 2, None);
    go(&theirs.0, &VERSUS.replace("unit = 7", "unit = 7\nseed = 2"), 2, None);
    let refusal = merge(catalogue(), &out.0, &[ours.0.clone(), theirs.0.clone()], Builds::Single)
        .unwrap_err()
        .to_string();
    assert!(refusal.contains("different experiments"), "{refusal}");
    assert!(!out.0.exists());
    let refusal =
        Run::begin(&ours.0, experiment(STAGED), None, Builds::Single).unwrap_err().to_string();
    assert!(refusal.contains("holds another experiment"), "{refusal}");
    // A file from another run is named in the error, with or without its seal.
    fs::copy(theirs.0.join("units/000003.jsonl"), ours.0.join("units/000003.jsonl")).unwrap();
    let refusal = numbers(&ours.0).unwrap_err();
    assert!(refusal.contains("000003.jsonl` is damaged; delete it"), "{refusal}");
    for entry in fs::read_dir(theirs.0.join("seals/units")).unwrap() {
        let name = entry.unwrap().file_name();
        let [from, to] = [&theirs, &ours].map(|run| run.0.join("seals/units").join(&name));
        fs::copy(from, to).unwrap();
    }
    let refusal = numbers(&ours.0).unwrap_err();
    assert!(
        refusal.contains("000003.jsonl` belongs to another experiment; delete it"),
        "{refusal}"
    );
    let mut run = Run::begin(&ours.0, experiment(VERSUS), None, Builds::Single).unwrap();
    assert_eq!(run.go(1, &AtomicBool::new(false), &mut |_| {}).unwrap_err().to_string(), refusal);
}

#[test]
fn units_can_be_done_one_by_one() {
    let (whole, single) = (Folder::new("together"), Folder::new("single"));
    go(&whole.0, VERSUS, 2, None);
    let mut run = Run::begin(&single.0, experiment(VERSUS), None, Builds::Single).unwrap();
    let (_, stage) = run.plan().unwrap().unwrap();
    // While a run has exclusive access to the folder, single units are refused.
    assert!(
        do_unit(catalogue(), &stage, 0, &single.0, Builds::Single)
            .unwrap_err()
            .to_string()
            .contains("is writing to")
    );
    drop(run);
    for unit in stage.numbers().rev() {
        assert_eq!(do_unit(catalogue(), &stage, unit, &single.0, Builds::Single), Ok(true));
        assert_eq!(do_unit(catalogue(), &stage, unit, &single.0, Builds::Single), Ok(false));
    }
    assert!(do_unit(catalogue(), &stage, stage.units(), &single.0, Builds::Single).is_err());
    assert_eq!(lasting(&whole.0), lasting(&single.0));
}

#[test]
fn two_cannot_write_at_once() {
    let folder = Folder::new("twice");
    let first = Run::begin(&folder.0, experiment(VERSUS), None, Builds::Single).unwrap();
    let refusal =
        Run::begin(&folder.0, experiment(VERSUS), None, Builds::Single).unwrap_err().to_string();
    assert!(
        refusal.contains(&format!("process {} is writing to", std::process::id())),
        "{refusal}"
    );
    drop(first);
    assert!(Run::begin(&folder.0, experiment(VERSUS), None, Builds::Single).is_ok());
}

/// Any damage to a file causes no panic, and every number is either unchanged or missing.
#[test]
fn no_damage_goes_unnoticed() {
    let folder = Folder::new("damage");
    go(&folder.0, STAGED, 2, None);
    let truth = numbers(&folder.0).unwrap();
    let mut files = vec![folder.0.join("experiment.toml"), folder.0.join("manifest.json")];
    for part in ["units", "plans", "times", "seals/units", "seals/times"] {
        files.extend(fs::read_dir(folder.0.join(part)).unwrap().map(|entry| entry.unwrap().path()));
    }
    files.sort();
    let mut rng = Rng::new(1);
    for trial in 0..600 {
        let path = rng.pick(&(0..files.len()).collect::<Vec<_>>());
        let path = &files[path];
        let good = fs::read(path).unwrap();
        let mut bad = good.clone();
        match trial % 4 {
            0 => bad.truncate(rng.below(good.len())),
            1 => bad.extend_from_slice(&good[rng.below(good.len())..]),
            2 => bad[rng.below(good.len())] = rng.below(256) as u8,
            _ => bad[rng.below(good.len())] ^= 1 << rng.below(8),
        }
        fs::write(path, &bad).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        match numbers(&folder.0) {
            Ok(found) => {
                // Empty files of times, or of their seals, count as missing.
                let harmless =
                    bad == good || (bad.is_empty() && path.parent().unwrap().ends_with("times"));
                assert!(harmless && found == truth, "{} was spoilt and read", path.display());
            }
            Err(why) => {
                assert!(why.contains(&name) && !why.contains('\n'), "{why} for {}", path.display())
            }
        }
        fs::write(path, &good).unwrap();
    }
    assert_eq!(numbers(&folder.0), Ok(truth));
}

#[test]
fn leftovers_are_cleaned_and_strangers_are_named() {
    let folder = Folder::new("leftovers");
    go(&folder.0, VERSUS, 2, None);
    let leftover = folder.0.join("units/.000002.jsonl.77.unfinished");
    fs::write(&leftover, "{").unwrap();
    let stranger = folder.0.join("units/notes.txt");
    fs::write(&stranger, "").unwrap();
    let refusal = numbers(&folder.0).unwrap_err();
    assert!(refusal.contains("notes.txt` is no part of this run"), "{refusal}");
    fs::remove_file(&stranger).unwrap();
    assert!(numbers(&folder.0).is_ok() && leftover.exists());
    go(&folder.0, VERSUS, 1, None);
    assert!(!leftover.exists());
    // A deleted unit is computed again, with the same bytes.
    let unit = folder.0.join("units/000004.jsonl");
    let before = fs::read(&unit).unwrap();
    fs::remove_file(&unit).unwrap();
    go(&folder.0, VERSUS, 1, None);
    assert_eq!(fs::read(&unit).unwrap(), before);
}

/// Games on balanced deals.
fn screened(candidates: &str) -> String {
    format!(
        "design = 'versus'\ngame = 'kuhn'\ndeals = 5\nunit = 4\nplayers = ['random']\n\
         opponents = ['flat-mc:iterations=9']\n[screen]\nplayers = ['random', 'random']\ngames = 4\n{candidates}\n"
    )
}

/// A run of more games in the folder of one with fewer ends with the same bytes as a run that began
/// with more games.
#[test]
fn a_run_can_be_extended() {
    let positions =
        "design='match'\ngame='kuhn'\nplays=3\nunit=2\nplayers=['random','flat-mc:iterations=9']\n";
    let [few, more] =
        ["deals=['KQ','QK']", "deals=['KQ','QK','JK']"].map(|deals| format!("{positions}{deals}"));
    let screened = screened("candidates = 40");
    for (name, small, large) in [
        ("versus", VERSUS.to_string(), VERSUS.replace("games = 60", "games = 100")),
        ("undecided", SEQUENTIAL.replace("4000", "50"), SEQUENTIAL.to_string()),
        ("screened", screened.clone(), screened.replace("deals = 5", "deals = 9")),
        ("positions", few, more),
    ] {
        let (grown, whole) =
            (Folder::new(&format!("grown-{name}")), Folder::new(&format!("at-once-{name}")));
        assert_eq!(go(&grown.0, &small, 2, None), Ended::Complete, "{name}");
        let first = fs::read(grown.0.join("units/000000.jsonl")).unwrap();
        assert_eq!(go(&grown.0, &large, 2, None), Ended::Complete, "{name}");
        assert_eq!(go(&whole.0, &large, 2, None), Ended::Complete, "{name}");
        assert_eq!(fs::read(grown.0.join("units/000000.jsonl")).unwrap(), first);
        assert_eq!(lasting(&grown.0), lasting(&whole.0), "{name}");
        assert_eq!(numbers(&grown.0), numbers(&whole.0), "{name}");
        // A larger run does not shrink, and is not changed.
        let refusal =
            Run::begin(&grown.0, experiment(&small), None, Builds::Single).unwrap_err().to_string();
        assert!(refusal.contains("do not shrink"), "{refusal}");
        assert_eq!(lasting(&grown.0), lasting(&whole.0), "{name}");
    }
}

/// If a larger run would not begin with the games of the smaller one, it is refused with an error,
/// and nothing changes.
#[test]
fn some_runs_cannot_be_extended() {
    let elimination = STAGED.split("[screen]").next().unwrap();
    for (name, small, large, why) in [
        (
            "rounds",
            elimination.to_string(),
            elimination.replace("10\nunit", "11\nunit"),
            "an elimination, which cannot be extended",
        ),
        (
            "tuning-grown",
            TUNED.to_string(),
            TUNED.replace("games = 10", "games = 11"),
            "a tuning, which cannot be extended",
        ),
        (
            "screen",
            screened(""),
            screened("").replace("deals = 5", "deals = 6"),
            "say how many with `candidates`",
        ),
        ("seed", VERSUS.to_string(), format!("{VERSUS}\nseed = 2"), "holds another experiment"),
    ] {
        let folder = Folder::new(&format!("not-grown-{name}"));
        go(&folder.0, &small, 2, None);
        let before = lasting(&folder.0);
        let error = Run::begin(&folder.0, experiment(&large), None, Builds::Single).unwrap_err();
        assert!(error.to_string().contains(why) && error.exit_status() == 2, "{error}");
        assert_eq!(lasting(&folder.0), before);
    }
    let part = Folder::new("not-grown-part");
    let shard = Some(Shard { index: 1, of: 2 });
    go(&part.0, VERSUS, 1, shard);
    let larger = experiment(&VERSUS.replace("games = 60", "games = 70"));
    let refusal = Run::begin(&part.0, larger, shard, Builds::Single).unwrap_err().to_string();
    assert!(refusal.contains("join the parts, and extend the whole"), "{refusal}");
}

/// Files of results contain only lines of JSON, with the same columns in each line, and players by
/// name.
#[test]
fn results_are_plain_rows() {
    let named = VERSUS.replace(
        "['so-ismcts:iterations=8', 'flat-mc:iterations=8']",
        "{ one = 'so-ismcts:iterations=8', two = 'flat-mc:iterations=8' }",
    );
    for (name, text, rows, column) in
        [("games", named.as_str(), 120, "players"), ("thoughts", ESTIMATE, 48, "name")]
    {
        let folder = Folder::new(&format!("plain-{name}"));
        go(&folder.0, text, 2, None);
        let mut found = vec![];
        for entry in fs::read_dir(folder.0.join("units")).unwrap() {
            for line in fs::read_to_string(entry.unwrap().path()).unwrap().lines() {
                found.push(serde_json::from_str::<serde_json::Map<_, _>>(line).unwrap());
            }
        }
        assert_eq!(found.len(), rows, "{name}");
        let columns = |row: &serde_json::Map<String, serde_json::Value>| {
            row.keys().cloned().collect::<Vec<_>>()
        };
        assert!(found.iter().all(|row| columns(row) == columns(&found[0])), "{name}");
        assert!(found.iter().all(|row| row.contains_key(column)), "{name}");
        if name == "games" {
            let of = |row: &serde_json::Map<String, serde_json::Value>| row["players"].to_string();
            let all: std::collections::BTreeSet<String> = found.iter().map(of).collect();
            let wanted = [
                r#"["one","random"]"#,
                r#"["random","one"]"#,
                r#"["random","two"]"#,
                r#"["two","random"]"#,
            ];
            assert_eq!(all, wanted.map(String::from).into());
        }
    }
}

#[test]
fn every_design_ends_with_a_report() {
    let designs = [
        (
            "rr",
            "design='round-robin'\ngame='mnk:m=3,n=3,k=3'\nmirror=true\ngames=8\nplayers={U='uct:iterations=20',R='random',F='flat-mc:iterations=9'}",
        ),
        (
            "sweep",
            "design='sweep'\ngame='kuhn'\ngames=8\nplayer='so-ismcts'\nopponents=['random']\nvary={iterations=[1,9],c=[0.5,1]}",
        ),
        (
            "factorial",
            "design='factorial'\ngame='kuhn'\ngames=8\nplayer='so-ismcts:iterations=9'\nopponents=['random']\nfactors={mast='playout=mast',c='c=2'}",
        ),
        (
            "profile",
            "design='profile'\ngame='kuhn'\nruns=3\nplayers=['so-ismcts:iterations=9']\npositions=['KQ','KQ p']",
        ),
        (
            "hidden",
            "design='estimate'\ngame='kuhn'\nruns=3\nplayers=['so-ismcts:iterations=99']\npositions=['KQ','QK b']",
        ),
        (
            "exploitability",
            "design='exploitability'\ngame='kuhn'\nruns=2\niterations=[5,50]\nplayers=['so-ismcts','random']",
        ),
        (
            "alone",
            "design='match'\ngame='toy-fusion'\ngames=8\nplayers=['random','so-ismcts:iterations=9']",
        ),
        (
            "positions",
            "design='versus'\ngame='leduc'\ndeals=4\nplays=2\nplayers=['random','flat-mc:iterations=9']\nopponents=['random','flat-ucb:iterations=9']",
        ),
    ];
    for (name, text) in designs {
        let folder = Folder::new(&format!("design-{name}"));
        assert_eq!(go(&folder.0, text, 2, None), Ended::Complete, "{name}");
        let run = Run::open(&folder.0, catalogue()).unwrap();
        let report = run.report(&run.results().unwrap()).unwrap();
        assert!(
            !report.lead.is_empty() && report.blocks.len() >= 2 && report.facts.len() > 6,
            "{name}"
        );
    }
}
