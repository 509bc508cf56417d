//! Phantom m,n,k-games: [m,n,k-games](crate::mnk) in which neither player sees the opponent's marks
//! (IS §VI).
//!
//! The rules are [`RULES`]; the default is 4,4,4. Rules version 1.
//!
//! **Environment.** A forced action of the environment, `valid` or `invalid`, answers every try, as
//! in IS. `valid` makes the mark.
//!
//! **Observations.** The player who tries observes the try and the answer. The opponent observes
//! neither, only that the turn has passed or how the game has ended. The opponent does not observe
//! failed tries, since IS does not mention that. In games that are [`PhantomMnk::noticed`], the
//! opponent observes that a try has failed, but not the cell.
//!
//! **Determinization.** The opponent's undiscovered marks lie on the cells that may hold them,
//! uniformly over all placements in which the opponent does not have a line yet, although chance
//! and random tries may favour some placements. The opponent's knowledge is not observable: a
//! determinized opponent knows of no mark, which costs at worst one try. If failed tries are
//! observed, the number of found marks is known, and their set is sampled uniformly.
//!
//! **Imperfect recall.** A view is a board, without the order of tries that led to it: the
//! 3,2,3-game has 6,770 information sets and 524 views.
//!
//! **Notation.** Cells as in m,n,k-games. A position is the rows from the top, with marks in lower
//! case if the opponent has found them, then who is to move (a dash once the game is over), then
//! the cell that awaits its answer, with a question mark: `X.../.o../..../.... X b3?`.
//!
//! **Known values.** With random tries X wins 31.66 %, O 26.72 % of 4,4,4: the marks are
//! distributed as in random play of the m,n,k-game. From `ox./.x./... O`, with all marks known to
//! both, 3,3,3 is worth 1/2 to X.

use crate::key::mix;
use crate::mnk::grid::{Grid, cells, choose, seat_name, some_of};
use crate::mnk::{Cell, Mnk};
use crate::status::{SYMBOLS, Status};
use sortilege::game::{
    Chance, Describe, Hidden, Key, Notation, Observe, Outcomes, Picture, Recall, Redeal, Sample,
    Sequential,
};
use sortilege::scene::{Gesture, Part, Scene};
use sortilege::{Game, Player, Rng, Turn};

#[doc = include_str!("phantom_mnk/rules.md")]
pub const RULES: &str = include_str!("phantom_mnk/rules.md");

/// A state of a phantom m,n,k-game, with all marks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PhantomMnk {
    board: Mnk,
    /// Marks that the opponent of their owner has found.
    known: u64,
    /// The cell of the try that awaits its answer, or nothing.
    pending: u64,
    /// Whether the opponent observes failed tries.
    noticed: bool,
}

/// A try, or the environment's answer to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// The player on turn tries to mark a cell.
    Try(Cell),
    /// The cell was empty and is now marked; the turn passes.
    Valid,
    /// The cell has a mark of the opponent; the player tries again.
    Invalid,
}

/// What a seat observes of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seen {
    /// A try of this seat.
    Tried(Cell),
    /// The seat's try succeeded.
    Valid,
    /// The seat's try failed.
    Invalid,
    /// A try of the opponent failed, in a game where this is observed.
    Refused,
    /// The opponent has marked a cell, and the game goes on.
    TurnPassed,
    /// The opponent has completed a line.
    Lost,
    /// The opponent has marked the last cell, without a line.
    Drawn,
}

/// A seat's information.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    grid: Grid,
    seat: Player,
    own: u64,
    /// Marks of the opponent that this seat has found.
    known: u64,
    /// The number of marks on the board.
    plies: u8,
    status: Status,
    /// The cell of this seat's try that awaits its answer, or nothing.
    pending: u64,
    /// Number of own marks that the opponent has found, if that is observed.
    found: Option<u8>,
}

impl PhantomMnk {
    /// The empty board of `m` columns and `n` rows, at most 64 cells, for lines of `k`.
    pub fn new(m: usize, n: usize, k: usize) -> Result<Self, String> {
        Ok(PhantomMnk { board: Mnk::new(m, n, k)?, known: 0, pending: 0, noticed: false })
    }

    /// The same game with or without observation of the opponent's failed tries.
    pub fn noticed(self, noticed: bool) -> Self {
        PhantomMnk { noticed, ..self }
    }

    /// Number of marks of `seat` that the opponent has found.
    #[inline]
    fn found(&self, seat: usize) -> u32 {
        (self.known & self.board.marks[seat]).count_ones()
    }

    /// The cells that `seat` may try.
    #[inline]
    fn tries(&self, seat: usize) -> u64 {
        let [own, theirs] = [self.board.marks[seat], self.board.marks[1 - seat]];
        self.board.grid.full() & !(own | self.known & theirs)
    }

