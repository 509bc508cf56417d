//! Which states a player takes for possible, and how likely each is.
//!
//! A game draws states that fit a view by the odds of chance alone ([`Hidden::determinize`]), as if
//! the choices of others told nothing. That is [`Uniformly`], which every search begins with.
//! Another [`Belief`] in a [`Setup`](crate::search::Setup) makes any determinizing search draw
//! otherwise: [`Particles`] weighs states by how likely a model of the others makes the moves that
//! were seen, such as that they think a little ([`Simulated`]).

mod model;
mod particles;
mod simulated;

pub use model::{AnyMove, OpponentModel};
pub use particles::Particles;
pub use simulated::Simulated;

use crate::budget::Deadline;
use crate::game::{Hidden, Observation, Observe};
use crate::reward::Note;
use crate::{Player, Rng};

/// Chooses determinizations.
pub trait Belief<G: Hidden>: Send {
    /// Draws a state that fits what `who` knows: viewing it gives `view` back.
    fn sample(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> G;

    /// Hears that a decision of `who` begins, and when it is over: whoever looks for something can
    /// leave off then.
    fn begin(&mut self, _view: &G::View, _who: Player, _deadline: &Deadline, _rng: &mut Rng) {}

    /// Whether it wants to hear what is played, by [`Belief::observe`].
    fn wants_observations(&self) -> bool {
        false
    }

    /// Hears what `who` has observed.
    fn observe(&mut self, _who: Player, _seen: &Observation<G>)
    where
        G: Observe,
    {
    }

    /// Forgets the game before.
    fn new_game(&mut self) {}

    /// What was measured during the last decision.
    fn notes(&self) -> Vec<Note> {
        vec![]
    }
}

/// Determinizations as the game draws them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniformly;

impl<G: Hidden> Belief<G> for Uniformly {
    #[inline]
    fn sample(&mut self, view: &G::View, _: Player, rng: &mut Rng) -> G {
        G::determinize(view, rng)
    }
}

/// A belief that is known only at run time. What most searches have is not behind a pointer.
pub enum AnyBelief<G: Hidden> {
    /// As the game draws them.
    Uniformly,
    /// Any other.
    Other(Box<dyn Belief<G>>),
}

impl<G: Hidden> Belief<G> for AnyBelief<G> {
    #[inline]
    fn sample(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> G {
        match self {
            AnyBelief::Uniformly => G::determinize(view, rng),
            AnyBelief::Other(belief) => belief.sample(view, who, rng),
        }
    }

    fn begin(&mut self, view: &G::View, who: Player, deadline: &Deadline, rng: &mut Rng) {
        if let AnyBelief::Other(belief) = self {
            belief.begin(view, who, deadline, rng);
        }
    }

    fn wants_observations(&self) -> bool {
        matches!(self, AnyBelief::Other(belief) if belief.wants_observations())
    }

    fn observe(&mut self, who: Player, seen: &Observation<G>)
    where
        G: Observe,
    {
        if let AnyBelief::Other(belief) = self {
            belief.observe(who, seen);
        }
    }

    fn new_game(&mut self) {
        if let AnyBelief::Other(belief) = self {
            belief.new_game();
        }
    }

    fn notes(&self) -> Vec<Note> {
        match self {
            AnyBelief::Uniformly => vec![],
            AnyBelief::Other(belief) => belief.notes(),
        }
    }
}
