use super::*;
use crate::Turn;
use crate::evaluator::Even;
use crate::exact::Expectimax;
use crate::testing::hand_made::{HandMade, Place};
use crate::testing::random_tree::{RandomTree, Score, TreeShape, Turns};
use crate::testing::{odds, star_equalities};
use Place::{Chance, Choice, End};
use bounds::OutcomeSet;
use sampling::ChancePath;
use std::time::Duration;

const ME: Player = Player(0);
const PRUNINGS: [Pruning; 3] = [Pruning::None, Pruning::Star1, Pruning::Star2];

fn search<G: Game, E>(pruning: Pruning, depth: u32, evaluator: E) -> StarMinimax<G, E> {
    StarMinimax::new(pruning, Budget::default(), evaluator).depth(depth)
}

fn iterations(places: &'static [Place], pruning: Pruning, depth: u32) -> Vec<Iteration> {
    let mut search = search::<HandMade, _>(pruning, depth, Even);
    search.decide(&HandMade::new(places), ME, &mut Rng::new(1));
    search.finished().to_vec()
}

/// The first move has the value 0.5 x 0.2 + 0.5 x 0.4 = 0.3, the second 0.5 x (-0.5) + 0.5 x (-0.9)
/// = -0.7.
const CUT: &[Place] = &[
    Choice(0, &[1, 2]),
    Chance(&[(5, 0.5), (6, 0.5)]),
    Chance(&[(3, 0.5), (4, 0.5)]),
    Choice(1, &[7, 8, 9]),
    Choice(1, &[10, 11]),
    End(&[0.2, -0.2]),
    End(&[0.4, -0.4]),
    End(&[0.6, -0.6]),
    End(&[-0.5, 0.5]),
    End(&[0.9, -0.9]),
    End(&[-0.9, 0.9]),
    End(&[0.1, -0.1]),
];

/// With two moves of depth expectimax visits everything: 12 nodes, 7 of them leaves.
///
/// Star1 has 0.3 after the root, the first chance node and its two leaves. At the second chance
/// node alpha' for the first child is (0.3 - 1 + 0.5 x 1) / 0.5 = -0.4. There Min gets 0.6, then
/// -0.5, which is below alpha': the third leaf is skipped. Now opti is 0.5 x (-0.5) + 0.5 x 1 =
/// 0.25, below 0.3: the second child is skipped. That makes 4 + 1 + 3 = 8 nodes.
///
/// Star2 probes at the second chance node: 0.6 at the first child, so opti is 0.5 x 0.6 + 0.5 =
/// 0.8, then -0.9 at the second, so opti is 0.3 - 0.45 = -0.15, below 0.3. That makes 4 + 1 + 2 + 2
/// = 9 nodes.
#[test]
fn cut_offs_worked_by_hand() {
    for (pruning, nodes, leaves) in
        [(Pruning::None, 12, 7), (Pruning::Star1, 8, 4), (Pruning::Star2, 9, 4)]
    {
        let found = iterations(CUT, pruning, 2);
        let deep = Iteration { depth: 2, value: found[1].value, nodes, leaves };
        assert_eq!(found[1], deep, "{pruning:?}");
        assert!((deep.value - 0.3).abs() < 1e-12);
    }
}

/// After each move of the first player a Min node with value 0 lies at the horizon.
#[test]
fn at_the_horizon_chance_is_resolved_before_anything_is_evaluated() {
    for pruning in PRUNINGS {
        let mut search = search::<HandMade, _>(pruning, 1, Even);
        let decision = search.decide(&HandMade::new(CUT), ME, &mut Rng::new(1));
        assert!((decision.candidates[0].value - 0.3).abs() < 1e-12);
        assert_eq!(search.finished()[0].nodes, 7, "{pruning:?}");
        assert!(search.ahead.reached_horizon());
        if pruning == Pruning::None {
            assert_eq!(decision.candidates[1].value, 0.0);
        }
    }
}

