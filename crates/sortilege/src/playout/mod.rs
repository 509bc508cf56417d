//! Playouts: how a simulation is finished after it leaves the tree.
//!
//! A [`Policy`] picks one move. A [`Rollout`] plays moves of a policy to the end of the game. A
//! [`CutOff`] plays some moves and calls an [evaluator](crate::evaluator), and [`Evaluated`] calls
//! it at once. A search accepts any [`Playout`]. A playout may [have priors](Playout::has_priors),
//! which come from an evaluator: [`Guided`] adds one to any playout, and [`PolicyPriors`] turns a
//! policy into one. [`Many`] plays several random games from each leaf.
//!
//! Some policies learn from the simulations of a decision: [`Mast`] the averages of moves, [`Nast`]
//! the averages of pairs of consecutive moves, [`Epic`] the averages of moves at their place in a
//! trick or ladder, and [`LastGoodReply`] the reply to each move that won last.

mod averages;
mod cut_off;
mod epic;
mod epsilon;
mod guided;
mod last_good_reply;
mod many;
mod mast;
mod nast;
mod policy_priors;

#[cfg(test)]
mod tests;

pub use crate::game::Values;
pub use cut_off::{CutOff, Evaluated};
pub use epic::Epic;
pub use epsilon::EpsilonMix;
pub use guided::Guided;
pub use last_good_reply::LastGoodReply;
pub use many::Many;
pub use mast::Mast;
pub use nast::Nast;
pub use policy_priors::PolicyPriors;

use crate::evaluator::pay;
use crate::game::{Chance, Simultaneous};
use crate::{Deadline, Game, Player, Rng, Turn};

/// A method to finish a simulation.
pub trait Playout<G: Game>: Send {
    /// Plays on from `state`, writes the value for every seat, and returns the number of moves that
    /// players made. `values` has one entry for each seat.
    fn finish(&mut self, state: &mut G, rng: &mut Rng, values: &mut [f64]) -> u32;

    /// Whether the playout has priors, so that [`Playout::priors`] is worth calling.
    #[inline]
    fn has_priors(&self) -> bool {
        false
    }

    /// Replaces `out` with a prior for each of `actions` of `who`, as
    /// [`Evaluator::priors`](crate::evaluator::Evaluator::priors) does.
    fn priors(&mut self, _state: &G, _who: Player, actions: &[G::Action], out: &mut Vec<f32>) {
        out.clear();
        out.resize(actions.len(), 1.0);
    }

    /// Preferred number of simulations in one call: 1, unless finishing many together is cheaper.
    #[inline]
    fn batch(&self) -> usize {
        1
    }

    /// Finishes several simulations, by default one after the other. There is one entry in `values`
    /// and one length for each state; of each entry the first values, one for each seat, are
    /// written.
    fn finish_all(
        &mut self,
        states: &mut [G],
        rng: &mut Rng,
        values: &mut [Values],
        lengths: &mut [u32],
    ) {
        for ((state, values), length) in states.iter_mut().zip(values).zip(lengths) {
            let players = state.players();
            *length = self.finish(state, rng, &mut values[..players]);
        }
    }

    /// Whether [`Playout::learn`] must be called for every simulation.
    #[inline]
    fn learns(&self) -> bool {
        false
    }

    /// Learns from a finished simulation: the moves made in the tree, and the value for every seat.
    fn learn(&mut self, _in_tree: &[(Player, G::Action)], _values: &[f64]) {}

    /// The moves that players made in the last playout, if it records them. A
    /// [rollout](Rollout) does so if its policy [learns](Policy::LEARNS).
    fn moves(&self) -> &[(Player, G::Action)] {
        &[]
    }

    /// Discards what was learnt, at the start of a decision.
    fn forget(&mut self) {}

    /// Receives the deadline at the start of a decision, so that a playout that searches can stop
    /// then.
    fn set_deadline(&mut self, _deadline: &Deadline) {}
}

/// A policy that picks the moves of a playout.
pub trait Policy<G: Simultaneous>: Send {
    /// The move of the player on turn; `scratch` is a buffer for listing moves.
    fn action(&mut self, state: &G, scratch: &mut Vec<G::Action>, rng: &mut Rng) -> G::Action;

    /// The choice of `who` where all players choose simultaneously; uniform by default.
    #[inline]
    fn choice(
        &mut self,
        state: &G,
        who: Player,
        scratch: &mut Vec<G::Action>,
        rng: &mut Rng,
    ) -> G::Action {
        state.random_choice(who, scratch, rng)
    }

