//! Checks: tests of claims. A target has one table for each part of its claim. Each kind of check
//! has its own file with its keys, experiments, test and texts.
//!
//! | `kind` | holds if | keys |
//! |---|---|---|
//! | [`order`] | each player does better than the next | `players`, `minimum` |
//! | [`at-least`](bound), [`at-most`](bound) | a number, a difference or a ratio is at least or at most a value | `player`, `minus` or `over`, `beside`, `value` |
//! | [`within`](bound) | it is in a range | `player`, `minus` or `over`, `beside`, `low`, `high` |
//! | [`near`] | some player's score against some opponent is close to a number | `value`, `margin` |
//! | [`share`] | the share of a category among all deals is in a range | `deals`, `low`, `high` |
//! | [`no-losses`](no_losses) | players lose to none of the others | `players`, `games` |
//! | [`flat`] | no two settings of a sweep differ by more than a margin | `from`, `to`, `margin` |
//! | [`falling`](trend), [`rising`](trend) | a player's score falls, or rises, with the amount of thinking, or with the setting of a sweep | `player`, `experiments`; or `experiment` |
//! | [`effect`] | the effect of a factor, or an interaction, on the score is in a range | `factors`, `low`, `high` |
//! | [`as-printed`](as_printed) | players rank like the numbers printed for them | `numbers`, `value` |
//! | [`rank`] | a player gains most where playouts are long compared with games | `player`, `experiments`, `value` |
//! | [`champion`] | the winner of an elimination has a setting in a range | `setting`, `low`, `high` |
//! | [`exact`] | a function confirms it | `name` |
//!
//! All kinds but the last have `experiment` (or `experiments`). These keys select games: `seat`,
//! `against`, and `mirror` (only games of a player against itself). `measure` is one of
//!
//! - of games: `score`, `wins` or `draws`;
//! - of value estimates: `mse`, `variance`, `bias`, `squared-bias` or `regret`;
//! - of decisions: `nodes`, `actions` (number of legal actions) or `time` (seconds).
//!
//! Where one player is compared, and in trends, `player`, `minus` and `over` can be lists of
//! players, which are pooled. `against` can be a list too. `beside` names another experiment with
//! the same players; the claim is then about the difference between the two experiments.
//!
//! `order`, and checks that compare one player, can select deals by the results of two players on
//! them: `deals = { player = "a", minus = "b", are = "better" }`, or `"equal"`, or `"worse"`, at
//! 95% for each deal. With `apart = true` every other play of a deal classifies it, and the
//! remaining plays are measured. See [`category`](super::category).

pub mod as_printed;
pub mod bound;
pub mod champion;
pub mod effect;
pub mod exact;
pub mod flat;
mod kind;
pub mod near;
pub mod no_losses;
pub mod order;
pub mod rank;
mod read;
pub mod share;
pub mod trend;

pub(super) use kind::CheckResult;
pub use kind::{Demand, Part};
pub use read::Check;
pub(super) use read::read_all;
pub(super) use trend::chart;