/// As printed, Algorithm 1 would stop at a child with value v_max, and return the lower bound 0.5 -
/// 0.5 = 0 for a node with value 0.25.
#[test]
fn a_child_of_the_highest_value_is_no_reason_to_stop() {
    const BEST_FIRST: &[Place] =
        &[Choice(0, &[1]), Chance(&[(2, 0.5), (3, 0.5)]), End(&[1.0, -1.0]), End(&[-0.5, 0.5])];
    const WORST_FIRST: &[Place] =
        &[Choice(0, &[1]), Chance(&[(2, 0.5), (3, 0.5)]), End(&[-1.0, 1.0]), End(&[0.5, -0.5])];
    for pruning in PRUNINGS {
        assert_eq!(iterations(BEST_FIRST, pruning, 1)[0].value, 0.25);
        assert_eq!(iterations(WORST_FIRST, pruning, 1)[0].value, -0.25);
    }
}

/// The second player acts and minimises the value of the first.
#[test]
fn values_are_those_of_the_player_who_decides() {
    const SECOND: &[Place] = &[Choice(1, &[1, 2]), End(&[0.5, -0.5]), End(&[-0.25, 0.25])];
    for pruning in PRUNINGS {
        let decision = search::<HandMade, _>(pruning, 3, Even).decide(
            &HandMade::new(SECOND),
            Player(1),
            &mut Rng::new(1),
        );
        assert_eq!((decision.action, decision.candidates[1].value), (1, 0.25));
    }
}

/// Thousands of positions in a few hundred trees, to all depths, with every variant.
#[test]
fn pruning_changes_no_value() {
    for seed in 0..50 {
        star_equalities(&RandomTree::new(seed, TreeShape::DRAWN), Score, 20, 4, seed);
        let wide = TreeShape { steps: 6, moves: 4, outcomes: 16, turns: Turns::Drawn };
        star_equalities(&RandomTree::new(seed, wide), Score, 10, 3, seed);
        let regular = TreeShape { steps: 6, moves: 3, outcomes: 3, turns: Turns::Alternating };
        star_equalities(&RandomTree::new(seed, regular), Score, 10, 3, seed);
    }
}

/// At depth 3, in regular trees of three moves and three outcomes. The savings of Star2 depend on
/// the order of moves, which is random here.
#[test]
fn pruning_saves_nodes() {
    let mut visited = [0; 3];
    for seed in 0..40 {
        let depth_3 =
            star_equalities(&RandomTree::new(seed, TreeShape::REGULAR), Score, 1, 3, seed)[2];
        let nodes = [depth_3.expectimax, depth_3.star1, depth_3.star2];
        visited.iter_mut().zip(nodes).for_each(|(sum, nodes)| *sum += nodes);
    }
    let [plain, star1, star2] = visited;
    assert!(star1 * 3 < plain * 2 && star2 * 4 < plain * 3, "{visited:?}");
}

/// A sampling configuration: outcomes, dice, and the number of exact throws.
type Way = (Sampling, Dice, u32);

fn sampled<G: Game, E>(
    search: StarMinimax<G, E>,
    (sampling, dice, exact): Way,
) -> StarMinimax<G, E> {
    StarMinimax { sampling, dice, exact, ..search }
}

/// V_d of SM §2.1, or V̂_d of SM §3, by its definition; `chance_path` contains the chance outcomes
/// since the root.
fn by_definition(
    state: &RandomTree,
    depth: u32,
    way: Way,
    seed: u64,
    chance_path: ChancePath,
) -> f64 {
    let value = |action: u8, depth, chance_path| {
        by_definition(&state.after(action), depth, way, seed, chance_path)
    };
    let (sampling, dice, exact) = way;
    match state.turn() {
        Turn::Player(who) if depth > 0 => {
            let mut actions = vec![];
            state.actions(&mut actions);
            let values = actions.into_iter().map(|action| value(action, depth - 1, chance_path));
            if who == ME { values.fold(-1.0, f64::max) } else { values.fold(1.0, f64::min) }
        }
        Turn::Chance => {
            let sampling = if chance_path.throws < exact { Sampling::All } else { sampling };
            let by = if dice == Dice::Own { state.key() } else { chance_path.key };
            let (mut set, rng) =
                (OutcomeSet::default(), || Rng::derive(&[seed, by, u64::from(depth)]));
            _ = sampling.draw(state, rng, 0, || false, &mut vec![], &mut set);
            let outcomes = set.iter().enumerate();
            outcomes
                .map(|(at, outcome)| {
                    outcome.odds * value(outcome.action, depth, chance_path.then(at))
                })
                .sum()
        }
        _ => state.payoff(ME),
    }
}

