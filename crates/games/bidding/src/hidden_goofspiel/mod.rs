//! Goofspiel with hidden bids: [Goofspiel](crate::goofspiel) in which nobody sees the other's bids
//! (Lanctot and others, and OpenSpiel's `goofspiel` with `imp_info`).
//!
//! The rules are [`RULES`]; five cards in descending order unless said.
//!
//! **Environment.** Once both bids lie on the table, a forced action of the environment says who
//! has won the point card, or that the bids are equal. The round is over with that.
//!
//! **What is seen.** The own bid, the answer, and the point card that is turned up. Nobody notices
//! what the other bids. Players have suits of their own, so a bid says whose it is: the first
//! player bids hearts, the second spades.
//!
//! **Determinization.** All bids of the other that fit the answers are equally likely, in their
//! order (`fitting.rs`). As the other might have chosen any of them, these are the odds of chance.
//!
//! **Views forget nothing.** A view has own bids, answers and point cards in their order, which is
//! all that was seen.
//!
//! **Notation.** A bid is the suit and the card, `h3` or `s3`; the answer is `hearts`, `spades` or
//! `tie`; a point card that is turned up is `p3`. A position has the rounds in order, the point
//! card before the bids: `5:5/1 4:2/4 3:`. The last round lacks its bids if they are to be made,
//! and has a question mark if they await the answer, `3:3/5?`. The position before anything has
//! happened is `-` where point cards are drawn.
//!
//! **Known values.** 0 from the start, by symmetry. Information sets are those in which there is
//! something to choose; the last column is what the best opponent wins from somebody who bids at
//! random.
//!
//! | cards, order | information sets of each seat | finished games | best against random bids |
//! | --- | --- | --- | --- |
//! | 3, descending | 8 | 36 | 2/3 |
//! | 3, random | 45 | 216 | 2/3 |
//! | 4, descending | 81 | 576 | 17/24 |
//! | 4, random | 1804 | 13824 | 17/24 |

mod fitting;
mod hidden;
mod notation;
mod row;
#[cfg(test)]
mod tests;

pub use hidden::{Seen, View};

use crate::bits::bits;
use crate::goofspiel::{self, Goofspiel, Order};
use crate::key::mix;
use row::Row;
use sortilege::game::{Chance, Key, Outcomes, Simultaneous};
use sortilege::{Game, Player, Rng, Turn};

#[doc = include_str!("rules.md")]
pub const RULES: &str = include_str!("rules.md");

/// A game of Goofspiel with hidden bids.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HiddenGoofspiel {
    /// The game as far as answers have been given.
    table: Goofspiel,
    /// The bids of each seat, in order; those without an answer are the last.
    bids: [Row; 2],
    /// The point cards that have been turned up, in order.
    points: Row,
    /// The answers, in order: [`code`] of each.
    answers: Row,
}

/// A bid, the answer to both, or the next point card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Chance turns up this point card.
    Reveal(u8),
    /// A seat bids a card.
    Bid {
        /// Whose bid it is, counted from 0.
        seat: u8,
        /// The card.
        card: u8,
    },
    /// The bid of this seat, counted from 0, was the higher one.
    Won(u8),
    /// The bids were equal.
    Tie,
}

/// What stands for a tie in a row of answers.
const TIE: u8 = 3;

/// What stands in a row of answers for that of `first` and `second`: 1 or 2 for the seat that has
/// won, or [`TIE`].
#[inline]
fn code(first: u8, second: u8) -> u8 {
    match first.cmp(&second) {
        std::cmp::Ordering::Greater => 1,
        std::cmp::Ordering::Less => 2,
        std::cmp::Ordering::Equal => TIE,
    }
}

impl HiddenGoofspiel {
    /// A game with bid and point cards 1 to `cards`, which is 1 to 13.
    pub fn new(cards: u8, order: Order) -> Result<Self, String> {
        let table = Goofspiel::new(cards, order)?;
        let nothing = Row::default();
        let mut game =
            HiddenGoofspiel { table, bids: [nothing; 2], points: nothing, answers: nothing };
        game.note_point_card();
        Ok(game)
    }

