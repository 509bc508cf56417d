//! What opponents know of what the searcher hides.
//!
//! Every determinization of an information set agrees on the searcher's own cards or marks, so opponents who
//! learn from these alone act as if they saw them, which is to assume the worst (IS §X). IS §VIII supposes that this is why MO-ISMCTS weakens with time in the phantom 4,4,4-game. Yet to
//! draw the searcher's own information afresh as well would have it forget what it knows after its move.
//!
//! Our answer: two kinds of iterations. In one, all is as the searcher knows it; the searcher alone learns,
//! and opponents act on what they have learnt before. The other begins like that, but nobody learns until an
//! opponent is on turn. There the state is drawn afresh from what that opponent knows (re-determinization,
//! as Goodman 2019 has it for Hanabi), and from there on everybody learns: the opponent in its tree, the others
//! as it may imagine them in trees of their own. So what the searcher hides never reaches the statistics of
//! an opponent, what opponents imagine never reaches those of the searcher, and opponents learn their answers to
//! what the searcher is inclined to do.
//!
//! At each turn of its own the opponent begins to learn with probability 1/2, so that early and late answers
//! are learnt, and for sure where it has not tried everything.
//!
//! To draw the state afresh only for the choice would change nothing: a choice depends on what is legal,
//! which is the same in all states of a view, and on statistics, which must come from simulations that
//! went on in such states.

use crate::Player;

/// What opponents are thought to know of what the searcher hides.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Opponents {
    /// All that is so when the search begins, though not what the searcher does in secret from then on: the
    /// paper's algorithm.
    #[default]
    Knowing,
    /// What they have seen.
    Doubting {
        /// The part of all iterations from which opponents learn, from 0 to 1. The searcher learns from the
        /// others, so it should have some.
        share: f64,
        /// What they remember.
        memory: Memory,
    },
}

/// What opponents remember of the time before the search begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Memory {
    /// All that their views tell: their trees have a root for each view that they may have. Where there are many,
    /// each is seldom visited. In the long run it is right for games whose views [tell all that was
    /// seen](crate::game::Recall::Perfect). Where views forget, opponents forget with them: a search is shown views
    /// alone and cannot give back to others what theirs have lost by the time it begins, or by the time at which
    /// it draws a state from them. What they see in between they do remember.
    #[default]
    Views,
    /// Nothing, not even their own cards, but for what they may do: their trees have one root, as those of the
    /// paper's algorithm have.
    Nothing,
}

/// Which iterations are an opponent's.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Schedule {
    share: f64,
    due: f64,
    last: usize,
}

impl Schedule {
    /// For a game of so many players.
    pub(crate) fn new(opponents: Opponents, players: usize) -> Self {
        let share = match opponents {
            Opponents::Doubting { share, .. } if players > 1 => share,
            _ => 0.0,
        };
        Schedule { share, due: 0.0, last: 0 }
    }

    /// The opponent who is to learn from the next iteration, if one is; they take turns.
    #[inline]
    pub(crate) fn next(&mut self, searcher: Player, players: usize) -> Option<Player> {
        self.due += self.share;
        if self.due < 1.0 {
            return None;
        }
        self.due -= 1.0;
        self.last = (self.last + 1) % players;
        if self.last == searcher.0 {
            self.last = (self.last + 1) % players;
        }
        Some(Player(self.last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opponents_take_turns_and_get_their_share() {
        let opponents = Opponents::Doubting { share: 0.25, memory: Memory::Views };
        let mut schedule = Schedule::new(opponents, 3);
        let turns: Vec<_> = (0..12).filter_map(|_| schedule.next(Player(1), 3)).collect();
        assert_eq!(turns, [Player(2), Player(0), Player(2)]);
        let mut alone = Schedule::new(opponents, 1);
        let mut knowing = Schedule::new(Opponents::Knowing, 2);
        for _ in 0..9 {
            assert_eq!((alone.next(Player(0), 1), knowing.next(Player(0), 2)), (None, None));
        }
    }
}
