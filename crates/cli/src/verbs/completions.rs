//! `sortilege completions`

use crate::Failure;
use crate::out::Out;
use clap::Command;
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

pub fn run(args: &Args, mut command: Command, out: &mut Out) -> Result<(), Failure> {
    // Written to memory first: clap's generator panics where it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "sortilege", &mut script);
    Ok(out.write_all(&script)?)
}
