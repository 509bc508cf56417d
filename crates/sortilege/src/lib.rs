//! Monte Carlo search for games with chance and hidden information.
//!
//! Describe a game by one small trait, [`Game`], and implement further traits for what else it has:
//! dice ([`Chance`](game::Chance)), hidden cards ([`Hidden`](game::Hidden)), simultaneous choices
//! ([`Simultaneous`](game::Simultaneous)). Any [`search`] whose trait bounds the game meets can
//! then play it, within any [budget](Budget).
//!
//! | I want | see |
//! |---|---|
//! | to make my own game playable | [`game`] |
//! | an opponent for it | [`search`], composed with [`playout`] and [`reward`] |
//! | to estimate states before the end of the game | [`evaluator`] |
//! | to check that my game is implemented correctly | [`testing::Contract`], [`testing::leak`] |
//! | exact values of a small game | [`exact`] |
//! | to store or send budgets, decisions, generators and outlines of trees | the feature `serde` |
//! | the papers behind the tags IS, ED, CS, QR and SM, or a definition | [`bibliography`] |
//!
//! A coin lies under a cup. The player may guess which side it shows, or leave with half a point:
//!
//! ```
//! use sortilege::game::{Chance, Hidden, Sequential};
//! use sortilege::search::{Search, Setup, SoIsmcts};
//! use sortilege::{Budget, Game, Player, Rng, Turn};
//!
//! #[derive(Clone, Debug, PartialEq, Eq, Hash)]
//! struct Cup { coin: Option<bool>, end: Option<i8> }
//! #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
//! enum Action { Toss(bool), Guess(bool), Leave }
//!
//! impl Game for Cup {
//!     type Action = Action;
//!     fn players(&self) -> usize { 1 }
//!     fn turn(&self) -> Turn {
//!         match (self.coin, self.end) {
//!             (_, Some(_)) => Turn::Over,
//!             (None, _) => Turn::Chance,
//!             _ => Turn::Player(Player(0)),
//!         }
//!     }
//!     fn actions(&self, out: &mut Vec<Action>) {
//!         *out = vec![Action::Guess(false), Action::Guess(true), Action::Leave];
//!     }
//!     fn apply(&mut self, action: Action) {
//!         match action {
//!             Action::Toss(side) => self.coin = Some(side),
//!             Action::Guess(side) => self.end = Some(if self.coin == Some(side) { 2 } else { -2 }),
//!             Action::Leave => self.end = Some(1),
//!         }
//!     }
//!     fn payoff(&self, _: Player) -> f64 { f64::from(self.end.unwrap_or(0)) / 2.0 }
//! }
//! impl Chance for Cup {
//!     fn sample(&self, rng: &mut Rng) -> Action { Action::Toss(rng.below(2) == 1) }
//! }
//! impl Hidden for Cup {
//!     /// The player does not see the coin, only whether and how the game has ended.
//!     type View = Option<i8>;
//!     fn view(&self, _: Player) -> Option<i8> { self.end }
//!     fn determinize(view: &Option<i8>, rng: &mut Rng) -> Cup {
//!         Cup { coin: Some(rng.below(2) == 1), end: *view }
//!     }
//! }
//! impl Sequential for Cup {}
//!
//! let table = Cup { coin: Some(true), end: None };
//! let mut search = SoIsmcts::<Cup>::new(Setup::new(Budget::iterations(1000)));
//! let decision = search.decide(&table.view(Player(0)), Player(0), &mut Rng::new(1));
//! assert_eq!(decision.action, Action::Leave); // It cannot see that `true` would win.
//! ```

pub mod bandit;
pub mod belief;
pub mod bibliography;
pub mod budget;
pub mod evaluator;
#[cfg(feature = "exact")]
pub mod exact;
pub mod game;
pub mod playout;
pub mod progress;
#[cfg(feature = "testing")]
pub mod reference;
pub mod reward;
pub mod rng;
#[cfg(feature = "scene")]
pub mod scene;
pub mod search;
#[cfg(feature = "testing")]
pub mod testing;
pub mod tree;

pub use budget::{Budget, Deadline, Stop};
pub use game::{Game, Player, Turn};
pub use rng::Rng;
