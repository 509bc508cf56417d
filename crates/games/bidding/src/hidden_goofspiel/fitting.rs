//! Bids of the other player that are consistent with the results: their number, and a uniform
//! sample.
//!
//! A won round was won against a lower card, a lost round against a higher card, and a tie against
//! the same card. No card is bid twice. A consistent assignment is therefore an injection of rounds
//! into cards. Each round takes its card from an interval that begins at the lowest card or ends at
//! the highest.
//!
//! The algorithm visits the cards from the lowest to the highest. Each card goes into one of the
//! lost rounds that are *open*, meaning that their own bid was lower, or into the *pool*. A won
//! round is met at its own bid: it *closes* and takes one of the cards in the pool, which are all
//! lower. The cards that remain in the pool at the end are still in the opponent's hand.
//!
//! The number of lost rounds that have been filled determines the number of open rounds and the
//! size of the pool, whatever the earlier choices were. Completions are therefore counted by card
//! and by that number: at most 13 times 13 entries, each computed from two others.
//!
//! [`Row`] is a short sequence of small numbers in one machine word, so that states with a history
//! stay flat and cheap to clone.

use crate::goofspiel::{MOST_CARDS, bit};
use sortilege::Rng;
use std::fmt::{self, Debug, Formatter};

/// The results of the rounds: a mask of the own bids for each result.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Results {
    /// Number of cards in a hand at the start.
    pub(super) cards: u8,
    /// Own bids that won.
    pub(super) won: u16,
    /// Own bids that lost.
    pub(super) lost: u16,
    /// Own bids that were equal to the other's.
    pub(super) tied: u16,
}

/// An index for each card, and one beyond the last.
const CARDS: usize = MOST_CARDS as usize + 2;

/// Number of completions for each card and each number of lost rounds that lower cards have filled.
/// The numbers are integers of at most 13!, so sums and products are exact.
type Ways = [[f64; CARDS]; CARDS];

impl Results {
    /// Number of bid sequences that are consistent with the results.
    #[cfg(test)]
    pub(super) fn count(&self) -> f64 {
        self.ways()[1][0]
    }

    fn ways(&self) -> Ways {
        let mut ways = [[0.0; CARDS]; CARDS];
        let behind = usize::from(self.cards) + 1;
        ways[behind][self.lost.count_ones() as usize] = 1.0;
        for card in (1..=self.cards).rev() {
            let (here, next) = (usize::from(card), usize::from(card) + 1);
            let lower = self.lower(card);
            for filled in 0..=lower.opened as usize {
                let open = f64::from(lower.opened) - filled as f64;
                ways[here][filled] = match self.tied & bit(card) != 0 {
                    true => ways[next][filled],
                    false => open * ways[next][filled + 1] + ways[next][filled],
                };
                if self.won & bit(card) != 0 {
                    ways[here][filled] *=
                        f64::from((lower.free - lower.closed).saturating_sub(filled as u32));
                }
            }
        }
        ways
    }

    /// The other's card for each own bid, all zero for cards that were not bid.
    pub(super) fn draw(&self, rng: &mut Rng) -> [u8; CARDS] {
        let ways = self.ways();
        let (mut theirs, mut pool, mut open, mut filled) = ([0; CARDS], 0_u16, 0_u16, 0);
        for card in 1..=self.cards {
            let (at, next) = (bit(card), &ways[usize::from(card) + 1]);
            if self.won & at != 0 {
                let lower = rng.pick_bit(pool.into());
                theirs[usize::from(card)] = lower as u8;
                pool &= !(1 << lower);
            }
            if self.tied & at != 0 {
                theirs[usize::from(card)] = card;
                continue;
            }
            let higher = f64::from(open.count_ones()) * next[filled + 1];
            if rng.unit() * (higher + next[filled]) < higher {
                let bid = rng.pick_bit(open.into());
                theirs[bid as usize] = card;
                open &= !(1 << bid);
                filled += 1;
            } else {
                pool |= at;
            }
            open |= self.lost & at;
        }
        theirs
    }

    /// Counts over the cards below `card`.
    #[inline]
    fn lower(&self, card: u8) -> Lower {
        let below = bit(card) - 1;
        Lower {
            free: u32::from(card) - 1 - (self.tied & below).count_ones(),
            closed: (self.won & below).count_ones(),
            opened: (self.lost & below).count_ones(),
        }
    }
}

/// Counts over the cards below a given card.
struct Lower {
    /// Cards that are not taken by a tie.
    free: u32,
    /// Won rounds; each has taken a card from the pool.
    closed: u32,
    /// Lost rounds, open or filled.
    opened: u32,
}

/// A sequence of up to 16 numbers from 1 to 15, four bits each.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct Row(u64);

impl Row {
    /// Length of the sequence. No number is 0, so the highest bit that is set determines it.
    #[inline]
    pub(super) fn len(self) -> u32 {
        (u64::BITS - self.0.leading_zeros()).div_ceil(4)
    }

    /// Appends a number.
    #[inline]
    pub(super) fn push(&mut self, number: u8) {
        debug_assert!((1..16).contains(&number) && self.len() < 16, "{number} after {self:?}");
        self.0 |= u64::from(number) << (4 * self.len());
    }

    /// The last number, or 0 if there is none.
    #[inline]
    pub(super) fn last(self) -> u8 {
        self.iter().last().unwrap_or(0)
    }

    /// The first `count` numbers.
    #[inline]
    pub(super) fn first(self, count: u32) -> Row {
        Row(self.0 & !(u64::MAX << (4 * count)))
    }

    /// Iterates over the numbers in order.
    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = u8> + Clone {
        (0..self.len()).map(move |at| (self.0 >> (4 * at) & 15) as u8)
    }

