//! Leaf evaluation in batches, for evaluators that request it ([`Playout::batch`]). Descents
//! continue under [virtual loss](super::tree_search::virtual_loss) until a batch is complete.
//! Leaves at which the game is over need no evaluation and do not wait. With batches of 1 a search
//! is the same as without.

use super::algorithm::{Algorithm, Question, Source, goes_on, report};
use super::setup::{Setup, finish};
use crate::belief::Belief;
use crate::budget::Clock;
use crate::game::{Chance, Hidden, MAX_PLAYERS, Simultaneous, Values};
use crate::playout::Playout;
use crate::reward::{Length, Reward};
use crate::{Game, Player, Rng, Turn};

/// Leaves that wait for their evaluation, and a path `T` to each.
struct PendingLeaves<G: Game, T> {
    states: Vec<G>,
    paths: Vec<Path<G::Action, T>>,
}

/// Path to a leaf.
struct Path<A, T> {
    moves: Vec<(Player, A)>,
    /// The number of moves that count as its length.
    length: u32,
    pending: T,
}

/// Runs simulations until the clock ends them, with leaves evaluated in batches.
pub(super) fn run<G, A, P, R, B, S>(
    algorithm: &mut A,
    setup: &mut Setup<P, R, B>,
    question: Question<'_, G, S>,
    clock: &mut Clock,
    rng: &mut Rng,
) where
    G: Chance + Hidden + Simultaneous,
    A: Algorithm<G>,
    P: Playout<G>,
    R: Reward<G>,
    B: Belief<G>,
    S: Source<G>,
{
    let mut leaves = PendingLeaves { states: vec![], paths: vec![] };
    loop {
        let goes_on = goes_on(algorithm, clock);
        if goes_on {
            let mut leaf = question.sample(algorithm, &mut setup.belief, rng);
            algorithm.descend(&mut leaf, &mut setup.playout, rng);
            let (moves, length) = algorithm.path();
            // The result is known, so waiting would only leave a virtual loss in the tree.
            if leaf.turn() == Turn::Over {
                let rewards = finish(&mut leaf, setup, moves, length, rng);
                algorithm.back_up(&[], &rewards, setup.reward.range());
            } else {
                let moves = moves.to_vec();
                let pending = algorithm.postpone(setup.reward.range().0);
                leaves.states.push(leaf);
                leaves.paths.push(Path { moves, length, pending });
            }
        }
        // The last batch may be incomplete: every simulation that was counted must be backed up.
        if leaves.states.len() == setup.playout.batch() || !goes_on {
            evaluate(algorithm, setup, &mut leaves, rng);
        }
        if clock.is_due() {
            report(algorithm, setup, question, clock);
        }
        if !goes_on {
            return;
        }
    }
}

/// Evaluates all pending leaves and backs up their rewards, in order.
fn evaluate<G, A, P, R, B>(
    algorithm: &mut A,
    setup: &mut Setup<P, R, B>,
    leaves: &mut PendingLeaves<G, A::Pending>,
    rng: &mut Rng,
) where
    G: Hidden,
    A: Algorithm<G>,
    P: Playout<G>,
    R: Reward<G>,
{
    let PendingLeaves { states, paths } = leaves;
    // A playout may change its state, and priors are those of the leaf.
    let before = if algorithm.needs_leaves() { states.clone() } else { vec![] };
    let mut values: Vec<Values> = vec![[0.0; MAX_PLAYERS]; states.len()];
    let mut lengths = vec![0; states.len()];
    setup.playout.finish_all(states, rng, &mut values, &mut lengths);
    for (at, Path { moves, length, pending }) in paths.drain(..).enumerate() {
        let (state, values) = (&states[at], &mut values[at]);
        let players = state.players();
        if setup.playout.learns() {
            setup.playout.learn(&moves, &values[..players]);
        }
        let length = Length { tree: length, playout: lengths[at] };
        setup.reward.follow(&moves);
        setup.reward.credit(state, length, &mut values[..players]);
        let range = setup.reward.range();
        algorithm.complete(pending, before.get(at), &mut setup.playout, values, range);
    }
    states.clear();
}
