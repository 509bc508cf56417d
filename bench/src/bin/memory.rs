//! Memory of trees: bytes per node for every kind of tree, a search that has to respect a memory
//! budget, and a tree of ten million nodes, for which the process may use at most 1 GiB.

use sortilege::game::{Chance, Observe, Simultaneous};
use sortilege::playout::Rollout;
use sortilege::search::{
    Decision, Dpw, FlatUcb, MoIsmcts, Search, Setup, SoIsmcts, SoIsmctsPom, Uct,
};
use sortilege::{Budget, Game, Rng};
use sortilege_bench::{TREES, after, determinized, grouped};
use sortilege_games::amazons::Amazons;
use sortilege_games::breakthrough::Breakthrough;
use sortilege_games::dou_di_zhu::DouDiZhu;
use sortilege_games::ewn::Ewn;
use sortilege_games::phantom_mnk::PhantomMnk;
use std::process::ExitCode;
use std::time::Instant;

const MIB: u64 = 1 << 20;
const ITERATIONS: u64 = 100_000;

/// Memory budget of a search, which must still make all its iterations.
const BUDGET: u64 = 64 * MIB;
const ITERATIONS_IN_BUDGET: u64 = 2_000_000;

/// Size of the large tree, and the limit of peak resident memory.
const NODES: u64 = 10_000_000;
const MOST: u64 = 1024 * MIB;

/// Small trees come first, because the peak covers the whole process so far.
fn main() -> ExitCode {
    let kept = budget();
    every_search();
    let fits = ten_million();
    if kept && fits { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Bytes per node of all searches, at games that suit them.
fn every_search() {
    println!("\nTrees of {} iterations from the first decision.\n", grouped(ITERATIONS));
    println!("| search | game | trees | nodes of each | bytes of each | bytes a node |");
    println!("|---|---|--:|--:|--:|--:|");
    line("uct", "breakthrough", Breakthrough::default(), Uct::new(uniform(ITERATIONS)));
    line("uct", "amazons", Amazons::default(), Uct::new(uniform(ITERATIONS)));
    line("uct", "ewn", Ewn::default(), Uct::new(uniform(ITERATIONS)));
    line("dpw", "ewn", Ewn::default(), Dpw::new(uniform(ITERATIONS)));
    hidden("phantom-mnk", PhantomMnk::default());
    hidden("dou-di-zhu", DouDiZhu::default());
}

fn hidden<G>(game: &str, start: G)
where
    G: Chance + Observe + Simultaneous + Send + 'static,
    G::Action: Send,
    G::Seen: Send,
{
    line("so-ismcts", game, start.clone(), SoIsmcts::new(uniform(ITERATIONS)));
    line("so-ismcts-pom", game, start.clone(), SoIsmctsPom::new(uniform(ITERATIONS)));
    line("mo-ismcts", game, start.clone(), MoIsmcts::new(uniform(ITERATIONS)));
    let determinized = determinized(ITERATIONS, Rollout::default());
    line_of_trees("determinized-uct", game, TREES, start.clone(), determinized);
    line("flat-ucb", game, start, FlatUcb::new(uniform(ITERATIONS)));
}

fn uniform<G: Game>(iterations: u64) -> Setup<Rollout<G>> {
    Setup::new(Budget::iterations(iterations))
}

fn line<G: Chance + Observe + Simultaneous>(
    name: &str,
    game: &str,
    start: G,
    search: impl Search<G>,
) {
    line_of_trees(name, game, 1, start, search);
}

/// Prints a line for a search with several trees, of which it holds one at a time.
fn line_of_trees<G>(name: &str, game: &str, trees: u32, start: G, mut search: impl Search<G>)
where
    G: Chance + Observe + Simultaneous,
{
    let tree = decide(start, &mut search).tree;
    let (nodes, bytes) = (tree.nodes / u64::from(trees), tree.bytes as u64);
    let a_node = bytes as f64 / nodes as f64;
    println!(
        "| {name} | {game} | {trees} | {} | {} | {a_node:.0} |",
        grouped(nodes),
        grouped(bytes)
    );
}

fn decide<G: Chance + Observe + Simultaneous>(
    start: G,
    search: &mut impl Search<G>,
) -> Decision<G::Action> {
    let (state, who) = after(start, 0);
    let began = Instant::now();
    let decision = search.decide(&state.view(who), who, &mut Rng::new(1));
    Decision { time: began.elapsed(), ..decision }
}

/// Whether a search with a memory budget respects it and makes all its iterations.
fn budget() -> bool {
    let limit =
        Budget { memory: Some(BUDGET as usize), ..Budget::iterations(ITERATIONS_IN_BUDGET) };
    let mut search = Uct::new(Setup::new(limit));
    let decision = decide(Breakthrough::default(), &mut search);
    println!(
        "With a budget of {} MiB, `uct` of breakthrough makes {} iterations in {:.1} s and holds {} nodes in {:.1} MiB; \
         the process has held {:.0} MiB at most.",
        BUDGET / MIB,
        grouped(decision.iterations),
        decision.time.as_secs_f64(),
        grouped(decision.tree.nodes),
        mib(decision.tree.bytes as u64),
        mib(peak()),
    );
    // A node that was begun is finished, so the budget may be exceeded by one node.
    let kept = decision.tree.bytes as u64 <= BUDGET + MIB / 1024;
    let done = decision.iterations == ITERATIONS_IN_BUDGET;
    verdict(kept && done, "It keeps to the budget.", "IT DOES NOT KEEP TO THE BUDGET.")
}

/// Whether a tree of ten million nodes fits.
fn ten_million() -> bool {
    // An iteration that ends at a known terminal state adds no node.
    let mut search = Uct::new(uniform(NODES + NODES / 100));
    let decision = decide(Breakthrough::default(), &mut search);
    let peak = peak();
    assert!(decision.tree.nodes >= NODES, "{} nodes are not enough", decision.tree.nodes);
    println!(
        "\n`uct` of breakthrough grows {} nodes in {} iterations and {:.1} s. They take {:.0} MiB, {:.1} bytes a node; \
         the process has held {:.0} MiB at most.",
        grouped(decision.tree.nodes),
        grouped(decision.iterations),
        decision.time.as_secs_f64(),
        mib(decision.tree.bytes as u64),
        decision.tree.bytes as f64 / decision.tree.nodes as f64,
        mib(peak),
    );
    verdict(peak < MOST, "That is less than 1 GiB.", "THAT IS NOT LESS THAN 1 GiB.")
}

fn verdict(good: bool, yes: &str, no: &str) -> bool {
    println!("{}", if good { yes } else { no });
    good
}

/// Peak resident memory of this process, in bytes.
fn peak() -> u64 {
    let status =
        std::fs::read_to_string("/proc/self/status").expect("Linux says what a process holds");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    1024 * number.expect("a number of kilobytes")
}

fn mib(bytes: u64) -> f64 {
    bytes as f64 / MIB as f64
}
