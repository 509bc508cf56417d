//! The `sortilege` command as a library, for the games of any [`Catalogue`]. A program with its own
//! games calls [`main_with`], and has `games`, `play`, `match`, `best`, `run` and all other verbs.
//!
//! ```no_run
//! # fn games() -> Vec<Box<dyn sortilege_catalogue::RegisteredGame>> { vec![] }
//! use sortilege_catalogue::Catalogue;
//! use sortilege_cli::Papers;
//!
//! fn main() -> std::process::ExitCode {
//!     sortilege_cli::main_with(Catalogue::new(games()), Papers::default())
//! }
//! ```
//!
//! A verb is a file in `verbs` and a few lines over the lab; what verbs share is below it:
//! `options` are those of several verbs, `draw` shows a table, `layout` aligns columns, `markdown`
//! lays out rules, `out` is standard output, `progress` a bar on standard error, `interrupt`
//! Ctrl-C, `engine` clusters, `failure` what can go wrong. Above it `args` reads the command line.

mod app;
mod args;
mod book;
mod draw;
mod engine;
mod failure;
mod interrupt;
mod layout;
mod markdown;
mod options;
mod out;
mod progress;
mod verbs;

use app::App;
use args::Cli;
use clap::CommandFactory;
use failure::Failure;
use out::Out;
use sortilege_catalogue::Catalogue;
use std::io::Write;
use std::process::ExitCode;

pub use sortilege_lab::reproduce::Papers;

/// Runs the whole program for the games of a catalogue: reads the command line, executes it, and
/// returns the exit code. A catalogue that could not be built is reported like any other bad input.
/// `papers` are the built-in papers of `papers` and `reproduce`; there may be none.
pub fn main_with(
    catalogue: Result<Catalogue, sortilege_catalogue::Error>,
    papers: Papers,
) -> ExitCode {
    match run(catalogue, papers) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) if failure.is_broken_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            // An error here cannot be reported anywhere.
            let _ = writeln!(std::io::stderr(), "sortilege: {failure}");
            ExitCode::from(failure.exit_status())
        }
    }
}

fn run(
    catalogue: Result<Catalogue, sortilege_catalogue::Error>,
    papers: Papers,
) -> Result<(), Failure> {
    let mut out = Out::new();
    let app = App { catalogue: catalogue?, papers };
    if let Some(cli) = args::read(std::env::args_os().collect(), &mut out)? {
        verbs::run(&cli.verb, &app, Cli::command, &mut out)?;
    }
    Ok(out.flush()?)
}
