//! Options for how moves are made, in the real game and in the game that is searched.

use sortilege_catalogue::setting::{Choice, Setting};
use sortilege_games_magic::magic::{Main, Order, Pruning};

/// How cards are chosen.
pub static MAIN: Choice<Main, 4> = Choice::new(
    "main",
    [
        ("whole", Main::Whole),
        ("descending", Main::Binary(Order::Descending)),
        ("ascending", Main::Binary(Order::Ascending)),
        ("random", Main::Binary(Order::Random)),
    ],
    "whole",
    "whether cards are chosen at once, or one by one in an order of cost",
);
/// Which choices of cards are pruned.
pub static PRUNING: Choice<Pruning, 3> = Choice::new(
    "pruning",
    [("none", Pruning::None), ("non-land", Pruning::NonLand), ("dominated", Pruning::Dominated)],
    "none",
    "which choices of cards are pruned: those without a land (`non-land`), or all to which a card \
     can be added (`dominated`)",
);
/// Limit for ways to attack or to block that are listed as single moves.
pub const MOST: Setting<u32> = Setting::whole(
    "most",
    1,
    1 << 20,
    "1024",
    "attackers and blockers are chosen one by one if they have more combinations than this",
);
