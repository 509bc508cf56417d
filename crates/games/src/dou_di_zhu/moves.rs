//! What can be played from a hand: listed, counted, and drawn at random without listing.
//!
//! Groups of one shape and length are a mask of their lowest ranks. How many sets of kickers a group can have
//! depends on its shape and length alone, for it bars as many ranks as it has. So a hand's moves are a short
//! list of masks, and whole moves with their kickers can be counted as easily as groups.

use super::Moves;
use super::group::{Action, Group, Shape};
use super::hand::{Hand, JOKERS, RUN, Ranks, SUITED};
use sortilege::Rng;
use sortilege::rng::nth_bit;

/// Lengths of runs. No hand has more than 20 cards, which limits pairs and trios.
const SOLO_RUNS: (u32, u32) = (5, 12);
const PAIR_RUNS: (u32, u32) = (3, 10);
const TRIOS: u32 = 6;
const TRIOS_WITH_SOLOS: u32 = 5;
const TRIOS_WITH_PAIRS: u32 = 4;

/// No hand has groups of more shapes and lengths: 9 of solos, 9 of pairs, 6, 5 and 4 of trios, 4 others.
const MOST: usize = 37;

/// Groups of one shape and length.
#[derive(Clone, Copy)]
struct Family {
    shape: Shape,
    length: u8,
    /// The lowest rank of each.
    lows: Ranks,
}

/// The groups that can be played.
pub(super) struct Families {
    hand: Hand,
    list: [Family; MOST],
    len: usize,
}

impl Families {
    /// What can be played from `hand` on `last`, or by a player who leads.
    #[inline]
    pub(super) fn new(hand: Hand, last: Option<Group>) -> Families {
        let none = Family { shape: Shape::Solo, length: 0, lows: 0 };
        let mut all = Families { hand, list: [none; MOST], len: 0 };
        match last {
            None => all.lead(),
            Some(last) => all.follow(last),
        }
        all
    }

    fn lead(&mut self) {
        let [one, two, three, four] = self.hand.planes();
        self.add(Shape::Solo, 1, one);
        self.add_runs(Shape::Solo, SOLO_RUNS, one);
        self.add(Shape::Pair, 1, two);
        self.add_runs(Shape::Pair, PAIR_RUNS, two);
        if three != 0 {
            self.add_trios(three);
        }
        if four != 0 {
            self.add(Shape::QuadSolos, 1, four);
            self.add(Shape::QuadPairs, 1, four);
            self.add(Shape::Bomb, 1, four);
        }
        self.add_nuke();
    }

    #[inline]
    fn follow(&mut self, last: Group) {
        let (shape, length) = (last.shape(), last.length());
        if shape == Shape::Nuke {
            return;
        }
        let ranks = self.hand.at_least(shape.copies());
        let lows = if length == 1 { ranks } else { runs(ranks, length) };
        self.add(shape, length, lows & (Ranks::MAX - 1) << last.low());
        if shape != Shape::Bomb {
            self.add(Shape::Bomb, 1, self.hand.at_least(4));
        }
        self.add_nuke();
    }

    #[inline]
    fn add_runs(&mut self, shape: Shape, (shortest, longest): (u32, u32), ranks: Ranks) {
        let (mut lows, mut length) = (runs(ranks, shortest), shortest);
        while lows != 0 && length <= longest {
            self.add(shape, length, lows);
            lows &= lows >> 1;
            length += 1;
        }
    }

    fn add_trios(&mut self, three: Ranks) {
        let (mut lows, mut length) = (three, 1);
        while lows != 0 && length <= TRIOS {
            self.add(Shape::Trio, length, lows);
            if length <= TRIOS_WITH_SOLOS {
                self.add(Shape::TrioSolos, length, lows);
            }
            if length <= TRIOS_WITH_PAIRS {
                self.add(Shape::TrioPairs, length, lows);
            }
            lows &= (lows & RUN) >> 1;
            length += 1;
        }
    }

    #[inline]
    fn add_nuke(&mut self) {
        if self.hand.at_least(1) & JOKERS == JOKERS {
            self.add(Shape::Nuke, 2, 1 << JOKERS.trailing_zeros());
        }
    }

