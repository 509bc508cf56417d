//! Counts the instructions of every workload under Valgrind's callgrind, and holds them against the baseline.
//! Counts are the same from run to run, however busy the machine is, so a few percent can be told from nothing.

use sortilege_bench::{Workload, counted, workloads};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

const HELP: &str = "\
Counts instructions under callgrind and compares them with bench/instructions.tsv.

    bench/instructions [--update] [--limit PERCENT] [WORD]...

    WORD             only workloads that have one of these words in their name
    --limit PERCENT  how much more than the baseline is too much; 5 unless said
    --update         rewrites the baseline, of the chosen workloads only
    --list           names the workloads

It fails if a workload takes too many instructions more, or if there is no baseline for it.";

const BASELINE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/instructions.tsv");
const HEADING: &str = "workload\tsteps\tinstructions\tresult";

/// What came of a workload: how many instructions, and the number by which its results are known.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Count {
    steps: u64,
    instructions: u64,
    result: u64,
}

type Counts = BTreeMap<String, Count>;

struct Args {
    words: Vec<String>,
    limit: f64,
    update: bool,
    list: bool,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, name] = words.as_slice()
        && flag == "--do"
    {
        return work(name);
    }
    match parse(words).and_then(|args| run(&args)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::from(2)
        }
    }
}

fn parse(words: Vec<String>) -> Result<Args, String> {
    let mut args = Args { words: vec![], limit: 5.0, update: false, list: false };
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--update" => args.update = true,
            "--list" => args.list = true,
            "--limit" => {
                let limit = words.next().and_then(|word| word.parse().ok());
                args.limit = limit.ok_or("--limit takes a number of percent")?;
            }
            flag if flag.starts_with('-') => return Err(HELP.to_string()),
            _ => args.words.push(word),
        }
    }
    Ok(args)
}

/// The part of the process that is watched: once to get warm, so that tables and arenas are there, and once more
/// to be counted.
fn work(name: &str) -> ExitCode {
    let Some(workload) = workloads().into_iter().find(|one| one.name == name) else {
        eprintln!("there is no workload {name}");
        return ExitCode::from(2);
    };
    let mut work = workload.prepare();
    work();
    println!("{}", counted(&mut work));
    ExitCode::SUCCESS
}

fn run(args: &Args) -> Result<bool, String> {
    let all = workloads();
    let chosen =
        |name: &str| args.words.is_empty() || args.words.iter().any(|word| name.contains(word.as_str()));
    let todo: Vec<&Workload> = all.iter().filter(|one| chosen(&one.name)).collect();
    if args.list {
        todo.iter().for_each(|one| println!("{}", one.name));
        return Ok(true);
    }
    let mut baseline = read(Path::new(BASELINE))?;
    let counts = count_all(&todo)?;
    let (table, bad) = compare(&todo, &counts, &baseline, args.limit);
    print!("{table}");
    let gone: Vec<String> =
        baseline.keys().filter(|name| all.iter().all(|one| one.name != **name)).cloned().collect();
    if args.update {
        baseline.retain(|name, _| !gone.contains(name));
        baseline.extend(counts);
        write(&all, &baseline)?;
        println!("\nThe baseline is rewritten.");
        return Ok(true);
    }
    for name in &gone {
        println!("\n{name} is in the baseline, but there is no such workload.");
    }
    if bad > 0 {
        println!(
            "\n{bad} of {} workloads are above the baseline by more than {} %, or not in it.",
            todo.len(),
            args.limit
        );
        println!("If that is meant, `bench/instructions --update` makes these counts the baseline.");
    }
    Ok(bad == 0 && gone.is_empty())
}

/// Counts all of them, one a core at a time: what others do does not change a count.
fn count_all(todo: &[&Workload]) -> Result<Counts, String> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let jobs: Vec<(String, u64)> = todo.iter().map(|one| (one.name.clone(), one.steps)).collect();
    let (next, counts) = (AtomicUsize::new(0), Mutex::new(Ok(Counts::new())));
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some((name, steps)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let count = count(name, *steps);
                    let mut counts = counts.lock().expect("no thread panics with it");
                    match (counts.as_mut(), count) {
                        (Ok(counts), Ok(count)) => drop(counts.insert(name.clone(), count)),
                        (Ok(_), Err(why)) => *counts = Err(why),
                        (Err(_), _) => return,
                    }
                }
            });
        }
    });
    counts.into_inner().expect("no thread panicked")
}

