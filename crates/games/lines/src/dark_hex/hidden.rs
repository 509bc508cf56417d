//! What a seat knows and notices of Dark Hex, and what may be the truth then.

use super::board::Rhombus;
use super::{Action, DarkHex, Reveal};
use crate::mnk::Cell;
use crate::mnk::grid::{cells, choose, some_of};
use crate::status::Status;
use sortilege::game::{Hidden, Observe, Recall, Redeal};
use sortilege::{Player, Rng};

/// What a seat notices of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seen {
    /// An own try.
    Tried(Cell),
    /// An own try succeeded, and the game goes on.
    Placed,
    /// An own try failed.
    Taken,
    /// The turn of the opponent is over, and the game goes on.
    TurnPassed,
    /// An own stone has joined the edges, and these are the opponent's stones, a bit for each cell.
    Won(u64),
    /// The opponent has joined his edges, and these are his stones, a bit for each cell.
    Lost(u64),
}

/// What a seat knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    pub(super) board: Rhombus,
    pub(super) reveal: Reveal,
    pub(super) seat: Player,
    /// Whose turn it is, or would be if the game were not over.
    pub(super) mover: u8,
    pub(super) status: Status,
    /// How many turns the opponent has had.
    pub(super) turns: u8,
    pub(super) own: u64,
    /// Stones of the opponent that this seat has run into.
    pub(super) known: u64,
    /// All stones of the opponent, once the game is over.
    pub(super) shown: u64,
    /// The cell whose try by this seat awaits its answer, or nothing.
    pub(super) pending: u64,
}

impl Hidden for DarkHex {
    type View = View;

    #[inline]
    fn view(&self, seat: Player) -> View {
        let (own, theirs) = (self.stones[seat.0], self.stones[1 - seat.0]);
        View {
            board: self.board,
            reveal: self.reveal,
            seat,
            mover: self.mover,
            status: self.status,
            turns: self.turns(1 - seat.0) as u8,
            own,
            known: self.known & theirs,
            shown: if self.status == Status::Playing { 0 } else { theirs },
            pending: if seat.0 == self.mover() { self.pending } else { 0 },
        }
    }

    #[inline]
    fn determinize(view: &View, rng: &mut Rng) -> Self {
        let theirs = if view.status == Status::Playing { view.place(rng) } else { view.shown };
        let stones = if view.seat.0 == 0 { [view.own, theirs] } else { [theirs, view.own] };
        let View { board, reveal, mover, status, known, pending, .. } = *view;
        let mut state = DarkHex { board, reveal, mover, status, stones, known, pending };
        if reveal == Reveal::Abrupt {
            state.known |= view.found(theirs, &state, rng);
        }
        state
    }
}

impl View {
    /// The cells of which this seat knows nothing.
    #[inline]
    fn unknown(&self) -> u64 {
        self.board.full() & !(self.own | self.known)
    }

    /// How few and how many stones the opponent can have that were not found.
    ///
    /// In the abrupt game each of his turns is a stone of his or a stone of mine that he has found,
    /// and of those there are no more than I have. His turns can have come in any order, so nothing
    /// else bounds them; only the first turn of all finds an empty board.
    #[inline]
    fn missing(&self) -> [u32; 2] {
        let [turns, own, known] =
            [u32::from(self.turns), self.own.count_ones(), self.known.count_ones()];
        let most = turns - known;
        match self.reveal {
            Reveal::Classical => [most, most],
            Reveal::Abrupt => {
                let began = u32::from(self.seat.0 == 1 && turns > 0);
                let least = turns.saturating_sub(own).max(began).saturating_sub(known);
                [least, most.min(self.unknown().count_ones())]
            }
        }
    }

    /// The opponent's stones while the game goes on, uniformly among those that do not join his
    /// edges.
    #[inline]
    fn place(&self, rng: &mut Rng) -> u64 {
        let unknown = self.unknown();
        loop {
            let stones = self.known | some_of(unknown, self.number(unknown.count_ones(), rng), rng);
            if !self.board.joins(1 - self.seat.0, stones) {
                return stones;
            }
        }
    }

