//! Share of an iteration that a search spends outside playouts: selection, expansion,
//! back-propagation and determinization. Every game is searched from its first decision with 10,000
//! iterations and a fresh tree.
//!
//! The time of playouts is measured in place, by a [`Timed`] playout that reads the clock now and
//! then. Runs with and without it take turns; those without give the speed of the search.

use sortilege::game::{Chance, Hidden, Observe, PerfectInfo, Simultaneous};
use sortilege::playout::{Playout, Rollout};
use sortilege::search::{Decision, MoIsmcts, Search, SoIsmcts, Uct};
use sortilege::{Game, Player, Rng};
use sortilege_bench::{TREES, Visitor, after, determinized, ensemble, median, setup, visit};
use sortilege_games::magic::{Magic, RulePlayer, RuleRollout};
use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

const HELP: &str = "\
Prints the share of a search outside playouts, as a table in Markdown.

    bench/overhead [--repeats N] [WORD]...

    WORD         only lines that contain one of these words, such as a game or a search
    --repeats N  minimum number of measurements; default: 5. Short searches are repeated more often";

const ITERATIONS: u64 = 10_000;
/// Minimum duration of a measurement per requested repeat, in nanoseconds.
const LEAST: f64 = 2e7;
/// The goal: at most this share of an iteration, ...
const MOST: f64 = 0.35;
/// ... if playouts have this many moves or more.
const LONG: f64 = 30.0;

fn main() -> ExitCode {
    let Some(mut report) = Report::new(std::env::args().skip(1)) else {
        eprintln!("{HELP}");
        return ExitCode::from(2);
    };
    report.begin();
    visit(&mut report);
    report.magic();
    report.end();
    ExitCode::SUCCESS
}

/// Wraps a playout policy, counts moves, and measures the time of one playout in `every`.
struct Timed<P> {
    playout: P,
    every: u32,
    wait: u32,
    tally: Tally,
}

/// Measurements of a [`Timed`] playout.
#[derive(Clone, Copy, Default)]
struct Tally {
    playouts: u64,
    moves: u64,
    timed: u64,
    time: Duration,
}

impl<P> Timed<P> {
    fn new(playout: P) -> Self {
        Timed { playout, every: 1, wait: 1, tally: Tally::default() }
    }
}

impl<G: Game, P: Playout<G>> Playout<G> for Timed<P> {
    #[inline]
    fn finish(&mut self, state: &mut G, rng: &mut Rng, values: &mut [f64]) -> u32 {
        self.wait -= 1;
        let began = (self.wait == 0).then(Instant::now);
        let moves = self.playout.finish(state, rng, values);
        if let Some(began) = began {
            self.tally.time += began.elapsed();
            self.tally.timed += 1;
            self.wait = self.every;
        }
        self.tally.playouts += 1;
        self.tally.moves += u64::from(moves);
        moves
    }

    #[inline]
    fn learns(&self) -> bool {
        self.playout.learns()
    }

    fn learn(&mut self, in_tree: &[(Player, G::Action)], values: &[f64]) {
        self.playout.learn(in_tree, values);
    }

    fn forget(&mut self) {
        self.playout.forget();
    }
}

/// Two copies of a search of a game; one has a [`Timed`] playout.
struct Subject<'a, S, T, P> {
    game: &'a str,
    search: &'a str,
    plain: S,
    timed: T,
    playout: fn(&mut T) -> &mut Timed<P>,
    /// Number of sampled determinizations; 0 with perfect information.
    determinizations: u64,
    /// Number of trees, of which one is held at a time.
    trees: u32,
}

/// One measurement. Times are in nanoseconds per iteration.
struct Sample {
    moves: f64,
    iteration: f64,
    outside: f64,
    determinizing: f64,
    bytes: f64,
}

struct Report {
    words: Vec<String>,
    repeats: u64,
    missed: Vec<String>,
}

impl Report {
    fn new(words: impl Iterator<Item = String>) -> Option<Self> {
        let mut report = Report { words: vec![], repeats: 5, missed: vec![] };
        let mut words = words;
        while let Some(word) = words.next() {
            match word.as_str() {
                "--repeats" => {
                    report.repeats = words.next()?.parse().ok().filter(|&repeats| repeats > 0)?
                }
                flag if flag.starts_with('-') => return None,
                _ => report.words.push(word),
            }
        }
        Some(report)
    }