/// Runs this program again under callgrind, which counts only within [`counted`].
fn count(name: &str, steps: u64) -> Result<Count, String> {
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .args(["--collect-atstart=no", "--toggle-collect=*sortilege_bench*counted*"])
        .arg(this)
        .args(["--do", name])
        .output()
        .map_err(|error| format!("valgrind does not start: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let instructions = said.lines().find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
    let result = String::from_utf8_lossy(&output.stdout).trim().parse();
    match (output.status.success(), instructions, result) {
        (true, Some(instructions), Ok(result)) if instructions > 0 => {
            Ok(Count { steps, instructions, result })
        }
        _ => Err(format!("{name} cannot be counted, {}:\n{said}", output.status)),
    }
}

/// A table of all counts beside the baseline, and how many are too high or new.
fn compare(todo: &[&Workload], counts: &Counts, baseline: &Counts, limit: f64) -> (String, usize) {
    let width = todo.iter().map(|one| one.name.len()).max().unwrap_or(0);
    let (mut table, mut bad) = (String::new(), 0);
    let _ = writeln!(table, "{:width$}  {:>12}  {:>12}  {:>8}", "workload", "baseline", "now", "change");
    for Workload { name, .. } in todo {
        let now = counts[name];
        let (before, change, verdict) = judge(now, baseline.get(name), limit);
        bad += usize::from(verdict.fails());
        let remark = verdict.remark(now, baseline.get(name));
        let line =
            format!("{name:width$}  {before:>12}  {:>12}  {change:>8}  {remark}", grouped(now.instructions));
        let _ = writeln!(table, "{}", line.trim_end());
    }
    (table, bad)
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Verdict {
    New,
    TooMuch,
    Fine,
    Gain,
}

impl Verdict {
    fn fails(self) -> bool {
        matches!(self, Verdict::New | Verdict::TooMuch)
    }

    fn remark(self, now: Count, before: Option<&Count>) -> String {
        let word = match self {
            Verdict::New => "NOT IN THE BASELINE",
            Verdict::TooMuch => "TOO MUCH",
            Verdict::Fine => "",
            Verdict::Gain => "gain",
        };
        let other = before.is_some_and(|before| (before.steps, before.result) != (now.steps, now.result));
        let other = if other { "(other results: not the same work)" } else { "" };
        [word, other].join(" ").trim().to_string()
    }
}

/// Compares by step, in case there are more or fewer of them now.
fn judge(now: Count, before: Option<&Count>, limit: f64) -> (String, String, Verdict) {
    let Some(before) = before else { return (String::new(), String::new(), Verdict::New) };
    let a_step = |count: Count| count.instructions as f64 / count.steps as f64;
    let (now, then) = (a_step(now), a_step(*before));
    let change = 100.0 * (now / then - 1.0);
    // Compared as products: the quotient of exactly the limit may round to more than it.
    let verdict = match now {
        _ if 100.0 * now > (100.0 + limit) * then => Verdict::TooMuch,
        _ if change < -1.0 => Verdict::Gain,
        _ => Verdict::Fine,
    };
    (grouped(before.instructions), format!("{change:+.2} %"), verdict)
}

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).expect("digits")).collect();
    groups.join(",")
}

fn read(path: &Path) -> Result<Counts, String> {
    let Ok(text) = std::fs::read_to_string(path) else { return Ok(Counts::new()) };
    let row = |line: &str| -> Option<(String, Count)> {
        let mut cells = line.split('\t');
        let name = cells.next()?.to_string();
        let mut number = || cells.next()?.parse().ok();
        Some((name, Count { steps: number()?, instructions: number()?, result: number()? }))
    };
    let slip = |line| format!("{} has a line that is not a count: {line}", path.display());
    text.lines().skip(1).map(|line| row(line).ok_or_else(|| slip(line))).collect()
}

/// Writes the baseline in the order of the workloads, so that it reads well as a diff.
fn write(all: &[Workload], counts: &Counts) -> Result<(), String> {
    let mut text = format!("{HEADING}\n");
    for Workload { name, .. } in all {
        if let Some(Count { steps, instructions, result }) = counts.get(name) {
            let _ = writeln!(text, "{name}\t{steps}\t{instructions}\t{result}");
        }
    }
    std::fs::write(BASELINE, text).map_err(|error| format!("{BASELINE}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEFORE: Count = Count { steps: 10, instructions: 1000, result: 7 };

    fn verdict(instructions: u64) -> Verdict {
        judge(Count { instructions, ..BEFORE }, Some(&BEFORE), 5.0).2
    }

    #[test]
    fn more_than_the_limit_is_too_much() {
        let verdicts = [800, 1000, 1050, 1051].map(verdict);
        assert_eq!(verdicts, [Verdict::Gain, Verdict::Fine, Verdict::Fine, Verdict::TooMuch]);
        assert!(judge(BEFORE, None, 5.0).2.fails());
    }

    /// Twice the steps in twice the instructions are no change, but they are remarked upon.
    #[test]
    fn steps_are_compared_not_sums() {
        let now = Count { steps: 20, instructions: 2000, ..BEFORE };
        assert_eq!(judge(now, Some(&BEFORE), 5.0).2, Verdict::Fine);
        assert!(Verdict::Fine.remark(now, Some(&BEFORE)).contains("other results"));
        assert_eq!(Verdict::Fine.remark(BEFORE, Some(&BEFORE)), "");
    }

    #[test]
    fn digits_come_in_threes() {
        assert_eq!([1, 1234, 12_345_678].map(grouped), ["1", "1,234", "12,345,678"]);
    }

    #[test]
    fn every_workload_has_a_baseline() {
        let baseline = read(Path::new(BASELINE)).expect("a baseline");
        for Workload { name, .. } in workloads() {
            let count = baseline.get(&name).unwrap_or_else(|| panic!("{name} has none"));
            assert!(
                count.instructions > 1_000_000,
                "{name} is too little work to tell 5 % of it from nothing"
            );
        }
    }
}
