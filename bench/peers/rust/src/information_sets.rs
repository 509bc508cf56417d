//! The crate `ismcts`, SO-ISMCTS by another hand, on the phantom game.
//!
//! It is told for how long to search, not how often, and looks at its clock every 2,048 simulations; so it says how
//! many there were, and ours makes as many. Its lists of moves are bit masks here, the fastest that there is.

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
use std::hint::black_box;

/// What its states have no room for: moves, a generator and playouts. The adapter has one thread.
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
struct Board(PhantomMnk);

/// Cells, as bits.
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
        match self.0.turn() {
            Turn::Player(Player(who)) => who,
            _ => 0,
        }
    }
    fn randomize(&self, observer: usize, _: &NoInference) -> Self {
        let view = self.0.view(Player(observer));
        Board(with_shared(|shared| PhantomMnk::determinize(&view, shared.playouts.rng())))
    }
    fn possible_actions(&self) -> Cells {
        if self.is_terminal() {
            return Cells(0);
        }
        with_shared(|Shared { moves, .. }| {
            self.0.actions(moves);
            Cells(moves.iter().fold(0, |mask, action| mask | mark(*action)))
        })
    }
    /// The forced reply of the environment belongs to the move: the crate knows no chance.
    fn apply_action(&mut self, cell: u8) {
        self.0.apply(Action::Try(Cell(cell)));
        if self.0.turn() == Turn::Chance {
            let reply = with_shared(|shared| self.0.sample(shared.playouts.rng()));
            self.0.apply(reply);
        }
    }
    fn do_rollout(&mut self) {
        with_shared(|shared| shared.playouts.run(&mut self.0));
    }
    fn is_terminal(&self) -> bool {
        self.0.turn() == Turn::Over
    }
    fn reward(&self, who: usize) -> f32 {
        (self.0.payoff(Player(who)) as f32 + 1.0) / 2.0
    }
}

fn mark(action: Action) -> u64 {
    match action {
        Action::Try(Cell(cell)) => 1 << cell,
        _ => 0,
    }
}

/// Decides again and again at the start.
pub struct Searcher {
    root: Board,
    search: ismcts::searcher::Searcher<Board>,
}

/// For some 10,000 simulations.
const MILLISECONDS: u128 = 5;

impl Searcher {
    /// With room for so many simulations, and then some.
    pub fn new(start: &PhantomMnk, simulations: u64) -> Self {
        let search = ismcts::searcher::Searcher::new(0.7, 4 * simulations as usize);
        Searcher { root: Board(start.clone()), search }
    }

    /// One decision, and how many simulations it took.
    pub fn search(&mut self) -> u64 {
        let result = self.search.search(&self.root, &NoInference, MILLISECONDS);
        black_box(result.best_action);
        result.num_simulations as u64
    }
}
