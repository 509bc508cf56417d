//! Policy improvement compared with exact values: the value of a policy, and the gain of one better
//! choice, computed by enumeration of random trees.

use sortilege::exact::expectimax::Expectimax;
use sortilege::game::Outcomes;
use sortilege::playout::{Policy, Uniform};
use sortilege::search::{Candidate, Decision, PolicyImprovement, Search};
use sortilege::testing::hand_made::{HandMade, Place};
use sortilege::testing::odds;
use sortilege::testing::random_tree::{RandomTree, TreeShape};
use sortilege::{Budget, Game, Player, Rng, Turn};

const ME: Player = Player(0);
const SMALL: TreeShape = TreeShape { steps: 6, ..TreeShape::DRAWN };

/// A policy that plays the best move.
struct Best(Expectimax<RandomTree>);

impl Clone for Best {
    fn clone(&self) -> Self {
        Best(Expectimax::with_memo())
    }
}

impl Policy<RandomTree> for Best {
    fn action(&mut self, state: &RandomTree, _: &mut Vec<u8>, _: &mut Rng) -> u8 {
        let Turn::Player(Player(who)) = state.turn() else { unreachable!("a player is on turn") };
        let values = self.0.action_values(state).into_iter();
        values.max_by(|(_, a), (_, b)| a[who].total_cmp(&b[who])).expect("a move").0
    }
}

/// Expected payoff of the first player if both play uniformly at random, by enumeration.
fn evenly(state: &RandomTree) -> f64 {
    expected(state, &mut |state| {
        let values = after_all(state).into_iter().map(|(_, next)| evenly(&next));
        mean(&values.collect::<Vec<_>>())
    })
}

/// Expected payoff of the first player if players' turns have the values that `choice` returns.
fn expected(state: &RandomTree, choice: &mut dyn FnMut(&RandomTree) -> f64) -> f64 {
    match state.turn() {
        Turn::Over => state.payoff(ME),
        Turn::Chance => {
            let mut outcomes = vec![];
            state.outcomes(&mut outcomes);
            outcomes.into_iter().map(|(one, p)| p * expected(&state.after(one), choice)).sum()
        }
        _ => choice(state),
    }
}

fn after_all(state: &RandomTree) -> Vec<(u8, RandomTree)> {
    let mut moves = vec![];
    state.actions(&mut moves);
    moves.into_iter().map(|action| (action, state.after(action))).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The loss of the chosen move against the best by these payoffs, and the largest distance of a
/// value from the reward of its payoff, relative to the statistical bound for its visits.
fn errors(decision: &Decision<u8>, payoffs: &[f64]) -> (f64, f64) {
    let best = payoffs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let off = |(one, payoff): (&Candidate<u8>, &f64)| {
        let bound = odds::mean_bound(one.visits.max(1), 0.0, 1.0);
        (one.value - (payoff + 1.0) / 2.0).abs() / bound
    };
    let worst = decision.candidates.iter().zip(payoffs).map(off).fold(0.0, f64::max);
    (best - payoffs[usize::from(decision.action)], worst)
}

/// Improving optimal play gives optimal play. The probability that a value leaves its bounds is one
/// in a million, and seeds are fixed.
#[test]
fn best_play_stays_best_play() {
    for seed in 0..20 {
        let game = RandomTree::new(seed, SMALL);
        let mut search = PolicyImprovement::<RandomTree, _>::new(
            Best(Expectimax::with_memo()),
            Budget::iterations(2000),
        );
        let decision = search.decide(&game, ME, &mut Rng::new(seed));
        let truth: Vec<f64> = Expectimax::new()
            .action_values(&game)
            .into_iter()
            .map(|(_, values)| values[0])
            .collect();
        let (regret, error) = errors(&decision, &truth);
        assert!(
            regret < 0.03 && error < 1.0,
            "tree {seed}: {regret} {error} {truth:?} {decision:?}"
        );
    }
}

/// From random play, the search finds the greedy choice against random play, which enumeration
/// finds as well.
#[test]
fn random_play_is_improved_greedily() {
    for seed in 0..20 {
        let game = RandomTree::new(seed, SMALL);
        let mut search = PolicyImprovement::<RandomTree, _>::new(Uniform, Budget::iterations(4000));
        let decision = search.decide(&game, ME, &mut Rng::new(seed));
        let truth: Vec<f64> = after_all(&game).iter().map(|(_, next)| evenly(next)).collect();
        let (regret, error) = errors(&decision, &truth);
        assert!(
            regret < 0.03 && error < 1.0,
            "tree {seed}: {regret} {error} {truth:?} {decision:?}"
        );
    }
}

/// A player that searches at each of its decisions earns more than its base policy against the same
/// opponent.
#[test]
fn improved_play_earns_more() {
    let mut gains = vec![];
    for seed in 0..20 {
        let game = RandomTree::new(seed, TreeShape { steps: 5, ..TreeShape::DRAWN });
        let mut search = PolicyImprovement::<RandomTree, _>::new(Uniform, Budget::iterations(400));
        gains.push(improved(&game, &mut search) - evenly(&game));
    }
    // Choices of nearly equal value may be confused.
    assert!(gains.iter().all(|&gain| gain > -0.03) && mean(&gains) > 0.1, "{gains:?}");
}

/// Expected payoff against random play of a first player that searches at every decision.
fn improved(state: &RandomTree, search: &mut PolicyImprovement<RandomTree, Uniform>) -> f64 {
    expected(state, &mut |state| match state.turn() {
        Turn::Player(ME) => {
            let decision = search.decide(state, ME, &mut Rng::new(7));
            improved(&state.after(decision.action), search)
        }
        _ => mean(
            &after_all(state).iter().map(|(_, next)| improved(next, search)).collect::<Vec<_>>(),
        ),
    })
}

/// Goes left, and considers only the adjacent move as an alternative.
#[derive(Clone)]
struct Narrow(u8);

impl Policy<HandMade> for Narrow {
    fn action(&mut self, _: &HandMade, _: &mut Vec<u8>, _: &mut Rng) -> u8 {
        0
    }
    fn neighbours(&mut self, _: &HandMade, _: Player, _: u8, out: &mut Vec<u8>) {
        *out = (1..=self.0).collect();
    }
}

/// Only the policy's choice and its neighbours are simulated, each once however often it is listed.
/// Without neighbours nothing is simulated.
#[test]
fn neighbours_are_weighed_and_no_others() {
    const FOUR: &[Place] = &[
        Place::Choice(0, &[1, 2, 1, 3]),
        Place::End(&[0.2]),
        Place::End(&[0.4]),
        Place::End(&[1.0]),
    ];
    let game = HandMade::new(FOUR);
    let decide = |width| {
        PolicyImprovement::<HandMade, _>::new(Narrow(width), Budget::iterations(60)).decide(
            &game,
            ME,
            &mut Rng::new(1),
        )
    };
    let visits = |decision: &Decision<u8>| -> Vec<u64> {
        decision.candidates.iter().map(|one| one.visits).collect()
    };
    let [alone, beside, far] = [0, 1, 3].map(decide);
    assert_eq!((alone.action, alone.iterations, visits(&alone)), (0, 0, vec![1, 0, 0, 0]));
    assert_eq!((beside.action, beside.iterations), (1, 60));
    assert!(
        visits(&beside)[..2].iter().all(|&visits| visits > 0) && visits(&beside)[2..] == [0, 0]
    );
    assert_eq!(far.action, 3);
}
