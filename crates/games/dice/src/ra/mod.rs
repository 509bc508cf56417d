//! Ra (Reiner Knizia 1999) for two players: auctions for sets of tiles, three epochs.
//!
//! **Rules** are [`RULES`].
//!
//! **Payoffs** are 1 for the higher score and -1 for the lower. At equal scores the higher single
//! sun wins, so there is no draw unless [`Tie::Drawn`].
//!
//! Source: the published rules for two players. The game is a test domain of SM §4.1, which counts
//! it among games of perfect information: turned suns and points, the only hidden parts, have been
//! seen before. Where sources differ, [`Rules`] has an option, except for three points: gods never
//! take gods or disasters, they leave at the end of an epoch, and the highest sun begins each
//! epoch. The evaluation and the policy, [`Bidder`], are additions of this project.
//!
//! **Decisions.** A forced choice is skipped in an auction (a pass of a player who cannot beat the
//! bid, the last sun of a Ra player who must bid) and after a disaster (tiles that must all go, or
//! that are all alike). A turn always has a decision. Using several gods is a chain of decisions to
//! take a tile or stop; tiles are discarded one at a time.
//!
//! **Notation.** Moves are `draw`, `invoke`, `take-nile`, `stop`, `bid-9`, `pass`, `discard-art`;
//! outcomes are names of tiles, `nile`, and at the start `nine-to-1` or `nine-to-2`. A position is
//! `deal` before the suns are dealt. Afterwards it has this form, player 1 before player 2,
//!
//! ```text
//! epoch 1 ra 2 centre 4 suns 2,5,9/3,7,8 spent 1/6 points 10/10 own Ni2,Fl/Go lot Ph,Fu gone - turn 1 act
//! ```
//!
//! with `spent` suns, the players' `own` tiles, the `lot` on the track and the tiles `gone` from
//! the game; the rest is in the bag. Tiles come in the order of [`Kind`], with their
//! [letters](Kind::letters) and, if there are several, their number. Impossible totals are
//! rejected: points that no epochs bring, tiles that no suns have paid for. The player on turn and
//! the next event come last:
//!
//! | word | decision |
//! |---|---|
//! | `act`, `again` | the player on turn; `again` after a god |
//! | `draw` | chance: a hand is in the bag |
//! | `called`, `forced` | the other player, asked first in a voluntary or involuntary auction |
//! | `called/4`, `forced/-` | the Ra player, with the bid on the table |
//! | `discard/2/3/0` | player 2, who has to discard 3 civilizations and no monument |
//!
//! A finished game ends with `over` alone.
//!
//! **Known values.** The first tile is a Ra with probability 1/6, a disaster with 1/18. A game has
//! at most [`LONGEST`] actions and outcomes: the bag never runs out, since at most 18 of its 30 Ra
//! tiles are drawn. Rules version 1.

mod course;
mod evaluation;
mod notation;
mod picture;
mod play;
mod policy;
mod suns;
#[cfg(test)]
mod tests;
mod tiles;

pub use evaluation::Prospects;
pub use policy::Bidder;
pub use suns::Suns;
pub use tiles::{Group, Kind, Tiles};

use crate::key::mix;
use sortilege::game::{Key, PerfectInfo, Sequential};
use sortilege::{Game, Player, Rng, Turn};
use std::cmp::Ordering;

#[doc = include_str!("rules.md")]
pub const RULES: &str = include_str!("rules.md");

/// Number of places of the auction track.
const TRACK: u32 = 8;
/// Number of Ra tiles that end an epoch of two players.
const RAS: u8 = 6;
const EPOCHS: u8 = 3;

/// Largest number of actions and outcomes of a game: at most 168 tiles are drawn, a decision and an
/// outcome each; 24 auctions end with a bid and 36 without one, three decisions each; and 8 gods
/// are used, with 12 tiles to discard.
pub const LONGEST: usize = 1 + 2 * 168 + 3 * (24 + 36) + 2 * 8 + 12;

/// A game of Ra. Fields without a meaning in a phase are 0 in it, so that equal positions are equal
/// states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ra {
    bag: Tiles,
    track: Tiles,
    owned: [Tiles; 2],
    /// Suns that can still be bid in this epoch.
    up: [Suns; 2],
    /// Suns that cannot be bid until the next epoch.
    down: [Suns; 2],
    scores: [i16; 2],
    centre: u8,
    epoch: u8,
    /// Ra tiles drawn in this epoch.
    ras: u8,
    /// The player on turn; in an auction, the Ra player.
    mover: u8,
    /// The player who decides: the mover, the other player in an auction, or its winner after a
    /// disaster.
    decider: u8,
    /// The bid on the table, or 0.
    bid: u8,
    /// Whether the Ra player has to bid if the other one passes.
    voluntary: bool,
    /// Numbers of civilizations and monuments that the decider has yet to discard.
    losses: [u8; 2],
    phase: Phase,
    rules: Rules,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    /// Before suns are dealt.
    Deal,
    /// The mover draws, invokes Ra, or uses a god.
    Act,
    /// A tile is being drawn.
    Draw,
    /// The mover has used a god and may use another.
    Again,
    /// The decider bids or passes.
    Bid,
    /// The decider discards tiles because of a disaster.
    Discard,
    Over,
}

