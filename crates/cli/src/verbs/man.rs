//! `sortilege man`

use crate::Failure;
use crate::out::Out;
use clap::Command;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  sortilege man | man -l -
  sortilege man --out ~/.local/share/man/man1")]
pub struct Args {
    /// Write a page for every subcommand into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub fn run(args: &Args, command: Command, out: &mut Out) -> Result<(), Failure> {
    match &args.out {
        None => clap_mangen::Man::new(command).render(out)?,
        Some(folder) => {
            write_pages(command, folder).map_err(|error| Failure::unwritable(folder, &error))?;
            writeln!(out, "The manual is in {}", folder.display())?;
        }
    }
    Ok(())
}

fn write_pages(command: Command, folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    clap_mangen::generate_to(command, folder)
}
