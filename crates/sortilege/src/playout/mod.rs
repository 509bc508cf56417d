//! How a simulation is finished once it leaves the tree.
//!
//! A [`Policy`] picks one move; a [`Rollout`] plays moves of a policy to the end of the game, and a
//! [`CutOff`] plays some and asks an [evaluator](crate::evaluator), which [`Evaluated`] does at
//! once. Searches take anything that is a [`Playout`]. One that [has an opinion on
//! moves](Playout::has_priors) carries that of an evaluator, to which [`Guided`] adds any playout,
//! and a policy's opinion is one by [`PolicyPriors`]. [`Many`] plays several random games from each
//! leaf.
//!
//! Some policies learn from the simulations of a decision: [`Mast`] how moves have done, [`Nast`]
//! how moves have done after other moves, [`Epic`] how moves have done at their place in a trick or
//! ladder, [`LastGoodReply`] which move answered another one well the last time.

mod averages;
mod cut_off;
mod epic;
mod epsilon;
mod evaluated;
mod guided;
mod last_good_reply;
mod many;
mod mast;
mod nast;
mod policy_priors;

#[cfg(test)]
mod tests;

pub use cut_off::CutOff;
pub use epic::Epic;
pub use epsilon::EpsilonMix;
pub use evaluated::Evaluated;
pub use guided::Guided;
pub use last_good_reply::LastGoodReply;
pub use many::Many;
pub use mast::Mast;
pub use nast::Nast;
pub use policy_priors::PolicyPriors;

use crate::evaluator::pay;
pub use crate::game::Values;
use crate::game::{Chance, Simultaneous};
use crate::{Deadline, Game, Player, Rng, Turn};

/// Finishes a simulation.
pub trait Playout<G: Game>: Send {
    /// Plays on from `state`, writes what every seat earned by it, and returns the number of moves
    /// that players made; there are as many values as seats.
    fn finish(&mut self, state: &mut G, rng: &mut Rng, values: &mut [f64]) -> u32;

    /// Whether it has an opinion on moves, and [`Playout::priors`] is worth asking.
    #[inline]
    fn has_priors(&self) -> bool {
        false
    }

    /// Replaces `out` with how promising each of `actions` of `who` is, as
    /// [`Evaluator::priors`](crate::evaluator::Evaluator::priors) does.
    fn priors(&mut self, _state: &G, _who: Player, actions: &[G::Action], out: &mut Vec<f32>) {
        out.clear();
        out.resize(actions.len(), 1.0);
    }

    /// How many simulations it would like to finish at once: 1, unless many together are cheaper.
    #[inline]
    fn batch(&self) -> usize {
        1
    }

    /// Finishes several simulations, one after the other unless it knows a quicker way. There are
    /// as many values and lengths as states, and of each state's values the first ones, as many as
    /// seats, are written.
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

    /// Whether [`Playout::learn`] wants to be told of every simulation.
    #[inline]
    fn learns(&self) -> bool {
        false
    }

    /// Hears how a simulation went: the moves made in the tree, and what every seat earned.
    fn learn(&mut self, _in_tree: &[(Player, G::Action)], _values: &[f64]) {}

    /// Forgets what was learnt, at the start of a decision.
    fn forget(&mut self) {}

    /// Hears, at the start of a decision, when it is over: a playout that looks for something can
    /// leave off then.
    fn set_deadline(&mut self, _deadline: &Deadline) {}
}

/// Picks the moves of a playout.
pub trait Policy<G: Simultaneous>: Send {
    /// The move of the player on turn; `scratch` is there to list moves in.
    fn action(&mut self, state: &G, scratch: &mut Vec<G::Action>, rng: &mut Rng) -> G::Action;

    /// The choice of `who` where all choose at once: uniform, unless the policy knows better.
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

    /// Replaces `out` with the moves that it would consider for the player on turn, in any order
    /// and at least one: all that are legal, unless the policy knows better. A move that is listed
    /// again counts for more.
    #[inline]
    fn shortlist(&mut self, state: &G, out: &mut Vec<G::Action>, _rng: &mut Rng) {
        state.actions(out);
    }

    /// Replaces `out` with choices of `who` that are worth holding against `choice`, its own: all
    /// that there are, unless the policy knows better.
    /// [`PolicyImprovement`](crate::search::PolicyImprovement) asks for them, once a decision.
    fn neighbours(&mut self, state: &G, who: Player, _choice: G::Action, out: &mut Vec<G::Action>) {
        state.options(who, out);
    }

    /// The move of the player on turn, to a policy that [learns](Policy::LEARNS): it is told the
    /// last move of the playout, if that has begun.
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

    /// Whether [`Policy::learn`] wants to be told of every simulation.
    const LEARNS: bool = false;

    /// Hears which moves were made in a simulation, one after the other, after which other one they
    /// were made, and what every seat earned.
    fn learn(
        &mut self,
        _before: Option<G::Action>,
        _moves: &[(Player, G::Action)],
        _values: &[f64],
    ) {
    }

    /// Forgets what was learnt, at the start of a decision.
    fn forget(&mut self) {}
}

/// Every legal move is equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<G: Simultaneous> Policy<G> for Uniform {
    #[inline]
    fn action(&mut self, state: &G, scratch: &mut Vec<G::Action>, rng: &mut Rng) -> G::Action {
        state.random_action(scratch, rng)
    }
}

/// Plays the moves of a policy to the end of the game.
#[derive(Clone, Debug)]
pub struct Rollout<G: Game, P = Uniform> {
    policy: P,
    /// Moves after which the rollout stops, over or not.
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
        // A generator of one's own can stay in registers; one behind a reference is stored with
        // every draw.
        let mut own = rng.clone();
        let mut made = 0;
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
    /// Always inlined: who calls it knows how many seats there are.
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
        self.moves.clear();
    }

    fn forget(&mut self) {
        self.policy.forget();
        self.moves.clear();
    }
}

/// A playout whose kind is known only at run time, as the catalogue needs it. The usual one,
/// uniform, is played without indirection; the others cost one virtual call a playout, none a move.
pub enum AnyPlayout<G: Game> {
    /// Uniformly random moves to the end of the game.
    Uniform(Rollout<G>),
    /// Any other.
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
