//! Bids of the other player that fit the results: how many there are, and one of them by lot, each
//! as likely as any other.
//!
//! A round that was won was won against a lower card, a lost one against a higher card, and a tie
//! against the same card. No card is bid twice. So what is drawn is an injection of rounds into
//! cards in which each round takes an interval that begins at the lowest or ends at the highest
//! card. Cards are looked at from the lowest to the highest. A card goes into one of the lost
//! rounds that are *open*, whose own bid was lower, or else into the *pool*. A won round is met at
//! its own bid: it *closes*, and takes one of the cards in the pool, which are all lower. What is
//! in the pool at the end is still in the hand.
//!
//! Whatever was chosen before, the number of lost rounds that have their card says how many are
//! open and how large the pool is. So ways to go on are counted by card and by that number, at most
//! 13 times 13 of them, each from two others.

use crate::goofspiel::{MOST_CARDS, bit};
use sortilege::Rng;

/// Rounds by what became of them: the own bids, a bit for each.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Results {
    /// How many cards a hand has at the start.
    pub(super) cards: u8,
    /// Own bids that won.
    pub(super) won: u16,
    /// Own bids that lost.
    pub(super) lost: u16,
    /// Own bids that were equal to the other's.
    pub(super) tied: u16,
}

/// A place for each card, and one behind them.
const CARDS: usize = MOST_CARDS as usize + 2;

/// For each card and each number of lost rounds that have got theirs from lower cards: the ways to
/// go on from there. They are whole numbers, at most 13!, so sums and products are exact.
type Ways = [[f64; CARDS]; CARDS];

impl Results {
    /// How many sequences of bids fit.
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

    /// What has come of cards below `card`.
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

/// Counts of what is below a card.
struct Lower {
    /// Cards that no tie has taken.
    free: u32,
    /// Won rounds, which have taken their cards from the pool.
    closed: u32,
    /// Lost rounds, open or filled.
    opened: u32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use sortilege::testing::odds;
    use std::collections::HashMap;

    /// Own bids with the results of both players' bids, round for round.
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

    /// All that fit, by trying every card in every round.
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

    /// Every way in which own bids of up to six cards can have gone, possible or not: 4^6 of them.
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
        // Lost with every card but the highest, which won: each bid was one higher than the own,
        // and the last was the lowest.
        let shifted: Vec<(u8, u8)> = (1..=13).map(|own| (own, own % 13 + 1)).collect();
        assert_eq!(results(13, &shifted).count(), 1.0);
        // Lost with the 1 to a 13, which leaves twelve cards that the 13 can have beaten, or to one
        // of eleven others, which leaves eleven.
        assert_eq!(results(13, &[(13, 2), (1, 13)]).count(), 12.0 + 11.0 * 11.0);
        // Won with the seven highest in turn: what comes k-th had k - 1 of the lower cards taken
        // from it.
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
}
