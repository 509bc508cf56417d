//! The statistics of an arm that UCB1 uses.

/// The terms of all UCB scores. Single precision suffices for a comparison and halves the cost.
#[derive(Clone, Copy, Debug)]
pub struct ArmScore {
    /// Sum of rewards; infinite for an untried arm, which is selected first.
    pub(super) total: f32,
    /// visits^-1/2.
    pub(super) inv_sqrt_visits: f32,
}

impl ArmScore {
    /// The terms of an arm with `visits` visits and the sum `total` of rewards.
    #[inline]
    pub fn new(total: f64, visits: u64) -> Self {
        match visits {
            0 => ArmScore { total: f32::INFINITY, inv_sqrt_visits: 1.0 },
            _ => ArmScore { total: total as f32, inv_sqrt_visits: 1.0 / (visits as f32).sqrt() },
        }
    }

    /// The upper bound: mean + `exploration_term` / sqrt(visits).
    #[inline]
    pub fn upper_bound(self, exploration_term: f32) -> f32 {
        (self.total * self.inv_sqrt_visits + exploration_term) * self.inv_sqrt_visits
    }
}
