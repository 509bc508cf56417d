//! Determinizations held against all that can be, on instances that are small enough to be played
//! through in every way.

use super::odds;
use crate::game::{Hidden, Outcomes, Simultaneous};
use crate::{Player, Rng, Turn};
use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

/// By which odds a game [determinizes](Hidden::determinize).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// A world is as likely as chance makes it, every way counted in which players can have got
    /// there: what their choices may tell is ignored.
    Chance,
    /// Every world that can be is as likely as any other.
    Uniform,
}

/// The worlds that somebody who has this view may be in, and how likely they are.
type Beliefs<V, W> = HashMap<(Player, V), HashMap<W, f64>>;

/// Plays the game from `start` in every way. Of every view that anybody can come to have,
/// determinizations give all the worlds that go with it, no others, and these by the promised odds.
/// A world is what `world` makes of a state: the state itself, or so much of it as the game
/// promises.
///
/// Returns the number of views with more than one world. For each the false-alarm rate is one in a
/// million.
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

/// Shows every history to `look`, by its state and the odds that chance plays along.
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

/// Shows `each` every joint choice in which the first seats have made the choices that are in
/// `chosen`.
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

/// Draws so often that the least likely world is expected this many times: then it is missed less
/// than once in 10^10 times.
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
            None => panic!("{drawn:?} was drawn for {view:?}, and cannot be"),
        }
    }
    let missed = counts.iter().find(|&(_, &count)| count == 0);
    assert!(missed.is_none(), "{missed:?} was never drawn for {view:?}, and can be");
    let (counts, odds): (Vec<u64>, Vec<f64>) =
        worlds.iter().map(|(world, weight)| (counts[world], weight / total)).unzip();
    odds::fit(&counts, &odds).unwrap_or_else(|error| panic!("{error} for {view:?} of {worlds:?}"));
}
