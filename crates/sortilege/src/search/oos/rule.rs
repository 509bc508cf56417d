//! Which of the two searches it is.

use super::smooth::Smoothing;

/// How players choose in simulations.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Rule {
    /// By counterfactual regrets: Online Outcome Sampling.
    #[default]
    Regrets,
    /// By UCB1 or as they have chosen on average: Smooth UCT. Everybody learns from every
    /// simulation, and none is targeted.
    Smooth(Smoothing),
}
