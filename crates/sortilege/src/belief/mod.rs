//! Beliefs: distributions over the states that a player considers possible.
//!
//! A game samples states that are consistent with a view by the probabilities of chance alone
//! ([`Hidden::determinize`]), as if the choices of other players revealed nothing. [`Uniformly`]
//! does so, and it is the default of every search. Another [`Belief`] in a
//! [`Setup`](crate::search::Setup) changes how a determinizing search samples. [`Particles`]
//! weights states by the likelihood of the observed moves under an opponent model, such as
//! opponents who run a short search ([`Simulated`]).

mod particles;
mod simulated;

pub use particles::Particles;
pub use simulated::{AnyMove, OpponentModel, Simulated};

use crate::budget::Deadline;
use crate::game::{Hidden, Observation, Observe};
use crate::reward::Note;
use crate::{Player, Rng};

/// Samples determinizations.
pub trait Belief<G: Hidden>: Send {
    /// Samples a state that is consistent with what `who` knows: its view equals `view`.
    fn sample(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> G;

    /// Called when a decision of `who` begins, with the deadline of the decision, so that a belief
    /// that searches can stop then.
    fn begin(&mut self, _view: &G::View, _who: Player, _deadline: &Deadline, _rng: &mut Rng) {}

    /// Whether [`Belief::observe`] must be called for each observation.
    fn wants_observations(&self) -> bool {
        false
    }

    /// Receives an observation of `who`.
    fn observe(&mut self, _who: Player, _seen: &Observation<G>)
    where
        G: Observe,
    {
    }

    /// Discards everything learnt in the previous game.
    fn new_game(&mut self) {}

    /// Measurements of the last decision.
    fn notes(&self) -> Vec<Note> {
        vec![]
    }
}

/// Determinizations as the game samples them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniformly;

impl<G: Hidden> Belief<G> for Uniformly {
    #[inline]
    fn sample(&mut self, view: &G::View, _: Player, rng: &mut Rng) -> G {
        G::determinize(view, rng)
    }
}

/// A belief whose type is known only at run time. The most common one is not behind a pointer.
pub enum AnyBelief<G: Hidden> {
    /// Determinizations as the game samples them.
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
