//! Comparison of Star1 and Star2 with expectimax, and of the sampled searches with each other (SM
//! §3.1): pruning must not change a value.

use crate::evaluator::Evaluator;
use crate::game::{Key, Outcomes, PerfectInfo, Sequential};
use crate::search::{Decision, Dice, Ordering, Pruning, Sampling, Search, StarMinimax};
use crate::{Budget, Player, Rng, Turn};

/// Number of nodes visited over all positions of a test, with all outcomes of chance searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Visited {
    /// Nodes visited by expectimax.
    pub expectimax: u64,
    /// Nodes visited by Star1.
    pub star1: u64,
    /// Nodes visited by Star2.
    pub star2: u64,
}

/// Sampling methods under which the searches are compared: the kind of sampling, the dice, and the
/// number of chance events from the root whose outcomes are all searched.
const WAYS: [(Sampling, Dice, u32); 7] = [
    (Sampling::All, Dice::Own, 0),
    (Sampling::WithReplacement(1), Dice::Own, 0),
    (Sampling::WithReplacement(3), Dice::Own, 0),
    (Sampling::WithoutReplacement(2), Dice::Own, 0),
    (Sampling::Adaptive { first: 3, ratio: 0.5, least: 1 }, Dice::Own, 0),
    (Sampling::WithReplacement(2), Dice::Common, 0),
    (Sampling::Systematic(2), Dice::Common, 1),
];

/// Compares all searches at `positions` decisions of random games from `start`, at every depth up
/// to `depth`: expectimax, Star1 and Star2, in either move order, with and without pruning close to
/// the leaves, with all outcomes and with samples. Panics if any two values differ by more than
/// 10^-12. Star1 and Star2 visit a subset of the nodes of expectimax; the function panics if they
/// visit more. Returns the number of visited nodes for each depth, from depth 1.
pub fn star_equalities<G, E>(
    start: &G,
    evaluator: E,
    positions: u32,
    depth: u32,
    seed: u64,
) -> Vec<Visited>
where
    G: PerfectInfo + Sequential + Outcomes + Key,
    E: Evaluator<G> + Clone,
{
    let (mut rng, mut scratch) = (Rng::new(seed), vec![]);
    let mut visited = vec![Visited::default(); depth as usize];
    let (mut state, mut left) = (start.clone(), positions);
    while left > 0 {
        match state.turn() {
            Turn::Over => state = start.clone(),
            Turn::Chance => state.apply(state.sample(&mut rng)),
            Turn::Together => unreachable!("the game is sequential"),
            Turn::Player(who) => {
                // Skips most decisions, because a few games would otherwise provide all positions.
                if rng.below(3) == 0 {
                    compare((&state, who), &evaluator, depth, rng.bits(), &mut visited);
                    left -= 1;
                }
                state.apply(state.random_action(&mut scratch, &mut rng));
            }
        }
    }
    visited
}

fn compare<G, E>(
    (state, who): (&G, Player),
    evaluator: &E,
    depth: u32,
    seed: u64,
    visited: &mut [Visited],
) where
    G: PerfectInfo + Sequential + Outcomes + Key,
    E: Evaluator<G> + Clone,
{
    for way in WAYS {
        let (sampling, dice, exact) = way;
        let search = |pruning| {
            let mut search =
                StarMinimax::new(pruning, Budget::default(), evaluator.clone()).depth(depth);
            (search.sampling, search.dice, search.exact) = (sampling, dice, exact);
            search
        };
        let mut plain = search(Pruning::None);
        let truth = plain.decide(state, who, &mut Rng::new(seed));
        for (pruning, unpruned, ordering) in [
            (Pruning::Star1, 0, Ordering::Listed),
            (Pruning::Star2, 0, Ordering::Listed),
            (Pruning::Star1, 2, Ordering::Evaluated),
            (Pruning::Star2, 1, Ordering::Evaluated),
        ] {
            let mut pruned = search(pruning);
            (pruned.unpruned, pruned.ordering) = (unpruned, ordering);
            let found = pruned.decide(state, who, &mut Rng::new(seed));
            let name = format!("{pruning:?}, {way:?}, no pruning to {unpruned}, {ordering:?}");
            assert_same(&plain, &truth, &pruned, &found, &format!("{name} at {state:?}"));
            if sampling == Sampling::All && unpruned == 0 {
                count(&plain, &pruned, visited);
            }
        }
    }
}

fn assert_same<G: crate::Game, E>(
    plain: &StarMinimax<G, E>,
    truth: &Decision<G::Action>,
    pruned: &StarMinimax<G, E>,
    found: &Decision<G::Action>,
    search: &str,
) {
    for (right, value) in plain.finished().iter().zip(pruned.finished()) {
        let error = (right.value - value.value).abs();
        assert!(
            error <= 1e-12,
            "{} is not {} at depth {}: {search}",
            value.value,
            right.value,
            right.depth
        );
        let more = value.nodes > right.nodes;
        assert!(
            !more,
            "{} nodes of {} at depth {}: {search}",
            value.nodes, right.nodes, right.depth
        );
    }
    if plain.finished().len() == pruned.finished().len() {
        let chosen =
            truth.candidates.iter().find(|one| one.action == found.action).expect("a legal move");
        let best = plain.finished().last().expect("an iteration").value;
        assert!((chosen.value - best).abs() <= 1e-12, "{} is not {best}: {search}", chosen.value);
    }
}

fn count<G: crate::Game, E>(
    plain: &StarMinimax<G, E>,
    pruned: &StarMinimax<G, E>,
    visited: &mut [Visited],
) {
    for ((plain, found), visited) in plain.finished().iter().zip(pruned.finished()).zip(visited) {
        match pruned.pruning {
            Pruning::Star2 => visited.star2 += found.nodes,
            _ => {
                visited.expectimax += plain.nodes;
                visited.star1 += found.nodes;
            }
        }
    }
}
