//! A game that tells which moves there are without listing them tells the truth, or the contract does not hold.

use sortilege::game::{Deterministic, PerfectInfo, Sequential};
use sortilege::testing::Contract;
use sortilege::{Game, Player, Turn};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Four things are taken one after the other; nobody earns anything. `FORGETS` what was taken, or `MISCOUNTS` what is left.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Taking<const FORGETS: bool, const MISCOUNTS: bool> {
    left: u8,
}

impl<const FORGETS: bool, const MISCOUNTS: bool> Game for Taking<FORGETS, MISCOUNTS> {
    type Action = u8;
    const TELLS_UNLISTED: bool = true;
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
        FORGETS || self.left >> action & 1 == 1
    }
    fn count_actions(&self) -> usize {
        self.left.count_ones() as usize + usize::from(MISCOUNTS && self.left.count_ones() == 2)
    }
}
impl<const FORGETS: bool, const MISCOUNTS: bool> Deterministic for Taking<FORGETS, MISCOUNTS> {}
impl<const FORGETS: bool, const MISCOUNTS: bool> PerfectInfo for Taking<FORGETS, MISCOUNTS> {}
impl<const FORGETS: bool, const MISCOUNTS: bool> Sequential for Taking<FORGETS, MISCOUNTS> {}

fn keeps_the_contract<const FORGETS: bool, const MISCOUNTS: bool>() -> bool {
    let game = Taking::<FORGETS, MISCOUNTS> { left: 0b1111 };
    catch_unwind(AssertUnwindSafe(|| Contract::new(&game).games(3).rules())).is_ok()
}

#[test]
fn what_is_told_is_what_is_listed() {
    assert!(keeps_the_contract::<false, false>());
    assert!(!keeps_the_contract::<true, false>());
    assert!(!keeps_the_contract::<false, true>());
}
