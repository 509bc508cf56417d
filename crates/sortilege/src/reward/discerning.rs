//! Quality-based rewards without parameters, which are our own. QR's bonuses want a height and a
//! steepness that fit the game, and do harm where a short or a convincing game says nothing about
//! how good a move is. Here heights are found online, by what rewards are for: to tell moves of a
//! decision apart.
//!
//! Of each simulation the result and how convincing it was are noted by the move that it began
//! with. The [weights](super::siblings) are those with which means of both together predict best by
//! how much moves differ in results alone. So a bonus that would do harm has none, and most fade
//! when simulations are many. All weights together are at most 1, so that a win is never worth less
//! than a loss. What was credited before weights are found anew stays as it was.

use super::bonus::Mode;
use super::quality_based::{sgn, winner};
use super::siblings::{Siblings, WIDTH};
use super::usual::Usual;
use super::{Length, Note, Reward, WinLoss};
use crate::budget::Budget;
use crate::{Game, Player, Turn};
use rustc_hash::FxHashMap;

/// A bonus for short and, where the game knows of that, for convincing simulations, as large as
/// helps.
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
    /// What results are worth without a bonus.
    pub base: WinLoss,
    quality: Option<fn(&G) -> f64>,
    searcher: Player,
    usual: [Usual; MEASURES],
    /// The numbers of moves among siblings.
    numbers: FxHashMap<G::Action, usize>,
    siblings: Siblings,
    /// The move that the simulation at hand began with.
    sibling: Option<usize>,
    samples: u64,
    /// When weights are to be found anew.
    next: u64,
    weights: [f64; MEASURES],
    /// The largest sum of weights that was used in this game.
    largest: f64,
}

/// Length and quality.
const MEASURES: usize = WIDTH - 1;
/// Weights are found for the first time after so many simulations, and then whenever there are an
/// eighth more.
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

    /// Another for what `quality` says of the end of a game.
    pub fn quality(self, quality: fn(&G) -> f64) -> Self {
        Discerning { quality: Some(quality), ..self }
    }

    /// How convincing a simulation was for its winner by each measure, from -1 to 1; it is then
    /// remembered what is usual.
    fn convincing(&mut self, state: &G, length: Length, winner: Player) -> [f64; MEASURES] {
        let quality = self.quality.map_or(0.0, |quality| quality(state));
        let measures = [-f64::from(length.total()), quality];
        std::array::from_fn(|i| {
            let lambda = self.usual[i].lambda(winner, measures[i]).unwrap_or(0.0);
            self.usual[i].push(winner, measures[i]);
            Mode::Fixed.sigmoid(lambda)
        })
    }

    /// Notes a simulation: its result for the searcher, and how convincing it was.
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

    /// Every decision has moves of its own. What was learnt for another seat is forgotten, lest it
    /// tell this one what only the other could see.
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
