//! Python bindings of Sortilege: the games and players of the [catalogue](sortilege_catalogue) and
//! the experiments of the [lab](sortilege_lab), as Python types. Convenience functions are written
//! in Python, in `python/sortilege`.
//!
//! Searches release the interpreter and support Ctrl-C. They run on a separate thread
//! (`background`), or on the calling thread if the search can be interrupted there (`interrupt`).
//! Errors are Python exceptions with the sentence that the command line would print (`error`).

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
    module.add_class::<thought::Progress>()?;
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
