//! EinStein würfelt nicht!, Ingo Althöfer's race on a board of 5 by 5: one of the games of SM §4.1.
//!
//! The rules are [`RULES`]. No game has more than 80 moves; random ones have 22.
//!
//! Source: the published rules, with single games. Rulings: stones cannot leave the board, although
//! SM has "or off the board" in a parenthesis; the die is thrown even for a last stone. Smaller
//! boards, down to 3 by 3 with three stones and a die of three faces, are additions for exact
//! solutions. Rules version 1.
//!
//! **Notation.** Columns are letters and rows numbers, both counted from the top left corner, where
//! player 1 begins. A throw is `die4`, a move is the stone and its target, `2b3`, and an
//! arrangement is the stones on the home squares row by row, `123456`. A position lists both sides
//! and the next event: `2d4,6d1 1b2 player 1 throws`, or `moves-4` after a 4, `won`, and `arranges`
//! before the game. Positions that play could not lead to are accepted if the rules apply to them.
//!
//! **Evaluations** are those of [`Evaluation`]. **Playouts** are uniform or [`Greedy`].
//!
//! **Known values.** Number of sequences of one to four throws and moves, with both sides arranged
//! in plain order: 18, 324, 6162, 117369. On 3 by 3 with three stones in plain order the first
//! player wins with probability 170/243.

mod board;
mod evaluation;
mod notation;
#[cfg(test)]
mod tests;

pub use board::Square;
pub use evaluation::{Evaluation, Greedy};

use crate::key::mix;
use board::{MOST_STONES, MOVABLE, NO_STONE, OFF, ORDERS, ROOM, SLOTS, Steps, homes, steps};
use sortilege::game::{Chance, Key, Outcomes, PerfectInfo, Sequential};
use sortilege::{Game, Player, Rng, Turn};
use std::hint::select_unpredictable;

#[doc = include_str!("rules.md")]
pub const RULES: &str = include_str!("rules.md");

/// Numbers of the stones on the home squares, row by row. Only the first entries count, one for
/// each stone of a side.
pub type Arrangement = [u8; MOST_STONES];

/// The initial arrangement of the stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Setup {
    /// Chance arranges one side and then the other, all orders equally likely.
    #[default]
    Random,
    /// The given arrangements of player 1 and player 2.
    Fixed(Arrangement, Arrangement),
}

/// A position. Stones are counted from 0 inside, from 1 in notation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ewn {
    /// Number of squares in a row.
    size: u8,
    /// Number of stones of a side at the start, and of faces of the die.
    stones: u8,
    /// The squares of each side's stones; [`OFF`] for those that are not on the board.
    places: [[Square; SLOTS]; 2],
    /// The stones of each side that are on the board, as bits.
    left: [u8; 2],
    /// The stone on each square.
    board: [Stone; ROOM],
    /// The player to move; at the end, the winner.
    mover: u8,
    phase: Phase,
}

/// A stone of a player, in one byte: the number, plus 8 if it is the second player's. An empty
/// square has the null stone of the first player, which is captured like any other. Whether a
/// square is empty is unpredictable, and a branch on it would cost more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Stone(u8);

impl Stone {
    /// The content of an empty square.
    const NONE: Stone = Stone(NO_STONE);

    /// A stone; its number is counted from 0.
    #[inline]
    fn new(owner: u8, number: u8) -> Self {
        Stone(owner << 3 | number)
    }

    #[inline]
    fn owner(self) -> usize {
        usize::from(self.0 >> 3 & 1)
    }

    #[inline]
    fn number(self) -> u8 {
        self.0 & 7
    }
}

/// The next event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    Arrange,
    Throw,
    /// A stone moves that this face of the die, counted from 0, allows to move.
    Move(u8),
    Won,
}

/// A move, a throw of the die, or an arrangement of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Chance arranges the stones of a side; orders are numbered lexicographically.
    Arrange(u16),
    /// The die shows this number.
    Die(u8),
    /// The stone with this number moves to the square.
    Move(u8, Square),
}

