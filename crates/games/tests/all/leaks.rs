//! The leak test for every game with hidden information and every search that may not see it;
//! cheating searches fail it.

use sortilege::bandit::exp3::Trials;
use sortilege::game::{Chance, Outcomes, Redeal, Simultaneous};
use sortilege::playout::{Rollout, Uniform};
use sortilege::reward::{Bonus, Mode, QualityBased, Scale};
use sortilege::search::*;
use sortilege::testing::leak::{
    Seating, Tested, test_cheating, test_search, test_seats, test_with_observations,
};
use sortilege::{Budget, Game};
use sortilege_games::confrontation::{self, Confrontation, Setup as Start};
use sortilege_games::dark_hex::{DarkHex, Reveal};
use sortilege_games::dou_di_zhu::{self, DouDiZhu};
use sortilege_games::goofspiel;
use sortilege_games::hidden_goofspiel::HiddenGoofspiel;
use sortilege_games::kuhn::Kuhn;
use sortilege_games::leduc::Leduc;
use sortilege_games::liars_dice::LiarsDice;
use sortilege_games::magic::{
    CardSearch, Combat, Dealing, Deck, Interesting, Magic, Main, Options, Order, Pruning, Reading,
    RulePlayer, RuleRollout,
};
use sortilege_games::magic::{Settings, Unguided};
use sortilege_games::phantom_mnk::PhantomMnk;
use sortilege_games::toy_fusion::ToyFusion;
use sortilege_games::toy_subset::{Moves, ToySubset};
use std::fmt::Debug;
use std::hash::Hash;

fn setup<G: Game>(iterations: u64) -> Setup<Rollout<G>> {
    Setup::new(Budget::iterations(iterations))
}

/// A setup with `iterations` iterations and a small limit on nodes.
fn lean<G: Game>(iterations: u64) -> Setup<Rollout<G>> {
    let mut setup = setup(iterations);
    setup.budget.memory = Some(1500);
    setup
}

fn on_threads<S: Divisible>(make: impl FnMut() -> S) -> RootParallel<S> {
    RootParallel::new(3, 2, make)
}

fn smooth<G: Chance + Redeal + Simultaneous>(search: Oos<G>) -> Oos<G> {
    search.by(Rule::Smooth(Smoothing::default()))
}

/// Searches whose simulations start at the beginning of the game, and searches that solve what they
/// sample.
fn assert_tight_from_the_start<G>(start: &G, games: u64)
where
    G: Outcomes + Redeal + Simultaneous + Eq + Hash + Debug,
{
    let oos = || Oos::from_start(setup(64), start.clone());
    let public = || {
        let mut search = oos();
        search.algorithm.targeting = Targeting::PublicSubgame;
        search
    };
    let mut epimc = Epimc::<G>::new(setup(64));
    epimc.worlds = 8;
    let subgame = || SubgameSolving::from_start(setup(64), start.clone());
    let unsafe_subgame = || {
        let mut search = subgame();
        (search.safe, search.order) = (false, 1);
        search
    };
    for (name, tested) in [
        ("oos that observes", test_with_observations(start, games, oos)),
        (
            "oos that observes, drawn to what is public",
            test_with_observations(start, games, public),
        ),
        ("smooth-uct that observes", test_with_observations(start, games, || smooth(oos()))),
        ("epimc", test_search(start, games, &mut epimc)),
        ("subgame-solving", test_search(start, games, &mut SubgameSolving::<G>::new(setup(64)))),
        ("subgame-solving that observes", test_with_observations(start, games, subgame)),
        (
            "subgame-solving of order 1 that observes",
            test_with_observations(start, games, unsafe_subgame),
        ),
    ] {
        assert!(tested.pairs >= 10, "{name}: too few pairs to tell, {tested:?}");
        assert_eq!(tested.leaks, 0, "{name} depends on what it cannot see: {tested:?}");
    }
}