#[test]
fn every_depth_is_as_defined() {
    for seed in 0..100 {
        let game = RandomTree::new(seed, TreeShape::DRAWN);
        let decision_seed = Rng::new(seed).bits();
        for way in [
            (Sampling::All, Dice::Own, 0),
            (Sampling::WithReplacement(3), Dice::Own, 0),
            (Sampling::WithoutReplacement(2), Dice::Own, 0),
            (Sampling::Systematic(2), Dice::Own, 0),
            (Sampling::WithReplacement(2), Dice::Common, 0),
            (Sampling::WithReplacement(1), Dice::Own, 1),
            (Sampling::Systematic(2), Dice::Common, 1),
        ] {
            for pruning in PRUNINGS {
                let mut search = sampled(search::<RandomTree, _>(pruning, 4, Score), way);
                search.decide(&game, ME, &mut Rng::new(seed));
                for found in search.finished() {
                    let right = by_definition(
                        &game,
                        found.depth,
                        way,
                        decision_seed,
                        ChancePath::default(),
                    );
                    assert!((found.value - right).abs() < 1e-12, "{pruning:?}, {way:?}: {found:?}");
                }
            }
        }
    }
}

#[test]
fn at_full_depth_values_are_exact() {
    for seed in 0..200 {
        let game = RandomTree::new(seed, TreeShape { steps: 6, ..TreeShape::DRAWN });
        let truth = Expectimax::new().value(&game)[0];
        for pruning in PRUNINGS {
            // No chance event has more than four outcomes.
            for way in [
                (Sampling::All, Dice::Own, 0),
                (Sampling::WithoutReplacement(4), Dice::Own, 0),
                (Sampling::Systematic(4), Dice::Common, 0),
                (Sampling::WithReplacement(1), Dice::Common, 6),
            ] {
                let mut search = sampled(search::<RandomTree, _>(pruning, 10, Score), way);
                search.decide(&game, ME, &mut Rng::new(seed));
                let last = search.finished().last().unwrap();
                assert!(
                    (last.value - truth).abs() < 1e-12,
                    "{pruning:?}, {way:?}: {last:?}, {truth}"
                );
                assert!(!search.ahead.reached_horizon() && last.depth <= 6);
            }
        }
    }
}

/// Two lotteries of 1 and -1, where estimates have their maximum variance.
const LOTTERIES: &[Place] = &[
    Choice(0, &[1, 2]),
    Chance(&[(3, 0.5), (4, 0.5)]),
    Chance(&[(3, 0.25), (4, 0.75)]),
    End(&[1.0, -1.0]),
    End(&[-1.0, 1.0]),
];

fn estimates<G, E>(game: &G, evaluator: E, width: u32, depth: u32, seeds: u64) -> Vec<f64>
where
    G: PerfectInfo + Sequential + Outcomes + Key,
    E: Evaluator<G>,
{
    let mut search =
        search::<G, E>(Pruning::Star1, depth, evaluator).sampling(Sampling::WithReplacement(width));
    let mut estimate = |seed| {
        search.decide(game, ME, &mut Rng::new(seed));
        search.finished().last().unwrap().value
    };
    (0..seeds).map(&mut estimate).collect()
}

