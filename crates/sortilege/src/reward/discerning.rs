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
use super::moments::Usual;
use super::quality_based::{sgn, winner};
use super::siblings::{Siblings, WIDTH};
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

/// Finished games with results, lengths and qualities that are set by hand.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    /// A finished game with a given quality.
    #[derive(Clone, Copy)]
    struct Ended(f64);

    impl Game for Ended {
        type Action = u32;
        fn players(&self) -> usize {
            2
        }
        fn turn(&self) -> Turn {
            if self.0.is_nan() { Turn::Player(Player(0)) } else { Turn::Over }
        }
        fn actions(&self, _: &mut Vec<u32>) {}
        fn apply(&mut self, _: u32) {}
        fn payoff(&self, _: Player) -> f64 {
            0.0
        }
    }

    /// A reward after 2,000 simulations of 20 moves of `who`, with chances to win from 0.3 to 0.7. With
    /// `short`, a win after a good move takes fewer turns; with `convincing`, its quality is higher.
    fn taught(who: usize, short: f64, convincing: f64) -> Discerning<Ended> {
        let mut reward = Discerning::new(WinLoss::default()).quality(|ended: &Ended| ended.0);
        reward.begin(&Ended(0.0), Player(who), &Budget::iterations(2000));
        let mut rng = Rng::new(3);
        for _ in 0..100 {
            for at in 0..20 {
                let worth = f64::from(at) / 19.0 - 0.5;
                let is_won = rng.unit() < 0.5 + 0.4 * worth;
                let better = if is_won { worth } else { -worth };
                let length = 40.0 - short * 20.0 * better + 4.0 * rng.unit();
                let quality = 10.0 + convincing * 10.0 * better + 2.0 * rng.unit();
                let mut values = [-1.0; 2];
                values[if is_won { who } else { 1 - who }] = 1.0;
                reward.follow(&[(Player(who), at)]);
                reward.credit(
                    &Ended(quality),
                    Length { tree: 1, playout: length as u32 },
                    &mut values,
                );
            }
        }
        reward
    }

    fn weights(reward: &Discerning<Ended>) -> [f64; 2] {
        let notes = Reward::<Ended>::notes(reward);
        assert_eq!(
            notes.iter().map(|note| note.0).collect::<Vec<_>>(),
            ["weight of shortness", "weight of quality"]
        );
        [notes[0].1, notes[1].1]
    }

    /// For either player, a measure that separates moves has a bonus, one without information has
    /// almost none, and one with the opposite sign has none.
    #[test]
    fn bonuses_are_where_they_help() {
        for who in [0, 1] {
            let [short, quality] = weights(&taught(who, 1.0, 0.0));
            assert!(short > 0.2 && quality < 0.1, "{short} and {quality}");
            let [short, quality] = weights(&taught(who, 0.0, 1.0));
            assert!(short < 0.1 && quality > 0.2, "{short} and {quality}");
            assert_eq!(weights(&taught(who, -1.0, -1.0)), [0.0, 0.0]);
        }
    }

    /// By the weight of shortness, a short win earns its winner more and the loser less. A draw and a
    /// game that was cut off have no bonus.
    #[test]
    fn a_bonus_is_added_to_results() {
        let mut reward = taught(0, 1.0, 0.0);
        let credit = |reward: &mut Discerning<Ended>, quality, playout, mut values: [f64; 2]| {
            reward.credit(&Ended(quality), Length { tree: 0, playout }, &mut values);
            values
        };
        let [soon, other] = credit(&mut reward, 11.0, 20, [1.0, -1.0]);
        assert!(soon > 1.0 && (soon + other - 1.0).abs() < 1e-12, "{soon} and {other}");
        let [late, _] = credit(&mut reward, 11.0, 60, [1.0, -1.0]);
        assert!(late < 1.0 && late > 0.5, "{late}");
        assert_eq!(credit(&mut reward, 11.0, 20, [0.0, 0.0]), [0.5, 0.5]);
        assert_eq!(credit(&mut reward, f64::NAN, 20, [1.0, -1.0]), [1.0, 0.0]);
        let (least, most) = Reward::<Ended>::range(&reward);
        assert!(least <= other && soon <= most);
    }

    /// What was learnt for a seat is not used for another seat or in another game.
    #[test]
    fn what_was_learnt_belongs_to_a_seat_of_a_game() {
        let mut other_seat = taught(0, 1.0, 1.0);
        other_seat.begin(&Ended(0.0), Player(1), &Budget::iterations(10));
        let mut other_game = taught(0, 1.0, 1.0);
        other_game.new_game();
        let mut same = taught(0, 1.0, 1.0);
        same.begin(&Ended(0.0), Player(0), &Budget::iterations(10));
        assert_ne!(weights(&same), [0.0, 0.0]);
        for reward in [&mut other_seat, &mut other_game] {
            assert_eq!(weights(reward), [0.0, 0.0]);
            assert_eq!(Reward::<Ended>::range(reward), (0.0, 1.0));
            assert!(reward.siblings.weights() == [0.0, 0.0]);
        }
    }
}
