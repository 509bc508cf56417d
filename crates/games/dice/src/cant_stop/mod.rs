//! Can't Stop for two, Sid Sackson's dice game: one of the games of SM §4.1.
//!
//! The rules are [`RULES`].
//!
//! Source: the published rules; three columns win, also with two players, and there is no blocking.
//! Dice are indistinguishable: chance has 126 outcomes. The first throw of a turn is compulsory. It
//! is a decision with one option, so that a look-ahead with a fixed number of moves ends even if
//! players bust repeatedly. After 500 turns the game is a draw, since players who never stop would
//! play forever; random games have 36 turns. Shorter columns, and fewer columns to win, are
//! additions for exact solutions. Rules version 1.
//!
//! **Notation.** A throw is its dice, lowest first: `1234`. Advances are `4+6`, `5+5` or `7`; then
//! follow `roll` and `stop`. A position lists the steps of both players and of the runners, each as
//! column and height, the turn, and the next event. Odd turns belong to player 1: `7-12,8-3 -
//! runners 7-13 turn 5 decides`; before that `throws` and `advances-1234`, at the end `won` and
//! `drawn`. Positions that play could not lead to are accepted if the rules apply to them.
//!
//! **Evaluations** are those of [`Evaluation`], by progress in the best columns. **Playouts** are
//! uniform, [`RuleOf28`] or [`OneMoreRoll`].
//!
//! **Known values.** With runners on 6, 7 and 8 a throw can be played with probability 1192/1296,
//! with runners on 2, 3 and 12 only with 568/1296. Suppose that every column has one step, two
//! columns win, and the players have won the 7 and the 6. Then the player with the 7 wins with
//! probability 0.9961568 if it is this player's throw.

mod column;
mod dice;
mod notation;
mod policy;
#[cfg(test)]
mod tests;

pub use column::Column;
pub use dice::Dice;
pub use policy::{Evaluation, OneMoreRoll, RuleOf28};

use crate::key::mix;
use column::{COLUMNS, Heights};
use sortilege::game::{Chance, Key, Outcomes, PerfectInfo, Sequential};
use sortilege::{Game, Player, Rng, Turn};

#[doc = include_str!("rules.md")]
pub const RULES: &str = include_str!("rules.md");

/// Number of runners of a player.
const RUNNERS: u32 = 3;
/// Number of turns after which a game is a draw.
const MOST_TURNS: u16 = 500;
/// The set of all columns, as bits.
const ALL: u16 = (1 << COLUMNS) - 1;

/// The lengths of the columns, and the number of columns that win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Number of steps of the outermost columns, 2 and 12.
    pub shortest: u8,
    /// Number of steps that a column has more than its outer neighbour.
    pub slope: u8,
    /// Number of columns that win.
    pub columns: u8,
}

/// The published game.
impl Default for Rules {
    fn default() -> Self {
        Rules { shortest: 3, slope: 2, columns: 3 }
    }
}

impl Rules {
    /// Number of steps of a column.
    #[inline]
    fn length(self, column: Column) -> u8 {
        self.shortest + self.slope * column.0.min(COLUMNS as u8 - 1 - column.0)
    }
}

/// A game of Can't Stop. Sets of columns are bits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CantStop {
    rules: Rules,
    /// The heights that each player has banked.
    banked: [Heights; 2],
    /// The columns that each player has won.
    won: [u16; 2],
    /// The heights that the player on turn would bank now.
    current: Heights,
    /// Columns with runners.
    runners: u16,
    /// Columns with a runner on the top step.
    topped: u16,
    /// Number of finished turns, which determines the player on turn.
    turns: u16,
    phase: Phase,
}

/// The next event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    Throw,
    Advance(Dice),
    /// The player throws again or stops; without a runner, the throw is compulsory.
    Decide,
    /// The player on turn has won.
    Won,
    Drawn,
}

