//! Pairings of players and their seatings.

/// Players that meet, with all their seatings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Player that the pairing measures, by its index in the plan.
    pub focus: usize,
    /// Player in each seat, for each seating; each deal is played with all of them.
    pub seatings: Vec<Vec<usize>>,
}

/// Order in which players change seats from game to game of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orders {
    /// Every player moves on by one seat, until all have sat in every seat.
    Rotations,
    /// All permutations of the players.
    All,
}

impl Orders {
    /// Names of the variants, in their order.
    pub(crate) const NAMES: [&str; 2] = ["rotations", "all"];

    pub(crate) fn name(self) -> &'static str {
        Orders::NAMES[self as usize]
    }

    /// Returns the seatings of `players`. Seatings that are equal, because a player sits twice, are
    /// listed once.
    pub(crate) fn seatings(self, players: &[usize]) -> Vec<Vec<usize>> {
        let seats = players.len();
        let all = match self {
            Orders::Rotations => (0..seats)
                .map(|turn| (0..seats).map(|seat| players[(seat + seats - turn) % seats]).collect())
                .collect(),
            Orders::All => permutations(players),
        };
        let mut distinct: Vec<Vec<usize>> = vec![];
        for seating in all {
            if !distinct.contains(&seating) {
                distinct.push(seating);
            }
        }
        distinct
    }
}

fn permutations(players: &[usize]) -> Vec<Vec<usize>> {
    if players.is_empty() {
        return vec![vec![]];
    }
    let first = |i: usize| {
        let mut rest = players.to_vec();
        let player = rest.remove(i);
        permutations(&rest).into_iter().map(move |tail| [vec![player], tail].concat())
    };
    (0..players.len()).flat_map(first).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_sits_everywhere() {
        assert_eq!(Orders::Rotations.seatings(&[0, 1]), [[0, 1], [1, 0]]);
        assert_eq!(Orders::Rotations.seatings(&[5, 6, 7]), [[5, 6, 7], [7, 5, 6], [6, 7, 5]]);
        assert_eq!(Orders::All.seatings(&[0, 1, 2]).len(), 6);
        assert_eq!(Orders::All.seatings(&[0, 1, 1]), [[0, 1, 1], [1, 0, 1], [1, 1, 0]]);
        assert_eq!(Orders::Rotations.seatings(&[3]), [[3]]);
        assert_eq!(Orders::All.seatings(&[2, 2]), [[2, 2]]);
    }
}
