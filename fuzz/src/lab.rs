//! Inputs of the lab: settings, experiments, plans, the files of a run, and records of games.

use super::target::Target;
use sortilege::Player;
use sortilege_lab::Spec;
use sortilege_lab::experiment::plan::{Stage, Unit, Work};
use sortilege_lab::experiment::{Experiment, Results};
use sortilege_lab::record::Record;
use sortilege_lab::report::{html, markdown};
use sortilege_lab::run::row::{Row, TimeRow};
use sortilege_lab::run::{Builds, Manifest, Run, read_results, run_unit};
use sortilege_lab::setting::{Field, Kind, Schema};
use sortilege_shelves::catalogue;
use std::fmt::Debug;
use std::sync::OnceLock;

/// Targets of this file.
pub const TARGETS: &[Target] = &[
    ("settings", settings),
    ("experiments", experiments),
    ("plans", plans),
    ("units", units),
    ("rows", rows),
    ("results", results),
    ("records", records),
];

/// Settings of every game and every player. The bytes select from the declared settings, so that
/// most inputs are nearly valid.
pub fn settings(data: &[u8]) {
    let mut choose = Choices(data);
    let kind = choose.of(catalogue().games());
    let Ok(game) = choose.spec(kind.schema()).to_string().parse::<Spec>() else { return };
    let table = match catalogue().open(&game) {
        Err(error) => return assert!(!error.to_string().is_empty()),
        Ok(table) => table,
    };
    let again = catalogue().open(&printed(&table.full_spec())).expect("a full spec can be opened");
    assert_eq!(again.full_spec(), table.full_spec(), "{game}");
    let schemas = table.players();
    let schema = *choose.of(&schemas);
    let player = choose.spec(schema);
    match table.player(&player) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(thinker) => {
            let again =
                table.player(&printed(thinker.full_spec())).expect("a full spec can be built");
            assert_eq!(again.full_spec(), thinker.full_spec(), "{player} at {game}");
            let tidy = table.player(&printed(thinker.spec())).expect("a tidy spec can be built");
            assert_eq!(tidy.full_spec(), thinker.full_spec(), "{player} at {game}");
        }
    }
}

/// The spec as parsed from its own text.
fn printed(spec: &Spec) -> Spec {
    spec.to_string().parse().expect("what is printed is read")
}

/// Choices made by one byte each; without bytes left, the first alternative.
#[derive(Clone)]
struct Choices<'a>(&'a [u8]);

impl Choices<'_> {
    fn byte(&mut self) -> u8 {
        let (byte, rest) = self.0.split_first().map_or((0, self.0), |(&byte, rest)| (byte, rest));
        self.0 = rest;
        byte
    }

    fn of<'b, T>(&mut self, all: &'b [T]) -> &'b T {
        &all[usize::from(self.byte()) % all.len()]
    }

    /// Some settings of a schema.
    fn spec(&mut self, schema: &Schema) -> Spec {
        let mut spec = Spec::new(schema.name);
        for _ in 0..self.byte() % 5 {
            if schema.fields.is_empty() {
                break;
            }
            let field = *self.of(schema.fields);
            if spec.get(field.name).is_none() {
                let value = self.value(&field);
                spec = spec.with(field.name, value);
            }
        }
        spec
    }

    fn value(&mut self, field: &Field) -> Spec {
        let number = self.number();
        match field.kind {
            Kind::Part(parts) | Kind::Policy(parts) => {
                let part = self.of(parts);
                self.spec(part)
            }
            Kind::Word(words) => Spec::new(*self.of(words)),
            Kind::Text(_) | Kind::File(_) | Kind::Evaluation => Spec::new(*self.of(&TEXTS)),
            Kind::Time => Spec::new(number + *self.of(&["s", "ms", "min", ""])),
            Kind::Bytes => Spec::new(number + *self.of(&["MiB", "GiB", "kB", "B", ""])),
            Kind::NumberOr(_, _, words) if self.byte().is_multiple_of(2) => {
                Spec::new(*self.of(words))
            }
            // One search is built per root, three times per input, so the number of roots is
            // limited to 16.
            Kind::Whole(..) if field.name == "roots" => Spec::new((self.byte() % 17).to_string()),
            Kind::Whole(least, most) => match self.byte() % 4 {
                0 => Spec::new(least.to_string()),
                1 => Spec::new(most.to_string()),
                _ => Spec::new(number),
            },
            Kind::Number(least, most) | Kind::NumberOr(least, most, _) => match self.byte() % 4 {
                0 => Spec::new(least.to_string()),
                1 => Spec::new(most.to_string()),
                _ => Spec::new(number),
            },
        }
    }

    fn number(&mut self) -> String {
        let [high, low] = [self.byte(), self.byte()];
        match high {
            0..64 => low.to_string(),
            64..128 => format!("0.{low}"),
            128..192 => (u64::from(high) << (low % 64)).to_string(),
            _ => self
                .of(&["-1", "nan", "inf", "1e308", "1e-308", "-0", "1e18", "18446744073709551615"])
                .to_string(),
        }
    }
}

