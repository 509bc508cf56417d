//! Observation histories that lead to each information set, for players with memory that are asked
//! for a decision at every set as if a game had led there.

use super::joint::{all_choices, for_each_joint};
use super::tree::{Knowledge, Set, Tree};
use crate::game::{Observation, Observe, Outcomes, Simultaneous};
use crate::{Player, Turn};

/// For each information set of the tree on `start`, in the order of [`Tree::sets`], all
/// observations of its owner since the start, as
/// [`Search::observe`](crate::search::Search::observe) would receive them.
pub fn histories_of_sets<G: Outcomes + Observe + Simultaneous>(
    tree: &Tree<G>,
    start: &G,
) -> Vec<Vec<Observation<G>>> {
    let mut walk = Walk { tree, found: tree.sets().map(|_| None).collect() };
    let observations = vec![vec![]; tree.players()];
    walk.visit(&Past { state: start.clone(), seen: tree.nothing_seen(), observations });
    walk.found
        .into_iter()
        .map(|observations| observations.expect("all sets of the tree are met"))
        .collect()
}

/// A history, with the observations of every seat.
#[derive(Clone)]
struct Past<G: Observe> {
    state: G,
    seen: Knowledge,
    observations: Vec<Vec<Observation<G>>>,
}

struct Walk<'a, G: Observe> {
    tree: &'a Tree<G>,
    found: Vec<Option<Vec<Observation<G>>>>,
}

impl<G: Outcomes + Observe + Simultaneous> Walk<'_, G> {
    fn visit(&mut self, at: &Past<G>) {
        for who in (0..self.tree.players()).map(Player) {
            if let Some(Set(set)) = self.tree.set_after(&at.seen, who) {
                self.found[set].get_or_insert_with(|| at.observations[who.0].clone());
            }
        }
        let mut list = vec![];
        match at.state.turn() {
            Turn::Over => {}
            Turn::Chance => {
                let mut outcomes = vec![];
                at.state.outcomes(&mut outcomes);
                outcomes.iter().for_each(|&(outcome, _)| self.step(at, &[(None, outcome)]));
            }
            Turn::Player(who) => {
                at.state.actions(&mut list);
                list.iter().for_each(|&action| self.step(at, &[(Some(who), action)]));
            }
            Turn::Together => for_each_joint(&all_choices(&at.state), |joint| {
                let made =
                    joint.iter().enumerate().map(|(seat, &choice)| (Some(Player(seat)), choice));
                self.step(at, &made.collect::<Vec<_>>());
            }),
        }
    }

    fn step(&mut self, before: &Past<G>, made: &[(Option<Player>, G::Action)]) {
        let mut next = before.clone();
        made.iter()
            .for_each(|&(_, action)| self.tree.observe(&mut next.seen, &before.state, action));
        match before.state.turn() {
            Turn::Together => {
                next.state
                    .apply_together(&made.iter().map(|&(_, action)| action).collect::<Vec<_>>());
            }
            _ => next.state.apply(made[0].1),
        }
        for (seat, observations) in next.observations.iter_mut().enumerate() {
            let see = |&(mover, action): &_| {
                Observation::new(&before.state, action, mover, &next.state, Player(seat))
            };
            observations.extend(made.iter().filter_map(see));
        }
        self.visit(&next);
    }
}

#[cfg(test)]
mod tests {
    use super::super::toys::{Act, Kuhn};
    use super::*;
    use crate::game::Label;

    #[test]
    fn histories_contain_the_own_card_and_the_bets() {
        let (start, mut checked) = (Kuhn::default(), 0);
        let tree = Tree::new(&start);
        for (set, observations) in tree.sets().zip(histories_of_sets(&tree, &start)) {
            let (seat, card, bets) = tree.view(set);
            assert!(
                matches!(observations[0].label, Label::Seen(Err(dealt)) if Some(dealt) == *card)
            );
            assert_eq!(observations.last().expect("a deal").view, *tree.view(set));
            let acts = observations[1..].iter().enumerate().map(|(at, one)| match one.label {
                Label::Own(act) if at % 2 == *seat => act,
                Label::Seen(Ok(act)) if at % 2 != *seat => act,
                _ => panic!("{one:?}"),
            });
            assert_eq!(acts.collect::<Vec<Act>>(), *bets);
            checked += 1;
        }
        assert_eq!(checked, 12);
    }
}
