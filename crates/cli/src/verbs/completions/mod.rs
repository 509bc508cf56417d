//! `sortilege completions`

mod shells;

use crate::Failure;
use crate::app::App;
use crate::out::Out;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use clap_complete::Shell;
use shells::{CompletionWords, Takes};
use std::io::Write;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  sortilege completions bash > ~/.local/share/bash-completion/completions/sortilege

Games, players and their settings are completed too: after `uct:` the settings of that player, and after `uct:choice=` the values of that setting.")]
pub struct Args {
    /// The shell
    shell: Shell,
}

pub fn run(args: &Args, command: Command, app: &App, out: &mut Out) -> Result<(), Failure> {
    let words = CompletionWords::new(&command, &app.catalogue);
    let mut command = knowing(command, &words);
    // Written to memory first: clap's generator panics where it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "sortilege", &mut script);
    let script = String::from_utf8(script).expect("clap writes text");
    Ok(out.write_all(shells::with_words(args.shell, &script, &words).as_bytes())?)
}

/// The same command for the eyes of a shell only: where games and players are named, it knows their
/// names. Settings can follow upon these, so that the command itself must take more than the bare
/// names.
fn knowing(command: Command, words: &CompletionWords) -> Command {
    let name = |arg: Arg| match Takes::of(&arg) {
        Some(takes) => arg.value_parser(PossibleValuesParser::new(words.names(takes))),
        None => arg,
    };
    command
        .mut_subcommands(|verb| verb.mut_subcommands(|inner| inner.mut_args(name)).mut_args(name))
}
