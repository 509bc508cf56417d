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

The script runs the missing units, a range of units per array task. This program and the folder of the run need the same path on all machines. A task that is lost with its machine is queued again, and its completed units are not repeated. The log of the tasks is beside the folder.

Further options of a site are given to sbatch (`sbatch --time=2:00:00 --partition=short FILE`) or in the environment (SBATCH_PARTITION, SBATCH_ACCOUNT, SBATCH_TIMELIMIT).

Designs in rounds have one script per round: run this command again after each job.")]
pub struct Args {
    /// Experiment file (TOML)
    file: PathBuf,
    /// Folder of the run, which all machines share; default: `runs/` and the name of the
    /// experiment
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// File of the script; default: the name of the folder with `.sbatch`, beside it
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
