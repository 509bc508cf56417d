//! Leaves that are judged in batches, because whoever judges them asked for it ([`Playout::batch`]): descents go on under
//! [virtual loss](super::virtual_loss) until there are enough of them. Leaves at which the game is over need no judge and do
//! not wait. With batches of 1 a search is the same as without.

use super::descent::{Descent, Step};
use super::observation::Labels;
use super::virtual_loss;
use crate::budget::Clock;
use crate::game::{Chance, MAX_PLAYERS, Simultaneous};
use crate::playout::{Playout, Values};
use crate::reward::{Length, Reward};
use crate::search::Select;
use crate::search::setup::Setup;
use crate::{Player, Rng, Turn};

/// A leaf that waits, and how it was come to.
struct Waiting<A, L> {
    moves: Vec<(Player, A)>,
    length: u32,
    path: Vec<Step>,
    /// Those of the arms on the path.
    labels: Vec<L>,
}

/// Grows a tree until the clock says stop, its leaves judged in batches. Every simulation begins in a state of `start`.
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
    let (mut states, mut waiting) = (vec![], vec![]);
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
                virtual_loss::lend(&mut descent.tree, &descent.path, &mut labels, setup.reward.range().0);
                let (path, moves) = (descent.path.clone(), descent.moves.clone());
                waiting.push(Waiting { moves, length: descent.length, path, labels });
                states.push(leaf);
            }
        }
        if states.len() == setup.playout.batch() || !goes_on {
            judge(descent, setup, &mut states, &mut waiting, guided, rng);
        }
        if !goes_on {
            return;
        }
    }
}

/// Has all leaves judged that wait, and credits their paths.
fn judge<G, E, P, R, B>(
    descent: &mut Descent<G, E>,
    setup: &mut Setup<P, R, B>,
    states: &mut Vec<G>,
    waiting: &mut Vec<Waiting<G::Action, E::Label>>,
    guided: bool,
    rng: &mut Rng,
) where
    G: Chance + Simultaneous,
    E: Labels<G>,
    P: Playout<G>,
    R: Reward<G>,
{
    if states.is_empty() {
        return;
    }
    // A playout may leave a state where it ended, and priors are about where it began.
    let leaves = if guided { states.clone() } else { vec![] };
    let mut values: Vec<Values> = vec![[0.0; MAX_PLAYERS]; states.len()];
    let mut lengths = vec![0; states.len()];
    setup.playout.finish_all(states, rng, &mut values, &mut lengths);
    for (at, leaf) in waiting.iter_mut().enumerate() {
        let values = &mut values[at];
        let players = states[at].players();
        if setup.playout.learns() {
            setup.playout.learn(&leaf.moves, &values[..players]);
        }
        let length = Length { tree: leaf.length, playout: lengths[at] };
        setup.reward.credit(&states[at], length, &mut values[..players]);
        virtual_loss::replace(&mut descent.tree, &mut leaf.path, &leaf.labels, values, setup.reward.range());
        if let Some(state) = leaves.get(at) {
            descent.path.clone_from(&leaf.path);
            descent.expand_by_priors(state, &mut setup.playout);
        }
    }
    states.clear();
    waiting.clear();
}
