//! The same game on boards of more than 64 cells, up to 19 columns and 19 rows: Gomoku is 15,15,5.
//!
//! Marks are the bits of several words. A line is searched only through the last marked cell, step
//! by step. On a small board that would cost more than folding all marks at once, which is why
//! there are two kinds of board.

use super::evaluation::{OpenLines, lean};
use super::grid::seat_name;
use crate::chessboard::{Chessboard, Place};
use crate::key::mix;
use crate::pictures::column_name;
use crate::status::{SYMBOLS, Status, opposed};
use sortilege::evaluator::Evaluator;
use sortilege::game::{Deterministic, Key, Notation, PerfectInfo, Picture, Sequential};
use sortilege::scene::{Board, Cell as Square, Gesture, Part, Piece, Scene, Shape};
use sortilege::{Game, Player, Rng, Turn};

/// Largest number of columns, and of rows.
pub const WIDEST: usize = 19;

/// Number of words for that many cells.
const WORDS: usize = (WIDEST * WIDEST).div_ceil(64);

/// The four directions of lines, as the offset in columns and rows to the next cell.
const DIRECTIONS: [(i16, i16); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// A cell of a large board, numbered `m * row + column` from the top left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Point(pub u16);

/// A set of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Marks([u64; WORDS]);

impl Marks {
    #[inline]
    fn has(&self, Point(cell): Point) -> bool {
        self.0[usize::from(cell / 64)] >> (cell % 64) & 1 == 1
    }

    #[inline]
    fn add(&mut self, Point(cell): Point) {
        self.0[usize::from(cell / 64)] |= 1 << (cell % 64);
    }

    fn remove(&mut self, Point(cell): Point) {
        self.0[usize::from(cell / 64)] &= !(1 << (cell % 64));
    }

    fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
}

/// A position of an m,n,k-game on a large board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WideMnk {
    /// The cells of X and of O.
    marks: [Marks; 2],
    /// The number of marks on the board.
    plies: u16,
    columns: u8,
    rows: u8,
    k: u8,
    status: Status,
}

impl WideMnk {
    /// The empty board of `m` columns and `n` rows, at most [`WIDEST`] each, for lines of `k`.
    pub fn new(m: usize, n: usize, k: usize) -> Result<Self, String> {
        let sizes = 1..=WIDEST;
        if ![m, n].iter().all(|size| sizes.contains(size)) || !(1..=64).contains(&k) {
            return Err(format!(
                "m={m},n={n},k={k} is no m,n,k-game: m times n is at most 64, or m and n are at most {WIDEST} each, \
                 and k is from 1 to 64"
            ));
        }
        Ok(WideMnk {
            marks: [Marks::default(); 2],
            plies: 0,
            columns: m as u8,
            rows: n as u8,
            k: k as u8,
            status: Status::Playing,
        })
    }

    /// The seat of the next mark; once the game is over, of the mark that would come next.
    #[inline]
    fn mover(&self) -> usize {
        usize::from(self.plies % 2)
    }

    #[inline]
    fn cells(&self) -> u16 {
        u16::from(self.columns) * u16::from(self.rows)
    }

    /// The empty cells, word by word.
    #[inline]
    fn empty(&self) -> [u64; WORDS] {
        let [x, o] = &self.marks;
        let cells = u32::from(self.cells());
        std::array::from_fn(|word| {
            let here = cells.saturating_sub(64 * word as u32).min(64);
            let all = if here == 0 { 0 } else { u64::MAX >> (64 - here) };
            all & !(x.0[word] | o.0[word])
        })
    }

    /// Returns whether a cell can be marked now.
    fn is_open(&self, cell: Point) -> bool {
        let marked = self.marks.iter().any(|marks| marks.has(cell));
        self.status == Status::Playing && cell.0 < self.cells() && !marked
    }

    /// Returns whether `marks` have k cells in a row through this cell.
    #[inline]
    fn is_on_a_line(&self, marks: &Marks, Point(cell): Point) -> bool {
        let columns = i16::from(self.columns);
        let from = (cell as i16 % columns, cell as i16 / columns);
        DIRECTIONS.iter().any(|&(right, down)| {
            let run =
                1 + self.run(marks, from, (right, down)) + self.run(marks, from, (-right, -down));
            run >= u16::from(self.k)
        })
    }

    /// Number of consecutive marks after a cell in one direction, up to k - 1.
    #[inline]
    fn run(&self, marks: &Marks, from: (i16, i16), (right, down): (i16, i16)) -> u16 {
        let (mut column, mut row) = from;
        let mut run = 0;
        while run + 1 < u16::from(self.k) {
            (column, row) = (column + right, row + down);
            let inside = (0..i16::from(self.columns)).contains(&column)
                && (0..i16::from(self.rows)).contains(&row);
            if !inside || !marks.has(Point((row * i16::from(self.columns) + column) as u16)) {
                break;
            }
            run += 1;
        }
        run
    }

