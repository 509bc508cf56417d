//! Capabilities for people: print, parse, draw.

#[cfg(feature = "scene")]
use super::Hidden;
use super::{Game, Player};
#[cfg(feature = "scene")]
use crate::scene::Scene;

/// A game's own words. Printing and parsing are inverses of each other.
pub trait Notation: Game {
    /// The name of a seat, such as `White` or `Landlord`.
    fn seat(&self, who: Player) -> String {
        format!("Player {}", who.0 + 1)
    }

    /// An action, a choice or a chance outcome that is possible here, without spaces.
    fn action_name(&self, action: Self::Action) -> String;

    /// The action of that name that is possible here, whoever's turn it is.
    fn parse_action(&self, text: &str) -> Option<Self::Action>;

    /// The whole state in one line.
    fn position(&self) -> String;

    /// The state that `text` describes, under the settings that `self` has (board size and so on). The
    /// error says in one sentence what is wrong and what would be right.
    fn parse_position(&self, text: &str) -> Result<Self, String>;
}

/// A picture of what a seat knows, for the terminal and the browser alike. It is drawn from a view, so it
/// cannot show what is hidden.
#[cfg(feature = "scene")]
pub trait Picture: Hidden + Notation {
    /// The picture of `view` as seen by `seat`; `last` is the last move that `seat` saw in full.
    fn picture(view: &Self::View, seat: Player, last: Option<Self::Action>) -> Scene;
}