/// A move, or an outcome of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Chance gives sun 9 and its set to the player of this seat, 0 or 1.
    Deal(u8),
    /// Chance draws a tile.
    Tile(Kind),
    /// A player reaches into the bag.
    Draw,
    /// A player starts an auction.
    Invoke,
    /// A god takes a tile from the track.
    Take(Kind),
    /// The player uses no more gods this turn.
    Stop,
    /// A player bids a sun.
    Bid(u8),
    /// A player does not bid.
    Pass,
    /// A tile is discarded because of unrest or an earthquake.
    Discard(Kind),
}

impl Ra {
    /// The start of a game, before suns are dealt.
    pub const fn new(rules: Rules) -> Self {
        Ra {
            bag: Tiles::ALL,
            track: Tiles::NONE,
            owned: [Tiles::NONE; 2],
            up: [Suns::NONE; 2],
            down: [Suns::NONE; 2],
            scores: [10; 2],
            centre: 1,
            epoch: 1,
            ras: 0,
            mover: 0,
            decider: 0,
            bid: 0,
            voluntary: false,
            losses: [0; 2],
            phase: Phase::Deal,
            rules,
        }
    }

    /// The points of `who` so far.
    pub fn score(&self, Player(who): Player) -> i32 {
        self.scores[who].into()
    }

    /// The tiles that `who` owns.
    pub fn owned(&self, Player(who): Player) -> Tiles {
        self.owned[who]
    }

    /// The suns with which `who` can bid in this epoch.
    pub fn usable_suns(&self, Player(who): Player) -> Suns {
        self.up[who]
    }

    /// All suns of `who`, usable or not.
    #[inline]
    pub fn suns(&self, Player(who): Player) -> Suns {
        self.up[who].with(self.down[who])
    }

    /// The tiles on the auction track.
    pub fn track(&self) -> Tiles {
        self.track
    }

    /// The tiles in the bag.
    pub fn bag(&self) -> Tiles {
        self.bag
    }

    /// The epoch, from 1 to 3.
    pub fn epoch(&self) -> u8 {
        self.epoch
    }

    /// The Ra tiles drawn in this epoch.
    pub fn ras(&self) -> u8 {
        self.ras
    }

    /// Returns whether the mover may draw a tile.
    #[inline]
    fn may_draw(&self) -> bool {
        self.track.total() < TRACK
    }

    #[inline]
    fn may_invoke(&self) -> bool {
        self.rules.empty_auctions || !self.track.is_empty()
    }

    /// The tiles that a god of the mover can take.
    #[inline]
    fn takeable(&self) -> Tiles {
        if self.rules.gods == Gods::Idle
            || self.owned[usize::from(self.mover)].count(Kind::God) == 0
        {
            return Tiles::NONE;
        }
        self.track.only(Group::TAKEN)
    }

    /// The suns with which the decider can beat the bid.
    #[inline]
    fn biddable(&self) -> Suns {
        self.up[usize::from(self.decider)].above(self.bid)
    }

    /// Returns whether the decider may pass. Only a Ra player who has invoked Ra voluntarily may
    /// not, as long as there is no bid.
    #[inline]
    fn may_pass(&self) -> bool {
        !self.voluntary || self.decider != self.mover || self.bid != 0
    }

    /// The tiles among which the decider has to discard one.
    #[inline]
    fn discardable(&self) -> Tiles {
        let group = if self.losses[0] > 0 { Group::CIVILIZATIONS } else { Group::MONUMENTS };
        self.owned[usize::from(self.decider)].only(group)
    }

    /// Returns whether `action` is legal now.
    fn allows(&self, action: Action) -> bool {
        match (self.phase, action) {
            (Phase::Deal, Action::Deal(who)) => who < 2,
            (Phase::Draw, Action::Tile(kind)) => self.bag.count(kind) > 0,
            (Phase::Act, Action::Draw) => self.may_draw(),
            (Phase::Act, Action::Invoke) => self.may_invoke(),
            (Phase::Act | Phase::Again, Action::Take(kind)) => self.takeable().count(kind) > 0,
            (Phase::Again, Action::Stop) => true,
            (Phase::Bid, Action::Bid(sun)) => sun < 10 && self.biddable().has(sun),
            (Phase::Bid, Action::Pass) => self.may_pass(),
            (Phase::Discard, Action::Discard(kind)) => self.discardable().count(kind) > 0,
            _ => false,
        }
    }
}

