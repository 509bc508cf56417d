//! Capabilities of games: the trait bounds of all games of the catalogue, and the names of optional
//! capabilities.

use sortilege::game::{Chance, Describe, Observe, Picture, Simultaneous};

/// Trait bounds of every game in the catalogue.
pub trait Playable: Chance + Observe + Simultaneous + Picture + Describe + 'static {}
impl<G> Playable for G where G: Chance + Observe + Simultaneous + Picture + Describe + 'static {}

/// An optional capability of a game, in the terms of `sortilege::game`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capability {
    /// The game has chance nodes.
    Chance,
    /// Outcomes of chance can be listed.
    Outcomes,
    /// The game has hidden information.
    Hidden,
    /// Seats observe moves differently.
    Observe,
    /// The game has simultaneous moves.
    Simultaneous,
    /// The game has evaluations of nonterminal states.
    Evaluate,
    /// The game has a quality measure of finished games.
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
