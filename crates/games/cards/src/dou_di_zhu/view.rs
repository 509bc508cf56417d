//! A seat's information: its hand, all plays, and the number of cards of the other players, by
//! which states are evaluated.

use super::group::Action;
use super::hand::Hand;
use super::{DouDiZhu, Phase, PublicState, SIZES};
use sortilege::evaluator::Evaluator;
use sortilege::game::{Hidden, Observe, Recall, Redeal};
use sortilege::{Player, Rng};

/// A seat's information about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct View {
    pub(super) seat: u8,
    pub(super) hand: Hand,
    /// The cards that the two other players hold together.
    pub(super) unseen: Hand,
    /// Number of cards that each seat holds.
    pub(super) sizes: [u8; 3],
    pub(super) table: PublicState,
}

/// An observation of an action, in eight bytes. A deal shows each player the own hand, everything
/// else is public. Hands have the highest bit set, and moves do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seen(u64);

impl Seen {
    const DEAL: u64 = 1 << 63;

    /// A public move.
    pub(super) fn open(action: Action) -> Self {
        Seen(action.0)
    }

    /// The own cards of a deal, or a move.
    pub(super) fn what(self) -> Result<Hand, Action> {
        match self.0 & Seen::DEAL {
            0 => Err(Action(self.0)),
            _ => Ok(Hand(self.0 & !Seen::DEAL)),
        }
    }
}

impl View {
    /// The own hand.
    pub fn hand(&self) -> Hand {
        self.hand
    }

    /// The cards that the two other players hold together.
    pub fn unseen(&self) -> Hand {
        self.unseen
    }

    /// Number of cards that `who` holds.
    pub fn size(&self, Player(who): Player) -> u32 {
        self.sizes[who].into()
    }

    /// The cards that have been played.
    pub fn played(&self) -> Hand {
        match self.table.phase {
            Phase::Deal => Hand::EMPTY,
            _ => Hand::DECK.minus(self.hand).minus(self.unseen),
        }
    }
}

impl Hidden for DouDiZhu {
    type View = View;

    #[inline]
    fn view(&self, Player(seat): Player) -> View {
        View {
            seat: seat as u8,
            hand: self.hands[seat],
            unseen: self.hands[(seat + 1) % 3].plus(self.hands[(seat + 2) % 3]),
            sizes: self.hands.map(|hand| hand.len() as u8),
            table: self.table,
        }
    }

    /// Deals the unseen cards, all splits equally likely. The information in the plays of the other
    /// players is ignored (IS §VII-A3).
    #[inline]
    fn determinize(view: &View, rng: &mut Rng) -> Self {
        let seat = usize::from(view.seat);
        let (next, last) = ((seat + 1) % 3, (seat + 2) % 3);
        let mut hands = [view.hand; 3];
        [hands[next], hands[last]] = view.unseen.split(view.sizes[next].into(), rng);
        DouDiZhu { hands, table: view.table }
    }
}

impl Observe for DouDiZhu {
    type Seen = Seen;
    /// Played cards are kept as a set, without their players and their order.
    const RECALL: Recall = Recall::Forgets;

    #[inline]
    fn seen(&self, action: Action, Player(who): Player) -> Option<Seen> {
        Some(Seen(match action.is_deal() {
            true => action.hands()[who].0 | Seen::DEAL,
            false => action.0,
        }))
    }
}

impl Redeal for DouDiZhu {
    /// The hidden part is the distribution of the unseen cards between the two other players.
    fn redeal(&self, Player(who): Player, rng: &mut Rng) -> Self {
        loop {
            let hands = redealt(self.hands, who, rng);
            let twin = DouDiZhu { hands, ..*self };
            // A player who is about to add kickers to a group must hold some.
            let mut kickers = vec![];
            twin.table.list(hands[usize::from(self.table.mover)], &mut kickers);
            if self.table.phase != Phase::Kickers || !kickers.is_empty() {
                return twin;
            }
        }
    }

    fn disguise(&self, action: Action, Player(who): Player, rng: &mut Rng) -> Action {
        match action.is_deal() {
            true => Action::deal(redealt(action.hands(), who, rng)),
            false => action,
        }
    }
}

/// The cards of the two other players, card by card, in random order.
fn redealt(mut hands: [Hand; 3], who: usize, rng: &mut Rng) -> [Hand; 3] {
    let others = [(who + 1) % 3, (who + 2) % 3];
    let copies =
        |hand: Hand| (0..15).flat_map(move |rank| (0..hand.count(rank)).map(move |_| rank));
    let mut cards: Vec<usize> = others.iter().flat_map(|&seat| copies(hands[seat])).collect();
    rng.shuffle(&mut cards);
    for seat in others {
        let size = hands[seat].len() as usize;
        hands[seat] = Hand::EMPTY;
        for rank in cards.drain(..size) {
            hands[seat] = hands[seat].plus(Hand::of(1 << rank, 1));
        }
    }
    hands
}

/// The side with fewer cards is ahead; the better peasant counts for both. It is an addition of
/// this project. The sizes of hands are public.
#[derive(Clone, Copy, Debug, Default)]
pub struct CardsLeft;

impl Evaluator<DouDiZhu> for CardsLeft {
    #[inline]
    fn evaluate(&mut self, state: &DouDiZhu, values: &mut [f64]) {
        let [landlord, first, second] = state.hands.map(|hand| f64::from(hand.len()));
        let lead = (first.min(second) - landlord) / f64::from(SIZES[0]);
        values.copy_from_slice(&[lead, -lead, -lead]);
    }
}
