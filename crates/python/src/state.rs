//! States: the whole truth, for whoever runs a game.

use crate::error::{calmly, refused};
use crate::moves::Moves;
use crate::view::View;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};
use sortilege::{Player, Rng, Turn};
use sortilege_catalogue::Table;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A game being played: the whole truth. A player is shown `State.view`.
#[pyclass(module = "sortilege")]
pub struct State {
    /// The game that it was started from.
    game: Py<PyAny>,
    /// Shared with the views that were taken of it; a move makes a copy if there still are any.
    pub(crate) table: Arc<dyn Table>,
    /// Where chance draws from, if it acts by itself.
    chance: Option<Rng>,
    /// Which course of events this is: players who remember something do so for one of them.
    pub(crate) course: u64,
}

impl State {
    /// A table of a game, at which chance acts by itself if it has a generator.
    pub fn new(
        game: &Bound<'_, PyAny>,
        table: Box<dyn Table>,
        chance: Option<Rng>,
    ) -> PyResult<Self> {
        let game = game.clone().unbind();
        let mut state = State { game, table: Arc::from(table), chance, course: another_course() };
        state.let_chance_act()?;
        Ok(state)
    }

    /// The table, for changing it. Views of how it was keep theirs.
    fn table_mut(&mut self) -> PyResult<&mut dyn Table> {
        if Arc::get_mut(&mut self.table).is_none() {
            self.table = Arc::from(calmly(|| self.table.copy())?);
        }
        Ok(Arc::get_mut(&mut self.table).expect("it has just been copied"))
    }

    fn let_chance_act(&mut self) -> PyResult<()> {
        let Some(mut rng) = self.chance.clone() else { return Ok(()) };
        if calmly(|| self.table.turn())? == Turn::Chance {
            let table = self.table_mut()?;
            calmly(|| table.chance(&mut rng))?;
            self.chance = Some(rng);
        }
        Ok(())
    }

    /// The seat that is meant: the one given, or the one that has to choose.
    pub fn seat(&self, seat: Option<usize>) -> PyResult<Player> {
        if let Some(seat) = seat {
            return seat_of(&*self.table, seat);
        }
        match (self.chooser()?, calmly(|| self.table.turn())?) {
            (Some(who), _) => Ok(who),
            (None, Turn::Chance) => {
                Err(refused("nobody has to choose now; chance has to act first"))
            }
            (None, _) => Err(refused("nobody has to choose now; the game is over")),
        }
    }

    /// The first seat that has to choose.
    fn chooser(&self) -> PyResult<Option<Player>> {
        calmly(|| match self.table.turn() {
            Turn::Player(who) => Some(who),
            Turn::Together => self.table.to_choose().first().copied(),
            Turn::Chance | Turn::Over => None,
        })
    }
}

/// Who did what at once; None for chance.
type Made = Vec<(Option<usize>, String)>;

