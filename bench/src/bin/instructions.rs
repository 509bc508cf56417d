//! Counts the instructions of every workload under Valgrind's callgrind, and compares them with the
//! baseline. Counts are equal from run to run on any load, so differences of a few percent are
//! significant.
//!
//! Instructions in libraries (`memcpy`, `exp`, `malloc`) are counted separately: they depend on the
//! version of the C library, while those of the program depend only on the compiler.

use sortilege_bench::{Workload, counted, grouped, workloads};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

const HELP: &str = "\
Counts instructions under callgrind and compares them with bench/instructions.tsv: those of the
program, and those of the C library that it calls.

    bench/instructions [--update] [--limit PERCENT] [WORD]...

    WORD             only workloads whose names contain one of these words
    --limit PERCENT  allowed increase over the baseline for the program; default: 5. For program
                     and libraries together it is 8, because libraries differ between machines
    --update         rewrites the baseline of the selected workloads
    --list           lists the workloads

It fails if the count of a workload has increased too much, or has no baseline.";

const BASELINE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/instructions.tsv");
const HEADING: &str = "workload\tsteps\tinstructions\tlibraries\tresult";

/// Limit of the increase in percent with libraries. It allows library counts to differ by a fifth
/// in a workload where they do a third of the work, as `memcpy` does in one.
const LIMIT_WITH_LIBRARIES: f64 = 8.0;

/// Result of a workload: instruction counts, and the checksum of its results.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Count {
    steps: u64,
    /// Instructions of the program itself.
    instructions: u64,
    /// Instructions of the libraries that it calls.
    libraries: u64,
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

/// Measured child process: runs the work once to warm up tables and arenas, and once more to be
/// counted.
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
    let chosen = |name: &str| {
        args.words.is_empty() || args.words.iter().any(|word| name.contains(word.as_str()))
    };
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
    if !bad.is_empty() {
        println!("\n{} of {} workloads failed:", bad.len(), todo.len());
        bad.iter().for_each(|line| println!("  {line}"));
        println!(
            "\nIf a change is meant to cost that, run `bench/instructions --update` with the names of these workloads,\n\
             commit bench/instructions.tsv, and say in the commit what is bought with it."
        );
    }
    Ok(bad.is_empty() && gone.is_empty())
}

/// Counts all workloads, one per core at a time: other load does not change a count.
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
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/stdout"])
        .args(["--compress-strings=no", "--compress-pos=no"])
        .args(["--collect-atstart=no", "--toggle-collect=*sortilege_bench*counted*"])
        .arg(&this)
        .args(["--do", name])
        .output()
        .map_err(|error| format!("valgrind cannot be started: {error}"))?;
    let said = String::from_utf8_lossy(&output.stdout);
    let (result, profile) = said.split_once('\n').unwrap_or_default();
    let counted = tally(profile, &this.to_string_lossy());
    match (output.status.success(), counted, result.parse()) {
        (true, Some([instructions, libraries]), Ok(result)) if instructions > 0 => {
            Ok(Count { steps, instructions, libraries, result })
        }
        _ => {
            let why = String::from_utf8_lossy(&output.stderr);
            Err(format!("{name} cannot be counted, {}:\n{why}", output.status))
        }
    }
}

/// Instructions in `program` and elsewhere, from the listing of callgrind: lines `LINE COUNT` below
/// the object (`ob=`) that contains them. The line after `calls=` is the cost of a callee, which is
/// also listed under its own name. `None` if the sum differs from the one that callgrind states.
fn tally(profile: &str, program: &str) -> Option<[u64; 2]> {
    let (mut counts, mut object, mut sum) = ([0, 0], "", None);
    let mut lines = profile.lines();
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("ob=") {
            object = name;
        } else if let Some(count) = line.strip_prefix("summary: ") {
            sum = count.parse().ok();
        } else if line.starts_with("calls=") {
            lines.next();
        } else if line.starts_with(|first: char| first.is_ascii_digit()) {
            let count: u64 = line.split(' ').nth(1)?.parse().ok()?;
            counts[usize::from(object != program)] += count;
        }
    }
    (sum == Some(counts[0] + counts[1])).then_some(counts)
}

