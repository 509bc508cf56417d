//! Random game trees that are never stored: a state is a hash of the path to it, and all properties
//! of the state follow from the hash. The games have two players, chance, perfect information and
//! zero sum.
//!
//! Every step changes a score by a random amount, and the value of a state is its score. So an
//! evaluation in the middle predicts the end, as in a real game, and values of exactly 1 and -1
//! occur.

use crate::evaluator::{Evaluator, pay};
use crate::game::{Chance, Key, Outcomes, PerfectInfo, Sequential};
use crate::rng::mix;
use crate::{Game, Player, Rng, Turn};

/// The shape of a random tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TreeShape {
    /// Number of steps from the start to the end, including those of chance.
    pub steps: u8,
    /// Largest number of moves of a player, at least 1.
    pub moves: u8,
    /// Largest number of outcomes of a chance event, from 1 to 16.
    pub outcomes: u8,
    /// The order of turns.
    pub turns: Turns,
}

/// The order of turns in a random tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turns {
    /// First player, chance, second player, chance, and so on, with as many branches as possible:
    /// the regular trees of Ballard (1983).
    Alternating,
    /// The player is drawn at every state, so a player or chance may act several times in a row.
    /// Some games end early, and the number of branches is drawn too. At the start the first player
    /// is on turn.
    Drawn,
}

impl TreeShape {
    /// A regular tree: twelve steps, three moves, three outcomes.
    pub const REGULAR: TreeShape =
        TreeShape { steps: 12, moves: 3, outcomes: 3, turns: Turns::Alternating };
    /// An irregular tree: eight steps, up to three moves, up to four outcomes.
    pub const DRAWN: TreeShape = TreeShape { steps: 8, moves: 3, outcomes: 4, turns: Turns::Drawn };
}

/// A state in a random tree.
///
/// ```
/// use sortilege::testing::random_tree::{RandomTree, TreeShape};
/// use sortilege::{Game, Player, Turn};
/// let mut game = RandomTree::new(7, TreeShape::REGULAR);
/// assert_eq!(game.turn(), Turn::Player(Player(0)));
/// game.apply(2);
/// assert_eq!(game.turn(), Turn::Chance);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RandomTree {
    hash: u64,
    step: u8,
    score: i16,
    shape: TreeShape,
}

/// Score at which a game is won.
const WIN: i16 = 64;
/// Largest change of the score in one step.
const STRIDE: i16 = 20;
/// Largest weight of an outcome; the least is 1.
const HEAVIEST: u64 = 6;

impl RandomTree {
    /// The start of the tree with this seed.
    pub fn new(seed: u64, shape: TreeShape) -> Self {
        RandomTree { hash: mix(seed), step: 0, score: 0, shape }
    }

    /// A pseudorandom number below `n`, independent for each `purpose`.
    #[inline]
    fn draw(&self, purpose: u64, n: u64) -> u64 {
        (mix(self.hash ^ purpose) >> 32) % n
    }

    /// The number of branches, at most `most`.
    #[inline]
    fn branches(&self, most: u8) -> u8 {
        match self.shape.turns {
            Turns::Alternating => most,
            Turns::Drawn => 1 + self.draw(1, u64::from(most)) as u8,
        }
    }

    #[inline]
    fn weight(&self, outcome: u8) -> u64 {
        1 + self.draw(16 + u64::from(outcome), HEAVIEST)
    }

    #[inline]
    fn total_weight(&self) -> u64 {
        (0..self.branches(self.shape.outcomes)).map(|outcome| self.weight(outcome)).sum()
    }
}

impl Game for RandomTree {
    type Action = u8;

    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        let drawn = self.shape.turns == Turns::Drawn && self.step > 0;
        if self.step == self.shape.steps || (drawn && self.draw(2, 16) == 0) {
            return Turn::Over;
        }
        match if drawn { self.draw(3, 4) } else { u64::from(self.step % 4) } {
            0 => Turn::Player(Player(0)),
            2 => Turn::Player(Player(1)),
            _ => Turn::Chance,
        }
    }

    #[inline]
    fn actions(&self, out: &mut Vec<u8>) {
        out.clear();
        out.extend(0..self.branches(self.shape.moves));
    }

    #[inline]
    fn apply(&mut self, action: u8) {
        self.hash = mix(self.hash.wrapping_add(u64::from(action) << 56 | 1));
        self.step += 1;
        self.score += self.draw(4, 2 * STRIDE as u64 + 1) as i16 - STRIDE;
    }

    #[inline]
    fn payoff(&self, who: Player) -> f64 {
        let first = (f64::from(self.score) / f64::from(WIN)).clamp(-1.0, 1.0);
        if who == Player(0) { first } else { -first }
    }
}

/// Evaluates a state by its current score.
#[derive(Clone, Copy, Debug, Default)]
pub struct Score;

impl Evaluator<RandomTree> for Score {
    #[inline]
    fn evaluate(&mut self, state: &RandomTree, values: &mut [f64]) {
        pay(state, values);
    }
}

impl Chance for RandomTree {
    #[inline]
    fn sample(&self, rng: &mut Rng) -> u8 {
        let mut left = rng.below(self.total_weight() as usize) as u64;
        let mut outcome = 0;
        while left >= self.weight(outcome) {
            left -= self.weight(outcome);
            outcome += 1;
        }
        outcome
    }
}

impl Outcomes for RandomTree {
    #[inline]
    fn outcomes(&self, out: &mut Vec<(u8, f64)>) {
        out.clear();
        let total = self.total_weight() as f64;
        out.extend(
            (0..self.branches(self.shape.outcomes))
                .map(|one| (one, self.weight(one) as f64 / total)),
        );
    }
}

impl Key for RandomTree {
    #[inline]
    fn key(&self) -> u64 {
        self.hash
    }
}

impl Sequential for RandomTree {}
impl PerfectInfo for RandomTree {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Contract;

    #[test]
    fn random_trees_keep_the_contract_of_a_game() {
        for shape in [TreeShape::REGULAR, TreeShape::DRAWN] {
            for seed in 0..4 {
                let start = RandomTree::new(seed, shape);
                let contract = Contract::new(&start).games(10).longest(12);
                contract
                    .rules()
                    .chance()
                    .outcomes()
                    .hidden()
                    .observed()
                    .evaluation(&mut Score)
                    .key();
            }
        }
    }

    #[test]
    fn a_regular_tree_is_as_large_as_it_says() {
        let shape = TreeShape { steps: 4, moves: 2, outcomes: 3, turns: Turns::Alternating };
        // Perft does not follow the chance event after the last move.
        assert_eq!(crate::exact::perft(&RandomTree::new(1, shape), 2), 2 * 3 * 2);
    }

    #[test]
    fn wins_and_losses_come_up_and_values_between() {
        let ends: Vec<f64> = (0..200)
            .map(|seed| {
                let mut game = RandomTree::new(seed, TreeShape::REGULAR);
                (0..TreeShape::REGULAR.steps).for_each(|_| game.apply(0));
                game.payoff(Player(0))
            })
            .collect();
        assert!(
            ends.contains(&1.0) && ends.contains(&-1.0) && ends.iter().any(|end| end.abs() < 0.1)
        );
    }
}
