//! What a game is: one small mandatory trait, [`Game`], and a trait for each thing that some games
//! can do and others cannot. A search asks in its bounds for just what it uses, so the compiler
//! says which search fits which game.
//!
//! | capability | says | plain case |
//! |---|---|---|
//! | [`Chance`], [`Outcomes`] | dice, shuffles, draws: sampled, or listed with probabilities | [`Deterministic`] |
//! | [`Hidden`], [`Observe`] | what each seat knows, and how each move looks to it | [`PerfectInfo`] |
//! | [`Redeal`] | what the rules hide, once more, for tests | |
//! | [`Simultaneous`] | choices that are made at once | [`Sequential`] |
//! | [`Quality`] | how convincing a finished game was; what a state is worth before the end is up to an [evaluator](crate::evaluator) | |
//! | [`Key`] | a 64-bit hash of the state | |
//! | [`Episodes`] | where a state stands in its trick, ladder or round | |
//! | [`Notation`], [`Picture`], [`Tell`] | print and parse; draw; tell what a seat saw | [`PerfectInfo`] tells moves by their names |
//!
//! The plain cases are markers: `impl Deterministic for Othello {}` supplies `Chance` and
//! `Outcomes`. Games whose moves are subsets of a few things find their lists and yes/no decisions
//! in [`subsets`].

mod chance;
mod hidden;
mod notation;
mod observation;
mod simultaneous;
pub mod subsets;
mod value;

pub use chance::{Chance, Deterministic, Outcomes};
pub use hidden::{Hidden, Observe, PerfectInfo, Recall, Redeal};
#[cfg(feature = "scene")]
pub use notation::Picture;
pub use notation::{Notation, Tell};
pub use observation::{Label, Observation};
pub use simultaneous::{Sequential, Simultaneous};
pub use value::{Episodes, Key, Quality};

use crate::Rng;
use std::fmt::Debug;
use std::hash::Hash;

/// No game has more players than this, so that payoffs fit an array.
pub const MAX_PLAYERS: usize = 8;

/// What a state is worth to every seat, or what every seat earned; seats that a game does not have
/// come last and mean nothing.
pub type Values = [f64; MAX_PLAYERS];

/// A seat at the table, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Player(pub usize);

/// Who acts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Turn {
    /// One player chooses among [`Game::actions`].
    Player(Player),
    /// All players choose at once, each among [`Simultaneous::choices`].
    Together,
    /// The environment acts: dice, a deal, or the forced reply that tells players something (IS
    /// §II).
    Chance,
    /// Nobody: the game has ended and [`Game::payoff`] tells how.
    Over,
}

/// A state with its rules, the whole truth. Cheap to clone: flat data, big tables shared.
pub trait Game: Clone + Send + Sync {
    /// A move of a player, or an outcome of chance.
    type Action: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// The number of seats, the same all game long and at most [`MAX_PLAYERS`].
    fn players(&self) -> usize;

    /// Who acts next.
    fn turn(&self) -> Turn;

    /// Replaces `out` with the legal actions of the player whose [`Turn::Player`] it is: at least
    /// one, no two alike, always in the same order.
    fn actions(&self, out: &mut Vec<Self::Action>);

    /// Plays a legal action or a possible chance outcome. Only a `debug_assert!` checks it here.
    fn apply(&mut self, action: Self::Action);

    /// What `who` earned, in [-1, 1]; meaningful once `turn` is [`Turn::Over`]. Need not add up to
    /// 0.
    fn payoff(&self, who: Player) -> f64;

    /// The state after a legal action or a possible chance outcome; this one stays as it is.
    #[inline]
    fn after(&self, action: Self::Action) -> Self {
        let mut next = self.clone();
        next.apply(action);
        next
    }

    /// Whether [`Game::random_action`] draws without listing and leaves `scratch` alone. A search
    /// then draws moves of large lists before it asks for the whole list.
    const DRAWS_UNLISTED: bool = false;

    /// One of [`Game::actions`], each equally likely. A game that keeps its moves as bit masks
    /// draws from them without listing, and says so by [`Game::DRAWS_UNLISTED`]. `scratch` is room
    /// for those that do not: what is in it before does not matter, and nobody looks at what is
    /// left in it.
    #[inline]
    fn random_action(&self, scratch: &mut Vec<Self::Action>, rng: &mut Rng) -> Self::Action {
        self.actions(scratch);
        rng.pick(scratch)
    }

    /// Whether [`Game::allows`] and [`Game::count_actions`] answer without listing. A search that
    /// knows some moves of a place, not all of which are always there, then asks after those and
    /// lists none.
    const HAS_MOVE_QUERY: bool = false;

    /// Whether an action is one of [`Game::actions`].
    fn allows(&self, action: Self::Action) -> bool {
        let mut all = vec![];
        self.actions(&mut all);
        all.contains(&action)
    }

    /// How many [`Game::actions`] there are.
    fn count_actions(&self) -> usize {
        let mut all = vec![];
        self.actions(&mut all);
        all.len()
    }

    /// Plays up to `most` games from here to their ends with uniformly random moves, several at
    /// once, and adds what came of them to `sample`; says how many. None unless that is quicker
    /// than one after the other: [`Many`](crate::playout::Many) then plays them so.
    fn random_games(&self, _most: u32, _rng: &mut Rng, _sample: &mut Sample) -> u32 {
        0
    }
}

/// What came of several games: sums over them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    /// How many there were.
    pub games: u32,
    /// What every seat earned.
    pub totals: Values,
    /// Squares of what every seat earned.
    pub squares: Values,
    /// Moves that players made.
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

    /// Adds games of two that were won by the seat of this number, and the moves of all of them.
    #[inline]
    pub fn add_duels(&mut self, winner: usize, games: u32, moves: u32) {
        let payoff = f64::from(games);
        self.totals[winner] += payoff;
        self.totals[1 - winner] -= payoff;
        self.squares[0] += payoff;
        self.squares[1] += payoff;
        self.add_draws(games, moves);
    }

    /// Adds games in which nobody earned anything, and the moves of all of them.
    #[inline]
    pub fn add_draws(&mut self, games: u32, moves: u32) {
        self.games += games;
        self.moves += u64::from(moves);
    }

    /// What a seat earned on average; 0 without a game.
    #[inline]
    pub fn mean(&self, who: Player) -> f64 {
        self.totals[who.0] / f64::from(self.games.max(1))
    }

    /// How far games differ from that, squared, on average.
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
