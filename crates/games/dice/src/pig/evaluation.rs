//! Evaluations of states before the end.

use super::Pig;
use sortilege::evaluator::Evaluator;

/// Evaluations of a state. SM does not print its function; all of these are additions of this
/// project.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Evaluation {
    /// The lead in banked points, as a fraction of the goal; the total of the turn counts as 0.
    Banked,
    /// The lead with the total counted as banked, as a fraction of the goal.
    Simple,
    /// A lead counts for more the nearer the goal is, and a total for less than banked points. The
    /// curve is the best fit to the exact values of a race to 100, with an error of 0.044; the lead
    /// alone has 0.108.
    #[default]
    Fitted,
}

impl Evaluator<Pig> for Evaluation {
    fn evaluate(&mut self, state: &Pig, values: &mut [f64]) {
        let value = match self {
            Evaluation::Banked => state.banked_lead(),
            Evaluation::Simple => state.lead(),
            Evaluation::Fitted => state.fitted(),
        };
        let mover = usize::from(state.mover);
        (values[mover], values[1 - mover]) = (value, -value);
    }
}

/// Evaluations from the viewpoint of the player on roll.
impl Pig {
    /// Own score, the other's score, total of the turn.
    fn points(&self) -> [f64; 3] {
        let (mine, theirs) = (usize::from(self.mover), usize::from(1 - self.mover));
        [self.scores[mine], self.scores[theirs], self.total].map(f64::from)
    }

    fn banked_lead(&self) -> f64 {
        let [mine, theirs, _] = self.points();
        (mine - theirs) / f64::from(self.goal)
    }

    fn lead(&self) -> f64 {
        let [mine, theirs, total] = self.points();
        (mine + total - theirs) / f64::from(self.goal)
    }

    /// The constants were fitted to a race to 100; another goal changes only the distance to it.
    fn fitted(&self) -> f64 {
        const TOTAL_WEIGHT: f64 = 0.831;
        let [mine, theirs, total] = self.points();
        let goal = f64::from(self.goal);
        let reached = mine + TOTAL_WEIGHT * total;
        let left = 2.0 * goal + 1.0 - reached.min(goal - 1.0) - theirs;
        (0.0277 + 0.1512 * (reached - theirs) / left.sqrt()).tanh()
    }
}
