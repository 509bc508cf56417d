//! Dou Di Zhu, "fight the landlord", for three players: card play alone, without the auction.
//!
//! **Rules** are [`RULES`]. The numbers of different groups are:
//!
//! | group | number |
//! |---|---|
//! | solo, pair, trio | 15, 13, 13 |
//! | solo run, pair run, trio run | 36, 52, 45 |
//! | trio with solo, with pair | 182, 156 |
//! | trio run with solos, with pairs | 7,161, 2,939 |
//! | quadplex with solos, with pairs | 1,170, 858 |
//! | bomb | 13 |
//! | nuke | 1 |
//!
//! **Payoffs** are 1 for each winner and -1 for each loser; the two peasants win or lose together.
//! The paper measures how often a player wins. Stakes would be twice as high for the Landlord.
//! Bombs do not double the stakes.
//!
//! Source: IS §VII. Its Table I has the categories, and it refers to Pagat's rules for details. The
//! remaining ambiguities are resolved so that the numbers of leading plays agree with its Table II.
//! The Landlord's three extra cards are not shown to the other players: the paper reassigns all
//! hidden cards.
//!
//! **Moves.** A play with kickers is two decisions of the same player, first the group and then its
//! kickers, as in IS §VII-A3. With [`Moves::Whole`] it is one decision. A player who can only pass
//! still makes this move.
//!
//! **Notation.** A play is its cards in ascending order, such as `5777`. In two steps it is
//! `777+solo` (or `+solos`, `+pair`, `+pairs`), and then `+5`; other moves are `pass` and the deal,
//! three hands separated by slashes. A position is `deal` before the deal. Afterwards it is the
//! hands and one of these, with players counted from 1:
//!
//! ```text
//! 34/55/789T lead 2                 player 2 leads
//! 34/55/789T last 4446 by 1 turn 3  player 1 played this, player 2 passed, player 3 is next
//! 34/55/789T base 777+solo by 1     player 1 played this and is about to choose the kickers
//! -/55/789T last 4446 by 1 over     player 1 has won
//! ```
//!
//! The cards played before the last group are not checked: they are the rest of the deck.
//!
//! **Known values.** 12,654 different plays of 308 bases. A hand of 17 cards has 44.0 leading plays
//! on average, one of 20 has 78.3. A game has at most [`LONGEST`] actions with the deal. Rules
//! version 1.

mod families;
mod group;
mod hand;
mod leads;
mod moves;
mod notation;
#[cfg(test)]
mod tests;
mod view;

pub use group::{Action, Group, Shape, What};
pub use hand::Hand;
pub use leads::LeadingPlays;
pub use moves::Moves;
pub use view::{CardsLeft, Seen, View};

use crate::key::mix;
use hand::Ranks;
use sortilege::game::{Chance, Episodes, Key, Sequential};
use sortilege::playout::Epic;
use sortilege::{Game, Player, Rng, Turn};

#[doc = include_str!("rules.md")]
pub const RULES: &str = include_str!("rules.md");

/// Cards dealt to each seat.
const SIZES: [u32; 3] = [20, 17, 17];

/// Largest number of actions of a game: a deal, then 52 plays of one card each, with two passes
/// after each but the last. Plays with kickers take fewer actions for each card.
pub const LONGEST: usize = 1 + 52 + 2 * 51;

/// A game of Dou Di Zhu. The legal plays depend on a player's hand and the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DouDiZhu {
    hands: [Hand; 3],
    table: PublicState,
}

/// The public part of a state, except for the sizes of hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct PublicState {
    /// The group to beat, or a group that awaits its kickers; `None` if the mover leads.
    last: Option<Group>,
    /// The kickers of the group to beat.
    kickers: Ranks,
    /// The player to move; the winner of a finished game.
    mover: u8,
    /// Number of passes since the last group.
    passes: u8,
    phase: Phase,
    moves: Moves,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    /// Before the deal.
    Deal,
    /// The mover plays or passes.
    Play,
    /// The mover has played a group that needs kickers.
    Kickers,
    Over,
}