impl Ewn {
    /// A board of `size` by `size` squares, 3 to 5, for 1, 3 or 6 stones a side that leave a
    /// diagonal free.
    pub fn new(size: u8, stones: u8, setup: Setup) -> Result<Self, String> {
        let triangle = [1, 3, 6].iter().position(|&known| known == stones);
        if !(3..=5).contains(&size) || triangle.is_none_or(|side| side + 2 > usize::from(size)) {
            return Err(format!(
                "{stones} stones a side on {size} by {size} squares: boards have 3 to 5 squares a side, with 1 \
                 or 3 stones, or 6 from 4 squares on"
            ));
        }
        let empty = Ewn {
            size,
            stones,
            places: [[OFF; SLOTS]; 2],
            left: [0, 0],
            board: [Stone::NONE; ROOM],
            mover: 0,
            phase: Phase::Arrange,
        };
        match setup {
            Setup::Random => Ok(empty),
            Setup::Fixed(first, second) => empty.arranged(first)?.arranged(second),
        }
    }

    /// The position with the next side arranged.
    fn arranged(mut self, order: Arrangement) -> Result<Self, String> {
        let mut sorted = order[..usize::from(self.stones)].to_vec();
        sorted.sort_unstable();
        if !sorted.into_iter().eq(1..=self.stones) {
            return Err(format!(
                "an arrangement has each number from 1 to {} once, not {order:?}",
                self.stones
            ));
        }
        self.arrange(order.into_iter());
        Ok(self)
    }

    /// Puts the stones with these numbers on the home squares of the next side.
    fn arrange(&mut self, order: impl Iterator<Item = u8>) {
        let owner = self.mover;
        for (&square, number) in homes(self.size, self.stones, owner).iter().zip(order) {
            self.put(Stone::new(owner, number - 1), square);
        }
        self.mover ^= 1;
        if self.mover == 0 {
            self.phase = Phase::Throw;
        }
    }

    #[inline]
    fn put(&mut self, stone: Stone, square: Square) {
        self.board[square.index()] = stone;
        self.places[stone.owner()][usize::from(stone.number())] = square;
        self.left[stone.owner()] |= 1 << stone.number();
    }

    /// The stone on a square.
    fn on(&self, square: Square) -> Option<Stone> {
        Some(self.board[square.index()]).filter(|&stone| stone != Stone::NONE)
    }

    /// Moves a stone, counted from 0.
    #[inline(always)]
    fn step(&mut self, number: u8, to: Square) {
        let stone = Stone::new(self.mover, number);
        let from = self.places[stone.owner()][usize::from(stone.number())];
        let captured = self.board[to.index()];
        self.places[captured.owner()][usize::from(captured.number())] = OFF;
        self.left[captured.owner()] &= !(1 << captured.number());
        self.places[stone.owner()][usize::from(stone.number())] = to;
        self.board[from.index()] = Stone::NONE;
        self.board[to.index()] = stone;
        // A single branch covers both ways to win, since it is hardly ever taken.
        if (to == self.goal(self.mover)) | (self.left[usize::from(1 - self.mover % 2)] == 0) {
            self.phase = Phase::Won;
        } else {
            self.mover ^= 1;
            self.phase = Phase::Throw;
        }
    }

    #[inline]
    fn goal(&self, player: u8) -> Square {
        Square(if player == 0 { 6 * (self.size - 1) } else { 0 })
    }

    /// The lowest and the highest stone that may move after `face`, each with its square and its
    /// steps. If only one may move, the second is the null stone without steps.
    #[inline(always)]
    fn movable(&self, face: u8) -> [(u8, Square, Steps); 2] {
        let mover = usize::from(self.mover % 2);
        let [low, high] = MOVABLE[usize::from(self.left[mover] % 64)][usize::from(face % 8)];
        let stone = |number: u8| {
            let from = self.places[mover][usize::from(number) % SLOTS];
            (number, from, steps(self.size, self.mover, from))
        };
        [stone(low), stone(high)]
    }

    fn allows(&self, action: Action) -> bool {
        match (self.phase, action) {
            (Phase::Arrange, Action::Arrange(rank)) => rank < self.orders(),
            (Phase::Throw, Action::Die(face)) => (1..=self.stones).contains(&face),
            (Phase::Move(face), Action::Move(number, to)) => {
                self.movable(face).into_iter().any(|(stone, from, steps)| {
                    stone + 1 == number
                        && steps.targets(self.mover, from).any(|target| target == to)
                })
            }
            _ => false,
        }
    }

    /// Kept out of line from moves: there are only two arrangements in a game.
    #[inline(never)]
    fn arrange_by_rank(&mut self, rank: u16) {
        self.arrange(self.order(rank));
    }

