//! Chinese Checkers for two: a race across a six-pointed star. The small version of the Maastricht
//! group, with 73 fields and six pieces a side, is one of the six games of QR; the large one has
//! 121 fields and ten pieces.
//!
//! The rules are [`RULES`]. Rules version 1.
//!
//! **Options** are [`Rules`]: the size; whether pieces stay in their target; whether enemy pieces
//! that are left in the target block the win; and whether only moves towards the target are legal.
//!
//! **Notation.** A field is the letter of its column, which slants down to the right, and the
//! number of its row from the top; a move is two fields, `j3-j4`, or `pass`. A position is the rows
//! from the top, who is to move (a dash once the game is over) and the number of plies so far.
//!
//! **Evaluation** is the difference in [remaining steps](StepsLeft), **quality** the share of the
//! loser's pieces that have not arrived (QR §5). **Playouts** are uniform or [`Homeward`].
//!
//! **Known values.** perft of the small star 10, 100, 1800, 32400, 632520. Random games seldom end;
//! if only moves towards the target are legal, they last 196 plies on average.
//!
//! **Deviations.** After 1000 plies the game is a draw. The program of QR's authors checks the
//! target only when a piece enters it. This implementation checks it after every turn, so that the
//! result depends on the position alone.

mod moves;
mod notation;
mod policy;
mod star;
#[cfg(test)]
mod tests;

pub use policy::{Homeward, StepsLeft};
pub use star::{Field, Size};

use crate::key::mix;
use crate::shared::Shared;
use crate::status::Status;
use moves::{Moves, Table};
use sortilege::game::{Deterministic, Key, PerfectInfo, Quality, Sequential};
use sortilege::{Game, Player, Rng, Turn};
use star::{Goal, Star, fields};

#[doc = include_str!("rules.md")]
pub const RULES: &str = include_str!("rules.md");

/// The ply after which a game without a winner is a draw.
const LAST_PLY: u16 = 1000;

/// Number of candidates that are drawn before all legal moves are generated.
const DRAWS: u32 = 4;

/// The options of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The star.
    pub size: Size,
    /// Whether a piece in its target must stay there.
    pub stay_home: bool,
    /// Whether an enemy piece in the target blocks the win: only a target full of own pieces wins.
    pub block: bool,
    /// Whether only moves that do not lead away from the next goal are legal, unless there are
    /// none. The goal is the first empty field of the target, row by row from its tip, or the tip
    /// itself if the target is full. QR's authors also restrict moves in this way in the tree.
    pub forward_only: bool,
}

impl Rules {
    /// The rules of `chinese_checkers` in OpenSpiel, for two players.
    pub const OPEN_SPIEL: Rules =
        Rules { size: Size::Large, stay_home: false, block: true, forward_only: false };
}

/// The small star, as in QR, with all moves.
impl Default for Rules {
    fn default() -> Self {
        Rules { size: Size::Small, stay_home: true, block: false, forward_only: false }
    }
}

/// A move of a piece, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Moves the piece on the first field to the second, by any route.
    Go(Field, Field),
    /// The only action of a player without a move.
    Pass,
}

/// A position of Chinese Checkers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ChineseCheckers {
    /// The fields of X and of O.
    pieces: [u128; 2],
    star: Shared<Star>,
    plies: u16,
    status: Status,
    rules: Rules,
}

impl ChineseCheckers {
    /// All pieces at home, X to move.
    pub fn new(rules: Rules) -> Self {
        let star = Star::of(rules.size);
        ChineseCheckers { pieces: star.homes, star, plies: 0, status: Status::Playing, rules }
    }

    /// The seat that moves next; once the game is over, the seat that would.
    #[inline]
    fn mover(&self) -> usize {
        usize::from(self.plies % 2)
    }

    #[inline]
    fn occupied(&self) -> u128 {
        self.pieces[0] | self.pieces[1]
    }

    /// The target fields of `seat`.
    #[inline]
    fn target(&self, seat: usize) -> u128 {
        self.star.homes[1 - seat]
    }

    /// The field that `seat` should fill next.
    #[inline]
    fn goal(&self, seat: usize) -> &Goal {
        self.star.next_goal(seat, self.occupied())
    }