impl DouDiZhu {
    /// The start of a game, before the deal.
    pub const fn new(moves: Moves) -> Self {
        let table =
            PublicState { last: None, kickers: 0, mover: 0, passes: 0, phase: Phase::Deal, moves };
        DouDiZhu { hands: [Hand::EMPTY; 3], table }
    }

    /// The start of a game with these hands, the Landlord's first: 20, 17 and 17 cards of one deck.
    pub fn dealt(hands: [Hand; 3], moves: Moves) -> Result<Self, String> {
        if hands.map(Hand::len) != SIZES || !make_a_deck(&hands) {
            return Err("the hands must be 20, 17 and 17 cards of one deck".to_string());
        }
        let mut game = DouDiZhu::new(moves);
        game.deal(hands);
        Ok(game)
    }

    /// The cards of `who`.
    pub fn hand(&self, Player(who): Player) -> Hand {
        self.hands[who]
    }

    /// The group that is to be beaten, its kickers, and its player; `None` if the player on turn
    /// leads. In a finished game it is the last play.
    pub fn last(&self) -> Option<(Group, Hand, Player)> {
        let group = self.table.last?;
        Some((
            group,
            group::kicker_cards(group, self.table.kickers),
            Player(self.table.player_of_last()),
        ))
    }

    fn deal(&mut self, hands: [Hand; 3]) {
        self.hands = hands;
        self.table.phase = Phase::Play;
    }

    #[inline]
    fn pass(&mut self) {
        let table = &mut self.table;
        table.mover = next(table.mover);
        table.passes += 1;
        if table.passes == 2 {
            *table = PublicState { last: None, kickers: 0, passes: 0, ..*table };
        }
    }

    #[inline]
    fn play(&mut self, group: Group, kickers: Ranks) {
        let table = &mut self.table;
        let hand = &mut self.hands[usize::from(table.mover)];
        *hand = hand.without(group.ranks(), group.shape().copies());
        *table = PublicState { last: Some(group), kickers: 0, passes: 0, ..*table };
        if group.shape().kicker_copies() == 0 {
            self.end_turn();
        } else if table.moves == Moves::TwoSteps {
            table.phase = Phase::Kickers;
        } else {
            self.add_kickers(group, kickers);
        }
    }

    #[inline]
    fn add_kickers(&mut self, group: Group, kickers: Ranks) {
        let hand = &mut self.hands[usize::from(self.table.mover)];
        *hand = hand.without(kickers, group.shape().kicker_copies());
        self.table.kickers = kickers;
        self.end_turn();
    }

    #[inline]
    fn end_turn(&mut self) {
        if self.hands[usize::from(self.table.mover)].is_empty() {
            self.table.phase = Phase::Over;
        } else {
            self.table.phase = Phase::Play;
            self.table.mover = next(self.table.mover);
        }
    }

    /// Returns whether `action` is legal now.
    fn allows(&self, action: Action) -> bool {
        let PublicState { last, moves, .. } = self.table;
        let hand = self.hands[usize::from(self.table.mover)];
        match (self.table.phase, action.what()) {
            (Phase::Deal, What::Deal(hands)) => hands.map(Hand::len) == SIZES,
            (Phase::Play, What::Pass) => last.is_some(),
            (Phase::Play, What::Play(group, _)) => {
                moves::allows_play(hand, last, moves, group, action.kicker_ranks())
            }
            (Phase::Kickers, What::Kickers(cards)) => {
                let group = last.expect("kickers belong to a group");
                cards == group::kicker_cards(group, action.kicker_ranks())
                    && moves::allows_kickers(hand, group, action.kicker_ranks())
            }
            _ => false,
        }
    }
}

impl PublicState {
    /// The player of the last group.
    fn player_of_last(&self) -> usize {
        let since = match self.phase {
            Phase::Play => 1 + self.passes,
            Phase::Deal | Phase::Kickers | Phase::Over => 0,
        };
        usize::from((self.mover + 3 - since) % 3)
    }

