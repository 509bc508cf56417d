//! Pig with two dice, a race to 100 points: one of the games of SM §4.1.
//!
//! The rules are [`RULES`]. The first roll of a turn is compulsory: a decision with one action.
//!
//! Source: SM §4.1 after Neller & Presser (2005). Throws with the same effect are one outcome:
//! chance has 11 outcomes. With [`Throws::Faces`] the faces are distinguished and there are 21,
//! which changes nothing for players. Deviation: the length of a game is not limited. A game ends
//! with probability 1 whatever the players do: even players who never stop win about one turn in a
//! hundred. Rules version 1.
//!
//! **Notation.** Decisions are `roll` and `stop`, throws `+4` to `+12`, `one` and `ones`, or faces
//! as in `25`. A position has the scores, the total of the turn, and the next event: `40-30 total
//! 17 player 1 decides`, where the last word is `throws` once the player has decided to roll, and
//! `won` at the end.
//!
//! **Evaluations** are those of [`Evaluation`]. **Playouts** are uniform, [`HoldAt`] or
//! [`Optimal`].
//!
//! **Known values.** With best play the first player wins with probability 0.5195588939, and a race
//! to 20 with 0.6028576783; [`Solution`] has the value of every state. A game has 60 decisions with
//! random play and 58 with good play, compulsory rolls included.

mod notation;
mod policy;
mod solve;
#[cfg(test)]
mod tests;

pub use policy::{Evaluation, HoldAt, Optimal};
pub use solve::Solution;

use crate::key::scatter;
use sortilege::game::{Chance, Key, Outcomes, PerfectInfo, Sequential};
use sortilege::{Game, Player, Rng, Turn};

#[doc = include_str!("rules.md")]
pub const RULES: &str = include_str!("rules.md");

/// Highest goal: it has to fit into a byte together with a turn's last throw.
const HIGHEST_GOAL: u8 = 240;

/// A game of Pig.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pig {
    goal: u8,
    /// Banked points. The winner's total is banked, too.
    scores: [u8; 2],
    /// Points collected in this turn.
    total: u8,
    /// The player on roll; at the end, the winner.
    mover: u8,
    phase: Phase,
    throws: Throws,
}

/// Which throws of the dice are distinct outcomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Throws {
    /// Throws with different effects: 11 outcomes.
    #[default]
    Sums,
    /// Throws with different faces: 21 outcomes. The sample widths of SM §4.2 fit these.
    Faces,
}

/// The next event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    Decide,
    Throw,
    Won,
}

/// A decision, or a throw of the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// The player throws the dice.
    Roll,
    /// The player banks the total of the turn.
    Stop,
    /// The dice show no 1; their sum.
    Sum(u8),
    /// One die shows a 1.
    One,
    /// Both dice show a 1.
    Ones,
    /// The faces of the dice as two digits, the lower one first.
    Faces(u8),
}

impl Action {
    /// The effect of two faces: a sum, one 1 or two.
    fn brings(self) -> Action {
        match self {
            Action::Faces(11) => Action::Ones,
            Action::Faces(12..=16) => Action::One,
            Action::Faces(faces) => Action::Sum(faces / 10 + faces % 10),
            other => other,
        }
    }
}

/// The outcomes of two dice, each with its number of the 36 ways.
const THROWS: [(Action, u8); 11] = [
    (Action::Sum(4), 1),
    (Action::Sum(5), 2),
    (Action::Sum(6), 3),
    (Action::Sum(7), 4),
    (Action::Sum(8), 5),
    (Action::Sum(9), 4),
    (Action::Sum(10), 3),
    (Action::Sum(11), 2),
    (Action::Sum(12), 1),
    (Action::One, 10),
    (Action::Ones, 1),
];

/// The outcome of each of the 36 ways.
const WAYS: [Action; 36] = {
    let (mut ways, mut way, mut throw) = ([Action::One; 36], 0, 0);
    while throw < THROWS.len() {
        let end = way + THROWS[throw].1 as usize;
        while way < end {
            ways[way] = THROWS[throw].0;
            way += 1;
        }
        throw += 1;
    }
    ways
};

/// The outcomes of two dice if faces are distinguished, each with its number of the 36 ways.
const FACES: [(Action, u8); 21] = {
    let (mut throws, mut at, mut low) = ([(Action::Ones, 1); 21], 0, 1);
    while low <= 6 {
        let mut high = low;
        while high <= 6 {
            throws[at] = (Action::Faces(10 * low + high), if low == high { 1 } else { 2 });
            (at, high) = (at + 1, high + 1);
        }
        low += 1;
    }
    throws
};

