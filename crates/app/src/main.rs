//! The `sortilege` command: the games of Sortilege and its papers, in the [command
//! line](sortilege_cli) that is there for any games.

use sortilege_catalogue::{Build, Catalogue};
use std::process::ExitCode;

/// What `build.rs` found out about this program.
const BUILD: Build = Build {
    name: env!("SORTILEGE_BUILD"),
    commit: match option_env!("SORTILEGE_COMMIT") {
        Some(commit) => commit,
        None => "unknown",
    },
};

fn main() -> ExitCode {
    let catalogue =
        Catalogue::new(sortilege_shelves::all()).map(|catalogue| catalogue.built_from(BUILD));
    sortilege_cli::main_with(catalogue, sortilege_papers::ALL)
}
