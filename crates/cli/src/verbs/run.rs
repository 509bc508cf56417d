//! `sortilege run`

use crate::Failure;
use crate::book::Book;
use crate::house::House;
use crate::interrupt::stop_at_ctrl_c;
use crate::layout::grouped;
use crate::options::{Mixed, cores};
use crate::out::Out;
use crate::progress::watch_run;
use sortilege_lab::experiment::Experiment;
use sortilege_lab::report::shell_word;
use sortilege_lab::run::{Builds, Ended, Progress, Run, Shard};
use std::io::Write;
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  sortilege run experiment.toml
  sortilege run experiment.toml --out runs/tuesday --threads 2
  sortilege run experiment.toml --shard 1/3 --out part1     (2/3 and 3/3 on other machines)
  sortilege merge whole part1 part2 part3

A file of a few lines:
  design = \"match\"
  game = \"phantom-mnk:m=3,n=3,k=3\"
  seed = 1
  games = 200
  players = [\"mo-ismcts:iterations=1000\", \"so-ismcts:iterations=1000\"]

Designs are match, round-robin, versus, sweep, factorial, elimination, tune, estimate and profile. Results depend on the file alone, not on threads, parts or interruptions, unless players think by the clock (`time`) or with several threads at one tree (`threads` without `roots`); reports say so. Ctrl-C finishes what is being played and keeps it; twice, it ends at once, which loses nothing but that. Run again, and it goes on where it was. With more `games` or `deals` in the file, run again with the same --out, a run is extended: what is there is kept, and the rest is played, as if all of it had been asked for at once. (An elimination and a tuning cannot be extended, since who meets whom follows from their results, nor can one part of several.)

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
    /// How many games are played at once; unless given, the cores divided by the most threads that a player thinks on
    #[arg(long, allow_negative_numbers = true, value_name = "T", value_parser = crate::options::threads)]
    threads: Option<usize>,
    /// Do one of several parts, such as 1/3, each into its own folder
    #[arg(long, value_name = "I/N", allow_hyphen_values = true)]
    shard: Option<Shard>,
    /// Add the games that are played now to this file, each as a line of JSON, for `sortilege replay` and `sortilege review`
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    mixed: Mixed,
}

pub fn run(args: &Args, house: &House, out: &mut Out) -> Result<(), Failure> {
    let experiment = Experiment::read_file(&args.file, &house.catalogue)?;
    let folder = args.out.clone().unwrap_or_else(|| {
        let part = args.shard.map_or(String::new(), |shard| format!("-{}-of-{}", shard.index, shard.of));
        PathBuf::from("runs").join(format!("{}{part}", experiment.name))
    });
    let threads = args.threads.unwrap_or_else(|| experiment.units_at_once(cores()));
    let mut book = args.record.as_deref().map(Book::open).transpose()?;
    let mut run = Run::begin(&folder, experiment, args.shard, args.mixed.builds())?;
    let stop = stop_at_ctrl_c();
    let mut last = Progress::default();
    let ended = watch_run(|show| {
        let mut progress = |progress: &Progress| {
            last = progress.clone();
            show(progress);
        };
        match &mut book {
            None => run.go(threads, &stop, &mut progress),
            Some(book) => run.go_recorded(threads, &stop, &mut progress, &mut |record| book.add(&record)),
        }
    })?;
    book.map_or(Ok(()), Book::close)?;
    let (place, word) = (folder.display(), shell_word(&folder));
    match ended {
        Ended::Complete => super::report::write(&folder, Builds::Apart, house, out),
        Ended::Stopped => {
            let (done, total) = (grouped(last.done), grouped(last.total));
            writeln!(out, "Stopped; {done} of {total} are kept in `{place}`.")?;
            let shard = args.shard.map_or(String::new(), |shard| format!(" --shard {shard}"));
            let file = shell_word(&args.file);
            Ok(writeln!(out, "Go on with: sortilege run {file} --out {word}{shard}")?)
        }
        Ended::PartDone => {
            writeln!(out, "This part is done; it is kept in `{place}`.")?;
            Ok(writeln!(out, "When all parts are, join them with: sortilege merge WHOLE {word} ...")?)
        }
    }
}