    /// Adds the point card that the table shows, if any.
    #[inline]
    fn note_point_card(&mut self) {
        if self.table.up != 0 {
            self.points.push(self.table.up);
        }
    }

    /// Whether bids lie on the table that await their answer.
    #[inline]
    fn awaits_answer(&self) -> bool {
        self.bids[0].len() > self.answers.len()
    }

    /// The answer to the bids that await one.
    #[inline]
    fn answer(&self) -> Action {
        let [first, second] = self.bids.map(Row::last);
        match code(first, second) {
            TIE => Action::Tie,
            seat => Action::Won(seat - 1),
        }
    }

    /// What a seat can bid: a card that awaits its answer is still in its hand.
    #[inline]
    fn hand(&self, who: Player) -> u16 {
        self.table.hands[who.0]
    }
}

impl Default for HiddenGoofspiel {
    fn default() -> Self {
        HiddenGoofspiel::new(5, Order::Descending).expect("valid settings")
    }
}

impl Game for HiddenGoofspiel {
    type Action = Action;

    #[inline]
    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.awaits_answer() { Turn::Chance } else { self.table.turn() }
    }

    fn actions(&self, out: &mut Vec<Action>) {
        out.clear(); // Nobody ever moves alone.
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        if let Action::Reveal(card) = action {
            self.table.apply(goofspiel::Action::Reveal(card));
            return self.note_point_card();
        }
        debug_assert!(self.awaits_answer() && action == self.answer(), "{action:?} in {self:?}");
        let bids = self.bids.map(Row::last);
        self.answers.push(code(bids[0], bids[1]));
        self.table.apply_together(&bids.map(goofspiel::Action::Bid));
        // In random order it comes later.
        self.note_point_card();
    }

    #[inline]
    fn payoff(&self, who: Player) -> f64 {
        self.table.payoff(who)
    }
}

impl Simultaneous for HiddenGoofspiel {
    fn choices(&self, who: Player, out: &mut Vec<Action>) {
        out.clear();
        out.extend(bits(self.hand(who)).map(|card| Action::Bid { seat: who.0 as u8, card }));
    }

    #[inline]
    fn apply_together(&mut self, choices: &[Action]) {
        let &[Action::Bid { seat: 0, card: first }, Action::Bid { seat: 1, card: second }] =
            choices
        else {
            unreachable!("a round takes a bid of each seat")
        };
        debug_assert!(self.turn() == Turn::Together, "bids {choices:?} in {self:?}");
        for (seat, card) in [first, second].into_iter().enumerate() {
            debug_assert!(
                self.table.hands[seat] & goofspiel::bit(card) != 0,
                "no {card} in {self:?}"
            );
            self.bids[seat].push(card);
        }
    }

    #[inline]
    fn random_choice(&self, who: Player, _: &mut Vec<Action>, rng: &mut Rng) -> Action {
        Action::Bid { seat: who.0 as u8, card: rng.pick_bit(self.hand(who).into()) as u8 }
    }
}

impl Chance for HiddenGoofspiel {
    #[inline]
    fn sample(&self, rng: &mut Rng) -> Action {
        match self.awaits_answer() {
            true => self.answer(),
            false => Action::Reveal(rng.pick_bit(self.table.left.into()) as u8),
        }
    }
}

impl Outcomes for HiddenGoofspiel {
    fn outcomes(&self, out: &mut Vec<(Action, f64)>) {
        out.clear();
        if self.awaits_answer() {
            return out.push((self.answer(), 1.0));
        }
        let each = 1.0 / f64::from(self.table.left.count_ones());
        out.extend(bits(self.table.left).map(|card| (Action::Reveal(card), each)));
    }
}

impl Key for HiddenGoofspiel {
    #[inline]
    fn key(&self) -> u64 {
        // Answers are told by the bids, but for whether the last one has been given.
        let rest =
            [self.table.cards, self.table.order as u8, self.answers.len() as u8, 0, 0, 0, 0, 0];
        let [first, second] = self.bids.map(Row::packed);
        mix([first, second, self.points.packed(), u64::from_le_bytes(rest)])
    }
}
