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

Designs are match, round-robin, versus, sweep, factorial, elimination, tune, estimate, profile and exploitability. Results depend on the file alone, not on threads, parts or interruptions, unless players think by the clock (`time`) or with several threads at one tree (`threads` without `roots`); reports say so. Ctrl-C finishes what is being played and keeps it; twice, it ends at once, which loses nothing but that. Run again, and it goes on where it was. With more `games` or `deals` in the file, run again with the same --out, a run is extended: what is there is kept, and the rest is played, as if all of it had been asked for at once. (An elimination and a tuning cannot be extended, since who meets whom follows from their results, nor can one part of several.)

With `--engine slurm` units are done in array jobs, into a folder that all machines share: the script that `sortilege slurm` writes is submitted and followed, stage by stage. Ctrl-C ends the following and not the job; run again, it is followed on. With `--engine ray` the Python package (`pip install .[ray]`) hands units out to a cluster of Ray and collects them; without --address this machine is a cluster of one. The results are the same to the last byte.

With --record the games that are played now are kept as well. What was played before is not played again for it, and a run that is killed may have kept some games twice.

With `measure = \"score\"` a game counts for who won it, and with `measure = \"payoff\"` for how much, in the unit of the game; the latter is usual where there is more to win than the game, such as chips.

How far it is shows in the terminal, and where there is none as a line a minute on standard error. At the end the main table is printed; `sortilege report` prints all of them as data.

Results are kept in a folder that is new, empty, or of this experiment; any other is refused and left alone. They say which build of this program wrote them, and another build goes on with them only if you say --mixed.")]
pub struct Args {
    /// The experiment
    file: PathBuf,
    /// Where results are kept; `runs/` and the experiment's name unless given
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How many games are played at once; unless given, the cores divided by the most threads that
    /// a player thinks on
    #[arg(long, allow_negative_numbers = true, value_name = "T", value_parser = crate::options::threads)]
    threads: Option<usize>,
    /// Do one of several parts, such as 1/3, each into its own folder
    #[arg(long, value_name = "I/N", allow_hyphen_values = true)]
    shard: Option<Shard>,
    /// Add the games that are played now to this file, each as a line of JSON, for `sortilege
    /// replay` and `sortilege review`
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Where units are done
    #[arg(long, value_enum, default_value = "local", hide_default_value = true)]
    engine: Engine,
    /// The head of the cluster, for Ray
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
    /// Options that mean nothing to the engine are refused: whoever gives them expects something of
    /// them.
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

/// Follows array jobs, then looks at all that they have done, as a run that is over does.
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
                "Followed no longer; {done} of {total} are in `{}`, and the job goes on.",
                folder.display()
            )?;
            let (file, word) = (shell_word(&args.file), shell_word(folder));
            Ok(writeln!(out, "Follow it with: sortilege run {file} --out {word} --engine slurm")?)
        }
    }
}

/// Does what is left to do on this machine.
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
