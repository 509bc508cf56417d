//! Hidden information of Dark Hex: observations, views, and sampling of consistent states.

use super::board::Rhombus;
use super::{Action, DarkHex, Reveal};
use crate::mnk::Cell;
use crate::mnk::grid::{cells, choose, some_of};
use crate::status::Status;
use sortilege::game::{Hidden, Observe, Recall, Redeal};
use sortilege::{Player, Rng};

/// What a seat observes of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seen {
    /// A try of this seat.
    Tried(Cell),
    /// The seat's try succeeded, and the game goes on.
    Placed,
    /// The seat's try failed.
    Taken,
    /// The opponent's turn is over, and the game goes on.
    TurnPassed,
    /// This seat has joined its edges; the value has the opponent's stones, a bit for each cell.
    Won(u64),
    /// The opponent has joined the edges; the value has the opponent's stones, a bit for each cell.
    Lost(u64),
}

/// A seat's information.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    pub(super) board: Rhombus,
    pub(super) reveal: Reveal,
    pub(super) seat: Player,
    /// The player on turn; once the game is over, the player who would be.
    pub(super) mover: u8,
    pub(super) status: Status,
    /// Number of turns that the opponent has had.
    pub(super) turns: u8,
    pub(super) own: u64,
    /// Stones of the opponent that this seat has found by failed tries.
    pub(super) known: u64,
    /// All stones of the opponent, once the game is over.
    pub(super) shown: u64,
    /// The cell of this seat's try that awaits its answer, or nothing.
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
    /// The cells whose content this seat does not know.
    #[inline]
    fn unknown(&self) -> u64 {
        self.board.full() & !(self.own | self.known)
    }

    /// The least and the largest number of undiscovered stones of the opponent.
    ///
    /// In the abrupt game each of the opponent's turns placed a stone or found one of this seat's
    /// stones, of which there are no more than this seat has. The order of these turns is
    /// arbitrary, so there is no other bound, except that the first turn of the game finds an empty
    /// board.
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

    /// Samples the opponent's stones while the game goes on, uniformly over the sets that do not
    /// join the opponent's edges.
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

    /// Samples the number of undiscovered stones, in proportion to the number of ways to place
    /// them.
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
        // Rounding may leave a small remainder after the last.
        (least..=most).find(drawn).unwrap_or(most)
    }

    /// Samples the own stones that the opponent has found in the abrupt game, given the opponent's
    /// stones. A stone that has just ended the game is not among them.
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
    /// A board does not record the order of tries.
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
    /// The hidden parts are the opponent's undiscovered stones while the game goes on, the own
    /// stones that the opponent has found, and the opponent's try.
    fn redeal(&self, Player(who): Player, rng: &mut Rng) -> Self {
        let (own, theirs) = (self.stones[who], self.stones[1 - who]);
        let met = theirs & self.known;
        let mut free: Vec<Cell> = cells(self.board.full() & !(own | met)).collect();
        // Where few sets of stones are possible, rejection might take too many tries.
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
            let fits = twin.mover_and_status(stones, known) == Ok((self.mover(), self.status));
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

    /// The opponent does not observe a try.
    fn disguise(&self, action: Action, Player(who): Player, rng: &mut Rng) -> Action {
        match action {
            Action::Try(_) if who != self.mover() => {
                Action::Try(Cell(rng.pick_bit(self.tries(1 - who)) as u8))
            }
            _ => action,
        }
    }
}
