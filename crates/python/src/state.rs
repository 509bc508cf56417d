//! States with complete information, for the program that runs a game.

use crate::error::{catch_panic, refused};
use crate::moves::Moves;
use crate::view::View;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};
use sortilege::{Player, Turn};
use sortilege_catalogue::Table;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A state of a game with complete information. Players get `State.view`.
#[pyclass(module = "sortilege")]
pub struct State {
    /// Game that it was started from.
    game: Py<PyAny>,
    /// Shared with views of the state; a move copies the table while such views exist.
    pub(crate) table: Arc<dyn Table>,
    /// Seed of automatic chance events.
    seed: Option<u64>,
    /// Line of play: a player's memory is valid for one of them.
    pub(crate) course: u64,
}

impl State {
    /// Creates a state from a table. Chance events are automatic if there is a seed.
    pub fn new(
        game: &Bound<'_, PyAny>,
        table: Box<dyn Table>,
        seed: Option<u64>,
    ) -> PyResult<Self> {
        let game = game.clone().unbind();
        let mut state = State { game, table: Arc::from(table), seed, course: another_course() };
        state.let_chance_act()?;
        Ok(state)
    }

    /// Mutable access to the table. Views of earlier states keep their table.
    fn table_mut(&mut self) -> PyResult<&mut dyn Table> {
        if Arc::get_mut(&mut self.table).is_none() {
            self.table = Arc::from(catch_panic(|| self.table.copy())?);
        }
        Ok(Arc::get_mut(&mut self.table).expect("it has just been copied"))
    }

    fn let_chance_act(&mut self) -> PyResult<()> {
        let Some(seed) = self.seed else { return Ok(()) };
        if catch_panic(|| self.table.turn())? == Turn::Chance {
            let table = self.table_mut()?;
            catch_panic(|| table.deal(seed, 0))?;
        }
        Ok(())
    }

    /// The given seat, or the seat that has to choose.
    pub fn seat(&self, seat: Option<usize>) -> PyResult<Player> {
        if let Some(seat) = seat {
            return seat_of(&*self.table, seat);
        }
        match (self.chooser()?, catch_panic(|| self.table.turn())?) {
            (Some(who), _) => Ok(who),
            (None, Turn::Chance) => {
                Err(refused("no seat has to choose now; chance has to act first"))
            }
            (None, _) => Err(refused("no seat has to choose now; the game is over")),
        }
    }

    /// First seat that has to choose.
    fn chooser(&self) -> PyResult<Option<Player>> {
        catch_panic(|| match self.table.turn() {
            Turn::Player(who) => Some(who),
            Turn::Together => self.table.to_choose().first().copied(),
            Turn::Chance | Turn::Over => None,
        })
    }
}

/// Events of one step: the seat (None for chance) and the event.
type Made = Vec<(Option<usize>, String)>;

/// Seat by number.
pub fn seat_of(table: &dyn Table, seat: usize) -> PyResult<Player> {
    let last = table.seats() - 1;
    match seat <= last {
        true => Ok(Player(seat)),
        false => Err(refused(format!(
            "there is no seat {seat} in `{}`; there are 0 to {last}",
            table.spec()
        ))),
    }
}

fn another_course() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

