//! Measures how iterations slow down as a tree outgrows the caches.
//!
//! Decisions with few and with many iterations take turns, and the fastest of each counts: other
//! load on the machine can only make them slower. Each decision grows a new tree, which reuses the
//! memory of the previous one, as in a game.

use sortilege::game::{Chance, Hidden, Observe, PerfectInfo, Simultaneous};
use sortilege::playout::Rollout;
use sortilege::search::{MoIsmcts, Search, Setup, SoIsmcts, Uct};
use sortilege::{Budget, Rng};
use sortilege_bench::{after, grouped};
use sortilege_games::amazons::Amazons;
use sortilege_games::breakthrough::Breakthrough;
use sortilege_games::checkers::Checkers;
use sortilege_games::confrontation::Confrontation;
use sortilege_games::dou_di_zhu::DouDiZhu;
use sortilege_games::phantom_mnk::PhantomMnk;
use std::process::ExitCode;
use std::time::Instant;

const HELP: &str = "\
Prints iterations per second by the number of iterations of a decision, as a table in Markdown.

    bench/growth [--rounds N] [WORD]...

    WORD         only lines that contain one of these words, such as a game or a search
    --rounds N   number of rounds through all numbers of iterations; default: 5

Run it on an idle machine. Five rounds take four minutes.";

/// Iterations of a decision.
const BUDGETS: [u64; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// Minimum number of iterations per measurement, in as many decisions as needed.
const AT_LEAST: u64 = 30_000;

/// Command line.
struct Asked {
    rounds: u64,
    words: Vec<String>,
}

impl Asked {
    fn read(mut words: impl Iterator<Item = String>) -> Option<Self> {
        let mut asked = Asked { rounds: 5, words: vec![] };
        while let Some(word) = words.next() {
            match word.as_str() {
                "--rounds" => {
                    asked.rounds = words.next()?.parse().ok().filter(|&rounds| rounds > 0)?
                }
                option if option.starts_with('-') => return None,
                _ => asked.words.push(word),
            }
        }
        Some(asked)
    }

    fn wants(&self, name: &str) -> bool {
        self.words.is_empty() || self.words.iter().any(|word| name.contains(word.as_str()))
    }
}

fn main() -> ExitCode {
    let Some(asked) = Asked::read(std::env::args().skip(1)) else {
        eprintln!("{HELP}");
        return ExitCode::from(2);
    };
    let [least, more, many, most] = BUDGETS.map(grouped);
    println!(
        "| iterations a second with | {least} iterations | {more} | {many} | {most} | last over first |"
    );
    println!("|---|---|---|---|---|---|");
    open(&asked, "breakthrough uct", Breakthrough::default());
    open(&asked, "checkers uct", Checkers::default());
    open(&asked, "amazons uct", Amazons::default());
    hidden(&asked, ["dou-di-zhu so-ismcts", "dou-di-zhu mo-ismcts"], DouDiZhu::default());
    hidden(
        &asked,
        ["confrontation so-ismcts", "confrontation mo-ismcts"],
        Confrontation::default(),
    );
    hidden(&asked, ["phantom-mnk so-ismcts", "phantom-mnk mo-ismcts"], PhantomMnk::default());
    ExitCode::SUCCESS
}

fn open<G: Chance + PerfectInfo + Simultaneous>(asked: &Asked, name: &str, game: G) {
    take_turns(asked, name, game, Uct::<G>::new);
}

fn hidden<G: Chance + Observe + Simultaneous>(asked: &Asked, [so, mo]: [&str; 2], game: G) {
    take_turns(asked, so, game.clone(), SoIsmcts::<G>::new);
    take_turns(asked, mo, game, MoIsmcts::<G>::new);
}

/// Prints a line: the best rate over all rounds.
fn take_turns<G: Chance + Hidden + Simultaneous, S: Search<G>>(
    asked: &Asked,
    name: &str,
    game: G,
    make: impl Fn(Setup<Rollout<G>>) -> S,
) {
    if !asked.wants(name) {
        return;
    }
    let (game, who) = after(game, 0);
    let view = game.view(who);
    let mut searches = BUDGETS.map(|budget| make(Setup::new(Budget::iterations(budget))));
    let mut rates = [0.0_f64; BUDGETS.len()];
    for round in 1..=asked.rounds {
        eprint!("\r{name}: round {round} of {}          ", asked.rounds);
        for ((search, &budget), rate) in searches.iter_mut().zip(&BUDGETS).zip(&mut rates) {
            let decisions = AT_LEAST.div_ceil(budget);
            let begun = Instant::now();
            (0..decisions)
                .for_each(|seed| _ = search.decide(&view, who, &mut Rng::new(round << 32 | seed)));
            *rate = rate.max((decisions * budget) as f64 / begun.elapsed().as_secs_f64());
        }
    }
    eprintln!();
    let ratio = rates[BUDGETS.len() - 1] / rates[0];
    println!("| {name} | {} | {ratio:.2} |", rates.map(|rate| grouped(rate as u64)).join(" | "));
}
