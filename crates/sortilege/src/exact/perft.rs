//! Perft: the number of move sequences of a given length, the classic check of a move generator.
//!
//! A ply is one action of one player, or one joint choice of all. Chance is not a ply: every
//! outcome of a chance event or forced environment action is followed, and none counts as depth.
//! Chance after the last ply is not followed. A sequence counts if its last ply ends the game, and
//! does not count if the game ends before its last ply.

use super::joint::{all_choices, for_each_joint};
use crate::game::{Outcomes, Simultaneous};
use crate::{Game, Turn};

/// The number of sequences of exactly `depth` plies from `state`.
pub fn perft<G: Outcomes + Simultaneous>(state: &G, depth: u32) -> u64 {
    Counter { spare: vec![] }.count(state, depth)
}

/// Unused lists of actions, kept so that only the first descent allocates.
struct Counter<G: Game> {
    spare: Vec<Vec<G::Action>>,
}

impl<G: Outcomes + Simultaneous> Counter<G> {
    fn count(&mut self, state: &G, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        match state.turn() {
            Turn::Over => 0,
            Turn::Chance => self.after_chance(state, depth),
            Turn::Player(_) => self.after_action(state, depth),
            Turn::Together => self.after_choices(state, depth),
        }
    }

    fn after_chance(&mut self, state: &G, depth: u32) -> u64 {
        let mut outcomes = vec![];
        state.outcomes(&mut outcomes);
        outcomes.iter().map(|&(outcome, _)| self.count(&state.after(outcome), depth)).sum()
    }

    fn after_action(&mut self, state: &G, depth: u32) -> u64 {
        let mut actions = self.spare.pop().unwrap_or_default();
        state.actions(&mut actions);
        // States after the last ply do not matter, so the last ply is counted without being played.
        let count = match depth {
            1 => actions.len() as u64,
            _ => actions.iter().map(|&action| self.count(&state.after(action), depth - 1)).sum(),
        };
        self.spare.push(actions);
        count
    }

    fn after_choices(&mut self, state: &G, depth: u32) -> u64 {
        let choices = all_choices(state);
        if depth == 1 {
            return choices.iter().map(|list| list.len() as u64).product();
        }
        let mut count = 0;
        for_each_joint(&choices, |joint| {
            let mut next = state.clone();
            next.apply_together(joint);
            count += self.count(&next, depth - 1);
        });
        count
    }
}

#[cfg(test)]
mod tests {
    use super::super::toys::{Kuhn, Sketch, Toy};
    use super::*;

    /// Six deals, then four betting sequences that end after two plies or go on to a third.
    #[test]
    fn deals_are_followed_but_are_no_plies() {
        let counts: Vec<u64> = (0..5).map(|depth| perft(&Kuhn::default(), depth)).collect();
        assert_eq!(counts, [1, 12, 24, 12, 0]);
    }

    #[test]
    fn chance_after_the_last_ply_is_not_followed() {
        use Sketch::*;
        const ROLL: Sketch =
            Chance(&[(0.5, End(&[1.0])), (0.5, Choose(0, &[End(&[0.0]), End(&[0.0])]))]);
        static TREE: Sketch = Choose(0, &[Choose(0, &[End(&[0.0]); 3]), ROLL]);
        static AGAIN: Sketch = ROLL;
        assert_eq!(perft(&Toy::new(&TREE), 1), 2);
        // Three replies to the first action; after the second one outcome ends the game, one leaves
        // two.
        assert_eq!(perft(&Toy::new(&TREE), 2), 3 + 2);
        assert_eq!(perft(&Toy::new(&AGAIN), 0), 1);
        assert_eq!(perft(&Toy::new(&AGAIN), 1), 2);
    }

    #[test]
    fn a_joint_choice_is_one_ply() {
        use Sketch::*;
        const MORE: Sketch = Choose(1, &[End(&[0.0, 0.0]), End(&[0.0, 0.0])]);
        static TREE: Sketch = Together(&[&[MORE, MORE, MORE], &[MORE, MORE, End(&[0.0, 0.0])]]);
        assert_eq!(perft(&Toy::new(&TREE), 1), 6);
        assert_eq!(perft(&Toy::new(&TREE), 2), 10);
        assert_eq!(perft(&Toy::new(&TREE), 3), 0);
    }
}