/// SM Theorem 1: |V̂_d - V_d| <= lambda d with a probability of at least 1 - (2c|A|)^d
/// exp(-lambda^2 c / 2).
fn assert_covered<G, E>(game: &G, evaluator: E, moves: f64, [width, depth]: [u32; 2], seeds: u64)
where
    G: PerfectInfo + Sequential + Outcomes + Key,
    E: Evaluator<G> + Clone,
{
    let mut exact = search::<G, E>(Pruning::None, depth, evaluator.clone());
    exact.decide(game, ME, &mut Rng::new(0));
    let truth = exact.finished().last().unwrap().value;
    let found = estimates(game, evaluator, width, depth, seeds);
    let (c, d) = (f64::from(width), f64::from(depth));
    for lambda in (1..=20).map(|tenth| f64::from(tenth) / 10.0) {
        let bound = 1.0 - (2.0 * c * moves).powf(d) * (-lambda * lambda * c / 2.0).exp();
        let covered = found.iter().filter(|&value| (value - truth).abs() <= lambda * d).count();
        assert!(
            covered as f64 >= bound * seeds as f64,
            "{covered} of {seeds} at lambda = {lambda}, c = {c}, d = {d}"
        );
    }
}

#[test]
fn theorem_1_holds() {
    assert_covered(&HandMade::new(LOTTERIES), Even, 2.0, [40, 1], 2000);
    assert_covered(&HandMade::new(LOTTERIES), Even, 2.0, [200, 1], 500);
    for seed in 0..5 {
        let shape = TreeShape { steps: 4, moves: 2, outcomes: 8, turns: Turns::Alternating };
        assert_covered(&RandomTree::new(seed, shape), Score, 2.0, [40, 1], 300);
        assert_covered(&RandomTree::new(seed, shape), Score, 2.0, [60, 2], 100);
    }
}

/// Without a choice the estimate has no optimistic bias.
#[test]
fn a_lottery_is_estimated_without_bias() {
    const LOTTERY: &[Place] =
        &[Choice(0, &[1]), Chance(&[(2, 0.25), (3, 0.75)]), End(&[1.0]), End(&[-1.0])];
    let found = estimates(&HandMade::new(LOTTERY), Even, 3, 1, 4000);
    let mean = found.iter().sum::<f64>() / 4000.0;
    assert!((mean + 0.5).abs() < odds::mean_bound(4000, -1.0, 1.0), "{mean}");
    // The only values are -1, -1/3, 1/3 and 1.
    assert!(
        found.iter().all(|value| (value * 1.5 - 0.5 - (value * 1.5 - 0.5).round()).abs() < 1e-12)
    );
}

fn drawn(sampling: Sampling, game: &RandomTree, seed: u64, ply: u32) -> Vec<(u8, f64)> {
    let mut set = OutcomeSet::default();
    let rng = || Rng::derive(&[seed, game.key(), 3]);
    _ = sampling.draw(game, rng, ply, || false, &mut vec![], &mut set);
    set.iter().map(|outcome| (outcome.action, outcome.odds)).collect()
}

/// Four billion samples take a minute; a search that is over does not wait for them.
#[test]
fn draws_end_with_the_search() {
    let (game, _) = chance_node();
    let looks = std::cell::Cell::new(0);
    let is_over = || looks.replace(looks.get() + 1) == 2;
    for sampling in [
        Sampling::WithReplacement(u32::MAX),
        Sampling::Adaptive { first: 10, ratio: 100.0, least: 1 },
    ] {
        looks.set(0);
        let drawn = sampling.draw(
            &game,
            || Rng::new(1),
            9,
            is_over,
            &mut vec![],
            &mut OutcomeSet::default(),
        );
        assert_eq!((drawn, looks.get()), (None, 3));
    }
}

fn chance_node() -> (RandomTree, Vec<(u8, f64)>) {
    let mut game = RandomTree::new(5, TreeShape { outcomes: 6, ..TreeShape::REGULAR });
    game.apply(0);
    let mut all = vec![];
    game.outcomes(&mut all);
    (game, all)
}

