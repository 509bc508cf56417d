//! Plays from a hand: listing, counting, and random sampling without a list.
//!
//! The number of sets of kickers of a group depends only on its shape and length, because the group
//! excludes as many ranks as it has. Whole moves with their kickers can therefore be counted as
//! easily as groups.

use super::families::{Family, Following, Leads};
use super::group::{Action, Group, Shape};
use super::hand::{Hand, JOKERS, Ranks, SUITED};
use crate::bits::bits;
use sortilege::Rng;
use sortilege::rng::nth_bit;

/// How plays with kickers are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Moves {
    /// The group and its kickers are two decisions.
    #[default]
    TwoSteps,
    /// The group and its kickers are one decision.
    Whole,
}

/// Adds to `out` the plays from `hand` that beat `last`, or the leads if there is none.
#[inline]
pub(super) fn list_plays(hand: Hand, last: Option<Group>, moves: Moves, out: &mut Vec<Action>) {
    match last {
        None => list_leads(hand, moves, out),
        Some(last) => {
            out.push(Action::PASS);
            let following = Following::new(hand, last);
            for bit in bits(following.groups) {
                list_group(hand, following.group(bit.into()), moves, out);
            }
        }
    }
}

/// Adds to `out` the leads from `hand`.
#[inline(never)]
fn list_leads(hand: Hand, moves: Moves, out: &mut Vec<Action>) {
    for &Family { shape, length, lows } in Leads::of(hand).fill() {
        for low in bits(lows) {
            list_group(hand, Group::new(shape, length.into(), low.into()), moves, out);
        }
    }
}

/// Adds to `out` a group, once for each set of its kickers if they belong to the move.
#[inline]
fn list_group(hand: Hand, group: Group, moves: Moves, out: &mut Vec<Action>) {
    match moves {
        Moves::TwoSteps => out.push(Action::play(group, 0)),
        Moves::Whole => {
            let kickers = group.shape().kickers(group.length());
            let ranks = if kickers == 0 { 0 } else { kicker_ranks(hand, group) };
            sets(ranks, kickers, 0, &mut |ranks| out.push(Action::play(group, ranks)));
        }
    }
}

/// Adds to `out` the sets of kickers from `hand` for `group`.
pub(super) fn list_kickers(hand: Hand, group: Group, out: &mut Vec<Action>) {
    let (n, copies) = (group.shape().kickers(group.length()), group.shape().kicker_copies());
    sets(kicker_ranks(hand, group), n, 0, &mut |ranks| out.push(Action::kickers(ranks, copies)));
}

/// Calls `show` with `chosen` extended by every set of `n` of the ranks that does not contain both
/// jokers.
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

/// A random move of those that [`list_plays`] lists, all equally likely.
#[inline]
pub(super) fn random_play(hand: Hand, last: Option<Group>, moves: Moves, rng: &mut Rng) -> Action {
    let Some(last) = last else { return random_lead(hand, moves, rng) };
    let following = Following::new(hand, last);
    if following.groups == 0 {
        return Action::PASS; // The most frequent case in random games.
    }
    match moves {
        Moves::TwoSteps => match rng.below(1 + following.groups.count_ones() as usize) {
            0 => Action::PASS,
            at => Action::play(following.group(nth_bit(following.groups, at as u32 - 1)), 0),
        },
        Moves::Whole => random_whole(hand, last, following, rng),
    }
}

/// A pass, or a group with kickers that beats `last`.
fn random_whole(hand: Hand, last: Group, following: Following, rng: &mut Rng) -> Action {
    // Groups of the same kind come first, once for every set of kickers.
    let alike = following.alike();
    let sets = if alike == 0 { 1 } else { kicker_sets(hand, last.shape(), last.length()) };
    let others = following.groups.count_ones() - alike;
    let at = match rng.below((1 + alike * sets + others) as usize) as u32 {
        0 => return Action::PASS,
        at => at - 1,
    };
    let number = if at < alike * sets { at / sets } else { at - alike * (sets - 1) };
    let group = following.group(nth_bit(following.groups, number));
    Action::play(group, random_kicker_ranks(hand, group, rng))
}

/// A random lead.
#[inline]
fn random_lead(hand: Hand, moves: Moves, rng: &mut Rng) -> Action {
    let mut leads = Leads::of(hand);
    let families = leads.fill();
    // The weight of a group is its number of sets of kickers, if those belong to the move.
    let weight = |family: &Family| match moves {
        Moves::TwoSteps => 1,
        Moves::Whole => kicker_sets(hand, family.shape, family.length.into()),
    };
    let plays: u32 = families.iter().map(|family| family.lows.count_ones() * weight(family)).sum();
    let mut at = rng.below(plays as usize) as u32;
    for family in families {
        let here = family.lows.count_ones() * weight(family);
        if at < here {
            let low = nth_bit(family.lows.into(), at / weight(family));
            let group = Group::new(family.shape, family.length.into(), low);
            let kickers = match moves {
                Moves::TwoSteps => 0,
                Moves::Whole => random_kicker_ranks(hand, group, rng),
            };
            return Action::play(group, kickers);
        }
        at -= here;
    }
    unreachable!("a draw below the number of moves hits one")
}

/// A random set of those that [`list_kickers`] lists, all equally likely.
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

/// Returns whether `group` can be played with these kickers, or without them if they are chosen
/// later.
pub(super) fn allows_play(
    hand: Hand,
    last: Option<Group>,
    moves: Moves,
    group: Group,
    kickers: Ranks,
) -> bool {
    let legal = match last {
        None => Leads::of(hand).fill().iter().any(|family| {
            (family.shape, u32::from(family.length)) == (group.shape(), group.length())
                && family.lows >> group.low() & 1 == 1
        }),
        Some(last) => {
            let following = Following::new(hand, last);
            bits(following.groups).any(|bit| following.group(bit.into()) == group)
        }
    };
    legal
        && match moves {
            Moves::TwoSteps => kickers == 0,
            Moves::Whole => allows_kickers(hand, group, kickers),
        }
}

/// Returns whether these ranks can be the kickers of `group`; the empty set fits a group that takes
/// none.
pub(super) fn allows_kickers(hand: Hand, group: Group, kickers: Ranks) -> bool {
    group.takes(kickers) && (kickers == 0 || kickers & !kicker_ranks(hand, group) == 0)
}

/// The ranks that can be kickers of a group: all but its own.
#[inline]
fn kicker_ranks(hand: Hand, group: Group) -> Ranks {
    hand.at_least(group.shape().kicker_copies()) & !group.ranks()
}

/// The number of sets of kickers for groups of this shape and length; 1, the empty one, if they
/// take none.
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