/// Decks are the only settings with free text.
const TEXTS: [&str; 6] =
    ["default", "L", "17*L+2*1/1/1", "0*L", "60*L+15*15/15/15+9*0/1/1", "3*1/1/1+3*1/1/1"];

/// An accepted experiment must be written so that it is read back equal, and can be planned.
pub fn experiments(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Experiment::read(text, catalogue()) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(experiment) => {
            let written = experiment.to_toml();
            assert_eq!(
                Experiment::read(&written, catalogue()).as_ref(),
                Ok(&experiment),
                "{written}"
            );
            plan(&experiment);
        }
    }
}

/// Designs without a schedule play games before they can be planned, as many as the experiment
/// says.
fn plan(experiment: &Experiment) {
    if experiment.schedule.is_some() {
        let stage = experiment
            .next_stage(&Results::default())
            .expect("the first stage follows from nothing");
        let stage = stage.expect("there is something to do");
        assert_eq!(Stage::from_json(&stage.to_json()), Ok(stage));
    }
}

/// A plan is refused, or its units can be run as far as its games and players exist.
pub fn plans(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Stage::from_json(text) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(stage) => {
            assert_eq!(Stage::from_json(&stage.to_json()).as_ref(), Ok(&stage));
            let numbers = stage.numbers();
            assert!(stage.unit(numbers.end).is_err());
            let all = numbers.end - numbers.start;
            assert!(all <= stage.rows(), "more units than games");
            for number in numbers.clone().take(3).chain(numbers.end.checked_sub(1)) {
                if numbers.contains(&number) {
                    unit(&stage, stage.unit(number).expect("it is in the range"));
                }
            }
        }
    }
}

fn unit(stage: &Stage, unit: Unit) {
    assert!((1..=unit.task.batch).contains(&unit.count));
    if let Work::Games(seatings) = &unit.task.work {
        for game in [unit.first, unit.first + unit.count - 1] {
            let place = stage.place(game, seatings.len());
            assert!(place.turn < seatings.len() && place.play < stage.plays);
        }
    }
    // The plan must hold whatever the players do, so they are replaced by players without a search.
    if unit.count <= 2 {
        let mut quick = stage.clone();
        quick.players.iter_mut().for_each(|player| *player = "random".into());
        if let Err(error) = run_unit(catalogue(), &quick, unit.number) {
            assert!(!error.to_string().is_empty());
        }
    }
}