    fn begin(&self) {
        println!(
            "{ITERATIONS} iterations from the first decision, medians of {} repeats or more.\n",
            self.repeats
        );
        println!(
            "| game | search | moves a playout | iterations/s | ns an iteration | outside the playout | \
             of that determinizing | bytes a node | at most {:.0} %? |",
            100.0 * MOST
        );
        println!("|---|---|--:|--:|--:|--:|--:|--:|---|");
    }

    fn end(&self) {
        match self.missed.as_slice() {
            [] => println!("\nNo search with playouts of {LONG} moves or more misses the goal."),
            missed => println!("\nMissed by {}.", missed.join(", ")),
        }
    }

    /// Magic has its own search, and begins after some moves, because the first turns have no
    /// choice.
    fn magic(&mut self) {
        let rules = || RuleRollout::new(RulePlayer::REDUCED);
        self.line(
            &after(Magic::default(), 13),
            Subject {
                game: "magic",
                search: "ensemble",
                plain: ensemble(ITERATIONS, rules()),
                timed: ensemble(ITERATIONS, Timed::new(rules())),
                playout: |player| &mut player.search.uct.setup.playout.playout,
                determinizations: TREES.into(),
                trees: TREES,
            },
        );
    }

    fn line<G, S, T, P>(&mut self, place: &(G, Player), mut subject: Subject<'_, S, T, P>)
    where
        G: Hidden,
        S: Search<G>,
        T: Search<G>,
    {
        let name = format!("{} {}", subject.search, subject.game);
        if !self.words.is_empty() && !self.words.iter().any(|word| name.contains(word.as_str())) {
            return;
        }
        // One run to warm up, and to find how often the clock may be read at a cost of one percent.
        let (_, iteration) = decide(&mut subject.plain, place, 0);
        decide(&mut subject.timed, place, 0);
        let every = (2.0 * look() / (0.01 * iteration)).ceil() as u32;
        let playout = (subject.playout)(&mut subject.timed);
        // An odd number; with an even one it might always be the same move at the root.
        (playout.every, playout.wait) = (every | 1, 1);
        let repeats = self.repeats * (LEAST / (iteration * ITERATIONS as f64)).ceil() as u64;
        let samples: Vec<Sample> = (1..=repeats).map(|seed| subject.sample(place, seed)).collect();
        let median =
            |field: fn(&Sample) -> f64| median(&samples.iter().map(field).collect::<Vec<_>>());
        let (moves, iteration) = (median(|one| one.moves), median(|one| one.iteration));
        let outside = median(|one| one.outside / one.iteration);
        let determinizing = match subject.determinizations {
            0 => String::new(),
            _ => format!("{:.0} %", 100.0 * median(|one| one.determinizing / one.outside)),
        };
        let verdict = match (moves >= LONG, outside <= MOST) {
            (false, _) => "short",
            (true, true) => "yes",
            (true, false) => {
                self.missed.push(name);
                "**no**"
            }
        };
        println!(
            "| {} | {} | {moves:.1} | {:.0} | {iteration:.0} | {:.0} % | {determinizing} | {:.0} | {verdict} |",
            subject.game,
            subject.search,
            1e9 / iteration,
            100.0 * outside,
            median(|one| one.bytes),
        );
    }
}

impl Visitor for Report {
    fn open<G>(&mut self, game: &str, start: G, _: [u64; 2])
    where
        G: Chance + PerfectInfo + Simultaneous + Send + 'static,
        G::Action: Send,
    {
        fn uct<G: Chance + Hidden + Simultaneous, P>(playout: P) -> Uct<G, P> {
            Uct::new(setup(ITERATIONS, playout))
        }
        self.line(
            &after(start, 0),
            Subject {
                game,
                search: "uct",
                plain: uct(Rollout::default()),
                timed: uct(Timed::new(Rollout::default())),
                playout: |search| &mut search.setup.playout,
                determinizations: 0,
                trees: 1,
            },
        );
    }

