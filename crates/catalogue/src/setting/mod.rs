//! Settings: each is declared once, and the declaration serves reading, checking, printing, help,
//! lists, and typed access.
//!
//! A [`Schema`] is anything that has settings: a game, a player, a way to finish playouts. Reading
//! a [`Spec`](crate::Spec) against it gives [`Settings`], in which every value is of its kind and
//! in its range. What a value stands for is said where the setting is declared: [`Setting`] has a
//! plain value, [`Choice`] a table of words and what they mean, [`Parts`] one of things that have
//! settings of their own, and how they are made.
//!
//! ```
//! use sortilege_catalogue::setting::{Choice, Schema, Setting};
//!
//! #[derive(Clone, Copy, PartialEq, Debug)]
//! enum Colour { Red, Black }
//! static COLOUR: Choice<Colour, 2> =
//!     Choice::new("colour", [("red", Colour::Red), ("black", Colour::Black)], "red", "what is bet
//! on"); static STAKE: Setting<u32> = Setting::whole("stake", 1, 100, "5", "how much is bet");
//! static BET: Schema = Schema { name: "bet", help: "a bet", fields: &[COLOUR.field(),
//! STAKE.field()] };
//!
//! let bet = BET.read(&"bet:colour=black".parse().unwrap()).unwrap();
//! assert_eq!((bet.get(&COLOUR), bet.get(&STAKE)), (Colour::Black, 5));
//! ```

mod schema;
mod typed;
mod value;

pub use schema::{Field, Kind, Schema};
pub use typed::{Choice, Parts, Setting};
pub use value::{Settings, Typed, Value, bytes, whole_number};