#[test]
fn samples_fit_the_odds() {
    let (game, all) = chance_node();
    let right: Vec<f64> = all.iter().map(|&(_, odds)| odds).collect();
    for sampling in
        [Sampling::WithReplacement(1), Sampling::WithoutReplacement(3), Sampling::Systematic(1)]
    {
        let mut counts = vec![0; all.len()];
        (0..6000).for_each(|seed| counts[usize::from(drawn(sampling, &game, seed, 0)[0].0)] += 1);
        odds::fit(&counts, &right).unwrap();
    }
}

#[test]
fn a_sample_weighs_one_and_repeats_are_merged() {
    let (game, all) = chance_node();
    for seed in 0..200 {
        for (sampling, most) in [
            (Sampling::All, 6),
            (Sampling::WithReplacement(20), 6),
            (Sampling::WithReplacement(2), 2),
            (Sampling::WithoutReplacement(4), 4),
            (Sampling::Systematic(4), 4),
        ] {
            let set = drawn(sampling, &game, seed, 0);
            let total: f64 = set.iter().map(|&(_, odds)| odds).sum();
            assert!((total - 1.0).abs() < 1e-12 && set.len() <= most, "{sampling:?}: {set:?}");
            let mut outcomes: Vec<u8> = set.iter().map(|&(outcome, _)| outcome).collect();
            outcomes.sort_unstable();
            outcomes.dedup();
            assert_eq!(outcomes.len(), set.len());
        }
        assert_eq!(drawn(Sampling::WithoutReplacement(4), &game, seed, 0).len(), 4);
        assert_eq!(drawn(Sampling::WithoutReplacement(6), &game, seed, 0), all);
        assert_eq!(drawn(Sampling::Systematic(6), &game, seed, 0), all);
        assert_eq!(
            drawn(Sampling::WithReplacement(2), &game, seed, 0),
            drawn(Sampling::WithReplacement(2), &game, seed, 7)
        );
    }
}

/// The mean over all starts, by enumeration: the sample changes only where a point passes from one
/// outcome to the next.
#[test]
fn systematic_draws_have_no_bias() {
    for seed in 0..50 {
        let mut game = RandomTree::new(seed, TreeShape { outcomes: 9, ..TreeShape::REGULAR });
        game.apply(0);
        let mut all = vec![];
        game.outcomes(&mut all);
        for width in 1..all.len() as u32 {
            let ends = all.iter().scan(0.0, |sum, &(_, odds)| {
                *sum += odds;
                Some((*sum * f64::from(width)).fract())
            });
            let mut starts: Vec<f64> = ends.chain([0.0, 1.0]).collect();
            starts.sort_by(f64::total_cmp);
            let mut means = vec![0.0; all.len()];
            for piece in starts.windows(2).filter(|piece| piece[1] - piece[0] > 1e-9) {
                let mut hits = all.clone();
                let worth =
                    sampling::systematic(width, || (piece[0] + piece[1]) / 2.0, &mut hits).unwrap();
                for (outcome, hits) in hits {
                    let expected = all[usize::from(outcome)].1 * f64::from(width);
                    assert!(
                        (hits - expected).abs() < 1.0,
                        "{hits} draws where {expected} are expected"
                    );
                    means[usize::from(outcome)] += (piece[1] - piece[0]) * hits * worth;
                }
            }
            for (mean, (_, odds)) in means.iter().zip(&all) {
                assert!((mean - odds).abs() < 1e-7, "{mean} for {odds}, width {width}");
            }
        }
    }
}

