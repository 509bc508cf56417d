//! Sampled observation histories for views, for players with memory in games with too many
//! information sets to query all of them, but few enough views.

use super::histories::Choice;
use crate::game::{Observation, Observe, Outcomes, Sequential};
use crate::{Player, Rng, Turn};
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::Hash;

/// Samples, for each of `choices`, a sequence of observations of its owner that leads to its view.
/// `choices` must be all choices of the game that begins with `start`. Histories are sampled with
/// the probabilities that they have if all seats play uniformly at random.
///
/// ```
/// use sortilege::Rng;
/// use sortilege::exact::{choices, sample_history};
/// use sortilege::testing::cloakroom::Cloakroom;
///
/// let all = choices(&Cloakroom::LATE, 100).unwrap();
/// let histories = sample_history(&Cloakroom::LATE, &all, &mut Rng::new(1));
/// for (choice, history) in all.iter().zip(histories) {
///     assert_eq!(history.last().unwrap().view, choice.view);
/// }
/// ```
pub fn sample_history<G>(
    start: &G,
    choices: &[Choice<G>],
    rng: &mut Rng,
) -> Vec<Vec<Observation<G>>>
where
    G: Outcomes + Observe + Sequential + Eq + Hash,
{
    let states = in_order(start);
    let number: FxHashMap<&G, usize> =
        states.iter().enumerate().map(|(number, state)| (state, number)).collect();
    let place: FxHashMap<(Player, &G::View), usize> = choices
        .iter()
        .enumerate()
        .map(|(place, choice)| ((choice.who, &choice.view), place))
        .collect();

    // For each state, a sampled predecessor; for each choice, a sampled state with its view.
    let mut origins: Vec<Reservoir<(usize, G::Action)>> =
        states.iter().map(|_| Reservoir::default()).collect();
    let mut scenes: Vec<Reservoir<usize>> = choices.iter().map(|_| Reservoir::default()).collect();
    origins[0].odds = 1.0;
    for (at, state) in states.iter().enumerate() {
        let odds = origins[at].odds;
        if let Turn::Player(who) = state.turn()
            && let Some(&place) = place.get(&(who, &state.view(who)))
        {
            scenes[place].offer(at, odds, rng);
        }
        for (action, share) in steps(state) {
            let next = number[&state.after(action)];
            origins[next].offer((at, action), odds * share, rng);
        }
    }

    let history = |(choice, scene): (&Choice<G>, &Reservoir<usize>)| {
        let mut at = scene.kept.expect("every choice is met in some state");
        let mut history = vec![];
        while let Some((origin, action)) = origins[at].kept {
            let (before, after) = (&states[origin], &states[at]);
            let mover = match before.turn() {
                Turn::Player(mover) => Some(mover),
                _ => None,
            };
            history.extend(Observation::new(before, action, mover, after, choice.who));
            at = origin;
        }
        history.reverse();
        history
    };
    choices.iter().zip(&scenes).map(history).collect()
}

/// One of several offered items, kept with probability proportional to its weight.
struct Reservoir<T> {
    odds: f64,
    kept: Option<T>,
}

// A derived implementation would require that items have a default.
impl<T> Default for Reservoir<T> {
    fn default() -> Self {
        Reservoir { odds: 0.0, kept: None }
    }
}

impl<T> Reservoir<T> {
    fn offer(&mut self, thing: T, odds: f64, rng: &mut Rng) {
        self.odds += odds;
        if self.kept.is_none() || rng.unit() * self.odds < odds {
            self.kept = Some(thing);
        }
    }
}

/// All states that can follow `start`, each once, in topological order.
fn in_order<G: Outcomes + Sequential + Eq + Hash>(start: &G) -> Vec<G> {
    fn list<G: Outcomes + Sequential + Eq + Hash>(
        state: &G,
        met: &mut FxHashSet<G>,
        last_first: &mut Vec<G>,
    ) {
        if met.insert(state.clone()) {
            steps(state)
                .iter()
                .for_each(|&(action, _)| list(&state.after(action), met, last_first));
            last_first.push(state.clone());
        }
    }
    let mut last_first = vec![];
    list(start, &mut FxHashSet::default(), &mut last_first);
    last_first.reverse();
    last_first
}

/// The possible next actions, with their probabilities if the player on turn plays uniformly.
fn steps<G: Outcomes + Sequential>(state: &G) -> Vec<(G::Action, f64)> {
    let mut outcomes = vec![];
    match state.turn() {
        Turn::Over => {}
        Turn::Chance => state.outcomes(&mut outcomes),
        Turn::Player(_) => {
            let mut actions = vec![];
            state.actions(&mut actions);
            let share = 1.0 / actions.len() as f64;
            outcomes.extend(actions.into_iter().map(|action| (action, share)));
        }
        Turn::Together => unreachable!("a sequential game has no simultaneous choices"),
    }
    outcomes
}

#[cfg(test)]
mod tests {
    use super::super::toys::{Act, Kuhn};
    use super::super::{choices, histories_of_sets, tree::GameTree};
    use super::*;
    use crate::game::Label;
    use crate::testing::cloakroom::{Action, Cloakroom, Seen};

    /// Where views determine the history, the true history is the only one.
    #[test]
    fn at_kuhn_poker_there_is_no_choice_of_pasts() {
        let start = Kuhn::default();
        let (all, tree) = (choices(&start, 100).unwrap(), GameTree::new(&start));
        let drawn = sample_history(&start, &all, &mut Rng::new(1));
        for (set, right) in tree.sets().zip(histories_of_sets(&tree, &start)) {
            let place = all.iter().position(|choice| choice.view == *tree.view(set)).unwrap();
            assert_eq!(format!("{:?}", drawn[place]), format!("{right:?}"));
        }
        assert!(drawn.iter().flatten().any(|seen| matches!(seen.label, Label::Own(Act::Pass))));
    }

    /// A player that has walked and sees no ticket had one of two, with equal probability.
    #[test]
    fn where_views_forget_any_past_may_be_drawn() {
        let start = Cloakroom::LATE;
        let all = choices(&start, 100).unwrap();
        let place =
            all.iter().position(|choice| choice.actions.contains(&Action::Name(0))).unwrap();
        let second = (0..200).filter(|&seed| {
            let history = &sample_history(&start, &all, &mut Rng::new(seed))[place];
            assert!(matches!(history[0].label, Label::Seen(Seen::Full(Action::Ticket(_)))));
            assert!(matches!(history[1].label, Label::Own(Action::Walk)));
            assert_eq!(history.len(), 3);
            matches!(history[0].label, Label::Seen(Seen::Full(Action::Ticket(1))))
        });
        // These seeds give the same numbers on every machine.
        let count = second.count();
        assert!((70..=130).contains(&count), "{count} of 200");
    }

    /// Histories are sampled by their probabilities, not by their number.
    #[test]
    fn what_is_likelier_is_drawn_more_often() {
        let mut rng = Rng::new(1);
        let likelier = (0..1000).filter(|_| {
            let mut drawn = Reservoir::default();
            [(0, 0.1), (1, 0.8), (2, 0.1)]
                .iter()
                .for_each(|&(thing, odds)| drawn.offer(thing, odds, &mut rng));
            drawn.kept == Some(1)
        });
        assert!((750..=850).contains(&likelier.count()));
    }
}
