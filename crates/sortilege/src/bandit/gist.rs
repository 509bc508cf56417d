//! What UCB1 looks at of an arm.

/// What all UCB scores are made of. Single precision is plenty for a comparison and halves the cost.
#[derive(Clone, Copy, Debug)]
pub struct Gist {
    /// The sum of rewards, infinite for an arm that was never tried: it comes first.
    pub(super) total: f32,
    /// visits^-1/2.
    pub(super) spread: f32,
}

impl Gist {
    /// That of an arm with so many visits, which earned `total` together.
    #[inline]
    pub fn new(total: f64, visits: u64) -> Self {
        match visits {
            0 => Gist { total: f32::INFINITY, spread: 1.0 },
            _ => Gist { total: total as f32, spread: 1.0 / (visits as f32).sqrt() },
        }
    }

    /// The average reward plus `reach` / sqrt(visits).
    #[inline]
    pub fn optimism(self, reach: f32) -> f32 {
        (self.total * self.spread + reach) * self.spread
    }
}