    /// Adds groups with these lowest ranks, if there are any and there are kickers for them.
    #[inline]
    fn add(&mut self, shape: Shape, length: u32, lows: Ranks) {
        if lows != 0 && self.spare(shape) >= length + shape.kickers(length) {
            self.list[self.len] = Family { shape, length: length as u8, lows };
            self.len += 1;
        }
    }

    /// The number of ranks that a play can have at most, its kickers included; of two jokers one counts. Where
    /// there are no kickers it is no limit.
    #[inline]
    fn spare(&self, shape: Shape) -> u32 {
        match shape.kicker_copies() {
            0 => u32::MAX,
            1 => {
                let ranks = self.hand.at_least(1);
                (ranks & SUITED).count_ones() + u32::from(ranks & JOKERS != 0)
            }
            _ => self.hand.at_least(2).count_ones(),
        }
    }
}

/// Where runs of this length, above 1, begin.
#[inline]
fn runs(ranks: Ranks, length: u32) -> Ranks {
    let (mut lows, mut long) = (ranks & RUN, 1);
    while long < length {
        let step = long.min(length - long);
        lows &= lows >> step;
        long += step;
    }
    lows
}

/// The ranks that can be kickers of a group, all but those of its own.
#[inline]
fn kicker_ranks(hand: Hand, group: Group) -> Ranks {
    hand.at_least(group.shape().kicker_copies()) & !group.ranks()
}

/// The number of sets of kickers for groups of this shape and length; 1, the empty one, if they take none.
#[inline]
fn kicker_sets(hand: Hand, shape: Shape, length: u32) -> u32 {
    let n = shape.kickers(length) as usize;
    match shape.kicker_copies() {
        0 => 1,
        1 => {
            let one = hand.at_least(1);
            let suited = ((one & SUITED).count_ones() - length) as usize;
            let jokers = (one & JOKERS).count_ones();
            CHOOSE[n][suited] + jokers * CHOOSE[n - 1][suited]
        }
        _ => CHOOSE[n][(hand.at_least(2).count_ones() - length) as usize],
    }
}

/// `CHOOSE[k][n]` is the number of sets of k out of n things.
const CHOOSE: [[u32; 16]; 6] = {
    let mut table = [[1; 16]; 6];
    let mut k = 1;
    while k < 6 {
        table[k][0] = 0;
        let mut n = 1;
        while n < 16 {
            table[k][n] = table[k][n - 1] + table[k - 1][n - 1];
            n += 1;
        }
        k += 1;
    }
    table
};

/// Adds to `out` what can be played from `hand` on `last`, or by a player who leads.
pub(super) fn list_plays(hand: Hand, last: Option<Group>, moves: Moves, out: &mut Vec<Action>) {
    if last.is_some() {
        out.push(Action::PASS);
    }
    let families = Families::new(hand, last);
    for &Family { shape, length, lows } in &families.list[..families.len] {
        let kickers = shape.kickers(length.into());
        for low in bits(lows) {
            let group = Group::new(shape, length.into(), low);
            if kickers == 0 || moves == Moves::TwoSteps {
                out.push(Action::play(group, 0));
            } else {
                let action = |ranks| Action::play(group, ranks);
                sets(kicker_ranks(hand, group), kickers, 0, &mut |ranks| out.push(action(ranks)));
            }
        }
    }
}

/// Adds to `out` the sets of kickers from `hand` for `group`.
pub(super) fn list_kickers(hand: Hand, group: Group, out: &mut Vec<Action>) {
    let (n, copies) = (group.shape().kickers(group.length()), group.shape().kicker_copies());
    sets(kicker_ranks(hand, group), n, 0, &mut |ranks| out.push(Action::kickers(ranks, copies)));
}

/// Shows `chosen` with every set of `n` more of the ranks that has not both jokers.
fn sets(ranks: Ranks, n: u32, chosen: Ranks, show: &mut impl FnMut(Ranks)) {
    if n == 0 {
        if chosen & JOKERS != JOKERS {
            show(chosen);
        }
        return;
    }
    let mut rest = ranks;
    while rest.count_ones() >= n {
        let lowest = rest & rest.wrapping_neg();
        rest ^= lowest;
        sets(rest, n - 1, chosen | lowest, show);
    }
}

