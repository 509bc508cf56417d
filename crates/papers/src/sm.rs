//! Claims of SM that are theorems or have an exact answer.

use sortilege::search::{Pruning, Sampling, Search, StarMinimax};
use sortilege::testing::random_tree::{RandomTree, Score, TreeShape, Turns};
use sortilege::{Budget, Player, Rng};
use sortilege_games_dice::pig::{Pig, Solution};
use sortilege_lab::reproduce::Answer;

const FIRST: Player = Player(0);

/// Estimated value of a tree for the first player, for each depth up to `depth`. The search ends
/// earlier if it has seen the whole tree.
fn values(
    tree: &RandomTree,
    pruning: Pruning,
    sampling: Sampling,
    depth: u32,
    seed: u64,
) -> Vec<f64> {
    let search = StarMinimax::new(pruning, Budget::iterations(u64::MAX), Score);
    let mut search = search.sampling(sampling).depth(depth);
    search.decide(tree, FIRST, &mut Rng::new(seed));
    search.finished().iter().map(|iteration| iteration.value).collect()
}

/// SM Theorem 1: with c samples, an estimate of depth d is within lambda d of the true value with a
/// probability of at least 1 - (2c|A|)^d exp(-lambda² c / 2), for values in [-1, 1].
pub(crate) fn sampling_bound() -> Answer {
    const SEEDS: u64 = 200;
    const MOVES: u8 = 2;
    let shape = TreeShape { steps: 4, moves: MOVES, outcomes: 8, turns: Turns::Alternating };
    let (mut worst, mut held, mut bounds) = (f64::INFINITY, 0, 0);
    for (tree, (width, depth)) in (0..5).flat_map(|tree| [(40, 1), (60, 2)].map(|way| (tree, way)))
    {
        let tree = RandomTree::new(tree, shape);
        let last = |sampling, seed| {
            *values(&tree, Pruning::None, sampling, depth, seed).last().unwrap_or(&f64::NAN)
        };
        let (truth, sample) = (last(Sampling::All, 0), Sampling::WithReplacement(width));
        let errors: Vec<f64> = (0..SEEDS).map(|seed| (last(sample, seed) - truth).abs()).collect();
        let (c, d) = (f64::from(width), f64::from(depth));
        for lambda in (1..=20).map(|tenth| f64::from(tenth) / 10.0) {
            let bound =
                1.0 - (2.0 * c * f64::from(MOVES)).powf(d) * (-lambda * lambda * c / 2.0).exp();
            let covered =
                errors.iter().filter(|&&error| error <= lambda * d).count() as f64 / SEEDS as f64;
            if bound > 0.0 {
                worst = worst.min(covered - bound);
                bounds += 1;
                held += u32::from(covered >= bound);
            }
        }
    }
    let found = format!(
        "{held} of {bounds} bounds above 0 held on random trees, {SEEDS} estimates each; coverage less bound was \
         {worst:.4} at least"
    );
    Answer::new(found, bounds > 0 && held == bounds)
}

/// SM §3.1: on the same samples Star1 and Star2 compute the same values as expectimax, and likewise
/// without samples.
pub(crate) fn pruning_changes_nothing() -> Answer {
    const TREES: u64 = 500;
    const DEPTH: u32 = 4;
    let samplings = [Sampling::All, Sampling::WithReplacement(2), Sampling::WithReplacement(5)];
    let (mut worst, mut compared) = (0.0_f64, 0);
    for (tree, sampling) in (0..TREES).flat_map(|tree| samplings.map(|sampling| (tree, sampling))) {
        let game = RandomTree::new(tree, TreeShape::DRAWN);
        let truth = values(&game, Pruning::None, sampling, DEPTH, tree);
        for pruning in [Pruning::Star1, Pruning::Star2] {
            // Samples are drawn per depth, so values of the same depth are compared.
            for (ours, truth) in values(&game, pruning, sampling, DEPTH, tree).iter().zip(&truth) {
                worst = worst.max((ours - truth).abs());
                compared += 1;
            }
        }
    }
    let found = format!("{compared} values on {TREES} random trees differ by {worst:.1e} at most");
    Answer::new(found, compared > 0 && worst < 1e-12)
}

/// SM §4.3: Pig has fewer than a million states, and is solved.
pub(crate) fn pig_is_solved() -> Answer {
    let goal = 100;
    // A turn total is below the number of points that the player still needs.
    let states: u64 = (0..goal).map(|mine| goal * (goal - mine)).sum();
    let value = Solution::new(goal as u8).win_probability(&Pig::default());
    let found = format!(
        "{states} states at which to decide; the first player wins with probability {value:.10}"
    );
    Answer::new(found, states < 1_000_000 && (value - 0.519_558_893_9).abs() < 1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sortilege_lab::report::Verdict;

    #[test]
    fn theorems_hold() {
        for found in [sampling_bound(), pruning_changes_nothing(), pig_is_solved()] {
            assert_eq!(found.verdict, Verdict::Holds, "{}", found.found);
        }
    }
}
