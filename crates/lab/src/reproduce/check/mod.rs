//! How a claim is put to the test: one table of a target for each part of it. One file a kind: its
//! keys, the experiments that it needs, what makes it hold, and its words.
//!
//! | `kind` | holds if | keys |
//! |---|---|---|
//! | [`order`] | each player does better than the next | `players`, `minimum` |
//! | [`at-least`](bound), [`at-most`](bound) | a number, a difference or a ratio is that much | `player`, `minus` or `over`, `beside`, `value` |
//! | [`within`](bound) | it is in a range | `player`, `minus` or `over`, `beside`, `low`, `high` |
//! | [`near`] | somebody scores close to a number against somebody | `value`, `margin` |
//! | [`share`] | a category has a share of all deals in a range | `deals`, `low`, `high` |
//! | [`no-losses`](no_losses) | players lose to none of the others | `players`, `games` |
//! | [`flat`] | no two settings of a sweep differ by more | `from`, `to`, `margin` |
//! | [`falling`](trend), [`rising`](trend) | a player does worse, or better, the more everybody thinks; or the larger the setting of a sweep is | `player`, `experiments`; or `experiment` |
//! | [`effect`] | a factor, or what several do together, adds so much to the score | `factors`, `low`, `high` |
//! | [`as-printed`](as_printed) | players rank as numbers do that are printed for them | `numbers`, `value` |
//! | [`rank`] | a player gains most where playouts are long beside games | `player`, `experiments`, `value` |
//! | [`champion`] | what an elimination leaves has a setting in a range | `setting`, `low`, `high` |
//! | [`exact`] | a function says so | `name` |
//!
//! All but the last have `experiment` (or `experiments`), and can look at some games only: `seat`,
//! `against`, `mirror` (only games against oneself), and `measure`: `score`, `wins` or `draws`, of
//! values `mse`, `variance`, `bias`, `squared-bias` or `regret`, of decisions `nodes`, `actions`
//! (how many there were to choose from) or `time` (seconds). Where one player is compared, and in
//! trends, `player`, `minus` and `over` can be lists: then all of them are taken together. So can
//! `against`. `beside` names another experiment with the same players: what is claimed is then how
//! much larger the number is than there.
//!
//! `order` and what compares one player can look at some deals only, by how two players did on
//! them: `deals = { player = "a", minus = "b", are = "better" }`, or `"equal"`, or `"worse"`, at 95
//! % for each deal; with `apart = true` this is told by every other play of a deal, and the plays
//! between are looked at. See [`category`](super::category).

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
mod part;
pub mod rank;
mod read;
pub mod share;
pub mod trend;

pub(super) use kind::Found;
pub use part::{Demand, Part};
pub use read::Check;
pub(super) use read::read_all;
pub(super) use trend::chart;
