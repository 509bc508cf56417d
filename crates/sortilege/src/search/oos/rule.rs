//! The choice between the two searches.

use super::smooth::Smoothing;

/// Selection rule of the simulations.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Rule {
    /// Regret matching on counterfactual regrets: Online Outcome Sampling.
    #[default]
    Regrets,
    /// UCB1 mixed with the average strategy: Smooth UCT. All players learn from every simulation,
    /// and no simulation is targeted.
    Smooth(Smoothing),
}
