//! Rule-based players of Pig, and evaluations of states before the end.

use super::{Action, Pig, Solution};
use sortilege::Rng;
use sortilege::evaluator::Evaluator;
use sortilege::playout::Policy;
use std::sync::Arc;

/// Rolls until the total of the turn reaches a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HoldAt {
    /// The lowest total at which to stop.
    pub total: u8,
}

/// The best of these rules against best play in a race to 100.
impl Default for HoldAt {
    fn default() -> Self {
        HoldAt { total: 23 }
    }
}

impl Policy<Pig> for HoldAt {
    #[inline]
    fn action(&mut self, state: &Pig, _: &mut Vec<Action>, _: &mut Rng) -> Action {
        // The first roll of a turn is compulsory.
        if state.total >= self.total.max(1) { Action::Stop } else { Action::Roll }
    }
}

/// Best play by table lookup. Rolls if rolling and stopping are equally good.
#[derive(Clone, Debug)]
pub struct Optimal {
    goal: u8,
    /// The totals at which to stop, as bits, by own score and then the other's.
    stops: Arc<[[u64; 4]]>,
}

impl Optimal {
    /// Best play according to `solution`.
    pub fn new(solution: &Solution) -> Self {
        let goal = solution.goal();
        let pairs = (0..goal).flat_map(|mine| (0..goal).map(move |theirs| (mine, theirs)));
        let stops = pairs.map(|(mine, theirs)| mask(solution.stops(mine, theirs))).collect();
        Optimal { goal, stops }
    }
}

fn mask(totals: impl Iterator<Item = u8>) -> [u64; 4] {
    let mut mask = [0; 4];
    totals.for_each(|total| mask[usize::from(total / 64)] |= 1 << (total % 64));
    mask
}

impl Policy<Pig> for Optimal {
    #[inline]
    fn action(&mut self, state: &Pig, _: &mut Vec<Action>, _: &mut Rng) -> Action {
        debug_assert_eq!(state.goal, self.goal, "another goal than the one that was solved for");
        let [mine, theirs] =
            [state.mover, 1 - state.mover].map(|seat| state.scores[usize::from(seat)]);
        let stops = &self.stops[usize::from(mine) * usize::from(self.goal) + usize::from(theirs)];
        let stop = stops[usize::from(state.total / 64)] >> (state.total % 64) & 1 == 1;
        if stop { Action::Stop } else { Action::Roll }
    }
}

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
