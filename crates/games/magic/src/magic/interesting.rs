//! Interesting orders of cards (ED §VI-A): those in which the player's decisions matter.
//!
//! An order of both decks is sampled and tested by pairs of simulations. The player on turn plays
//! nothing in one simulation and the expert's cards in the other. If the winners differ in any
//! pair, the order is interesting. If no interesting order is found within a number of simulations,
//! an arbitrary order is used. For a tree, the opponent's hand is sampled as well.
//!
//! ED leaves open which player is tested at a leaf; here it is the player who next decides about
//! cards.

use super::{Action, Kinds, Magic, Play, RulePlayer, RuleRollout, Unguided, expert};
use sortilege::game::Chance;
use sortilege::playout::{Playout, Policy};
use sortilege::{Deadline, Game, Player, Rng, Turn};

/// A sampler of interesting orders.
#[derive(Clone, Debug)]
pub struct Interesting {
    /// Largest number of simulations for an order.
    pub simulations: u32,
    /// Number of pairs of simulations for each tested order: "a small number" in ED, default 3.
    pub pairs: u32,
    playout: RuleRollout,
    /// The time at which the sampler stops testing.
    pub(super) deadline: Deadline,
    /// Numbers of calls, of tested orders and of interesting orders found.
    pub(super) tally: [u32; 3],
}

impl Interesting {
    /// A sampler that spends at most `simulations` on an order and lets both sides follow `rules`.
    pub fn new(simulations: u32, rules: RulePlayer) -> Self {
        let (playout, deadline) = (RuleRollout::new(rules), Deadline::default());
        Interesting { simulations, pairs: 3, playout, deadline, tally: [0; 3] }
    }

    /// A state of `candidates` with an interesting order of cards, if one is found.
    pub(super) fn seek(
        &mut self,
        mut candidates: impl FnMut(&mut Rng) -> Magic,
        rng: &mut Rng,
    ) -> Magic {
        self.tally[0] += 1;
        let mut left = self.simulations / 2;
        loop {
            let mut state = candidates(rng);
            state.order = rng.bits() | 1;
            self.tally[1] += 1;
            let Some(decision) = next_cards(&state, rng) else { return state };
            for _ in 0..self.pairs {
                if left == 0 || self.deadline.is_over() {
                    return state;
                }
                left -= 1;
                if self.matters(&decision, rng) {
                    self.tally[2] += 1;
                    return state;
                }
            }
        }
    }

    /// Returns whether the winner differs between playing nothing and playing the expert's cards.
    fn matters(&mut self, state: &Magic, rng: &mut Rng) -> bool {
        let creatures = expert::greedy(&state.table, state.undecided(), state.mana());
        let nothing = Play { land: false, creatures: Kinds::NONE };
        let [quiet, loud] = [nothing, Play { land: state.may_land(), creatures }].map(|play| {
            let mut end = state.clone();
            end.play(play);
            self.playout.run(&mut end, rng);
            end.payoff(Player(0))
        });
        quiet != loud
    }
}

/// The state at the next decision about cards, as a whole move, if the expert makes the combat
/// decisions.
fn next_cards(state: &Magic, rng: &mut Rng) -> Option<Magic> {
    let mut state = state.clone();
    let mut expert = RulePlayer::default();
    while !state.is_main() {
        let action = match state.turn() {
            Turn::Over => return None,
            Turn::Chance => state.sample(rng),
            _ => expert.action(&state, &mut vec![], rng),
        };
        state.apply(action);
    }
    state.unguide();
    Some(state)
}

/// [`Unguided`] with an interesting order of cards for every simulation.
#[derive(Clone, Debug)]
pub struct InterestingLeaves<P> {
    /// The sampler of orders.
    pub orders: Interesting,
    /// The playout after the tree.
    pub unguided: Unguided<P>,
}

impl<P: Playout<Magic>> Playout<Magic> for InterestingLeaves<P> {
    fn finish(&mut self, state: &mut Magic, rng: &mut Rng, values: &mut [f64]) -> u32 {
        let order = self.orders.seek(|_| state.clone(), rng).order;
        state.unguide();
        state.order = order;
        self.unguided.playout.finish(state, rng, values)
    }

    fn has_priors(&self) -> bool {
        self.unguided.has_priors()
    }

    fn priors(&mut self, state: &Magic, who: Player, actions: &[Action], out: &mut Vec<f32>) {
        self.unguided.priors(state, who, actions, out);
    }

    fn set_deadline(&mut self, deadline: &Deadline) {
        self.orders.deadline = deadline.clone();
    }
}
