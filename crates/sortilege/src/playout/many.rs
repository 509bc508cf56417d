//! Several random games from each leaf; their mean is the value of the leaf. This costs little
//! where a descent takes longer than a playout. A game that can play many at once
//! ([`Game::random_games`]) plays them for the price of a few.

use super::{Playout, Rollout};
use crate::game::{Chance, MAX_PLAYERS, Sample, Simultaneous};
use crate::{Game, Player, Rng, Turn};

/// A batch of uniformly random games from each leaf.
///
/// ```
/// use sortilege::playout::{Many, Playout};
/// use sortilege::testing::hand_made::{HandMade, Place};
/// use sortilege::Rng;
/// let mut game = HandMade::new(&[Place::Choice(0, &[1, 2]), Place::End(&[1.0]), Place::End(&[-1.0])]);
/// let (mut many, mut values) = (Many::new(64), [0.0]);
/// many.finish(&mut game, &mut Rng::new(1), &mut values);
/// assert!(values[0].abs() < 0.5);
/// ```
#[derive(Clone, Debug)]
pub struct Many<G: Game> {
    games: u32,
    rollout: Rollout<G>,
    last: Sample,
}

impl<G: Game> Many<G> {
    /// A batch of `games` games from each leaf, at least one.
    pub fn new(games: u32) -> Self {
        Many { games: games.max(1), rollout: Rollout::default(), last: Sample::default() }
    }

    /// Results of the last batch.
    pub fn last(&self) -> &Sample {
        &self.last
    }
}

impl<G: Chance + Simultaneous> Playout<G> for Many<G> {
    /// The last game is played in `state`, because rewards may depend on the final state. The
    /// returned number of moves is the mean.
    fn finish(&mut self, state: &mut G, rng: &mut Rng, values: &mut [f64]) -> u32 {
        let mut sample = Sample::default();
        // A game that is over has only one result.
        let games = if state.turn() == Turn::Over { 1 } else { self.games };
        while sample.games + 1 < games {
            if state.random_games(games - 1 - sample.games, rng, &mut sample) == 0 {
                let mut copy = state.clone();
                self.play(&mut copy, rng, &mut sample);
            }
        }
        self.play(state, rng, &mut sample);
        for (seat, value) in values.iter_mut().enumerate() {
            *value = sample.mean(Player(seat));
        }
        self.last = sample;
        (sample.moves / u64::from(sample.games)) as u32
    }
}

impl<G: Chance + Simultaneous> Many<G> {
    fn play(&mut self, state: &mut G, rng: &mut Rng, sample: &mut Sample) {
        let (mut payoffs, players) = ([0.0; MAX_PLAYERS], state.players());
        let moves = self.rollout.finish(state, rng, &mut payoffs[..players]);
        sample.add(&payoffs[..players], moves);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::hand_made::{HandMade, Place};

    /// Half of the games are won and half lost: the mean of 400 is within 0.2 of 0, and their
    /// variance is near 1.
    #[test]
    fn a_batch_is_worth_its_mean() {
        const PLACES: &[Place] =
            &[Place::Choice(0, &[1, 2]), Place::End(&[1.0]), Place::End(&[-1.0])];
        let mut many = Many::new(400);
        let (mut state, mut values) = (HandMade::new(PLACES), [0.0]);
        let moves = many.finish(&mut state, &mut Rng::new(4), &mut values);
        assert_eq!((moves, many.last().games, many.last().moves), (1, 400, 400));
        assert!(values[0].abs() < 0.2 && values[0] == many.last().mean(Player(0)));
        assert!((many.last().variance(Player(0)) - 1.0).abs() < 0.05);
        assert_eq!(state.turn(), Turn::Over);
    }
}