    /// The occupied fields, from the viewpoint of the mover.
    #[inline]
    fn table(&self) -> Table<'_> {
        let home = if self.rules.stay_home { self.target(self.mover()) } else { 0 };
        Table::new(&self.star, self.occupied(), home)
    }

    /// The mover's legal moves.
    #[inline]
    fn moves(&self) -> Moves {
        if self.rules.forward_only {
            let goal = self.goal(self.mover());
            let forward = self.moves_to(|from| goal.no_farther(from));
            if forward.total > 0 {
                return forward;
            }
        }
        self.moves_to(|_| self.star.full)
    }

    /// The mover's moves to the `wanted` fields of each piece.
    #[inline]
    fn moves_to(&self, wanted: impl Fn(Field) -> u128) -> Moves {
        let table = self.table();
        Moves::new(self.pieces[self.mover()], |from| table.reach(from, wanted(from)))
    }

    /// A superset of the mover's moves. Chains of hops take most of the time, so they are found for
    /// all pieces at once, as if each piece could end wherever another piece of its phase can.
    #[inline]
    fn candidates(&self, table: &Table) -> Moves {
        let pieces = self.pieces[self.mover()];
        let chains = table.chains(pieces);
        if self.rules.forward_only {
            let goal = self.goal(self.mover());
            Moves::new(pieces, |from| table.may_reach(from, goal.no_farther(from), chains))
        } else {
            Moves::new(pieces, |from| table.may_reach(from, self.star.full, chains))
        }
    }

    /// A uniform sample of the mover's moves by rejection: candidates are drawn until one is legal,
    /// which is mostly the first. Returns none after several failures, since there may be no legal
    /// move.
    #[inline]
    fn random_candidate(&self, rng: &mut Rng) -> Option<(Field, Field)> {
        let (table, pieces) = (self.table(), self.pieces[self.mover()]);
        let candidates = self.candidates(&table);
        for _ in 0..DRAWS {
            let (from, to) = candidates.random(rng)?;
            if table.can_reach(from, to, pieces) {
                return Some((from, to));
            }
        }
        None
    }

    /// A uniform sample of the mover's moves, or none if there is none. It is slow, and not inlined
    /// because it is seldom called.
    #[cold]
    #[inline(never)]
    fn random_legal_move(&self, rng: &mut Rng) -> Option<(Field, Field)> {
        self.moves().random(rng)
    }

    /// The result for the player who moved last.
    #[inline]
    fn status(&self) -> Status {
        let last = 1 - self.mover();
        let target = self.target(last);
        let own = self.pieces[last] & target;
        let full = if self.rules.block { own } else { self.occupied() & target } == target;
        if full && own != 0 {
            Status::Won
        } else if self.plies == LAST_PLY {
            Status::Drawn
        } else {
            Status::Playing
        }
    }

    /// The number of steps from the pieces of `seat` to its next goal, summed over the pieces.
    fn steps_left(&self, seat: usize) -> u32 {
        let goal = self.goal(seat);
        fields(self.pieces[seat]).map(|field| u32::from(goal.away(field))).sum()
    }
}

impl Default for ChineseCheckers {
    fn default() -> Self {
        ChineseCheckers::new(Rules::default())
    }
}

impl Game for ChineseCheckers {
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

    fn actions(&self, out: &mut Vec<Move>) {
        out.clear();
        out.extend(self.moves().iter().map(|(from, to)| Move::Go(from, to)));
        if out.is_empty() {
            out.push(Move::Pass);
        }
    }

    #[inline]
    fn apply(&mut self, action: Move) {
        debug_assert!(self.is_legal(action), "{action:?} cannot be played in {self:?}");
        if let Move::Go(from, to) = action {
            self.pieces[usize::from(self.plies % 2)] ^= from.bit() | to.bit();
        }
        self.plies += 1;
        self.status = self.status();
    }

    #[inline]
    fn payoff(&self, who: Player) -> f64 {
        self.status.payoff(self.mover(), who)
    }

    #[inline]
    fn random_action(&self, _: &mut Vec<Move>, rng: &mut Rng) -> Move {
        let drawn = self.random_candidate(rng).or_else(|| self.random_legal_move(rng));
        drawn.map_or(Move::Pass, |(from, to)| Move::Go(from, to))
    }
}

impl ChineseCheckers {
    fn is_legal(&self, action: Move) -> bool {
        let moves = self.moves();
        let mut all = moves.iter();
        self.status == Status::Playing
            && match action {
                Move::Go(from, to) => all.any(|legal| legal == (from, to)),
                Move::Pass => all.next().is_none(),
            }
    }
}

impl Deterministic for ChineseCheckers {}
impl PerfectInfo for ChineseCheckers {}
impl Sequential for ChineseCheckers {}

impl Quality for ChineseCheckers {
    /// The share of the loser's pieces that have not reached their target (QR §5).
    fn quality(&self) -> f64 {
        if self.status != Status::Won {
            return 1.0;
        }
        let loser = self.mover();
        let (all, home) = (self.pieces[loser], self.pieces[loser] & self.target(loser));
        f64::from(all.count_ones() - home.count_ones()) / f64::from(all.count_ones())
    }
}

impl Key for ChineseCheckers {
    #[inline]
    fn key(&self) -> u64 {
        let [x, o] = self.pieces;
        let Rules { size, stay_home, block, forward_only } = self.rules;
        let flags = [size == Size::Large, stay_home, block, forward_only].map(u64::from);
        let settings = flags.iter().fold(0, |word, flag| word << 1 | flag);
        let word = u64::from(self.plies) << 4 | settings;
        mix([x as u64, (x >> 64) as u64, o as u64, (o >> 64) as u64, word])
    }
}