/// A move, or a throw of the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Chance throws these dice.
    Throw(Dice),
    /// A runner moves up a step.
    One(Column),
    /// Runners in two columns move up a step each, or one runner moves up two; the lower column
    /// comes first.
    Two(Column, Column),
    /// The player throws again.
    Roll,
    /// The player banks the runners' positions.
    Stop,
}

impl CantStop {
    /// A new game. Columns have 1 to 15 steps, and 1 to 3 of them win.
    pub fn new(rules: Rules) -> Result<Self, String> {
        let longest = u32::from(rules.shortest) + 5 * u32::from(rules.slope);
        if rules.shortest == 0 || longest > 15 || !(1..=3).contains(&rules.columns) {
            return Err(format!(
                "columns have 1 to 15 steps and 1 to 3 of them win, not {} to {longest} steps and {} columns",
                rules.shortest, rules.columns
            ));
        }
        let (banked, current) = ([Heights::default(); 2], Heights::default());
        Ok(CantStop {
            rules,
            banked,
            won: [0, 0],
            current,
            runners: 0,
            topped: 0,
            turns: 0,
            phase: Phase::Decide,
        })
    }

    /// The player on turn; at the end, the winner.
    #[inline]
    fn mover(&self) -> usize {
        usize::from(self.turns % 2)
    }

    /// Columns in which the player on turn can advance, considered one at a time.
    #[inline]
    fn usable(&self) -> u16 {
        let candidates = if self.runners.count_ones() < RUNNERS { ALL } else { self.runners };
        candidates & !(self.won[0] | self.won[1] | self.topped)
    }

    /// The ways to play these dice: at most two for each split.
    ///
    /// All splits of a throw have the same sum, so two different splits have no column in common,
    /// and no advance occurs twice.
    #[inline]
    fn options(&self, dice: Dice) -> Options {
        let (usable, mut options) = (self.usable(), Options::default());
        let one_left = self.runners.count_ones() + 1 == RUNNERS;
        for &[low, high] in dice.splits() {
            let can = |column: Column| usable & column.bit() != 0;
            let both_new = self.runners & (low.bit() | high.bit()) == 0;
            match (can(low), can(high)) {
                (true, true) if low == high => options.push(self.twice(low)),
                (true, true) if one_left && both_new => {
                    options.push(Action::One(low));
                    options.push(Action::One(high));
                }
                (true, true) => options.push(Action::Two(low, high)),
                (true, false) => options.push(Action::One(low)),
                (false, true) => options.push(Action::One(high)),
                (false, false) => {}
            }
        }
        options
    }

    /// Two steps in the same column, or one if only one is left.
    #[inline]
    fn twice(&self, column: Column) -> Action {
        match self.rules.length(column) - self.current.get(column) {
            1 => Action::One(column),
            _ => Action::Two(column, column),
        }
    }

    #[inline]
    fn throw(&mut self, dice: Dice) {
        // A split can be played if one of its sums can.
        if dice.sums() & self.usable() == 0 {
            self.pass();
        } else {
            self.phase = Phase::Advance(dice);
        }
    }

    #[inline]
    fn climb(&mut self, column: Column) {
        self.current.raise(column);
        self.runners |= column.bit();
        if self.current.get(column) == self.rules.length(column) {
            self.topped |= column.bit();
        }
    }

    #[inline]
    fn advanced(&mut self) {
        self.phase = Phase::Decide;
        let columns = (self.won[self.mover()] | self.topped).count_ones();
        if columns >= self.rules.columns.into() {
            self.bank();
            (self.runners, self.topped) = (0, 0);
            self.phase = Phase::Won;
        }
    }

    #[inline]
    fn bank(&mut self) {
        let mover = self.mover();
        self.banked[mover] = self.current;
        self.won[mover] |= self.topped;
    }

    #[inline]
    fn pass(&mut self) {
        self.turns += 1;
        (self.runners, self.topped) = (0, 0);
        self.current = self.banked[self.mover()];
        self.phase = if self.turns < MOST_TURNS { Phase::Decide } else { Phase::Drawn };
    }

