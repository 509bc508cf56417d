//! Papers as data: they are read strictly, run once, and judged.

use sortilege_lab::report::Verdict;
use sortilege_lab::reproduce::{Campaign, Finding, Outcome, Paper, Scale};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// A folder that is gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("sortilege-reproduce-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(path.join("papers/toy")).unwrap();
        Folder(path)
    }

    fn write(&self, file: &str, text: &str) {
        fs::write(self.0.join("papers/toy").join(file), text).unwrap();
    }

    fn papers(&self) -> Result<Vec<Paper>, String> {
        Paper::read_all(&self.0.join("papers")).map_err(|error| error.to_string())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const EXPERIMENT: &str = "\
design = 'round-robin'
game = 'phantom-mnk:m=3,n=3,k=3'
deals = 40
[players]
thinker = 'so-ismcts:iterations=100'
weak = 'so-ismcts:iterations=10'
random = 'random'
";

const SWEEP: &str = "\
design = 'sweep'
game = 'phantom-mnk:m=3,n=3,k=3'
deals = 30
player = 'so-ismcts:iterations=20'
vary = { iterations = [1, 100, 101] }
opponents = ['random']
";

const TARGETS: &str = "\
paper = 'TOY'
title = 'A toy'
source = 'Nobody (2000)'
scales = { tour = 'small', quick = 'more', paper = 'all' }

[experiments.little]
file = 'little.toml'
tour = { players = { thinker = 'so-ismcts:iterations=5', weak = 'random', random = 'random' } }

[experiments.sweep]
file = 'sweep.toml'

[[target]]
id = 'TOY-1'
where = 'here'
claim = 'thinking helps'
printed = 'it does'
check = { kind = 'order', experiment = 'little', players = ['thinker', 'random'], minimum = ['thinker', 'random'] }

[[target]]
id = 'TOY-2'
where = 'here'
claim = 'thinking hurts'
printed = 'it does'
check = { kind = 'order', experiment = 'little', players = ['random', 'thinker'] }

[[target]]
id = 'TOY-3'
where = 'here'
claim = 'thinkers never lose'
printed = 'never'
check = { kind = 'no-losses', experiment = 'little', players = ['thinker'], games = 10 }

[[target]]
id = 'TOY-4'
where = 'here'
claim = 'who thinks at random scores a half, roughly'
printed = '50%'
check = [
  { kind = 'within', experiment = 'little', player = 'random', low = 0.0, high = 0.6 },
  { kind = 'at-most', experiment = 'little', player = 'random', minus = 'thinker', value = 0.0 },
  { kind = 'at-least', experiment = 'little', player = 'thinker', against = 'random', seat = 1, measure = 'wins', value = 0.5 },
]

[[target]]
id = 'TOY-5'
where = 'here'
claim = 'thinking makes no difference'
printed = 'none'
check = { kind = 'flat', experiment = 'sweep', from = 1, to = 100, margin = 0.05 }

[[target]]
id = 'TOY-6'
where = 'here'
claim = 'little thinking more or less makes no difference'
printed = 'none'
check = { kind = 'flat', experiment = 'sweep', from = 100, to = 101, margin = 0.9 }
";

fn toy(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("little.toml", EXPERIMENT);
    folder.write("sweep.toml", SWEEP);
    folder.write("targets.toml", TARGETS);
    folder
}

fn go(folder: &Folder, words: &[&str], scale: Scale) -> Outcome {
    let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
    let out = folder.0.join("out").join(scale.name());
    let campaign = Campaign::new(folder.papers().unwrap(), &words, scale, Some(out)).unwrap();
    let outcome = campaign.go(2, &AtomicBool::new(false), &mut |_| {}).unwrap().expect("nobody stops it");
    assert!(outcome.write(&campaign.folder).unwrap().is_file());
    outcome
}

fn verdicts(outcome: &Outcome) -> Vec<(&str, Verdict)> {
    outcome.findings.iter().map(|finding| (finding.target.id.as_str(), finding.verdict)).collect()
}

#[test]
fn what_is_so_holds_and_what_is_not_fails() {
    let folder = toy("verdicts");
    let outcome = go(&folder, &[], Scale::Quick);
    let expected = [
        ("TOY-1", Verdict::Holds),
        ("TOY-2", Verdict::Fails),
        ("TOY-3", Verdict::Fails),
        ("TOY-4", Verdict::Holds),
        ("TOY-5", Verdict::Fails),
        ("TOY-6", Verdict::Holds),
    ];
    assert_eq!(verdicts(&outcome), expected);
    let first: &Finding = &outcome.findings[0];
    assert_eq!((first.games, first.parts.len()), (3 * 2 * 40, 1), "three pairings of 40 deals");
    assert_eq!(first.minimum, Some(("thinker > random".to_string(), Verdict::Holds)));
    let decisive = first.decisive().expect("there is a number").estimate.unwrap();
    assert!(decisive.interval.unwrap().0 > 0.0);
    let again = go(&folder, &["toy"], Scale::Quick);
    assert_eq!(verdicts(&again), expected, "taken up again, there is nothing left to do");
    assert_eq!(again.findings[0].ours, first.ours);
}

#[test]
fn other_players_than_those_of_the_claim_decide_nothing() {
    let folder = toy("reduced");
    let outcome = go(&folder, &["TOY-1", "toy-6"], Scale::Tour);
    assert_eq!(verdicts(&outcome), [("TOY-1", Verdict::Undecided), ("TOY-6", Verdict::Holds)]);
    assert!(outcome.findings[0].reduced && !outcome.findings[1].reduced);
    assert!(outcome.findings[0].parts[0].estimate.is_some(), "what was found is still told");
}

#[test]
fn a_campaign_that_is_stopped_can_be_taken_up_again() {
    let folder = toy("stopped");
    let out = Some(folder.0.join("out/paper"));
    let campaign =
        Campaign::new(folder.papers().unwrap(), &["TOY-1".to_string()], Scale::Paper, out).unwrap();
    assert_eq!(campaign.planned().unwrap(), 240);
    assert!(campaign.go(1, &AtomicBool::new(true), &mut |_| {}).unwrap().is_none());
    assert_eq!(verdicts(&go(&folder, &["TOY-1"], Scale::Paper)), [("TOY-1", Verdict::Holds)]);
}

#[test]
fn slips_are_named_with_their_place() {
    let slips: &[(&str, &str, &[&str])] = &[
        ("title =", "titel =", &["line 2, column 1", "did you mean `title`"]),
        ("tour = 'small'", "tuor = 'small'", &["line 4", "did you mean `tour`"]),
        ("'little.toml'", "'missing.toml'", &["line 7", "missing.toml", "cannot be read"]),
        ("iterations=5'", "iterations=-5'", &["line 8", "at scale tour", "1 or more"]),
        ("id = 'TOY-2'", "id = 'TOY-1'", &["line 21", "names one claim only"]),
        ("id = 'TOY-2'", "id = 'IS-2'", &["begins with `TOY-`"]),
        ("kind = 'no-losses'", "kind = 'no-loses'", &["did you mean `no-losses`", "exact"]),
        ("players = ['thinker'], games", "players = ['thinkr'], games", &["did you mean `thinker`"]),
        ("experiment = 'sweep', from = 1,", "experiment = 'little', from = 1,", &["is no sweep"]),
        ("experiment = 'sweep', from = 1,", "experiment = 'swep', from = 1,", &["did you mean `sweep`"]),
        ("margin = 0.05", "margn = 0.05", &["did you mean `margin`"]),
        ("games = 10", "games = 0", &["whole number"]),
        ("printed = '50%'\n", "", &["`printed` is missing"]),
    ];
    for (right, wrong, words) in slips {
        let folder = toy("slips");
        assert!(TARGETS.contains(right), "{right}");
        folder.write("targets.toml", &TARGETS.replacen(right, wrong, 1));
        let refusal = folder.papers().expect_err(wrong);
        for word in *words {
            assert!(refusal.contains(word), "{wrong}: no `{word}` in {refusal}");
        }
        assert!(refusal.contains("targets.toml"), "{refusal}");
    }
}

#[test]
fn a_slip_in_an_experiment_is_named_with_its_file() {
    let folder = toy("experiment");
    folder.write("little.toml", &EXPERIMENT.replace("deals", "deal"));
    let refusal = folder.papers().unwrap_err();
    for word in ["little.toml", "line 3, column 1", "did you mean `deals`"] {
        assert!(refusal.contains(word), "no `{word}` in {refusal}");
    }
}

#[test]
fn strangers_are_refused_with_what_there_is() {
    let folder = toy("strangers");
    let words = ["TOY-7".to_string()];
    let refusal = Campaign::new(folder.papers().unwrap(), &words, Scale::Tour, None).unwrap_err();
    assert_eq!(refusal.exit_status(), 2);
    let refusal = refusal.to_string();
    assert!(
        refusal.contains("no target named `TOY-7`") && refusal.contains("TOY, TOY-1, TOY-2"),
        "{refusal}"
    );
    let nowhere = Paper::read_all(&folder.0.join("nowhere")).unwrap_err().to_string();
    assert!(nowhere.contains("cannot be read as a folder"), "{nowhere}");
    let empty = Paper::read_all(&folder.0.join("papers/toy")).unwrap_err().to_string();
    assert!(empty.contains("has no papers in it"), "{empty}");
}

#[test]
fn the_papers_of_this_repository_are_sound() {
    let papers = Paper::read_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../papers")).unwrap();
    let is = papers.iter().find(|paper| paper.tag == "IS").expect("there is IS");
    let ids: Vec<&str> = is.targets.iter().map(|target| target.id.as_str()).collect();
    for id in ["IS-1", "IS-2", "IS-3", "IS-12", "IS-13", "IS-14", "IS-15", "IS-25"] {
        assert!(ids.contains(&id), "{id} is missing from {ids:?}");
    }
    let games = |scale| Campaign::new(papers.clone(), &[], scale, None).unwrap().planned().unwrap();
    let [tour, quick, paper] = Scale::ALL.map(games);
    assert!(tour < quick && quick < paper, "{tour}, {quick}, {paper} games");
    let folder = |words: &[&str]| {
        let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
        Campaign::new(papers.clone(), &words, Scale::Quick, None).unwrap().folder
    };
    assert_eq!(folder(&["IS-2", "IS-3"]), Path::new("runs/reproduce-is-quick"));
    assert_eq!(folder(&[]), Path::new("runs/reproduce-all-quick"));
}
