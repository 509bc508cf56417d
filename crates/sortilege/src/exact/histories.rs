//! Information sets and views with a decision: the observation histories that lead to each
//! information set, for players with memory that are asked for a decision at every set as if a game
//! had led there; and the views, for players without memory.

use super::joint::{all_choices, for_each_joint};
use super::tree::{GameTree, InformationSet, Knowledge};
use crate::game::{Hidden, Observation, Observe, Outcomes, Sequential, Simultaneous};
use crate::{Player, Turn};
use rustc_hash::FxHashSet;
use std::hash::Hash;

/// For each information set of the tree on `start`, in the order of [`GameTree::sets`], all
/// observations of its owner since the start, as
/// [`Search::observe`](crate::search::Search::observe) would receive them.
pub fn histories_of_sets<G: Outcomes + Observe + Simultaneous>(
    tree: &GameTree<G>,
    start: &G,
) -> Vec<Vec<Observation<G>>> {
    let mut walk = HistoryWalk { tree, found: tree.sets().map(|_| None).collect() };
    let observations = vec![vec![]; tree.players()];
    walk.visit(&ObservedHistory { state: start.clone(), seen: tree.nothing_seen(), observations });
    walk.found
        .into_iter()
        .map(|observations| observations.expect("all sets of the tree are met"))
        .collect()
}

/// A history, with the observations of every seat.
#[derive(Clone)]
struct ObservedHistory<G: Observe> {
    state: G,
    seen: Knowledge,
    observations: Vec<Vec<Observation<G>>>,
}

struct HistoryWalk<'a, G: Observe> {
    tree: &'a GameTree<G>,
    found: Vec<Option<Vec<Observation<G>>>>,
}

impl<G: Outcomes + Observe + Simultaneous> HistoryWalk<'_, G> {
    fn visit(&mut self, at: &ObservedHistory<G>) {
        for who in (0..self.tree.players()).map(Player) {
            if let Some(InformationSet(set)) = self.tree.set_after(&at.seen, who) {
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

    fn step(&mut self, before: &ObservedHistory<G>, made: &[(Option<Player>, G::Action)]) {
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

/// A view of a seat that has a choice, with its actions.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<G: Hidden> {
    /// The seat.
    pub who: Player,
    /// The view of the seat.
    pub view: G::View,
    /// The legal actions, at least two.
    pub actions: Vec<G::Action>,
}

/// Every view of a player on turn with more than one action, each once, in the order of the search.
/// `None` if a player is on turn in more than `most` states.
pub fn choices<G>(start: &G, most: usize) -> Option<Vec<Choice<G>>>
where
    G: Outcomes + Hidden + Sequential + Eq + Hash,
{
    let (mut states, mut views) = (FxHashSet::default(), FxHashSet::default());
    let (mut found, mut outcomes, mut todo) = (vec![], vec![], vec![start.clone()]);
    while let Some(state) = todo.pop() {
        match state.turn() {
            Turn::Over => {}
            Turn::Chance => {
                state.outcomes(&mut outcomes);
                todo.extend(outcomes.iter().map(|&(outcome, _)| state.after(outcome)));
            }
            Turn::Player(who) => {
                if states.contains(&state) {
                    continue;
                }
                if states.len() == most {
                    return None;
                }
                let mut actions = vec![];
                state.actions(&mut actions);
                todo.extend(actions.iter().map(|&action| state.after(action)));
                let view = state.view(who);
                if actions.len() > 1 && views.insert((who, view.clone())) {
                    found.push(Choice { who, view, actions });
                }
                states.insert(state);
            }
            Turn::Together => unreachable!("a sequential game has no simultaneous choices"),
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::super::toys::{Act, Kuhn};
    use super::*;
    use crate::game::Label;

    #[test]
    fn histories_contain_the_own_card_and_the_bets() {
        let (start, mut checked) = (Kuhn::default(), 0);
        let tree = GameTree::new(&start);
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

    #[test]
    fn kuhn_poker_has_twelve_views() {
        let found = choices(&Kuhn::default(), 100).unwrap();
        assert_eq!(
            [0, 1].map(|who| found.iter().filter(|choice| choice.who == Player(who)).count()),
            [6, 6]
        );
        assert!(found.iter().all(|choice| choice.actions.len() == 2));
        let decisions = 24;
        assert!(choices(&Kuhn::default(), decisions).is_some());
        assert!(choices(&Kuhn::default(), decisions - 1).is_none());
    }
}