/// Table of all counts with the baseline, and one line for each count that is too high or new.
fn compare(
    todo: &[&Workload],
    counts: &Counts,
    baseline: &Counts,
    limit: f64,
) -> (String, Vec<String>) {
    let width = todo.iter().map(|one| one.name.len()).max().unwrap_or(0);
    let (mut table, mut bad) = (String::new(), vec![]);
    let row = |cells: [&str; 6]| {
        let [name, before, now, change, libraries, remark] = cells;
        let row = format!(
            "{name:width$}  {before:>12}  {now:>12}  {change:>8}  {libraries:>10}  {remark}"
        );
        row.trim_end().to_string() + "\n"
    };
    table += &row(["workload", "baseline", "now", "change", "libraries", ""]);
    for Workload { name, .. } in todo {
        let (now, before) = (counts[name], baseline.get(name));
        let (changes, verdict) = judge(now, before, limit);
        let remark = verdict.remark(now, before);
        let number = before.map_or(String::new(), |before| grouped(before.instructions));
        table += &row([
            name,
            &number,
            &grouped(now.instructions),
            &changes.map_or(String::new(), |[own, _]| format!("{own:+.2} %")),
            &grouped(now.libraries),
            &remark,
        ]);
        bad.extend(verdict.failure(changes, limit).map(|why| format!("{name}: {why}")));
    }
    (table, bad)
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Verdict {
    New,
    TooMuch,
    TooMuchWithLibraries,
    Fine,
    Gain,
}

impl Verdict {
    fn remark(self, now: Count, before: Option<&Count>) -> String {
        let word = match self {
            Verdict::New => "NOT IN THE BASELINE",
            Verdict::TooMuch => "TOO MUCH",
            Verdict::TooMuchWithLibraries => "TOO MUCH WITH LIBRARIES",
            Verdict::Fine => "",
            Verdict::Gain => "gain",
        };
        let other =
            before.is_some_and(|before| (before.steps, before.result) != (now.steps, now.result));
        let other = if other { "(other results: not the same work)" } else { "" };
        [word, other].join(" ").trim().to_string()
    }

    /// Reason for a failure, if any.
    fn failure(self, changes: Option<[f64; 2]>, limit: f64) -> Option<String> {
        let [own, all] = changes.unwrap_or_default();
        match self {
            Verdict::New => Some("there is no baseline for it".to_string()),
            Verdict::TooMuch => Some(format!("{own:+.2} % instructions, {limit} % are allowed")),
            Verdict::TooMuchWithLibraries => Some(format!(
                "{all:+.2} % instructions with libraries, {LIMIT_WITH_LIBRARIES} % are allowed"
            )),
            Verdict::Fine | Verdict::Gain => None,
        }
    }
}

/// Changes in percent of the program's own code and of all code, and the verdict. Compares counts
/// per step, in case the number of steps has changed.
fn judge(now: Count, before: Option<&Count>, limit: f64) -> (Option<[f64; 2]>, Verdict) {
    let Some(before) = before else { return (None, Verdict::New) };
    let a_step = |count: &Count| {
        let all = count.instructions + count.libraries;
        [count.instructions, all].map(|instructions| instructions as f64 / count.steps as f64)
    };
    let ([own, all], [own_before, all_before]) = (a_step(&now), a_step(before));
    let changes = [100.0 * (own / own_before - 1.0), 100.0 * (all / all_before - 1.0)];
    // Compared as products, because the quotient of exactly the limit may round to more than it.
    let above = |now, before, limit| 100.0 * now > (100.0 + limit) * before;
    let verdict = match changes {
        _ if above(own, own_before, limit) => Verdict::TooMuch,
        _ if above(all, all_before, LIMIT_WITH_LIBRARIES) => Verdict::TooMuchWithLibraries,
        [own, _] if own < -1.0 => Verdict::Gain,
        _ => Verdict::Fine,
    };
    (Some(changes), verdict)
}

fn read(path: &Path) -> Result<Counts, String> {
    let Ok(text) = std::fs::read_to_string(path) else { return Ok(Counts::new()) };
    let row = |line: &str| -> Option<(String, Count)> {
        let mut cells = line.split('\t');
        let name = cells.next()?.to_string();
        let mut number = || cells.next()?.parse().ok();
        let [steps, instructions, libraries, result] = [number()?, number()?, number()?, number()?];
        Some((name, Count { steps, instructions, libraries, result }))
    };
    let slip = |line| format!("{} has a line that is not a count: {line}", path.display());
    text.lines().skip(1).map(|line| row(line).ok_or_else(|| slip(line))).collect()
}

/// Writes the baseline in the order of the workloads, so that it reads well as a diff.
fn write(all: &[Workload], counts: &Counts) -> Result<(), String> {
    let mut text = format!("{HEADING}\n");
    for Workload { name, .. } in all {
        if let Some(Count { steps, instructions, libraries, result }) = counts.get(name) {
            let _ = writeln!(text, "{name}\t{steps}\t{instructions}\t{libraries}\t{result}");
        }
    }
    std::fs::write(BASELINE, text).map_err(|error| format!("{BASELINE}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEFORE: Count = Count { steps: 10, instructions: 1000, libraries: 250, result: 7 };

    fn verdict(instructions: u64, libraries: u64) -> Verdict {
        judge(Count { instructions, libraries, ..BEFORE }, Some(&BEFORE), 5.0).1
    }

    #[test]
    fn more_than_the_limit_is_too_much() {
        let verdicts = [800, 1000, 1050, 1051].map(|own| verdict(own, 250));
        assert_eq!(verdicts, [Verdict::Gain, Verdict::Fine, Verdict::Fine, Verdict::TooMuch]);
        let with_libraries = [0, 350, 351].map(|libraries| verdict(1000, libraries));
        assert_eq!(with_libraries, [Verdict::Fine, Verdict::Fine, Verdict::TooMuchWithLibraries]);
        assert_eq!(judge(BEFORE, None, 5.0), (None, Verdict::New));
    }

    #[test]
    fn failures_say_by_how_much() {
        let now = Count { instructions: 1100, ..BEFORE };
        let (changes, verdict) = judge(now, Some(&BEFORE), 5.0);
        assert_eq!(
            verdict.failure(changes, 5.0).unwrap(),
            "+10.00 % instructions, 5 % are allowed"
        );
        assert_eq!(Verdict::Fine.failure(changes, 5.0), None);
    }

    /// Twice the steps with twice the instructions are no change, but they are noted.
    #[test]
    fn steps_are_compared_not_sums() {
        let now = Count { steps: 20, instructions: 2000, libraries: 500, ..BEFORE };
        assert_eq!(judge(now, Some(&BEFORE), 5.0).1, Verdict::Fine);
        assert!(Verdict::Fine.remark(now, Some(&BEFORE)).contains("other results"));
        assert_eq!(Verdict::Fine.remark(BEFORE, Some(&BEFORE)), "");
    }

    #[test]
    fn libraries_are_counted_apart() {
        let profile = "events: Ir\nsummary: 60\n\nob=/bin/us\nfl=a.rs\nfn=f\n3 10\ncob=/lib/libc.so.6\ncfn=memcpy\n\
                       calls=2 0 \n3 45\n4 5\n\nob=/lib/libc.so.6\nfn=memcpy\n0 45\n";
        assert_eq!(tally(profile, "/bin/us"), Some([15, 45]));
        assert_eq!(tally(&profile.replace("60", "61"), "/bin/us"), None);
    }

    #[test]
    fn every_workload_has_a_baseline() {
        let baseline = read(Path::new(BASELINE)).expect("a baseline");
        for Workload { name, .. } in workloads() {
            let count = baseline.get(&name).unwrap_or_else(|| panic!("{name} has none"));
            assert!(
                count.instructions > 1_000_000,
                "{name} is too little work to measure a change of 5 %"
            );
        }
    }
}
