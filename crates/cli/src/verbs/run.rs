//! `sortilege run`

use crate::Failure;
use crate::app::App;
use crate::book::Book;
use crate::engine::{self, Engine, Tasks};
use crate::interrupt::stop_at_ctrl_c;
use crate::layout::grouped;
use crate::options::{AllowFiles, Mixed, cores};
use crate::out::Out;
use crate::progress::watch_run;
use sortilege_lab::experiment::Experiment;
use sortilege_lab::report::shell_word;
use sortilege_lab::run::{Builds, Ended, Progress, Run, Shard};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  sortilege run experiment.toml
  sortilege run experiment.toml --out runs/tuesday --threads 2
  sortilege run experiment.toml --shard 1/3 --out part1     (2/3 and 3/3 on other machines)
  sortilege merge whole part1 part2 part3
  sortilege run experiment.toml --engine slurm --out /shared/large
  sortilege run experiment.toml --engine ray --address HEAD:26379

A file of a few lines:
  design = \"match\"
  game = \"phantom-mnk:m=3,n=3,k=3\"
  seed = 1
  games = 200
  players = [\"mo-ismcts:iterations=1000\", \"so-ismcts:iterations=1000\"]

Designs:
  match            players against each other, seats rotated
  round-robin      every player against every other
  versus           many players against few opponents
  sweep            one or two settings, over ranges
  factorial        settings on or off, all combinations
  elimination      knock-out tournament over a grid
  tune             search for the best settings (NTBEA)
  estimate         values of a player against exact values
  profile          tree sizes and decision times
  exploitability   payoff of a best response

A unit is a work item of a run: a group of games or decisions (key `unit` of the file) whose results are one file in the folder of the run. Threads, shards and jobs run whole units.

Results are a function of the file, its seed included, and not of threads, shards or interruptions. Two kinds of players are exceptions, which reports flag: players with a time limit (`time`), and players with tree parallelization, several threads at one tree (`threads` above 1 with one root). The order in which these threads exchange their counts depends on the machine.

Ctrl-C ends the run after the games in progress; a second Ctrl-C ends it at once and loses only these. The same command resumes the run.

To extend a run, raise `games` or `deals` in the file and run it again with the same --out. Results are kept, and only the rest is played, as if it had been one run. Eliminations and tunings cannot be extended, because their pairings follow from results, and neither can a single shard.

--engine local (default) runs the units on the cores of this machine. With --engine slurm array jobs run the units, into a folder that all machines share. The script of `sortilege slurm` is submitted and monitored, stage by stage. Ctrl-C ends the monitoring and not the job; the same command resumes it. With --engine ray the Python package (`pip install .[ray]`) distributes units to a Ray cluster and collects them; without --address this machine is the cluster. Results are identical to the last byte.

--shard I/N runs every N-th unit, beginning with unit I - 1, into a folder of its own (default: `runs/NAME-I-of-N`). `sortilege merge WHOLE PART ...` joins the folders of all shards.

With --record the games of this run are recorded as well. Games that were played earlier are not replayed for it, and a killed run may record some games twice.

The key `measure` of the file selects what a game counts: `measure = \"score\"` counts 1 for a win, 1/2 for a draw and 0 for a loss, and `measure = \"payoff\"` the payoff in the unit of the game. Payoff is the default at games with such a unit, for example chips.

Progress is shown in the terminal, or once a minute as a line on standard error if there is none. At the end the main table is printed, and the folder has the report as `report.md`, as `report.html` and with one SVG picture per chart. `sortilege report` prints all tables as JSON or CSV.

A run writes only to a new or empty folder, or resumes its own; other folders are refused and stay unchanged. Results name the build of this program that wrote them, and another build resumes the run only with --mixed.")]
pub struct Args {
    /// Experiment file (TOML)
    file: PathBuf,
    /// Folder for results; default: `runs/NAME`, or `runs/NAME-I-of-N` for a shard, where NAME is
    /// the `name` of the experiment
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Number of games played in parallel; default: cores divided by the largest number of threads
    /// of a player
    #[arg(long, allow_negative_numbers = true, value_name = "T", value_parser = crate::options::threads)]
    threads: Option<usize>,
    /// Run one shard I of N, such as 1/3, into its own folder; `sortilege merge` joins the shards
    #[arg(long, value_name = "I/N", allow_hyphen_values = true)]
    shard: Option<Shard>,
    /// Append the games of this run to this file, one line of JSON each, for `sortilege replay` and
    /// `sortilege review`
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Engine that runs the units; default: local
    #[arg(long, value_enum, default_value = "local", hide_default_value = true)]
    engine: Engine,
    /// Head node of the Ray cluster (only with --engine ray); default: this machine
    #[arg(long, value_name = "HOST:PORT")]
    address: Option<String>,
    #[command(flatten)]
    tasks: Tasks,
    #[command(flatten)]
    mixed: Mixed,
    #[command(flatten)]
    allow: AllowFiles,
}

impl Args {
    /// Refuses options that have no effect with the engine, since the caller expects an effect.
    fn fit_the_engine(&self) -> Result<(), Failure> {
        let options = [
            ("--threads", self.threads.is_some(), Engine::Local),
            ("--shard", self.shard.is_some(), Engine::Local),
            ("--record", self.record.is_some(), Engine::Local),
            ("--address", self.address.is_some(), Engine::Ray),
            ("--per-task", self.tasks.per_task.is_some(), Engine::Slurm),
        ];
        let stray =
            options.into_iter().find(|&(_, is_given, engine)| is_given && engine != self.engine);
        stray.map_or(Ok(()), |(option, _, engine)| Err(Failure::Usage(only_for(option, engine))))
    }
}

fn only_for(option: &str, engine: Engine) -> String {
    match engine {
        Engine::Local => {
            format!("`{option}` is for runs on this machine; leave it out, or leave out `--engine`")
        }
        Engine::Ray => format!("`{option}` is for `--engine ray` alone"),
        Engine::Slurm => format!("`{option}` is for `--engine slurm` alone"),
    }
}

pub fn run(args: &Args, app: &App, out: &mut Out) -> Result<(), Failure> {
    args.fit_the_engine()?;
    let experiment = Experiment::read_file(&args.file, &args.allow.catalogue(app, &args.file))?;
    let folder = args.out.clone().unwrap_or_else(|| {
        let part =
            args.shard.map_or(String::new(), |shard| format!("-{}-of-{}", shard.index, shard.of));
        PathBuf::from("runs").join(format!("{}{part}", experiment.name))
    });
    match args.engine {
        Engine::Local => here(args, experiment, (&folder, &stop_at_ctrl_c()), app, out),
        Engine::Ray => {
            engine::ray(&args.file, &folder, args.address.as_deref(), args.mixed.builds())
        }
        Engine::Slurm => on_slurm(args, experiment, &folder, app, out),
    }
}

/// Monitors array jobs, then reports their results as a completed local run does.
fn on_slurm(
    args: &Args,
    experiment: Experiment,
    folder: &Path,
    app: &App,
    out: &mut Out,
) -> Result<(), Failure> {
    let slurm = engine::slurm(folder, None, &args.tasks, &args.mixed)?;
    let stop = stop_at_ctrl_c();
    match engine::follow(&slurm, &experiment, &stop)? {
        (Ended::Complete, _) => here(args, experiment, (folder, &stop), app, out),
        (_, last) => {
            let (done, total) = (grouped(last.done), grouped(last.total));
            writeln!(
                out,
                "Monitoring ended; {done} of {total} are in `{}`, and the job goes on.",
                folder.display()
            )?;
            let (file, word) = (shell_word(&args.file), shell_word(folder));
            Ok(writeln!(
                out,
                "Resume monitoring with: sortilege run {file} --out {word} --engine slurm"
            )?)
        }
    }
}

/// Runs the remaining units on this machine.
fn here(
    args: &Args,
    experiment: Experiment,
    (folder, stop): (&Path, &AtomicBool),
    app: &App,
    out: &mut Out,
) -> Result<(), Failure> {
    let threads = args.threads.unwrap_or_else(|| experiment.units_at_once(cores()));
    let mut book = args.record.as_deref().map(Book::open).transpose()?;
    let mut run = Run::begin(folder, experiment, args.shard, args.mixed.builds())?;
    let mut last = Progress::default();
    let ended = watch_run(|show| {
        let mut progress = |progress: &Progress| {
            last = progress.clone();
            show(progress);
        };
        match &mut book {
            None => run.go(threads, stop, &mut progress),
            Some(book) => {
                run.go_recorded(threads, stop, &mut progress, &mut |record| book.add(&record))
            }
        }
    })?;
    book.map_or(Ok(()), Book::close)?;
    let (place, word) = (folder.display(), shell_word(folder));
    match ended {
        Ended::Complete => super::report::write(folder, Builds::Single, app, out),
        Ended::Stopped => {
            let (done, total) = (grouped(last.done), grouped(last.total));
            writeln!(out, "Stopped; {done} of {total} are kept in `{place}`.")?;
            let shard = args.shard.map_or(String::new(), |shard| format!(" --shard {shard}"));
            let file = shell_word(&args.file);
            Ok(writeln!(out, "Go on with: sortilege run {file} --out {word}{shard}")?)
        }
        Ended::PartDone => {
            writeln!(out, "This part is done; it is kept in `{place}`.")?;
            Ok(writeln!(
                out,
                "When all parts are, join them with: sortilege merge WHOLE {word} ..."
            )?)
        }
    }
}