    /// Number of orders in which the stones of a side can be arranged.
    fn orders(&self) -> u16 {
        (1..=u16::from(self.stones)).product()
    }

    /// The arrangement with that lexicographic number.
    #[inline]
    fn order(&self, rank: u16) -> impl Iterator<Item = u8> + use<> {
        // The first permutations of six keep their first numbers in place and permute the others.
        let kept = MOST_STONES as u8 - self.stones;
        ORDERS[usize::from(rank)][usize::from(kept)..].iter().map(move |number| number - kept)
    }
}

/// The usual board of 5 by 5, arranged at random.
impl Default for Ewn {
    fn default() -> Self {
        Ewn::new(5, 6, Setup::Random).expect("the usual board")
    }
}

impl Game for Ewn {
    type Action = Action;
    const DRAWS_UNLISTED: bool = true;

    #[inline]
    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Move(_) => Turn::Player(Player(self.mover.into())),
            Phase::Won => Turn::Over,
            Phase::Arrange | Phase::Throw => Turn::Chance,
        }
    }

    #[inline]
    fn actions(&self, out: &mut Vec<Action>) {
        out.clear();
        let Phase::Move(face) = self.phase else { return };
        for (number, from, steps) in self.movable(face) {
            out.extend(steps.targets(self.mover, from).map(|to| Action::Move(number + 1, to)));
        }
    }

    /// Always inlined: a caller that plays a move just sampled, or throws the die, knows the kind
    /// of the action.
    #[inline(always)]
    fn apply(&mut self, action: Action) {
        debug_assert!(self.allows(action), "{action:?} in {self:?}");
        match action {
            Action::Arrange(rank) => self.arrange_by_rank(rank),
            Action::Die(face) => self.phase = Phase::Move(face - 1),
            Action::Move(number, to) => self.step(number - 1, to),
        }
    }

    #[inline]
    fn payoff(&self, Player(who): Player) -> f64 {
        if who == usize::from(self.mover) { 1.0 } else { -1.0 }
    }

    /// Always inlined, so that the generator stays in registers.
    #[inline(always)]
    fn random_action(&self, _: &mut Vec<Action>, rng: &mut Rng) -> Action {
        let Phase::Move(face) = self.phase else { unreachable!("no player is on turn") };
        let [(low, from_low, low_steps), (high, from_high, high_steps)] = self.movable(face);
        let (of_high, to) =
            Steps::random([(from_low, low_steps), (from_high, high_steps)], self.mover, rng);
        Action::Move(1 + select_unpredictable(of_high, high, low), to)
    }
}

impl Chance for Ewn {
    #[inline]
    fn sample(&self, rng: &mut Rng) -> Action {
        match self.phase {
            Phase::Arrange => Action::Arrange(rng.below(self.orders().into()) as u16),
            _ => Action::Die(1 + rng.below(self.stones.into()) as u8),
        }
    }
}

impl Outcomes for Ewn {
    fn outcomes(&self, out: &mut Vec<(Action, f64)>) {
        out.clear();
        match self.phase {
            Phase::Arrange => {
                let each = 1.0 / f64::from(self.orders());
                out.extend((0..self.orders()).map(|rank| (Action::Arrange(rank), each)));
            }
            _ => {
                let each = 1.0 / f64::from(self.stones);
                out.extend((1..=self.stones).map(|face| (Action::Die(face), each)));
            }
        }
    }
}

impl PerfectInfo for Ewn {}
impl Sequential for Ewn {}

impl Ewn {
    /// The remaining stones of a player.
    #[inline]
    fn numbers(&self, player: u8) -> impl Iterator<Item = u8> + use<> {
        let left = self.left[usize::from(player)];
        (0..MOST_STONES as u8).filter(move |number| left >> number & 1 == 1)
    }
}

impl Key for Ewn {
    #[inline]
    fn key(&self) -> u64 {
        let phase = match self.phase {
            Phase::Move(face) => face,
            Phase::Arrange => 8,
            Phase::Throw => 9,
            Phase::Won => 10,
        };
        let words = [(0, [self.mover, phase]), (1, [self.size << 4 | self.stones, 0])];
        mix(words.map(|(player, [x, y])| {
            let [a, b, c, d, e, f, ..] = self.places[player].map(|square| square.0);
            u64::from_le_bytes([a, b, c, d, e, f, x, y])
        }))
    }
}
