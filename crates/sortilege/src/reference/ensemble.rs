//! Ensemble determinization: Cowling, Ward & Powley (2012), §VI. Several determinizations of the view
//! each get a UCT tree, in which future chance events are determinized as well. The visits of the
//! root's actions are added up, and the most visited action is played.

use super::legal;
use super::uct::Uct;
use crate::Rng;
use crate::game::{Chance, Hidden};

/// The legal actions with their visits over `trees` trees, each of `iterations` iterations with
/// exploration constant `c`.
pub fn visits_of_ensemble<G: Chance + Hidden>(
    view: &G::View,
    trees: u32,
    iterations: u64,
    c: f64,
    rng: &mut Rng,
) -> Vec<(G::Action, u64)> {
    let mut sum: Vec<(G::Action, u64)> = vec![];
    for _ in 0..trees {
        let d = G::determinize(view, rng);
        let mut uct = Uct::new(&d, c);
        uct.fixed_chance = true;
        (0..iterations).for_each(|_| uct.iterate(rng));
        // All determinizations have the same legal actions for the player on turn.
        if sum.is_empty() {
            sum.extend(legal(&d).into_iter().map(|action| (action, 0)));
        }
        for (action, visits) in &mut sum {
            *visits += uct.tree.get(&vec![*action]).map_or(0, |node| u64::from(node.visits));
        }
    }
    sum
}
