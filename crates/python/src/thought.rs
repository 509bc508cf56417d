//! Results of searches.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use sortilege::bandit::Proven;
use sortilege::progress;
use sortilege::search::Tally;
use sortilege::tree::Outline;
use sortilege_catalogue::table::{Thought, Weighed};

/// Decision of a player, with the statistics of its search.
#[pyclass(module = "sortilege", frozen)]
pub struct Decision(pub(crate) Thought);

/// Statistics of one candidate move.
#[pyclass(module = "sortilege", frozen)]
pub struct Candidate(Weighed);

/// What a search has found so far.
#[pyclass(module = "sortilege", frozen, name = "SearchProgress")]
pub struct Progress {
    #[pyo3(get)]
    iterations: u64,
    #[pyo3(get)]
    seconds: f64,
    candidates: Vec<Weighed>,
}

impl Progress {
    /// A report over legal moves with these names.
    pub fn new(progress: &progress::Progress, moves: &[String]) -> Self {
        let weighed = |(action, tally): (&String, &Tally)| Weighed {
            action: action.clone(),
            visits: tally.visits,
            value: tally.value,
            proven: tally.proven,
        };
        Progress {
            iterations: progress.iterations,
            seconds: progress.time.as_secs_f64(),
            candidates: moves.iter().zip(&progress.candidates).map(weighed).collect(),
        }
    }

    /// The last report, at the end of the search.
    pub fn last(thought: &Thought) -> Self {
        let Thought { iterations, seconds, ref candidates, .. } = *thought;
        Progress { iterations, seconds, candidates: candidates.clone() }
    }
}

#[pymethods]
impl Progress {
    /// All legal moves, in the order of the game.
    #[getter]
    fn candidates(&self) -> Vec<Candidate> {
        self.candidates.iter().cloned().map(Candidate).collect()
    }
    fn __repr__(&self) -> String {
        format!("<sortilege.SearchProgress {} iterations>", self.iterations)
    }
}

#[pymethods]
impl Decision {
    /// Chosen move.
    #[getter]
    fn r#move(&self) -> &str {
        &self.0.action
    }
    /// All legal moves, in the order of the game.
    #[getter]
    fn candidates(&self) -> Vec<Candidate> {
        self.0.candidates.iter().cloned().map(Candidate).collect()
    }
    /// Visits of each move, by name.
    #[getter]
    fn visits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let visits = PyDict::new(py);
        self.0
            .candidates
            .iter()
            .try_for_each(|weighed| visits.set_item(&weighed.action, weighed.visits))?;
        Ok(visits)
    }
    /// Number of simulations.
    #[getter]
    fn iterations(&self) -> u64 {
        self.0.iterations
    }
    /// Search time in seconds.
    #[getter]
    fn seconds(&self) -> f64 {
        self.0.seconds
    }
    /// Size of the search trees: `nodes`, `depth`, `mean_depth` and `bytes`.
    #[getter]
    fn tree<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (tree, dict) = (&self.0.tree, PyDict::new(py));
        dict.set_item("nodes", tree.nodes)?;
        dict.set_item("depth", tree.depth)?;
        dict.set_item("mean_depth", tree.mean_depth)?;
        dict.set_item("bytes", tree.bytes)?;
        Ok(dict)
    }
    /// Measurements of parts of the player.
    #[getter]
    fn notes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        self.0.notes.iter().try_for_each(|(name, value)| dict.set_item(name, value))?;
        Ok(dict)
    }
    fn __repr__(&self) -> String {
        format!("<sortilege.Decision {} after {} iterations>", self.0.action, self.0.iterations)
    }
}

#[pymethods]
impl Candidate {
    /// Name of the move.
    #[getter]
    fn r#move(&self) -> &str {
        &self.0.action
    }
    /// Number of simulations that began with the move.
    #[getter]
    fn visits(&self) -> u64 {
        self.0.visits
    }
    /// Mean reward of these simulations.
    #[getter]
    fn value(&self) -> f64 {
        self.0.value
    }
    /// `win` or `loss` if proven.
    #[getter]
    fn proven(&self) -> Option<&'static str> {
        self.0.proven.map(word)
    }
    fn __repr__(&self) -> String {
        let Weighed { action, visits, value, .. } = &self.0;
        format!("<sortilege.Candidate {action}: {visits} visits, value {value:.3}>")
    }
}

/// Part of a tree: `visits` of its root, and `edges`, each with `after`, the index of the previous
/// edge.
pub fn outline<'py>(py: Python<'py>, outline: &Outline) -> PyResult<Bound<'py, PyDict>> {
    let (dict, edges) = (PyDict::new(py), pyo3::types::PyList::empty(py));
    for branch in &outline.edges {
        let edge = PyDict::new(py);
        edge.set_item("after", branch.after)?;
        edge.set_item("move", &branch.name)?;
        edge.set_item("visits", branch.visits)?;
        edge.set_item("mean", branch.mean)?;
        edge.set_item("proven", branch.proof.map(word))?;
        edge.set_item("prior", branch.prior)?;
        edges.append(edge)?;
    }
    dict.set_item("visits", outline.visits)?;
    dict.set_item("edges", edges)?;
    Ok(dict)
}

fn word(proven: Proven) -> &'static str {
    match proven {
        Proven::Win => "win",
        Proven::Loss => "loss",
    }
}
