//! A state of a game in Python.

use super::rules::{Rules, ask};
use crate::error::refused;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use sortilege::{Player, Rng, Turn};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// A move or a chance outcome, by its number among all that have occurred as legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(pub u32);

/// A state. Objects do not change, so clones share one object.
#[derive(Clone)]
pub struct Position(Arc<Node>);

struct Node {
    object: Py<PyAny>,
    rules: Arc<Rules>,
    turn: Turn,
    moves: OnceLock<Vec<Move>>,
}

impl Position {
    /// Creates the state of an object.
    pub fn new(rules: Arc<Rules>, object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let turn = turn(&object.call_method0("turn")?, rules.seats)?;
        Ok(Position(Arc::new(Node {
            object: object.clone().unbind(),
            rules,
            turn,
            moves: OnceLock::new(),
        })))
    }

    pub fn rules(&self) -> &Arc<Rules> {
        &self.0.rules
    }

    pub fn turn(&self) -> Turn {
        self.0.turn
    }

    pub fn object<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.0.object.clone_ref(py).into_bound(py)
    }

    /// Legal moves of the acting player.
    pub fn moves(&self) -> &[Move] {
        self.0
            .moves
            .get_or_init(|| ask(|py| self.listed(&self.object(py).call_method0("legal_moves")?)))
    }

    /// Choices of a seat at a simultaneous move.
    pub fn choices(&self, who: Player) -> Vec<Move> {
        ask(|py| self.listed(&self.object(py).call_method1("choices", (who.0,))?))
    }

    fn listed(&self, list: &Bound<'_, PyAny>) -> PyResult<Vec<Move>> {
        let number =
            |object: PyResult<Bound<'_, PyAny>>| Ok(Move(self.rules().moves.number(&object?)?));
        let moves: Vec<Move> = list.try_iter()?.map(number).collect::<PyResult<_>>()?;
        if moves.is_empty() {
            return Err(refused(format!("there is a turn without a legal move, in {:?}", self)));
        }
        let twice = moves.iter().enumerate().find(|(at, one)| moves[..*at].contains(one));
        match twice {
            None => Ok(moves),
            Some((_, one)) => {
                let name = self.rules().moves.name(one.0);
                Err(refused(format!("`{name}` is listed twice among legal moves, in {:?}", self)))
            }
        }
    }

    /// State after a move or a chance outcome.
    pub fn after(&self, made: Move) -> Self {
        ask(|py| {
            let object = self.object(py);
            let next = object.call_method1("apply", (self.rules().moves.object(py, made.0),))?;
            self.next(&object, &next, "apply")
        })
    }

    /// State after one choice of every seat.
    pub fn after_all(&self, made: &[Move]) -> Self {
        ask(|py| {
            let object = self.object(py);
            let made: Vec<Py<PyAny>> =
                made.iter().map(|one| self.rules().moves.object(py, one.0)).collect();
            let next = object.call_method1("apply_together", (made,))?;
            self.next(&object, &next, "apply_together")
        })
    }

    fn next(
        &self,
        before: &Bound<'_, PyAny>,
        next: &Bound<'_, PyAny>,
        method: &str,
    ) -> PyResult<Self> {
        if next.is_none() || next.is(before) {
            return Err(PyTypeError::new_err(format!(
                "`{method}` returns another state and leaves its own as it is; this one returned {}",
                if next.is_none() { "nothing" } else { "itself" }
            )));
        }
        Position::new(self.rules().clone(), next)
    }

    /// All chance outcomes with their probabilities.
    pub fn outcomes(&self) -> Vec<(Move, f64)> {
        ask(|py| {
            let listed = self.object(py).call_method0("outcomes")?;
            let mut all: Vec<(Move, f64)> = vec![];
            for pair in listed.try_iter()? {
                let (object, odds): (Bound<'_, PyAny>, f64) = pair?.extract()?;
                if !(0.0..=1.0).contains(&odds) {
                    return Err(refused(format!(
                        "an outcome has a probability from 0 to 1, not {odds}"
                    )));
                }
                all.push((Move(self.rules().moves.number(&object)?), odds));
            }
            let total: f64 = all.iter().map(|(_, odds)| odds).sum();
            match (total - 1.0).abs() < 1e-9 {
                true => Ok(all),
                false => {
                    Err(refused(format!("probabilities of outcomes add up to 1, not {total}")))
                }
            }
        })
    }

    /// Samples a chance outcome.
    pub fn sample(&self, rng: &mut Rng) -> Move {
        let (moves, odds): (Vec<Move>, Vec<f64>) = self.outcomes().into_iter().unzip();
        moves[rng.weighted(&odds)]
    }

    pub fn payoff(&self, who: Player) -> f64 {
        ask(|py| {
            let payoffs: Vec<f64> = self.object(py).call_method0("payoffs")?.extract()?;
            match payoffs.get(who.0) {
                Some(payoff)
                    if (-1.0..=1.0).contains(payoff) && payoffs.len() == self.rules().seats =>
                {
                    Ok(*payoff)
                }
                _ => Err(refused(format!(
                    "`payoffs` has a number from -1 to 1 for each seat, not {payoffs:?}"
                ))),
            }
        })
    }

    /// Legal move or possible outcome with this name.
    pub fn named(&self, name: &str) -> Option<Move> {
        let possible = match self.turn() {
            Turn::Chance => self.outcomes().into_iter().map(|(made, _)| made).collect(),
            Turn::Player(_) => self.moves().to_vec(),
            Turn::Together => {
                (0..self.rules().seats).flat_map(|seat| self.choices(Player(seat))).collect()
            }
            Turn::Over => vec![],
        };
        let named = self.rules().moves.named(name).map(Move);
        named.filter(|made| possible.contains(made))
    }

    /// The object in one line.
    pub fn text(&self) -> String {
        ask(|py| one_line(&self.object(py)))
    }

    /// Parses a state from text, if the game supports it.
    pub fn read(&self, text: &str) -> Result<Self, String> {
        Python::attach(|py| {
            let start = self.rules().start.bind(py);
            if !start.hasattr("read").unwrap_or(false) {
                return Err(
                    "a game in Python reads positions if it has the method `read`".to_string()
                );
            }
            let read = start.call_method1("read", (text,));
            read.and_then(|object| Position::new(self.rules().clone(), &object))
                .map_err(|error| error.to_string())
        })
    }
}

/// Text of an object, in one line.
pub fn one_line(object: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(object.str()?.to_cow()?.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Reads who acts next.
fn turn(object: &Bound<'_, PyAny>, seats: usize) -> PyResult<Turn> {
    if let Ok(word) = object.cast::<PyString>() {
        match &*word.to_cow()? {
            "together" => return Ok(Turn::Together),
            "chance" => return Ok(Turn::Chance),
            "over" => return Ok(Turn::Over),
            _ => {}
        }
    } else if let Some(seat) = object.extract().ok().filter(|&seat| seat < seats) {
        return Ok(Turn::Player(Player(seat)));
    }
    let (last, text) = (seats - 1, object.repr()?);
    Err(refused(format!(
        "`turn` is a seat from 0 to {last}, `together`, `chance` or `over`, not {text}"
    )))
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let text = Python::attach(|py| self.object(py).repr().map(|text| text.to_string()));
        write!(f, "{}", text.unwrap_or_else(|_| "a state that cannot be printed".to_string()))
    }
}

/// Compares the objects as Python does.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || ask(|py| self.object(py).eq(other.object(py)))
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        ask(|py| self.object(py).hash()).hash(hasher);
    }
}
