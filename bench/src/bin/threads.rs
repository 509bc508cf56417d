//! Measures the speed-up of one decision by several threads, and predicts its limit.
//!
//! Runs on one thread and on several take turns. Then all threads run on one common core
//! (`taskset`). The loss against a single thread there is the price of sharing: merging counts, and
//! room in the cache. At most this part can be serial, because counts are merged by one thread at a
//! time. So the model predicts that T threads on T cores make T times as many iterations minus this
//! part. The limit is reached when the serial parts of all threads fill the time of one core.

use sortilege::game::{Chance, Hidden, Observe, PerfectInfo, Simultaneous};
use sortilege::playout::Rollout;
use sortilege::search::{MoIsmcts, Search, Setup, SoIsmcts, Uct};
use sortilege::{Budget, Rng};
use sortilege_bench::{after, grouped, median};
use sortilege_games::amazons::Amazons;
use sortilege_games::breakthrough::Breakthrough;
use sortilege_games::checkers::Checkers;
use sortilege_games::confrontation::Confrontation;
use sortilege_games::dou_di_zhu::DouDiZhu;
use sortilege_games::phantom_mnk::PhantomMnk;
use std::io::Write;
use std::process::{Command, ExitCode};
use std::time::Duration;

const HELP: &str = "\
Prints the speed-up of a search by several threads, as a table in Markdown.

    bench/threads [--threads T] [--rounds N] [--time MS] [WORD]...

    WORD         only lines that contain one of these words, such as a game or a search
    --threads T  number of threads compared with one; default: 2
    --rounds N   number of rounds; default: 5
    --time MS    milliseconds per decision; default: 500

Run it on an idle machine.";

/// Command line.
#[derive(Clone)]
struct Asked {
    threads: usize,
    rounds: usize,
    time: Duration,
    words: Vec<String>,
    /// Whether to print only ratios, one per line.
    bare: bool,
}

impl Asked {
    fn read(mut words: impl Iterator<Item = String>) -> Option<Self> {
        let time = Duration::from_millis(500);
        let mut asked = Asked { threads: 2, rounds: 5, time, words: vec![], bare: false };
        while let Some(word) = words.next() {
            let mut number = || words.next()?.parse().ok().filter(|&number| number > 0);
            match word.as_str() {
                "--threads" => asked.threads = number()?,
                "--rounds" => asked.rounds = number()?,
                "--time" => asked.time = Duration::from_millis(number()? as u64),
                "--bare" => asked.bare = true,
                option if option.starts_with('-') => return None,
                _ => asked.words.push(word),
            }
        }
        Some(asked)
    }

    fn wants(&self, name: &str) -> bool {
        self.words.is_empty() || self.words.iter().any(|word| name.contains(word.as_str()))
    }

    /// The same measurement on one core: a ratio for every line.
    fn on_one_core(&self) -> Option<Vec<f64>> {
        let mut command = Command::new("taskset");
        command.args(["-c", "0"]).arg(std::env::current_exe().ok()?).arg("--bare");
        command.args([
            "--threads",
            &self.threads.to_string(),
            "--rounds",
            &self.rounds.to_string(),
        ]);
        command.args(["--time", &self.time.as_millis().to_string()]).args(&self.words);
        let output = command.output().ok().filter(|output| output.status.success())?;
        String::from_utf8(output.stdout).ok()?.lines().map(|line| line.parse().ok()).collect()
    }
}

/// One line: iterations per second on one thread, and the speed-up of several threads in each
/// round.
struct Line {
    name: &'static str,
    alone: f64,
    ratios: Vec<f64>,
}

