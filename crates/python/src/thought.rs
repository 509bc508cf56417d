//! What players answer.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use sortilege::bandit::Proven;
use sortilege::tree::Outline;
use sortilege_catalogue::table::{Thought, Weighed};

/// What a player decided, and why.
#[pyclass(module = "sortilege", frozen)]
pub struct Decision(pub(crate) Thought);

/// A move that a player weighed.
#[pyclass(module = "sortilege", frozen)]
pub struct Candidate(Weighed);

#[pymethods]
impl Decision {
    /// What it would play.
    #[getter]
    fn r#move(&self) -> &str {
        &self.0.action
    }
    /// Every legal move, in the game's order.
    #[getter]
    fn candidates(&self) -> Vec<Candidate> {
        self.0.candidates.iter().cloned().map(Candidate).collect()
    }
    /// How often each move was tried, by name.
    #[getter]
    fn visits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let visits = PyDict::new(py);
        self.0
            .candidates
            .iter()
            .try_for_each(|weighed| visits.set_item(&weighed.action, weighed.visits))?;
        Ok(visits)
    }
    /// Simulations made.
    #[getter]
    fn iterations(&self) -> u64 {
        self.0.iterations
    }
    /// Time taken.
    #[getter]
    fn seconds(&self) -> f64 {
        self.0.seconds
    }
    /// What its trees look like: `nodes`, `depth`, `mean_depth` and `bytes`.
    #[getter]
    fn tree<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (tree, told) = (&self.0.tree, PyDict::new(py));
        told.set_item("nodes", tree.nodes)?;
        told.set_item("depth", tree.depth)?;
        told.set_item("mean_depth", tree.mean_depth)?;
        told.set_item("bytes", tree.bytes)?;
        Ok(told)
    }
    /// What parts of the player measured.
    #[getter]
    fn notes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let told = PyDict::new(py);
        self.0.notes.iter().try_for_each(|(name, value)| told.set_item(name, value))?;
        Ok(told)
    }
    fn __repr__(&self) -> String {
        format!("<sortilege.Decision {} after {} iterations>", self.0.action, self.0.iterations)
    }
}

#[pymethods]
impl Candidate {
    /// The move.
    #[getter]
    fn r#move(&self) -> &str {
        &self.0.action
    }
    /// How many simulations began with it.
    #[getter]
    fn visits(&self) -> u64 {
        self.0.visits
    }
    /// The mean reward of these.
    #[getter]
    fn value(&self) -> f64 {
        self.0.value
    }
    /// `win` or `loss` where that is proven.
    #[getter]
    fn proven(&self) -> Option<&'static str> {
        self.0.proven.map(word)
    }
    fn __repr__(&self) -> String {
        let Weighed { action, visits, value, .. } = &self.0;
        format!("<sortilege.Candidate {action}: {visits} visits, value {value:.3}>")
    }
}

/// A part of a tree: its root's `visits`, and `edges`, each with the number of the edge `after`
/// which it comes.
pub fn outline<'py>(py: Python<'py>, outline: &Outline) -> PyResult<Bound<'py, PyDict>> {
    let (told, edges) = (PyDict::new(py), pyo3::types::PyList::empty(py));
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
    told.set_item("visits", outline.visits)?;
    told.set_item("edges", edges)?;
    Ok(told)
}

fn word(proven: Proven) -> &'static str {
    match proven {
        Proven::Win => "win",
        Proven::Loss => "loss",
    }
}