#[test]
fn observing_searches_receive_only_observations_of_their_seat() {
    assert_tight_from_the_start(&Kuhn::default(), 60);
    assert_tight_from_the_start(&Leduc::default(), 200);
    assert_tight_from_the_start(&LiarsDice::new(3).expect("a valid number"), 100);
    assert_tight_from_the_start(&PhantomMnk::new(3, 3, 3).expect("a board"), 30);
    assert_tight_from_the_start(&DarkHex::new(3, 3, Reveal::Abrupt).expect("a board"), 30);
    assert_tight_from_the_start(&hidden_bids(3, goofspiel::Order::Descending), 60);
    assert_tight_from_the_start(&hidden_bids(4, goofspiel::Order::Random), 200);
    assert_tight_from_the_start(&ToySubset::new(0.4, Moves::Hidden).expect("a valid setting"), 60);
}

fn assert_tight<G>(start: &G, games: u64)
where
    G: Chance + Redeal + Simultaneous + PartialEq + Debug,
{
    let mut determinized = DeterminizedUct::<G>::new(setup(8));
    determinized.trees = 8;
    let found = [
        ("random", test_search(start, games, &mut Random)),
        ("flat-mc", test_search(start, games, &mut FlatMc::<G>::new(setup(64)))),
        ("flat-ucb", test_search(start, games, &mut FlatUcb::<G>::new(setup(64)))),
        (
            "policy-improvement",
            test_search(
                start,
                games,
                &mut PolicyImprovement::<G, _>::of_policy(Uniform, setup(64)),
            ),
        ),
        ("determinized-uct", test_search(start, games, &mut determinized)),
        ("so-ismcts", test_search(start, games, &mut SoIsmcts::<G>::new(setup(64)))),
        ("so-ismcts-pom", test_search(start, games, &mut SoIsmctsPom::<G>::new(setup(64)))),
        ("mo-ismcts", test_search(start, games, &mut MoIsmcts::<G>::new(setup(64)))),
        ("oos", test_search(start, games, &mut Oos::<G>::new(setup(64)))),
        ("smooth-uct", test_search(start, games, &mut smooth(Oos::<G>::new(setup(64))))),
        ("oos in little memory", test_search(start, games, &mut Oos::<G>::new(lean(64)))),
        (
            "so-ismcts on threads",
            test_search(start, games, &mut on_threads(|| SoIsmcts::<G>::new(setup(64)))),
        ),
        (
            "mo-ismcts on threads",
            test_search(start, games, &mut on_threads(|| MoIsmcts::<G>::new(setup(64)))),
        ),
        (
            "mo-ismcts in little memory",
            test_search(start, games, &mut MoIsmcts::<G>::new(lean(64))),
        ),
        (
            "so-ismcts in little memory",
            test_search(start, games, &mut SoIsmcts::<G>::new(lean(64))),
        ),
        (
            "so-ismcts-pom in little memory",
            test_search(start, games, &mut SoIsmctsPom::<G>::new(lean(64))),
        ),
    ];
    for (name, tested) in found.into_iter().chain(with_options(start, games)) {
        assert!(tested.pairs >= 10, "{name}: too few pairs to tell, {tested:?}");
        assert_eq!(tested.leaks, 0, "{name} depends on what it cannot see: {tested:?}");
    }
    for (name, tested) in by_turns(start, games) {
        assert!(
            tested.pairs >= 4 || start.players() == 1,
            "{name}: too few pairs to tell, {tested:?}"
        );
        assert_eq!(tested.leaks, 0, "{name} depends on what another seat has seen: {tested:?}");
    }
    let mut ensemble = CheatingEnsemble::<G>::new(setup(8));
    ensemble.trees = 8;
    let cheats = [
        ("cheating-uct", test_cheating(start, games, &mut CheatingUct::<G>::new(setup(64)))),
        ("cheating-ensemble", test_cheating(start, games, &mut ensemble)),
        (
            "cheating-uct on threads",
            test_cheating(start, games, &mut on_threads(|| CheatingUct::<G>::new(setup(64)))),
        ),
    ];
    for (name, tested) in cheats {
        assert!(tested.leaks > 0, "{name} sees everything, and the test should notice: {tested:?}");
    }
}

