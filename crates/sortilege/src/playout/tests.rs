//! Tests of playouts that call evaluators: which evaluator is called, and what is passed on.

use super::*;
use crate::evaluator::Evaluator;
use crate::game::MAX_PLAYERS;
use crate::testing::hand_made::{HandMade, Place};

/// Two moves of one player; the game ends after the second.
const TWO_MOVES: &[Place] =
    &[Place::Choice(0, &[1, 2]), Place::Choice(0, &[2, 2]), Place::End(&[0.75, -0.75])];

/// Evaluates every state as 0.25 and prefers later branches. Must not be called once a game is
/// over. Records how many states it receives in one call.
#[derive(Clone, Default)]
struct FixedEvaluator {
    shown: Vec<usize>,
}

impl Evaluator<HandMade> for FixedEvaluator {
    fn evaluate(&mut self, state: &HandMade, values: &mut [f64]) {
        assert_ne!(state.turn(), Turn::Over);
        values.copy_from_slice(&[0.25, -0.25]);
    }
    fn has_priors(&self) -> bool {
        true
    }
    fn priors(&mut self, _: &HandMade, _: Player, actions: &[u8], out: &mut Vec<f32>) {
        out.clear();
        out.extend(actions.iter().map(|&branch| f32::from(branch) + 1.0));
    }
    fn batch(&self) -> usize {
        16
    }
    fn evaluate_all(&mut self, states: &[HandMade], values: &mut [Values]) {
        self.shown.push(states.len());
        states
            .iter()
            .zip(values)
            .for_each(|(state, values)| self.evaluate(state, &mut values[..2]));
    }
}

fn finished(playout: &mut impl Playout<HandMade>, state: &HandMade) -> (u32, [f64; 2]) {
    let mut values = [f64::NAN; 2];
    (playout.finish(&mut state.clone(), &mut Rng::new(1), &mut values), values)
}

fn weights(playout: &mut impl Playout<HandMade>) -> Vec<f32> {
    let mut out = vec![9.0];
    playout.priors(&HandMade::new(TWO_MOVES), Player(0), &[0, 1], &mut out);
    out
}

#[test]
fn payoffs_where_the_game_is_over_and_estimates_before() {
    let start = HandMade::new(TWO_MOVES);
    let (later, end) = (start.after(0), start.after(1));
    let (estimated, paid) = ([0.25, -0.25], [0.75, -0.75]);
    for (moves, expected) in
        [(0, (0, estimated)), (1, (1, estimated)), (2, (2, paid)), (9, (2, paid))]
    {
        // Always plays the first branch.
        struct First;
        impl Policy<HandMade> for First {
            fn action(&mut self, _: &HandMade, _: &mut Vec<u8>, _: &mut Rng) -> u8 {
                0
            }
        }
        assert_eq!(
            finished(&mut CutOff::new(moves, First, FixedEvaluator::default()), &start),
            expected
        );
    }
    let mut evaluated = Evaluated(FixedEvaluator::default());
    assert_eq!([&start, &later].map(|state| finished(&mut evaluated, state)), [(0, estimated); 2]);
    assert_eq!(finished(&mut evaluated, &end), (0, paid));
    let mut guided =
        Guided { playout: Rollout::<HandMade>::default(), evaluator: FixedEvaluator::default() };
    assert_eq!(finished(&mut guided, &later), (1, paid));
}

#[test]
fn states_are_shown_together_but_those_that_are_over() {
    let start = HandMade::new(TWO_MOVES);
    let end = start.after(1);
    let mut states = [start, start, end, end, start.after(0)];
    let (mut values, mut lengths) = ([[f64::NAN; MAX_PLAYERS]; 5], [7; 5]);
    let mut evaluated = Evaluated(FixedEvaluator::default());
    evaluated.finish_all(&mut states, &mut Rng::new(1), &mut values, &mut lengths);
    assert_eq!(evaluated.0.shown, [2, 1]);
    assert_eq!(lengths, [0; 5]);
    assert_eq!(values.map(|values| values[0]), [0.25, 0.25, 0.75, 0.75, 0.25]);
    assert!(
        values.iter().flat_map(|values| &values[2..]).all(|value| value.is_nan()),
        "seats that are not there"
    );
}

