//! Goofspiel with hidden bids: [Goofspiel](crate::goofspiel) in which no player sees the other's
//! bids (Lanctot and others, and OpenSpiel's `goofspiel` with `imp_info`).
//!
//! The rules are [`RULES`]; the default is five cards in descending order.
//!
//! **Environment.** Once both bids lie on the table, a forced action of the environment announces
//! who has won the point card, or that the bids are equal. This answer ends the round.
//!
//! **Observations.** A player observes the own bid, the answer, and the point card that is turned
//! up. The other player's bid is not observed. Each player bids a separate suit, so that a bid
//! names its player: the first player bids hearts, the second spades.
//!
//! **Determinization.** All sequences of the other player's bids that are consistent with the
//! answers are equally likely (`fitting.rs`). The distribution reflects chance only: every bid is
//! taken to be equally likely.
//!
//! **Perfect recall.** A view has the own bids, the answers and the point cards in order, which is
//! everything that was observed.
//!
//! **Notation.** A bid is the suit and the card, `h3` or `s3`; the answer is `hearts`, `spades` or
//! `tie`; a point card that is turned up is `p3`. A position has the rounds in order, the point
//! card before the bids: `5:5/1 4:2/4 3:`. The last round has no bids if they are still to be made,
//! and a question mark if they await the answer, `3:3/5?`. The initial position is `-` if point
//! cards are drawn at random.
//!
//! **Known values.** 0 from the start, by symmetry. The table counts only information sets with
//! more than one action. The last column is the value of a best response to an opponent who bids at
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
#[cfg(test)]
mod tests;

pub use hidden::{Seen, View};

use crate::bits::bits;
use crate::goofspiel::{self, Goofspiel, Order};
use crate::key::mix;
use fitting::Row;
use sortilege::game::{Chance, Key, Outcomes, Simultaneous};
use sortilege::{Game, Player, Rng, Turn};

#[doc = include_str!("rules.md")]
pub const RULES: &str = include_str!("rules.md");

/// A game of Goofspiel with hidden bids.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HiddenGoofspiel {
    /// The open game up to the last answer.
    table: Goofspiel,
    /// The bids of each seat, in order, including bids that have no answer yet.
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
        /// The seat that bids, counted from 0.
        seat: u8,
        /// The card.
        card: u8,
    },
    /// The bid of this seat, counted from 0, was the higher one.
    Won(u8),
    /// The bids were equal.
    Tie,
}

/// Code of a tie in a row of answers.
const TIE: u8 = 3;

/// Code of the answer to the bids `first` and `second`: 1 or 2 for the seat that has won, or
/// [`TIE`].
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

    /// Appends the point card that the table shows, if any.
    #[inline]
    fn note_point_card(&mut self) {
        if self.table.up != 0 {
            self.points.push(self.table.up);
        }
    }

    /// Returns whether both bids lie on the table without an answer.
    #[inline]
    fn awaits_answer(&self) -> bool {
        self.bids[0].len() > self.answers.len()
    }

    /// The answer to the current bids.
    #[inline]
    fn answer(&self) -> Action {
        let [first, second] = self.bids.map(Row::last);
        match code(first, second) {
            TIE => Action::Tie,
            seat => Action::Won(seat - 1),
        }
    }

    /// The cards that a seat can bid. A card that awaits its answer is still in the hand.
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
        out.clear(); // Both players always move at the same time.
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
        // In random order a chance event reveals the card later.
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
        // The bids determine the answers; only whether the last answer was given is extra
        // information.
        let rest =
            [self.table.cards, self.table.order as u8, self.answers.len() as u8, 0, 0, 0, 0, 0];
        let [first, second] = self.bids.map(Row::packed);
        mix([first, second, self.points.packed(), u64::from_le_bytes(rest)])
    }
}
