//! Games with wrong answers to queries about moves, or with wrong batches of random games: the
//! contract must reject them.

use sortilege::game::{Deterministic, PerfectInfo, Sample, Sequential};
use sortilege::testing::Contract;
use sortilege::{Game, Player, Rng, Turn};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// `allows` ignores which things were taken.
const FORGETS: u8 = 1;
/// `count_actions` is wrong.
const MISCOUNTS: u8 = 2;
/// `random_games` returns a number of games but adds no results.
const HIDES: u8 = 3;
/// `random_games` adds payoffs beyond the possible range.
const BOASTS: u8 = 4;

/// Four things are taken one after the other, and every payoff is 0. `LIE` selects the fault, if
/// any.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Taking<const LIE: u8> {
    left: u8,
}

impl<const LIE: u8> Game for Taking<LIE> {
    type Action = u8;
    const HAS_MOVE_QUERY: bool = true;
    fn players(&self) -> usize {
        1
    }
    fn turn(&self) -> Turn {
        if self.left == 0 { Turn::Over } else { Turn::Player(Player(0)) }
    }
    fn actions(&self, out: &mut Vec<u8>) {
        out.clear();
        out.extend((0..4).filter(|thing| self.left >> thing & 1 == 1));
    }
    fn apply(&mut self, action: u8) {
        self.left &= !(1 << action);
    }
    fn payoff(&self, _: Player) -> f64 {
        0.0
    }
    fn allows(&self, action: u8) -> bool {
        LIE == FORGETS || self.left >> action & 1 == 1
    }
    fn count_actions(&self) -> usize {
        self.left.count_ones() as usize
            + usize::from(LIE == MISCOUNTS && self.left.count_ones() == 2)
    }
    fn random_games(&self, most: u32, _: &mut Rng, sample: &mut Sample) -> u32 {
        let payoff = if LIE == BOASTS { 2.0 } else { 0.0 };
        (0..most)
            .filter(|_| LIE != HIDES)
            .for_each(|_| sample.add(&[payoff], self.left.count_ones()));
        most
    }
}
impl<const LIE: u8> Deterministic for Taking<LIE> {}
impl<const LIE: u8> PerfectInfo for Taking<LIE> {}
impl<const LIE: u8> Sequential for Taking<LIE> {}

fn keeps_the_contract<const LIE: u8>() -> bool {
    let game = Taking::<LIE> { left: 0b1111 };
    catch_unwind(AssertUnwindSafe(|| Contract::new(&game).games(3).rules())).is_ok()
}

#[test]
fn move_queries_are_checked() {
    assert!(keeps_the_contract::<0>());
    assert!(!keeps_the_contract::<FORGETS>());
    assert!(!keeps_the_contract::<MISCOUNTS>());
    assert!(!keeps_the_contract::<HIDES>());
    assert!(!keeps_the_contract::<BOASTS>());
}
