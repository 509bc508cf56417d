//! Perft of a sheet: the number of sequences of joint moves, a standard test of GDL reasoners.

use crate::bulk::OfSheet;
use crate::core::Core;
use crate::joint_moves::{for_each_joint, options};
use crate::moves::{NOTHING, ROLES};
use sortilege::Turn;

/// Number of sequences of exactly `depth` joint moves. A joint move contains a move of every role,
/// including `random`, whether or not the role has a choice. A sequence counts if the game is not
/// over before its last joint move. Moves that wait for chance are part of the first joint move.
pub fn perft<G: OfSheet>(state: &G, depth: u32) -> u64 {
    count(state.standing().core(), depth)
}

fn count(core: &Core, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let lists = options(&core.sheet, &core.state).filter(|_| core.turn != Turn::Over);
    let Some(mut lists) = lists else { return 0 };
    for (list, chosen) in lists.iter_mut().zip(core.chosen.unwrap_or([NOTHING; ROLES])) {
        if chosen != NOTHING {
            *list = vec![chosen];
        }
    }
    if depth == 1 {
        return lists.iter().fold(1, |count, list| count.saturating_mul(list.len() as u64));
    }
    let mut total = 0u64;
    for_each_joint(&lists, &mut |joint| {
        let mut next = core.clone();
        next.advance(*joint);
        total = total.saturating_add(count(&next, depth - 1));
    });
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{OpenGame, Options, Sheet};
    use sortilege::Game;

    /// A player guesses one of two sides while chance samples one of three; then both have no
    /// choice for one step.
    const GUESS: &str = "(role player) (role random) (init start)
        (<= (legal player (guess 1)) (true start)) (<= (legal player (guess 2)) (true start))
        (<= (legal random (draw 1)) (true start)) (<= (legal random (draw 2)) (true start))
        (<= (legal random (draw 3)) (true start))
        (<= (legal ?who wait) (role ?who) (true later))
        (<= (next later) (true start)) (<= (next end) (true later)) (<= terminal (true end)) (goal player 50)";

    #[test]
    fn a_joint_move_has_a_move_of_every_role() {
        let start = OpenGame::new(Sheet::read(GUESS, &Options::default()).unwrap());
        assert_eq!([0, 1, 2, 3].map(|depth| perft(&start, depth)), [1, 6, 6, 0]);
        // The player has chosen, and chance has not.
        let mut moves = vec![];
        start.actions(&mut moves);
        let half = start.after(moves[0]);
        assert_eq!(half.turn(), Turn::Chance);
        assert_eq!([0, 1, 2, 3].map(|depth| perft(&half, depth)), [1, 3, 3, 0]);
    }
}
