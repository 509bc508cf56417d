//! Runs on disks that fail: every kind of fault at every operation, and then a second run without
//! faults.

use super::folder::{us, write_unit};
use super::names::{TIMES, UNITS, seal_path, seals_of, unit_path};
use super::sealed::hash;
use super::{Builds, Ended, Merged, Run, do_unit, merge, run_unit};
use crate::Error;
use crate::disk::fault::{Fault, Planned};
use crate::experiment::{Experiment, Results};
use crate::report;
use sortilege_shelves::catalogue;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Temporary folder, removed after the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("sortilege-faults-{}-{name}", std::process::id()));
        let folder = Folder(path);
        folder.clear();
        folder
    }

    fn clear(&self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Two stages, three units.
const STAGED: &str = "
design = 'elimination'
game = 'kuhn'
games = 4
unit = 2
player = 'flat-mc'
[grid]
iterations = [1, 4, 9]
";

const MATCH: &str = "
design = 'match'
game = 'kuhn'
games = 12
unit = 4
players = ['random', 'flat-mc:iterations=9']
";

fn experiment(text: &str) -> Experiment {
    Experiment::read(text, catalogue()).unwrap()
}

fn go(folder: &Path, text: &str) -> Result<Ended, Error> {
    let mut run = Run::begin(folder, experiment(text), None, Builds::Single)?;
    let ended = run.go(1, &AtomicBool::new(false), &mut |_| {})?;
    let reader = Run::open(folder, catalogue())?;
    report::write(&reader.report(&reader.results()?)?, folder)?;
    Ok(ended)
}

/// Files that depend only on the experiment and the build, by name.
fn lasting(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let parts = ["units", "seals/units", "plans"].into_iter();
    let files = parts.flat_map(|part| fs::read_dir(folder.join(part)).unwrap());
    let files = files.map(|entry| entry.unwrap().path()).chain([folder.join("experiment.toml")]);
    files
        .map(|path| (path.strip_prefix(folder).unwrap().to_path_buf(), fs::read(&path).unwrap()))
        .collect()
}

fn leftovers(folder: &Path) -> Vec<PathBuf> {
    let folders =
        ["", "units", "times", "plans", "seals/units", "seals/times"].map(|part| folder.join(part));
    let entries = folders.into_iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.filter(|path| path.to_string_lossy().ends_with(".unfinished")).collect()
}

/// Makes the first operation fail, then the second, and so on, until a run succeeds. `after` checks
/// what is left each time.
fn at_every_operation(
    fault: Fault,
    work: impl Fn() -> Result<(), Error>,
    after: impl Fn(u64, Option<Error>),
) {
    for at in 1.. {
        assert!(at < 10_000, "it never gets through");
        let planned = Planned::fault(at, fault);
        let done = work();
        let struck = planned.struck();
        drop(planned);
        after(at, done.err());
        if !struck {
            return;
        }
    }
}

/// Kill, full disk, read-only disk or single failure: after any fault at any operation, running
/// again ends with the same bytes and leaves no drafts.
#[test]
fn a_run_that_fails_anywhere_goes_on() {
    let cases = [
        (MATCH, Fault::Killed),
        (MATCH, Fault::Full),
        (MATCH, Fault::ReadOnly),
        (MATCH, Fault::Once),
        (STAGED, Fault::Killed),
    ];
    for (text, fault) in cases {
        let (whole, broken) = (Folder::new("whole"), Folder::new("broken"));
        assert_eq!(go(&whole.0, text), Ok(Ended::Complete));
        let expected = lasting(&whole.0);
        let work = || {
            broken.clear();
            go(&broken.0, text).map(|_| ())
        };
        at_every_operation(fault, work, |at, error| {
            let sentence = error.map_or(String::new(), |error| error.to_string());
            assert!(!sentence.contains('\n'));
            // A reader sees fewer results now, or an error message.
            if let Ok(run) = Run::open(&broken.0, catalogue()) {
                let _ = run.results();
            }
            let again = go(&broken.0, text);
            assert_eq!(again, Ok(Ended::Complete), "{fault:?} at operation {at}: {sentence}");
            assert!(lasting(&broken.0) == expected, "{fault:?} at operation {at}: {sentence}");
            assert_eq!(leftovers(&broken.0), [] as [PathBuf; 0], "{fault:?} at operation {at}");
        });
    }
}

/// Faults in a resumed run of which half is done.
#[test]
fn a_run_that_goes_on_and_fails_goes_on() {
    let (whole, broken) = (Folder::new("on-whole"), Folder::new("on-broken"));
    go(&whole.0, MATCH).unwrap();
    let work = || {
        // Part of the run is done before anything fails.
        broken.clear();
        copy(&whole.0, &broken.0);
        fs::remove_file(unit_path(&broken.0, UNITS, 1)).unwrap();
        go(&broken.0, MATCH).map(|_| ())
    };
    at_every_operation(Fault::Killed, work, |at, _| {
        assert_eq!(go(&broken.0, MATCH), Ok(Ended::Complete));
        assert!(lasting(&broken.0) == lasting(&whole.0), "operation {at}");
    });
}

/// Two pairings, whose last unit is not full.
const VERSUS: &str = "
design = 'versus'
game = 'kuhn'
games = 6
unit = 4
players = ['random', 'flat-mc:iterations=9']
opponents = ['flat-ucb:iterations=9']
";

/// An extended run keeps its results and ends with the same bytes as a single run of its size. This
/// also holds if it is killed at any operation, and is resumed with the same experiment, a larger
/// one, or the original one.
#[test]
fn a_run_that_grows_and_fails_goes_on() {
    let larger = VERSUS.replace("games = 6", "games = 9");
    let largest = VERSUS.replace("games = 6", "games = 13");
    let play = |folder: &Path, text: &str| {
        let mut run = Run::begin(folder, experiment(text), None, Builds::Single)?;
        run.go(1, &AtomicBool::new(false), &mut |_| {})
    };
    let texts = [VERSUS, &larger, &largest];
    let whole = [0, 1, 2].map(|at| {
        let folder = Folder::new(&format!("grown-{at}"));
        play(&folder.0, texts[at]).unwrap();
        folder
    });
    let broken = Folder::new("growing");
    for (again, end) in texts.iter().zip(&whole) {
        let work = || {
            broken.clear();
            copy(&whole[0].0, &broken.0);
            Run::begin(&broken.0, experiment(&larger), None, Builds::Single).map(|_| ())
        };
        at_every_operation(Fault::Killed, work, |at, error| {
            let done = play(&broken.0, again);
            // A run that is already larger does not shrink.
            if let Err(why) = &done {
                assert!(
                    *again == VERSUS && why.to_string().contains("do not shrink"),
                    "operation {at}: {why}"
                );
                return;
            }
            assert_eq!(done, Ok(Ended::Complete), "operation {at}: {error:?}");
            assert!(lasting(&broken.0) == lasting(&end.0), "operation {at}");
            assert_eq!(leftovers(&broken.0), [] as [PathBuf; 0], "operation {at}");
        });
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        match path.is_dir() {
            true => copy(&path, &target),
            false => drop(fs::copy(&path, &target).unwrap()),
        }
    }
}

#[test]
fn a_full_disk_and_a_read_only_one_are_named() {
    let folder = Folder::new("named");
    go(&folder.0, MATCH).unwrap();
    fs::remove_file(unit_path(&folder.0, UNITS, 2)).unwrap();
    for (fault, words) in [(Fault::Full, "no storage space"), (Fault::ReadOnly, "read-only")] {
        let planned = Planned::fault(1, fault);
        let error = go(&folder.0, MATCH).unwrap_err();
        let said = error.to_string().to_lowercase();
        assert!(
            error.exit_status() == 1 && said.contains(words) && said.contains("cannot be"),
            "{said}"
        );
        // Reading never writes.
        let run = Run::open(&folder.0, catalogue()).unwrap();
        let results = run.results().unwrap();
        assert_eq!((results.played(), results.complete), (8, false));
        // The error names the file that cannot be written.
        let said =
            report::write(&run.report(&results).unwrap(), &folder.0).unwrap_err().to_string();
        assert!(said.contains("`") && said.contains("cannot be"), "{said}");
        drop(planned);
    }
}

/// Merging and single units do not change their inputs, wherever they are interrupted.
#[test]
fn parts_survive_an_interrupted_merge() {
    let (part, out) = (Folder::new("part"), Folder::new("joined"));
    go(&part.0, MATCH).unwrap();
    let parts = [part.0.clone()];
    let before = lasting(&part.0);
    let work = || {
        out.clear();
        merge(catalogue(), &out.0, &parts, Builds::Single).map(|_| ())
    };
    at_every_operation(Fault::Killed, work, |at, _| {
        assert!(lasting(&part.0) == before, "operation {at}");
        out.clear();
        assert_eq!(
            merge(catalogue(), &out.0, &parts, Builds::Single),
            Ok(Merged { units: 3, missing: 0 })
        );
        assert!(lasting(&out.0) == before, "operation {at}");
    });
    let stage = experiment(MATCH).next_stage(&Results::default()).unwrap().unwrap();
    let work = || {
        out.clear();
        do_unit(catalogue(), &stage, 1, &out.0, Builds::Single).map(|_| ())
    };
    at_every_operation(Fault::Killed, work, |at, _| {
        do_unit(catalogue(), &stage, 1, &out.0, Builds::Single).unwrap();
        let unit = unit_path(&out.0, UNITS, 1);
        assert_eq!(
            fs::read(&unit).unwrap(),
            before[unit.strip_prefix(&out.0).unwrap()],
            "operation {at}"
        );
    });
}

/// Two machines work on one folder on a file system without locks. Both do all units and rename
/// whole files over each other's files; a concurrent reader always finds whole files.
#[test]
fn two_writers_without_locks_write_the_same() {
    let (whole, shared) = (Folder::new("alone"), Folder::new("shared"));
    let text = MATCH.replace("games = 12", "games = 120");
    go(&whole.0, &text).unwrap();
    let writer = || {
        let _planned = Planned::unlocked();
        let mut run = Run::begin(&shared.0, experiment(&text), None, Builds::Single).unwrap();
        assert_eq!(run.go(1, &AtomicBool::new(false), &mut |_| {}), Ok(Ended::Complete));
    };
    std::thread::scope(|scope| {
        let writers = [scope.spawn(writer), scope.spawn(writer)];
        while !writers.iter().all(|writer| writer.is_finished()) {
            for number in 0..30 {
                let [now, then] =
                    [&shared.0, &whole.0].map(|folder| fs::read(unit_path(folder, UNITS, number)));
                assert!(now.is_err() || now.unwrap() == then.unwrap(), "unit {number} is torn");
            }
        }
    });
    assert!(lasting(&shared.0) == lasting(&whole.0));
    assert_eq!(leftovers(&shared.0), [] as [PathBuf; 0]);
}

/// A process that begins a run removes leftovers, and may remove a file that another machine is
/// writing.
#[test]
fn a_draft_that_is_cleared_away_is_written_again() {
    let (whole, shared) = (Folder::new("uncleared"), Folder::new("cleared"));
    go(&whole.0, MATCH).unwrap();
    let work = || {
        shared.clear();
        go(&shared.0, MATCH).map(|_| ())
    };
    at_every_operation(Fault::Cleared, work, |at, error| {
        assert_eq!(error, None, "operation {at}");
        assert!(lasting(&shared.0) == lasting(&whole.0), "operation {at}");
    });
}

/// Results of another build are not resumed, merged or reported, unless the user asks for it.
#[test]
fn builds_are_not_mixed_unless_asked_for() {
    let folder = Folder::new("builds");
    go(&folder.0, MATCH).unwrap();
    assert_eq!(go(&folder.0, MATCH), Ok(Ended::Complete));
    sign_again(&folder.0, 1, "0.0.1+abc");
    let refusal = |result: Result<(), Error>| {
        let error = result.unwrap_err();
        let said = error.to_string();
        assert!(
            error.exit_status() == 2 && said.contains("0.0.1+abc") && said.contains("--mixed"),
            "{said}"
        );
    };
    refusal(Run::open(&folder.0, catalogue()).unwrap().results().map(|_| ()));
    fs::remove_file(unit_path(&folder.0, UNITS, 2)).unwrap();
    refusal(go(&folder.0, MATCH).map(|_| ()));
    let stage = experiment(MATCH).next_stage(&Results::default()).unwrap().unwrap();
    refusal(do_unit(catalogue(), &stage, 2, &folder.0, Builds::Single).map(|_| ()));
    let out = Folder::new("builds-joined");
    refusal(
        merge(catalogue(), &out.0, std::slice::from_ref(&folder.0), Builds::Single).map(|_| ()),
    );
    assert!(!out.0.exists());
    // The merge is done and mentions the mix of builds.
    let mixed = merge(catalogue(), &out.0, std::slice::from_ref(&folder.0), Builds::Mixed);
    assert_eq!(mixed, Ok(Merged { units: 2, missing: 1 }));
    let mut run = Run::begin(&folder.0, experiment(MATCH), None, Builds::Mixed).unwrap();
    assert_eq!(run.go(1, &AtomicBool::new(false), &mut |_| {}), Ok(Ended::Complete));
    let run = Run::open(&folder.0, catalogue()).unwrap();
    let said = format!("{:?}", run.report(&run.results().unwrap()).unwrap().blocks);
    assert!(said.contains("Results of different builds of the program are mixed here"), "{said}");
}

/// A crash of the machine can keep any subset of file names. Results without a seal are computed
/// again, and so are seals without results; neither counts as damage.
#[test]
fn results_and_seals_are_lost_apart() {
    let (whole, broken) = (Folder::new("kept"), Folder::new("lost"));
    go(&whole.0, MATCH).unwrap();
    let seal = |part: &str, number: u64| {
        let lines = fs::read(unit_path(&broken.0, part, number)).unwrap();
        seal_path(&broken.0, part, number, &hash(&lines))
    };
    type Loss<'a> = (&'a str, &'a dyn Fn());
    let losses: [Loss; 4] = [
        ("a seal", &|| fs::remove_file(seal(UNITS, 1)).unwrap()),
        ("results", &|| fs::remove_file(unit_path(&broken.0, UNITS, 1)).unwrap()),
        ("the seal of times", &|| fs::write(seal(TIMES, 1), "").unwrap()),
        ("all seals", &|| fs::remove_dir_all(broken.0.join("seals")).unwrap()),
    ];
    for (what, lose) in losses {
        broken.clear();
        copy(&whole.0, &broken.0);
        lose();
        let results = Run::open(&broken.0, catalogue()).unwrap().results().unwrap();
        assert_eq!(results.complete, what == "the seal of times", "{what}");
        assert_eq!(go(&broken.0, MATCH), Ok(Ended::Complete), "{what}");
        assert!(lasting(&broken.0) == lasting(&whole.0), "{what}");
    }
}

/// Two machines may do the same unit at the same time, with different lines if players have a time
/// limit. The lines that remain have a matching seal, in whatever order the files were created.
#[test]
fn lines_match_their_seal_in_any_order_of_writers() {
    let folder = Folder::new("at-once");
    go(&folder.0, MATCH).unwrap();
    let stage = experiment(MATCH).next_stage(&Results::default()).unwrap().unwrap();
    let plan = hash(stage.to_json().as_bytes());
    let mut other = run_unit(catalogue(), &stage, 1).unwrap();
    let super::row::Row::Game(row) = &mut other.rows[0] else { panic!("games were planned") };
    row.length += 1;
    let first = fs::read(unit_path(&folder.0, UNITS, 1)).unwrap();
    // The other build's seal and lines come first; then come our lines, whose seal was written
    // before them.
    write_unit(&folder.0, &plan, 1, &other, &us(catalogue())).unwrap();
    assert_ne!(fs::read(unit_path(&folder.0, UNITS, 1)).unwrap(), first);
    assert!(Run::open(&folder.0, catalogue()).unwrap().results().unwrap().complete);
    fs::write(unit_path(&folder.0, UNITS, 1), &first).unwrap();
    assert!(Run::open(&folder.0, catalogue()).unwrap().results().unwrap().complete);
    assert_eq!(fs::read_dir(seals_of(&folder.0, UNITS)).unwrap().count(), 4);
}

/// Units that are taken over from a smaller run are not played again: they keep the name of their
/// author.
#[test]
fn what_is_extended_is_not_played_again() {
    let folder = Folder::new("taken-over");
    go(&folder.0, MATCH).unwrap();
    (0..3).for_each(|unit| sign_again(&folder.0, unit, "theirs"));
    let larger = MATCH.replace("games = 12", "games = 20");
    let refusal = go(&folder.0, &larger).unwrap_err().to_string();
    assert!(refusal.contains("--mixed"), "{refusal}");
    let mut run = Run::begin(&folder.0, experiment(&larger), None, Builds::Mixed).unwrap();
    assert_eq!(run.go(1, &AtomicBool::new(false), &mut |_| {}), Ok(Ended::Complete));
    let signed = |unit| super::folder::unit_signature(&folder.0, unit).unwrap().unwrap();
    assert_eq!([0, 1, 2].map(signed), ["theirs"; 3]);
    assert_eq!([3, 4].map(signed), [us(catalogue()), us(catalogue())]);
}

/// A run that another build has finished can be read and reported by this build, which adds nothing
/// to it.
#[test]
fn a_finished_run_of_another_build_can_be_read() {
    let folder = Folder::new("theirs");
    go(&folder.0, MATCH).unwrap();
    (0..3).for_each(|unit| sign_again(&folder.0, unit, "theirs"));
    assert_eq!(go(&folder.0, MATCH), Ok(Ended::Complete));
    let builds = Run::open(&folder.0, catalogue()).unwrap().results().unwrap().builds;
    assert_eq!(builds, ["theirs".to_string()].into());
}

/// Replaces the author of a unit.
fn sign_again(folder: &Path, unit: u64, author: &str) {
    let stage = experiment(MATCH).next_stage(&Results::default()).unwrap().unwrap();
    assert_ne!(author, us(catalogue()));
    let plan = hash(stage.to_json().as_bytes());
    let done = run_unit(catalogue(), &stage, unit).unwrap();
    write_unit(folder, &plan, unit, &done, &author.to_string()).unwrap();
}

/// A folder that is not a run folder is refused, named, and not changed.
#[test]
fn folders_of_others_are_left_alone() {
    let everything = |folder: &Path| -> BTreeMap<PathBuf, Vec<u8>> {
        let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        files.map(|path| (path.clone(), fs::read(path).unwrap_or_default())).collect()
    };
    let stage = experiment(MATCH).next_stage(&Results::default()).unwrap().unwrap();
    for (name, contents) in [
        ("thesis.unfinished", "x"),
        (".thesis.unfinished", "x"),
        ("report.md", "y"),
        ("experiment.toml", "design = 'mine'"),
        ("manifest.json", "{\"name\": \"a page\"}"),
        ("lock", "mine"),
        ("units", ""),
    ] {
        let folder = Folder::new("others");
        fs::create_dir_all(&folder.0).unwrap();
        match name {
            "units" => fs::create_dir(folder.0.join(name)).unwrap(),
            _ => fs::write(folder.0.join(name), contents).unwrap(),
        }
        let before = everything(&folder.0);
        for refused in [
            Run::begin(&folder.0, experiment(MATCH), None, Builds::Single).map(|_| ()),
            do_unit(catalogue(), &stage, 0, &folder.0, Builds::Single).map(|_| ()),
        ] {
            let error = refused.unwrap_err();
            let said = error.to_string();
            assert!(
                error.exit_status() == 2 && said.contains(&format!("`{name}`")),
                "{name}: {said}"
            );
            assert_eq!(everything(&folder.0), before);
        }
    }
}

/// In a run folder, only leftovers of interrupted writers are removed.
#[test]
fn only_leftovers_are_cleared_away() {
    let folder = Folder::new("cleaning");
    go(&folder.0, MATCH).unwrap();
    let kept = [
        "thesis.unfinished",
        ".thesis.77.unfinished",
        "units/.notes",
        "plans/.x.json.77.unfinished",
    ];
    let gone = [
        ".manifest.json.77.unfinished",
        "units/.000001.jsonl.0a-1.unfinished",
        "seals/units/.000001-0123456789abcdef.json.0a-1.unfinished",
        "plans/.00.json.7.unfinished",
    ];
    kept.iter().chain(&gone).for_each(|name| fs::write(folder.0.join(name), "x").unwrap());
    go(&folder.0, MATCH).unwrap();
    assert!(kept.iter().all(|name| folder.0.join(name).exists()));
    assert!(gone.iter().all(|name| !folder.0.join(name).exists()));
}

/// A run of 10^9 units begins at once and stops on request: units that are not done are never
/// listed.
#[test]
fn a_run_without_end_begins_and_ends_at_once() {
    let folder = Folder::new("endless");
    let text = MATCH.replace("games = 12", "games = 1000000000").replace("unit = 4", "unit = 1");
    let mut last = 0;
    for _ in 0..2 {
        let mut run = Run::begin(&folder.0, experiment(&text), None, Builds::Single).unwrap();
        let stop = AtomicBool::new(false);
        let ended = run.go(2, &stop, &mut |progress| {
            assert_eq!(progress.total, 1_000_000_000);
            last = progress.done;
            stop.store(progress.fresh >= 5, std::sync::atomic::Ordering::Relaxed);
        });
        assert_eq!(ended, Ok(Ended::Stopped));
        let results = Run::open(&folder.0, catalogue()).unwrap().results().unwrap();
        assert_eq!((results.played(), results.complete), (last, false));
    }
    assert!((10..100).contains(&last), "{last}");
    let mut run = Run::begin(&folder.0, experiment(&text), None, Builds::Single).unwrap();
    assert_eq!(run.plan().unwrap().unwrap().1.units(), 1_000_000_000);
}

/// Where a file is expected, nothing else is opened. (Tests of the command cover pipes. Creating
/// one here would need another process, which would hold the locks of other tests for an instant.)
#[cfg(unix)]
#[test]
fn folders_and_sockets_are_refused() {
    type Maker = (&'static str, fn(&Path));
    let makers: [Maker; 2] = [
        ("a folder", |path| fs::create_dir(path).unwrap()),
        ("a socket", |path| drop(std::os::unix::net::UnixListener::bind(path).unwrap())),
    ];
    for (kind, make) in makers {
        for name in [
            "units/000001.jsonl",
            "times/000001.jsonl",
            "plans/00.json",
            "manifest.json",
            "report.md",
            "lock",
        ] {
            let folder = Folder::new("kinds");
            go(&folder.0, MATCH).unwrap();
            fs::remove_file(folder.0.join(name)).unwrap();
            make(&folder.0.join(name));
            let error = go(&folder.0, MATCH).unwrap_err();
            let said = error.to_string();
            assert!(said.contains(&format!("{name}` is {kind}, where a file is wanted")), "{said}");
            assert_eq!(error.exit_status(), 2);
        }
        let folder = Folder::new("kinds-input");
        fs::create_dir_all(&folder.0).unwrap();
        let path = folder.0.join("input");
        make(&path);
        for error in [
            Experiment::read_file(&path, catalogue()).unwrap_err(),
            crate::experiment::plan::Stage::read(&path).unwrap_err(),
        ] {
            assert!(error.to_string().contains(kind) && error.exit_status() == 2, "{error}");
        }
    }
}

/// A link to a file counts as a file.
#[cfg(unix)]
#[test]
fn links_are_followed() {
    let folder = Folder::new("links");
    go(&folder.0, MATCH).unwrap();
    let (unit, elsewhere) = (unit_path(&folder.0, UNITS, 1), folder.0.join("units/.elsewhere"));
    fs::rename(&unit, &elsewhere).unwrap();
    std::os::unix::fs::symlink(".elsewhere", &unit).unwrap();
    assert_eq!(go(&folder.0, MATCH), Ok(Ended::Complete));
    assert!(fs::symlink_metadata(&unit).unwrap().is_symlink());
}
