//! Capabilities for people: print, parse, draw, tell.

use super::{Game, Observe, PerfectInfo, Player};
#[cfg(feature = "scene")]
use crate::scene::{Gesture, Scene};

/// A game's own words. Printing and parsing are inverses of each other.
pub trait Notation: Game {
    /// The name of a seat, such as `White` or `Landlord`.
    fn seat(&self, who: Player) -> String {
        format!("Player {}", who.0 + 1)
    }

    /// An action, a choice or a chance outcome that is possible here, without spaces.
    fn action_name(&self, action: Self::Action) -> String;

    /// What is said when it happens where everybody sees it: its name, unless the game has words
    /// that people understand better, `the dice show 2 4 4 6`.
    fn action_words(&self, action: Self::Action) -> String {
        self.action_name(action)
    }

    /// The action of that name that is possible here, whoever's turn it is. Other words may be read
    /// for it too, `check` for a call of nothing; it is always printed by one name.
    fn parse_action(&self, text: &str) -> Option<Self::Action>;

    /// The whole state in one line.
    fn position(&self) -> String;

    /// The whole state as people tell it to whom nothing is hidden any more: its position, unless
    /// the game has words for what pictures of seats leave out, `Player 1 had K, Player 2 J`.
    fn position_words(&self) -> String {
        self.position()
    }

    /// The state that `text` describes, under the settings that `self` has (board size and so on).
    /// The error says in one sentence what is wrong and what would be right.
    fn parse_position(&self, text: &str) -> Result<Self, String>;
}

/// A picture of what a seat knows, for the terminal and the browser alike. It is drawn from a view,
/// so it cannot show what is hidden.
#[cfg(feature = "scene")]
pub trait Picture: Observe + Notation {
    /// The picture of `view` as seen by `seat`; `last` is the last thing that `seat` noticed.
    fn picture(view: &Self::View, seat: Player, last: Option<Self::Seen>) -> Scene;

    /// How `seat`, who knows `view` and may make this move now, makes it by pointing at things in
    /// its picture. It is asked for moves of `seat` alone, never for what chance does.
    fn gesture(view: &Self::View, seat: Player, action: Self::Action) -> Gesture;
}

/// What happens, in words. They are made of what a seat knew and of what it saw, so they cannot
/// tell what is hidden: what a seat saw names itself. Where everybody sees everything, a move is
/// told in its own [words](Notation::action_words).
pub trait Tell: Observe + Notation {
    /// What `seat`, who knew `view`, is told when something happens that looks like `seen` to it,
    /// in one line. It follows upon the name of who did it and a colon: `Light: moves ? from shire
    /// to cardolan`.
    fn tell(view: &Self::View, seat: Player, seen: Self::Seen) -> String;
}

impl<G: PerfectInfo + Notation> Tell for G {
    fn tell(view: &G, _: Player, action: G::Action) -> String {
        view.action_words(action)
    }
}
