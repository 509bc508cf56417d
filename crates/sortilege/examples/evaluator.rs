//! A user-defined evaluator with values and priors: `cargo run --release --example evaluator`.
//!
//! Two players alternately take one, two or three matches from a heap, and the player who takes the
//! last one wins. A player who leaves a multiple of four cannot lose. A search with an evaluator
//! that uses this rule needs no playouts and few iterations.

use sortilege::evaluator::Evaluator;
use sortilege::game::{Deterministic, PerfectInfo, Sequential, Values};
use sortilege::playout::Evaluated;
use sortilege::search::{Search, Select, Setup, Uct};
use sortilege::{Budget, Game, Player, Rng, Turn};

/// The number of matches on the heap and the player on turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Heap {
    matches: u8,
    mover: usize,
}

impl Game for Heap {
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
        *self = Heap { matches: self.matches - taken, mover: 1 - self.mover };
    }
    /// The player who took the last match has won; the other player is on turn.
    fn payoff(&self, who: Player) -> f64 {
        if who.0 == self.mover { -1.0 } else { 1.0 }
    }
}

impl Deterministic for Heap {}
impl PerfectInfo for Heap {}
impl Sequential for Heap {}

/// Returns the winner of a state, and priors for moves that leave a multiple of four. It prefers
/// batches of eight states, as a neural network would.
struct Expert {
    looks: usize,
}

impl Evaluator<Heap> for Expert {
    fn evaluate(&mut self, heap: &Heap, values: &mut [f64]) {
        let to_mover = if heap.matches.is_multiple_of(4) { -1.0 } else { 1.0 };
        values[heap.mover] = to_mover;
        values[1 - heap.mover] = -to_mover;
    }
    fn has_priors(&self) -> bool {
        true
    }
    fn priors(&mut self, heap: &Heap, _: Player, actions: &[u8], out: &mut Vec<f32>) {
        out.clear();
        out.extend(
            actions
                .iter()
                .map(|&taken| if (heap.matches - taken).is_multiple_of(4) { 0.9 } else { 0.1 }),
        );
    }
    fn batch(&self) -> usize {
        8
    }
    fn evaluate_all(&mut self, heaps: &[Heap], values: &mut [Values]) {
        self.looks += 1;
        heaps.iter().zip(values).for_each(|(heap, values)| self.evaluate(heap, &mut values[..2]));
    }
}

fn main() {
    let heap = Heap { matches: 43, mover: 0 };
    let mut uct = Uct::new(Setup::with(Budget::iterations(64), Evaluated(Expert { looks: 0 })));
    uct.rules.select = Select::Puct;
    let decision = uct.decide(&heap, Player(0), &mut Rng::new(1));
    for one in &decision.candidates {
        println!("take {}: {:2} visits, value {:.3}", one.action, one.visits, one.value);
    }
    println!(
        "{} iterations, {} calls of the evaluator",
        decision.iterations, uct.setup.playout.0.looks
    );
    assert_eq!(decision.action, 3);

    // With random playouts instead, the same search does not find the answer yet.
    let mut plain = Uct::<Heap>::new(Setup::new(Budget::iterations(64)));
    let plain = plain.decide(&heap, Player(0), &mut Rng::new(1));
    println!("random playouts would take {} after as many iterations", plain.action);
}
