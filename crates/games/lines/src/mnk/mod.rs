//! m,n,k-games: noughts and crosses on m columns and n rows, with k marks to a line.
//!
//! The rules are [`RULES`]. The default is 4,4,4, the size of IS §VI (there as the [phantom
//! game](crate::phantom_mnk)). Rules version 1.
//!
//! **Notation.** A cell is the letter of its column and the number of its row, both counted from
//! the top left: `b3` is cell `2 * m + 1`. A position is the rows from the top and who is to move,
//! a dash once the game is over: `X.O./..../..../.... X`.
//!
//! **Evaluation** counts [lines](OpenLines) with marks of only one side. **Playouts** are uniform.
//!
//! Boards of more than 64 cells are those of [`WideMnk`], which plays the same game with larger
//! masks.
//!
//! **Known values** with perfect play: 3,3,3 and 4,4,4 are draws, X wins 4,3,3 and 4,4,3.
//! Tic-tac-toe has 255168 games: X wins 131184 of them, O 77904, and 46080 are drawn.

mod evaluation;
pub(crate) mod grid;
pub(crate) mod many;
#[cfg(test)]
pub(crate) mod oracle;
pub mod wide;

pub use evaluation::OpenLines;
pub use grid::Cell;
pub use wide::WideMnk;

use crate::key::mix;
use crate::status::{SYMBOLS, Status};
use grid::{Grid, cells, seat_name};
use sortilege::game::{Deterministic, Key, Notation, PerfectInfo, Picture, Sample, Sequential};
use sortilege::scene::{Gesture, Part, Scene};
use sortilege::{Game, Player, Rng, Turn};

#[doc = include_str!("rules.md")]
pub const RULES: &str = include_str!("rules.md");

/// A position of an m,n,k-game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mnk {
    pub(crate) grid: Grid,
    /// The cells of X and of O.
    pub(crate) marks: [u64; 2],
    /// The number of marks on the board.
    pub(crate) plies: u8,
    pub(crate) status: Status,
}

impl Mnk {
    /// The empty board of `m` columns and `n` rows, at most 64 cells, for lines of `k`.
    pub fn new(m: usize, n: usize, k: usize) -> Result<Self, String> {
        Ok(Mnk { grid: Grid::new(m, n, k)?, marks: [0, 0], plies: 0, status: Status::Playing })
    }

    /// The seat of the next mark; once the game is over, of the mark that would come next.
    #[inline]
    pub(crate) fn mover(&self) -> usize {
        usize::from(self.plies % 2)
    }

    #[inline]
    pub(crate) fn empty(&self) -> u64 {
        self.grid.full() & !(self.marks[0] | self.marks[1])
    }

    /// Marks the single cell of `mask` for the mover.
    #[inline(always)]
    pub(crate) fn mark(&mut self, mask: u64) {
        let marks = &mut self.marks[usize::from(self.plies % 2)];
        *marks |= mask;
        self.plies += 1;
        self.status = self.grid.status(*marks, self.plies);
    }

    /// The cells that can be marked now.
    fn open(&self) -> u64 {
        if self.status == Status::Playing { self.empty() } else { 0 }
    }
}

/// The 4,4,4-game.
impl Default for Mnk {
    fn default() -> Self {
        Mnk::new(4, 4, 4).expect("a board of 16 cells")
    }
}

impl Game for Mnk {
    type Action = Cell;
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
    fn actions(&self, out: &mut Vec<Cell>) {
        out.clear();
        out.extend(cells(self.empty()));
    }

    #[inline(always)]
    fn apply(&mut self, cell: Cell) {
        debug_assert!(self.open() & cell.bit() != 0, "{cell:?} cannot be marked in {self:?}");
        self.mark(cell.bit());
    }

    #[inline]
    fn payoff(&self, who: Player) -> f64 {
        self.status.payoff(self.mover(), who)
    }

    #[inline]
    fn random_action(&self, _: &mut Vec<Cell>, rng: &mut Rng) -> Cell {
        Cell(rng.pick_bit(self.empty()) as u8)
    }

    fn random_games(&self, most: u32, rng: &mut Rng, sample: &mut Sample) -> u32 {
        match self.grid.line_finder() {
            Some(has_line) if self.status == Status::Playing => {
                many::random_games(has_line, self.grid.full(), self.marks, most, rng, sample)
            }
            _ => 0,
        }
    }
}

impl Deterministic for Mnk {}
impl PerfectInfo for Mnk {}
impl Sequential for Mnk {}

