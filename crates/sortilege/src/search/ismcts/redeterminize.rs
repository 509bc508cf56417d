//! Doubting opponents: our own extension of MO-ISMCTS, over the same observers.
//!
//! All determinizations of an information set agree on the searcher's own cards or marks. Opponents
//! that learn from these alone act as if they observed them, which is a worst-case assumption (IS
//! §X). IS §VIII conjectures that this is why MO-ISMCTS weakens with time in the phantom
//! 4,4,4-game. But if the searcher's own information were resampled as well, the searcher would
//! forget what it knows after its move.
//!
//! The solution uses two kinds of iterations. In the first kind, the state agrees with the
//! searcher's view. Only the searcher learns, and opponents act on what they have learnt before.
//! The second kind begins likewise, but no player learns until an opponent acts. There the state is
//! resampled from the view of that opponent (re-determinization, as Goodman 2019 does for Hanabi).
//! From there on all players learn: the opponent in its tree, the others, as the opponent may
//! imagine them, in trees of their own.
//!
//! So the searcher's hidden information never reaches the statistics of an opponent, and imagined
//! states never reach those of the searcher. Opponents learn responses to what the searcher is
//! inclined to do.
//!
//! At each of its turns the opponent begins to learn with probability 1/2, so that both early and
//! late responses are learnt. It always begins where it has untried moves.
//!
//! Resampling the state for the choice only would have no effect. A choice depends on the legal
//! moves, which are the same in all states of a view, and on statistics, which must come from
//! simulations that continued in such states.

use super::observer::{Observer, ObserverRole};
use super::observers::Observers;
use crate::game::{Chance, Observe, Simultaneous};
use crate::search::tree_search::observation::OwnActions;
use crate::search::tree_search::selection::{ChoicePoint, Selection};
use crate::{Player, Rng, Turn};

/// What opponents are assumed to know of the searcher's hidden information.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Opponents {
    /// Everything at the root, though not the searcher's later hidden moves: the paper's algorithm.
    #[default]
    Knowing,
    /// Their own observations only.
    Doubting {
        /// Fraction of the iterations from which opponents learn, from 0 to 1. The searcher learns
        /// from the others, so it should be less than 1.
        share: f64,
        /// What they remember.
        memory: Memory,
    },
}

/// What opponents remember of the time before the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Memory {
    /// Their views: their trees have a root for each possible view. If there are many views, each
    /// root gets few visits. In the limit this is correct for games whose views [contain all
    /// observations](crate::game::Recall::Perfect). Where views forget, opponents forget with them.
    /// A search receives views only, and cannot restore what an opponent's view has lost before the
    /// search or before a resampled state. Opponents do remember their observations in between.
    #[default]
    Views,
    /// Nothing, not even their own cards, except their legal moves: each tree has one root, as in
    /// the paper's algorithm.
    Nothing,
}

/// Decides which iterations belong to an opponent.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Schedule {
    share: f64,
    due: f64,
    last: usize,
}

impl Schedule {
    /// The schedule for a game of `players` players.
    pub(crate) fn new(opponents: Opponents, players: usize) -> Self {
        let share = match opponents {
            Opponents::Doubting { share, .. } if players > 1 => share,
            _ => 0.0,
        };
        Schedule { share, due: 0.0, last: 0 }
    }

    /// The opponent that learns from the next iteration, if any; opponents take turns.
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

/// The tree of the imagined searcher, and the learning schedule.
pub(super) struct Doubt<G: Observe> {
    /// The searcher as opponents imagine it; it replaces the searcher's observer during their
    /// iterations.
    pub(super) imagined: Observer<G>,
    /// Whether it currently replaces the searcher's observer.
    imagines: bool,
    /// Whether opponents remember their observations before the search.
    remembers: bool,
    schedule: Schedule,
}

impl<G: Chance + Observe + Simultaneous> Doubt<G> {
    pub(super) fn new() -> Self {
        let imagined = Observer::new(Player(0));
        Doubt { imagined, imagines: false, remembers: false, schedule: Schedule::default() }
    }

    /// Forgets everything at the start of a decision.
    pub(super) fn prepare(&mut self, opponents: Opponents, searcher: Player, players: usize) {
        self.imagined.clear(searcher);
        self.remembers = matches!(opponents, Opponents::Doubting { memory: Memory::Views, .. });
        self.schedule = Schedule::new(opponents, players);
    }

