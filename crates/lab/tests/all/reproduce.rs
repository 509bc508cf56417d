//! Papers as data: they are read strictly, run once, and evaluated.

use sortilege_lab::report::Verdict;
use sortilege_lab::reproduce::decide::prior_results::Known;
use sortilege_lab::reproduce::decide::status::State;
use sortilege_lab::reproduce::decide::store::Ledger;
use sortilege_lab::reproduce::decide::{Means, confidence};
use sortilege_lab::reproduce::{
    Answer, Campaign, Carried, ExactCheck, Finding, Outcome, Paper, Scale, Tally,
};
use sortilege_shelves::catalogue;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Temporary folder, removed after the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("sortilege-reproduce-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(path.join("papers/toy")).unwrap();
        Folder(path)
    }

    fn write(&self, file: &str, text: &str) {
        fs::write(self.0.join("papers/toy").join(file), text).unwrap();
    }

    fn papers(&self) -> Result<Vec<Paper>, String> {
        Paper::read_all(&self.0.join("papers"), catalogue(), &EXACT)
            .map_err(|error| error.to_string())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Functions that targets may name.
const EXACT: [ExactCheck; 2] = [
    ExactCheck::new("two-and-two", || Answer::new("four", true)),
    ExactCheck::new("two-and-three", || Answer::new("five", false)),
];

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
scales = { tour = 'small', quick = 'more', paper = 'all', decide = 'enough' }

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
    let outcome = campaign
        .go(2, &AtomicBool::new(false), &mut |_| {})
        .unwrap()
        .expect("no stop is requested");
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

/// The page shows the tally of the paper and links to every run.
#[test]
fn the_page_has_a_tally_and_contents() {
    let folder = toy("contents");
    let outcome = go(&folder, &[], Scale::Quick);
    assert_eq!(
        Tally::of(&outcome.findings),
        Tally { holds: 3, fails: 3, undecided: 0, reduced: 0 }
    );
    let page = fs::read_to_string(folder.0.join("out/quick/report.html")).unwrap();
    assert!(page.contains("By paper") && page.contains("TOY: A toy</a>"), "{page}");
    let links: Vec<&str> =
        page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(links.len(), 3, "the paper and its two runs: {links:?}");
    for link in links {
        assert_eq!(page.matches(&format!(" id=\"{link}\"")).count(), 1, "{link}");
    }
    let text = fs::read_to_string(folder.0.join("out/quick/report.md")).unwrap();
    assert!(text.contains("| TOY   |      6 |    3 |    3 |         0 |"), "{text}");
    assert!(text.contains("- [TOY: A toy](#section-"), "{text}");
}

const FACTS: &str = "\
[facts]
authors = ['A. Author']
year = 2000
published = 'nowhere'
brought = 'a toy'
players = ['so-ismcts', 'random']
games = ['phantom-mnk']
untried = 'nothing'

[experiments.little]";

#[test]
fn facts_are_read_as_strictly_as_claims() {
    let folder = toy("facts");
    assert_eq!(folder.papers().unwrap()[0].facts, None, "they may be left out");
    let whole = TARGETS.replacen("[experiments.little]", FACTS, 1);
    folder.write("targets.toml", &whole);
    let facts = folder.papers().unwrap().remove(0).facts.expect("they are there");
    assert_eq!(
        (facts.year, facts.authors, facts.games),
        (2000, vec!["A. Author".into()], vec!["phantom-mnk".into()])
    );
    let slips = [
        ("'so-ismcts', 'random'", "'so-ismtcs'", "did you mean `so-ismcts`"),
        ("['phantom-mnk']", "['phantom-mkn']", "did you mean `phantom-mnk`"),
        ("year = 2000", "year = 20000", "from 1900 to 2100"),
        ("brought", "brougth", "did you mean `brought`"),
    ];
    for (right, wrong, word) in slips {
        folder.write("targets.toml", &whole.replacen(right, wrong, 1));
        let refusal = folder.papers().expect_err(wrong);
        assert!(refusal.contains(word) && refusal.contains("targets.toml"), "{wrong}: {refusal}");
    }
}

#[test]
fn a_program_can_carry_papers_with_it() {
    let carried = |files| Paper::carried(&[Carried { folder: "toy", files }], catalogue(), &EXACT);
    const LITTLE: (&str, &str) = ("little.toml", EXPERIMENT);
    const WHOLE: &[(&str, &str)] = &[("targets.toml", TARGETS), LITTLE, ("sweep.toml", SWEEP)];
    let papers = carried(WHOLE).unwrap();
    assert_eq!((papers[0].tag.as_str(), papers[0].targets.len()), ("TOY", 6));
    let refusal = carried(&WHOLE[..2]).unwrap_err().to_string();
    for word in ["toy/targets.toml", "toy/sweep.toml", "line "] {
        assert!(refusal.contains(word), "no `{word}` in {refusal}");
    }
}

#[test]
fn other_players_than_those_of_the_claim_decide_nothing() {
    let folder = toy("reduced");
    let outcome = go(&folder, &["TOY-1", "toy-6"], Scale::Tour);
    assert_eq!(verdicts(&outcome), [("TOY-1", Verdict::Undecided), ("TOY-6", Verdict::Holds)]);
    assert!(outcome.findings[0].reduced && !outcome.findings[1].reduced);
    assert!(outcome.findings[0].parts[0].estimate.is_some(), "what was found is still reported");
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
        ("iterations=5'", "iterations=-5'", &["line 8", "at scale tour", "from 1 to 4294967295"]),
        ("id = 'TOY-2'", "id = 'TOY-1'", &["line 21", "names one claim only"]),
        ("id = 'TOY-2'", "id = 'IS-2'", &["begins with `TOY-`"]),
        ("kind = 'no-losses'", "kind = 'no-loses'", &["did you mean `no-losses`", "exact"]),
        (
            "players = ['thinker'], games",
            "players = ['thinkr'], games",
            &["did you mean `thinker`"],
        ),
        ("experiment = 'sweep', from = 1,", "experiment = 'little', from = 1,", &["is no sweep"]),
        (
            "experiment = 'sweep', from = 1,",
            "experiment = 'swep', from = 1,",
            &["did you mean `sweep`"],
        ),
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

const MIRROR: &str = "\
design = 'round-robin'
game = 'phantom-mnk:m=3,n=3,k=3'
deals = 40
mirror = true
players = { thinker = 'so-ismcts:iterations=100', weak = 'so-ismcts:iterations=10', random = 'random' }
";

const FACTORIAL: &str = "\
design = 'factorial'
game = 'phantom-mnk:m=3,n=3,k=3'
deals = 40
player = 'so-ismcts:iterations=1'
opponents = ['random']
[factors]
think = { on = 'iterations=100', off = 'iterations=1' }
idle = { on = 'c=0.7', off = 'c=0.71' }
";

const PROFILE: &str = "\
design = 'profile'
game = 'phantom-mnk:m=3,n=3,k=3'
runs = 2
states = { player = 'random', games = 3, most = 8 }
players = { little = 'so-ismcts:iterations=20', much = 'so-ismcts:iterations=400' }
";

/// Many plays of each deal, so that deals can be classified.
const PLAYS: &str = "\
design = 'versus'
game = 'phantom-mnk:m=3,n=3,k=3'
deals = 12
plays = 60
seats = [1]
players = { thinker = 'so-ismcts:iterations=60', weak = 'random', same = 'random' }
opponents = { random = 'random' }
";

/// Checks, as written after `kind =`, and their expected verdicts.
const KINDS: [(&str, Verdict); 20] = [
    (
        "'at-least', experiment = 'mirror', player = ['thinker', 'weak'], minus = 'random', value = 0",
        Verdict::Holds,
    ),
    (
        "'at-least', experiment = 'mirror', player = ['random'], minus = ['thinker', 'weak'], value = 0",
        Verdict::Fails,
    ),
    (
        "'at-least', experiment = 'mirror', player = 'thinker', over = 'random', value = 1.1",
        Verdict::Holds,
    ),
    (
        "'at-least', experiment = 'mirror', player = 'random', mirror = true, seat = 1, value = 0.4",
        Verdict::Holds,
    ),
    (
        "'at-least', experiment = 'mirror', player = 'random', mirror = true, seat = 2, value = 0.6",
        Verdict::Fails,
    ),
    (
        "'as-printed', experiment = 'mirror', numbers = { random = 1, weak = 2, thinker = 9.5 }, value = 0.4",
        Verdict::Holds,
    ),
    (
        "'as-printed', experiment = 'mirror', numbers = { random = 3, weak = 2, thinker = 1 }, value = 0.5",
        Verdict::Fails,
    ),
    ("'effect', experiment = 'factorial', factors = 'think', low = 0.02", Verdict::Holds),
    (
        "'effect', experiment = 'factorial', factors = ['idle', 'think'], low = -0.3, high = 0.3",
        Verdict::Holds,
    ),
    ("'near', experiment = 'sweep', value = 0.8, margin = 0.2", Verdict::Holds),
    ("'rising', experiment = 'sweep'", Verdict::Holds),
    ("'falling', experiment = 'sweep'", Verdict::Fails),
    (
        "'at-least', experiment = 'profile', measure = 'nodes', player = 'much', over = 'little', value = 2",
        Verdict::Holds,
    ),
    (
        "'share', experiment = 'plays', deals = { player = 'thinker', minus = 'weak', are = 'better' }, low = 0.5, high = 1",
        Verdict::Holds,
    ),
    (
        "'share', experiment = 'plays', deals = { player = 'thinker', minus = 'weak', are = 'worse' }, low = 0.5, high = 1",
        Verdict::Fails,
    ),
    (
        "'order', experiment = 'plays', players = ['thinker', 'weak'], deals = { player = 'thinker', minus = 'same', are = 'better', apart = true }",
        Verdict::Holds,
    ),
    (
        "'at-most', experiment = 'plays', player = 'thinker', minus = 'weak', value = 0, deals = { player = 'weak', minus = 'thinker', are = 'worse' }",
        Verdict::Fails,
    ),
    (
        "'at-least', experiment = 'plays', player = 'thinker', against = ['random'], beside = 'mirror', seat = 1, value = -0.4",
        Verdict::Holds,
    ),
    (
        "'at-most', experiment = 'mirror', player = ['random'], against = ['thinker', 'weak'], value = 0.5",
        Verdict::Holds,
    ),
    (
        "'falling', experiments = ['mirror', 'faster'], player = ['thinker', 'weak'], against = 'random'",
        Verdict::Fails,
    ),
];

fn of_kinds(name: &str, checks: &[&str]) -> Folder {
    let folder = Folder::new(name);
    let faster = MIRROR.replace("=100'", "=2'").replace("=10'", "=1'");
    let files = [
        ("mirror", MIRROR),
        ("faster", &faster),
        ("factorial", FACTORIAL),
        ("profile", PROFILE),
        ("sweep", SWEEP),
        ("plays", PLAYS),
    ];
    let mut targets = TARGETS[..TARGETS.find("[experiments.little]").unwrap()].to_string();
    for (experiment, text) in files {
        folder.write(&format!("{experiment}.toml"), text);
        targets += &format!("[experiments.{experiment}]\nfile = '{experiment}.toml'\n");
    }
    for (number, check) in checks.iter().enumerate() {
        targets += &format!(
            "[[target]]\nid = 'TOY-{number}'\nwhere = ''\nclaim = ''\nprinted = ''\ncheck = {{ kind = {check} }}\n"
        );
    }
    folder.write("targets.toml", &targets);
    folder
}

#[test]
fn every_way_of_comparing_can_hold_and_fail() {
    let folder = of_kinds("kinds", &KINDS.map(|(check, _)| check));
    let outcome = go(&folder, &[], Scale::Quick);
    for (finding, (check, verdict)) in outcome.findings.iter().zip(KINDS) {
        assert_eq!(finding.verdict, verdict, "{check}: {} {:?}", finding.ours, finding.parts);
    }
    let parts = |number: usize| &outcome.findings[number].parts[..];
    assert_eq!(parts(0)[0].quantity, "thinker, weak less random");
    assert_eq!(parts(3)[0].quantity, "random v itself in seat 1");
    assert!(parts(9)[0].quantity.starts_with("nearest: iterations="), "{:?}", parts(9));
    assert_eq!(parts(10)[0].quantity, "so-ismcts, change with ten times the iterations");
    assert_eq!(
        parts(15)[0].quantity,
        "thinker less weak where thinker beats same, told by other plays"
    );
    assert_eq!(
        parts(17)[0].quantity,
        "thinker v random in seat 1, phantom-mnk-versus less phantom-mnk-round-robin"
    );
    assert_eq!(parts(18)[0].quantity, "random v thinker, weak");
    assert!(outcome.findings[5].ours.contains("(9.5)"), "{}", outcome.findings[5].ours);
}

#[test]
fn exact_answers_come_from_the_table_that_is_handed_in() {
    let outcome = go(
        &of_kinds("exact", &["'exact', name = 'two-and-two'", "'exact', name = 'two-and-three'"]),
        &[],
        Scale::Tour,
    );
    assert_eq!(verdicts(&outcome), [("TOY-0", Verdict::Holds), ("TOY-1", Verdict::Fails)]);
    assert_eq!((outcome.findings[0].ours.as_str(), outcome.findings[0].games), ("four", 0));
    let refusal = of_kinds("stranger", &["'exact', name = 'two-and-tow'"]).papers().unwrap_err();
    for word in ["did you mean `two-and-two`", "two-and-two, two-and-three", "targets.toml"] {
        assert!(refusal.contains(word), "no `{word}` in {refusal}");
    }
}

/// Times cannot be predicted.
#[test]
fn times_and_choices_of_decisions_are_measured() {
    let ratio = "'at-least', experiment = 'profile', measure = 'time', player = 'much', over = 'little', value = 0";
    let count =
        "'within', experiment = 'profile', measure = 'actions', player = 'much', low = 1, high = 9";
    let outcome = go(&of_kinds("times", &[ratio, count]), &[], Scale::Quick);
    let found = |number: usize| outcome.findings[number].parts[0].estimate.unwrap().value;
    assert!(found(0) > 0.0 && found(0).is_finite());
    assert_eq!(outcome.findings[1].verdict, Verdict::Holds, "{}", found(1));
}

#[test]
fn checks_that_do_not_fit_their_experiment_are_refused() {
    let slips = [
        ("'effect', experiment = 'factorial', factors = 'thnk', low = 0", "did you mean `think`"),
        ("'effect', experiment = 'factorial', factors = 'think'", "`low` is missing"),
        ("'effect', experiment = 'sweep', factors = 'think', low = 0", "is no factorial"),
        ("'near', experiment = 'mirror', value = 0.5, margin = 0.1", "has no opponents"),
        ("'rising', experiment = 'mirror'", "is no sweep"),
        ("'rising', experiment = 'sweep', player = 'random'", "leave this out"),
        (
            "'at-least', experiment = 'mirror', player = 'weak', minus = 'random', over = 'random', value = 0",
            "leave one out",
        ),
        ("'share', experiment = 'plays', low = 0, high = 1", "`deals` is missing"),
        (
            "'share', experiment = 'plays', deals = { player = 'thinker', minus = 'wek', are = 'better' }, low = 0, high = 1",
            "did you mean `weak`",
        ),
        (
            "'share', experiment = 'plays', deals = { player = 'thinker', minus = 'weak', are = 'beter' }, low = 0, high = 1",
            "did you mean `better`",
        ),
        (
            "'at-least', experiment = 'plays', player = 'thinker', beside = 'mirrr', value = 0",
            "did you mean `mirror`",
        ),
        (
            "'at-least', experiment = 'plays', player = 'same', beside = 'mirror', value = 0",
            "no player in `phantom-mnk-round-robin` named `same`",
        ),
        (
            "'as-printed', experiment = 'plays', deals = {}, numbers = {}, value = 0",
            "no key named `deals`",
        ),
        ("'at-least', experiment = 'mirror', player = [], value = 0", "no name in this list"),
        (
            "'at-least', experiment = 'mirror', player = 'weak', measure = 'time', value = 0",
            "nodes, actions and time",
        ),
        (
            "'as-printed', experiment = 'mirror', numbers = { weak = 1, random = 2 }, value = 0",
            "three players or more",
        ),
        (
            "'as-printed', experiment = 'mirror', numbers = { weak = 1, random = 2, thinkr = 3 }, value = 0",
            "did you mean `thinker`",
        ),
    ];
    for (check, word) in slips {
        let refusal = of_kinds("unfit", &[check]).papers().expect_err(check);
        assert!(refusal.contains(word), "{check}: no `{word}` in {refusal}");
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
    let nowhere =
        Paper::read_all(&folder.0.join("nowhere"), catalogue(), &EXACT).unwrap_err().to_string();
    assert!(nowhere.contains("cannot be read as a folder"), "{nowhere}");
    let empty =
        Paper::read_all(&folder.0.join("papers/toy"), catalogue(), &EXACT).unwrap_err().to_string();
    assert!(empty.contains("has no papers in it"), "{empty}");
}

/// All players are random, so the true score is one half.
const COINS: &str = "\
design = 'match'
game = 'kuhn'
deals = 1000
measure = 'score'
players = { heads = 'random', tails = 'random' }
";

const COIN_TARGETS: &str = "\
paper = 'TOY'
title = 'A toy'
source = 'Nobody (2000)'
scales = { tour = 'small', quick = 'more', paper = 'all', decide = 'enough' }

[experiments.coins]
file = 'coins.toml'
quick = { deals = 10 }

[[target]]
id = 'TOY-1'
where = 'here'
claim = 'heads is no worse than tails by a tenth'
printed = 'so'
check = { kind = 'at-least', experiment = 'coins', player = 'heads', value = 0.45 }

[[target]]
id = 'TOY-2'
where = 'here'
claim = 'heads is better by a tenth'
printed = 'so'
check = { kind = 'at-least', experiment = 'coins', player = 'heads', value = 0.55 }

[[target]]
id = 'TOY-3'
where = 'here'
claim = 'heads is better, by nothing'
printed = 'so'
check = { kind = 'at-least', experiment = 'coins', player = 'heads', value = 0.5 }

[[target]]
id = 'TOY-4'
where = 'here'
claim = 'two and two'
printed = 'four'
check = { kind = 'exact', name = 'two-and-two' }
";

fn coins(folder: &Folder) -> Campaign {
    folder.write("coins.toml", COINS);
    folder.write("targets.toml", COIN_TARGETS);
    Campaign::new(folder.papers().unwrap(), &[], Scale::Decide, Some(folder.0.join("out"))).unwrap()
}

/// An experiment begins with 20 games and doubles until an interval decides. No interval separates
/// one half from one half, so that claim ends once its half-width is 0.01.
#[test]
fn experiments_grow_until_claims_are_settled() {
    let folder = Folder::new("decide");
    let campaign = coins(&folder);
    let untried = campaign.standings().unwrap();
    assert_eq!(untried[0].state, State::Untried);
    let means = Means { threads: 2, time: None, stop: &AtomicBool::new(false) };
    let outcome = campaign.decide(&means, &mut |_| {}).unwrap();
    let expected = [
        ("TOY-1", Verdict::Holds),
        ("TOY-2", Verdict::Fails),
        ("TOY-3", Verdict::Undecided),
        ("TOY-4", Verdict::Holds),
    ];
    assert_eq!(verdicts(&outcome), expected);
    let ledger = Ledger::new(&campaign.folder, Known::default());
    let settled = |id: &str| ledger.settled(id).unwrap().expect("all are settled");
    let games: Vec<u64> = ["TOY-1", "TOY-2", "TOY-3"].map(|id| settled(id).games).to_vec();
    // 0.05 is 3.3 standard errors of one game out of some 1,000; 0.01 out of some 30,000.
    assert!(games[0] < 10_000 && games[1] < 10_000 && games[2] > 10_000, "{games:?}");
    for (id, games) in ["TOY-1", "TOY-2", "TOY-3"].iter().zip(games) {
        let settled = settled(id);
        assert_eq!(games, 20 << (settled.number - 1), "twenty games, doubled from look to look");
        assert_eq!(settled.confidence, confidence(settled.number));
    }
    assert!(outcome.table.contains("| TOY | 4 | 2 | 1 | 1 | 0 | 0 |"), "{}", outcome.table);
    // Nothing is left to do, and nothing is done.
    let again = campaign.decide(&means, &mut |_| panic!("nothing is played")).unwrap();
    assert_eq!(verdicts(&again), expected);
    assert!(campaign.standings().unwrap().iter().all(|one| matches!(one.state, State::Settled(_))));
}

/// A paper may set a larger half-width: then a claim of one half ends earlier.
#[test]
fn a_paper_says_when_it_is_known_well_enough() {
    let folder = Folder::new("decide-narrow");
    folder.write("coins.toml", COINS);
    folder.write("targets.toml", &format!("narrow = 0.9\n{COIN_TARGETS}"));
    let slip = folder.papers().unwrap_err();
    assert!(slip.contains("narrow") && slip.contains("0.5"), "{slip}");
    let third = ["TOY-3".to_string()];
    folder.write("targets.toml", &format!("narrow = 0.1\n{COIN_TARGETS}"));
    let out = Some(folder.0.join("out"));
    let campaign = Campaign::new(folder.papers().unwrap(), &third, Scale::Decide, out).unwrap();
    let means = Means { threads: 1, time: None, stop: &AtomicBool::new(false) };
    let outcome = campaign.decide(&means, &mut |_| {}).unwrap();
    let finding = &outcome.findings[0];
    assert_eq!((finding.word(), finding.verdict), ("too close to call", Verdict::Undecided));
    assert!(
        finding.games < 1000,
        "0.1 is 3 standard errors of one game out of some 300: {}",
        finding.games
    );
}

/// A verdict of one campaign is used in another, and its experiments are not run again.
#[test]
fn a_campaign_begins_with_what_is_known() {
    let (first, second) = (Folder::new("decide-first"), Folder::new("decide-second"));
    let means = Means { threads: 1, time: None, stop: &AtomicBool::new(false) };
    let campaign = coins(&first);
    let outcome = campaign.decide(&means, &mut |_| {}).unwrap();
    outcome.write(&campaign.folder).unwrap();
    let known = Known::read(&campaign.folder.join("found.json")).unwrap();
    let mut again = coins(&second);
    again.known = known.clone();
    let same = again.decide(&means, &mut |_| panic!("nothing is played")).unwrap();
    assert_eq!(verdicts(&same), verdicts(&outcome));
    assert_eq!(same.found, Some(known));
    // The numbers are those that decided the claims.
    let ours: Vec<_> =
        same.findings.iter().map(|finding| (finding.word(), finding.games)).collect();
    let settled = |id: &str| again.known.settled(id).unwrap();
    let games = |id: &str| settled(id).games;
    let expected = [
        ("holds", games("TOY-1")),
        ("fails", games("TOY-2")),
        ("too close to call", games("TOY-3")),
        ("holds", 0),
    ];
    assert_eq!(ours, expected);
    assert_eq!(same.findings[0].ours, settled("TOY-1").found);
    let slip = Known::read(&first.0.join("papers/toy/coins.toml")).unwrap_err().to_string();
    assert!(slip.contains("does not say what was found"), "{slip}");
    assert!(
        Known::read(&first.0.join("absent.json")).unwrap_err().to_string().contains("is not there")
    );
}

/// Two experiments, and a claim about both: `heads` has a different expected score in each.
fn two_parts(folder: &Folder, [coins, dice]: [f64; 2]) -> Campaign {
    folder.write("coins.toml", COINS);
    folder.write("dice.toml", &COINS.replace("'kuhn'", "'leduc'"));
    let least =
        "check = { kind = 'at-least', experiment = 'coins', player = 'heads', value = 0.45 }";
    let both = format!(
        "check = [\n\
         {{ kind = 'at-least', experiment = 'coins', player = 'heads', value = {coins} }},\n\
         {{ kind = 'at-least', experiment = 'dice', player = 'heads', value = {dice} }},\n]"
    );
    let more = "[experiments.dice]\nfile = 'dice.toml'\nquick = { deals = 10 }\n\n[[target]]\nid = 'TOY-1'";
    let targets = COIN_TARGETS.replace(least, &both).replacen("[[target]]\nid = 'TOY-1'", more, 1);
    folder.write("targets.toml", &targets);
    let (first, out) = (["TOY-1".to_string()], folder.0.join("out"));
    Campaign::new(folder.papers().unwrap(), &first, Scale::Decide, Some(out)).unwrap()
}

/// The experiment of a decided part does not grow because another part is open, and does not widen
/// the intervals of the other part.
#[test]
fn a_part_that_is_decided_is_left_alone() {
    let folder = Folder::new("decide-parts");
    let campaign = two_parts(&folder, [0.1, 0.45]);
    let means = Means { threads: 1, time: None, stop: &AtomicBool::new(false) };
    let outcome = campaign.decide(&means, &mut |_| {}).unwrap();
    assert_eq!(verdicts(&outcome), [("TOY-1", Verdict::Holds)]);
    let ledger = Ledger::new(&campaign.folder, Known::default());
    let doubled = |run: &str| ledger.spent(run).unwrap().doubled.expect("it was done");
    assert!(
        doubled("toy-coins") < doubled("toy-dice"),
        "few games distinguish a tenth from a half"
    );
    assert_eq!(ledger.settled("TOY-1").unwrap().unwrap().number, doubled("toy-dice") + 1);
}

/// If one part fails the claim fails, and the other parts need not be tested.
#[test]
fn parts_that_cannot_matter_are_not_tried() {
    let folder = Folder::new("decide-first-part");
    let campaign = two_parts(&folder, [0.95, 0.45]);
    let means = Means { threads: 1, time: None, stop: &AtomicBool::new(false) };
    let outcome = campaign.decide(&means, &mut |_| {}).unwrap();
    assert_eq!(verdicts(&outcome), [("TOY-1", Verdict::Fails)]);
    assert_eq!((outcome.findings[0].games, campaign.folder.join("toy-dice").exists()), (20, false));
    let again = campaign.decide(&means, &mut |_| panic!("nothing is played")).unwrap();
    assert_eq!(again.findings[0].ours, outcome.findings[0].ours);
    assert!(matches!(campaign.standings().unwrap()[0].state, State::Settled(Verdict::Fails)));
}

/// A screen without a number of candidates has enough of them for a run to be doubled. A screen
/// with too few candidates ends the doubling, and nothing else.
#[test]
fn screened_experiments_grow_while_there_are_deals() {
    let screened = |name: &str, candidates: &str| {
        let folder = Folder::new(name);
        let screen = "[screen]\nplayers = ['random', 'random']\ngames = 2\nlow = 0.5\nhigh = 0.5\n";
        folder.write("coins.toml", &format!("{COINS}{screen}{candidates}"));
        folder.write("targets.toml", COIN_TARGETS);
        let (third, out) = (["TOY-3".to_string()], folder.0.join("out"));
        let campaign =
            Campaign::new(folder.papers().unwrap(), &third, Scale::Decide, Some(out)).unwrap();
        let means = Means { threads: 1, time: None, stop: &AtomicBool::new(false) };
        campaign.decide(&means, &mut |_| {}).unwrap();
        let spent = Ledger::new(&campaign.folder, Known::default()).spent("toy-coins").unwrap();
        (spent.doubled.expect("it was done"), campaign.standings().unwrap()[0].state)
    };
    let (doubled, _) = screened("decide-screen", "");
    assert!(doubled >= 4, "of 1,600 deals some are balanced: {doubled}");
    let (doubled, state) = screened("decide-few-deals", "candidates = 60\n");
    assert!(doubled <= 2 && state == State::Stuck, "{doubled}, {state:?}");
}

/// A claim that no game is ever lost needs its number of games, however narrow an interval is.
#[test]
fn what_never_happens_is_not_too_close_to_call() {
    let folder = Folder::new("decide-never");
    folder.write("coins.toml", &COINS.replace("'kuhn'", "'mnk:m=2,n=2,k=3'"));
    let claim =
        "check = { kind = 'no-losses', experiment = 'coins', players = ['heads'], games = 1000 }";
    let least =
        "check = { kind = 'at-least', experiment = 'coins', player = 'heads', value = 0.45 }";
    folder.write("targets.toml", &COIN_TARGETS.replace(least, claim));
    let first = ["TOY-1".to_string()];
    let out = Some(folder.0.join("out"));
    let campaign = Campaign::new(folder.papers().unwrap(), &first, Scale::Decide, out).unwrap();
    let means = Means { threads: 1, time: None, stop: &AtomicBool::new(false) };
    let outcome = campaign.decide(&means, &mut |_| {}).unwrap();
    assert_eq!(verdicts(&outcome), [("TOY-1", Verdict::Holds)]);
    assert_eq!(outcome.findings[0].games, 1280);
}

/// If the thinking of the paper would take too long, runs begin as at `quick`, and grow.
#[test]
fn what_would_take_days_begins_as_at_quick() {
    let folder = Folder::new("decide-as-quick");
    let quick =
        "quick = { deals = 10, players = { heads = 'flat-mc:iterations=7', tails = 'random' } }";
    folder.write("coins.toml", COINS);
    // With less thinking than in the paper, only claims with `scaled` are tested.
    let scaled = COIN_TARGETS.replace("printed = 'so'", "printed = 'so'\nscaled = true");
    let targets =
        |decide: &str| scaled.replace("quick = { deals = 10 }", &format!("{quick}\n{decide}"));
    let players = |decide: &str| -> Result<String, String> {
        folder.write("targets.toml", &targets(decide));
        let out = folder.0.join(decide.len().to_string());
        let first = ["TOY-1".to_string()];
        let campaign = Campaign::new(folder.papers()?, &first, Scale::Decide, Some(out)).unwrap();
        let means = Means { threads: 1, time: None, stop: &AtomicBool::new(false) };
        assert_ne!(
            verdicts(&campaign.decide(&means, &mut |_| {}).unwrap())[0].1,
            Verdict::Undecided
        );
        Ok(fs::read_to_string(campaign.folder.join("toy-coins/experiment.toml")).unwrap())
    };
    let (paper, as_quick) = (players("").unwrap(), players("decide = 'quick'").unwrap());
    assert!(!paper.contains("flat-mc"), "{paper}");
    assert!(as_quick.contains("flat-mc"), "{as_quick}");
    let slip = players("decide = 'tour'").unwrap_err();
    assert!(slip.contains("a table, or \"quick\""), "{slip}");
}

/// A stopped campaign resumes, and its verdicts rest on the same games.
#[test]
fn what_is_stopped_goes_on() {
    let (straight, halting) = (Folder::new("decide-straight"), Folder::new("decide-halting"));
    let means = Means { threads: 1, time: None, stop: &AtomicBool::new(false) };
    coins(&straight).decide(&means, &mut |_| {}).unwrap();
    let campaign = coins(&halting);
    let mut starts = 0;
    while campaign.standings().unwrap().iter().any(|one| !matches!(one.state, State::Settled(_))) {
        let (stop, mut reports) = (AtomicBool::new(false), 0);
        let means = Means { stop: &stop, ..means };
        let stopping = |_: &_| {
            reports += 1;
            stop.store(reports > 2, std::sync::atomic::Ordering::Relaxed);
        };
        let outcome = campaign.decide(&means, &mut { stopping }).unwrap();
        // An earlier result is reported until there is a newer one.
        let ledger = Ledger::new(&campaign.folder, Known::default());
        for finding in &outcome.findings {
            let id = &finding.target.id;
            let known =
                ledger.settled(id).unwrap().is_some() || ledger.looked_at(id).unwrap().is_some();
            assert!(!known || !finding.is_untried(), "{id} is forgotten");
        }
        starts += 1;
        assert!(starts < 1000, "it goes on for ever");
    }
    assert!(starts > 1);
    let settled = |folder: &Folder, id| {
        Ledger::new(&folder.0.join("out"), Known::default()).settled(id).unwrap()
    };
    for id in ["TOY-1", "TOY-2", "TOY-3", "TOY-4"] {
        assert_eq!(settled(&straight, id), settled(&halting, id), "{id}");
    }
}

/// A size that has begun is finished, whatever its expected cost; no larger size begins that
/// exceeds the remaining time.
#[test]
fn what_was_begun_is_finished_first() {
    let folder = Folder::new("decide-begun");
    let (campaign, hour) = (coins(&folder), Some(Duration::from_secs(3600)));
    let means = Means { threads: 1, time: None, stop: &AtomicBool::new(false) };
    campaign.decide(&means, &mut |_| {}).unwrap();
    let settled = folder.0.join("out/settled");
    let ledger = Ledger::new(&campaign.folder, Known::default());
    let doubled = ledger.spent("toy-coins").unwrap().doubled.expect("it was done");
    // Simulates that the last size was begun without any results, and that each experiment took
    // days.
    for id in ["TOY-1", "TOY-2", "TOY-3"] {
        std::fs::remove_file(settled.join(format!("{id}.json"))).unwrap();
    }
    let days = format!(r#"{{ "doubled": {}, "seconds": 1000000 }}"#, doubled - 1);
    std::fs::write(settled.join("toy-coins.json"), days).unwrap();
    let means = Means { time: hour, ..means };
    campaign
        .decide(&means, &mut |now| assert_eq!(now.done, now.total, "the next size takes days"))
        .unwrap();
    assert_eq!(ledger.spent("toy-coins").unwrap().doubled, Some(doubled));
}

/// Without time nothing is played, and only results without games are reported.
#[test]
fn no_time_is_no_games() {
    let folder = Folder::new("decide-no-time");
    let means = Means { threads: 1, time: Some(Duration::ZERO), stop: &AtomicBool::new(false) };
    let outcome = coins(&folder).decide(&means, &mut |_| panic!("nothing is played")).unwrap();
    assert_eq!(verdicts(&outcome)[3], ("TOY-4", Verdict::Holds));
    assert_eq!(outcome.findings[0].ours, "not tried yet");
    for line in
        ["| TOY | 4 | 1 | 0 | 0 | 0 | 3 |", "\n## TOY\n", "\n### TOY-1\n\n**not tried** (here): "]
    {
        assert!(outcome.table.contains(line), "{line} in {}", outcome.table);
    }
}
