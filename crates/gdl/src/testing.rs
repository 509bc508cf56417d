//! Test support: the same game on two engines.

use crate::moves::{Action, Joint, NOTHING, ROLES, State};
use crate::sheet::Sheet;
use sortilege::Rng;
use std::sync::Arc;

/// A sheet on two engines, which must agree in everything.
pub struct Twin {
    one: Arc<Sheet>,
    other: Arc<Sheet>,
}

impl Twin {
    /// Pairs two versions of the same sheet.
    pub fn new(one: Arc<Sheet>, other: Arc<Sheet>) -> Self {
        Twin { one, other }
    }

    /// Plays a random game on both. Returns the number of steps, or the difference.
    pub fn play(&mut self, rng: &mut Rng) -> Result<u32, String> {
        let mut states = [self.one.start().clone(), self.other.start().clone()];
        for step in 0..self.one.longest {
            let legal = self.compare(&states)?;
            let is_over = self.one.survey(&states[0]).0;
            if is_over || legal.iter().any(|lists| lists[0].is_empty()) {
                return Ok(step.max(1));
            }
            let mut joints = [[NOTHING; ROLES]; 2];
            for (role, lists) in legal.iter().enumerate() {
                let at = rng.below(lists[0].len());
                (joints[0][role], joints[1][role]) = (lists[0][at], lists[1][at]);
            }
            self.step(&mut states, &joints)?;
        }
        Ok(self.one.longest)
    }

    /// Legal moves of each role on both engines.
    fn compare(&self, states: &[State; 2]) -> Result<Vec<[Vec<Action>; 2]>, String> {
        let sheets = [&self.one, &self.other];
        let texts = |look: &dyn Fn(&Sheet, &State) -> String| {
            let [one, other] = [0, 1].map(|at| look(sheets[at], &states[at]));
            if one == other { Ok(()) } else { Err(format!("one has {one}, the other {other}")) }
        };
        texts(&|sheet, state| {
            sheet.fluents(state).iter().map(|&term| sheet.text(term) + " ").collect()
        })?;
        texts(&|sheet, state| format!("{:?}", sheet.survey(state)))?;
        texts(&|sheet, state| format!("{:?}", sheet.goals(state)))?;
        let mut out = vec![];
        for role in 0..self.one.roles() {
            let mut lists = [vec![], vec![]];
            (0..2).for_each(|at| sheets[at].legal(&states[at], role, &mut lists[at]));
            texts(&|sheet, state| {
                let mut list = vec![];
                sheet.legal(state, role, &mut list);
                list.iter().map(|&action| sheet.text(sheet.term(action, role)) + " ").collect()
            })?;
            out.push(lists);
        }
        Ok(out)
    }

    fn step(&self, states: &mut [State; 2], joints: &[Joint; 2]) -> Result<(), String> {
        let sheets = [&self.one, &self.other];
        let mut seen = vec![];
        for at in 0..2 {
            let mut percepts = [0; ROLES];
            sheets[at].step(&mut states[at], &joints[at], Some(&mut percepts));
            let text = |role: usize| {
                let terms = sheets[at].percepts_of(role, percepts[role]);
                terms.iter().map(|&term| sheets[at].text(term) + " ").collect::<String>()
            };
            seen.push((0..sheets[at].roles()).map(text).collect::<Vec<_>>());
        }
        if seen[0] == seen[1] {
            Ok(())
        } else {
            Err(format!("one sees {:?}, the other {:?}", seen[0], seen[1]))
        }
    }
}
