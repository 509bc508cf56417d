//! No allocation per move: a counting allocator watches playouts and whole searches once their buffers
//! have grown.

use sortilege::game::{Chance, Observe, Simultaneous};
use sortilege::playout::{EpsilonMix, Mast, Playout, Policy, Rollout, Uniform};
use sortilege::reward::{Bonus, Mode, QualityBased, Scale};
use sortilege::search::{DeterminizedUct, MoIsmcts, Search, Setup, SoIsmcts, SoIsmctsPom, Uct};
use sortilege::{Budget, Game, Player, Rng, Turn};
use sortilege_games::amazons::{Amazons, QueenFirst};
use sortilege_games::breakthrough::{Breakthrough, Tactical};
use sortilege_games::cannon::{Aggressive, Cannon};
use sortilege_games::cant_stop::{CantStop, OneMoreRoll, RuleOf28};
use sortilege_games::checkers::Checkers;
use sortilege_games::chinese_checkers::{ChineseCheckers, Homeward, Rules};
use sortilege_games::confrontation::Confrontation;
use sortilege_games::dark_hex::{DarkHex, Reveal};
use sortilege_games::dou_di_zhu::{DouDiZhu, Moves};
use sortilege_games::ewn::{Ewn, Greedy};
use sortilege_games::goofspiel::{Goofspiel, Order};
use sortilege_games::kuhn::Kuhn;
use sortilege_games::leduc::Leduc;
use sortilege_games::liars_dice::LiarsDice;
use sortilege_games::magic::{Magic, RulePlayer, RuleRollout};
use sortilege_games::mnk::{Mnk, WideMnk};
use sortilege_games::oshi_zumo::OshiZumo;
use sortilege_games::pentalath::{Inward, Pentalath};
use sortilege_games::phantom_mnk::PhantomMnk;
use sortilege_games::pig::{HoldAt, Pig};
use sortilege_games::ra::{Bidder, Ra};
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

fn playouts<G: Chance + Simultaneous>(start: &G, name: &str) {
    playouts_by(Uniform, start, name);
}

fn playouts_by<G: Chance + Simultaneous, P: Policy<G>>(policy: P, start: &G, name: &str) {
    playouts_with(Rollout::new(policy), start, name);
}

fn playouts_with<G: Game>(mut playout: impl Playout<G>, start: &G, name: &str) {
    let mut rng = Rng::new(1);
    let mut values = vec![0.0; start.players()];
    let mut finish = |_| playout.finish(&mut start.clone(), &mut rng, &mut values);
    let mut moves_of = |n: u32| (0..n).map(&mut finish).sum::<u32>();
    assert!(moves_of(100) > 0);
    assert_eq!(allocations(|| assert!(moves_of(300) > 0)), 0, "playouts of {name} allocate");
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
    playouts(&Magic::default(), "magic");
    playouts(&Mnk::default(), "mnk");
    playouts(&WideMnk::new(15, 15, 5).expect("a size"), "gomoku");
    playouts(&PhantomMnk::default(), "phantom-mnk");
    playouts(&DarkHex::default(), "dark-hex");
    playouts(&Amazons::default(), "amazons");
    playouts(&Breakthrough::default(), "breakthrough");
    playouts(&Cannon::default(), "cannon");
    playouts(&CantStop::default(), "cant-stop");
    playouts(&Checkers::default(), "checkers");
    playouts(&forward(), "chinese-checkers");
    playouts(&Confrontation::default(), "confrontation");
    playouts(&DouDiZhu::default(), "dou-di-zhu");
    playouts(&DouDiZhu::new(Moves::Whole), "dou-di-zhu in whole moves");
    playouts(&Ewn::default(), "ewn");
    playouts(&Pentalath::default(), "pentalath");
    playouts(&Pig::default(), "pig");
    playouts(&Ra::default(), "ra");
}

/// Random games among all moves of Chinese Checkers hardly ever end.
fn forward() -> ChineseCheckers {
    ChineseCheckers::new(Rules { forward_only: true, ..Rules::default() })
}

#[test]
fn playouts_that_know_the_game_allocate_nothing() {
    playouts_by(QueenFirst, &Amazons::default(), "amazons");
    playouts_by(Tactical, &Breakthrough::default(), "breakthrough");
    playouts_by(Aggressive, &Cannon::default(), "cannon");
    playouts_by(RuleOf28::default(), &CantStop::default(), "cant-stop by the rule of 28");
    playouts_by(OneMoreRoll, &CantStop::default(), "cant-stop by one more roll");
    playouts_by(Homeward, &forward(), "chinese-checkers");
    playouts_by(Greedy::default(), &Ewn::default(), "ewn");
    playouts_by(RulePlayer::default(), &Magic::default(), "magic by the expert");
    playouts_by(RulePlayer::REDUCED, &Magic::default(), "magic by the reduced player");
    playouts_with(RuleRollout::new(RulePlayer::RANDOM), &Magic::default(), "magic, fast");
    playouts_by(Inward, &Pentalath::default(), "pentalath");
    playouts_by(HoldAt { total: 25 }, &Pig::default(), "pig");
    playouts_by(Bidder::default(), &Ra::default(), "ra");
}

/// A second decision on the same arena allocates a few lists for its answer, and nothing per iteration.
fn decisions<G>(start: &G, name: &str)
where
    G: Chance + Observe + Simultaneous,
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
    decisions(&Confrontation::default(), "confrontation");
    decisions(&DouDiZhu::default(), "dou-di-zhu");
    decisions(&PhantomMnk::default(), "phantom-mnk");
    decisions(&DarkHex::new(3, 3, Reveal::Abrupt).expect("a board"), "dark-hex");
    decisions(&Mnk::default(), "mnk");
}

/// All that QR puts together: bonuses, proofs and MAST.
#[test]
fn a_player_of_quality_allocates_only_for_its_answer() {
    let playout =
        Rollout::<Mnk, _>::new(EpsilonMix { epsilon: 0.3, policy: Mast::default(), other: Uniform });
    let reward = QualityBased::relative(Bonus::new(Mode::Fixed, 2.0, Scale::Online));
    let setup = Setup::with(Budget::iterations(2000), playout).reward(reward);
    let mut search = Uct::new(setup).solving();
    let start = Mnk::new(6, 6, 4).expect("a board");
    let mut decide = || search.decide(&start, Player(0), &mut Rng::new(5));
    // The bonus is silent in the first decision of a game, and changes the tree from the second on.
    decide();
    decide();
    let count = allocations(|| drop(decide()));
    assert!(count < 50, "{count} times in 2,000 iterations");
}
