//! What UCB1 looks at of an arm.

/// What all UCB scores are made of. Single precision is plenty for a comparison and halves the
/// cost.
#[derive(Clone, Copy, Debug)]
pub struct ArmScore {
    /// The sum of rewards, infinite for an arm that was never tried: it comes first.
    pub(super) total: f32,
    /// visits^-1/2.
    pub(super) inv_sqrt_visits: f32,
}

impl ArmScore {
    /// That of an arm with so many visits, which earned `total` together.
    #[inline]
    pub fn new(total: f64, visits: u64) -> Self {
        match visits {
            0 => ArmScore { total: f32::INFINITY, inv_sqrt_visits: 1.0 },
            _ => ArmScore { total: total as f32, inv_sqrt_visits: 1.0 / (visits as f32).sqrt() },
        }
    }

    /// The average reward plus `exploration_term` / sqrt(visits).
    #[inline]
    pub fn upper_bound(self, exploration_term: f32) -> f32 {
        (self.total * self.inv_sqrt_visits + exploration_term) * self.inv_sqrt_visits
    }
}
