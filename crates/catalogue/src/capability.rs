//! What games can do: the bounds that all games of the catalogue meet, and the words for what only
//! some can.

use sortilege::game::{Chance, Observe, Picture, Simultaneous, Tell};

/// What any game in the catalogue can do.
pub trait Playable: Chance + Observe + Simultaneous + Picture + Tell + 'static {}
impl<G> Playable for G where G: Chance + Observe + Simultaneous + Picture + Tell + 'static {}

/// Something that a game can do, in the words of `sortilege::game`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capability {
    /// There is chance.
    Chance,
    /// Outcomes of chance can be listed.
    Outcomes,
    /// Something is hidden.
    Hidden,
    /// Moves look different to each seat.
    Observe,
    /// Players choose at once.
    Simultaneous,
    /// States have a value before the end.
    Evaluate,
    /// Finished games were more or less convincing.
    Quality,
    /// States have a key.
    Key,
}

impl Capability {
    /// All of them, with their words, in the order in which they are listed.
    const WORDS: [(Capability, &str); 8] = [
        (Capability::Chance, "chance"),
        (Capability::Outcomes, "outcomes"),
        (Capability::Hidden, "hidden"),
        (Capability::Observe, "observe"),
        (Capability::Simultaneous, "simultaneous"),
        (Capability::Evaluate, "evaluate"),
        (Capability::Quality, "quality"),
        (Capability::Key, "key"),
    ];

    /// The words for the capabilities that `has` accepts, in the order in which they are listed.
    pub fn words(has: impl Fn(Capability) -> bool) -> Vec<&'static str> {
        Capability::WORDS
            .iter()
            .filter(|(capability, _)| has(*capability))
            .map(|&(_, word)| word)
            .collect()
    }
}
