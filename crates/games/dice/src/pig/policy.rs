//! Rule-based players of Pig.

use super::{Action, Pig, Solution};
use sortilege::Rng;
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