    /// The set of the numbers, one bit for each.
    #[inline]
    pub(super) fn mask(self) -> u16 {
        self.iter().fold(0, |mask, number| mask | 1 << number)
    }

    /// The packed sequence; different sequences have different packed values.
    #[inline]
    pub(super) fn packed(self) -> u64 {
        self.0
    }
}

impl FromIterator<u8> for Row {
    fn from_iter<I: IntoIterator<Item = u8>>(numbers: I) -> Self {
        let mut row = Row::default();
        numbers.into_iter().for_each(|number| row.push(number));
        row
    }
}

impl Debug for Row {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        out.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sortilege::testing::odds;
    use std::collections::HashMap;

    /// Own bids with the results of both players' bids, round by round.
    fn results(cards: u8, bids: &[(u8, u8)]) -> Results {
        let mut results = Results { cards, ..Results::default() };
        for &(own, other) in bids {
            *match own.cmp(&other) {
                std::cmp::Ordering::Greater => &mut results.won,
                std::cmp::Ordering::Less => &mut results.lost,
                std::cmp::Ordering::Equal => &mut results.tied,
            } |= bit(own);
        }
        results
    }

    /// All consistent assignments, by trying every card in every round.
    fn all(results: &Results) -> Vec<[u8; CARDS]> {
        let bid = |own: u8| (results.won | results.lost | results.tied) & bit(own) != 0;
        let mut found = vec![[0; CARDS]];
        for own in (1..=results.cards).filter(|&own| bid(own)) {
            let fits = |other: u8| match own.cmp(&other) {
                std::cmp::Ordering::Greater => results.won & bit(own) != 0,
                std::cmp::Ordering::Less => results.lost & bit(own) != 0,
                std::cmp::Ordering::Equal => results.tied & bit(own) != 0,
            };
            let with = |theirs: &[u8; CARDS], other: u8| {
                let mut theirs = *theirs;
                theirs[usize::from(own)] = other;
                theirs
            };
            let longer = |theirs: &[u8; CARDS]| {
                let theirs = *theirs;
                let others =
                    (1..=results.cards).filter(|&other| fits(other) && !theirs.contains(&other));
                others.map(|other| with(&theirs, other)).collect::<Vec<_>>()
            };
            found = found.iter().flat_map(longer).collect();
        }
        found
    }

    /// Every pattern of results of up to six own bids, possible or not: 4^6 of them.
    #[test]
    fn counts_are_those_of_enumeration() {
        for cards in 1..=6 {
            for code in 0..4_u32.pow(cards.into()) {
                let of = |kind: u32| {
                    let is = |card: &u8| code >> (2 * (card - 1)) & 3 == kind;
                    (1..=cards).filter(is).fold(0, |mask, card| mask | bit(card))
                };
                let results = Results { cards, won: of(1), lost: of(2), tied: of(3) };
                assert_eq!(results.count(), all(&results).len() as f64, "{results:?}");
            }
        }
    }

    #[test]
    fn counts_of_long_games() {
        assert_eq!(Results { cards: 13, ..Results::default() }.count(), 1.0);
        // All rounds are lost but that of the highest card. Each bid was one higher than the own
        // bid, and the last was the lowest.
        let shifted: Vec<(u8, u8)> = (1..=13).map(|own| (own, own % 13 + 1)).collect();
        assert_eq!(results(13, &shifted).count(), 1.0);
        // The own 1 lost to a 13: the own 13 beat one of twelve cards. Or it lost to one of eleven
        // other cards: the own 13 beat one of the eleven that remain.
        assert_eq!(results(13, &[(13, 2), (1, 13)]).count(), 12.0 + 11.0 * 11.0);
        // Won with the seven highest cards in turn: the k-th has k - 1 fewer lower cards to choose
        // from.
        let won: Vec<(u8, u8)> = (7..=13).map(|own| (own, own - 6)).collect();
        assert_eq!(results(13, &won).count(), 6.0_f64.powi(7));
    }

    #[test]
    fn draws_are_uniform() {
        for bids in [
            &[(3, 5), (4, 1)][..],
            &[(3, 5), (5, 1), (2, 3), (4, 4)],
            &[(1, 2), (2, 1), (6, 3), (3, 4)],
            &[(4, 6), (5, 3), (3, 4), (2, 1), (1, 2), (6, 5)],
        ] {
            let (results, mut rng) = (results(6, bids), Rng::new(1));
            let all = all(&results);
            assert!(all.len() > 1, "{bids:?}");
            let mut counts: HashMap<_, u64> = all.iter().map(|&theirs| (theirs, 0)).collect();
            for _ in 0..100 * all.len() {
                *counts.get_mut(&results.draw(&mut rng)).expect("one that fits") += 1;
            }
            let counts: Vec<u64> = counts.into_values().collect();
            odds::fit(&counts, &vec![1.0 / all.len() as f64; all.len()]).unwrap();
        }
    }

    #[test]
    fn rows_are_lists() {
        let all = [13, 1, 8, 7, 15, 2];
        for count in 0..=all.len() {
            let row: Row = all[..count].iter().copied().collect();
            assert_eq!(
                (row.len() as usize, row.iter().collect::<Vec<_>>()),
                (count, all[..count].to_vec())
            );
            assert_eq!(row, all.iter().copied().collect::<Row>().first(count as u32));
            assert_eq!(row.last(), all[..count].last().copied().unwrap_or(0));
            assert_eq!(row.mask().count_ones() as usize, count);
        }
        assert_eq!(format!("{:?}", [3, 1].into_iter().collect::<Row>()), "[3, 1]");
    }
}