impl Key for Mnk {
    #[inline]
    fn key(&self) -> u64 {
        mix([self.grid.word(), self.marks[0], self.marks[1]])
    }
}

impl Notation for Mnk {
    fn seat(&self, who: Player) -> String {
        seat_name(who.0)
    }

    fn action_name(&self, cell: Cell) -> String {
        self.grid.cell_name(cell)
    }

    fn parse_action(&self, text: &str) -> Option<Cell> {
        self.grid.parse_cell(text, self.open())
    }

    fn position(&self) -> String {
        let symbol = |cell: Cell| match self.marks.map(|marks| marks & cell.bit() != 0) {
            [true, _] => 'X',
            [_, true] => 'O',
            _ => '.',
        };
        format!("{} {}", self.grid.rows_text(symbol), self.status.turn_name(self.mover(), SYMBOLS))
    }

    fn parse_position(&self, text: &str) -> Result<Self, String> {
        let Some((rows, turn)) = text.split_once(' ') else {
            return Err(format!("{text:?} lacks who is to move, as in {:?}", self.position()));
        };
        let marks = self.grid.parse_rows(rows, SYMBOLS)?;
        let (plies, status) = self.grid.plies_and_status(marks, 0)?;
        let right = status.turn_name(usize::from(plies % 2), SYMBOLS);
        if turn != right {
            return Err(format!("{turn:?} is not to move here: after the board comes {right:?}"));
        }
        Ok(Mnk { grid: self.grid, marks, plies, status })
    }
}

impl Picture for Mnk {
    fn picture(view: &Mnk, _: Player, last: Option<Cell>) -> Scene {
        let owner = |cell: Cell| (0..2).find(|&seat| view.marks[seat] & cell.bit() != 0);
        Scene::default()
            .label(view.status.standing(view.mover(), SYMBOLS))
            .with(Part::Board(view.grid.draw(owner, last)))
    }

    fn gesture(view: &Mnk, _: Player, cell: Cell) -> Gesture {
        Gesture::path([view.grid.cell_name(cell)])
    }
}

#[cfg(test)]
mod tests {
    use super::oracle::{RANDOM_333, assert_random_444, random_play};
    use super::*;
    use crate::census::{moves, perft};
    use crate::policies::worth;
    use proptest::{prop_assert_eq, proptest};
    use sortilege::testing::Contract;
    use std::collections::HashMap;

    #[test]
    fn rules_can_be_followed() {
        sortilege::testing::handbook(&Mnk::default(), RULES);
    }

    fn mnk(m: usize, n: usize, k: usize) -> Mnk {
        Mnk::new(m, n, k).unwrap()
    }

    fn at(start: Mnk, position: &str) -> Mnk {
        start.parse_position(position).unwrap_or_else(|error| panic!("{position}: {error}"))
    }

    #[test]
    fn keeps_the_contract() {
        let sizes = [
            (4, 4, 4),
            (3, 3, 3),
            (5, 3, 3),
            (1, 1, 1),
            (3, 1, 1),
            (2, 3, 4),
            (8, 8, 5),
            (64, 1, 3),
            (1, 64, 64),
        ];
        for (m, n, k) in sizes {
            let start = mnk(m, n, k);
            let contract =
                Contract::new(&start).games(if m * n > 25 { 5 } else { 40 }).longest(m * n);
            contract
                .rules()
                .chance()
                .outcomes()
                .hidden()
                .observed()
                .notation()
                .picture()
                .evaluation(&mut OpenLines)
                .key();
        }
    }

