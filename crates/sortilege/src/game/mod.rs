//! What a game is: one small mandatory trait, [`Game`], and a trait for each thing that some games can do
//! and others cannot. A search asks in its bounds for just what it uses, so the compiler says which search
//! fits which game.
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
//! The plain cases are markers: `impl Deterministic for Othello {}` supplies `Chance` and `Outcomes`. Games whose
//! moves are subsets of a few things find their lists and yes/no decisions in [`subsets`].

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

/// What a state is worth to every seat, or what every seat earned; seats that a game does not have come last and mean
/// nothing.
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
    /// The environment acts: dice, a deal, or the forced reply that tells players something (IS §II).
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

    /// Replaces `out` with the legal actions of the player whose [`Turn::Player`] it is: at least one, no
    /// two alike, always in the same order.
    fn actions(&self, out: &mut Vec<Self::Action>);

    /// Plays a legal action or a possible chance outcome. Only a `debug_assert!` checks it here.
    fn apply(&mut self, action: Self::Action);

    /// What `who` earned, in [-1, 1]; meaningful once `turn` is [`Turn::Over`]. Need not add up to 0.
    fn payoff(&self, who: Player) -> f64;

    /// The state after a legal action or a possible chance outcome; this one stays as it is.
    #[inline]
    fn after(&self, action: Self::Action) -> Self {
        let mut next = self.clone();
        next.apply(action);
        next
    }

    /// Whether [`Game::random_action`] draws without listing and leaves `scratch` alone. A search then draws moves
    /// of large lists before it asks for the whole list.
    const DRAWS_UNLISTED: bool = false;

    /// One of [`Game::actions`], each equally likely. A game that keeps its moves as bit masks draws from
    /// them without listing, and says so by [`Game::DRAWS_UNLISTED`]. `scratch` is room for those that do not: what
    /// is in it before does not matter, and nobody looks at what is left in it.
    #[inline]
    fn random_action(&self, scratch: &mut Vec<Self::Action>, rng: &mut Rng) -> Self::Action {
        self.actions(scratch);
        rng.pick(scratch)
    }

    /// Whether [`Game::allows`] and [`Game::count_actions`] answer without listing. A search that knows some moves of a
    /// place, not all of which are always there, then asks after those and lists none.
    const TELLS_UNLISTED: bool = false;

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
}