/// Finishing several simulations in one call equals finishing them one by one, random numbers
/// included.
#[test]
fn several_at_once_are_one_after_the_other() {
    let start = HandMade::new(TWO_MOVES);
    let mut states = [start; 20];
    let (mut values, mut lengths) = ([[0.0; MAX_PLAYERS]; 20], [0; 20]);
    let (mut rng, mut same) = (Rng::new(3), Rng::new(3));
    AnyPlayout::Uniform(Rollout::default()).finish_all(
        &mut states,
        &mut rng,
        &mut values,
        &mut lengths,
    );
    let mut rollout = Rollout::default();
    for (at, values) in values.iter().enumerate() {
        let mut alone = [0.0; 2];
        assert_eq!(rollout.finish(&mut start.clone(), &mut same, &mut alone), lengths[at]);
        assert_eq!(alone, values[..2]);
    }
    assert_eq!(rng, same);
    assert!(lengths.contains(&1) && lengths.contains(&2));
}

#[test]
fn opinions_on_moves_are_passed_on() {
    let plain = &mut AnyPlayout::Uniform(Rollout::default());
    assert!(!plain.has_priors() && plain.batch() == 1);
    assert_eq!(weights(plain), [1.0, 1.0]);
    let guided =
        Guided { playout: Rollout::<HandMade>::default(), evaluator: FixedEvaluator::default() };
    assert_eq!(guided.batch(), 1, "states are the playout's affair");
    let cut: Box<dyn Playout<HandMade>> =
        Box::new(CutOff::new(1, Uniform, FixedEvaluator::default()));
    for playout in [cut, Box::new(guided), Box::new(Evaluated(FixedEvaluator::default()))] {
        let mut any = AnyPlayout::Other(playout);
        assert!(any.has_priors());
        assert_eq!(weights(&mut any), [1.0, 2.0]);
    }
    assert_eq!(AnyPlayout::Other(Box::new(Evaluated(FixedEvaluator::default()))).batch(), 16);
}

/// A policy without a shortlist of its own gives all moves the same weight.
#[test]
fn a_uniform_policy_weighs_all_moves_the_same() {
    let mut priors = Evaluated(PolicyPriors::new(Uniform, 0.5));
    assert_eq!(weights(&mut priors), [1.5, 1.5]);
    assert_eq!(finished(&mut priors, &HandMade::new(TWO_MOVES)), (0, [0.0, 0.0]));
    let mut both =
        Evaluated(PolicyPriors::new(Uniform, 0.5).with_values(FixedEvaluator::default()));
    assert_eq!(finished(&mut both, &HandMade::new(TWO_MOVES)), (0, [0.25, -0.25]));
    assert_eq!(Playout::<HandMade>::batch(&both), 16);
}

/// Records what it receives. Plays the first branch, and the second branch after the first.
#[derive(Default)]
struct RecordingPolicy {
    asked: Vec<Option<u8>>,
    learnt: Vec<(Option<u8>, usize)>,
}

impl Policy<HandMade> for RecordingPolicy {
    fn action(&mut self, _: &HandMade, _: &mut Vec<u8>, _: &mut Rng) -> u8 {
        unreachable!("a policy that learns receives calls of `reply`")
    }
    fn reply(&mut self, before: Option<u8>, _: &HandMade, _: &mut Vec<u8>, _: &mut Rng) -> u8 {
        self.asked.push(before);
        before.map_or(0, |before| before + 1)
    }
    const LEARNS: bool = true;
    fn learn(&mut self, before: Option<u8>, moves: &[(Player, u8)], _: &[f64]) {
        self.learnt.push((before, moves.len()));
    }
}

#[test]
fn learning_policies_receive_the_previous_moves() {
    let mut rollout = Rollout::new(RecordingPolicy::default());
    for _ in 0..2 {
        assert_eq!(finished(&mut rollout, &HandMade::new(TWO_MOVES)).0, 2);
        rollout.learn(&[(Player(0), 4), (Player(0), 5)], &[1.0, -1.0]);
    }
    assert_eq!(rollout.policy.asked, [None, Some(0), None, Some(0)], "each playout begins anew");
    assert_eq!(rollout.policy.learnt, [(None, 2), (Some(5), 2), (None, 2), (Some(5), 2)]);
}
