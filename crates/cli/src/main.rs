//! The `sortilege` command. A verb is a file in [`verbs`] and a few lines over the lab; what verbs share is
//! below it: [`options`] are those of several verbs, [`draw`] shows a table, [`layout`] aligns columns, [`out`] is
//! standard output, [`progress`] a bar on standard error, [`interrupt`] Ctrl-C, [`failure`] what can go wrong.
//! Above it [`args`] reads the command line.

mod args;
mod draw;
mod failure;
mod interrupt;
mod layout;
mod options;
mod out;
mod progress;
mod verbs;

use args::Cli;
use clap::CommandFactory;
use failure::Failure;
use out::Out;
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) if failure.is_broken_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            // There is nobody left to tell if this cannot be written.
            let _ = writeln!(std::io::stderr(), "sortilege: {failure}");
            ExitCode::from(failure.exit_status())
        }
    }
}

fn run() -> Result<(), Failure> {
    let mut out = Out::new();
    if let Some(cli) = args::read(std::env::args_os().collect(), &mut out)? {
        verbs::run(&cli.verb, Cli::command, &mut out)?;
    }
    Ok(out.flush()?)
}