/// One of the moves that [`list_plays`] lists, each equally likely.
#[inline]
pub(super) fn random_play(hand: Hand, last: Option<Group>, moves: Moves, rng: &mut Rng) -> Action {
    let families = Families::new(hand, last);
    let families = &families.list[..families.len];
    // Groups weigh as much as they have sets of kickers, if those belong to the move.
    let weight = |family: &Family| match moves {
        Moves::TwoSteps => 1,
        Moves::Whole => kicker_sets(hand, family.shape, family.length.into()),
    };
    let plays: u32 = families.iter().map(|family| family.lows.count_ones() * weight(family)).sum();
    let passes = u32::from(last.is_some());
    if plays == 0 {
        return Action::PASS; // Most moves of a random game.
    }
    let mut at = rng.below((plays + passes) as usize) as u32;
    if at < passes {
        return Action::PASS;
    }
    at -= passes;
    for family in families {
        let here = family.lows.count_ones() * weight(family);
        if at < here {
            let low = nth_bit(family.lows.into(), at / weight(family));
            let group = Group::new(family.shape, family.length.into(), low);
            return Action::play(
                group,
                match moves {
                    Moves::TwoSteps => 0,
                    Moves::Whole => random_kicker_ranks(hand, group, rng),
                },
            );
        }
        at -= here;
    }
    unreachable!("a draw below the number of moves hits one")
}

/// One of the sets of kickers that [`list_kickers`] lists, each equally likely.
#[inline]
pub(super) fn random_kickers(hand: Hand, group: Group, rng: &mut Rng) -> Action {
    Action::kickers(random_kicker_ranks(hand, group, rng), group.shape().kicker_copies())
}

#[inline]
fn random_kicker_ranks(hand: Hand, group: Group, rng: &mut Rng) -> Ranks {
    let n = group.shape().kickers(group.length());
    if n == 0 {
        return 0;
    }
    let ranks = kicker_ranks(hand, group);
    let (mut suited, jokers) = (ranks & SUITED, ranks & JOKERS);
    let mut chosen: Ranks = 0;
    if jokers != 0 {
        let without = CHOOSE[n as usize][suited.count_ones() as usize];
        let with = CHOOSE[n as usize - 1][suited.count_ones() as usize] * jokers.count_ones();
        if rng.below((without + with) as usize) < with as usize {
            chosen = 1 << rng.pick_bit(jokers.into());
        }
    }
    while chosen.count_ones() < n {
        let rank = 1 << rng.pick_bit(suited.into());
        suited ^= rank;
        chosen |= rank;
    }
    chosen
}

/// Whether `group` with these kickers, or without them if they are chosen later, can be played.
pub(super) fn allows_play(
    hand: Hand,
    last: Option<Group>,
    moves: Moves,
    group: Group,
    kickers: Ranks,
) -> bool {
    let families = Families::new(hand, last);
    let legal = families.list[..families.len].iter().any(|family| {
        (family.shape, u32::from(family.length)) == (group.shape(), group.length())
            && family.lows >> group.low() & 1 == 1
    });
    legal
        && match moves {
            Moves::TwoSteps => kickers == 0,
            Moves::Whole => allows_kickers(hand, group, kickers),
        }
}

/// Whether these ranks can be the kickers for `group`, or are none and it takes none.
pub(super) fn allows_kickers(hand: Hand, group: Group, kickers: Ranks) -> bool {
    group.takes(kickers) && (kickers == 0 || kickers & !kicker_ranks(hand, group) == 0)
}

/// The bits of a mask, lowest first.
fn bits(mask: Ranks) -> impl Iterator<Item = u32> {
    std::iter::successors(Some(mask), |rest| Some(rest & rest.wrapping_sub(1)))
        .take_while(|&rest| rest != 0)
        .map(Ranks::trailing_zeros)
}