    /// The number of games of each length, counted by an independent program.
    #[test]
    fn perft_of_tic_tac_toe() {
        let counts = [9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872];
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&mnk(3, 3, 3), depth), count, "depth {depth}");
        }
    }

    #[test]
    fn perft_of_444() {
        let counts = [16, 240, 3360, 43_680, 524_160, 5_765_760];
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&mnk(4, 4, 4), depth), count, "depth {depth}");
        }
    }

    #[test]
    fn all_games_of_tic_tac_toe() {
        fn count(state: &Mnk, ends: &mut [u64; 3]) {
            if state.turn() == Turn::Over {
                ends[(1.0 - state.payoff(Player(0))) as usize] += 1;
                return;
            }
            moves(state).into_iter().for_each(|cell| count(&state.after(cell), ends));
        }
        let mut ends = [0; 3];
        count(&mnk(3, 3, 3), &mut ends);
        assert_eq!(ends, [131_184, 46_080, 77_904]);
    }

    #[test]
    fn random_play_is_worth_what_it_should() {
        let found = random_play(&mnk(3, 3, 3), &|state: &Mnk| state.plies, &mut HashMap::new());
        for (found, right) in found.iter().zip(RANDOM_333) {
            assert!((found - right).abs() < 1e-12, "{found} instead of {right}");
        }
        assert_random_444(&mnk(4, 4, 4), |state: &Mnk| state.plies, 200_000);
    }

    /// Values with perfect play: 1 if the mover wins.
    #[test]
    fn solved_games() {
        let draws = [(3, 3, 3), (3, 2, 3), (4, 2, 3), (5, 1, 3), (4, 4, 4)];
        let wins = [(4, 3, 3), (4, 4, 3)];
        let games = draws.map(|size| (size, 0)).into_iter().chain(wins.map(|size| (size, 1)));
        for ((m, n, k), value) in games {
            let (start, mut memo) = (mnk(m, n, k), HashMap::new());
            let found = if at_least(&start, 1, &mut memo) {
                1
            } else {
                i32::from(at_least(&start, 0, &mut HashMap::new())) - 1
            };
            assert_eq!(found, value, "{m},{n},{k}");
        }
    }

    /// Returns whether the mover can achieve at least `goal`.
    fn at_least(state: &Mnk, goal: i32, memo: &mut HashMap<[u64; 2], bool>) -> bool {
        if state.turn() == Turn::Over {
            return state.payoff(Player(state.mover())) as i32 >= goal;
        }
        if let Some(&known) = memo.get(&state.marks) {
            return known;
        }
        let reaches =
            moves(state).into_iter().any(|cell| !at_least(&state.after(cell), 1 - goal, memo));
        memo.insert(state.marks, reaches);
        reaches
    }

    /// A run that crosses the end of a row is not a line.
    #[test]
    fn lines_do_not_wrap() {
        let state = at(mnk(4, 3, 3), "O..X/X.../O... X");
        assert_eq!(state.after(Cell(5)).turn(), Turn::Player(Player(1)));
    }

    #[test]
    fn more_than_k_in_a_row_win_too() {
        let state = at(mnk(5, 2, 3), "XX.XX/OO.O. O").after(Cell(9));
        let won = state.after(Cell(2));
        assert_eq!(
            (won.turn(), won.payoff(Player(0)), won.payoff(Player(1))),
            (Turn::Over, 1.0, -1.0)
        );
        assert_eq!(won.position(), "XXXXX/OO.OO -");
    }

    #[test]
    fn evaluation_prefers_the_longer_row() {
        let state = at(mnk(4, 4, 4), "XX../.O../..O./.... X");
        let (longer, scattered) = (state.after(Cell(2)), state.after(Cell(9)));
        assert!(worth(OpenLines, &longer, Player(0)) > worth(OpenLines, &scattered, Player(0)));
        assert_eq!(worth(OpenLines, &longer, Player(0)), -worth(OpenLines, &longer, Player(1)));
        assert_eq!(worth(OpenLines, &mnk(4, 4, 4), Player(0)), 0.0);
    }

    #[test]
    fn impossible_positions_are_refused() {
        for (position, reason) in [
            ("", "lacks who is to move"),
            ("X../.../... X", "is not to move here"),
            ("X../.../... O ", "is not to move here"),
            ("X./.../... O", "3 rows of 3 squares"),
            ("X../... O", "3 rows of 3 squares"),
            ("X../.x./... O", "is no square"),
            ("X../.X./... O", "one more"),
            ("XXX/OOO/... -", "but O marked last"),
            ("XXX/OO./O.. X", "but O marked last"),
            ("XXX/XXX/OOO -", "one more"),
            ("XXX/OO./... O", "after the board comes \"-\""),
        ] {
            let error = mnk(3, 3, 3).parse_position(position).unwrap_err();
            assert!(error.contains(reason), "{position:?}: {error}");
        }
        let two_lines = mnk(5, 3, 3).parse_position("XXX../OO.OO/XXX.O -").unwrap_err();
        assert!(two_lines.contains("no single last mark of X"), "{two_lines}");
    }

    proptest! {
        #[test]
        fn whatever_is_read_is_written_back(text in "[XO.]{3}/[XO.]{3}/[XO.]{3} [XO-]|[XO./ -]{0,14}|.{0,16}") {
            if let Ok(state) = mnk(3, 3, 3).parse_position(&text) {
                prop_assert_eq!(state.position(), text);
            }
        }
    }
}