    /// Marks a cell for the mover.
    #[inline]
    fn mark(&mut self, cell: Point) {
        let mover = self.mover();
        self.marks[mover].add(cell);
        self.plies += 1;
        self.status = if self.is_on_a_line(&self.marks[mover], cell) {
            Status::Won
        } else if self.plies == self.cells() {
            Status::Drawn
        } else {
            Status::Playing
        };
    }

    /// Iterates over all lines, as their cells.
    fn lines(&self) -> impl Iterator<Item = impl Iterator<Item = Point> + use<>> {
        let (m, n, k) = (i16::from(self.columns), i16::from(self.rows), i16::from(self.k));
        let directions = if k == 1 { &DIRECTIONS[..1] } else { &DIRECTIONS[..] };
        directions.iter().flat_map(move |&(right, down)| {
            let fits = move |cell: &i16| {
                let (column, row) = (cell % m + right * (k - 1), cell / m + down * (k - 1));
                (0..m).contains(&column) && row < n
            };
            let line = move |cell: i16| {
                (0..k).map(move |step| Point((cell + step * (down * m + right)) as u16))
            };
            (0..m * n).filter(fits).map(line)
        })
    }

    /// Returns whether `marks` have k cells in a row anywhere.
    fn has_line(&self, marks: &Marks) -> bool {
        self.points().any(|cell| marks.has(cell) && self.is_on_a_line(marks, cell))
    }

    fn points(&self) -> impl Iterator<Item = Point> + use<> {
        (0..self.cells()).map(Point)
    }

    /// The name of a cell: the letter of its column and the number of its row, both from the top
    /// left.
    fn name(&self, Point(cell): Point) -> String {
        let columns = u16::from(self.columns);
        format!("{}{}", column_name(usize::from(cell % columns)), cell / columns + 1)
    }

    fn board(&self) -> Chessboard {
        Chessboard { files: self.columns, ranks: self.rows }
    }

    /// The cell of a square; cells are counted from the top.
    fn point_at(&self, (file, rank): Place) -> Point {
        Point(u16::from(self.rows - 1 - rank) * u16::from(self.columns) + u16::from(file))
    }

    /// The position with these marks, if play can lead to it: the seats alternate, and the game
    /// ends with the first line.
    fn with_marks(&self, marks: [Marks; 2]) -> Result<Self, String> {
        let [x, o] = [0, 1].map(|seat: usize| marks[seat].len());
        if x != o && x != o + 1 {
            return Err(format!("X has {x} marks and O has {o}; X has as many as O, or one more"));
        }
        let last = usize::from(x == o);
        if self.has_line(&marks[1 - last]) {
            return Err(format!(
                "{} has a line, but {} marked last",
                SYMBOLS[1 - last],
                SYMBOLS[last]
            ));
        }
        let plies = (x + o) as u16;
        let status = match (self.has_line(&marks[last]), plies == self.cells()) {
            (true, _) => Status::Won,
            (_, true) => Status::Drawn,
            _ => Status::Playing,
        };
        if status == Status::Won && !self.ended_by_one(&marks[last]) {
            return Err(format!(
                "no single last mark of {} can have ended this game",
                SYMBOLS[last]
            ));
        }
        Ok(WideMnk { marks, plies, status, ..*self })
    }

    /// Returns whether a single mark lies on every line.
    fn ended_by_one(&self, marks: &Marks) -> bool {
        self.points().filter(|&cell| marks.has(cell)).any(|cell| {
            let mut before = *marks;
            before.remove(cell);
            !self.has_line(&before)
        })
    }

    fn owner(&self, cell: Point) -> Option<usize> {
        (0..2).find(|&seat| self.marks[seat].has(cell))
    }
}

impl Game for WideMnk {
    type Action = Point;
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
    fn actions(&self, out: &mut Vec<Point>) {
        out.clear();
        out.reserve(usize::from(self.cells() - self.plies));
        for (word, mut left) in (0..).zip(self.empty()) {
            while left != 0 {
                out.push(Point(64 * word + left.trailing_zeros() as u16));
                left &= left - 1;
            }
        }
    }

    #[inline]
    fn apply(&mut self, cell: Point) {
        debug_assert!(self.is_open(cell), "{cell:?} cannot be marked in {self:?}");
        self.mark(cell);
    }

    #[inline]
    fn payoff(&self, who: Player) -> f64 {
        self.status.payoff(self.mover(), who)
    }

