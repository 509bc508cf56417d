//! The crate `ismcts`, another implementation of SO-ISMCTS, on the phantom game.
//!
//! The crate takes a time limit instead of a number of simulations, and checks its clock every
//! 2,048 simulations. It reports the number of simulations, and the search of Sortilege makes as
//! many. Its lists of moves are bit masks here, the fastest representation that it supports.
//!
//! The crate does not support chance, so the result of an attempt belongs to the move: a cell has
//! one child, whether the attempt succeeded or failed, and the subtree mixes states with either
//! player to act. To measure the effect of this, results can be modelled as moves with their own
//! children, as in the tree of Sortilege.

use crate::choice::{Choice, Limit};
use crate::playouts::Playouts;
use ismcts::action_list::ActionList;
use ismcts::inference::NoInference;
use ismcts::state::State;
use sortilege::game::{Chance, Hidden};
use sortilege::rng::nth_bit;
use sortilege::{Game, Player, Turn};
use sortilege_games::mnk::Cell;
use sortilege_games::phantom_mnk::{Action, PhantomMnk};
use std::cell::RefCell;
use std::time::Duration;

/// Data that its states cannot hold: moves, a generator and playouts. The adapter has one thread.
#[derive(Default)]
struct Shared {
    moves: Vec<Action>,
    playouts: Playouts<PhantomMnk>,
}

thread_local! {
    static SHARED: RefCell<Shared> = RefCell::default();
}

fn with_shared<T>(work: impl FnOnce(&mut Shared) -> T) -> T {
    SHARED.with_borrow_mut(work)
}

#[derive(Clone)]
struct Board {
    state: PhantomMnk,
    /// Whether results of attempts are modelled as moves.
    answers: bool,
}

/// Encodes a result as a cell number; boards have fewer cells.
const VALID: u8 = 62;
const INVALID: u8 = 63;

/// Set of cells, as bits.
#[derive(Clone, Copy)]
struct Cells(u64);

impl ActionList<u8> for Cells {
    fn uninit() -> Self {
        Cells(0)
    }
    fn pop_random(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let place = with_shared(|shared| shared.playouts.rng().below(self.0.count_ones() as usize));
        let cell = nth_bit(self.0, place as u32);
        self.0 &= !(1 << cell);
        Some(cell as u8)
    }
    fn push(&mut self, cell: u8) {
        self.0 |= 1 << cell;
    }
    fn len(&self) -> usize {
        self.0.count_ones() as usize
    }
    fn has(&self, cell: &u8) -> bool {
        self.0 >> cell & 1 == 1
    }
    fn without(&self, other: &Self) -> Self {
        Cells(self.0 & !other.0)
    }
}

impl State for Board {
    type Action = u8;
    type ActionList = Cells;
    type Inference = NoInference;

    fn turn(&self) -> usize {
        match self.state.turn() {
            Turn::Player(Player(who)) => who,
            _ => 0,
        }
    }
    fn randomize(&self, observer: usize, _: &NoInference) -> Self {
        let view = self.state.view(Player(observer));
        let state = with_shared(|shared| PhantomMnk::determinize(&view, shared.playouts.rng()));
        Board { state, ..*self }
    }
    fn possible_actions(&self) -> Cells {
        if self.is_terminal() {
            return Cells(0);
        }
        with_shared(|Shared { moves, playouts }| {
            match self.state.turn() {
                Turn::Chance => *moves = vec![self.state.sample(playouts.rng())],
                _ => self.state.actions(moves),
            }
            Cells(moves.iter().fold(0, |mask, action| mask | mark(*action)))
        })
    }
    fn apply_action(&mut self, cell: u8) {
        self.state.apply(match cell {
            VALID => Action::Valid,
            INVALID => Action::Invalid,
            _ => Action::Try(Cell(cell)),
        });
        if !self.answers && self.state.turn() == Turn::Chance {
            let reply = with_shared(|shared| self.state.sample(shared.playouts.rng()));
            self.state.apply(reply);
        }
    }
    fn do_rollout(&mut self) {
        with_shared(|shared| shared.playouts.run(&mut self.state));
    }
    fn is_terminal(&self) -> bool {
        self.state.turn() == Turn::Over
    }
    fn reward(&self, who: usize) -> f32 {
        (self.state.payoff(Player(who)) as f32 + 1.0) / 2.0
    }
}

fn mark(action: Action) -> u64 {
    match action {
        Action::Try(Cell(cell)) => 1 << cell,
        Action::Valid => 1 << VALID,
        Action::Invalid => 1 << INVALID,
    }
}

/// Makes decisions, and reuses its memory between them.
pub struct Searcher {
    milliseconds: u128,
    answers: bool,
    search: ismcts::searcher::Searcher<Board>,
}

impl Searcher {
    /// Creates a searcher with a limit. The crate does not accept a number of simulations, so that
    /// limit is replaced by about the time of 10,000 simulations. Its exploration equals
    /// Sortilege's unless the setting has another constant, as in `c=1.4`; `answers` models results
    /// of attempts as moves.
    pub fn new(limit: Limit, setting: &str) -> Option<Self> {
        let c = match setting.strip_prefix("c=") {
            Some(number) => number.parse().ok()?,
            None if matches!(setting, "" | "answers") => 0.7,
            None => return None,
        };
        let (time, room) = match limit {
            Limit::Simulations(simulations) => (Duration::from_millis(5), 4 * simulations),
            // Fewer than a million simulations per second were measured; with more, its tree
            // reallocates.
            Limit::Time(time) => (time, 4 * time.as_micros() as u64),
        };
        // The crate searches until more whole milliseconds than this have passed.
        let milliseconds = time.as_millis().saturating_sub(1);
        let search = ismcts::searcher::Searcher::new(c, room as usize);
        Some(Searcher { milliseconds, answers: setting == "answers", search })
    }

    /// One decision of the acting player.
    pub fn search(&mut self, state: &PhantomMnk, seed: u64) -> Choice<Action> {
        with_shared(|shared| shared.playouts = Playouts::new(seed));
        let board = Board { state: state.clone(), answers: self.answers };
        let result = self.search.search(&board, &NoInference, self.milliseconds);
        let cell = result.best_action.expect("there is a move");
        Choice { action: Action::Try(Cell(cell)), simulations: result.num_simulations as u64 }
    }
}
