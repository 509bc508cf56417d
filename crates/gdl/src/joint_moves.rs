//! Joint moves: one simultaneous move of every role, including `random`.

use crate::moves::{Action, Joint, NOTHING, ROLES, State};
use crate::sheet::Sheet;
use sortilege::Rng;

/// Number of nodes of a net for which a step takes about a microsecond; the bounds for larger nets
/// are smaller in proportion.
const SMALL_NET: usize = 1000;
/// Divisor of the bounds for sheets that run on the Datalog machine.
const MACHINE_SLOWNESS: usize = 20;
const MOST_SLOWNESS: usize = 100;

#[cfg(test)]
thread_local! {
    /// Number of steps that this thread has made for layers.
    pub(crate) static STEPS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

#[cfg(test)]
pub(crate) fn count_step() {
    STEPS.set(STEPS.get() + 1);
}

/// Bound `most`, reduced for sheets that run slowly.
pub(crate) fn scaled(sheet: &Sheet, most: usize) -> usize {
    let slowness = sheet.net().map_or(MACHINE_SLOWNESS, |net| 1 + net.nodes / SMALL_NET);
    (most / slowness.min(MOST_SLOWNESS)).max(1)
}

/// Moves of every role in a state that is not terminal.
pub(crate) fn options(sheet: &Sheet, state: &State) -> Option<Vec<Vec<Action>>> {
    let (is_terminal, counts) = sheet.survey(state);
    if is_terminal || counts[..sheet.roles()].contains(&0) {
        return None;
    }
    let list = |role| {
        let mut out = vec![];
        sheet.legal(state, role, &mut out);
        out
    };
    Some((0..sheet.roles()).map(list).collect())
}

/// A joint move in which `role` makes the move `own` and every other role a random one.
pub(crate) fn random_joint(
    lists: &[Vec<Action>],
    role: usize,
    own: Action,
    rng: &mut Rng,
) -> Joint {
    let mut joint = [NOTHING; ROLES];
    for (other, list) in lists.iter().enumerate() {
        joint[other] = match other == role {
            true => own,
            false => rng.pick(list),
        };
    }
    joint
}

/// Passes every joint move to `look`.
pub(crate) fn for_each_joint(lists: &[Vec<Action>], look: &mut impl FnMut(&Joint)) {
    fn go(lists: &[Vec<Action>], role: usize, joint: &mut Joint, look: &mut impl FnMut(&Joint)) {
        if role == lists.len() {
            return look(joint);
        }
        for &action in &lists[role] {
            joint[role] = action;
            go(lists, role + 1, joint, look);
        }
    }
    go(lists, 0, &mut [NOTHING; ROLES], look);
}