    /// Resets all trees to their roots. Either the searcher learns now, or one of the opponents
    /// learns later.
    fn restart(
        &self,
        observers: &mut Observers<G>,
        state: &G,
        searcher: Player,
        learner: Option<Player>,
    ) {
        observers.moves.clear();
        for observer in &mut observers.all {
            let who = observer.labels.of;
            let role = match learner {
                None if who == searcher => ObserverRole::Learning,
                Some(learner) if who == learner => ObserverRole::Waiting,
                _ => ObserverRole::Following,
            };
            let key = (self.remembers && who != searcher).then(|| observer.key(state));
            observer.restart(role, key);
        }
    }

    /// Descends all trees from a state of the information set of `searcher`. Either the searcher or
    /// one of the opponents learns. Returns the number of moves made within the trees.
    #[inline(never)]
    pub(super) fn descend(
        &mut self,
        observers: &mut Observers<G>,
        state: &mut G,
        searcher: Player,
        rng: &mut Rng,
    ) -> u32 {
        let learner = self.schedule.next(searcher, observers.all.len());
        self.restart(observers, state, searcher, learner);
        let mut waiting = learner;
        let mut length = 0;
        loop {
            // An opponent whose full tree ends before its turn has nothing to learn.
            waiting = waiting.filter(|learner| observers.all[learner.0].node.is_some());
            if let Some(learner) = waiting
                && begins_to_learn(observers, state, learner, rng)
            {
                self.imagine(observers, state, searcher, learner, rng);
                waiting = None;
            }
            let is_new = match state.turn() {
                Turn::Over => return length,
                Turn::Chance => {
                    observers.pass_chance(state, rng);
                    continue;
                }
                // Determinizations agree on the legal moves of the searcher, and on those of no
                // other player.
                Turn::Player(who) => {
                    let constant = who == searcher && learner.is_none();
                    observers.move_alone(state, who, constant, &mut Selection::alone, rng)
                }
                Turn::Together => observers.move_together(state, searcher, rng),
            };
            length += 1;
            if is_new && waiting.is_none() {
                return length;
            }
        }
    }

    /// Resamples the state from the view of `learner`, and replaces all other players with imagined
    /// ones.
    fn imagine(
        &mut self,
        observers: &mut Observers<G>,
        state: &mut G,
        searcher: Player,
        learner: Player,
        rng: &mut Rng,
    ) {
        *state = G::determinize(&state.view(learner), rng);
        self.change_places(observers, searcher);
        let here = observers.all[learner.0].node.map(u64::from);
        for observer in &mut observers.all {
            if observer.labels.of == learner {
                observer.role = ObserverRole::Learning;
                continue;
            }
            let key = if self.remembers { Some(observer.key(state)) } else { here };
            observer.restart(ObserverRole::Learning, key);
        }
    }

    /// Restores the searcher's observer if the imagined one replaced it; returns whether it had.
    #[inline]
    pub(super) fn come_back(&mut self, observers: &mut Observers<G>, searcher: Player) -> bool {
        let imagines = self.imagines;
        if imagines {
            self.change_places(observers, searcher);
        }
        imagines
    }

    /// Swaps the searcher and the imagined searcher.
    pub(super) fn change_places(&mut self, observers: &mut Observers<G>, searcher: Player) {
        std::mem::swap(&mut self.imagined, &mut observers.all[searcher.0]);
        self.imagines = !self.imagines;
    }
}

/// Whether a waiting opponent begins to learn now.
fn begins_to_learn<G>(
    observers: &mut Observers<G>,
    state: &G,
    learner: Player,
    rng: &mut Rng,
) -> bool
where
    G: Observe + Simultaneous,
{
    let on_turn = match state.turn() {
        Turn::Player(who) => who == learner,
        turn => turn == Turn::Together,
    };
    on_turn
        && (rng.below(2) == 0 || {
            let Observers { all, selection, .. } = observers;
            let Observer { tree, node, .. } = &mut all[learner.0];
            let node = node.expect("a waiting player's tree has a node for each of its turns");
            selection.look_up(&mut ChoicePoint {
                tree,
                node,
                labels: &OwnActions,
                state,
                who: learner,
            });
            !selection.knows_enough()
        })
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
