//! A complete game in one file, and a search that plays it: `cargo run --release --example
//! add_a_game`.
//!
//! Two players alternately take one to three matches from a heap; the player who takes the last one
//! wins. With perfect play the player who faces a multiple of four loses.

use sortilege::game::{Deterministic, PerfectInfo, Sequential};
use sortilege::search::{Search, Setup, Uct};
use sortilege::testing::Contract;
use sortilege::{Budget, Game, Player, Rng, Turn};

// ANCHOR: game
/// The heap and the player on turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Nim {
    matches: u8,
    mover: usize,
}

impl Game for Nim {
    /// Number of matches taken.
    type Action = u8;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.matches == 0 { Turn::Over } else { Turn::Player(Player(self.mover)) }
    }

    fn actions(&self, out: &mut Vec<u8>) {
        out.clear();
        out.extend(1..=self.matches.min(3));
    }

    fn apply(&mut self, taken: u8) {
        self.matches -= taken;
        self.mover = 1 - self.mover;
    }

    /// If the heap is empty, the other player took the last match, so the player on turn loses.
    fn payoff(&self, who: Player) -> f64 {
        if who.0 == self.mover { -1.0 } else { 1.0 }
    }
}

// No dice, nothing hidden, one move at a time: each plain case takes one marker trait.
impl Deterministic for Nim {}
impl PerfectInfo for Nim {}
impl Sequential for Nim {}
// ANCHOR_END: game

fn main() {
    let heap = Nim { matches: 10, mover: 0 };
    // ANCHOR: contract
    // Every game keeps this contract: stable lists, independent clones, payoffs in range, an end.
    Contract::new(&heap).rules().hidden().observed();
    // ANCHOR_END: contract

    // ANCHOR: search
    let mut search = Uct::<Nim>::new(Setup::new(Budget::iterations(20_000)));
    let decision = search.decide(&heap, Player(0), &mut Rng::new(1));
    for candidate in &decision.candidates {
        println!(
            "take {}: {:6} visits, value {:.3}",
            candidate.action, candidate.visits, candidate.value
        );
    }
    println!("of 10 matches it takes {}", decision.action);
    // ANCHOR_END: search
    assert_eq!(decision.action, 2, "8 is a multiple of four");
}