    fn hidden<G>(&mut self, game: &str, start: G, _: u32, _: [u64; 3])
    where
        G: Chance + Observe + Simultaneous + Send + 'static,
        G::Action: Send,
        G::Seen: Send,
    {
        if game == "magic" {
            return;
        }
        fn so<G: Chance + Hidden + Simultaneous, P>(playout: P) -> SoIsmcts<G, P> {
            SoIsmcts::new(setup(ITERATIONS, playout))
        }
        fn mo<G: Chance + Observe + Simultaneous, P>(playout: P) -> MoIsmcts<G, P> {
            MoIsmcts::new(setup(ITERATIONS, playout))
        }
        let place = after(start, 0);
        self.line(
            &place,
            Subject {
                game,
                search: "so-ismcts",
                plain: so(Rollout::default()),
                timed: so(Timed::new(Rollout::default())),
                playout: |search| &mut search.setup.playout,
                determinizations: ITERATIONS,
                trees: 1,
            },
        );
        self.line(
            &place,
            Subject {
                game,
                search: "mo-ismcts",
                plain: mo(Rollout::default()),
                timed: mo(Timed::new(Rollout::default())),
                playout: |search| &mut search.setup.playout,
                determinizations: ITERATIONS,
                trees: 1,
            },
        );
        self.line(
            &place,
            Subject {
                game,
                search: "determinized-uct",
                plain: determinized(ITERATIONS, Rollout::default()),
                timed: determinized(ITERATIONS, Timed::new(Rollout::default())),
                playout: |search| &mut search.uct.setup.playout,
                determinizations: TREES.into(),
                trees: TREES,
            },
        );
    }
}

impl<S, T, P> Subject<'_, S, T, P> {
    fn sample<G>(&mut self, place: &(G, Player), seed: u64) -> Sample
    where
        G: Hidden,
        S: Search<G>,
        T: Search<G>,
    {
        let (decision, iteration) = decide(&mut self.plain, place, seed);
        (self.playout)(&mut self.timed).tally = Tally::default();
        let (again, watched) = decide(&mut self.timed, place, seed);
        assert_eq!(decision.candidates, again.candidates, "a search that is watched does the same");
        let Tally { playouts, moves, timed, time } = (self.playout)(&mut self.timed).tally;
        let look = look();
        let playout = time.as_nanos() as f64 / timed as f64 - look;
        // Playouts and the total are measured in the same run, so that a slow moment affects both.
        let looks = 2.0 * look * timed as f64 / ITERATIONS as f64;
        let inside = playout * playouts as f64 / ITERATIONS as f64 / (watched - looks);
        let each = if self.determinizations > 0 { determinizing(place) } else { 0.0 };
        Sample {
            moves: moves as f64 / playouts as f64,
            iteration,
            outside: iteration * (1.0 - inside),
            determinizing: each * self.determinizations as f64 / ITERATIONS as f64,
            bytes: decision.tree.bytes as f64 * f64::from(self.trees) / decision.tree.nodes as f64,
        }
    }
}

/// Makes a decision with a fresh tree; returns it and the nanoseconds per iteration.
fn decide<G: Hidden, S: Search<G>>(
    search: &mut S,
    (state, who): &(G, Player),
    seed: u64,
) -> (Decision<G::Action>, f64) {
    let view = state.view(*who);
    let mut rng = Rng::new(seed);
    search.new_game();
    let began = Instant::now();
    let decision = search.decide(black_box(&view), *who, &mut rng);
    let time = began.elapsed().as_nanos() as f64;
    assert_eq!(decision.iterations, ITERATIONS, "all of them, and in one step");
    (decision, time / ITERATIONS as f64)
}

/// Nanoseconds per determinization, one after the other.
fn determinizing<G: Hidden>((state, who): &(G, Player)) -> f64 {
    let view = state.view(*who);
    let mut rng = Rng::new(1);
    let began = Instant::now();
    for _ in 0..ITERATIONS {
        black_box(G::determinize(black_box(&view), &mut rng));
    }
    began.elapsed().as_nanos() as f64 / ITERATIONS as f64
}

/// Time that two consecutive readings of the clock show, in nanoseconds; approximately the cost of
/// one reading. It varies with the speed of the machine, so it is measured together with everything
/// else.
fn look() -> f64 {
    const LOOKS: u32 = 100;
    let batch = || {
        let sum: Duration = (0..LOOKS).map(|_| Instant::now().elapsed()).sum();
        sum.as_nanos() as f64 / f64::from(LOOKS)
    };
    median(&[(); 21].map(|()| batch()))
}