    /// How many stones were not found: each number as likely as there are ways to place so many.
    #[inline]
    fn number(&self, cells: u32, rng: &mut Rng) -> u32 {
        let [least, most] = self.missing();
        if least == most {
            return most;
        }
        let ways = |number: u32| choose(cells, number);
        let mut left = rng.unit() * (least..=most).map(ways).sum::<f64>();
        let drawn = |&number: &u32| {
            left -= ways(number);
            left < 0.0
        };
        // Rounding may leave a crumb after the last.
        (least..=most).find(drawn).unwrap_or(most)
    }

    /// The own stones that the opponent has found in the abrupt game if he has these. A stone that
    /// has just ended the game is none of them.
    fn found(&self, theirs: u64, state: &DarkHex, rng: &mut Rng) -> u64 {
        let count = u32::from(self.turns) - theirs.count_ones();
        let won = self.status == Status::Won && usize::from(self.mover) != self.seat.0;
        loop {
            let found = some_of(self.own, count, rng);
            if !won || state.joined_by_one_of(self.seat.0, self.own & !found, self.own) {
                return found;
            }
        }
    }
}

impl Observe for DarkHex {
    type Seen = Seen;
    /// A board has no order of tries.
    const RECALL: Recall = Recall::Forgets;

    #[inline]
    fn seen(&self, action: Action, Player(who): Player) -> Option<Seen> {
        let mover = self.mover();
        let mine = who == mover;
        match action {
            Action::Try(cell) => mine.then_some(Seen::Tried(cell)),
            Action::Taken if mine => Some(Seen::Taken),
            Action::Taken => (self.reveal == Reveal::Abrupt).then_some(Seen::TurnPassed),
            Action::Placed => {
                let stones = self.stones[mover] | self.pending;
                Some(match (self.board.joins(mover, stones), mine) {
                    (false, true) => Seen::Placed,
                    (false, false) => Seen::TurnPassed,
                    (true, true) => Seen::Won(self.stones[1 - mover]),
                    (true, false) => Seen::Lost(stones),
                })
            }
        }
    }
}

impl Redeal for DarkHex {
    /// Hidden are the opponent's stones that were not found while the game goes on, which own
    /// stones he has found, and his try.
    fn redeal(&self, Player(who): Player, rng: &mut Rng) -> Self {
        let (own, theirs) = (self.stones[who], self.stones[1 - who]);
        let met = theirs & self.known;
        let mut free: Vec<Cell> = cells(self.board.full() & !(own | met)).collect();
        // Where few stones are possible, it may take too many tries.
        for _ in 0..100 {
            rng.shuffle(&mut free);
            let unmet = match self.reveal {
                Reveal::Classical => (theirs & !met).count_ones() as usize,
                Reveal::Abrupt => rng.below(free.len() + 1),
            };
            let theirs = match self.status {
                Status::Playing => {
                    free[..unmet].iter().fold(met, |stones, cell| stones | cell.bit())
                }
                _ => theirs,
            };
            let known = met | own & rng.bits();
            let stones = if who == 0 { [own, theirs] } else { [theirs, own] };
            let mut twin = DarkHex { stones, known, ..self.clone() };
            let fits = twin.judge(stones, known) == Ok((self.mover(), self.status));
            if !fits || twin.turns(1 - who) != self.turns(1 - who) {
                continue;
            }
            if self.pending != 0 && who != self.mover() {
                twin.pending = Cell(rng.pick_bit(twin.tries(1 - who)) as u8).bit();
            }
            return twin;
        }
        self.clone()
    }

    /// The opponent does not notice a try.
    fn disguise(&self, action: Action, Player(who): Player, rng: &mut Rng) -> Action {
        match action {
            Action::Try(_) if who != self.mover() => {
                Action::Try(Cell(rng.pick_bit(self.tries(1 - who)) as u8))
            }
            _ => action,
        }
    }
}
