//! Cannon, by David E. Whitcher (2003): soldiers, and cannons made of three of them, besiege a
//! town.
//!
//! The rules are [`RULES`]; [`Rules`] has the variants. A game of QR §6. Rules version 1.
//!
//! **Notation.** A town is placed on its point, `e1`. `e5-e6` is a step, a retreat or a slide,
//! which move one, two and three points. `e5xe6` is a capture and `c2*c6` the shot of the cannon
//! with its tail on c2. A position is the rows from the top with soldiers `d` and `l` and towns `D`
//! and `L`, the player to move, and the plies made:
//! `........../.l.l.l.l.l/.l.l.l.l.l/.l.l.l.l.l/........../........../d.d.d.d.d./d.d.d.d.d./d.d.d.d.d./..........
//! d 0`.
//!
//! **Evaluation** is the difference in [`Soldiers`], **quality** the winner's lead in them (QR
//! §6.1). **Playouts** are uniform or [`Aggressive`].
//!
//! **Known values.** Perft from the start is 8, 64, 2656, 111376, 4615160, 192849770.
//!
//! **Deviations.** After the 1000th ply the game is a draw, even if the next player has no move.

mod board;
mod moves;
mod notation;
mod policy;
#[cfg(test)]
mod tests;

pub use moves::{Kind, Move};
pub use policy::{Aggressive, Soldiers};

use crate::bits::bits;
use crate::key::mix;
use crate::status::Status;
use board::{BOARD, START, TOWN_SITES};
use moves::{Moves, Side, nth_point};
use sortilege::game::{Deterministic, Key, PerfectInfo, Quality, Sequential};
use sortilege::{Game, Player, Rng, Turn};

#[doc = include_str!("rules.md")]
pub const RULES: &str = include_str!("rules.md");

/// Number of soldiers of a side at the start.
const SOLDIERS: u32 = 15;

/// The number of plies after which a game is drawn.
const LONGEST: u16 = 1000;

/// The place of a town that is not on the board: a bit that no move reaches.
const NOWHERE: u8 = 127;

/// Variants of the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Whether a shot at the third point requires the second one to be empty, as in some
    /// descriptions. The designer requires only the point right in front of the cannon to be empty.
    pub clear_line: bool,
    /// Whether moves that leave the own town open to capture are illegal, as in the games of QR's
    /// authors. A player without a safe move has lost. Removing the enemy town is always legal.
    pub check_rule: bool,
    /// Whether shots at the same target, which have the same result, count as one move: that of the
    /// first cannon.
    pub merge_shots: bool,
}

/// A position of Cannon.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cannon {
    soldiers: [u128; 2],
    towns: [u8; 2],
    plies: u16,
    status: Status,
    rules: Rules,
}

impl Cannon {
    /// The start of a game under these rules.
    pub fn new(rules: Rules) -> Self {
        Cannon { soldiers: START, towns: [NOWHERE; 2], plies: 0, status: Status::Playing, rules }
    }

    /// The seat to move; once the game is over, the seat that would be.
    #[inline]
    fn mover(&self) -> usize {
        usize::from(self.plies % 2)
    }

    /// Returns whether the next move places a town.
    #[inline]
    fn is_placing(&self) -> bool {
        self.plies < 2
    }

    #[inline]
    fn town(&self, seat: usize) -> u128 {
        1 << self.towns[seat]
    }

    /// The points where the mover can place its town.
    #[inline]
    fn sites(&self) -> u128 {
        TOWN_SITES[self.mover()] & !(self.soldiers[0] | self.soldiers[1])
    }

    /// The board from the viewpoint of the player to move.
    #[inline]
    fn side(&self) -> Side {
        let (own, enemies) = (self.soldiers[self.mover()], self.soldiers[1 - self.mover()]);
        let target = self.town(1 - self.mover());
        let empty = BOARD & !(own | enemies | target | self.town(self.mover()));
        let open = if self.rules.clear_line { empty } else { BOARD };
        Side { own, enemies, targets: enemies | target, empty, open }
    }

    /// The mover's moves once both towns are placed, safe or not.
    #[inline]
    fn moves(&self) -> Moves {
        let mut moves = self.side().moves(self.mover());
        if self.rules.merge_shots {
            moves.merge_shots();
        }
        moves
    }

    /// Returns whether the check rule permits the mover's move.
    #[inline]
    fn is_allowed(&self, action: Move) -> bool {
        !self.rules.check_rule || self.is_safe(action)
    }

    /// Returns whether the mover's town is safe right after a move, or the move wins the game.
    fn is_safe(&self, action: Move) -> bool {
        let mut next = self.clone();
        next.advance(action);
        next.towns[next.mover()] == NOWHERE
            || next.moves().attacked() & self.town(self.mover()) == 0
    }