    /// Replaces `out` with the moves of the player on turn, who has this hand.
    #[inline]
    fn list(&self, hand: Hand, out: &mut Vec<Action>) {
        out.clear();
        match (self.phase, self.last) {
            (Phase::Play, last) => moves::list_plays(hand, last, self.moves, out),
            (Phase::Kickers, Some(group)) => moves::list_kickers(hand, group, out),
            _ => {}
        }
    }
}

#[inline]
fn next(seat: u8) -> u8 {
    if seat == 2 { 0 } else { seat + 1 }
}

/// Returns whether one deck has all these cards.
fn make_a_deck(parts: &[Hand]) -> bool {
    (0..15).all(|rank| {
        parts.iter().map(|part| part.count(rank)).sum::<u32>() <= Hand::DECK.count(rank)
    })
}

impl Default for DouDiZhu {
    fn default() -> Self {
        DouDiZhu::new(Moves::default())
    }
}

impl Game for DouDiZhu {
    type Action = Action;
    const DRAWS_UNLISTED: bool = true;

    #[inline]
    fn players(&self) -> usize {
        3
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.table.phase {
            Phase::Deal => Turn::Chance,
            Phase::Play | Phase::Kickers => Turn::Player(Player(self.table.mover.into())),
            Phase::Over => Turn::Over,
        }
    }

    fn actions(&self, out: &mut Vec<Action>) {
        self.table.list(self.hands[usize::from(self.table.mover)], out);
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        debug_assert!(self.allows(action), "{action:?} is not possible in {self:?}");
        match (self.table.phase, self.table.last) {
            (Phase::Play, _) => match action.group() {
                None => self.pass(),
                Some(group) => self.play(group, action.kicker_ranks()),
            },
            (Phase::Kickers, Some(group)) => self.add_kickers(group, action.kicker_ranks()),
            _ => self.deal(action.hands()),
        }
    }

    #[inline]
    fn payoff(&self, Player(me): Player) -> f64 {
        if (me == 0) == (self.table.mover == 0) { 1.0 } else { -1.0 }
    }

    #[inline]
    fn random_action(&self, _: &mut Vec<Action>, rng: &mut Rng) -> Action {
        let hand = self.hands[usize::from(self.table.mover)];
        match (self.table.phase, self.table.last) {
            (Phase::Play, last) => moves::random_play(hand, last, self.table.moves, rng),
            (Phase::Kickers, Some(group)) => moves::random_kickers(hand, group, rng),
            _ => unreachable!("no player is on turn"),
        }
    }
}

impl Chance for DouDiZhu {
    #[inline]
    fn sample(&self, rng: &mut Rng) -> Action {
        let [landlord, rest] = Hand::DECK.split(SIZES[0], rng);
        let [first, second] = rest.split(SIZES[1], rng);
        Action::deal([landlord, first, second])
    }
}

impl Sequential for DouDiZhu {}

/// Playouts that repeat the moves that did well at the same place of an episode (EPIC).
pub type Ladders = Epic<Action>;

/// An episode is a ladder, from a lead to two passes. Its place consists of the group to beat, the
/// number of passes since then, and whether kickers are due.
impl Episodes for DouDiZhu {
    #[inline]
    fn place(&self) -> u64 {
        let PublicState { last, passes, phase, .. } = self.table;
        let group = last.map_or(0, |group| Action::play(group, 0).0);
        mix([group, u64::from(passes), phase as u64])
    }
}

impl Key for DouDiZhu {
    #[inline]
    fn key(&self) -> u64 {
        let PublicState { last, kickers, mover, passes, phase, moves } = self.table;
        let group = last.map_or(0, |group| Action::play(group, kickers).0);
        let small = u64::from_le_bytes([0, 0, 0, 0, mover, passes, phase as u8, moves as u8]);
        let [a, b, c] = self.hands.map(|hand| hand.0);
        mix([a, b, c, group | small])
    }
}
