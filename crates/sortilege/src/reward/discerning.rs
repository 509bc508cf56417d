//! Quality-based rewards without parameters; an addition of this library. QR's bonuses need a
//! height and a steepness that fit the game, and do harm where the length or quality of a game
//! carries no information about moves. Here the heights are estimated online, such that rewards
//! separate the moves of a decision as well as possible.
//!
//! For each simulation, its result and its bonus measures are recorded under the move that it began
//! with. The [weights](super::siblings) are chosen such that the means of the weighted sum best
//! predict the differences between moves in results alone. A harmful bonus therefore has weight 0,
//! and most weights fall as simulations increase. The weights sum to at most 1, so a win is never
//! worth less than a loss. When weights are estimated again, earlier rewards stay unchanged.

use super::bonus::Mode;
use super::quality_based::{sgn, winner};
use super::siblings::{Siblings, WIDTH};
use super::usual::Usual;
use super::{Length, Note, Reward, WinLoss};
use crate::budget::Budget;
use crate::{Game, Player, Turn};
use rustc_hash::FxHashMap;

/// A bonus for short simulations and, if the game has a measure of quality, for convincing ones,
/// with weights that are estimated online.
///
/// ```
/// use sortilege::reward::{Discerning, WinLoss};
/// use sortilege::search::{Search, Setup, Uct};
/// use sortilege::testing::hand_made::{HandMade, Place};
/// use sortilege::{Budget, Player, Rng};
/// let game = HandMade::new(&[Place::Choice(0, &[1, 2]), Place::End(&[-1.0]), Place::End(&[1.0])]);
/// let reward = Discerning::new(WinLoss::default());
/// let mut uct = Uct::<HandMade, _, _>::new(Setup::new(Budget::iterations(100)).reward(reward));
/// assert_eq!(uct.decide(&game, Player(0), &mut Rng::new(1)).action, 1);
/// ```
pub struct Discerning<G: Game> {
    /// Reward of a result without a bonus.
    pub base: WinLoss,
    quality: Option<fn(&G) -> f64>,
    searcher: Player,
    usual: [Usual; MEASURES],
    /// Index of each move among its siblings.
    numbers: FxHashMap<G::Action, usize>,
    siblings: Siblings,
    /// The first move of the searcher in the current simulation.
    sibling: Option<usize>,
    samples: u64,
    /// The number of simulations at which weights are estimated next.
    next: u64,
    weights: [f64; MEASURES],
    /// The largest sum of weights used in this game.
    largest: f64,
}

/// The measures are length and quality.
const MEASURES: usize = WIDTH - 1;
/// Number of simulations before the first estimate of the weights. Each later estimate follows
/// after an eighth more simulations.
const FIRST: u64 = 64;

impl<G: Game> Discerning<G> {
    /// A bonus for short simulations.
    pub fn new(base: WinLoss) -> Self {
        Discerning {
            base,
            quality: None,
            searcher: Player(0),
            usual: Default::default(),
            numbers: FxHashMap::default(),
            siblings: Siblings::default(),
            sibling: None,
            samples: 0,
            next: FIRST,
            weights: [0.0; MEASURES],
            largest: 0.0,
        }
    }

    /// Adds a bonus for the `quality` of the end of a game.
    pub fn quality(self, quality: fn(&G) -> f64) -> Self {
        Discerning { quality: Some(quality), ..self }
    }

    /// Returns how convincing a simulation was for its winner by each measure, in [-1, 1], then
    /// adds the simulation to the statistics.
    fn convincing(&mut self, state: &G, length: Length, winner: Player) -> [f64; MEASURES] {
        let quality = self.quality.map_or(0.0, |quality| quality(state));
        let measures = [-f64::from(length.total()), quality];
        std::array::from_fn(|i| {
            let lambda = self.usual[i].lambda(winner, measures[i]).unwrap_or(0.0);
            self.usual[i].push(winner, measures[i]);
            Mode::Fixed.sigmoid(lambda)
        })
    }

    /// Records a simulation: its result for the searcher, and how convincing it was.
    fn remember(&mut self, result: f64, convincing: [f64; MEASURES]) {
        let Some(sibling) = self.sibling else { return };
        let mut row = [result; WIDTH];
        row[1..]
            .iter_mut()
            .zip(convincing)
            .for_each(|(one, convincing)| *one = sgn(result) * convincing);
        self.siblings.push(sibling, row);
        self.samples += 1;
        if self.samples >= self.next {
            self.next = self.samples + self.samples / 8;
            self.weights = self.siblings.weights();
            self.largest = self.largest.max(self.weights.iter().sum());
        }
    }
}

impl<G: Game> Reward<G> for Discerning<G> {
    fn follow(&mut self, moves: &[(Player, G::Action)]) {
        let first = moves.iter().find(|&&(who, _)| who == self.searcher);
        let numbers = &mut self.numbers;
        self.sibling = first.map(|&(_, action)| {
            let next = numbers.len();
            *numbers.entry(action).or_insert(next)
        });
    }

    fn credit(&mut self, state: &G, length: Length, values: &mut [f64]) {
        let payoffs: [f64; crate::game::MAX_PLAYERS] =
            std::array::from_fn(|seat| values.get(seat).copied().unwrap_or(0.0));
        let winner = winner(values);
        self.base.credit(state, length, values);
        if state.turn() != Turn::Over {
            return;
        }
        let convincing =
            winner.map_or([0.0; MEASURES], |winner| self.convincing(state, length, winner));
        let bonus: f64 =
            convincing.iter().zip(&self.weights).map(|(one, weight)| one * weight).sum();
        let bonus = bonus * (self.base.win - self.base.loss) / 2.0;
        values.iter_mut().zip(payoffs).for_each(|(value, payoff)| *value += sgn(payoff) * bonus);
        self.remember(payoffs[self.searcher.0], convincing);
    }

    fn range(&self) -> (f64, f64) {
        let (least, most) = Reward::<G>::range(&self.base);
        let reach = self.largest * (self.base.win - self.base.loss) / 2.0;
        (least - reach, most + reach)
    }

    /// Every decision has its own moves. Statistics of another seat are discarded, because they may
    /// contain information that only that seat could see.
    fn begin(&mut self, _: &G, who: Player, _: &Budget) {
        if who != self.searcher {
            self.new_game();
        }
        self.searcher = who;
        self.usual = Default::default();
        self.numbers.clear();
        self.siblings.begin();
        (self.sibling, self.samples, self.next) = (None, 0, FIRST);
    }

    fn new_game(&mut self) {
        *self = Discerning { quality: self.quality, ..Discerning::new(self.base) };
    }

    fn notes(&self) -> Vec<Note> {
        let mut notes = vec![("weight of shortness", self.weights[0])];
        notes.extend(self.quality.map(|_| ("weight of quality", self.weights[1])));
        notes
    }
}

#[cfg(test)]
mod tests;
