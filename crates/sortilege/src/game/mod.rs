//! The definition of a game: one small mandatory trait, [`Game`], and a trait for each capability
//! that only some games have. The trait bounds of a search name just the capabilities that it uses,
//! so the compiler checks which search fits which game.
//!
//! | capability | provides | plain case |
//! |---|---|---|
//! | [`Chance`], [`Outcomes`] | dice, shuffles, draws: sampled, or listed with probabilities | [`Deterministic`] |
//! | [`Hidden`], [`Observe`] | what each seat knows, and what it observes of each move | [`PerfectInfo`] |
//! | [`Redeal`] | what the rules hide, described a second time, for tests | |
//! | [`Simultaneous`] | simultaneous choices | [`Sequential`] |
//! | [`Quality`] | how convincing a finished game was; an [evaluator](crate::evaluator) estimates earlier states | |
//! | [`Key`] | a 64-bit hash of the state | |
//! | [`Episodes`] | the place of a state in its trick, ladder or round | |
//! | [`Notation`], [`Picture`], [`Describe`] | print and parse; draw; describe what a seat saw | [`PerfectInfo`] describes moves by their names |
//!
//! The plain cases are markers: `impl Deterministic for Othello {}` implements `Chance` and
//! `Outcomes`. For games whose moves are subsets of a few things, [`subsets`] provides the lists of
//! moves and the equivalent yes/no decisions.

mod chance;
mod hidden;
mod notation;
mod simultaneous;
pub mod subsets;
mod value;

pub use chance::{Chance, Deterministic, ListOutcomes, Outcomes};
pub use hidden::{Hidden, Label, Observation, Observe, PerfectInfo, Recall, Redeal};
#[cfg(feature = "scene")]
pub use notation::Picture;
pub use notation::{Describe, Notation};
pub use simultaneous::{Sequential, Simultaneous};
pub use value::{Episodes, Key, Quality};

use crate::Rng;
use std::fmt::Debug;
use std::hash::Hash;

/// Largest number of players of a game, so that payoffs fit into an array.
pub const MAX_PLAYERS: usize = 8;

/// The value of a state, or a payoff, for each seat. Entries beyond the number of seats are
/// meaningless.
pub type Values = [f64; MAX_PLAYERS];

/// A seat, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Player(pub usize);

/// Who acts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Turn {
    /// One player chooses one of [`Game::actions`].
    Player(Player),
    /// All players choose simultaneously, each one of [`Simultaneous::choices`].
    Together,
    /// The environment acts: dice, a deal, or a forced reply that informs players (IS §II).
    Chance,
    /// The game has ended, and [`Game::payoff`] returns the result.
    Over,
}

/// The complete state of a game with its rules. Cloning must be cheap: flat data, large tables
/// shared.
pub trait Game: Clone + Send + Sync {
    /// A move of a player, or an outcome of chance.
    type Action: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// The number of seats, constant during a game and at most [`MAX_PLAYERS`].
    fn players(&self) -> usize;

    /// Who acts next.
    fn turn(&self) -> Turn;

    /// Replaces `out` with the legal actions of the player on turn at [`Turn::Player`]: at least
    /// one, all different, always in the same order.
    fn actions(&self, out: &mut Vec<Self::Action>);

    /// Plays a legal action or a possible chance outcome. Only a `debug_assert!` checks the action.
    fn apply(&mut self, action: Self::Action);

    /// The payoff of `who`, in [-1, 1]; meaningful once `turn` is [`Turn::Over`]. Payoffs need not
    /// sum to 0.
    fn payoff(&self, who: Player) -> f64;

    /// The state after a legal action or a possible chance outcome; `self` is unchanged.
    #[inline]
    fn after(&self, action: Self::Action) -> Self {
        let mut next = self.clone();
        next.apply(action);
        next
    }

    /// Whether [`Game::random_action`] samples without listing and leaves `scratch` unchanged. A
    /// search then samples moves of large lists before it requests the whole list.
    const DRAWS_UNLISTED: bool = false;

    /// Samples one of [`Game::actions`] uniformly. A game that keeps its moves as bit masks samples
    /// from them without listing, and sets [`Game::DRAWS_UNLISTED`]. Other games may list into
    /// `scratch`, whose contents before and after the call are meaningless.
    #[inline]
    fn random_action(&self, scratch: &mut Vec<Self::Action>, rng: &mut Rng) -> Self::Action {
        self.actions(scratch);
        rng.pick(scratch)
    }

    /// Whether [`Game::allows`] and [`Game::count_actions`] answer without listing. A search that
    /// has stored some moves of a node, not all of which are legal in every state there, then
    /// queries those and lists none.
    const HAS_MOVE_QUERY: bool = false;

    /// Whether `action` is one of [`Game::actions`].
    fn allows(&self, action: Self::Action) -> bool {
        let mut all = vec![];
        self.actions(&mut all);
        all.contains(&action)
    }

    /// The number of [`Game::actions`].
    fn count_actions(&self) -> usize {
        let mut all = vec![];
        self.actions(&mut all);
        all.len()
    }

    /// Plays up to `most` uniformly random games from this state to the end, adds their results to
    /// `sample` and returns how many were played. The default plays none and returns 0, which means
    /// that the game has no batched implementation; [`Many`](crate::playout::Many) then plays the
    /// games one by one.
    fn random_games(&self, _most: u32, _rng: &mut Rng, _sample: &mut Sample) -> u32 {
        0
    }
}

/// Sums of the results of several games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    /// Number of games.
    pub games: u32,
    /// Sum of payoffs, for each seat.
    pub totals: Values,
    /// Sum of squared payoffs, for each seat.
    pub squares: Values,
    /// Number of moves by players.
    pub moves: u64,
}

impl Sample {
    /// Adds a game.
    #[inline]
    pub fn add(&mut self, payoffs: &[f64], moves: u32) {
        self.games += 1;
        self.moves += u64::from(moves);
        for (seat, payoff) in payoffs.iter().enumerate() {
            self.totals[seat] += payoff;
            self.squares[seat] += payoff * payoff;
        }
    }

    /// Adds two-player games that seat `winner` won, with the total number of their moves.
    #[inline]
    pub fn add_duels(&mut self, winner: usize, games: u32, moves: u32) {
        let payoff = f64::from(games);
        self.totals[winner] += payoff;
        self.totals[1 - winner] -= payoff;
        self.squares[0] += payoff;
        self.squares[1] += payoff;
        self.add_draws(games, moves);
    }

    /// Adds games in which every payoff was 0, with the total number of their moves.
    #[inline]
    pub fn add_draws(&mut self, games: u32, moves: u32) {
        self.games += games;
        self.moves += u64::from(moves);
    }

    /// The mean payoff of a seat; 0 without a game.
    #[inline]
    pub fn mean(&self, who: Player) -> f64 {
        self.totals[who.0] / f64::from(self.games.max(1))
    }

    /// The variance of the payoff of a seat over the games.
    pub fn variance(&self, who: Player) -> f64 {
        (self.squares[who.0] / f64::from(self.games.max(1)) - self.mean(who).powi(2)).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn won_games_are_lost_by_the_other() {
        let mut sample = Sample::default();
        sample.add_duels(1, 3, 30);
        sample.add_draws(1, 12);
        let mut one_by_one = Sample::default();
        for (payoff, moves) in [(1.0, 10), (1.0, 11), (1.0, 9), (0.0, 12)] {
            one_by_one.add(&[-payoff, payoff], moves);
        }
        assert_eq!(sample, one_by_one);
        assert_eq!((sample.mean(Player(0)), sample.variance(Player(0))), (-0.75, 0.1875));
    }
}