impl Default for Ra {
    fn default() -> Self {
        Ra::new(Rules::default())
    }
}

impl Game for Ra {
    type Action = Action;
    const DRAWS_UNLISTED: bool = true;

    #[inline]
    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Deal | Phase::Draw => Turn::Chance,
            Phase::Over => Turn::Over,
            _ => Turn::Player(Player(self.decider.into())),
        }
    }

    #[inline]
    fn actions(&self, out: &mut Vec<Action>) {
        out.clear();
        match self.phase {
            Phase::Act => {
                out.extend(self.may_draw().then_some(Action::Draw));
                out.extend(self.may_invoke().then_some(Action::Invoke));
                out.extend(kinds(self.takeable()).map(Action::Take));
            }
            Phase::Again => {
                out.push(Action::Stop);
                out.extend(kinds(self.takeable()).map(Action::Take));
            }
            Phase::Bid => {
                out.extend(self.may_pass().then_some(Action::Pass));
                out.extend(self.biddable().iter().map(Action::Bid));
            }
            Phase::Discard => out.extend(kinds(self.discardable()).map(Action::Discard)),
            Phase::Deal | Phase::Draw | Phase::Over => {}
        }
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        debug_assert!(self.allows(action), "{action:?} is not possible in {self:?}");
        match action {
            Action::Draw => self.phase = Phase::Draw,
            Action::Tile(kind) => self.draw(kind),
            Action::Pass => self.pass(),
            Action::Bid(sun) => self.bid(sun),
            Action::Invoke => self.start_auction(self.may_draw()),
            Action::Take(kind) => self.take(kind),
            Action::Stop => self.end_turn(),
            Action::Discard(kind) => self.discard(kind),
            Action::Deal(who) => self.deal(who),
        }
    }

    #[inline]
    fn payoff(&self, Player(me): Player) -> f64 {
        let suns = |who| self.suns(Player(who));
        let order = match (self.scores[me].cmp(&self.scores[1 - me]), self.rules.tie) {
            (Ordering::Equal, Tie::HighestSun) => suns(me).cmp(&suns(1 - me)),
            (order, _) => order,
        };
        f64::from(order as i8)
    }

    #[inline]
    fn random_action(&self, _: &mut Vec<Action>, rng: &mut Rng) -> Action {
        match self.phase {
            Phase::Act => self.random_act(rng),
            Phase::Bid => self.random_bid(rng),
            Phase::Again => self.random_again(rng),
            Phase::Discard => self.random_discard(rng),
            Phase::Deal | Phase::Draw | Phase::Over => unreachable!("no player is on turn"),
        }
    }
}

fn kinds(tiles: Tiles) -> impl Iterator<Item = Kind> {
    tiles.iter().map(|(kind, _)| kind)
}

impl PerfectInfo for Ra {}
impl Sequential for Ra {}

impl Key for Ra {
    #[inline]
    fn key(&self) -> u64 {
        let pair = |[a, b]: [u16; 2]| u64::from(a) | u64::from(b) << 16;
        let suns = pair(self.up.map(|suns| suns.0)) | pair(self.down.map(|suns| suns.0)) << 32;
        let scores = pair(self.scores.map(|points| points as u16));
        let small = [
            [
                self.centre,
                self.epoch,
                self.ras,
                self.mover,
                self.decider,
                self.bid,
                self.voluntary.into(),
                0,
            ],
            [self.losses[0], self.losses[1], self.phase as u8, self.rules.word(), 0, 0, 0, 0],
        ]
        .map(u64::from_le_bytes);
        let heaps = [self.bag, self.track, self.owned[0], self.owned[1]];
        mix(heaps.iter().flat_map(|heap| heap.0).chain([suns, small[0], small[1] | scores << 32]))
    }
}

/// The use of gods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Gods {
    /// A player may use any number of gods in a turn.
    #[default]
    Several,
    /// A player may use one god a turn.
    One,
    /// Gods are only points. SM §4.1 does not mention their use.
    Idle,
}

/// The result at equal scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tie {
    /// The higher single sun wins.
    #[default]
    HighestSun,
    /// The game is a draw.
    Drawn,
}

/// Rules on which sources differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The use of gods; default: several a turn.
    pub gods: Gods,
    /// The result at equal scores; default: the higher single sun wins.
    pub tie: Tie,
    /// Whether Ra may be invoked while the track is empty, to swap a sun; default: true.
    pub empty_auctions: bool,
    /// Whether a score that an epoch leaves below 0 becomes 0; default: true.
    pub floor: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Rules { gods: Gods::Several, tie: Tie::HighestSun, empty_auctions: true, floor: true }
    }
}

impl Rules {
    /// All options packed into a byte.
    fn word(self) -> u8 {
        self.gods as u8
            | (self.tie as u8) << 2
            | u8::from(self.empty_auctions) << 3
            | u8::from(self.floor) << 4
    }
}