    /// The answer to the current try.
    #[inline]
    fn answer(&self) -> Action {
        let theirs = self.board.marks[1 - self.board.mover()];
        if theirs & self.pending == 0 { Action::Valid } else { Action::Invalid }
    }

    /// The status of the game if the pending try is valid.
    fn status_if_valid(&self) -> Status {
        let mut board = self.board.clone();
        board.mark(self.pending);
        board.status
    }
}

/// The phantom 4,4,4-game of IS §VI.
impl Default for PhantomMnk {
    fn default() -> Self {
        PhantomMnk::new(4, 4, 4).expect("a board of 16 cells")
    }
}

impl Game for PhantomMnk {
    type Action = Action;
    const DRAWS_UNLISTED: bool = true;
    const HAS_MOVE_QUERY: bool = true;

    #[inline]
    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.pending != 0 { Turn::Chance } else { self.board.turn() }
    }

    #[inline]
    fn actions(&self, out: &mut Vec<Action>) {
        out.clear();
        out.extend(cells(self.tries(self.board.mover())).map(Action::Try));
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        if let Action::Try(cell) = action {
            debug_assert!(
                self.tries(self.board.mover()) & cell.bit() != 0,
                "{action:?} in {self:?}"
            );
            self.pending = cell.bit();
            return;
        }
        debug_assert_eq!(action, self.answer(), "in {self:?}");
        match action {
            Action::Valid => self.board.mark(self.pending),
            _ => self.known |= self.pending,
        }
        self.pending = 0;
    }

    #[inline]
    fn payoff(&self, who: Player) -> f64 {
        self.board.payoff(who)
    }

    #[inline]
    fn random_action(&self, _: &mut Vec<Action>, rng: &mut Rng) -> Action {
        Action::Try(Cell(rng.pick_bit(self.tries(self.board.mover())) as u8))
    }

    #[inline]
    fn allows(&self, action: Action) -> bool {
        matches!(action, Action::Try(cell) if self.tries(self.board.mover()) & cell.bit() != 0)
    }

    /// A player who tries random cells until one is empty marks a uniformly random empty cell.
    /// These are therefore random games of the open board, whatever the players know.
    fn random_games(&self, most: u32, rng: &mut Rng, sample: &mut Sample) -> u32 {
        let mut board = self.board.clone();
        // A pending try on an empty cell becomes a mark; on a taken cell the player tries again.
        if self.pending & board.empty() != 0 {
            board.mark(self.pending);
        }
        board.random_games(most, rng, sample)
    }

    #[inline]
    fn count_actions(&self) -> usize {
        self.tries(self.board.mover()).count_ones() as usize
    }
}

impl Sequential for PhantomMnk {}

impl Chance for PhantomMnk {
    #[inline]
    fn sample(&self, _: &mut Rng) -> Action {
        self.answer()
    }
}

impl Outcomes for PhantomMnk {
    fn outcomes(&self, out: &mut Vec<(Action, f64)>) {
        out.clear();
        out.push((self.answer(), 1.0));
    }
}

impl Hidden for PhantomMnk {
    type View = View;

    #[inline]
    fn view(&self, seat: Player) -> View {
        let Mnk { grid, marks, plies, status } = self.board;
        View {
            grid,
            seat,
            own: marks[seat.0],
            known: self.known & marks[1 - seat.0],
            plies,
            status,
            pending: if seat.0 == self.board.mover() { self.pending } else { 0 },
            found: self.noticed.then(|| self.found(seat.0) as u8),
        }
    }

    #[inline]
    fn determinize(view: &View, rng: &mut Rng) -> Self {
        let theirs =
            if view.lost() { view.place_with_line(rng) } else { view.place_without_line(rng) };
        let marks = if view.seat.0 == 0 { [view.own, theirs] } else { [theirs, view.own] };
        let board = Mnk { grid: view.grid, marks, plies: view.plies, status: view.status };
        let found = view.found.map_or(0, |found| some_of(view.own, found.into(), rng));
        PhantomMnk {
            board,
            known: view.known | found,
            pending: view.pending,
            noticed: view.found.is_some(),
        }
    }
}

impl View {
    #[inline]
    fn on_turn(&self) -> bool {
        usize::from(self.plies % 2) == self.seat.0
    }

    #[inline]
    fn lost(&self) -> bool {
        self.status == Status::Won && self.on_turn()
    }

    /// Number of the opponent's marks: X has the odd one.
    #[inline]
    fn opposing(&self) -> u32 {
        (u32::from(self.plies) + self.seat.0 as u32) / 2
    }

