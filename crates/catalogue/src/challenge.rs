//! What an adversary who searches wins from a player, in games of any size.
//!
//! What is measured is the strategy that draws its moves in proportion to visits, as in `exploit`. The player is asked once
//! at every view that comes up, in the adversary's episodes or in its games, and does the same wherever it is shown that
//! view again.

use crate::analysis::{Errand, Stage};
use crate::capability::Playable;
use crate::exploit::{Decide, mix};
use sortilege::exact::{Adversary, Won};
use sortilege::{Player, Rng};
use std::cell::Cell;
use std::collections::HashMap;

/// Actions and their odds.
type Strategy<A> = Vec<(A, f64)>;

/// What an adversary wins from what `decide` does in the game that begins with `start`. Nothing if it is stopped.
pub fn challenge<G: Playable>(
    start: &G,
    adversary: &Adversary,
    decide: &mut Decide<G>,
    rng: &mut Rng,
    errand: &Errand,
) -> Option<Won> {
    let mut known: HashMap<(Player, G::View), Strategy<G::Action>> = HashMap::new();
    let (views, mut done, all) = (Cell::new(0), 0, 2 * (adversary.episodes + adversary.games));
    let mut opponent = |state: &G, who: Player, rng: &mut Rng| {
        let mut actions = vec![];
        state.options(who, &mut actions);
        if let [only] = actions[..] {
            return only;
        }
        let strategy = known.entry((who, state.view(who))).or_insert_with_key(|(who, view)| {
            views.set(views.get() + 1);
            let odds = mix(&decide(&[], view, *who), &actions);
            actions.iter().copied().zip(odds).collect()
        });
        draw(strategy, rng)
    };
    let mut heard = || {
        done += 1;
        (errand.heard)(Stage::Playing { done, all, views: views.get() });
    };
    adversary.play(start, &mut opponent, &errand.stop, &mut heard, rng)
}

/// One of the actions, by their odds.
fn draw<A: Copy>(strategy: &[(A, f64)], rng: &mut Rng) -> A {
    let mut at = rng.unit();
    for &(action, odds) in strategy {
        if at < odds {
            return action;
        }
        at -= odds;
    }
    strategy.iter().rev().find(|(_, odds)| *odds > 0.0).expect("something is done").0
}