/// A seat by its number.
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
    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyAny> {
        self.game.clone_ref(py)
    }

    /// Who acts next: the number of a seat, `together` where all choose at once, `chance`, or
    /// `over`.
    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(match calmly(|| self.table.turn())? {
            Turn::Player(who) => PyInt::new(py, who.0).into_any(),
            Turn::Together => PyString::new(py, "together").into_any(),
            Turn::Chance => PyString::new(py, "chance").into_any(),
            Turn::Over => PyString::new(py, "over").into_any(),
        })
    }

    /// The seats that have to choose now.
    #[getter]
    fn to_choose(&self) -> PyResult<Vec<usize>> {
        calmly(|| self.table.to_choose().into_iter().map(|who| who.0).collect())
    }

    /// Whether the game has ended.
    #[getter]
    fn is_over(&self) -> PyResult<bool> {
        calmly(|| self.table.turn() == Turn::Over)
    }

    /// What a seat may do, the one that has to choose unless said; nothing if it has nothing to
    /// choose.
    #[pyo3(signature = (seat = None))]
    fn legal_moves(&self, seat: Option<usize>) -> PyResult<Moves> {
        let who = match seat {
            Some(seat) => seat_of(&*self.table, seat)?,
            // Where nobody chooses nobody's moves are as good as anybody's.
            None => self.chooser()?.unwrap_or(Player(0)),
        };
        Moves::new(&*self.table, who)
    }

    /// Plays a move, by its name or by its number among the legal ones, for the seat that has to
    /// choose unless said. At a turn of all together it is kept until all are in.
    #[pyo3(signature = (r#move, seat = None))]
    fn apply(&mut self, r#move: &Bound<'_, PyAny>, seat: Option<usize>) -> PyResult<()> {
        let who = self.seat(seat)?;
        if let Ok(name) = r#move.cast::<PyString>() {
            let (name, table) = (name.to_cow()?, self.table_mut()?);
            calmly(|| table.play(who, &name))?.map_err(refused)?;
        } else if r#move.is_instance_of::<PyBool>() {
            return Err(PyTypeError::new_err("a move is a name or a number, not a truth value"));
        } else {
            let not_a_move = |_| PyTypeError::new_err("a move is a name or a number, 0 or more");
            let number: usize = r#move.extract().map_err(not_a_move)?;
            let table = self.table_mut()?;
            calmly(|| table.play_nth(who, number))?.map_err(refused)?;
        }
        self.let_chance_act()
    }

    /// Has chance act until somebody has to choose or the game is over.
    fn chance(&mut self, seed: u64) -> PyResult<()> {
        let table = self.table_mut()?;
        calmly(|| table.chance(&mut Rng::derive(&[seed, 0])))
    }

    /// Plays a turn of chance by hand: an outcome in the game's notation.
    fn outcome(&mut self, outcome: &str) -> PyResult<()> {
        let table = self.table_mut()?;
        calmly(|| table.outcome(outcome))?.map_err(refused)
    }

    /// Takes back the last move, with the chance turns after it; false if there is none.
    fn undo(&mut self) -> PyResult<bool> {
        self.course = another_course();
        let table = self.table_mut()?;
        calmly(|| table.undo())
    }

    /// What every seat has earned, in [-1, 1], once the game is over.
    #[getter]
    fn payoffs(&self) -> PyResult<Vec<f64>> {
        if !self.is_over()? {
            return Err(refused(
                "what seats have earned is known at the end, and the game is not over",
            ));
        }
        calmly(|| (0..self.table.seats()).map(|seat| self.table.payoff(Player(seat))).collect())
    }

    /// The whole state in one line, with what is hidden; `Game.read` reads it.
    #[getter]
    fn text(&self) -> PyResult<String> {
        calmly(|| self.table.position())
    }

    /// All that happened, with what was hidden: for each step a list of who (None for chance) and
    /// what.
    #[getter]
    fn history(&self) -> PyResult<Vec<Made>> {
        let made = |made: Vec<(Option<Player>, String)>| {
            made.into_iter().map(|(who, name)| (who.map(|who| who.0), name)).collect()
        };
        calmly(|| self.table.steps().into_iter().map(|step| made(step.made)).collect())
    }

    /// All that a seat knows, the one that has to choose unless said. It stays as it is, whatever
    /// is played later.
    #[pyo3(signature = (seat = None))]
    fn view(&self, py: Python<'_>, seat: Option<usize>) -> PyResult<View> {
        let (game, who) = (self.game.clone_ref(py), self.seat(seat)?);
        Ok(View { game, who, table: self.table.clone(), course: self.course })
    }

    /// Another state like this one; with a seed chance acts by it from here on.
    #[pyo3(signature = (seed = None))]
    fn clone(&self, py: Python<'_>, seed: Option<u64>) -> PyResult<State> {
        let game = self.game.clone_ref(py);
        let chance = seed.map(|seed| Rng::derive(&[seed, 0])).or_else(|| self.chance.clone());
        let mut clone = State { game, table: self.table.clone(), chance, course: another_course() };
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
