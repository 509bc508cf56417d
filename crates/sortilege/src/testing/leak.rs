//! The leak test: two states that look the same to a seat give it the same decision for the same seed, to
//! the last visit count. A search that takes a view can leak only if the view does; a search that takes a
//! state leaks as soon as it looks.

use crate::game::{Chance, Hidden, Simultaneous};
use crate::search::{CheatingSearch, Decision, Search};
use crate::{Player, Rng, Turn};
use std::collections::HashMap;
use std::fmt::Debug;

/// What a leak test found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tested {
    /// Pairs of different states that look the same.
    pub pairs: u32,
    /// Pairs at which the decisions differed.
    pub leaks: u32,
}

/// Plays `games` random games from `start`. At every decision it looks for other states that look the same
/// to the seat on turn, and asks for a decision in both: one that the game's own determinization draws, and
/// one that was met in an earlier game, lest a determinization that knows too much hide the leak.
pub fn test<G: Chance + Hidden + Simultaneous + PartialEq + Debug>(
    start: &G,
    games: u64,
    mut decide: impl FnMut(&G, Player, &mut Rng) -> Decision<G::Action>,
) -> Tested {
    let mut tested = Tested { pairs: 0, leaks: 0 };
    let mut met: HashMap<(Player, G::View), G> = HashMap::new();
    for game in 0..games {
        let mut rng = Rng::derive(&[4, game]);
        let mut state = start.clone();
        let mut scratch = vec![];
        loop {
            for who in deciding(&state) {
                let view = state.view(who);
                let drawn = G::determinize(&view, &mut rng);
                let seed = rng.bits();
                let earlier = met.insert((who, view), state.clone());
                for twin in [Some(drawn), earlier].into_iter().flatten().filter(|twin| *twin != state) {
                    let [here, there] = [&state, &twin].map(|one| decide(one, who, &mut Rng::new(seed)));
                    tested.pairs += 1;
                    tested.leaks += u32::from(!same(&here, &there));
                }
            }
            match state.turn() {
                Turn::Over => break,
                Turn::Chance => state.apply(state.sample(&mut rng)),
                Turn::Player(_) => state.apply(state.random_action(&mut scratch, &mut rng)),
                Turn::Together => {
                    let seats = (0..state.players()).map(Player);
                    let joint: Vec<_> =
                        seats.map(|who| state.random_choice(who, &mut scratch, &mut rng)).collect();
                    state.apply_together(&joint);
                }
            }
        }
    }
    tested
}

/// The leak test of a search that is shown views.
pub fn test_search<G: Chance + Hidden + Simultaneous + PartialEq + Debug>(
    start: &G,
    games: u64,
    search: &mut impl Search<G>,
) -> Tested {
    test(start, games, |state, who, rng| search.decide(&state.view(who), who, rng))
}

/// The leak test of a search that is shown states.
pub fn test_cheating<G: Chance + Hidden + Simultaneous + PartialEq + Debug>(
    start: &G,
    games: u64,
    search: &mut impl CheatingSearch<G>,
) -> Tested {
    test(start, games, |state, who, rng| search.decide_knowing_all(state, who, rng))
}

fn deciding<G: Simultaneous>(state: &G) -> Vec<Player> {
    match state.turn() {
        Turn::Player(who) => vec![who],
        Turn::Together => (0..state.players()).map(Player).collect(),
        Turn::Chance | Turn::Over => vec![],
    }
}

/// Whether two decisions are the same but for the time that they took.
fn same<A: Copy + PartialEq>(one: &Decision<A>, other: &Decision<A>) -> bool {
    one.action == other.action && one.candidates == other.candidates && one.tree == other.tree
}