/// A file of a unit is opened if its seal is right; its rows are then results or refused. The input
/// has the lines and, after the first empty line, a seal.
pub fn units(data: &[u8]) {
    let stage = small_plan();
    let empty = data.windows(2).position(|pair| pair == b"\n\n");
    let (lines, seal) = empty.map_or((data, &[][..]), |at| (&data[..=at], &data[at + 2..]));
    for number in stage.numbers() {
        let ours = sealed(stage, number, lines);
        assert!(read_results(stage, number, lines, seal).is_err() || seal.len() >= ours.len());
    }
    // A fuzzer cannot find a hash, so the correct seal is added.
    let number = stage.first_unit;
    if let Ok(rows) = read_results(stage, number, data, &sealed(stage, number, data)) {
        let lines = data.split_inclusive(|&byte| byte == b'\n').count();
        assert_eq!(rows.len(), lines, "rows for lines");
    }
}

/// Contents of the seal of these lines, without an author.
fn sealed(stage: &Stage, number: u64, lines: &[u8]) -> Vec<u8> {
    let plan = blake3::hash(stage.to_json().as_bytes()).to_hex();
    let count = stage.unit(number).expect("a unit of the plan").count;
    let words = format!("{{\"unit\":{number},\"rows\":{count},\"plan\":\"{plan}\",\"build\":\"\"");
    let hash = blake3::hash(&[lines, words.as_bytes()].concat()).to_hex();
    format!("{words},\"blake3\":\"{hash}\"}}\n").into_bytes()
}

/// A plan of a few small units.
fn small_plan() -> &'static Stage {
    static PLAN: OnceLock<Stage> = OnceLock::new();
    PLAN.get_or_init(|| {
        let text =
            "design = 'match'\ngame = 'kuhn'\ngames = 6\nunit = 2\nplayers = ['random', 'flat-mc']";
        let experiment = Experiment::read(text, catalogue()).expect("an experiment");
        experiment.next_stage(&Results::default()).expect("a plan").expect("a stage")
    })
}

/// Lines of results, times and manifests are refused, or written back unchanged.
pub fn rows(data: &[u8]) {
    written_again::<Row>(data);
    written_again::<TimeRow>(data);
    written_again::<Manifest>(data);
}

fn written_again<T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + Debug>(
    data: &[u8],
) {
    if let Ok(read) = serde_json::from_slice::<T>(data) {
        let again = serde_json::to_vec(&read).expect("plain data");
        assert_eq!(serde_json::from_slice::<T>(&again).expect("it was written"), read);
    }
}

/// The first letter selects an experiment; the lines after it are claimed results, which get a
/// correct seal. If they match the plan, a report can be made of all of them and of a part.
pub fn results(data: &[u8]) {
    let Some((run, results)) = claimed(data) else { return };
    let report = run.report(&results).expect("results can be told");
    assert!(!html::render(&report).is_empty());
    assert!(!markdown::render(&report, |number| format!("{number}.svg")).is_empty());
    if let Err(error) = run.experiment.next_stage(&results) {
        assert!(!error.to_string().is_empty());
    }
}

/// Experiment and results, if they match its plan.
pub fn claimed(data: &[u8]) -> Option<(&'static Run, Results)> {
    let (first, lines) =
        data.split_at(data.iter().position(|&byte| byte == b'\n').map_or(data.len(), |at| at + 1));
    let letter = first.first().map_or(0, |letter| letter.wrapping_sub(b'a'));
    let (run, stage) = &runs()[usize::from(letter) % runs().len()];
    let mut results = Results {
        measure: run.experiment.measure,
        stages: vec![stage.clone()],
        complete: first.len() > 2,
        ..Results::default()
    };
    let rows = read_results(stage, 0, lines, &sealed(stage, 0, lines)).ok()?;
    rows.into_iter().for_each(|row| results.add(row));
    Some((run, results))
}

