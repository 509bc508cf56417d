//! A command line for Le Her.

use sortilege_catalogue::Catalogue;
use sortilege_cli::Papers;
use std::process::ExitCode;

fn main() -> ExitCode {
    sortilege_cli::main_with(Catalogue::new(vec![le_her::line()]), Papers::default())
}