/// The options of the information set searches that the paper's authors suggest.
fn with_options<G>(start: &G, games: u64) -> [(&'static str, Tested); 5]
where
    G: Chance + Redeal + Simultaneous + PartialEq + Debug,
{
    let mut matching = SoIsmcts::<G>::new(setup(64));
    matching.rules.select = Select::RegretMatching;
    let mut narrow = SoIsmcts::<G>::new(setup(64));
    narrow.rules.widening = Some(Widening { scale: 1.0, alpha: 0.5 });
    let mut pom = SoIsmctsPom::<G>::new(setup(64));
    (pom.rules.select, pom.rules.widening) = (Select::Exp3(Trials::SoFar), narrow.rules.widening);
    let [mut doubting, mut forgetful] = [Memory::Views, Memory::Nothing].map(|memory| {
        let mut search = MoIsmcts::<G>::new(setup(64));
        search.algorithm.opponents = Opponents::Doubting { share: 0.5, memory };
        search
    });
    (forgetful.rules.select, forgetful.rules.widening) =
        (Select::RegretMatching, narrow.rules.widening);
    [
        ("so-ismcts with regret matching", test_search(start, games, &mut matching)),
        ("so-ismcts with widening", test_search(start, games, &mut narrow)),
        ("so-ismcts-pom with exp3", test_search(start, games, &mut pom)),
        ("mo-ismcts with doubts", test_search(start, games, &mut doubting)),
        ("mo-ismcts with doubts and regret matching", test_search(start, games, &mut forgetful)),
    ]
}

/// Searches that serve all seats in turn, and searches with one instance for each seat. The
/// adaptive parameters of a reward belong to the seat whose decisions they come from.
fn by_turns<G>(start: &G, games: u64) -> [(&'static str, Tested); 7]
where
    G: Chance + Redeal + Simultaneous + PartialEq + Debug,
{
    let remembering = || {
        let reward = QualityBased::relative(Bonus::new(Mode::Fixed, 3.0, Scale::Online));
        SoIsmcts::new(setup::<G>(64).reward(reward))
    };
    let so = || SoIsmcts::<G>::new(setup(16));
    let mo = || {
        let mut search = MoIsmcts::<G>::new(setup(16));
        search.algorithm.opponents = Opponents::Doubting { share: 0.5, memory: Memory::Views };
        search
    };
    [
        ("so-ismcts for all seats", test_seats(start, games, Seating::Shared, so)),
        ("so-ismcts for each seat", test_seats(start, games, Seating::Apart, so)),
        ("mo-ismcts for all seats", test_seats(start, games, Seating::Shared, mo)),
        (
            "oos for all seats",
            test_seats(start, games, Seating::Shared, || Oos::<G>::new(setup(16))),
        ),
        (
            "determinized-uct for all seats",
            test_seats(start, games, Seating::Shared, || DeterminizedUct::<G>::new(setup(2))),
        ),
        (
            "flat-ucb for all seats",
            test_seats(start, games, Seating::Shared, || FlatUcb::<G>::new(setup(16))),
        ),
        (
            "so-ismcts with bonuses for all seats",
            test_seats(start, games, Seating::Shared, remembering),
        ),
    ]
}

#[test]
fn confrontation() {
    for setup in [Start::Fixed, Start::Random, Start::Constrained] {
        let settings = confrontation::Settings { setup, ..confrontation::Settings::default() };
        assert_tight(&Confrontation::new(settings), 1);
    }
}

#[test]
fn dou_di_zhu() {
    for moves in [dou_di_zhu::Moves::TwoSteps, dou_di_zhu::Moves::Whole] {
        assert_tight(&DouDiZhu::new(moves), 1);
    }
}

fn hidden_bids(cards: u8, order: goofspiel::Order) -> HiddenGoofspiel {
    HiddenGoofspiel::new(cards, order).expect("a valid number")
}

#[test]
fn hidden_goofspiel() {
    assert_tight(&hidden_bids(5, goofspiel::Order::Descending), 10);
    assert_tight(&hidden_bids(6, goofspiel::Order::Random), 5);
}

#[test]
fn kuhn() {
    assert_tight(&Kuhn::default(), 40);
}

#[test]
fn leduc() {
    assert_tight(&Leduc::default(), 30);
}

#[test]
fn liars_dice() {
    assert_tight(&LiarsDice::default(), 30);
}

/// A short game with few cards, in whole moves, in yes/no decisions, and with combat by rules.
#[test]
fn magic() {
    let deck: Deck = "5*L+2*1/1(1)+3*2/2(2)+2*3/3(3)".parse().expect("a deck");
    let settings = Settings { deck, life: 6, hand: 3, ..Settings::default() };
    let plain = Options { most: 16, ..Options::default() };
    let main = Main::Binary(Order::Descending);
    let steps = Options { main, pruning: Pruning::Dominated, combat: Combat::Steps, ..plain };
    let cards = Options { combat: Combat::Expert(Reading::default()), ..plain };
    let reduced = Options { combat: Combat::Reduced, ..plain };
    for options in [plain, steps, cards, reduced] {
        let settings = Settings { options, ..settings.clone() };
        assert_tight(&Magic::new(&settings).expect("valid settings"), 3);
    }
    let playout = Unguided { playout: RuleRollout::new(RulePlayer::REDUCED) };
    let mut search = DeterminizedUct::new(setup::<Magic>(8).playout(playout));
    search.trees = 8;
    let options = Options { main, ..cards };
    let mut player = CardSearch { rules: RulePlayer::default(), options, search };
    let tested = test_search(&Magic::new(&settings).expect("valid settings"), 5, &mut player);
    assert!(tested.pairs >= 10 && tested.leaks == 0, "{tested:?}");
    // All decisions are searched in steps, on interesting orders of cards that are fixed in a tree.
    let playout = Unguided { playout: RuleRollout::new(RulePlayer::REDUCED) };
    let uct = Uct::new(setup::<Magic>(8).playout(playout)).fixed_chance();
    let belief = Dealing::Interesting(Interesting::new(8, RulePlayer::REDUCED));
    let search = DeterminizedUct { trees: 8, belief, uct };
    let mut player = CardSearch { rules: RulePlayer::default(), options: steps, search };
    let tested = test_search(&Magic::new(&settings).expect("valid settings"), 5, &mut player);
    assert!(tested.pairs >= 10 && tested.leaks == 0, "{tested:?}");
    for policy in [RulePlayer::default(), RulePlayer::REDUCED, RulePlayer::RANDOM] {
        let tested = test_search(&Magic::default(), 2, &mut RuleBased { policy });
        assert!(tested.pairs >= 10 && tested.leaks == 0, "{policy:?}: {tested:?}");
    }
    let start = Magic::new(&settings).expect("valid settings");
    let expert = RulePlayer::default();
    let mut improved =
        PolicyImprovement::of_policy(expert, setup::<Magic>(64).playout(RuleRollout::new(expert)));
    let tested = test_search(&start, 5, &mut improved);
    assert!(tested.pairs >= 10 && tested.leaks == 0, "{tested:?}");
}

#[test]
fn dark_hex() {
    assert_tight(&DarkHex::default(), 10);
    assert_tight(&DarkHex::new(3, 3, Reveal::Abrupt).expect("a board"), 10);
}

#[test]
fn phantom_mnk() {
    assert_tight(&PhantomMnk::default(), 5);
    assert_tight(&PhantomMnk::new(3, 3, 3).expect("a board"), 10);
}

#[test]
fn toy_fusion() {
    assert_tight(&ToyFusion::default(), 30);
}

#[test]
fn toy_subset() {
    for moves in [Moves::Open, Moves::Hidden] {
        assert_tight(&ToySubset::new(0.4, moves).expect("a valid setting"), 30);
    }
}
