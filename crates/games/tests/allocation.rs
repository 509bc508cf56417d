//! No allocation per move: a counting allocator watches playouts and whole searches once their buffers
//! have grown.

use sortilege::game::{Chance, Observe, Simultaneous};
use sortilege::playout::{Playout, Policy, Rollout, Uniform};
use sortilege::search::{DeterminizedUct, MoIsmcts, Search, Setup, SoIsmcts, SoIsmctsPom};
use sortilege::{Budget, Player, Rng, Turn};
use sortilege_games::chinese_checkers::{ChineseCheckers, Homeward, Rules};
use sortilege_games::goofspiel::{Goofspiel, Order};
use sortilege_games::kuhn::Kuhn;
use sortilege_games::leduc::Leduc;
use sortilege_games::liars_dice::LiarsDice;
use sortilege_games::mnk::Mnk;
use sortilege_games::oshi_zumo::OshiZumo;
use sortilege_games::pentalath::{Inward, Pentalath};
use sortilege_games::phantom_mnk::PhantomMnk;
use sortilege_games::rps::Rps;
use sortilege_games::toy_fusion::ToyFusion;
use sortilege_games::toy_subset::ToySubset;
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

fn playouts<G: Chance + Simultaneous>(start: &G, name: &str)
where
    G::Action: Send,
{
    playouts_of(start, Uniform, name);
}

fn playouts_of<G: Chance + Simultaneous, P: Policy<G>>(start: &G, policy: P, name: &str)
where
    G::Action: Send,
{
    let (mut playout, mut rng) = (Rollout::<G, P>::new(policy), Rng::new(1));
    let mut moves_of = |n: u32| (0..n).map(|_| playout.run(&mut start.clone(), &mut rng)).sum::<u32>();
    assert!(moves_of(100) > 0);
    assert_eq!(allocations(|| assert!(moves_of(1000) > 0)), 0, "playouts of {name} allocate");
}

#[test]
fn playouts_allocate_nothing() {
    playouts(&Kuhn::default(), "kuhn");
    playouts(&Leduc::default(), "leduc");
    playouts(&LiarsDice::default(), "liars-dice");
    playouts(&Rps::default(), "rps");
    playouts(&Goofspiel::default(), "goofspiel");
    playouts(&Goofspiel::new(13, Order::Random).expect("a valid size"), "goofspiel with random prizes");
    playouts(&OshiZumo::default(), "oshi-zumo");
    playouts(&ToyFusion::default(), "toy-fusion");
    playouts(&ToySubset::default(), "toy-subset");
    playouts(&Mnk::default(), "mnk");
    playouts(&PhantomMnk::default(), "phantom-mnk");
    playouts(&Pentalath::default(), "pentalath");
    let forward = ChineseCheckers::new(Rules { forward_only: true, ..Rules::default() });
    playouts(&forward, "chinese-checkers");
}

#[test]
fn policies_allocate_nothing() {
    playouts_of(&Pentalath::default(), Inward, "pentalath, inward,");
    playouts_of(&ChineseCheckers::default(), Homeward, "chinese-checkers, homeward,");
}

/// A second decision on the same arena allocates a few lists for its answer, and nothing per iteration.
fn decisions<G>(start: &G, name: &str)
where
    G: Chance + Observe + Simultaneous + Send,
    G::Action: Send,
    G::Seen: Send,
{
    let mut state = start.clone();
    let mut rng = Rng::new(1);
    while state.turn() == Turn::Chance {
        state.apply(state.sample(&mut rng));
    }
    let who = if let Turn::Player(who) = state.turn() { who } else { Player(0) };
    let view = state.view(who);
    let setup = || Setup::new(Budget::iterations(2000));
    let mut determinized = DeterminizedUct::<G>::new(setup());
    determinized.trees = 4;
    let mut searches: [(&str, Box<dyn Search<G>>); 4] = [
        ("so-ismcts", Box::new(SoIsmcts::<G>::new(setup()))),
        ("so-ismcts-pom", Box::new(SoIsmctsPom::<G>::new(setup()))),
        ("mo-ismcts", Box::new(MoIsmcts::<G>::new(setup()))),
        ("determinized-uct", Box::new(determinized)),
    ];
    for (search_name, search) in &mut searches {
        // The same seed grows the same tree, so the arena is large enough the second time.
        search.decide(&view, who, &mut Rng::new(5));
        let count = allocations(|| drop(search.decide(&view, who, &mut Rng::new(5))));
        assert!(count < 200, "{search_name} on {name} allocates {count} times in 2,000 iterations");
    }
}

#[test]
fn decisions_allocate_only_for_their_answer() {
    decisions(&Kuhn::default(), "kuhn");
    decisions(&Leduc::default(), "leduc");
    decisions(&LiarsDice::default(), "liars-dice");
    decisions(&Goofspiel::default(), "goofspiel");
    decisions(&PhantomMnk::default(), "phantom-mnk");
    decisions(&Mnk::default(), "mnk");
}
