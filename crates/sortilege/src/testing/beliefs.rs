//! A test of determinizations against all possible worlds, on instances small enough to enumerate
//! completely.

use super::odds;
use crate::game::{Hidden, Outcomes, Simultaneous};
use crate::{Player, Rng, Turn};
use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

/// The distribution from which a game [determinizes](Hidden::determinize).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// The probability of a world is that of chance, summed over all action sequences of the
    /// players that lead to it. Information in the players' choices is ignored.
    Chance,
    /// All possible worlds are equally likely.
    Uniform,
}

/// The possible worlds of each view, with their weights.
type Beliefs<V, W> = HashMap<(Player, V), HashMap<W, f64>>;

/// Enumerates all games from `start`. For every view of every seat, determinizations must yield all
/// possible worlds, no others, and these with the promised probabilities. `world` maps a state to
/// its world: the state itself, or the part of it that the game promises.
///
/// Returns the number of views with more than one world. For each of them the false-alarm rate is
/// one in a million.
pub fn test<G, W>(start: &G, promise: Promise, world: impl Fn(&G, Player) -> W) -> usize
where
    G: Hidden + Outcomes + Simultaneous,
    W: Clone + Eq + Hash + Debug,
{
    let mut beliefs = Beliefs::new();
    gather(start, 1.0, &mut |state, odds| {
        for who in (0..state.players()).map(Player) {
            let worlds = beliefs.entry((who, state.view(who))).or_default();
            let weight = worlds.entry(world(state, who)).or_insert(0.0);
            match promise {
                Promise::Chance => *weight += odds,
                Promise::Uniform => *weight = 1.0,
            }
        }
    });
    beliefs.iter().for_each(|((who, view), worlds)| fit::<G, W>(*who, view, worlds, &world));
    beliefs.values().filter(|worlds| worlds.len() > 1).count()
}

/// Calls `look` with the state of every history and its probability by chance.
fn gather<G: Outcomes + Simultaneous>(state: &G, odds: f64, look: &mut impl FnMut(&G, f64)) {
    look(state, odds);
    let mut list = vec![];
    let after = |play: &dyn Fn(&mut G)| {
        let mut next = state.clone();
        play(&mut next);
        next
    };
    match state.turn() {
        Turn::Over => {}
        Turn::Chance => {
            let mut outcomes = vec![];
            state.outcomes(&mut outcomes);
            for (outcome, p) in outcomes {
                gather(&after(&|next| next.apply(outcome)), odds * p, look);
            }
        }
        Turn::Player(_) => {
            state.actions(&mut list);
            for action in list {
                gather(&after(&|next| next.apply(action)), odds, look);
            }
        }
        Turn::Together => choose(state, &mut vec![], &mut |joint| {
            gather(&after(&|next| next.apply_together(joint)), odds, look);
        }),
    }
}

/// Calls `each` with every joint choice that begins with the choices in `chosen`.
fn choose<G: Simultaneous>(
    state: &G,
    chosen: &mut Vec<G::Action>,
    each: &mut dyn FnMut(&[G::Action]),
) {
    if chosen.len() == state.players() {
        return each(chosen);
    }
    let mut choices = vec![];
    state.choices(Player(chosen.len()), &mut choices);
    for choice in choices {
        chosen.push(choice);
        choose(state, chosen, each);
        chosen.pop();
    }
}

/// Expected number of samples of the least likely world: the probability that it is missed is below
/// 10^-10.
const EXPECTED: f64 = 25.0;

fn fit<G: Hidden, W: Clone + Eq + Hash + Debug>(
    who: Player,
    view: &G::View,
    worlds: &HashMap<W, f64>,
    world: &impl Fn(&G, Player) -> W,
) {
    let total: f64 = worlds.values().sum();
    let least = worlds.values().fold(f64::INFINITY, |least, &weight| least.min(weight));
    let mut counts: HashMap<&W, u64> = worlds.keys().map(|world| (world, 0)).collect();
    let mut rng = Rng::new(6);
    for _ in 0..(EXPECTED * total / least).ceil() as u64 {
        let drawn = world(&G::determinize(view, &mut rng), who);
        match counts.get_mut(&drawn) {
            Some(count) => *count += 1,
            None => panic!("{drawn:?} was drawn for {view:?}, but is impossible"),
        }
    }
    let missed = counts.iter().find(|&(_, &count)| count == 0);
    assert!(missed.is_none(), "{missed:?} was never drawn for {view:?}, but is possible");
    let (counts, odds): (Vec<u64>, Vec<f64>) =
        worlds.iter().map(|(world, weight)| (counts[world], weight / total)).unzip();
    odds::fit(&counts, &odds).unwrap_or_else(|error| panic!("{error} for {view:?} of {worlds:?}"));
}
