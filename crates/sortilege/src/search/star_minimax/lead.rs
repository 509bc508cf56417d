//! Which of two searches is right about two moves: our own, for [`ScheduledStar`](super::ScheduledStar).

/// By how much one search thinks a move better than another one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lead {
    pub(super) value: f64,
    /// The square of how far that may be off.
    pub(super) doubt: f64,
    /// How many moves ahead it looked to find out.
    pub(super) depth: f64,
}

/// Whoever looks so many times as far knows better.
const FURTHER: f64 = 1.8;
/// Two depths that differ no more than this say the same.
const SAME: f64 = 1e-9;

impl Lead {
    /// What a search with all outcomes says, by what it says at each of its depths, the deepest first. It may be off by as much as
    /// another depth has changed it on average, and depths that only repeat what one before them said have found out nothing.
    pub(super) fn by_depths(leads: &[f64]) -> Self {
        let changes = leads.windows(2).map(|depths| depths[0] - depths[1]);
        let repeated = changes.clone().take_while(|change| change.abs() < SAME).count();
        let doubt = match changes.len() {
            0 => f64::INFINITY,
            count => changes.map(|change| change * change).sum::<f64>() / count as f64,
        };
        Lead { value: leads.first().copied().unwrap_or(0.0), doubt, depth: (leads.len() - repeated) as f64 }
    }

    /// Whether it comes from much further ahead than `other`.
    pub(super) fn is_from_further(&self, other: &Lead) -> bool {
        self.depth >= FURTHER * other.depth
    }

    /// Whether the move is worse than the other one if both are believed, the one who doubts less the more.
    pub(super) fn is_lost_with(&self, other: &Lead) -> bool {
        match (self.doubt.is_infinite(), other.doubt.is_infinite()) {
            (true, _) => other.value < 0.0,
            (_, true) => self.value < 0.0,
            _ => self.value * other.doubt + other.value * self.doubt < 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_depths_repeat_is_not_found_out_by_them() {
        let depth = |leads: &[f64]| Lead::by_depths(leads).depth;
        assert_eq!(depth(&[]), 0.0);
        assert_eq!(depth(&[0.1]), 1.0);
        assert_eq!(depth(&[0.1, 0.1, 0.1]), 1.0);
        assert_eq!(depth(&[0.1, 0.1, 0.2]), 2.0);
        assert_eq!(depth(&[0.3, 0.1, 0.1]), 3.0);
        let tree = Lead { value: -0.1, doubt: 0.01, depth: 3.7 };
        assert!(tree.is_from_further(&Lead::by_depths(&[0.1, 0.2])));
        assert!(!tree.is_from_further(&Lead::by_depths(&[0.1, 0.2, 0.3])));
    }

    #[test]
    fn who_doubts_less_is_believed_more() {
        let tree = |value, doubt| Lead { value, doubt, depth: 1.0 };
        let sure = Lead::by_depths(&[0.1, 0.11]);
        let unsure = Lead::by_depths(&[0.1, -0.4]);
        assert!(!sure.is_lost_with(&tree(-0.2, 0.01)), "{sure:?}");
        assert!(unsure.is_lost_with(&tree(-0.2, 0.01)), "{unsure:?}");
        assert!(!unsure.is_lost_with(&tree(0.2, 0.01)), "both prefer it");
        assert!(Lead::by_depths(&[0.1]).is_lost_with(&tree(-0.01, 1.0)), "a single depth is no evidence");
        assert!(
            !Lead::by_depths(&[0.1, 0.1]).is_lost_with(&tree(-0.2, 0.01)),
            "what never changed is believed"
        );
    }
}