fn main() -> ExitCode {
    let Some(asked) = Asked::read(std::env::args().skip(1)) else {
        eprintln!("{HELP}");
        return ExitCode::from(2);
    };
    let lines = measure(&asked);
    if asked.bare {
        lines.iter().for_each(|line| println!("{}", median(&line.ratios)));
        return ExitCode::SUCCESS;
    }
    let pinned = asked.on_one_core();
    if pinned.is_none() {
        eprintln!("`taskset` is missing, so no prediction is made");
    }
    let t = asked.threads;
    println!(
        "| | iterations/s on one thread | {t} threads | least to most | on one core | predicted | binds at |"
    );
    println!("|---|---|---|---|---|---|---|");
    for (number, line) in lines.iter().enumerate() {
        let Line { name, alone, ratios } = line;
        let [least, most] =
            [f64::min, f64::max].map(|pick| ratios.iter().copied().reduce(pick).expect("a round"));
        let model = pinned.as_ref().and_then(|all| all.get(number)).map(|&one_core| {
            let price: f64 = (1.0 - one_core).max(0.0);
            let cores = if price > 0.0 { format!("{:.0} cores", 1.0 / price) } else { "-".into() };
            format!("{one_core:.2} | {:.2} | {cores}", t as f64 * (1.0 - price))
        });
        println!(
            "| {name} | {} | {:.2} | {least:.2} to {most:.2} | {} |",
            grouped(*alone as u64),
            median(ratios),
            model.unwrap_or("| | ".into())
        );
    }
    ExitCode::SUCCESS
}

fn measure(asked: &Asked) -> Vec<Line> {
    let mut lines = vec![];
    open(asked, &mut lines, "breakthrough uct", Breakthrough::default());
    open(asked, &mut lines, "checkers uct", Checkers::default());
    open(asked, &mut lines, "amazons uct", Amazons::default());
    hidden(
        asked,
        &mut lines,
        ["dou-di-zhu so-ismcts", "dou-di-zhu mo-ismcts"],
        DouDiZhu::default(),
    );
    hidden(
        asked,
        &mut lines,
        ["confrontation so-ismcts", "confrontation mo-ismcts"],
        Confrontation::default(),
    );
    hidden(
        asked,
        &mut lines,
        ["phantom-mnk so-ismcts", "phantom-mnk mo-ismcts"],
        PhantomMnk::default(),
    );
    lines
}

fn open<G: Chance + PerfectInfo + Simultaneous>(
    asked: &Asked,
    lines: &mut Vec<Line>,
    name: &'static str,
    game: G,
) {
    take_turns(asked, lines, name, game, |threads, setup| {
        let mut uct = Uct::<G>::new(setup.clone());
        uct.workers = vec![setup; threads - 1];
        uct
    });
}

fn hidden<G: Chance + Observe + Simultaneous>(
    asked: &Asked,
    lines: &mut Vec<Line>,
    [so, mo]: [&'static str; 2],
    game: G,
) {
    take_turns(asked, lines, so, game.clone(), |threads, setup| {
        let mut search = SoIsmcts::<G>::new(setup.clone());
        search.workers = vec![setup; threads - 1];
        search
    });
    take_turns(asked, lines, mo, game, |threads, setup| {
        let mut search = MoIsmcts::<G>::new(setup.clone());
        search.workers = vec![setup; threads - 1];
        search
    });
}

/// Runs a search on one thread and one on several in turn.
fn take_turns<G: Chance + Hidden + Simultaneous, S: Search<G>>(
    asked: &Asked,
    lines: &mut Vec<Line>,
    name: &'static str,
    game: G,
    make: impl Fn(usize, Setup<Rollout<G>>) -> S,
) {
    if !asked.wants(name) {
        return;
    }
    let (game, who) = after(game, 0);
    let view = game.view(who);
    let mut searches =
        [1, asked.threads].map(|threads| make(threads, Setup::new(Budget::time(asked.time))));
    let (mut alone, mut ratios) = (vec![], vec![]);
    for round in 0..=asked.rounds as u64 {
        let [one, several] = searches.each_mut().map(|search| {
            let decision = search.decide(&view, who, &mut Rng::new(round));
            decision.iterations as f64 / decision.time.as_secs_f64()
        });
        // In the first round both searches touch fresh memory, so it is not counted.
        if round > 0 {
            alone.push(one);
            ratios.push(several / one);
        }
        if !asked.bare {
            eprint!("\r{name}: round {round} of {}          ", asked.rounds);
            let _ = std::io::stderr().flush();
        }
    }
    if !asked.bare {
        eprintln!();
    }
    lines.push(Line { name, alone: median(&alone), ratios });
}
