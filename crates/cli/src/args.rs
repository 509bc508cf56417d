//! Reads the command line. Errors are one sentence, where clap prints a paragraph.

use crate::Failure;
use crate::draw::Colour;
use crate::out::Out;
use crate::verbs::Verb;
use clap::error::{ContextKind, ErrorKind};
use clap::{Command, CommandFactory, Parser};
use std::ffi::OsString;
use std::io::Write;

/// Monte Carlo search for games of chance and hidden information: play it, watch it, measure it
#[derive(Parser, Debug)]
#[command(name = "sortilege", version, arg_required_else_help = true, max_term_width = 100, after_help = FIRST_STEPS)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub verb: Verb,
}

const FIRST_STEPS: &str = "\
First steps:
  sortilege games                        list the games
  sortilege rules kuhn                   print the rules of a game
  sortilege play kuhn                    play against an AI
  sortilege best mnk --player uct        watch one decision
  sortilege match leduc --player so-ismcts --player random --games 100

A player is a name with settings, such as `uct` or `so-ismcts:iterations=10000,c=0.7`; so is a game, such as `mnk:m=4,n=4,k=4`. `sortilege players` and `sortilege games` list them all.";

/// Reads the command line. Returns `None` after a request for help, which is written to `out`.
pub fn read(args: Vec<OsString>, out: &mut Out) -> Result<Option<Cli>, Failure> {
    let error = match Cli::try_parse_from(&args) {
        Ok(cli) => return Ok(Some(cli)),
        Err(error) => error,
    };
    match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let text = error.render();
            match out.colour {
                Colour::Always => write!(out, "{}", text.ansi())?,
                Colour::Never => write!(out, "{text}")?,
            }
            Ok(None)
        }
        _ => Err(Failure::Usage(sentence(&error, &args))),
    }
}

/// Formats an error: what is wrong, what would be right, and where to read more.
fn sentence(error: &clap::Error, args: &[OsString]) -> String {
    let mut parts = said(error);
    let verbs = verbs(args);
    let command = verbs.last().expect("the program itself is always there");
    let suggested =
        error.get(ContextKind::SuggestedArg).or(error.get(ContextKind::SuggestedSubcommand));
    match error.kind() {
        ErrorKind::UnknownArgument if suggested.is_none() => parts.push(options(command)),
        ErrorKind::InvalidSubcommand if suggested.is_none() => parts.push(subcommands(command)),
        _ => {}
    }
    let path: Vec<&str> = verbs.iter().map(|command| command.get_name()).collect();
    format!("{} (see `{} --help`)", parts.join("; "), path.join(" "))
}

/// Returns the message of clap without headings and usage.
fn said(error: &clap::Error) -> Vec<String> {
    let noise = ["For more information", "tip: to pass"];
    let text = error.to_string();
    let lines = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let lines =
        lines.filter(|line| !line.is_empty() && !noise.iter().any(|words| line.starts_with(words)));
    let mut parts: Vec<String> = Vec::new();
    for line in lines.map(|line| line.trim_start_matches("error: ").trim_start_matches("tip: ")) {
        match parts.last_mut() {
            // A list after a colon, with an item a line.
            Some(last) if last.ends_with(':') || line.starts_with(['-', '<', '[']) => {
                *last = format!("{last} {line}");
            }
            _ => parts.push(line.to_string()),
        }
    }
    parts
}

/// Returns the program and the verbs on the command line, such as `sortilege`, `bench`, `search`.
fn verbs(args: &[OsString]) -> Vec<Command> {
    let mut found = vec![Cli::command()];
    for arg in args.iter().skip(1).filter_map(|arg| arg.to_str()) {
        match found.last().and_then(|command| command.find_subcommand(arg)).cloned() {
            Some(command) => found.push(command),
            None => break,
        }
    }
    found
}

fn options(command: &Command) -> String {
    let names =
        command.get_arguments().filter_map(|arg| arg.get_long()).map(|long| format!("--{long}"));
    let names = names.chain(["--help".to_string()]).collect::<Vec<_>>();
    format!("the options are {}", names.join(", "))
}

fn subcommands(command: &Command) -> String {
    let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
    format!("there are {}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(line: &str) -> String {
        let args: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        sentence(&Cli::try_parse_from(&args).unwrap_err(), &args)
    }

    #[test]
    fn the_definitions_are_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn refusals_are_one_sentence() {
        assert_eq!(
            refusal("sortilege best kuhn --player uct --sed 1"),
            "unexpected argument '--sed' found; a similar argument exists: '--seed' \
             (see `sortilege best --help`)"
        );
        assert_eq!(
            refusal("sortilege bench playouts kuhn --frobnicate"),
            "unexpected argument '--frobnicate' found; the options are --seconds, --json, --help \
             (see `sortilege bench playouts --help`)"
        );
        assert_eq!(
            refusal("sortilege best"),
            "the following required arguments were not provided: <GAME> \
             (see `sortilege best --help`)"
        );
        assert_eq!(
            refusal("sortilege bench speed kuhn"),
            "unrecognized subcommand 'speed'; there are playouts, search, scaling \
             (see `sortilege bench --help`)"
        );
        assert_eq!(
            refusal("sortilege match kuhn --player uct --games 0"),
            "invalid value '0' for '--games <N>': it is a whole number, 1 or more \
             (see `sortilege match --help`)"
        );
    }
}
