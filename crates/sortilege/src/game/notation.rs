//! Capabilities for user interfaces: print, parse, draw and describe.

use super::{Chance, Observe, PerfectInfo, Player, Simultaneous, Turn};
use crate::Rng;
#[cfg(feature = "scene")]
use crate::scene::{Gesture, Scene};
use std::fmt::Debug;

/// Text notation of a game. Printing and parsing are inverses of each other.
///
/// The defaults print what `Debug` prints, so `impl Notation for MyGame {}` is enough to play a new
/// game. With them a game can begin only at its start: other positions are not read.
///
/// ```
/// use sortilege::game::{Deterministic, Notation, PerfectInfo, Sequential};
/// use sortilege::{Game, Player, Turn};
///
/// /// Two players take one or two matches in turn; the player who takes the last one wins.
/// #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// struct Heap(u8, usize);
/// # impl Deterministic for Heap {}
/// # impl PerfectInfo for Heap {}
/// # impl Sequential for Heap {}
/// impl Notation for Heap {}
/// impl Game for Heap {
///     type Action = u8;
///     fn players(&self) -> usize { 2 }
///     fn turn(&self) -> Turn {
///         if self.0 == 0 { Turn::Over } else { Turn::Player(Player(self.1)) }
///     }
///     fn actions(&self, out: &mut Vec<u8>) {
///         out.clear();
///         out.extend(1..=self.0.min(2));
///     }
///     fn apply(&mut self, taken: u8) { *self = Heap(self.0 - taken, 1 - self.1) }
///     fn payoff(&self, who: Player) -> f64 { if who.0 == self.1 { -1.0 } else { 1.0 } }
/// }
///
/// let heap = Heap(3, 0);
/// assert_eq!(heap.parse_action(&heap.action_name(2)), Some(2));
/// assert_eq!(heap.parse_action("3"), None);
/// assert_eq!(heap.position(), "Heap(3, 0)");
/// assert_eq!(heap.parse_position("Heap(3, 0)"), Ok(heap));
/// ```
pub trait Notation: Chance + Simultaneous + Debug {
    /// The name of a seat, such as `White` or `Landlord`.
    fn seat(&self, who: Player) -> String {
        format!("Player {}", who.0 + 1)
    }

    /// The name of an action, choice or chance outcome that is possible here, without spaces. The
    /// default is the text of `Debug` in small letters.
    fn action_name(&self, action: Self::Action) -> String {
        let text = format!("{action:?}").to_lowercase();
        text.split_whitespace().collect()
    }

    /// The description of an action that every player sees: its name, unless the game has words
    /// that people understand better, such as `the dice show 2 4 4 6`.
    fn action_words(&self, action: Self::Action) -> String {
        self.action_name(action)
    }

    /// The action with that name that is possible here, for any seat. Synonyms may be accepted,
    /// such as `check` for a call of nothing; an action is always printed by one name. The default
    /// compares the names of all legal actions, and of sampled chance outcomes.
    fn parse_action(&self, text: &str) -> Option<Self::Action> {
        const SAMPLES: u64 = 10_000;
        let is_named = |&action: &Self::Action| self.action_name(action) == text;
        let mut list = vec![];
        match self.turn() {
            Turn::Over => None,
            Turn::Chance => {
                (0..SAMPLES).map(|seed| self.sample(&mut Rng::new(seed))).find(is_named)
            }
            _ => (0..self.players()).find_map(|seat| {
                self.options(Player(seat), &mut list);
                list.iter().copied().find(is_named)
            }),
        }
    }

    /// The whole state in one line. The default is the text of `Debug`.
    fn position(&self) -> String {
        format!("{self:?}")
    }

    /// A description of the whole state for people to whom nothing is hidden any more. It is the
    /// position, unless the game has words for what the pictures of the seats omit, such as `Player
    /// 1 had K, Player 2 J`.
    fn position_words(&self) -> String {
        self.position()
    }

    /// The state that `text` describes, with the settings of `self` (board size and so on). The
    /// error states in one sentence what is wrong and what would be right. The default accepts the
    /// position of `self` only.
    fn parse_position(&self, text: &str) -> Result<Self, String> {
        match text == self.position() {
            true => Ok(self.clone()),
            false => {
                Err(format!("this game reads no position but its start, `{}`", self.position()))
            }
        }
    }
}

/// A picture of what a seat knows, for the terminal and the browser. It is drawn from a view, so it
/// cannot show what is hidden. The defaults show the text of `Debug`, and a button for each move.
#[cfg(feature = "scene")]
pub trait Picture: Observe + Notation {
    /// The picture of `view` as seen by `seat`; `last` is the last observation of `seat`.
    fn picture(view: &Self::View, _seat: Player, _last: Option<Self::Seen>) -> Scene {
        Scene::default().label(format!("{view:?}"))
    }

    /// The gesture by which `seat` makes this move in its picture of `view`. Called only for moves
    /// of `seat` that are possible now, never for chance outcomes.
    fn gesture(_view: &Self::View, _seat: Player, action: Self::Action) -> Gesture {
        Gesture::Button(format!("{action:?}"))
    }
}

/// Descriptions of events in words. They are made from what a seat knew and observed, so they
/// cannot reveal what is hidden. Where every player sees everything, a move is described by its
/// [words](Notation::action_words).
pub trait Describe: Observe + Notation {
    /// Describes an event in one line to `seat`, which knew `view` and observed `seen`. The line
    /// follows the name of the acting player and a colon: `Light: moves ? from shire to cardolan`.
    /// The default is the text of `Debug`.
    fn describe(_view: &Self::View, _seat: Player, seen: Self::Seen) -> String {
        format!("{seen:?}")
    }
}

impl<G: PerfectInfo + Notation> Describe for G {
    fn describe(view: &G, _: Player, action: G::Action) -> String {
        view.action_words(action)
    }
}
