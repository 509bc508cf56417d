//! Search for histories that are consistent with the moves and percepts of a seat, if no sampled
//! state is: local search over the unseen moves.
//!
//! A history is changed in one move of another role at a time (chance is a role) and replayed from
//! there. Its *misses* are the percepts by which the observations of the seat in this history
//! differ from the actual ones, summed over all steps. A change that reduces them is kept, until
//! there is none left. So a card that was dealt unseen and is revealed later is found by trying the
//! other cards at its deal. The bound is a number of steps of the game.

use crate::joint_moves::{options, random_joint, scaled};
use crate::layers::{Growing, Layer, Moment, Transition};
use crate::moves::{Action, Joint, NOTHING, OVER, Percept, Percepts, ROLES, State};
use crate::sheet::Sheet;
use sortilege::Rng;
use std::sync::Arc;

/// Limit of steps for one search.
pub(crate) const MOST_STEPS: usize = 30_000;
/// Number of histories after which a search ends.
const ENOUGH: usize = 50;
/// Limit of consecutive changes that leave the misses unchanged, before the search begins with
/// another history.
const MOST_SIDEWAYS: usize = 3;
/// Number of random changes to a history without misses, so that histories from the same start
/// differ.
const VARIATIONS: usize = 10;
/// Misses of a step in which the move of the seat is illegal, or the game is over already.
const IMPOSSIBLE: usize = 100;

/// Layer after `moments`: the histories with the fewest misses that the search found.
pub(crate) fn layer(
    sheet: &Sheet,
    role: usize,
    before: &Layer,
    moments: &[Moment],
    rng: &mut Rng,
) -> Layer {
    let mut search = Search { sheet, role, moments, left: scaled(sheet, MOST_STEPS) };
    let mut found: Vec<History> = vec![];
    let mut fewest = usize::MAX;
    while found.is_empty() || (search.left > 0 && found.len() < ENOUGH) {
        let start = search.start(before, rng);
        let history = search.improve(start, rng);
        let misses = history.misses();
        if misses < fewest {
            (fewest, found) = (misses, vec![]);
        }
        if misses == fewest {
            found.push(history);
        }
    }
    search.merged(&found, fewest == 0)
}

/// One step of a history.
#[derive(Clone)]
struct Play {
    joint: Joint,
    percepts: Percepts,
    /// State after the step.
    after: State,
    misses: usize,
}

#[derive(Clone)]
struct History {
    start: State,
    plays: Vec<Play>,
}

impl History {
    fn before(&self, step: usize) -> &State {
        match step {
            0 => &self.start,
            _ => &self.plays[step - 1].after,
        }
    }

    fn misses(&self) -> usize {
        misses(&self.plays)
    }
}

fn misses(plays: &[Play]) -> usize {
    plays.iter().map(|play| play.misses).sum()
}

struct Search<'a> {
    sheet: &'a Sheet,
    role: usize,
    moments: &'a [Moment],
    /// Steps that are left.
    left: usize,
}