    /// A uniform draw over the bits of all words together.
    #[inline]
    fn random_action(&self, _: &mut Vec<Point>, rng: &mut Rng) -> Point {
        let mut place = rng.below(usize::from(self.cells() - self.plies)) as u32;
        for (word, mut left) in (0..).zip(self.empty()) {
            let here = left.count_ones();
            if place < here {
                (0..place).for_each(|_| left &= left - 1);
                return Point(64 * word + left.trailing_zeros() as u16);
            }
            place -= here;
        }
        unreachable!("there is an empty cell while the game goes on")
    }
}

impl Deterministic for WideMnk {}
impl PerfectInfo for WideMnk {}
impl Sequential for WideMnk {}

impl Key for WideMnk {
    #[inline]
    fn key(&self) -> u64 {
        let size = u64::from_le_bytes([self.columns, self.rows, self.k, 0, 0, 0, 0, 0]);
        mix([size].into_iter().chain(self.marks.iter().flat_map(|marks| marks.0)))
    }
}

impl Notation for WideMnk {
    fn seat(&self, who: Player) -> String {
        seat_name(who.0)
    }

    fn action_name(&self, cell: Point) -> String {
        self.name(cell)
    }

    fn parse_action(&self, text: &str) -> Option<Point> {
        self.points().find(|&cell| self.name(cell) == text).filter(|&cell| self.is_open(cell))
    }

    fn position(&self) -> String {
        let symbol = |place| self.owner(self.point_at(place)).map_or('.', |seat| SYMBOLS[seat]);
        format!(
            "{} {}",
            self.board().rows_text(symbol),
            self.status.turn_name(self.mover(), SYMBOLS)
        )
    }

    fn parse_position(&self, text: &str) -> Result<Self, String> {
        let Some((rows, turn)) = text.split_once(' ') else {
            return Err(format!("{text:?} lacks who is to move, as in {:?}", self.position()));
        };
        let mut marks = [Marks::default(); 2];
        for (place, symbol) in self.board().parse_rows(rows, &SYMBOLS)? {
            marks[symbol].add(self.point_at(place));
        }
        let found = self.with_marks(marks)?;
        let right = found.status.turn_name(found.mover(), SYMBOLS);
        if turn != right {
            return Err(format!("{turn:?} is not to move here: after the board comes {right:?}"));
        }
        Ok(found)
    }
}

impl Picture for WideMnk {
    fn picture(view: &WideMnk, _: Player, last: Option<Point>) -> Scene {
        let square = |cell: Point| Square {
            piece: (view.owner(cell)).map(|seat| Piece::mark(SYMBOLS[seat], Player(seat))),
            last: last == Some(cell),
            ..Square::default()
        };
        let board = Board {
            shape: Shape::Squares,
            columns: view.columns.into(),
            cells: view.points().map(square).collect(),
            column_names: (0..view.columns.into()).map(column_name).collect(),
            row_names: (1..=view.rows).map(|row| row.to_string()).collect(),
        };
        Scene::default()
            .label(view.status.standing(view.mover(), SYMBOLS))
            .with(Part::Board(board.named()))
    }

    fn gesture(view: &WideMnk, _: Player, cell: Point) -> Gesture {
        Gesture::path([view.name(cell)])
    }
}

