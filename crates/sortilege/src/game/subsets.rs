//! Moves that are subsets: what to take from a small set of things within a budget.
//!
//! Such a move can be made at once, or as a sequence of yes/no decisions, one for each thing (ED
//! §VI-B2). A move is dominated if its things are a proper subset of another affordable move's.
//! Dominated moves can be left out of both forms (ED §VI-B1). The sequences of decisions lead to
//! the moves of the list, each of them once.
//!
//! Things of one kind are interchangeable, so a subset records how many of each kind are taken:
//! four bits for each kind, the first kind lowest. Declining a thing also declines the others of
//! its kind; otherwise several sequences would reach the same subset.
//!
//! ```
//! use sortilege::game::subsets::{Keep, Lot, each};
//! // Costs 4, 3 and 2 with a budget of 5 (ED Fig. 3).
//! let lots = [4, 3, 2].map(|cost| Lot { cost, copies: 1 });
//! let count = |keep| {
//!     let mut count = 0;
//!     each(&lots, 5, keep, &mut |_| count += 1);
//!     count
//! };
//! assert_eq!((count(Keep::All), count(Keep::Maximal)), (5, 2));
//! ```

/// Largest number of kinds.
pub const MAX_LOTS: usize = 16;

/// Largest budget.
pub const MAX_BUDGET: u8 = 63;

/// Things of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lot {
    /// Cost of one of them.
    pub cost: u8,
    /// Number of them, at most 15.
    pub copies: u8,
}

impl Lot {
    /// How many of them `budget` can pay for.
    #[inline]
    fn affordable(self, budget: u8) -> u8 {
        match self.cost {
            0 => self.copies,
            cost => self.copies.min(budget / cost),
        }
    }
}

/// Which subsets count as moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// All affordable subsets.
    All,
    /// Affordable subsets to which nothing can be added.
    Maximal,
}

/// Calls `visit` with every subset of `lots` that is affordable and kept, always in the same order.
pub fn each(lots: &[Lot], budget: u8, keep: Keep, visit: &mut impl FnMut(u64)) {
    debug_assert!(lots.len() <= MAX_LOTS);
    Listing { lots, keep, visit }.from(0, budget, u8::MAX, 0);
}

struct Listing<'a, F> {
    lots: &'a [Lot],
    keep: Keep,
    visit: &'a mut F,
}

impl<F: FnMut(u64)> Listing<'_, F> {
    /// Continues at kind `at` with the rest of the budget; `cheapest` is the cost of the cheapest
    /// thing that was left out.
    fn from(&mut self, at: usize, budget: u8, cheapest: u8, taken: u64) {
        let Some(&lot) = self.lots.get(at) else {
            if self.keep == Keep::All || budget < cheapest {
                (self.visit)(taken);
            }
            return;
        };
        for count in 0..=lot.affordable(budget) {
            let cheapest = if count < lot.copies { cheapest.min(lot.cost) } else { cheapest };
            self.from(
                at + 1,
                budget - count * lot.cost,
                cheapest,
                taken | u64::from(count) << (4 * at),
            );
        }
    }
}

/// The position in a sequence of yes/no decisions. The caller removes each taken thing from the
/// lots and its cost from the budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Walk {
    /// The next kind to decide on; kinds that are not affordable are skipped.
    pub at: u8,
    /// Cost of the cheapest declined thing; [`u8::MAX`] if none was declined.
    pub declined: u8,
}

/// The possible answers for a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fork {
    /// Its kind.
    pub lot: usize,
    /// Whether it may be taken.
    pub yes: bool,
    /// Whether it may be declined.
    pub no: bool,
}

impl Walk {
    /// The position before the first decision.
    pub const START: Walk = Walk { at: 0, declined: u8::MAX };

    /// The next thing to decide on, or `None` at the end. Things that are not affordable are
    /// skipped. At least one answer is possible, and it leads to a move that is kept.
    #[inline]
    pub fn next(self, lots: &[Lot], budget: u8, keep: Keep) -> Option<Fork> {
        let asked = |lot: &Lot| lot.copies > 0 && lot.cost <= budget;
        let lot = usize::from(self.at) + lots[usize::from(self.at)..].iter().position(asked)?;
        let (yes, no) = match keep {
            Keep::All => (true, true),
            Keep::Maximal => {
                (self.may_take(&lots[lot..], budget), self.may_decline(&lots[lot..], budget))
            }
        };
        Some(Fork { lot, yes, no })
    }

    /// The position after a thing of that kind was taken.
    #[inline]
    pub fn taken(self, lot: usize) -> Self {
        Walk { at: lot as u8, ..self }
    }

    /// The position after a thing of that kind and cost was declined.
    #[inline]
    pub fn declined(self, lot: usize, cost: u8) -> Self {
        Walk { at: lot as u8 + 1, declined: self.declined.min(cost) }
    }

    /// Whether the first of `lots` can be taken such that later lots can use up the budget until
    /// nothing that was declined is affordable. In descending order of cost this is always
    /// possible.
    fn may_take(self, lots: &[Lot], budget: u8) -> bool {
        let (first, rest) = (lots[0], budget - lots[0].cost);
        let others = Lot { copies: first.copies - 1, ..first };
        self.declined == u8::MAX || rest - spendable(others, &lots[1..], rest) < self.declined
    }

    /// Whether the first of `lots` can be declined such that later lots can use up the budget
    /// likewise.
    fn may_decline(self, lots: &[Lot], budget: u8) -> bool {
        let none = Lot { cost: 0, copies: 0 };
        budget - spendable(none, &lots[1..], budget) < self.declined.min(lots[0].cost)
    }
}

