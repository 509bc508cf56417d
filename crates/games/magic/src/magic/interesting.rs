//! Interesting orders of cards (ED §VI-A): those in which the player's decisions matter.
//!
//! An order of both decks is sampled and tested by pairs of simulations. The player on turn plays
//! nothing in one simulation and the expert's cards in the other. If the winners differ in any
//! pair, the order is interesting. If no interesting order is found within a number of simulations,
//! an arbitrary order is used. For a tree, the opponent's hand is sampled as well.
//!
//! ED leaves open which player is tested at a leaf; here it is the player who next decides about
//! cards.
//!
//! Alternatives to a choice, for policy improvement: nothing, everything, choices that differ from
//! it in one creature, and every set of cards that agrees with it in playing a land. Choices with
//! the same effect, because creatures of a kind are interchangeable, count once.

use super::cards::Kinds;
use super::expert::{self, kinds_of};
use super::side::places;
use super::{Action, Blocks, Magic, Play, RulePlayer, RuleRollout, Unguided};
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

impl Magic {
    /// Replaces `out` with the neighbours of a choice, which is one of them.
    pub(super) fn neighbours(&self, choice: Action, out: &mut Vec<Action>) {
        self.actions(out);
        match choice {
            Action::Attack(mask) => self.near_attacks(mask, out),
            Action::Block(blocks) => self.near_blocks(blocks, out),
            Action::Play(chosen) => {
                out.retain(
                    |action| matches!(action, Action::Play(play) if play.land == chosen.land),
                );
            }
            // For a single creature or card there are few alternatives.
            _ => {}
        }
    }

    fn near_attacks(&self, chosen: u32, out: &mut Vec<Action>) {
        let side = &self.sides[self.active()];
        let near = |mask: u32| mask == 0 || mask == side.all() || (mask ^ chosen).count_ones() == 1;
        let mut seen = vec![kinds_of(side, chosen)];
        out.retain(|&action| {
            let Action::Attack(mask) = action else { return false };
            mask == chosen || near(mask) && is_new(&mut seen, kinds_of(side, mask))
        });
    }

    fn near_blocks(&self, chosen: Blocks, out: &mut Vec<Action>) {
        let near = |blocks: Blocks| blocks.0 == 0 || changed(blocks.0 ^ chosen.0) == 1;
        let mut seen = vec![self.fights(chosen)];
        out.retain(|&action| {
            let Action::Block(blocks) = action else { return false };
            blocks == chosen || near(blocks) && is_new(&mut seen, self.fights(blocks))
        });
    }

    /// The kinds of creatures that block each attacker, and its kind, in an order that does not
    /// distinguish creatures of a kind.
    fn fights(&self, blocks: Blocks) -> Vec<(u8, Kinds)> {
        let [attacking, defending] =
            [self.active(), 1 - self.active()].map(|seat| &self.sides[seat]);
        let band = |attacker: usize| {
            let guards =
                |&blocker: &usize| (blocks.0 >> (4 * blocker) & 15) as usize == attacker + 1;
            let blockers = (0..usize::from(defending.len)).filter(guards);
            blockers.fold(0, |mask, blocker| mask | 1 << blocker)
        };
        let fight = |attacker| (attacking.places[attacker], kinds_of(defending, band(attacker)));
        let mut fights: Vec<_> = places(self.attackers).map(fight).collect();
        fights.sort_unstable_by_key(|&(kind, Kinds(blockers))| (kind, blockers));
        fights
    }
}

/// Number of creatures with a different action: groups of four bits that are not 0.
fn changed(difference: u64) -> usize {
    (0..16).filter(|place| difference >> (4 * place) & 15 != 0).count()
}

fn is_new<T: PartialEq>(seen: &mut Vec<T>, one: T) -> bool {
    let new = !seen.contains(&one);
    if new {
        seen.push(one);
    }
    new
}
