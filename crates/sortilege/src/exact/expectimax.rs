//! Exact values of small trees with perfect information (Michie 1966 for chance, Luckhardt & Irani
//! 1986 for more than two players).
//!
//! A player on turn takes the action that is best for itself: this is minimax for two-player
//! zero-sum games and max^n for more players. Among equally good actions the first one counts,
//! which matters only to other players in games that are not two-player zero-sum. Chance is
//! averaged. At simultaneous choices the values that follow form a [`PayoffMatrix`] game, which is solved
//! exactly. This is defined for two-player zero-sum games only, and panics for others.
//!
//! The whole tree is visited, except the siblings of an action that yields the highest possible
//! payoff. Use [`Expectimax::with_memo`] for a game in which the same states recur, and
//! [`Expectimax::patient`] for one of unknown size.

use super::joint::{all_choices, for_each_joint};
use super::matrix::PayoffMatrix;
use crate::game::{Key, MAX_PLAYERS, Outcomes, Simultaneous};
use crate::{Game, Player, Stop, Turn};
use rustc_hash::FxHashMap;

/// The value of `state` for each seat.
pub fn value<G: Outcomes + Simultaneous>(state: &G) -> Vec<f64> {
    Expectimax::new().value(state)
}

/// Each action of the player on turn, with its value for each seat.
pub fn action_values<G: Outcomes + Simultaneous>(state: &G) -> Vec<(G::Action, Vec<f64>)> {
    Expectimax::new().action_values(state)
}

/// Payoffs by seat; 0 for seats that the game does not have.
type Payoffs = [f64; MAX_PLAYERS];

/// The highest possible payoff.
const HIGHEST: f64 = 1.0;

/// A solver, with or without a transposition table.
pub struct Expectimax<G: Game> {
    key: Option<fn(&G) -> u64>,
    known: FxHashMap<u64, Payoffs>,
    /// Number of states that may still be visited.
    patience: u64,
    stop: Stop,
    given_up: bool,
}

impl<G: Outcomes + Simultaneous> Default for Expectimax<G> {
    fn default() -> Self {
        Expectimax::new()
    }
}

impl<G: Outcomes + Simultaneous> Expectimax<G> {
    /// A solver that visits every history.
    pub fn new() -> Self {
        Expectimax {
            key: None,
            known: FxHashMap::default(),
            patience: u64::MAX,
            stop: Stop::default(),
            given_up: false,
        }
    }

    /// A solver that visits every state once and keeps its results between calls. It relies on
    /// keys: two states with the same key by accident would share a value.
    pub fn with_memo() -> Self
    where
        G: Key,
    {
        Expectimax { key: Some(G::key), ..Expectimax::new() }
    }

    /// The same solver with a limit of `looks` visited states; it gives up at the limit or when
    /// `stop` is set.
    pub fn patient(self, looks: u64, stop: Stop) -> Self {
        Expectimax { patience: looks, stop, given_up: false, ..self }
    }

    /// Whether it has given up. All answers since the limit was set are then meaningless.
    pub fn has_given_up(&self) -> bool {
        self.given_up
    }

    /// The value of `state` for each seat.
    pub fn value(&mut self, state: &G) -> Vec<f64> {
        self.solve(state)[..state.players()].to_vec()
    }

    /// Each action of the player on turn, with its value for each seat.
    pub fn action_values(&mut self, state: &G) -> Vec<(G::Action, Vec<f64>)> {
        assert!(matches!(state.turn(), Turn::Player(_)), "no single player is on turn");
        let mut actions = vec![];
        state.actions(&mut actions);
        actions.into_iter().map(|action| (action, self.value(&state.after(action)))).collect()
    }

    /// At simultaneous choices of two players: the value of each pair of choices for the first
    /// player.
    pub fn joint_values(&mut self, state: &G) -> PayoffMatrix {
        let choices = all_choices(state);
        let [rows, columns] = choices.as_slice() else {
            panic!("joint choices are solved for two players, not {}", choices.len())
        };
        let mut entries = Vec::with_capacity(rows.len() * columns.len());
        for_each_joint(&choices, |joint| {
            let mut next = state.clone();
            next.apply_together(joint);
            let payoffs = self.solve(&next);
            assert!(
                (payoffs[0] + payoffs[1]).abs() < 1e-9,
                "joint choices are solved for zero-sum games"
            );
            entries.push(payoffs[0]);
        });
        PayoffMatrix::new(rows.len(), columns.len(), entries)
    }

    fn solve(&mut self, state: &G) -> Payoffs {
        self.given_up = self.given_up || self.patience == 0 || self.stop.is_set();
        if self.given_up {
            return [0.0; MAX_PLAYERS];
        }
        self.patience -= 1;
        let Some(key) = self.key.map(|key| key(state)) else { return self.look_ahead(state) };
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let found = self.look_ahead(state);
        if !self.given_up {
            self.known.insert(key, found);
        }
        found
    }

    fn look_ahead(&mut self, state: &G) -> Payoffs {
        match state.turn() {
            Turn::Over => paid(state),
            Turn::Chance => self.average(state),
            Turn::Player(who) => self.best(state, who),
            Turn::Together => {
                let value = self.joint_values(state).solve().value;
                let mut payoffs = [0.0; MAX_PLAYERS];
                payoffs[..2].copy_from_slice(&[value, -value]);
                payoffs
            }
        }
    }

    fn average(&mut self, state: &G) -> Payoffs {
        let (mut outcomes, mut mean) = (vec![], [0.0; MAX_PLAYERS]);
        state.outcomes(&mut outcomes);
        for (outcome, odds) in outcomes {
            let payoffs = self.solve(&state.after(outcome));
            mean.iter_mut().zip(payoffs).for_each(|(mean, payoff)| *mean += odds * payoff);
        }
        mean
    }

