//! Hidden information of Goofspiel with hidden bids: observations, views, and sampling of
//! consistent states.

use super::fitting::{Results, Row};
use super::{Action, HiddenGoofspiel, TIE, code};
use crate::goofspiel::{Goofspiel, Order, all_up_to, bit};
use sortilege::game::{Hidden, Observe, Recall, Redeal};
use sortilege::{Player, Rng};

/// What a seat observes of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seen {
    /// This point card is turned up.
    Revealed(u8),
    /// An own bid.
    Bid(u8),
    /// This seat, counted from 0, has won the point card.
    Won(u8),
    /// The bids were equal.
    Tie,
}

/// A seat's information: everything but the other seat's bids.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    pub(super) cards: u8,
    pub(super) order: Order,
    pub(super) seat: u8,
    /// The own bids in order; the last one may not have an answer yet.
    pub(super) own: Row,
    /// The point cards that have been turned up, in order.
    pub(super) points: Row,
    /// The answers in order, encoded as in the state.
    pub(super) answers: Row,
}

impl Hidden for HiddenGoofspiel {
    type View = View;

    #[inline]
    fn view(&self, who: Player) -> View {
        View {
            cards: self.table.cards,
            order: self.table.order,
            seat: who.0 as u8,
            own: self.bids[who.0],
            points: self.points,
            answers: self.answers,
        }
    }

    /// All consistent bids of the other player are equally likely. The bid that has no answer yet
    /// is any of the cards that remain; their number does not depend on the earlier bids.
    fn determinize(view: &View, rng: &mut Rng) -> Self {
        let mut theirs = view.draw_answered(rng);
        if view.own.len() > view.answers.len() {
            theirs.push(rng.pick_bit((all_up_to(view.cards) & !theirs.mask()).into()) as u8);
        }
        let bids = if view.seat == 0 { [view.own, theirs] } else { [theirs, view.own] };
        HiddenGoofspiel {
            table: view.table(bids),
            bids,
            points: view.points,
            answers: view.answers,
        }
    }
}

impl View {
    /// Own bids and answers, round by round.
    #[inline]
    fn answered(&self) -> impl Iterator<Item = (u8, u8)> + Clone {
        self.own.iter().zip(self.answers.iter())
    }

    /// A sample of the other player's bids in the finished rounds.
    fn draw_answered(&self, rng: &mut Rng) -> Row {
        if self.answers.len() == 0 {
            return Row::default();
        }
        let mut results = Results { cards: self.cards, ..Results::default() };
        for (own, answer) in self.answered() {
            *match answer {
                TIE => &mut results.tied,
                winner if winner == self.seat + 1 => &mut results.won,
                _ => &mut results.lost,
            } |= bit(own);
        }
        let theirs = results.draw(rng);
        self.answered().map(|(own, _)| theirs[usize::from(own)]).collect()
    }

    /// The points of each seat.
    pub(super) fn scores(&self) -> [u8; 2] {
        let mut scores = [0; 2];
        for (answer, points) in self.answers.iter().zip(self.points.iter()) {
            if answer != TIE {
                scores[usize::from(answer - 1)] += points;
            }
        }
        scores
    }

    /// The point card that is bid for, or 0.
    pub(super) fn up(&self) -> u8 {
        if self.points.len() > self.answers.len() { self.points.last() } else { 0 }
    }

    /// Point cards that have not been turned up.
    pub(super) fn left(&self) -> u16 {
        all_up_to(self.cards) & !self.points.mask()
    }

    /// The own cards that have not been bid.
    pub(super) fn hand(&self) -> u16 {
        all_up_to(self.cards) & !self.own.mask()
    }

    /// The open game of Goofspiel in which these bids were made.
    fn table(&self, bids: [Row; 2]) -> Goofspiel {
        let over = self.answers.len();
        Goofspiel {
            cards: self.cards,
            order: self.order,
            hands: bids.map(|row| all_up_to(self.cards) & !row.first(over).mask()),
            left: self.left(),
            up: self.up(),
            scores: self.scores(),
        }
    }
}

impl Observe for HiddenGoofspiel {
    type Seen = Seen;
    const RECALL: Recall = Recall::Perfect;

    #[inline]
    fn seen(&self, action: Action, who: Player) -> Option<Seen> {
        match action {
            Action::Reveal(card) => Some(Seen::Revealed(card)),
            Action::Bid { seat, card } => (usize::from(seat) == who.0).then_some(Seen::Bid(card)),
            Action::Won(seat) => Some(Seen::Won(seat)),
            Action::Tie => Some(Seen::Tie),
        }
    }
}

/// Number of random swaps of two of the other player's cards that a redeal tries.
const SWAPS: usize = 200;

impl Redeal for HiddenGoofspiel {
    /// The hidden part is the order of the other player's cards; the cards in the hand stand behind
    /// the ones that were bid. The function swaps random pairs and keeps each swap that leaves
    /// every answer unchanged.
    fn redeal(&self, who: Player, rng: &mut Rng) -> Self {
        let other = 1 - who.0;
        let bid = self.bids[other].len() as usize;
        let mut cards: Vec<u8> = self.bids[other].iter().collect();
        cards.extend(
            (1..=self.table.cards).filter(|card| !self.bids[other].iter().any(|one| one == *card)),
        );
        let same = |cards: &[u8]| {
            let rounds = self.bids[who.0].iter().zip(cards).zip(self.answers.iter());
            rounds.into_iter().all(|((own, &theirs), answer)| {
                answer == if who.0 == 0 { code(own, theirs) } else { code(theirs, own) }
            })
        };
        for _ in 0..SWAPS {
            let [one, two] = [0; 2].map(|_| rng.below(cards.len()));
            cards.swap(one, two);
            if !same(&cards) {
                cards.swap(one, two);
            }
        }
        let mut twin = self.clone();
        twin.bids[other] = cards[..bid].iter().copied().collect();
        let answered = self.answers.len() as usize;
        twin.table.hands[other] = cards[answered..].iter().fold(0, |hand, &card| hand | bit(card));
        twin
    }

    /// To the observer, a bid of the other player could be any card in that player's hand.
    fn disguise(&self, action: Action, who: Player, rng: &mut Rng) -> Action {
        match action {
            Action::Bid { seat, .. } if usize::from(seat) != who.0 => {
                Action::Bid { seat, card: rng.pick_bit(self.table.hands[1 - who.0].into()) as u8 }
            }
            _ => action,
        }
    }
}
