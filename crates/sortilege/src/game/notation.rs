//! Capabilities for user interfaces: print, parse, draw and describe.

use super::{Game, Observe, PerfectInfo, Player};
#[cfg(feature = "scene")]
use crate::scene::{Gesture, Scene};

/// Text notation of a game. Printing and parsing are inverses of each other.
pub trait Notation: Game {
    /// The name of a seat, such as `White` or `Landlord`.
    fn seat(&self, who: Player) -> String {
        format!("Player {}", who.0 + 1)
    }

    /// The name of an action, choice or chance outcome that is possible here, without spaces.
    fn action_name(&self, action: Self::Action) -> String;

    /// The description of an action that every player sees: its name, unless the game has words
    /// that people understand better, such as `the dice show 2 4 4 6`.
    fn action_words(&self, action: Self::Action) -> String {
        self.action_name(action)
    }

    /// The action with that name that is possible here, for any seat. Synonyms may be accepted,
    /// such as `check` for a call of nothing; an action is always printed by one name.
    fn parse_action(&self, text: &str) -> Option<Self::Action>;

    /// The whole state in one line.
    fn position(&self) -> String;

    /// A description of the whole state for people to whom nothing is hidden any more. It is the
    /// position, unless the game has words for what the pictures of the seats omit, such as `Player
    /// 1 had K, Player 2 J`.
    fn position_words(&self) -> String {
        self.position()
    }

    /// The state that `text` describes, with the settings of `self` (board size and so on). The
    /// error states in one sentence what is wrong and what would be right.
    fn parse_position(&self, text: &str) -> Result<Self, String>;
}

/// A picture of what a seat knows, for the terminal and the browser. It is drawn from a view, so it
/// cannot show what is hidden.
#[cfg(feature = "scene")]
pub trait Picture: Observe + Notation {
    /// The picture of `view` as seen by `seat`; `last` is the last observation of `seat`.
    fn picture(view: &Self::View, seat: Player, last: Option<Self::Seen>) -> Scene;

    /// The gesture by which `seat` makes this move in its picture of `view`. Called only for moves
    /// of `seat` that are possible now, never for chance outcomes.
    fn gesture(view: &Self::View, seat: Player, action: Self::Action) -> Gesture;
}

/// Descriptions of events in words. They are made from what a seat knew and observed, so they
/// cannot reveal what is hidden. Where every player sees everything, a move is described by its
/// [words](Notation::action_words).
pub trait Describe: Observe + Notation {
    /// Describes an event in one line to `seat`, which knew `view` and observed `seen`. The line
    /// follows the name of the acting player and a colon: `Light: moves ? from shire to cardolan`.
    fn describe(view: &Self::View, seat: Player, seen: Self::Seen) -> String;
}

impl<G: PerfectInfo + Notation> Describe for G {
    fn describe(view: &G, _: Player, action: G::Action) -> String {
        view.action_words(action)
    }
}