    /// Replaces `out` with the moves that the policy considers for the player on turn, in any order
    /// and at least one; by default all legal moves. Repeating a move increases its weight.
    #[inline]
    fn shortlist(&mut self, state: &G, out: &mut Vec<G::Action>, _rng: &mut Rng) {
        state.actions(out);
    }

    /// Replaces `out` with the choices of `who` that are worth comparing with `choice`, the
    /// policy's own; by default all legal choices.
    /// [`PolicyImprovement`](crate::search::PolicyImprovement) calls this once a decision.
    fn neighbours(&mut self, state: &G, who: Player, _choice: G::Action, out: &mut Vec<G::Action>) {
        state.options(who, out);
    }

    /// The move of the player on turn, for a policy that [learns](Policy::LEARNS). It also receives
    /// the previous move of the playout, if there is one.
    #[inline]
    fn reply(
        &mut self,
        _before: Option<G::Action>,
        state: &G,
        scratch: &mut Vec<G::Action>,
        rng: &mut Rng,
    ) -> G::Action {
        self.action(state, scratch, rng)
    }

    /// Whether [`Policy::learn`] must be called for every simulation.
    const LEARNS: bool = false;

    /// Learns from the consecutive moves of a simulation: the move that preceded the first one, the
    /// moves, and the value for every seat.
    fn learn(
        &mut self,
        _before: Option<G::Action>,
        _moves: &[(Player, G::Action)],
        _values: &[f64],
    ) {
    }

    /// Discards what was learnt, at the start of a decision.
    fn forget(&mut self) {}
}

/// Policy that picks each legal move with the same probability.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<G: Simultaneous> Policy<G> for Uniform {
    #[inline]
    fn action(&mut self, state: &G, scratch: &mut Vec<G::Action>, rng: &mut Rng) -> G::Action {
        state.random_action(scratch, rng)
    }
}

/// A policy whose moves a [rollout](Rollout) records, for searches that use [them](Playout::moves).
#[derive(Clone, Copy, Debug, Default)]
pub struct Recorded<P = Uniform>(P);

impl<P> Recorded<P> {
    /// Records the moves of a policy.
    pub fn new(policy: P) -> Self {
        Recorded(policy)
    }
}

impl<G: Simultaneous, P: Policy<G>> Policy<G> for Recorded<P> {
    #[inline]
    fn action(&mut self, state: &G, scratch: &mut Vec<G::Action>, rng: &mut Rng) -> G::Action {
        self.0.action(state, scratch, rng)
    }

    #[inline]
    fn choice(
        &mut self,
        state: &G,
        who: Player,
        scratch: &mut Vec<G::Action>,
        rng: &mut Rng,
    ) -> G::Action {
        self.0.choice(state, who, scratch, rng)
    }

    const LEARNS: bool = true;
}

/// Playout with the moves of a policy to the end of the game.
#[derive(Clone, Debug)]
pub struct Rollout<G: Game, P = Uniform> {
    policy: P,
    /// Number of moves after which the rollout stops even if the game is not over.
    limit: u32,
    scratch: Vec<G::Action>,
    joint: Vec<G::Action>,
    moves: Vec<(Player, G::Action)>,
}

impl<G: Game> Default for Rollout<G> {
    fn default() -> Self {
        Rollout::new(Uniform)
    }
}

impl<G: Game, P> Rollout<G, P> {
    /// A rollout with the moves of `policy`.
    pub fn new(policy: P) -> Self {
        Rollout { policy, limit: u32::MAX, scratch: vec![], joint: vec![], moves: vec![] }
    }
}

