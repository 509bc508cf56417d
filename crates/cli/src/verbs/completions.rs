//! `sortilege completions`

use crate::Failure;
use crate::house::House;
use crate::out::Out;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use clap_complete::Shell;
use std::io::Write;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  sortilege completions bash > ~/.local/share/bash-completion/completions/sortilege")]
pub struct Args {
    /// Which shell
    shell: Shell,
}

pub fn run(args: &Args, command: Command, house: &House, out: &mut Out) -> Result<(), Failure> {
    let mut command = knowing(command, house);
    // Written to memory first: clap's generator panics where it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "sortilege", &mut script);
    Ok(out.write_all(&script)?)
}

/// The same command for the eyes of a shell only: where games and players are named, it knows their names. Settings can
/// follow upon these, so that the command itself must take more than the bare names.
fn knowing(command: Command, house: &House) -> Command {
    let games: Vec<&str> = house.catalogue.games().iter().map(|game| game.name()).collect();
    let players: Vec<&str> = house.catalogue.player_kinds().iter().map(|player| player.name).collect();
    let name = |arg: Arg| match arg.get_id().as_str() {
        "game" => arg.value_parser(PossibleValuesParser::new(games.clone())),
        "player" | "players" | "against" | "hint" => {
            arg.value_parser(PossibleValuesParser::new(players.clone()))
        }
        "name" => arg.value_parser(PossibleValuesParser::new(games.iter().chain(&players).copied())),
        _ => arg,
    };
    command.mut_subcommands(|verb| verb.mut_subcommands(|inner| inner.mut_args(name)).mut_args(name))
}
