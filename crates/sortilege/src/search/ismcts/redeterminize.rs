//! Opponents who doubt: an extension of MO-ISMCTS of our own, over the same observers.
//!
//! Every determinization of an information set agrees on the searcher's own cards or marks, so
//! opponents who learn from these alone act as if they saw them, which is to assume the worst (IS
//! §X). IS §VIII supposes that this is why MO-ISMCTS weakens with time in the phantom 4,4,4-game.
//! Yet to draw the searcher's own information afresh as well would have it forget what it knows
//! after its move.
//!
//! Our answer: two kinds of iterations. In one, all is as the searcher knows it; the searcher alone
//! learns, and opponents act on what they have learnt before. The other begins like that, but
//! nobody learns until an opponent is on turn. There the state is drawn afresh from what that
//! opponent knows (re-determinization, as Goodman 2019 has it for Hanabi), and from there on
//! everybody learns: the opponent in its tree, the others as it may imagine them in trees of their
//! own. So what the searcher hides never reaches the statistics of an opponent, what opponents
//! imagine never reaches those of the searcher, and opponents learn their answers to what the
//! searcher is inclined to do.
//!
//! At each turn of its own the opponent begins to learn with probability 1/2, so that early and
//! late answers are learnt, and for sure where it has not tried everything.
//!
//! To draw the state afresh only for the choice would change nothing: a choice depends on what is
//! legal, which is the same in all states of a view, and on statistics, which must come from
//! simulations that went on in such states.

use super::observer::{Mode, Observer};
use super::observers::Observers;
use crate::game::{Chance, Observe, Simultaneous};
use crate::search::tree_search::observation::OwnActions;
use crate::search::tree_search::selection::{ChoicePoint, Selection};
use crate::{Player, Rng, Turn};

/// What opponents are thought to know of what the searcher hides.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Opponents {
    /// All that is so when the search begins, though not what the searcher does in secret from then
    /// on: the paper's algorithm.
    #[default]
    Knowing,
    /// What they have seen.
    Doubting {
        /// The part of all iterations from which opponents learn, from 0 to 1. The searcher learns
        /// from the others, so it should have some.
        share: f64,
        /// What they remember.
        memory: Memory,
    },
}

/// What opponents remember of the time before the search begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Memory {
    /// All that their views tell: their trees have a root for each view that they may have. Where
    /// there are many, each is seldom visited. In the long run it is right for games whose views
    /// [tell all that was seen](crate::game::Recall::Perfect). Where views forget, opponents forget
    /// with them: a search is shown views alone and cannot give back to others what theirs have
    /// lost by the time it begins, or by the time at which it draws a state from them. What they
    /// see in between they do remember.
    #[default]
    Views,
    /// Nothing, not even their own cards, but for what they may do: their trees have one root, as
    /// those of the paper's algorithm have.
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

/// The trees of those whom opponents imagine, and whose turn it is to learn.
pub(super) struct Doubt<G: Observe> {
    /// The searcher as opponents imagine it, who sits in the searcher's place while they do.
    pub(super) imagined: Observer<G>,
    /// Whether they do.
    imagines: bool,
    /// Whether opponents remember what they have seen before the search.
    remembers: bool,
    pub(super) schedule: Schedule,
}

impl<G: Chance + Observe + Simultaneous> Doubt<G> {
    pub(super) fn new() -> Self {
        let imagined = Observer::new(Player(0));
        Doubt { imagined, imagines: false, remembers: false, schedule: Schedule::default() }
    }

    /// Forgets everything, at the start of a decision.
    pub(super) fn prepare(&mut self, opponents: Opponents, searcher: Player, players: usize) {
        self.imagined.clear(searcher);
        self.remembers = matches!(opponents, Opponents::Doubting { memory: Memory::Views, .. });
        self.schedule = Schedule::new(opponents, players);
    }

    /// Goes to the roots of all trees. Either the searcher learns, or one of the opponents will in
    /// time.
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
            let mode = match learner {
                None if who == searcher => Mode::Learning,
                Some(learner) if who == learner => Mode::Waiting,
                _ => Mode::Following,
            };
            let key = (self.remembers && who != searcher).then(|| observer.key(state));
            observer.restart(mode, key);
        }
    }

    /// Descends all trees from a state of the information set of `searcher`, from which all learn
    /// who should, or one of the opponents; returns the number of moves made within the trees.
    pub(super) fn descend(
        &mut self,
        observers: &mut Observers<G>,
        state: &mut G,
        searcher: Player,
        learner: Option<Player>,
        rng: &mut Rng,
    ) -> u32 {
        self.restart(observers, state, searcher, learner);
        let mut waiting = learner;
        let mut length = 0;
        loop {
            // An opponent whose tree may not grow, and ends before its turn, has nothing to learn.
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
                // Determinizations agree on what the searcher may do, and on nobody else's moves.
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

    /// The state becomes one that `learner` may imagine, and all others become those whom it
    /// imagines.
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
                observer.mode = Mode::Learning;
                continue;
            }
            let key = if self.remembers { Some(observer.key(state)) } else { here };
            observer.restart(Mode::Learning, key);
        }
    }

    /// The searcher comes back to its place, if opponents have imagined another one there.
    pub(super) fn come_back(&mut self, observers: &mut Observers<G>, searcher: Player) {
        if self.imagines {
            self.change_places(observers, searcher);
        }
    }

    /// The searcher and the searcher as opponents imagine it change places.
    fn change_places(&mut self, observers: &mut Observers<G>, searcher: Player) {
        std::mem::swap(&mut self.imagined, &mut observers.all[searcher.0]);
        self.imagines = !self.imagines;
    }
}

/// Whether an opponent who waits to learn does so now.
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
            let node = node.expect("a tree that gets nodes on the way");
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