    /// Changes the board and the number of plies.
    #[inline]
    fn advance(&mut self, action: Move) {
        let (mover, from, to) = (self.mover(), 1 << action.from, 1 << action.to);
        self.plies += 1;
        match action.kind {
            Kind::Place => return self.towns[mover] = action.to,
            Kind::Shot => {}
            _ => self.soldiers[mover] ^= from | to,
        }
        self.soldiers[1 - mover] &= !to;
        if self.towns[1 - mover] == action.to {
            self.towns[1 - mover] = NOWHERE;
        }
    }

    /// The result of the position, computed from the board.
    #[inline]
    fn computed_status(&self) -> Status {
        if self.is_placing() {
            Status::Playing
        } else if self.towns[self.mover()] == NOWHERE {
            Status::Won
        } else if self.plies >= LONGEST {
            Status::Drawn
        } else if self.can_move() {
            Status::Playing
        } else {
            Status::Won
        }
    }

    #[inline]
    fn can_move(&self) -> bool {
        if self.rules.check_rule {
            return self.moves().iter().any(|action| self.is_safe(action));
        }
        self.side().can_step(self.mover()) || self.moves().count() > 0
    }

    /// The first legal move that `draw` returns. This is rejection sampling: the relative
    /// probabilities of legal moves do not change.
    #[inline]
    fn first_allowed(&self, mut draw: impl FnMut() -> Move) -> Move {
        loop {
            let action = draw();
            if self.is_allowed(action) {
                return action;
            }
        }
    }
}

/// The game as its designer describes it.
impl Default for Cannon {
    fn default() -> Self {
        Cannon::new(Rules::default())
    }
}

impl Game for Cannon {
    type Action = Move;
    const DRAWS_UNLISTED: bool = true;

    #[inline]
    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.status.turn(self.mover())
    }

    #[inline]
    fn actions(&self, out: &mut Vec<Move>) {
        out.clear();
        if self.is_placing() {
            return out.extend(bits(self.sites()).map(Move::place));
        }
        out.extend(self.moves().iter().filter(|&action| self.is_allowed(action)));
    }

    #[inline]
    fn apply(&mut self, action: Move) {
        debug_assert!(
            self.status == Status::Playing && self.is_legal(action),
            "{action:?} in {self:?}"
        );
        self.advance(action);
        self.status = self.computed_status();
    }

    #[inline]
    fn payoff(&self, who: Player) -> f64 {
        self.status.payoff(self.mover(), who)
    }

    #[inline]
    fn random_action(&self, _: &mut Vec<Move>, rng: &mut Rng) -> Move {
        if self.is_placing() {
            let sites = self.sites();
            return Move::place(nth_point(sites, rng.below(sites.count_ones() as usize) as u32));
        }
        let moves = self.moves();
        self.first_allowed(|| moves.random(rng))
    }
}

impl Cannon {
    /// Whether a move can be made now.
    fn is_legal(&self, action: Move) -> bool {
        if self.is_placing() {
            return action == Move::place(action.to) && self.sites() >> action.to & 1 == 1;
        }
        self.moves().iter().any(|legal| legal == action) && self.is_allowed(action)
    }
}

impl Deterministic for Cannon {}
impl PerfectInfo for Cannon {}
impl Sequential for Cannon {}

impl Quality for Cannon {
    /// The winner's lead in soldiers, in fifteenths; it may be negative (QR §6.1).
    fn quality(&self) -> f64 {
        match self.status {
            Status::Won => self.lead(1 - self.mover()),
            _ => 1.0,
        }
    }
}

impl Cannon {
    /// The difference in soldiers between a seat and the other, in fifteenths.
    fn lead(&self, seat: usize) -> f64 {
        let [own, other] = [seat, 1 - seat].map(|seat| f64::from(self.soldiers[seat].count_ones()));
        (own - other) / f64::from(SOLDIERS)
    }
}

impl Key for Cannon {
    #[inline]
    fn key(&self) -> u64 {
        let Rules { clear_line, check_rule, merge_shots } = self.rules;
        let rules = u8::from(clear_line) | u8::from(check_rule) << 1 | u8::from(merge_shots) << 2;
        let ([low, high], [dark, light]) = (self.plies.to_le_bytes(), self.towns);
        let rest = u64::from_le_bytes([low, high, dark, light, rules, 0, 0, 0]);
        let [dark, light] =
            self.soldiers.map(|soldiers| [soldiers as u64, (soldiers >> 64) as u64]);
        mix([dark[0], dark[1], light[0], light[1], rest])
    }
}