    fn allows(&self, action: Action) -> bool {
        match (self.phase, action) {
            (Phase::Throw, Action::Throw(_)) | (Phase::Decide, Action::Roll) => true,
            (Phase::Decide, Action::Stop) => self.runners != 0,
            (Phase::Advance(dice), _) => self.options(dice).list().contains(&action),
            _ => false,
        }
    }
}

/// A list of advances without a heap allocation.
struct Options {
    list: [Action; 6],
    count: usize,
}

impl Default for Options {
    #[inline]
    fn default() -> Self {
        Options { list: [Action::Stop; 6], count: 0 }
    }
}

impl Options {
    #[inline]
    fn push(&mut self, action: Action) {
        self.list[self.count] = action;
        self.count += 1;
    }

    #[inline]
    fn list(&self) -> &[Action] {
        &self.list[..self.count]
    }
}

/// The published game.
impl Default for CantStop {
    fn default() -> Self {
        CantStop::new(Rules::default()).expect("the published rules")
    }
}

impl Game for CantStop {
    type Action = Action;
    const DRAWS_UNLISTED: bool = true;

    #[inline]
    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Throw => Turn::Chance,
            Phase::Advance(_) | Phase::Decide => Turn::Player(Player(self.mover())),
            Phase::Won | Phase::Drawn => Turn::Over,
        }
    }

    #[inline]
    fn actions(&self, out: &mut Vec<Action>) {
        out.clear();
        match self.phase {
            Phase::Advance(dice) => out.extend_from_slice(self.options(dice).list()),
            _ if self.runners == 0 => out.push(Action::Roll),
            _ => out.extend([Action::Roll, Action::Stop]),
        }
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        debug_assert!(self.allows(action), "{action:?} in {self:?}");
        match action {
            Action::Throw(dice) => self.throw(dice),
            Action::One(column) => {
                self.climb(column);
                self.advanced();
            }
            Action::Two(low, high) => {
                self.climb(low);
                self.climb(high);
                self.advanced();
            }
            Action::Roll => self.phase = Phase::Throw,
            Action::Stop => {
                self.bank();
                self.pass();
            }
        }
    }

    #[inline]
    fn payoff(&self, Player(who): Player) -> f64 {
        match self.phase {
            Phase::Won if who == self.mover() => 1.0,
            Phase::Won => -1.0,
            _ => 0.0,
        }
    }

    #[inline]
    fn random_action(&self, _: &mut Vec<Action>, rng: &mut Rng) -> Action {
        match self.phase {
            Phase::Advance(dice) => rng.pick(self.options(dice).list()),
            // Without a runner this is the first throw of a turn, which is compulsory.
            _ if self.runners == 0 => Action::Roll,
            _ => rng.pick(&[Action::Roll, Action::Stop]),
        }
    }
}

impl Chance for CantStop {
    #[inline]
    fn sample(&self, rng: &mut Rng) -> Action {
        Action::Throw(Dice::random(rng))
    }
}

impl Outcomes for CantStop {
    fn outcomes(&self, out: &mut Vec<(Action, f64)>) {
        out.clear();
        out.extend(Dice::all().map(|dice| (Action::Throw(dice), dice.probability())));
    }
}

impl PerfectInfo for CantStop {}
impl Sequential for CantStop {}

impl Key for CantStop {
    #[inline]
    fn key(&self) -> u64 {
        let phase = match self.phase {
            Phase::Advance(dice) => dice.number(),
            Phase::Throw => 252,
            Phase::Decide => 253,
            Phase::Won => 254,
            Phase::Drawn => 255,
        };
        // Won columns and runners follow from the heights, which leave the upper 20 bits free.
        let Rules { shortest, slope, columns } = self.rules;
        let rules = u64::from(shortest) << 8 | u64::from(slope) << 4 | u64::from(columns);
        let [first, second] = self.banked.map(Heights::bits);
        mix([
            first | u64::from(phase) << 48,
            second | u64::from(self.turns) << 48,
            self.current.bits() | rules << 48,
        ])
    }
}