    /// Number of the opponent's undiscovered marks.
    #[inline]
    fn missing(&self) -> u32 {
        self.opposing() - self.known.count_ones()
    }

    /// The cells whose content this seat does not know.
    #[inline]
    fn unknown(&self) -> u64 {
        self.grid.full() & !(self.own | self.known)
    }

    /// Samples the opponent's marks, uniformly over the sets without a line, by rejection. Most
    /// sets have no line: otherwise the game would hardly have lasted so long.
    #[inline]
    fn place_without_line(&self, rng: &mut Rng) -> u64 {
        loop {
            let marks = self.known | some_of(self.unknown(), self.missing(), rng);
            if self.opposing() < u32::from(self.grid.k()) || !self.grid.has_line(marks) {
                return marks;
            }
        }
    }

    /// Samples the opponent's marks, uniformly over the sets that the last mark can have turned
    /// into a win.
    ///
    /// Random marks seldom contain a line. The line is therefore drawn first, in proportion to the
    /// number of ways to add the other marks. A set with n lines can be drawn in n ways and is
    /// accepted with probability 1/n. The last mark has not been found, since this seat had no turn
    /// after it.
    fn place_with_line(&self, rng: &mut Rng) -> u64 {
        let (unknown, missing) = (self.unknown(), self.missing());
        let ways = |line: u64| match (line & unknown).count_ones() {
            _ if line & self.own != 0 => 0.0,
            new if new > missing => 0.0,
            new => choose(unknown.count_ones() - new, missing - new),
        };
        let total: f64 = self.grid.lines().map(ways).sum();
        loop {
            let mut left = rng.unit() * total;
            let drawn = |&line: &u64| {
                left -= ways(line);
                left < 0.0
            };
            // Rounding may leave a small remainder after the last line: draw again.
            let Some(line) = self.grid.lines().find(drawn) else { continue };
            let rest = missing - (line & unknown).count_ones();
            let marks = self.known | line | some_of(unknown & !line, rest, rng);
            let lines = self.grid.lines().filter(|line| marks & line == *line).count();
            if rng.below(lines) == 0 && self.grid.ended_by_one_of(marks & !self.known, marks) {
                return marks;
            }
        }
    }
}

impl Observe for PhantomMnk {
    type Seen = Seen;
    /// A board does not record the order of tries.
    const RECALL: Recall = Recall::Forgets;

    #[inline]
    fn seen(&self, action: Action, Player(who): Player) -> Option<Seen> {
        let mine = who == self.board.mover();
        match action {
            Action::Try(cell) => mine.then_some(Seen::Tried(cell)),
            Action::Invalid if mine => Some(Seen::Invalid),
            Action::Invalid => self.noticed.then_some(Seen::Refused),
            Action::Valid if mine => Some(Seen::Valid),
            Action::Valid => Some(match self.status_if_valid() {
                Status::Playing => Seen::TurnPassed,
                Status::Won => Seen::Lost,
                Status::Drawn => Seen::Drawn,
            }),
        }
    }
}

impl Redeal for PhantomMnk {
    /// The hidden parts are the opponent's undiscovered marks, the own marks that the opponent has
    /// found, and the opponent's try.
    fn redeal(&self, Player(who): Player, rng: &mut Rng) -> Self {
        let (own, theirs) = (self.board.marks[who], self.board.marks[1 - who]);
        let found = theirs & self.known;
        let mut free: Vec<Cell> = cells(self.board.grid.full() & !(own | found)).collect();
        // Where marks with a line are rare, as after a loss, rejection might take too many tries.
        for _ in 0..100 {
            rng.shuffle(&mut free);
            let lost = free.iter().take((theirs & !found).count_ones() as usize);
            let theirs = lost.fold(found, |marks, cell| marks | cell.bit());
            let theirs_known = match self.noticed {
                true => some_of(own, self.found(who), rng),
                false => own & rng.bits(),
            };
            let known = found | theirs_known;
            let marks = if who == 0 { [own, theirs] } else { [theirs, own] };
            if self.board.grid.plies_and_status(marks, known)
                != Ok((self.board.plies, self.board.status))
            {
                continue;
            }
            let mut twin = self.clone();
            (twin.board.marks, twin.known) = (marks, known);
            if self.pending != 0 && who != self.board.mover() {
                twin.pending = Cell(rng.pick_bit(twin.tries(1 - who)) as u8).bit();
            }
            return twin;
        }
        self.clone()
    }

    /// The opponent does not observe a try.
    fn disguise(&self, action: Action, Player(who): Player, rng: &mut Rng) -> Action {
        match action {
            Action::Try(_) if who != self.board.mover() => {
                Action::Try(Cell(rng.pick_bit(self.tries(1 - who)) as u8))
            }
            _ => action,
        }
    }
}