/// A record is refused, or written back unchanged. If its game can be replayed, every seat has a
/// picture after each step.
pub fn records(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let record = match Record::read(text) {
        Err(error) => return assert!(!error.is_empty()),
        Ok(record) => record,
    };
    assert_eq!(Record::read(&record.line()).as_ref(), Ok(&record));
    for seat in 0..record.players.len().min(3) {
        let own = record.clone().for_seat(Player(seat));
        assert_eq!(Record::read(&own.line()).as_ref(), Ok(&own));
        assert!(own.open(catalogue()).is_err(), "what a seat knows is not enough");
    }
    let Ok(mut table) = record.open(catalogue()) else { return };
    for number in 0..record.steps.len() {
        for seat in 0..table.seats() {
            assert!(!table.picture(Player(seat)).parts.is_empty(), "{text}");
        }
        if let Err(error) = record.make(number, &mut *table) {
            return assert!(!error.to_string().is_empty());
        }
    }
    if let Err(error) = record.after(record.steps.len(), catalogue()) {
        assert!(!error.to_string().is_empty());
    }
}

/// A run of every design, and its first plan.
fn runs() -> &'static [(Run, Stage)] {
    static RUNS: OnceLock<Vec<(Run, Stage)>> = OnceLock::new();
    RUNS.get_or_init(|| {
        let folder = std::env::temp_dir().join(format!("sortilege-fuzz-{}", std::process::id()));
        let runs = (0..).zip(DESIGNS).map(|(number, text)| {
            let experiment = Experiment::read(text, catalogue()).expect("an experiment");
            let stage =
                experiment.next_stage(&Results::default()).expect("a plan").expect("a stage");
            let folder = folder.join(format!("{number}"));
            let run = Run::begin(&folder, experiment, None, Builds::Single).expect("a folder");
            (run, stage)
        });
        let runs = runs.collect();
        // Everything needed of them is in memory.
        std::fs::remove_dir_all(&folder).expect("it was made here");
        runs
    })
}

const DESIGNS: [&str; 11] = [
    "design = 'match'\ngame = 'kuhn'\ngames = 4\nplayers = ['random', 'flat-mc']",
    "design = 'round-robin'\ngame = 'kuhn'\ngames = 4\nplayers = ['random', 'flat-mc', 'flat-ucb']",
    "design = 'versus'\ngame = 'kuhn'\ngames = 4\nplayers = ['random', 'flat-mc']\nopponents = ['random']",
    "design = 'sweep'\ngame = 'kuhn'\ngames = 4\nplayer = 'so-ismcts:iterations=9'\nopponents = ['random']\n\
     [vary]\nc = [0.1, 1.5]\niterations = [1, 2]",
    "design = 'factorial'\ngame = 'kuhn'\ngames = 4\nplayer = 'so-ismcts:iterations=9'\nopponents = ['random']\n\
     [factors]\nc = 'c=0.1'\nmast = 'playout=mast'",
    "design = 'elimination'\ngame = 'kuhn'\ngames = 4\nplayer = 'so-ismcts:iterations=9'\n[grid]\nc = [0.1, 0.5, 1]",
    "design = 'profile'\ngame = 'pig'\nruns = 2\nplayers = ['random', 'flat-mc']\nstates = { player = 'random', games = 1, most = 3 }",
    "design = 'estimate'\ngame = 'mnk:m=2,n=2,k=2'\nruns = 2\nplayers = ['random', 'flat-mc']\nstates = { player = 'random', games = 1, most = 3 }",
    "design = 'match'\ngame = 'kuhn'\ndeals = 2\nplayers = ['random', 'flat-mc']\n\
     [screen]\nplayers = ['random', 'random']\ngames = 2\ncandidates = 4\n[sequential]\nbatch = 2",
    "design = 'tune'\ngame = 'kuhn'\ngames = 4\nrounds = 2\nat_once = 2\nplayer = 'so-ismcts:iterations=9'\nopponents = ['random']\n[grid]\nc = [0.1, 0.5, 1]",
    "design = 'exploitability'\ngame = 'kuhn'\nruns = 2\niterations = [1, 2]\nplayers = ['mo-ismcts']",
];
