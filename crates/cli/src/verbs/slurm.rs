//! `sortilege slurm`

use crate::Failure;
use crate::app::App;
use crate::engine::{self, Tasks};
use crate::options::{AllowFiles, Mixed};
use crate::out::Out;
use sortilege_lab::experiment::Experiment;
use sortilege_lab::report::shell_word;
use std::io::Write;
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  sortilege slurm experiment.toml --out /shared/large
  sbatch /shared/large.sbatch
  sortilege report /shared/large
  sortilege run experiment.toml --out /shared/large --engine slurm     (all of that)

The script does what is missing, each array task a range of units, with this very program, which has to be where it is now on all machines; so has the folder of the run. A task that is lost with its machine is queued again, and what it had done is not done again. The tasks' log is beside the folder.

What a site wants to know besides is told to sbatch (`sbatch --time=2:00:00 --partition=short FILE`) or to the environment (SBATCH_PARTITION, SBATCH_ACCOUNT, SBATCH_TIMELIMIT).

Designs in rounds have a script for each: when its job is done, ask again for the next.")]
pub struct Args {
    /// The experiment
    file: PathBuf,
    /// The folder of the run, which all machines share; `runs/` and the experiment's name unless
    /// given
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Where the script goes; beside the folder and called like it, with `.sbatch`, unless given
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    #[command(flatten)]
    tasks: Tasks,
    #[command(flatten)]
    mixed: Mixed,
    #[command(flatten)]
    allow: AllowFiles,
}

pub fn run(args: &Args, app: &App, out: &mut Out) -> Result<(), Failure> {
    let experiment = Experiment::read_file(&args.file, &args.allow.catalogue(app, &args.file))?;
    let folder = args.out.clone().unwrap_or_else(|| PathBuf::from("runs").join(&experiment.name));
    let slurm = engine::slurm(&folder, args.script.as_deref(), &args.tasks, &args.mixed)?;
    let script = slurm.script();
    match slurm.write(&experiment)? {
        None => {
            writeln!(out, "There is nothing left to do.")?;
            writeln!(out, "Its report: sortilege report {}", shell_word(&folder))?;
        }
        Some(_) => {
            writeln!(out, "`{}` does the units that are missing.", script.display())?;
            writeln!(out, "Submit it with: sbatch {}", shell_word(script))?;
        }
    }
    Ok(())
}