/// Without a choice the estimate has no optimistic bias, for any dice. The probability of a false
/// alarm is one in a million for each mean.
#[test]
fn lotteries_in_a_row_are_estimated_without_bias() {
    const ROW: &[Place] = &[
        Choice(0, &[1]),
        Chance(&[(2, 0.25), (3, 0.75)]),
        Chance(&[(4, 0.1), (5, 0.9)]),
        Chance(&[(4, 0.6), (5, 0.4)]),
        End(&[1.0]),
        End(&[-1.0]),
    ];
    let truth = 0.25 * -0.8 + 0.75 * 0.2;
    for way in [
        (Sampling::WithReplacement(2), Dice::Common, 0),
        (Sampling::WithReplacement(1), Dice::Common, 1),
        (Sampling::Systematic(1), Dice::Common, 0),
        (Sampling::Systematic(1), Dice::Own, 1),
    ] {
        let mut search = sampled(search::<HandMade, _>(Pruning::Star2, 1, Even), way);
        let mut estimate = |seed| {
            search.decide(&HandMade::new(ROW), ME, &mut Rng::new(seed));
            search.finished()[0].value
        };
        let mean = (0..4000).map(&mut estimate).sum::<f64>() / 4000.0;
        assert!(
            (mean - truth).abs() < odds::mean_bound(4000, -1.0, 1.0),
            "{mean} for {truth}: {way:?}"
        );
    }
}

/// The second move gains 0.1 on the first for every outcome. Independent dice hide that, common
/// dice never do.
#[test]
fn on_common_dice_siblings_have_the_same_luck() {
    const BETTER: &[Place] = &[
        Choice(0, &[1, 2]),
        Chance(&[(3, 0.5), (4, 0.5)]),
        Chance(&[(5, 0.5), (6, 0.5)]),
        End(&[0.9, -0.9]),
        End(&[-0.9, 0.9]),
        End(&[1.0, -1.0]),
        End(&[-0.8, 0.8]),
    ];
    let right = |dice, draws: fn(u32) -> Sampling| {
        let mut search =
            sampled(search::<HandMade, _>(Pruning::Star2, 1, Even), (draws(1), dice, 0));
        (0..200)
            .filter(|&seed| {
                search.decide(&HandMade::new(BETTER), ME, &mut Rng::new(seed)).action == 1
            })
            .count()
    };
    for draws in [Sampling::WithReplacement, Sampling::Systematic] {
        assert_eq!(right(Dice::Common, draws), 200);
        assert!(right(Dice::Own, draws) < 180);
    }
}

/// An exact first throw leaves no chance at a depth of one move.
#[test]
fn first_throws_can_be_searched_in_full() {
    for seed in 0..100 {
        let game = RandomTree::new(seed, TreeShape::REGULAR);
        let value = |way| {
            let mut search = sampled(search::<RandomTree, _>(Pruning::Star2, 2, Score), way);
            search.decide(&game, ME, &mut Rng::new(seed));
            search.finished().iter().map(|one| one.value).collect::<Vec<_>>()
        };
        let classic = value((Sampling::All, Dice::Own, 0));
        let one = value((Sampling::WithReplacement(1), Dice::Common, 1));
        assert_eq!(value((Sampling::WithReplacement(1), Dice::Own, 2)), classic);
        assert_eq!(one[0], classic[0]);
        assert_ne!(one[1], classic[1]);
    }
}

/// Samples of maximum size include all outcomes: the values, moves and nodes are those of Star2.
#[test]
fn a_sample_of_everything_is_the_classic_search() {
    for seed in 0..50 {
        let game = RandomTree::new(seed, TreeShape::DRAWN);
        let decide = |way| {
            let mut search = sampled(search::<RandomTree, _>(Pruning::Star2, 4, Score), way);
            search.widening = true;
            let decision = search.decide(&game, ME, &mut Rng::new(seed));
            (Decision { time: Duration::ZERO, ..decision }, search.finished().to_vec())
        };
        let classic = decide((Sampling::All, Dice::Own, 0));
        for dice in [Dice::Own, Dice::Common] {
            assert_eq!(decide((Sampling::Systematic(4), dice, 0)), classic);
            assert_eq!(decide((Sampling::WithoutReplacement(4), dice, 0)), classic);
        }
    }
}