impl Key for PhantomMnk {
    #[inline]
    fn key(&self) -> u64 {
        mix([self.board.key(), self.known, self.pending])
    }
}

impl Notation for PhantomMnk {
    fn seat(&self, who: Player) -> String {
        seat_name(who.0)
    }

    fn action_name(&self, action: Action) -> String {
        match action {
            Action::Try(cell) => self.board.grid.cell_name(cell),
            Action::Valid => "valid".into(),
            Action::Invalid => "invalid".into(),
        }
    }

    fn parse_action(&self, text: &str) -> Option<Action> {
        match self.turn() {
            Turn::Chance => Some(self.answer()).filter(|&answer| self.action_name(answer) == text),
            Turn::Player(who) => {
                self.board.grid.parse_cell(text, self.tries(who.0)).map(Action::Try)
            }
            _ => None,
        }
    }

    fn position_words(&self) -> String {
        let marks = |who: usize| {
            let all: Vec<String> =
                cells(self.board.marks[who]).map(|cell| self.board.grid.cell_name(cell)).collect();
            format!(
                "{} has {}",
                seat_name(who),
                if all.is_empty() { "nothing".to_string() } else { all.join(", ") }
            )
        };
        [0, 1].map(marks).join("; ")
    }

    fn position(&self) -> String {
        let Mnk { grid, marks, plies, status } = self.board;
        let symbol = |cell: Cell| {
            let mark = (0..2)
                .find(|&seat| marks[seat] & cell.bit() != 0)
                .map_or('.', |seat| SYMBOLS[seat]);
            if self.known & cell.bit() != 0 { mark.to_ascii_lowercase() } else { mark }
        };
        let pending: String =
            cells(self.pending).map(|cell| format!(" {}?", grid.cell_name(cell))).collect();
        format!(
            "{} {}{pending}",
            grid.rows_text(symbol),
            status.turn_name(usize::from(plies % 2), SYMBOLS)
        )
    }

    fn parse_position(&self, text: &str) -> Result<Self, String> {
        let grid = self.board.grid;
        let words: Vec<&str> = text.split(' ').collect();
        let (rows, turn, pending) = match words[..] {
            [rows, turn] => (rows, turn, None),
            [rows, turn, pending] => (rows, turn, Some(pending)),
            _ => {
                return Err(format!(
                    "{text:?} is not a board and who is to move, as in {:?}",
                    self.position()
                ));
            }
        };
        let [x, o, known_x, known_o] = grid.parse_rows(rows, ['X', 'O', 'x', 'o'])?;
        let (marks, known) = ([x | known_x, o | known_o], known_x | known_o);
        let (plies, status) = grid.plies_and_status(marks, known)?;
        let right = status.turn_name(usize::from(plies % 2), SYMBOLS);
        if turn != right {
            return Err(format!("{turn:?} is not to move here: after the board comes {right:?}"));
        }
        let board = Mnk { grid, marks, plies, status };
        let mut state = PhantomMnk { board, known, pending: 0, noticed: self.noticed };
        if let Some(text) = pending {
            let cell = text.strip_suffix('?').and_then(|name| state.parse_action(name));
            let Some(Action::Try(cell)) = cell else {
                return Err(format!(
                    "{text:?} is no try: it is a cell that {turn} can try, and a question mark"
                ));
            };
            state.apply(Action::Try(cell));
        }
        Ok(state)
    }
}

impl Describe for PhantomMnk {
    fn describe(view: &View, Player(seat): Player, seen: Seen) -> String {
        let tried =
            || cells(view.pending).map(|cell| view.grid.cell_name(cell)).collect::<String>();
        let opponent = seat_name(1 - seat);
        match seen {
            Seen::Tried(cell) => view.grid.cell_name(cell),
            Seen::Valid => format!("{} is yours", tried()),
            Seen::Invalid => format!("you find {opponent} at {}", tried()),
            Seen::Refused => format!("{opponent} has run into a mark of yours"),
            Seen::TurnPassed => format!("{opponent} has marked a cell"),
            Seen::Lost => format!("{opponent} has completed a line"),
            Seen::Drawn => format!("{opponent} has marked the last cell"),
        }
    }
}