impl Evaluator<WideMnk> for OpenLines {
    fn evaluate(&mut self, state: &WideMnk, values: &mut [f64]) {
        let counts = state.lines().map(|line| {
            line.fold([0; 2], |mut counts, cell| {
                state.owner(cell).into_iter().for_each(|seat| counts[seat] += 1);
                counts
            })
        });
        opposed(lean(counts, state.k), values);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Mnk;
    use super::*;
    use crate::census::{moves, perft};
    use crate::policies::worth;
    use proptest::{prop_assert_eq, proptest};
    use sortilege::testing::{Contract, odds};

    fn wide(m: usize, n: usize, k: usize) -> WideMnk {
        WideMnk::new(m, n, k).unwrap()
    }

    #[test]
    fn keeps_the_contract() {
        for (m, n, k) in [(15, 15, 5), (19, 19, 6), (9, 8, 4), (13, 5, 3), (19, 4, 64), (4, 4, 4)] {
            let start = wide(m, n, k);
            let contract =
                Contract::new(&start).games(if m * n > 25 { 3 } else { 40 }).longest(m * n);
            let contract = contract.rules().chance().outcomes().hidden().observed();
            contract.notation().picture().evaluation(&mut OpenLines).key();
        }
    }

    /// On the boards that both types support, they play the same game: the same moves in the same
    /// order, the same results, texts, pictures and values, for any sequence of moves.
    #[test]
    fn it_is_the_game_of_small_boards() {
        let mut rng = Rng::new(1);
        for (m, n) in (1..=WIDEST).flat_map(|m| (1..=WIDEST.min(64 / m)).map(move |n| (m, n))) {
            for k in [1, 2, 3, 4, 5, 7, 19, 64] {
                let (mut large, mut small) = (wide(m, n, k), Mnk::new(m, n, k).unwrap());
                while small.turn() != Turn::Over {
                    let [points, cells] = [moves(&large).len(), moves(&small).len()];
                    assert_eq!(points, cells);
                    let at = rng.below(points);
                    let (point, cell) = (moves(&large)[at], moves(&small)[at]);
                    assert_eq!(large.action_name(point), small.action_name(cell));
                    (large, small) = (large.after(point), small.after(cell));
                    assert_eq!(
                        (large.turn(), large.position()),
                        (small.turn(), small.position()),
                        "{m},{n},{k}"
                    );
                    assert_eq!(
                        worth(OpenLines, &large, Player(0)),
                        worth(OpenLines, &small, Player(0))
                    );
                }
                assert_eq!(large.payoff(Player(0)), small.payoff(Player(0)), "{m},{n},{k}");
                let pictures = (
                    WideMnk::picture(&large, Player(0), None),
                    Mnk::picture(&small, Player(0), None),
                );
                assert_eq!(pictures.0, pictures.1);
            }
        }
    }

    #[test]
    fn perft_of_tic_tac_toe() {
        let counts = [9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872];
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&wide(3, 3, 3), depth), count, "depth {depth}");
        }
        assert_eq!(perft(&wide(19, 19, 5), 2), 361 * 360);
    }

    /// Every line of the largest board wins, and no line with a gap does.
    #[test]
    fn just_the_lines_win() {
        let start = wide(19, 19, 5);
        let lines: Vec<Vec<Point>> = start.lines().map(Iterator::collect).collect();
        assert_eq!(lines.len(), 2 * 19 * 15 + 2 * 15 * 15);
        for line in &lines {
            for &last in line {
                let mut marks = Marks::default();
                line.iter().for_each(|&cell| marks.add(cell));
                assert!(start.is_on_a_line(&marks, last) && start.has_line(&marks));
                marks.remove(last);
                assert!(!start.has_line(&marks), "{line:?} without {last:?}");
            }
        }
    }

    /// A run that crosses the end of a row is not a line.
    #[test]
    fn lines_do_not_wrap() {
        let start = wide(15, 15, 5);
        let mut marks = Marks::default();
        (13..18).for_each(|cell| marks.add(Point(cell)));
        assert!(!start.has_line(&marks));
    }

    /// 20,000 draws among the 224 remaining cells are uniform; false alarms are one in a million.
    #[test]
    fn cells_are_drawn_evenly() {
        let state = wide(15, 15, 5).after(Point(70));
        let (mut rng, mut counts) = (Rng::new(3), vec![0; 225]);
        (0..20_000)
            .for_each(|_| counts[usize::from(state.random_action(&mut vec![], &mut rng).0)] += 1);
        assert_eq!(counts.remove(70), 0);
        odds::fit(&counts, &[1.0 / 224.0; 224]).unwrap();
    }

    #[test]
    fn sizes_have_bounds() {
        for (m, n, k) in
            [(0, 3, 3), (20, 4, 3), (4, 20, 3), (19, 19, 65), (19, 19, 0), (usize::MAX, 2, 1)]
        {
            assert!(WideMnk::new(m, n, k).unwrap_err().contains("at most 19 each"));
        }
    }

    #[test]
    fn impossible_positions_are_refused() {
        for (position, reason) in [
            ("", "lacks who is to move"),
            ("X../.../... X", "is not to move here"),
            ("X./.../... O", "3 rows of 3 squares"),
            ("X../.x./... O", "is no square"),
            ("X../.X./... O", "one more"),
            ("XXX/OOO/... -", "but O marked last"),
            ("XXX/OO./... O", "after the board comes \"-\""),
        ] {
            let error = wide(3, 3, 3).parse_position(position).unwrap_err();
            assert!(error.contains(reason), "{position:?}: {error}");
        }
        let two_lines = wide(5, 3, 3).parse_position("XXX../OO.OO/XXX.O -").unwrap_err();
        assert!(two_lines.contains("no single last mark of X"), "{two_lines}");
    }

    proptest! {
        #[test]
        fn whatever_is_read_is_written_back(text in "[XO.]{3}/[XO.]{3}/[XO.]{3} [XO-]|[XO./ -]{0,14}|.{0,16}") {
            let both = (wide(3, 3, 3).parse_position(&text), Mnk::new(3, 3, 3).unwrap().parse_position(&text));
            prop_assert_eq!(both.0.is_ok(), both.1.is_ok());
            if let Ok(state) = both.0 {
                prop_assert_eq!(state.position(), text);
            }
        }
    }
}
