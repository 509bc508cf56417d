//! Sortilege from Python: the table of the [catalogue](sortilege_catalogue) and the runs of the
//! [lab](sortilege_lab), with Python's types around them. What is more comfortable in Python is
//! written in Python, in `python/sortilege`.
//!
//! Rust thinks while the interpreter is let go, on a thread of its own (`aside`), so that Ctrl-C is
//! heard, or on the one that asked, if it can be heard there as well (`ear`); whatever goes wrong
//! is a Python exception with the sentence that the command line would print (`error`).

mod background;
mod catalogue;
mod error;
mod experiment;
mod game;
mod interrupt;
mod moves;
mod opinion;
mod player;
mod scene;
mod state;
mod tensor;
mod thought;
mod user_game;
mod view;

use pyo3::prelude::*;

/// The compiled part of `sortilege`.
#[pymodule]
fn _sortilege(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("build", catalogue::BUILD.name)?;
    module.add("Error", module.py().get_type::<error::Error>())?;
    module.add_class::<game::Game>()?;
    module.add_class::<state::State>()?;
    module.add_class::<view::View>()?;
    module.add_class::<moves::Moves>()?;
    moves::register(module)?;
    module.add_class::<player::Player>()?;
    module.add_class::<thought::Decision>()?;
    module.add_class::<thought::Candidate>()?;
    module.add_class::<opinion::Evaluator>()?;
    module.add_class::<user_game::Random>()?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(game::open, module)?)?;
    module.add_function(wrap_pyfunction!(game::own, module)?)?;
    module.add_function(wrap_pyfunction!(user_game::check, module)?)?;
    module.add_function(wrap_pyfunction!(experiment::run, module)?)?;
    module.add_function(wrap_pyfunction!(experiment::report, module)?)?;
    module.add_function(wrap_pyfunction!(experiment::plan, module)?)?;
    module.add_function(wrap_pyfunction!(experiment::do_unit, module)?)?;
    module.add_function(wrap_pyfunction!(experiment::run_unit, module)?)?;
    module.add_function(wrap_pyfunction!(experiment::slurm_script, module)?)?;
    module.add_function(wrap_pyfunction!(experiment::slurm_run, module)?)?;
    module.add_function(wrap_pyfunction!(experiment::reproduce, module)?)?;
    Ok(())
}
