//! `sortilege man`

use crate::Failure;
use crate::args::Cli;
use crate::out::Out;
use clap::CommandFactory;
use std::io::Write;
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  sortilege man | man -l -
  sortilege man --out ~/.local/share/man/man1")]
pub struct Args {
    /// Write a page for every verb into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub fn run(args: &Args, out: &mut Out) -> Result<(), Failure> {
    match &args.out {
        None => clap_mangen::Man::new(Cli::command()).render(out)?,
        Some(folder) => {
            std::fs::create_dir_all(folder)?;
            clap_mangen::generate_to(Cli::command(), folder)?;
            writeln!(out, "The manual is in {}", folder.display())?;
        }
    }
    Ok(())
}
