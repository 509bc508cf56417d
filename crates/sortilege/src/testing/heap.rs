//! A heap of matches: a game of perfect information that is small enough to enumerate, for tests of
//! searches that back up more than rewards.

use crate::game::{Deterministic, PerfectInfo, Sequential};
use crate::{Game, Player, Turn};

/// Players take one to three matches at a time, and the player who takes the last one wins. Each
/// player is on turn `turns` times in a row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Heap {
    pub(crate) matches: u8,
    pub(crate) taken: u8,
    pub(crate) turns: u8,
}

impl Heap {
    fn mover(&self, taken: u8) -> Player {
        Player(usize::from(taken / self.turns % 2))
    }

    /// The value of the state for the first player.
    pub(crate) fn value(&self) -> f64 {
        let Turn::Player(who) = self.turn() else { return self.payoff(Player(0)) };
        let mut legal = vec![];
        self.actions(&mut legal);
        let values = legal.into_iter().map(|action| self.after(action).value());
        if who.0 == 0 { values.fold(-1.0, f64::max) } else { values.fold(1.0, f64::min) }
    }
}

impl Game for Heap {
    type Action = u8;
    fn players(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        if self.matches == 0 { Turn::Over } else { Turn::Player(self.mover(self.taken)) }
    }
    fn actions(&self, out: &mut Vec<u8>) {
        out.clear();
        out.extend(1..=self.matches.min(3));
    }
    fn apply(&mut self, action: u8) {
        self.matches -= action;
        self.taken += 1;
    }
    fn payoff(&self, who: Player) -> f64 {
        if self.mover(self.taken - 1) == who { 1.0 } else { -1.0 }
    }
}

impl Deterministic for Heap {}
impl PerfectInfo for Heap {}
impl Sequential for Heap {}