impl Search<'_> {
    /// A history that leads to a state of the previous layer, and one random step.
    fn start(&mut self, before: &Layer, rng: &mut Rng) -> History {
        let weights: Vec<f64> = before.nodes.iter().map(|node| node.weight).collect();
        let ways = before.history(rng.weighted(&weights), rng);
        let mut history = History { start: self.sheet.start().clone(), plays: vec![] };
        let joints = ways.iter().rev().map(|way| way.joint).chain([[NOTHING; ROLES]]);
        for (step, joint) in joints.enumerate() {
            let play = self.step(history.before(step), step, joint, rng);
            history.plays.push(play);
        }
        history
    }

    /// Plays a joint move; illegal moves are replaced by random ones.
    fn step(&mut self, state: &State, step: usize, mut joint: Joint, rng: &mut Rng) -> Play {
        #[cfg(test)]
        crate::joint_moves::count_step();
        self.left = self.left.saturating_sub(1);
        let (own, seen) = self.moments[step];
        let Some(lists) = options(self.sheet, state) else {
            joint = [NOTHING; ROLES];
            joint[self.role] = own;
            return Play { joint, percepts: [0; ROLES], after: state.clone(), misses: IMPOSSIBLE };
        };
        let other = random_joint(&lists, self.role, own, rng);
        for (role, list) in lists.iter().enumerate() {
            if role == self.role || !list.contains(&joint[role]) {
                joint[role] = other[role];
            }
        }
        let mut after = state.clone();
        let percepts = self.sheet.observe(&mut after, step as u32, &joint);
        let illegal = if lists[self.role].contains(&own) { 0 } else { IMPOSSIBLE };
        let misses = illegal + self.distance(percepts[self.role], seen);
        Play { joint, percepts, after, misses }
    }

    /// Number of percepts by which two observations differ.
    fn distance(&self, one: Percept, other: Percept) -> usize {
        if one == other {
            return 0;
        }
        let [one_set, other_set] =
            [one, other].map(|percept| self.sheet.percepts_of(self.role, percept));
        let missing = one_set.iter().filter(|term| !other_set.contains(term)).count();
        let extra = other_set.iter().filter(|term| !one_set.contains(term)).count();
        let end = usize::from((one ^ other) & OVER != 0);
        (missing + extra + end).max(1)
    }

    /// Changes one move after another while this reduces the misses.
    fn improve(&mut self, mut history: History, rng: &mut Rng) -> History {
        let mut sideways = 0;
        while history.misses() > 0 && self.left > 0 && sideways <= MOST_SIDEWAYS {
            match self.change(&mut history, rng) {
                Change::Better => sideways = 0,
                Change::Equal => sideways += 1,
                Change::None => break,
            }
        }
        if history.misses() == 0 {
            for _ in 0..VARIATIONS {
                self.vary(&mut history, rng);
            }
        }
        history
    }

    /// Tries all changes of one move in random order: takes the first that reduces the misses, or
    /// else one that leaves them equal.
    fn change(&mut self, history: &mut History, rng: &mut Rng) -> Change {
        let misses = history.misses();
        let mut equal = None;
        let mut changes = self.changes(history);
        rng.shuffle(&mut changes);
        for change in changes {
            if self.left == 0 {
                break;
            }
            let Some(plays) = self.replay(history, change, misses, rng) else { continue };
            let is_better =
                self::misses(&history.plays[..change.0]) + self::misses(&plays) < misses;
            if is_better {
                history.plays.splice(change.0.., plays);
                return Change::Better;
            }
            equal.get_or_insert((change.0, plays));
        }
        let Some((step, plays)) = equal else { return Change::None };
        history.plays.splice(step.., plays);
        Change::Equal
    }

    /// All alternative moves of the other roles: the step, the role and the move.
    fn changes(&self, history: &History) -> Vec<(usize, usize, Action)> {
        let mut out = vec![];
        for (step, play) in history.plays.iter().enumerate() {
            let Some(lists) = options(self.sheet, history.before(step)) else { continue };
            for (role, list) in lists.iter().enumerate().filter(|&(role, _)| role != self.role) {
                let others = list.iter().filter(|&&action| action != play.joint[role]);
                out.extend(others.map(|&action| (step, role, action)));
            }
        }
        out
    }

    /// Replays from a changed move on; `None` if the history then has more than `most` misses.
    fn replay(
        &mut self,
        history: &History,
        (at, role, action): (usize, usize, Action),
        most: usize,
        rng: &mut Rng,
    ) -> Option<Vec<Play>> {
        let mut plays: Vec<Play> = vec![];
        let mut missed = misses(&history.plays[..at]);
        for step in at..history.plays.len() {
            let mut joint = history.plays[step].joint;
            if step == at {
                joint[role] = action;
            }
            let before = plays.last().map_or(history.before(at), |play| &play.after);
            let play = self.step(before, step, joint, rng);
            missed += play.misses;
            if missed > most {
                return None;
            }
            plays.push(play);
        }
        Some(plays)
    }

    /// Makes a random change, if the history has no misses afterwards.
    fn vary(&mut self, history: &mut History, rng: &mut Rng) {
        let step = rng.below(history.plays.len());
        let Some(lists) = options(self.sheet, history.before(step)) else { return };
        let joint = random_joint(&lists, self.role, self.moments[step].0, rng);
        let changed = (0..lists.len()).find(|&role| joint[role] != history.plays[step].joint[role]);
        let Some(role) = changed.filter(|_| self.left > 0) else { return };
        if let Some(plays) = self.replay(history, (step, role, joint[role]), 0, rng) {
            history.plays.splice(step.., plays);
        }
    }

    /// Layers of these histories from the initial state on, all equally likely. Returns the last
    /// layer.
    fn merged(&self, found: &[History], is_sound: bool) -> Layer {
        let mut layer = Layer::start(self.sheet.start());
        let mut places = vec![0; found.len()];
        for (step, moment) in self.moments.iter().enumerate() {
            let mut next = Growing::default();
            for (place, history) in places.iter_mut().zip(found) {
                let Play { joint, mut percepts, after, .. } = history.plays[step].clone();
                percepts[self.role] = moment.1;
                let weight = 1.0 / found.len() as f64;
                *place =
                    next.add(after, Transition { from: *place as u32, weight, joint, percepts });
            }
            let before = Some(Arc::new(layer));
            layer = Layer { before, nodes: next.nodes, is_exact: false, is_sound };
        }
        layer
    }
}

/// Effect of a change on the misses of a history.
enum Change {
    Better,
    Equal,
    None,
}
