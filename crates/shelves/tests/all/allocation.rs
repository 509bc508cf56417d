//! No allocation per iteration: a counting allocator watches every search of every game, and every
//! way of the game's own to finish simulations, once their buffers have grown.

use sortilege::Rng;
use sortilege_catalogue::{Agent, Spec, Table};
use sortilege_shelves::catalogue;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call is passed on to the system's allocator as it came.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { System.dealloc(at, layout) }
    }
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(work: impl FnOnce()) -> u64 {
    let before = COUNT.get();
    work();
    COUNT.get() - before
}

/// The allocator counts: an assertion of nothing is worth nothing otherwise.
#[test]
fn the_counter_counts() {
    assert!(allocations(|| drop(std::hint::black_box(vec![1, 2, 3]))) > 0);
}

/// Iterations of a short decision and of a long one. What is allocated for the answer is the same
/// for both.
const SHORT: u64 = 100;
const LONG: u64 = 400;
/// What a long decision may allocate beyond a short one: lists of an answer that has more to tell.
const BEYOND: u64 = 60;

/// A state of a rulesheet is as large as the sheet asks for, so that a copy of one is allocated.
const ANY_SIZE: &str = "gdl";
/// They build the subgame that they solve anew in every decision, and a larger one where they think
/// longer.
const BUILD: [&str; 2] = ["epimc", "subgame-solving"];

/// How often a player allocates in a decision. The same draws make the same decision, so that what
/// it keeps is large enough the second time.
fn in_a_decision(table: &dyn Table, player: &mut Agent) -> u64 {
    let who = table.to_choose()[0];
    let mut decide = || drop(table.think(player, who, &mut Rng::new(5)).unwrap());
    decide();
    // Bonuses are silent in the first decision of a game, and change the tree from the second on.
    decide();
    allocations(decide)
}

/// What a player allocates in a long decision beyond a short one; nothing if it does not fit the
/// game.
fn beyond(table: &dyn Table, spec: &Spec) -> Option<u64> {
    let [short, long] = [SHORT, LONG].map(|iterations| {
        let mut player = table
            .player(&spec.clone().with("iterations", Spec::new(iterations.to_string())))
            .ok()?;
        Some(in_a_decision(table, &mut player))
    });
    Some(long?.saturating_sub(short?))
}

/// Players of a game that think by iterations, and its own ways to finish simulations in one of
/// them.
fn players(table: &dyn Table) -> Vec<Spec> {
    let mut all = vec![];
    for player in table.players() {
        let has = |name| player.fields.iter().any(|field| field.name == name);
        let spec = Spec::new(player.name);
        all.push(match (has("iterations"), has("trees")) {
            (true, true) => spec.with("trees", Spec::new("2")),
            (true, false) => spec,
            (false, _) => Spec::new("flat-mc").with("playout", spec),
        });
    }
    let more = [
        "uct:playout=mast",
        "uct:reward=rb",
        "uct:reward=qb",
        "uct:solver=true",
        "so-ismcts:select=puct",
    ];
    all.extend(more.iter().map(|spec| spec.parse().unwrap()));
    all
}

#[test]
fn decisions_allocate_only_for_their_answer() {
    let (mut compared, mut wasteful) = (0, vec![]);
    for kind in catalogue().games().iter().filter(|kind| kind.name() != ANY_SIZE) {
        let mut table = catalogue().open(&kind.name().parse().unwrap()).unwrap();
        table.chance(&mut Rng::new(1));
        for spec in players(&*table).into_iter().filter(|spec| !BUILD.contains(&&*spec.name)) {
            let Some(count) = beyond(&*table, &spec) else { continue };
            compared += 1;
            if count > BEYOND {
                wasteful.push(format!("{spec} at {}: {count}", kind.name()));
            }
        }
    }
    assert!(wasteful.is_empty(), "allocations in {} iterations more: {wasteful:#?}", LONG - SHORT);
    assert!(compared > 300, "{compared}");
}