/// Once one outcome of each throw has been searched to the end of the game, the sample size becomes
/// two, then four, which are all.
#[test]
fn what_is_left_of_the_budget_widens_the_sample() {
    for seed in 0..100 {
        let game = RandomTree::new(seed, TreeShape { steps: 6, ..TreeShape::DRAWN });
        let truth = Expectimax::new().value(&game)[0];
        let mut search = StarMinimax::<RandomTree, _>::star2(Budget::default(), Score);
        (search.sampling, search.dice) = (Sampling::Systematic(1), Dice::Common);
        let narrow = search.decide(&game, ME, &mut Rng::new(seed));
        search.widening = true;
        let wide = search.decide(&game, ME, &mut Rng::new(seed));
        let last = search.finished().last().unwrap();
        assert!((last.value - truth).abs() < 1e-12, "{last:?}, {truth}");
        assert!(wide.iterations >= narrow.iterations && wide.tree.depth == f64::from(last.depth));
        search.budget = Budget::iterations(wide.iterations);
        let again = search.decide(&game, ME, &mut Rng::new(seed));
        assert_eq!((again.action, again.candidates), (wide.action, wide.candidates));
    }
}

/// Eight samples, then four, two, and never fewer than two: weights are multiples of the
/// reciprocal.
#[test]
fn an_adaptive_width_shrinks_with_the_distance_from_the_root() {
    let (game, _) = chance_node();
    let adaptive = Sampling::Adaptive { first: 8, ratio: 0.5, least: 2 };
    for (ply, width) in [(0, 8), (1, 4), (2, 2), (3, 2), (9, 2)] {
        assert_eq!(
            drawn(adaptive, &game, 1, ply),
            drawn(Sampling::WithReplacement(width), &game, 1, ply)
        );
    }
    assert_ne!(drawn(adaptive, &game, 1, 0), drawn(adaptive, &game, 1, 1));
}

#[test]
fn the_budget_counts_nodes() {
    let game = RandomTree::new(3, TreeShape::REGULAR);
    for pruning in PRUNINGS {
        for limit in [1, 2, 100, 1000, 5000] {
            let mut search =
                StarMinimax::<RandomTree, _>::new(pruning, Budget::iterations(limit), Score);
            let decision = search.decide(&game, ME, &mut Rng::new(1));
            assert_eq!(decision.iterations, limit, "{pruning:?}");
            let finished: u64 = search.finished().iter().map(|one| one.nodes).sum();
            let below: u64 = decision.candidates.iter().map(|one| one.visits).sum();
            assert!(finished <= limit && below < limit);
            assert_eq!(decision.tree.depth, search.finished().len() as f64);
        }
    }
}

/// Results of an unfinished iteration are discarded.
#[test]
fn the_last_finished_depth_answers() {
    let game = RandomTree::new(3, TreeShape::REGULAR);
    let mut search = search::<RandomTree, _>(Pruning::Star1, 2, Score);
    let whole = search.decide(&game, ME, &mut Rng::new(1));
    search.depth = 3;
    search.budget = Budget::iterations(whole.iterations + 1);
    let cut = search.decide(&game, ME, &mut Rng::new(1));
    let values = |decision: &Decision<u8>| {
        decision.candidates.iter().map(|one| one.value).collect::<Vec<_>>()
    };
    assert_eq!((cut.action, values(&cut)), (whole.action, values(&whole)));
}

/// One node is not enough for depth 1, so the static value of the successor decides, which is exact
/// at the end of the game.
#[test]
fn without_any_depth_the_evaluation_answers() {
    const END: &[Place] = &[Choice(0, &[1, 2, 1]), Choice(1, &[2]), End(&[0.5, -0.5])];
    for pruning in PRUNINGS {
        let mut search = StarMinimax::<HandMade, _>::new(pruning, Budget::iterations(1), Even);
        let decision = search.decide(&HandMade::new(END), ME, &mut Rng::new(1));
        assert_eq!((decision.action, decision.tree.depth), (1, 0.0));
        assert_eq!(
            decision.candidates.iter().map(|one| one.value).collect::<Vec<_>>(),
            [0.0, 0.5, 0.0]
        );
    }
}