/// The largest part of `budget` that can be spent on the lots.
fn spendable(first: Lot, others: &[Lot], budget: u8) -> u8 {
    debug_assert!(budget <= MAX_BUDGET);
    // Bit n is set if some of the things cost n together.
    let mut sums: u64 = 1;
    for lot in std::iter::once(&first).chain(others).filter(|lot| lot.cost <= budget) {
        for _ in 0..lot.copies {
            sums |= sums << lot.cost;
        }
    }
    let within = u64::MAX >> (MAX_BUDGET - budget);
    63 - (sums & within).leading_zeros() as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    fn list(lots: &[Lot], budget: u8, keep: Keep) -> Vec<u64> {
        let mut all = vec![];
        each(lots, budget, keep, &mut |taken| all.push(taken));
        all
    }

    /// The moves at the ends of all sequences, and the number of decisions with two possible
    /// answers.
    fn ends(lots: &[Lot], budget: u8, keep: Keep) -> (Vec<u64>, usize) {
        let mut out = (vec![], 0);
        walk_on(Walk::START, lots, budget, keep, 0, &mut out);
        out
    }

    fn walk_on(
        walk: Walk,
        lots: &[Lot],
        budget: u8,
        keep: Keep,
        taken: u64,
        out: &mut (Vec<u64>, usize),
    ) {
        let Some(Fork { lot, yes, no }) = walk.next(lots, budget, keep) else {
            return out.0.push(taken);
        };
        assert!(yes || no, "{lots:?} with {budget}");
        out.1 += usize::from(yes && no);
        let cost = lots[lot].cost;
        if yes {
            let mut left = lots.to_vec();
            left[lot].copies -= 1;
            walk_on(walk.taken(lot), &left, budget - cost, keep, taken + (1 << (4 * lot)), out);
        }
        if no {
            walk_on(walk.declined(lot, cost), lots, budget, keep, taken, out);
        }
    }

    fn costs<const N: usize>(costs: [u8; N]) -> [Lot; N] {
        costs.map(|cost| Lot { cost, copies: 1 })
    }

    /// ED Fig. 3 and 4: five leaves; without dominated moves two.
    #[test]
    fn the_figure_of_the_paper() {
        let lots = costs([4, 3, 2]);
        let (mut leaves, forks) = ends(&lots, 5, Keep::All);
        leaves.sort_unstable();
        assert_eq!(leaves, [0x000, 0x001, 0x010, 0x100, 0x110]);
        assert_eq!(forks, 4);
        assert_eq!(ends(&lots, 5, Keep::Maximal), (vec![0x001, 0x110], 1));
        assert_eq!(list(&lots, 5, Keep::Maximal), [0x110, 0x001]);
    }

    /// In ascending order, taking a thing can be wrong: after 3 is declined, taking 2 leaves 3 for
    /// it.
    #[test]
    fn a_thing_that_would_end_in_a_dominated_move_is_not_offered() {
        let lots = costs([3, 2, 4]);
        let after = Walk::START.declined(0, 3);
        let fork = after.next(&lots, 5, Keep::Maximal);
        assert_eq!(fork, Some(Fork { lot: 1, yes: false, no: true }));
    }

    /// In any order, with and without pruning, the sequences end in the moves of the list, once in
    /// each.
    #[test]
    fn walks_end_in_the_listed_moves() {
        let mut rng = Rng::new(1);
        let mut dominated = 0;
        for _ in 0..5000 {
            let kinds = rng.below(6);
            let lot =
                |rng: &mut Rng| Lot { cost: 1 + rng.below(7) as u8, copies: rng.below(4) as u8 };
            let lots: Vec<Lot> = (0..kinds).map(|_| lot(&mut rng)).collect();
            let budget = rng.below(13) as u8;
            for keep in [Keep::All, Keep::Maximal] {
                let (mut walked, _) = ends(&lots, budget, keep);
                let mut listed = list(&lots, budget, keep);
                walked.sort_unstable();
                listed.sort_unstable();
                assert_eq!(walked, listed, "{lots:?} with {budget}, {keep:?}");
            }
            let (all, kept) = (list(&lots, budget, Keep::All), list(&lots, budget, Keep::Maximal));
            let part = |a: u64, b: u64| (0..16).all(|i| a >> (4 * i) & 15 <= b >> (4 * i) & 15);
            for &one in &all {
                let best = all.iter().all(|&other| other == one || !part(one, other));
                assert_eq!(kept.contains(&one), best, "{one:x} of {lots:?} with {budget}");
                dominated += usize::from(!best);
            }
        }
        assert!(dominated > 5000, "few dominated moves: nothing was tested");
    }

    /// In descending order, a thing can always be taken.
    #[test]
    fn yes_is_always_offered_in_descending_order() {
        let mut rng = Rng::new(2);
        for _ in 0..2000 {
            let mut lots: Vec<Lot> =
                (0..5).map(|_| Lot { cost: 1 + rng.below(7) as u8, copies: 1 }).collect();
            lots.sort_unstable_by_key(|lot| std::cmp::Reverse(lot.cost));
            let (mut walk, mut budget) = (Walk::START, rng.below(15) as u8);
            while let Some(fork) = walk.next(&lots, budget, Keep::Maximal) {
                assert!(fork.yes, "{lots:?}, {walk:?}, {budget}");
                if fork.no && rng.below(2) == 0 {
                    walk = walk.declined(fork.lot, lots[fork.lot].cost);
                } else {
                    (walk, budget) = (walk.taken(fork.lot), budget - lots[fork.lot].cost);
                    lots[fork.lot].copies -= 1;
                }
            }
        }
    }
}