impl Pig {
    /// A race to `goal` points, which is 1 to 240.
    pub fn new(goal: u8) -> Result<Self, String> {
        if !(1..=HIGHEST_GOAL).contains(&goal) {
            return Err(format!("the goal must be from 1 to {HIGHEST_GOAL}, not {goal}"));
        }
        Ok(Pig {
            goal,
            scores: [0, 0],
            total: 0,
            mover: 0,
            phase: Phase::Decide,
            throws: Throws::Sums,
        })
    }

    /// The same game with another distinction of throws.
    pub fn throws(self, throws: Throws) -> Self {
        Pig { throws, ..self }
    }

    /// The points that win.
    pub fn goal(&self) -> u8 {
        self.goal
    }

    /// The points that `who` has banked.
    pub fn score(&self, who: Player) -> u8 {
        self.scores[who.0]
    }

    /// The points collected in this turn.
    pub fn total(&self) -> u8 {
        self.total
    }

    /// The player on roll; at the end, the winner.
    pub fn mover(&self) -> Player {
        Player(self.mover.into())
    }

    #[inline]
    fn collect(&mut self, sum: u8) {
        self.total += sum;
        self.phase = Phase::Decide;
        if self.scores[usize::from(self.mover)] + self.total >= self.goal {
            self.bank();
            self.phase = Phase::Won;
        }
    }

    #[inline]
    fn bank(&mut self) {
        self.scores[usize::from(self.mover)] += self.total;
        self.total = 0;
    }

    #[inline]
    fn pass(&mut self) {
        self.total = 0;
        self.mover ^= 1;
        self.phase = Phase::Decide;
    }

    #[inline]
    fn lose_all(&mut self) {
        self.scores[usize::from(self.mover)] = 0;
        self.pass();
    }

    fn show(&mut self, faces: u8) {
        match faces {
            11 => self.lose_all(),
            12..=16 => self.pass(),
            _ => self.collect(faces / 10 + faces % 10),
        }
    }

    fn possible(&self) -> &'static [(Action, u8)] {
        match self.throws {
            Throws::Sums => &THROWS,
            Throws::Faces => &FACES,
        }
    }

    fn allows(&self, action: Action) -> bool {
        match self.phase {
            Phase::Decide => action == Action::Roll || action == Action::Stop && self.total > 0,
            Phase::Throw => self.possible().iter().any(|&(throw, _)| throw == action),
            Phase::Won => false,
        }
    }
}

/// A race to 100.
impl Default for Pig {
    fn default() -> Self {
        Pig::new(100).expect("a valid goal")
    }
}

impl Game for Pig {
    type Action = Action;
    const DRAWS_UNLISTED: bool = true;

    #[inline]
    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Decide => Turn::Player(self.mover()),
            Phase::Throw => Turn::Chance,
            Phase::Won => Turn::Over,
        }
    }

    #[inline]
    fn actions(&self, out: &mut Vec<Action>) {
        out.clear();
        out.push(Action::Roll);
        if self.total > 0 {
            out.push(Action::Stop);
        }
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        debug_assert!(self.allows(action), "{action:?} in {self:?}");
        match action {
            Action::Roll => self.phase = Phase::Throw,
            Action::Stop => {
                self.bank();
                self.pass();
            }
            Action::Sum(sum) => self.collect(sum),
            Action::One => self.pass(),
            Action::Ones => self.lose_all(),
            Action::Faces(faces) => self.show(faces),
        }
    }

    #[inline]
    fn payoff(&self, who: Player) -> f64 {
        if who == self.mover() { 1.0 } else { -1.0 }
    }

    #[inline]
    fn random_action(&self, _: &mut Vec<Action>, rng: &mut Rng) -> Action {
        // With a total of 0 this is the first roll of a turn, which is compulsory.
        if self.total > 0 && rng.below(2) == 1 { Action::Stop } else { Action::Roll }
    }
}

impl Chance for Pig {
    #[inline]
    fn sample(&self, rng: &mut Rng) -> Action {
        match self.throws {
            Throws::Sums => rng.pick(&WAYS),
            Throws::Faces => faces([0, 0].map(|_| rng.below(6) as u8 + 1)),
        }
    }
}

fn faces([one, other]: [u8; 2]) -> Action {
    Action::Faces(10 * one.min(other) + one.max(other))
}

impl Outcomes for Pig {
    fn outcomes(&self, out: &mut Vec<(Action, f64)>) {
        out.clear();
        out.extend(self.possible().iter().map(|&(throw, ways)| (throw, f64::from(ways) / 36.0)));
    }
}

impl PerfectInfo for Pig {}
impl Sequential for Pig {}

impl Key for Pig {
    #[inline]
    fn key(&self) -> u64 {
        let [first, second] = self.scores;
        let [phase, throws] = [self.phase as u8, self.throws as u8];
        scatter(u64::from_le_bytes([
            first, second, self.total, self.mover, phase, self.goal, throws, 0,
        ]))
    }
}