impl<G: Chance + Simultaneous, P: Policy<G>> Rollout<G, P> {
    /// Plays on from `state` and returns the number of moves that players made.
    #[inline]
    pub fn run(&mut self, state: &mut G, rng: &mut Rng) -> u32 {
        // A local copy of the generator can stay in registers; one behind a reference is stored
        // after every draw.
        let mut own = rng.clone();
        let mut made = 0;
        if P::LEARNS {
            self.moves.clear();
        }
        while made < self.limit {
            match state.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    let outcome = state.sample(&mut own);
                    state.apply(outcome);
                    continue;
                }
                Turn::Player(who) => {
                    let action = if P::LEARNS {
                        let before = self.moves.last().map(|&(_, action)| action);
                        let action = self.policy.reply(before, state, &mut self.scratch, &mut own);
                        self.moves.push((who, action));
                        action
                    } else {
                        self.policy.action(state, &mut self.scratch, &mut own)
                    };
                    state.apply(action);
                }
                Turn::Together => self.play_together(state, &mut own),
            }
            made += 1;
        }
        *rng = own;
        made
    }

    #[inline]
    fn play_together(&mut self, state: &mut G, rng: &mut Rng) {
        self.joint.clear();
        for who in (0..state.players()).map(Player) {
            let choice = self.policy.choice(state, who, &mut self.scratch, rng);
            if P::LEARNS {
                self.moves.push((who, choice));
            }
            self.joint.push(choice);
        }
        state.apply_together(&self.joint);
    }
}

impl<G, P> Playout<G> for Rollout<G, P>
where
    G: Chance + Simultaneous,
    P: Policy<G>,
{
    /// Always inlined, because the caller knows the number of seats at compile time.
    #[inline(always)]
    fn finish(&mut self, state: &mut G, rng: &mut Rng, values: &mut [f64]) -> u32 {
        let moves = self.run(state, rng);
        pay(state, values);
        moves
    }

    #[inline]
    fn learns(&self) -> bool {
        P::LEARNS
    }

    fn learn(&mut self, in_tree: &[(Player, G::Action)], values: &[f64]) {
        self.policy.learn(None, in_tree, values);
        self.policy.learn(in_tree.last().map(|&(_, action)| action), &self.moves, values);
    }

    #[inline]
    fn moves(&self) -> &[(Player, G::Action)] {
        &self.moves
    }

    fn forget(&mut self) {
        self.policy.forget();
        self.moves.clear();
    }
}

/// A playout whose type is known only at run time, for registries of players. The most common one,
/// uniform, is played without indirection; the others cost one virtual call for each playout and
/// none for a move.
pub enum AnyPlayout<G: Game> {
    /// Uniformly random moves to the end of the game.
    Uniform(Rollout<G>),
    /// Any other playout.
    Other(Box<dyn Playout<G>>),
}

impl<G> Playout<G> for AnyPlayout<G>
where
    G: Chance + Simultaneous,
{
    #[inline]
    fn finish(&mut self, state: &mut G, rng: &mut Rng, values: &mut [f64]) -> u32 {
        match self {
            AnyPlayout::Uniform(playout) => playout.finish(state, rng, values),
            AnyPlayout::Other(playout) => playout.finish(state, rng, values),
        }
    }
    #[inline]
    fn has_priors(&self) -> bool {
        matches!(self, AnyPlayout::Other(playout) if playout.has_priors())
    }
    fn priors(&mut self, state: &G, who: Player, actions: &[G::Action], out: &mut Vec<f32>) {
        match self {
            AnyPlayout::Uniform(playout) => playout.priors(state, who, actions, out),
            AnyPlayout::Other(playout) => playout.priors(state, who, actions, out),
        }
    }
    #[inline]
    fn batch(&self) -> usize {
        match self {
            AnyPlayout::Uniform(playout) => playout.batch(),
            AnyPlayout::Other(playout) => playout.batch(),
        }
    }
    fn finish_all(
        &mut self,
        states: &mut [G],
        rng: &mut Rng,
        values: &mut [Values],
        lengths: &mut [u32],
    ) {
        match self {
            AnyPlayout::Uniform(playout) => playout.finish_all(states, rng, values, lengths),
            AnyPlayout::Other(playout) => playout.finish_all(states, rng, values, lengths),
        }
    }
    #[inline]
    fn moves(&self) -> &[(Player, G::Action)] {
        match self {
            AnyPlayout::Uniform(playout) => playout.moves(),
            AnyPlayout::Other(playout) => playout.moves(),
        }
    }
    #[inline]
    fn learns(&self) -> bool {
        matches!(self, AnyPlayout::Other(playout) if playout.learns())
    }
    fn learn(&mut self, in_tree: &[(Player, G::Action)], values: &[f64]) {
        if let AnyPlayout::Other(playout) = self {
            playout.learn(in_tree, values);
        }
    }
    fn forget(&mut self) {
        if let AnyPlayout::Other(playout) = self {
            playout.forget();
        }
    }
    fn set_deadline(&mut self, deadline: &Deadline) {
        if let AnyPlayout::Other(playout) = self {
            playout.set_deadline(deadline);
        }
    }
}