#[pymethods]
impl State {
    /// Game of the state.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyAny> {
        self.game.clone_ref(py)
    }

    /// Who acts next: the number of a seat, `together` for simultaneous moves, `chance`, or `over`.
    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(match catch_panic(|| self.table.turn())? {
            Turn::Player(who) => PyInt::new(py, who.0).into_any(),
            Turn::Together => PyString::new(py, "together").into_any(),
            Turn::Chance => PyString::new(py, "chance").into_any(),
            Turn::Over => PyString::new(py, "over").into_any(),
        })
    }

    /// Seats that have to choose now.
    #[getter]
    fn to_choose(&self) -> PyResult<Vec<usize>> {
        catch_panic(|| self.table.to_choose().into_iter().map(|who| who.0).collect())
    }

    /// Whether the game has ended.
    #[getter]
    fn is_over(&self) -> PyResult<bool> {
        catch_panic(|| self.table.turn() == Turn::Over)
    }

    /// Legal moves of a seat; by default of the seat that has to choose. Empty if the seat has
    /// nothing to choose.
    #[pyo3(signature = (seat = None))]
    fn legal_moves(&self, seat: Option<usize>) -> PyResult<Moves> {
        let who = match seat {
            Some(seat) => seat_of(&*self.table, seat)?,
            // If no seat has to choose, the list is empty for any seat.
            None => self.chooser()?.unwrap_or(Player(0)),
        };
        Moves::new(&*self.table, who)
    }

    /// Plays a move, given by name or by index into the legal moves; by default for the seat that
    /// has to choose. A simultaneous move is kept until all seats have chosen.
    #[pyo3(signature = (r#move, seat = None))]
    fn apply(&mut self, r#move: &Bound<'_, PyAny>, seat: Option<usize>) -> PyResult<()> {
        let who = self.seat(seat)?;
        if let Ok(name) = r#move.cast::<PyString>() {
            let (name, table) = (name.to_cow()?, self.table_mut()?);
            catch_panic(|| table.play(who, &name))?.map_err(refused)?;
        } else if r#move.is_instance_of::<PyBool>() {
            return Err(PyTypeError::new_err("a move is a name or a number, not a truth value"));
        } else {
            let not_a_move = |_| PyTypeError::new_err("a move is a name or a number, 0 or more");
            let number: usize = r#move.extract().map_err(not_a_move)?;
            let table = self.table_mut()?;
            catch_panic(|| table.play_nth(who, number))?.map_err(refused)?;
        }
        self.let_chance_act()
    }

    /// Applies chance events until a seat has to choose or the game is over.
    fn chance(&mut self, seed: u64) -> PyResult<()> {
        let table = self.table_mut()?;
        catch_panic(|| table.deal(seed, 0))
    }

    /// Applies a given chance event, in the notation of the game.
    fn outcome(&mut self, outcome: &str) -> PyResult<()> {
        let table = self.table_mut()?;
        catch_panic(|| table.outcome(outcome))?.map_err(refused)
    }

    /// Takes back the last move with the chance events after it. Returns false if there is none.
    fn undo(&mut self) -> PyResult<bool> {
        self.course = another_course();
        let table = self.table_mut()?;
        catch_panic(|| table.undo())
    }

    /// Payoffs of all seats, in [-1, 1], once the game is over.
    #[getter]
    fn payoffs(&self) -> PyResult<Vec<f64>> {
        if !self.is_over()? {
            return Err(refused("payoffs are known at the end, and the game is not over"));
        }
        catch_panic(|| {
            (0..self.table.seats()).map(|seat| self.table.payoff(Player(seat))).collect()
        })
    }

    /// Complete state in one line, including hidden information; `Game.read` parses it.
    #[getter]
    fn text(&self) -> PyResult<String> {
        catch_panic(|| self.table.position())
    }

    /// Complete history, including hidden information: for each step a list of seat (None for
    /// chance) and event.
    #[getter]
    fn history(&self) -> PyResult<Vec<Made>> {
        let made = |made: Vec<(Option<Player>, String)>| {
            made.into_iter().map(|(who, name)| (who.map(|who| who.0), name)).collect()
        };
        catch_panic(|| self.table.steps().into_iter().map(|step| made(step.made)).collect())
    }

    /// Everything that a seat observes; by default the seat that has to choose. A view does not
    /// change when the game goes on.
    #[pyo3(signature = (seat = None))]
    fn view(&self, py: Python<'_>, seat: Option<usize>) -> PyResult<View> {
        let (game, who) = (self.game.clone_ref(py), self.seat(seat)?);
        Ok(View { game, who, table: self.table.clone(), course: self.course })
    }

    /// A copy of this state. With a seed chance events are automatic from here on.
    #[pyo3(signature = (seed = None))]
    fn clone(&self, py: Python<'_>, seed: Option<u64>) -> PyResult<State> {
        let game = self.game.clone_ref(py);
        let (table, seed) = (self.table.clone(), seed.or(self.seed));
        let mut clone = State { game, table, seed, course: another_course() };
        clone.let_chance_act()?;
        Ok(clone)
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<State> {
        self.clone(py, None)
    }
    fn __deepcopy__(&self, memo: &Bound<'_, PyAny>) -> PyResult<State> {
        self.clone(memo.py(), None)
    }
    fn __str__(&self) -> PyResult<String> {
        self.text()
    }
    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<sortilege.State {}: {}>", self.table.spec(), self.text()?))
    }
}
