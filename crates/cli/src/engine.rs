//! Engines that distribute units over machines: Slurm, by array job scripts, and Ray, through
//! Python.

use crate::Failure;
use crate::options::Mixed;
use crate::progress::watch_run;
use clap::ValueEnum;
use sortilege_lab::experiment::Experiment;
use sortilege_lab::run::{Builds, Ended, News, Progress, Slurm};
use std::ffi::OsStr;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;

/// Where units are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// On the cores of this machine
    Local,
    /// On a cluster of Ray, by way of the Python package
    Ray,
    /// In array jobs of Slurm, into a folder that all machines share
    Slurm,
}

/// How units are shared out to the tasks of Slurm's arrays.
#[derive(clap::Args, Debug)]
pub struct Tasks {
    /// Units per array task (only for Slurm); default: the smallest number that makes at most a
    /// thousand tasks, a common limit of sites
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = crate::options::positive)]
    pub per_task: Option<u64>,
}

/// A run on Slurm whose tasks call this very program.
pub fn slurm(
    folder: &Path,
    script: Option<&Path>,
    tasks: &Tasks,
    mixed: &Mixed,
) -> Result<Slurm, Failure> {
    let program = std::env::current_exe()?.display().to_string();
    let command = vec![program, "unit".to_string(), "run".to_string()];
    Ok(Slurm::new(folder, script, command)?.per_task(tasks.per_task).mixing(mixed.builds()))
}

/// Monitors a run on Slurm, and reports submitted jobs on standard error.
pub fn follow(
    slurm: &Slurm,
    experiment: &Experiment,
    stop: &AtomicBool,
) -> Result<(Ended, Progress), Failure> {
    let mut last = Progress::default();
    let ended = watch_run(|show| {
        slurm.go(experiment, stop, &mut |news| match news {
            News::Submitted(job) => print_line(&format!("job {job} is submitted")),
            News::Found(job) => {
                print_line(&format!("job {job} is in the queue already, and is followed"))
            }
            News::Progress(progress) => {
                show(&progress);
                last = progress;
            }
        })
    })?;
    Ok((ended, last))
}

fn print_line(words: &str) {
    // A closed standard error is no reason to stop.
    let _ = writeln!(io::stderr(), "{words}");
}

/// What Python has to have; it is asked without the folder at hand, in which anything may be called
/// `ray`.
const HAS_RAY: &str = "\
import importlib.util, sys
sys.exit(not all(map(importlib.util.find_spec, ('sortilege', 'ray'))))";

/// Hands a run over to the Python package, which drives Ray, and ends as that does.
pub fn ray(
    file: &Path,
    folder: &Path,
    address: Option<&str>,
    builds: Builds,
) -> Result<(), Failure> {
    let python = || {
        let mut python = Command::new("python3");
        python.arg("-P");
        python
    };
    let asked = python().args(["-c", HAS_RAY]).stdin(Stdio::null()).stderr(Stdio::null()).status();
    let refused = |why: &str| {
        Err(Failure::Usage(format!("{why}; `pip install .[ray]` brings what Ray needs")))
    };
    match asked {
        Ok(status) if status.success() => {}
        Ok(_) => {
            return refused(
                "`python3` has no packages `sortilege` and `ray`, or is older than 3.11",
            );
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return refused("there is no `python3` on this machine");
        }
        Err(error) => return Err(error.into()),
    }
    let mut words: Vec<&OsStr> = ["-m", "sortilege.ray", "--out"].map(OsStr::new).to_vec();
    words.push(folder.as_os_str());
    words.extend(address.into_iter().flat_map(|address| ["--address", address]).map(OsStr::new));
    words.extend((builds == Builds::Mixed).then_some(OsStr::new("--mixed")));
    words.extend([OsStr::new("--"), file.as_os_str()]);
    hand_over_to(python().args(words))
}

/// Replaces this process by another program, which then receives Ctrl-C and sets the exit status.
#[cfg(unix)]
fn hand_over_to(command: &mut Command) -> Result<(), Failure> {
    use std::os::unix::process::CommandExt;
    Err(command.exec().into())
}

/// Starts another program and ends as it does.
#[cfg(not(unix))]
fn hand_over_to(command: &mut Command) -> Result<(), Failure> {
    std::process::exit(command.status()?.code().unwrap_or(1))
}
