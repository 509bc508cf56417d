//! The fast searches grow the same trees as the reference searches on real games, node by node.

use sortilege::game::{Chance, Observe, PerfectInfo, Sequential};
use sortilege::reference::comparison::{
    ensemble, flat_ucb, grave, mo_ismcts, so_ismcts, so_ismcts_pom, uct,
};
use sortilege::{Player, Rng, Turn};
use sortilege_games::kuhn::Kuhn;
use sortilege_games::leduc::Leduc;
use sortilege_games::magic::{Combat, Deck, Magic, Main, Options, Order, Settings};
use sortilege_games::mnk::Mnk;
use sortilege_games::phantom_mnk::PhantomMnk;
use sortilege_games::pig::Pig;
use sortilege_games::toy_fusion::ToyFusion;
use sortilege_games::toy_subset::{Moves, ToySubset};

/// Plays random games and calls `look` at every decision with a consecutive number.
fn visit_decisions<G: Chance>(start: &G, games: u64, mut look: impl FnMut(&G, Player, u64)) {
    for game in 0..games {
        let (mut state, mut rng) = (start.clone(), Rng::new(game));
        for number in 0.. {
            let action = match state.turn() {
                Turn::Over => break,
                Turn::Chance => state.sample(&mut rng),
                Turn::Player(who) => {
                    look(&state, who, 1000 * game + number);
                    state.random_action(&mut vec![], &mut rng)
                }
                Turn::Together => panic!("one mover at a time"),
            };
            state.apply(action);
        }
    }
}

/// Compares the information set searches with their references in decisions of random games;
/// returns the number of nodes.
fn compare<G>(start: &G, games: u64, iterations: &[u64]) -> usize
where
    G: Chance + Observe + Sequential,
{
    let mut nodes = 0;
    visit_decisions(start, games, |state, who, seed| {
        let view = state.view(who);
        for &n in iterations {
            let found = [
                ("so-ismcts", so_ismcts::<G>(&view, who, n, seed)),
                ("so-ismcts-pom", so_ismcts_pom::<G>(&view, who, n, seed)),
                ("mo-ismcts", mo_ismcts::<G>(&view, who, n, seed)),
                ("ensemble", ensemble::<G>(&view, who, 2, n, seed)),
                ("flat-ucb", flat_ucb::<G>(&view, who, n, seed)),
            ];
            for (name, found) in found {
                nodes += found
                    .unwrap_or_else(|error| panic!("{name}, {n} iterations, {view:?}: {error}"));
            }
        }
    });
    nodes
}

/// Compares UCT with its reference.
fn compare_open<G>(start: &G, games: u64, iterations: u64) -> usize
where
    G: Chance + PerfectInfo + Sequential,
{
    let mut nodes = 0;
    visit_decisions(start, games, |state, who, seed| {
        nodes +=
            uct(state, who, iterations, seed).unwrap_or_else(|error| panic!("{state:?}: {error}"));
    });
    nodes
}

const STEPS: &[u64] = &[1, 2, 3, 5, 10, 30, 100, 2000];

#[test]
fn poker() {
    assert!(compare(&Kuhn::default(), 20, STEPS) > 5_000);
    assert!(compare(&Leduc::default(), 8, STEPS) > 30_000);
}

#[test]
fn toys() {
    assert!(compare(&ToyFusion::default(), 20, STEPS) > 3_000);
    for moves in [Moves::Open, Moves::Hidden] {
        assert!(compare(&ToySubset::new(0.1, moves).expect("a valid setting"), 20, STEPS) > 8_000);
    }
}

/// Most moves are not observed by the opponent.
#[test]
fn phantom_games() {
    assert!(compare(&PhantomMnk::new(3, 3, 3).expect("a small board"), 3, STEPS) > 100_000);
}

/// A short game with few cards, in whole moves and in yes/no decisions.
#[test]
fn creature_combat() {
    let deck: Deck = "8*L+3*1/1(1)+3*2/2(2)+2*3/2(3)".parse().expect("a deck");
    for main in [Main::Whole, Main::Binary(Order::Descending)] {
        for combat in [Combat::Whole, Combat::Steps] {
            let options = Options { main, combat, ..Options::default() };
            let settings =
                Settings { deck: deck.clone(), life: 4, hand: 3, options, ..Settings::default() };
            let game = Magic::new(&settings).expect("valid settings");
            assert!(compare(&game, 1, &[1, 10, 100, 500]) > 50_000);
        }
    }
}

#[test]
fn games_of_perfect_information() {
    assert!(compare_open(&Mnk::new(3, 3, 3).expect("a small board"), 5, 2000) > 20_000);
    assert!(compare_open(&Pig::new(20).expect("a goal"), 3, 1000) > 20_000);
}

/// RAVE and GRAVE.
#[test]
fn moves_as_first() {
    let mut nodes = 0;
    visit_decisions(&Mnk::new(3, 3, 3).expect("a small board"), 3, |state, who, seed| {
        for settings in [(0, 1e-3), (20, 1e-4)] {
            nodes += grave(state, who, settings, 1000, seed)
                .unwrap_or_else(|error| panic!("{settings:?}, {state:?}: {error}"));
        }
    });
    assert!(nodes > 10_000, "{nodes}");
}
