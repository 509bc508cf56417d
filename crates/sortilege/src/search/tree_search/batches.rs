//! Leaf evaluation in batches, for evaluators that request it ([`Playout::batch`]). Descents
//! continue under [virtual loss](super::virtual_loss) until a batch is complete. Leaves at which
//! the game is over need no evaluation and do not wait. With batches of 1 a search is the same as
//! without.

use super::descent::{Descent, Step};
use super::observation::Labels;
use super::virtual_loss;
use crate::budget::Clock;
use crate::game::{Chance, MAX_PLAYERS, Simultaneous};
use crate::playout::{Playout, Values};
use crate::reward::{Length, Reward};
use crate::search::Select;
use crate::search::setup::Setup;
use crate::{Game, Player, Rng, Turn};

/// Pending leaves with their paths, and a virtual loss `T` for each.
pub(in crate::search) struct PendingLeaves<G: Game, T> {
    states: Vec<G>,
    paths: Vec<Path<G::Action, T>>,
}

/// Path to a leaf.
struct Path<A, T> {
    moves: Vec<(Player, A)>,
    /// The number of moves that count as its length.
    length: u32,
    lent: T,
}

// A derived implementation would require `Default` of the game.
impl<G: Game, T> Default for PendingLeaves<G, T> {
    fn default() -> Self {
        PendingLeaves { states: vec![], paths: vec![] }
    }
}

impl<G: Game, T> PendingLeaves<G, T> {
    /// Number of pending leaves.
    pub(in crate::search) fn len(&self) -> usize {
        self.states.len()
    }

    /// Adds a leaf.
    pub(in crate::search) fn add(
        &mut self,
        leaf: G,
        moves: Vec<(Player, G::Action)>,
        length: u32,
        lent: T,
    ) {
        self.states.push(leaf);
        self.paths.push(Path { moves, length, lent });
    }

    /// Evaluates all pending leaves. Calls `credit` with the rewards and the virtual loss of each,
    /// and the range of rewards.
    pub(in crate::search) fn judge<P: Playout<G>, R: Reward<G>, B>(
        &mut self,
        setup: &mut Setup<P, R, B>,
        rng: &mut Rng,
        mut credit: impl FnMut(&Values, &mut T, (f64, f64)),
    ) {
        let mut values: Vec<Values> = vec![[0.0; MAX_PLAYERS]; self.len()];
        let mut lengths = vec![0; self.len()];
        setup.playout.finish_all(&mut self.states, rng, &mut values, &mut lengths);
        for (at, Path { moves, length, lent }) in self.paths.iter_mut().enumerate() {
            let (state, values) = (&self.states[at], &mut values[at]);
            let players = state.players();
            if setup.playout.learns() {
                setup.playout.learn(moves, &values[..players]);
            }
            let length = Length { tree: *length, playout: lengths[at] };
            setup.reward.follow(moves);
            setup.reward.credit(state, length, &mut values[..players]);
            credit(values, lent, setup.reward.range());
        }
        self.states.clear();
        self.paths.clear();
    }
}

/// Grows a tree until the clock stops it, with leaves evaluated in batches. Every simulation begins
/// in a state of `start`.
pub(in crate::search) fn grow<G, E, P, R, B>(
    descent: &mut Descent<G, E>,
    setup: &mut Setup<P, R, B>,
    clock: &mut Clock,
    mut start: impl FnMut(&mut Setup<P, R, B>, &mut Rng) -> G,
    rng: &mut Rng,
) where
    G: Chance + Simultaneous,
    E: Labels<G>,
    P: Playout<G>,
    R: Reward<G>,
{
    let guided = descent.selection.rules.select == Select::Puct;
    let mut pending: PendingLeaves<G, (Vec<Step>, Vec<E::Label>)> = PendingLeaves::default();
    loop {
        let goes_on = descent.goes_on(clock);
        if goes_on {
            let mut leaf = start(setup, rng);
            match guided {
                true => descent.descend_by_priors(&mut leaf, &mut setup.playout, rng),
                false => descent.descend_apart(&mut leaf, rng),
            }
            if leaf.turn() == Turn::Over {
                descent.finish_apart(leaf, setup, rng);
            } else {
                let mut labels = vec![];
                virtual_loss::apply_virtual_loss(
                    &mut descent.tree,
                    &descent.path,
                    &mut labels,
                    setup.reward.range().0,
                );
                let lent = (descent.path.clone(), labels);
                pending.add(leaf, descent.moves.clone(), descent.length, lent);
            }
        }
        if pending.len() == setup.playout.batch() || !goes_on {
            judge(descent, setup, &mut pending, guided, rng);
        }
        if !goes_on {
            return;
        }
    }
}

/// Evaluates all pending leaves, backs up their rewards, and expands leaves of guided searches.
fn judge<G, E, P, R, B>(
    descent: &mut Descent<G, E>,
    setup: &mut Setup<P, R, B>,
    pending: &mut PendingLeaves<G, (Vec<Step>, Vec<E::Label>)>,
    guided: bool,
    rng: &mut Rng,
) where
    G: Chance + Simultaneous,
    E: Labels<G>,
    P: Playout<G>,
    R: Reward<G>,
{
    // A playout may change its state, and priors are those of the leaf.
    let leaves = if guided { pending.states.clone() } else { vec![] };
    let mut paths = vec![];
    pending.judge(setup, rng, |rewards, (path, labels), range| {
        virtual_loss::replace(&mut descent.tree, path, labels, rewards, range);
        paths.push(std::mem::take(path));
    });
    for (leaf, path) in leaves.iter().zip(paths) {
        descent.path = path;
        descent.expand_by_priors(leaf, &mut setup.playout);
    }
}
