//! Enumeration of joint choices.

use crate::Player;
use crate::game::Simultaneous;

/// The choices of each seat at [`Turn::Together`](crate::Turn::Together), in seat order.
pub(super) fn all_choices<G: Simultaneous>(state: &G) -> Vec<Vec<G::Action>> {
    let choices_of = |who| {
        let mut list = vec![];
        state.choices(Player(who), &mut list);
        list
    };
    (0..state.players()).map(choices_of).collect()
}

/// Calls `each` with every joint choice. The last seat's choice varies fastest, so for two seats
/// the order is that of a matrix, row by row.
pub(super) fn for_each_joint<A: Copy>(choices: &[Vec<A>], mut each: impl FnMut(&[A])) {
    let mut digits = vec![0; choices.len()];
    let mut joint: Vec<A> = choices.iter().map(|list| list[0]).collect();
    loop {
        each(&joint);
        // Count up: increase the last digit that is not at its end, and reset the digits behind it.
        let Some(seat) =
            (0..choices.len()).rev().find(|&seat| digits[seat] + 1 < choices[seat].len())
        else {
            return;
        };
        digits[seat] += 1;
        digits[seat + 1..].fill(0);
        for (choice, (list, &digit)) in joint.iter_mut().zip(choices.iter().zip(&digits)).skip(seat)
        {
            *choice = list[digit];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_seat_varies_fastest() {
        let mut met = vec![];
        for_each_joint(&[vec!['a', 'b'], vec!['-'], vec!['1', '2']], |joint| {
            met.push(joint.iter().collect::<String>());
        });
        assert_eq!(met, ["a-1", "a-2", "b-1", "b-2"]);
    }
}
