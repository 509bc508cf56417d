use super::*;
use crate::exact::exploitability;
use crate::exact::toys::{Act, CHIPS, Kuhn};
use crate::game::Hidden;
use crate::search::DeterminizedUct;
use crate::testing::random_tree::{RandomTree, TreeShape, Turns};

fn epimc<G: Chance + Hidden + Simultaneous>(plies: u32, worlds: u32, iterations: u64) -> Epimc<G> {
    let mut search = Epimc::<G>::new(Setup::new(Budget::iterations(iterations)));
    (search.plies, search.worlds) = (plies, worlds);
    search
}

/// With 0 plies it is exactly determinized UCT, random number by random number.
#[test]
fn without_plies_it_is_determinized_uct() {
    let view = Kuhn { cards: Some([1, 0]), bets: vec![] }.view(Player(0));
    let mut plain = DeterminizedUct::<Kuhn>::new(Setup::new(Budget::iterations(50)));
    plain.trees = 7;
    plain.uct.setup.choice = FinalChoice::SampledVisits;
    for seed in 0..5 {
        let right = plain.decide(&view, Player(0), &mut Rng::new(seed));
        assert_eq!(epimc::<Kuhn>(0, 7, 350).decide(&view, Player(0), &mut Rng::new(seed)), right);
    }
}

/// Without hidden information and with all plies there is one world, and its solution is that of
/// the tree.
#[test]
fn with_all_plies_it_is_the_solution() {
    let shape = TreeShape { steps: 4, moves: 3, outcomes: 2, turns: Turns::Alternating };
    for seed in 0..6 {
        let start = RandomTree::new(seed, shape);
        let right = crate::exact::Expectimax::new().action_values(&start);
        let mut search = epimc::<RandomTree>(9, 1, 100_000);
        search.solver.iterations = 2000;
        let decision = search.decide(&start, Player(0), &mut Rng::new(seed));
        let best = right.iter().map(|(_, values)| values[0]).fold(f64::NEG_INFINITY, f64::max);
        let found =
            right.iter().find(|(action, _)| *action == decision.action).expect("a legal move");
        assert!(best - found.1[0] < 1e-2, "{right:?} {decision:?}");
        for (candidate, (action, values)) in decision.candidates.iter().zip(&right) {
            let over = 2.0 * candidate.value - 1.0 - values[0];
            let most = if *action == decision.action { 1e-2 } else { 2.0 };
            assert!((-1e-2..most).contains(&over), "{right:?} {decision:?}");
        }
    }
}

/// A king wins more by a bet, and a jack folds to a bet, for any number of plies.
#[test]
fn cards_that_are_sure_are_played_so() {
    for plies in 0..4 {
        let king = Kuhn { cards: Some([0, 2]), bets: vec![Act::Bet] }.view(Player(1));
        let decision = epimc::<Kuhn>(plies, 20, 2000).decide(&king, Player(1), &mut Rng::new(1));
        assert_eq!(decision.action, Act::Bet, "{decision:?}");
        let jack = Kuhn { cards: Some([2, 0]), bets: vec![Act::Bet] }.view(Player(1));
        let decision = epimc::<Kuhn>(plies, 20, 2000).decide(&jack, Player(1), &mut Rng::new(1));
        assert_eq!(decision.action, Act::Pass, "{decision:?}");
    }
}

/// All of Kuhn poker after the deal, for the first player with each card: its strategy is part of a
/// solution of the game in which the opponent has either of the other cards.
#[test]
fn leaves_are_as_many_as_there_are_simulations_for() {
    let worlds: Vec<Kuhn> =
        [0, 2].map(|other| Kuhn { cards: Some([1, other]), bets: vec![] }).to_vec();
    let leaves = |plies, iterations| {
        let (subgame, leaves) = epimc::<Kuhn>(plies, 2, iterations).subgame(worlds.clone());
        let tree = GameTree::new(&subgame);
        assert_eq!(tree.terminals() as u64, leaves);
        let uniform = exploitability(&tree, &Tabulated::uniform(&tree));
        assert_eq!(CHIPS * uniform, 0.0, "all leaves have value 0");
        leaves
    };
    assert_eq!([1, 2, 3].map(|plies| leaves(plies, 1000)), [4, 8, 10]);
    assert_eq!([1, 2, 3].map(|plies| leaves(plies, 9)), [4, 8, 8], "a ply is taken off");
}
