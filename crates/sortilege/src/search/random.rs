//! Players without search: uniformly random moves, or moves by rules.

use super::decision::Answer;
use super::{Decision, Search, legal_actions};
use crate::game::{Hidden, Simultaneous};
use crate::playout::Policy;
use crate::{Player, Rng, Turn};

/// Plays a uniformly random legal action.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Hidden + Simultaneous> Search<G> for Random {
    fn decide(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let legal = G::legal_actions(view)
            .unwrap_or_else(|| legal_actions(&G::determinize(view, rng), who));
        Decision::of(rng.pick(&legal), &legal, &Answer::without_search(legal.len()))
    }
}

/// Plays the choice of a playout policy, such as a game's expert rules.
///
/// The policy receives a determinization of the view. A policy that uses only its player's
/// information makes the same choice in all of them; any other depends on randomly dealt cards.
#[derive(Clone, Debug, Default)]
pub struct RuleBased<P> {
    /// The rules.
    pub policy: P,
}

impl<G: Hidden + Simultaneous, P: Policy<G>> Search<G> for RuleBased<P> {
    fn decide(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let (state, mut scratch) = (G::determinize(view, rng), vec![]);
        let action = match state.turn() {
            Turn::Together => self.policy.choice(&state, who, &mut scratch, rng),
            _ => self.policy.action(&state, &mut scratch, rng),
        };
        let legal = legal_actions(&state, who);
        let mut answer = Answer::without_search(legal.len());
        for (tally, &other) in answer.tallies.iter_mut().zip(&legal) {
            tally.visits = u64::from(other == action);
        }
        Decision::of(action, &legal, &answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Sequential;
    use crate::{Game, Turn};

    /// A game with one choice of three actions. Its view lists them, and no state can be sampled.
    #[derive(Clone)]
    struct Listed;

    impl Game for Listed {
        type Action = u8;
        fn players(&self) -> usize {
            1
        }
        fn turn(&self) -> Turn {
            Turn::Player(Player(0))
        }
        fn actions(&self, out: &mut Vec<u8>) {
            *out = vec![1, 2, 3];
        }
        fn apply(&mut self, _: u8) {}
        fn payoff(&self, _: Player) -> f64 {
            0.0
        }
    }

    impl Sequential for Listed {}

    impl Hidden for Listed {
        type View = ();
        fn view(&self, _: Player) {}
        fn determinize(_: &(), _: &mut Rng) -> Self {
            panic!("the view lists its actions")
        }
        fn legal_actions(_: &()) -> Option<Vec<u8>> {
            Some(vec![1, 2, 3])
        }
    }

    #[test]
    fn no_state_is_drawn_where_the_view_lists_its_actions() {
        let decide = |seed| {
            Search::<Listed>::decide(&mut Random, &(), Player(0), &mut Rng::new(seed)).action
        };
        let mut drawn: Vec<u8> = (0..50).map(decide).collect();
        drawn.sort_unstable();
        drawn.dedup();
        assert_eq!(drawn, [1, 2, 3]);
    }
}