    fn best(&mut self, state: &G, Player(who): Player) -> Payoffs {
        let (mut actions, mut best) = (vec![], [f64::NEG_INFINITY; MAX_PLAYERS]);
        state.actions(&mut actions);
        for action in actions {
            let payoffs = self.solve(&state.after(action));
            if payoffs[who] > best[who] {
                best = payoffs;
            }
            if best[who] >= HIGHEST || self.given_up {
                break;
            }
        }
        best
    }
}

fn paid<G: Game>(state: &G) -> Payoffs {
    let mut payoffs = [0.0; MAX_PLAYERS];
    (0..state.players()).for_each(|who| payoffs[who] = state.payoff(Player(who)));
    payoffs
}

#[cfg(test)]
mod tests {
    use super::super::toys::{Sketch, Toy};
    use super::*;
    use Sketch::*;

    /// One player and chance: a certain 0.5, or a toss between 0.75 and a choice of -1 and 0.5.
    static GAMBLE: Sketch = Choose(
        0,
        &[
            End(&[0.5]),
            Chance(&[(0.75, End(&[0.75])), (0.25, Choose(0, &[End(&[-1.0]), End(&[0.5])]))]),
        ],
    );

    #[test]
    fn chance_is_averaged_and_the_best_is_taken() {
        assert_eq!(value(&Toy::new(&GAMBLE)), [0.6875]);
        assert_eq!(action_values(&Toy::new(&GAMBLE)), [(0, vec![0.5]), (1, vec![0.6875])]);
    }

    #[test]
    fn two_opponents_play_minimax() {
        static TREE: Sketch = Choose(
            0,
            &[
                Choose(1, &[End(&[0.3, -0.3]), End(&[1.0, -1.0])]),
                Choose(1, &[End(&[0.4, -0.4]), End(&[0.2, -0.2])]),
            ],
        );
        assert_eq!(value(&Toy::new(&TREE)), [0.3, -0.3]);
    }

    /// Seat 2 is indifferent and takes the first action; seats 1 and 0 anticipate this.
    #[test]
    fn three_players_each_want_their_own_best() {
        static TREE: Sketch = Choose(
            0,
            &[
                Choose(
                    1,
                    &[
                        End(&[0.1, 0.2, 0.3]),
                        Choose(2, &[End(&[0.9, 0.1, 0.5]), End(&[0.0, 0.9, 0.5])]),
                    ],
                ),
                End(&[0.05, 1.0, 1.0]),
            ],
        );
        assert_eq!(value(&Toy::new(&TREE)), [0.1, 0.2, 0.3]);
    }

    /// Asymmetric Rock-Paper-Scissors, won at a third of the stakes, with a subgame in one corner.
    #[test]
    fn joint_choices_are_a_matrix_game() {
        const LOSE: Sketch = End(&[-1.0 / 3.0, 1.0 / 3.0]);
        const DRAW: Sketch = Chance(&[(0.5, End(&[1.0, -1.0])), (0.5, End(&[-1.0, 1.0]))]);
        static TREE: Sketch = Together(&[
            &[DRAW, LOSE, Choose(0, &[End(&[0.5, -0.5]), End(&[1.0, -1.0])])],
            &[End(&[1.0 / 3.0, -1.0 / 3.0]), DRAW, LOSE],
            &[LOSE, End(&[1.0 / 3.0, -1.0 / 3.0]), DRAW],
        ]);
        let start = Toy::new(&TREE);
        let found = value(&start);
        assert!((found[0] - 2.0 / 45.0).abs() < 1e-12 && found[1] == -found[0], "{found:?}");
        let solution = Expectimax::new().joint_values(&start).solve();
        for (found, right) in solution.column.iter().zip([5.0, 7.0, 3.0]) {
            assert!((found - right / 15.0).abs() < 1e-12, "{solution:?}");
        }
    }

    #[test]
    #[should_panic(expected = "zero-sum")]
    fn joint_choices_with_common_interests_are_refused() {
        static TREE: Sketch = Together(&[&[End(&[1.0, 1.0]), End(&[0.0, 0.0])]]);
        value(&Toy::new(&TREE));
    }

    /// The gamble has four endings, two choices and a toss.
    #[test]
    fn a_patient_solver_gives_up_and_keeps_nothing_false() {
        let start = Toy::new(&GAMBLE);
        let mut patient = Expectimax::new().patient(7, Stop::default());
        assert_eq!((patient.value(&start), patient.has_given_up()), (vec![0.6875], false));
        let mut hasty = Expectimax::with_memo().patient(6, Stop::default());
        hasty.value(&start);
        assert!(hasty.has_given_up() && !hasty.known.contains_key(&start.key()));
        let stop = Stop::default();
        stop.now();
        let mut stopped = Expectimax::new().patient(7, stop);
        stopped.value(&start);
        assert!(stopped.has_given_up());
    }

    #[test]
    fn a_memory_changes_nothing_but_the_time() {
        static LEVEL: Sketch = Chance(&[(0.5, GAMBLE_TWICE), (0.5, GAMBLE_TWICE)]);
        const GAMBLE_TWICE: Sketch = Choose(0, &[End(&[0.25]), Chance(&[(1.0, End(&[0.375]))])]);
        let start = Toy::new(&LEVEL);
        let mut memo = Expectimax::with_memo();
        assert_eq!(memo.value(&start), value(&start));
        assert_eq!(memo.value(&start), [0.375]);
        assert!(memo.known.contains_key(&start.key()));
    }
}