#[test]
fn time_and_stop_end_a_search() {
    let game = RandomTree::new(3, TreeShape { steps: 60, ..TreeShape::REGULAR });
    for pruning in PRUNINGS {
        let mut search =
            StarMinimax::<RandomTree, _>::new(pruning, Budget::time(Duration::ZERO), Score);
        assert_eq!(search.decide(&game, ME, &mut Rng::new(1)).iterations, 1);
        search.budget = Budget::default();
        search.stop.now();
        assert_eq!(search.decide(&game, ME, &mut Rng::new(1)).iterations, 1);
    }
}

#[test]
fn a_decision_depends_on_its_seed_and_not_on_those_before() {
    let game = RandomTree::new(8, TreeShape::REGULAR);
    for pruning in PRUNINGS {
        let mut search =
            StarMinimax::<RandomTree, _>::new(pruning, Budget::iterations(3000), Score)
                .sampling(Sampling::WithReplacement(2));
        let mut decide = |seed| {
            let decision = search.decide(&game, ME, &mut Rng::new(seed));
            Decision { time: Duration::ZERO, ..decision }
        };
        let first = decide(1);
        assert_ne!(decide(2), first);
        assert_eq!(decide(1), first);
    }
}

#[test]
fn memory_limits_the_table() {
    let game = RandomTree::new(8, TreeShape::REGULAR);
    let bytes = |memory| {
        let budget = Budget { memory, ..Budget::iterations(2000) };
        StarMinimax::<RandomTree, _>::star2(budget, Score)
            .decide(&game, ME, &mut Rng::new(1))
            .tree
            .bytes
    };
    assert_eq!(bytes(None), 65_536 * 16);
    assert_eq!(bytes(Some(1000)), 32 * 16);
    assert_eq!(bytes(Some(0)), 16);
    assert_eq!(
        StarMinimax::<RandomTree, _>::expectimax(Budget::iterations(9), Score)
            .decide(&game, ME, &mut Rng::new(1))
            .tree
            .bytes,
        0
    );
}

#[test]
fn only_the_chosen_move_is_sure_of_its_value() {
    for seed in 0..50 {
        let game = RandomTree::new(seed, TreeShape::REGULAR);
        let truth =
            search::<RandomTree, _>(Pruning::None, 2, Score).decide(&game, ME, &mut Rng::new(1));
        for pruning in [Pruning::Star1, Pruning::Star2] {
            let found =
                search::<RandomTree, _>(pruning, 2, Score).decide(&game, ME, &mut Rng::new(1));
            for (one, right) in found.candidates.iter().zip(&truth.candidates) {
                assert!(one.value >= right.value - 1e-12, "{one:?} is no upper bound on {right:?}");
                assert!(one.action != found.action || (one.value - right.value).abs() < 1e-12);
            }
        }
    }
}

/// The move, the depth, and the nodes below each of three moves. Without pruning these are 4 at
/// depth 1, then 40 and 364. Depth 4 was cut off below its first move, the best of the previous
/// depth.
#[test]
fn golden_root_tables() {
    let game = RandomTree::new(1, TreeShape::REGULAR);
    let mut tables = vec![];
    for sampling in [Sampling::All, Sampling::WithReplacement(2)] {
        for pruning in PRUNINGS {
            let mut search =
                StarMinimax::<RandomTree, _>::new(pruning, Budget::iterations(2000), Score)
                    .sampling(sampling);
            let decision = search.decide(&game, ME, &mut Rng::new(42));
            let visits = decision.candidates.iter().map(|one| one.visits).collect::<Vec<_>>();
            tables.push((decision.action, search.finished().len(), visits));
        }
    }
    let golden = GOLDEN.map(|(action, depth, visits)| (action, depth, visits.to_vec()));
    assert_eq!(tables, golden);
}
const GOLDEN: [(u8, usize, [u64; 3]); 6] = [
    (2, 3, [408, 408, 1180]),
    (2, 3, [330, 292, 1374]),
    (2, 3, [283, 268, 1445]),
    (2, 4, [660, 540, 795]),
    (2, 4, [424, 404, 1167]),
    (2, 4, [594, 360, 1041]),
];