impl Picture for PhantomMnk {
    fn picture(view: &View, Player(seat): Player, last: Option<Seen>) -> Scene {
        let owner = |cell: Cell| match [view.own, view.known].map(|marks| marks & cell.bit() != 0) {
            [true, _] => Some(seat),
            [_, true] => Some(1 - seat),
            _ => None,
        };
        let last = match last {
            Some(Seen::Tried(cell)) => Some(cell),
            _ => cells(view.pending).next(),
        };
        let (opponent, marks, found) =
            (SYMBOLS[1 - seat], view.opposing(), view.known.count_ones());
        let scene = Scene::default()
            .label(view.status.standing(usize::from(view.plies % 2), SYMBOLS))
            .with(Part::Board(view.grid.draw(owner, last)))
            .label(format!("Marks of {opponent}: {marks}, found: {found}"));
        match view.found {
            Some(found) => {
                scene.label(format!("Marks of yours that {opponent} has found: {found}"))
            }
            None => scene,
        }
    }

    fn gesture(view: &View, _: Player, action: Action) -> Gesture {
        match action {
            Action::Try(cell) => Gesture::path([view.grid.cell_name(cell)]),
            _ => unreachable!("a seat tries cells, and {action:?} is an answer"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::{moves, perft};
    use crate::mnk::oracle::{RANDOM_333, assert_random_444, random_play};
    use proptest::{prop_assert_eq, proptest};
    use sortilege::testing::beliefs::{self, Promise};
    use sortilege::testing::{Contract, odds};
    use std::collections::{HashMap, HashSet};

    #[test]
    fn rules_can_be_followed() {
        sortilege::testing::handbook(&PhantomMnk::default(), RULES);
    }

    const X: Player = Player(0);
    const O: Player = Player(1);

    fn phantom(m: usize, n: usize, k: usize) -> PhantomMnk {
        PhantomMnk::new(m, n, k).unwrap()
    }

    fn at(start: PhantomMnk, position: &str) -> PhantomMnk {
        start.parse_position(position).unwrap_or_else(|error| panic!("{position}: {error}"))
    }

    /// Tries `cell` and applies the answer.
    fn tried(state: &PhantomMnk, cell: u8) -> PhantomMnk {
        let asked = state.after(Action::Try(Cell(cell)));
        asked.after(asked.answer())
    }

    fn tries(state: &PhantomMnk) -> Vec<u8> {
        let cell = |action| match action {
            Action::Try(Cell(cell)) => cell,
            _ => panic!("{action:?} is no try"),
        };
        moves(state).into_iter().map(cell).collect()
    }

    #[test]
    fn keeps_the_contract() {
        let sizes = [
            (4, 4, 4),
            (3, 3, 3),
            (2, 2, 2),
            (4, 3, 2),
            (5, 1, 3),
            (1, 1, 1),
            (3, 2, 4),
            (6, 6, 4),
            (64, 1, 3),
        ];
        for (m, n, k) in sizes {
            let start = phantom(m, n, k);
            let contract = Contract::new(&start)
                .games(if m * n > 25 { 4 } else { 50 })
                .longest(2 * (m * n) * (m * n));
            contract.rules().chance().outcomes().hidden().observed().notation().picture().key();
        }
        let noticed = phantom(4, 4, 4).noticed(true);
        Contract::new(&noticed)
            .rules()
            .chance()
            .outcomes()
            .hidden()
            .observed()
            .notation()
            .picture()
            .key();
    }

    #[test]
    fn what_is_hidden_does_not_show() {
        for (m, n, k, games) in [(4, 4, 4, 20), (3, 3, 3, 50), (4, 3, 2, 50), (6, 6, 4, 4)] {
            Contract::new(&phantom(m, n, k)).games(games).twins();
        }
        Contract::new(&phantom(3, 2, 3)).recall();
        Contract::new(&phantom(3, 3, 3).noticed(true)).games(50).twins();
        Contract::new(&phantom(3, 2, 3).noticed(true)).recall();
    }

    /// The distribution is uniform over the places of the opponent's marks; nothing else is
    /// promised.
    #[test]
    fn beliefs_are_uniform() {
        for (m, n, k, views) in [(2, 2, 2, 20), (4, 1, 2, 20), (4, 1, 3, 40), (5, 1, 3, 100)] {
            let marks = |state: &PhantomMnk, who: Player| state.board.marks[1 - who.0];
            for noticed in [false, true] {
                let compared =
                    beliefs::test(&phantom(m, n, k).noticed(noticed), Promise::Uniform, marks);
                assert!(compared >= views, "{m},{n},{k}: {compared}");
            }
        }
    }

    /// X observes that O has found a mark, and the number of found marks. X can only guess which
    /// one; all guesses are equally likely.
    #[test]
    fn a_failed_try_can_be_noticed() {
        let start = at(phantom(3, 3, 3).noticed(true), "X.X/.../..O O a1?");
        assert_eq!(
            [X, O].map(|seat| start.seen(Action::Invalid, seat)),
            [Some(Seen::Refused), Some(Seen::Invalid)]
        );
        let failed = start.after(Action::Invalid);
        let (view, mut rng, mut counts) = (failed.view(X), Rng::new(1), [0; 2]);
        assert_ne!(view, start.view(X));
        for _ in 0..2000 {
            let drawn = PhantomMnk::determinize(&view, &mut rng);
            counts[usize::from(drawn.known == Cell(0).bit())] += 1;
            assert_eq!(drawn.found(0), 1);
        }
        odds::fit(&counts, &[0.5, 0.5]).unwrap();
        let silent = at(phantom(3, 3, 3), "X.X/.../..O O a1?");
        assert_eq!(silent.seen(Action::Invalid, X), None);
        assert_eq!(silent.after(Action::Invalid).view(X), silent.view(X));
    }

    /// Example 1.
    #[test]
    fn a_failed_try_keeps_the_turn() {
        let start = phantom(3, 3, 3);
        assert_eq!(tries(&start), (0..9).collect::<Vec<_>>());
        assert!((0..9).all(|cell| tried(&start, cell).turn() == Turn::Player(O)));
        let state = tried(&start, 4);
        assert_eq!(tries(&state), (0..9).collect::<Vec<_>>());
        let failed = tried(&state, 4);
        assert_eq!(
            (failed.turn(), tries(&failed)),
            (Turn::Player(O), vec![0, 1, 2, 3, 5, 6, 7, 8])
        );
        let passed = tried(&failed, 0);
        assert_eq!(
            (passed.turn(), tries(&passed)),
            (Turn::Player(X), vec![0, 1, 2, 3, 5, 6, 7, 8])
        );
    }

    /// Example 2, with the observations of each seat.
    #[test]
    fn a_game_as_the_seats_see_it() {
        let mut state = phantom(3, 3, 3);
        let mut seen = [vec![], vec![]];
        for cell in [4, 4, 0, 0, 8] {
            for _ in 0..2 {
                let action = if state.turn() == Turn::Chance {
                    state.answer()
                } else {
                    Action::Try(Cell(cell))
                };
                (0..2).for_each(|seat| seen[seat].extend(state.seen(action, Player(seat))));
                state.apply(action);
            }
        }
        assert_eq!(state.position(), "o../.x./..X O");
        assert_eq!(tries(&state), [1, 2, 3, 5, 6, 7, 8]);
        assert_eq!(tried(&state, 8).position(), "o../.x./..x O");
        use Seen::{Invalid, Tried, TurnPassed, Valid};
        let [x, o] = seen;
        assert_eq!(
            x,
            [Tried(Cell(4)), Valid, TurnPassed, Tried(Cell(0)), Invalid, Tried(Cell(8)), Valid]
        );
        assert_eq!(o, [TurnPassed, Tried(Cell(4)), Invalid, Tried(Cell(0)), Valid, TurnPassed]);
    }

    /// All placements of the opponent's marks that are consistent with `view`, by trying every set
    /// of cells.
    fn placements(view: &View) -> Vec<u64> {
        let lines: Vec<u64> = view.grid.lines().collect();
        let has_line = |marks: u64| lines.iter().any(|line| marks & line == *line);
        let possible = |marks: &u64| match view.lost() {
            true => {
                has_line(*marks)
                    && cells(marks & !view.known).any(|cell| !has_line(marks & !cell.bit()))
            }
            false => !has_line(*marks),
        };
        (0..=view.grid.full())
            .filter(|marks| marks & view.own == 0 && marks & view.known == view.known)
            .filter(|marks| marks.count_ones() == view.opposing())
            .filter(possible)
            .collect()
    }

    /// Samples determinizations from the view of `seat`: there are `count`, and all are equally
    /// likely.
    fn assert_uniform(state: &PhantomMnk, seat: Player, count: usize) {
        let (view, mut rng) = (state.view(seat), Rng::new(3));
        let all = placements(&view);
        assert_eq!(all.len(), count, "{}", state.position());
        let mut counts = vec![0; count];
        for _ in 0..100 * count {
            let drawn = PhantomMnk::determinize(&view, &mut rng);
            assert_eq!(drawn.view(seat), view);
            let theirs = drawn.board.marks[1 - seat.0];
            counts[all.iter().position(|&marks| marks == theirs).expect("a possible placement")] +=
                1;
        }
        odds::fit(&counts, &vec![1.0 / count as f64; count]).unwrap();
    }

    /// Example 3.
    #[test]
    fn determinizations_in_the_opening() {
        let first = tried(&phantom(4, 4, 4), 5);
        assert_uniform(&first, O, 16);
        assert_uniform(&tried(&first, 5), O, 1);
        assert_uniform(&tried(&first, 0), X, 15);
    }

    /// Example 4.
    #[test]
    fn the_third_in_a_row_wins_if_the_cell_is_empty() {
        let won = tried(&at(phantom(3, 3, 3), "XX./O.O/... X"), 2);
        assert_eq!((won.turn(), won.payoff(X), won.payoff(O)), (Turn::Over, 1.0, -1.0));
        let failed = tried(&at(phantom(3, 3, 3), "XXO/O../... X"), 2);
        assert_eq!((failed.turn(), tries(&failed)), (Turn::Player(X), vec![3, 4, 5, 6, 7, 8]));
    }

    /// Example 5.
    #[test]
    fn a_line_of_the_opponent_is_ruled_out() {
        assert_uniform(&at(phantom(3, 3, 3), "OO./.XX/O.X X"), X, 18);
    }

    /// A try that awaits its answer carries no information, neither for the player who tries nor
    /// for the opponent.
    #[test]
    fn a_pending_try_rules_nothing_out() {
        let asked = at(phantom(3, 3, 3), "OO./.XX/O.X X").after(Action::Try(Cell(0)));
        assert_uniform(&asked, X, 18);
        let (pending, before) =
            (at(phantom(3, 3, 3), "X../.../... O a1?"), at(phantom(3, 3, 3), "X../.../... O"));
        assert_eq!(pending.view(X), before.view(X));
        assert_ne!(pending.view(O), before.view(O));
    }

    /// Finished games from the viewpoint of the winner, of the loser, and after a draw. Some of the
    /// losing sets of marks have two lines. An independent program computed the counts.
    #[test]
    fn determinizations_of_finished_games() {
        assert_uniform(&at(phantom(3, 3, 3), "XXX/OO./... -"), O, 3);
        assert_uniform(&at(phantom(3, 3, 3), "XXX/Oo./... -"), X, 5);
        assert_uniform(&at(phantom(3, 3, 3), "XOX/XOO/OXX -"), X, 1);
        assert_uniform(&at(phantom(4, 3, 3), "XXXX/OO.O/xO.. -"), O, 15);
        assert_uniform(&at(phantom(5, 2, 2), "XX.x./O..O. -"), O, 15);
        assert_uniform(&at(phantom(6, 2, 2), "XX.x.X/O.O.O. -"), O, 27);
        assert_uniform(&at(phantom(4, 4, 3), "XXXX/OO.O/X.O./.... -"), O, 222);
    }

    /// Example 6.
    #[test]
    fn the_last_empty_cell_is_found() {
        let mut state = at(phantom(3, 3, 3), "XOX/XOO/OX. X");
        for cell in [1, 4, 5, 6, 8] {
            assert_eq!(state.turn(), Turn::Player(X));
            state = tried(&state, cell);
        }
        assert_eq!((state.turn(), state.payoff(X), state.payoff(O)), (Turn::Over, 0.0, 0.0));
        assert_eq!(state.position(), "XoX/Xoo/oXX -");
    }

    #[test]
    fn the_end_is_seen_by_both() {
        let end = |position| {
            let asked = at(phantom(3, 3, 3), position);
            [X, O].map(|seat| asked.seen(Action::Valid, seat))
        };
        assert_eq!(end("XX./OO./... X c1?"), [Some(Seen::Valid), Some(Seen::Lost)]);
        assert_eq!(end("XOX/XOO/OX. X c3?"), [Some(Seen::Valid), Some(Seen::Drawn)]);
        assert_eq!(end("XX./OO./... X c3?"), [Some(Seen::Valid), Some(Seen::TurnPassed)]);
    }

    /// The number of sequences of tries, counted by an independent program; OpenSpiel's
    /// `phantom_ttt` agrees.
    #[test]
    fn perft_of_tries() {
        for (depth, count) in (1..).zip([9, 81, 648, 5112, 36_288, 233_352]) {
            assert_eq!(perft(&phantom(3, 3, 3), depth), count, "3,3,3 at depth {depth}");
        }
        for (depth, count) in (1..).zip([16, 256, 3840, 57_360]) {
            assert_eq!(perft(&phantom(4, 4, 4), depth), count, "4,4,4 at depth {depth}");
        }
    }

    #[test]
    fn random_tries_are_worth_what_random_moves_are() {
        let found = random_play(
            &phantom(3, 3, 3),
            &|state: &PhantomMnk| state.board.plies,
            &mut HashMap::new(),
        );
        for (found, right) in found.iter().zip(RANDOM_333) {
            assert!((found - right).abs() < 1e-12, "{found} instead of {right}");
        }
        assert_random_444(&phantom(4, 4, 4), |state: &PhantomMnk| state.board.plies, 200_000);
    }

    /// Counts over all histories of a game: information sets of each seat on turn, and finished
    /// games.
    #[derive(Default)]
    struct Census {
        sets: [HashSet<Vec<Seen>>; 2],
        ends: u64,
    }

    impl Census {
        fn count(&mut self, state: &PhantomMnk, seen: &[Vec<Seen>; 2]) {
            let actions = match state.turn() {
                Turn::Over => return self.ends += 1,
                Turn::Chance => vec![state.answer()],
                _ => moves(state),
            };
            if let Turn::Player(who) = state.turn() {
                self.sets[who.0].insert(seen[who.0].clone());
            }
            for action in actions {
                let mut seen = seen.clone();
                (0..2).for_each(|seat| seen[seat].extend(state.seen(action, Player(seat))));
                self.count(&state.after(action), &seen);
            }
        }
    }

    /// Numbers from an independent tree builder.
    #[test]
    fn information_sets_of_small_games() {
        for ((m, n, k), sets, ends) in
            [((5, 1, 3), [406, 171], 5880), ((3, 2, 3), [1027, 5743], 171_360)]
        {
            let mut census = Census::default();
            census.count(&phantom(m, n, k), &Default::default());
            assert_eq!(
                (census.sets.map(|sets| sets.len()), census.ends),
                (sets, ends),
                "{m},{n},{k}"
            );
        }
    }

    /// The solved positions of 3,3,3 in which both players know all marks: neither tries a marked
    /// cell.
    #[test]
    fn marks_known_to_both() {
        let boards = [
            "ox./.x./...",
            "x../.x./..o",
            "xo./.x./...",
            "x../.xo/...",
            "x.x/.o./...",
            "x../.o./..x",
            ".x./.ox/...",
            "x../.ox/...",
        ];
        for board in boards {
            let state = at(phantom(3, 3, 3), &format!("{board} O"));
            assert_eq!(state.turn(), Turn::Player(O));
            assert_eq!(
                tries(&state),
                cells(state.board.empty()).map(|cell| cell.0).collect::<Vec<_>>()
            );
            assert_eq!(
                tries(&tried(&state, 7)),
                tries(&state),
                "X knows nothing of the new mark in {board}"
            );
        }
    }

    #[test]
    fn the_picture_shows_what_the_seat_knows() {
        let state = at(phantom(3, 3, 3), "oX./.xO/... X");
        let Part::Board(board) = &PhantomMnk::picture(&state.view(X), X, None).parts[1] else {
            panic!("the board comes second")
        };
        let text = |piece: &Option<sortilege::scene::Piece>| {
            piece.as_ref().map_or(".".into(), |piece| piece.text.clone())
        };
        assert_eq!(
            board.cells.iter().map(|cell| text(&cell.piece)).collect::<String>(),
            "OX..X...."
        );
        let c2 = state.parse_action("c2").expect("X does not know of the mark there");
        assert_eq!(PhantomMnk::gesture(&state.view(X), X, c2), Gesture::path(["c2"]));
    }

    #[test]
    fn impossible_positions_are_refused() {
        for (position, reason) in [
            ("", "is not a board"),
            ("X../.../... O b2? c3?", "is not a board"),
            ("X../.../... X", "is not to move here"),
            ("X../.../... O b2", "is no try"),
            ("X../.../... O d4?", "is no try"),
            ("x../.../... O a1?", "is no try"),
            ("XXX/OO./... - c3?", "is no try"),
            ("X../Y../... O", "is no square"),
            ("XX./.../... O", "one more"),
            ("XXX/OOO/... -", "but O marked last"),
            ("xxx/OO./... -", "no single last mark of X"),
            ("xox/xoo/oxx -", "no single last mark of X"),
        ] {
            let error = phantom(3, 3, 3).parse_position(position).unwrap_err();
            assert!(error.contains(reason), "{position:?}: {error}");
        }
    }

    proptest! {
        #[test]
        fn whatever_is_read_is_written_back(
            text in "[XOxo.]{3}/[xo.]{3}/[XO.]{3} [XO-]( [a-d][1-4]\\?)?|[XOxo./ ?ab123-]{0,18}|.{0,16}",
        ) {
            let start = phantom(3, 3, 3);
            if let Ok(state) = start.parse_position(&text) {
                prop_assert_eq!(state.position(), text);
                let mut rng = Rng::new(1);
                for seat in [X, O] {
                    let view = state.view(seat);
                    prop_assert_eq!(PhantomMnk::determinize(&view, &mut rng).view(seat), view);
                }
            }
        }
    }
}
