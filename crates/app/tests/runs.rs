//! Runs from the command line: killed, interrupted, cut into parts, refused.

use sortilege::Rng;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A folder with an experiment in it, gone after the test.
struct Place {
    folder: PathBuf,
}

impl Place {
    fn new(name: &str, experiment: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("sortilege-cli-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("experiment.toml"), experiment).unwrap();
        Place { folder }
    }

    /// Begins `sortilege` with the words of `line`, in the folder.
    fn begin(&self, line: &str) -> Child {
        self.command(line).spawn().expect("the command was built with the tests")
    }

    fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sortilege"));
        command
            .args(line.split_whitespace())
            .current_dir(&self.folder)
            .env_remove("RUST_BACKTRACE");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn output(&self, line: &str) -> Output {
        self.begin(line).wait_with_output().unwrap()
    }

    /// What a command says that should succeed. On a machine with a lot to do it may take so long
    /// that it says how far it is, and nothing else on standard error.
    fn text(&self, line: &str) -> String {
        let output = self.output(line);
        let error = String::from_utf8_lossy(&output.stderr);
        let progress = error.lines().all(|line| line.contains(" are done, "));
        assert!(output.status.success() && progress, "{line}: {error}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// The sentence and the status of a command that should not.
    fn refusal(&self, line: &str) -> (String, i32) {
        let output = self.output(line);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            said.lines().count() == 1 && !said.contains("panicked") && output.stdout.is_empty(),
            "{said}"
        );
        (said, output.status.code().unwrap())
    }

    /// The results: every unit by its name.
    fn units(&self, run: &str) -> BTreeMap<String, Vec<u8>> {
        files(&self.folder.join(run).join("units"))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The files of a folder by their names. What is being written may be gone before it is read.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .filter_map(|path| {
            Some((path.file_name()?.to_string_lossy().into_owned(), fs::read(&path).ok()?))
        })
        .collect()
}

const VERSUS: &str = "
design = 'versus'
game = 'leduc'
games = 600
unit = 4
players = ['so-ismcts:iterations=200', 'mo-ismcts:iterations=200']
opponents = ['random']
";

const ELIMINATION: &str = "
design = 'elimination'
game = 'leduc'
games = 200
unit = 4
player = 'so-ismcts'
[grid]
iterations = [100, 150, 200, 250, 300]
";

const SMALL: &str = "
design = 'match'
name = 'small'
game = 'kuhn'
games = 40
unit = 8
players = ['random', 'flat-mc:iterations=9']
";

/// Kills a run at random instants, and takes it up again each time.
fn killed(name: &str, experiment: &str, seed: u64) {
    const KILLS: u32 = 20;
    let place = Place::new(name, experiment);
    let began = Instant::now();
    place.text("run experiment.toml --out whole --threads 2");
    let whole = place.units("whole");
    // On average all lives together are half as long as what there is to do.
    let longest = began.elapsed().as_millis() as usize / KILLS as usize;
    let mut rng = Rng::new(seed);
    let (mut kills, mut unfinished) = (0, 0);
    while kills < KILLS {
        let mut child = place.begin("run experiment.toml --out killed --threads 2");
        sleep(Duration::from_millis(rng.below(longest.max(2)) as u64));
        let ended = child.try_wait().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(ended, None, "it was over before it could be killed {KILLS} times");
        kills += 1;
        let names = place.folder.join("killed/units");
        let leftover =
            names.exists() && files(&names).keys().any(|name| name.ends_with(".unfinished"));
        unfinished += u32::from(leftover);
    }
    place.text("run experiment.toml --out killed --threads 2");
    let killed = place.units("killed");
    assert_eq!(killed.keys().collect::<Vec<_>>(), whole.keys().collect::<Vec<_>>());
    assert!(killed == whole, "{name}: results differ ({unfinished} files were cut short)");
    for file in ["experiment.toml", "plans/00.json"] {
        let [a, b] =
            ["whole", "killed"].map(|run| fs::read(place.folder.join(run).join(file)).unwrap());
        assert!(a == b, "{file} differs");
    }
}

#[test]
fn a_run_survives_being_killed() {
    killed("kill", VERSUS, 1);
}

#[test]
fn a_run_in_rounds_survives_being_killed() {
    killed("kill-rounds", ELIMINATION, 2);
}

#[test]
fn parts_make_the_whole() {
    let place = Place::new("parts", SMALL);
    assert!(place.text("run experiment.toml --out whole --threads 2").contains("report.html"));
    for part in 1..=3 {
        let said = place
            .text(&format!("run experiment.toml --shard {part}/3 --out part{part} --threads 1"));
        assert!(said.contains("sortilege merge"), "{said}");
    }
    let said = place.text("merge joined part1 part2 part3");
    assert!(said.contains("5 units are joined"), "{said}");
    assert_eq!(place.units("joined"), place.units("whole"));
    let said = place.text("merge some part1 part3");
    assert!(
        said.contains("2 are missing; do them with: sortilege run some/experiment.toml --out some"),
        "{said}"
    );
    place.text("run some/experiment.toml --out some");
    assert_eq!(place.units("some"), place.units("whole"));
    assert_eq!(place.refusal("merge whole part1").1, 2);
}

/// A run with more games in the same folder is what a run of that size is, and what cannot be is
/// said in a sentence.
#[test]
fn a_run_is_extended() {
    let place = Place::new("extended", SMALL);
    place.text("run experiment.toml --out run");
    for (name, games) in [("larger", "60"), ("smaller", "30")] {
        fs::write(place.folder.join(format!("{name}.toml")), SMALL.replace("40", games)).unwrap();
    }
    place.text("run larger.toml --out run");
    place.text("run larger.toml --out whole");
    assert_eq!(place.units("run"), place.units("whole"));
    let seals = |run: &str| files(&place.folder.join(run).join("seals/units"));
    assert_eq!(seals("run"), seals("whole"));
    let (said, status) = place.refusal("run smaller.toml --out run");
    assert!(status == 2 && said.contains("runs grow, and do not shrink"), "{said}");
    assert_eq!(place.units("run"), place.units("whole"));
}

/// The end of a run is a table, and its report is data for who asks.
#[test]
fn a_run_ends_with_a_table_and_reports_are_data() {
    let place = Place::new("data", SMALL);
    let said = place.text("run experiment.toml --out run");
    for words in
        ["payoff in chips", "random", "flat-mc:iterations=9", "The whole report: run/report.html"]
    {
        assert!(said.contains(words), "no `{words}` in {said}");
    }
    assert!(said.lines().all(|line| line.chars().count() <= 120), "{said}");
    fs::remove_file(place.folder.join("run/report.html")).unwrap();
    let data: serde_json::Value = serde_json::from_str(&place.text("report run --json")).unwrap();
    assert_eq!((&data["complete"], &data["facts"]["games"]), (&true.into(), &"40".into()));
    let table = &data["tables"][0];
    assert_eq!(table["title"], "Standings");
    let columns: Vec<&str> =
        table["columns"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    let interval = ["payoff in chips", "payoff in chips low", "payoff in chips high"];
    assert!(columns.windows(3).any(|three| three == interval), "{columns:?}");
    assert!(
        table["rows"]
            .as_array()
            .unwrap()
            .iter()
            .all(|row| row.as_array().unwrap().len() == columns.len())
    );
    let wide = place.text("report run --csv --table standings");
    assert_eq!(wide.lines().count(), 3);
    assert_eq!(wide.lines().next().unwrap(), columns.join(","));
    let long = place.text("report run --csv");
    assert!(
        long.starts_with("table,row,name,column,value\nStandings,1,random,games,40\n"),
        "{long}"
    );
    assert!(
        !place.folder.join("run/report.html").exists(),
        "who asks for data has nothing written"
    );
    let (said, status) = place.refusal("report run --csv --table Nothing");
    assert!(status == 2 && said.contains("no table named `Nothing`"), "{said}");
    assert_eq!(place.output("report run --json --csv").status.code(), Some(2));
}

#[test]
fn units_from_a_plan() {
    let place = Place::new("units", SMALL);
    place.text("run experiment.toml --out whole");
    let plan: serde_json::Value =
        serde_json::from_str(&place.text("unit plan experiment.toml --out single --json")).unwrap();
    assert_eq!((plan["first_unit"].as_u64(), plan["units"].as_u64()), (Some(0), Some(5)));
    let plan = plan["plan"].as_str().unwrap();
    for unit in [3, 1, 0, 2, 4] {
        assert!(
            place
                .text(&format!("unit run --plan {plan} --unit {unit} --out single"))
                .contains("is done")
        );
    }
    assert!(
        place
            .text(&format!("unit run --plan {plan} --unit 4 --out single"))
            .contains("was there already")
    );
    assert_eq!(place.units("single"), place.units("whole"));
    assert!(place.text("unit plan experiment.toml --out single").contains("nothing left"));
    let (said, status) = place.refusal(&format!("unit run --plan {plan} --unit 5 --out single"));
    assert!(status == 2 && said.contains("the units 0 to 4"), "{said}");
    fs::write(place.folder.join("single/units/000002.jsonl"), "{}\n").unwrap();
    let (said, status) = place.refusal(&format!("unit run --plan {plan} --unit 2 --out single"));
    assert!(
        status == 1 && said.contains("000002.jsonl` is damaged; delete it and run again"),
        "{said}"
    );
    let (said, status) = place.refusal("report single");
    assert!(status == 1 && said.contains("000002.jsonl` is damaged"), "{said}");
}

/// Waits for something that should happen soon.
fn until(happened: impl Fn() -> bool) {
    let began = Instant::now();
    while !happened() {
        assert!(began.elapsed() < Duration::from_secs(60), "it does not happen");
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_second_writer_is_refused_and_ctrl_c_keeps_what_is_done() {
    let place = Place::new("ctrl-c", &VERSUS.replace("600", "60000"));
    let first = place.begin("run experiment.toml --out run --threads 1");
    let units = place.folder.join("run/units");
    let any = || units.exists() && files(&units).keys().any(|name| name.ends_with(".jsonl"));
    until(any);
    let (said, status) = place.refusal("run experiment.toml --out run");
    assert_eq!(status, 1);
    assert!(said.contains(&format!("process {} is writing to `run`", first.id())), "{said}");
    // Reading is never refused.
    assert!(place.text("report run").contains("The run is not complete."));
    assert!(
        Command::new("kill").args(["-INT", &first.id().to_string()]).status().unwrap().success()
    );
    let output = first.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && said.contains("are kept in `run`"), "{said}");
    assert!(said.contains("Go on with: sortilege run experiment.toml --out run"), "{said}");
    assert!(files(&units).keys().all(|name| name.ends_with(".jsonl")));
}

#[test]
fn a_folder_has_one_experiment() {
    let place = Place::new("another", SMALL);
    place.text("run experiment.toml");
    assert!(place.folder.join("runs/small/report.html").exists());
    fs::write(place.folder.join("other.toml"), format!("{SMALL}seed = 2")).unwrap();
    let (said, status) = place.refusal("run other.toml");
    assert!(status == 2 && said.contains("`runs/small` holds another experiment"), "{said}");
}

/// What is not a run's is refused, named and left as it is.
#[test]
fn folders_of_others_are_left_alone() {
    let place = Place::new("others", SMALL);
    let folder = place.folder.join("d");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("thesis.unfinished"), "x").unwrap();
    fs::write(folder.join("report.md"), "y").unwrap();
    let before = files(&folder);
    place.text("unit plan experiment.toml --out plan");
    for line in [
        "run experiment.toml --out d",
        "unit plan experiment.toml --out d",
        "unit run --plan plan/plans/00.json --unit 0 --out d",
        "merge d plan",
        "report d",
    ] {
        let (said, status) = place.refusal(line);
        assert!(status == 2 && said.contains("`d`"), "{line}: {said}");
        assert_eq!(files(&folder), before, "{line}");
    }
    assert!(place.refusal("run experiment.toml --out d").0.contains("`report.md`"));
    let (said, status) = place.refusal("run experiment.toml --out experiment.toml");
    assert!(status == 2 && said.contains("`experiment.toml` is a file"), "{said}");
}

/// A reproduction refuses, before it plays, to overwrite a page that it did not write.
#[test]
fn a_page_in_the_way_of_a_reproduction_is_left_alone() {
    let place = Place::new("page", SMALL);
    fs::create_dir(place.folder.join("d")).unwrap();
    fs::write(place.folder.join("d/report.md"), "mine").unwrap();
    let papers = concat!(env!("CARGO_MANIFEST_DIR"), "/../../papers");
    let (said, status) = place.refusal(&format!("reproduce SM --papers {papers} --out d"));
    assert!(status == 2 && said.contains("`d/report.md` is in the way"), "{said}");
    assert_eq!(files(&place.folder.join("d")).keys().collect::<Vec<_>>(), ["report.md"]);
}

#[cfg(unix)]
#[test]
fn pipes_are_not_waited_for() {
    let place = Place::new("pipes", SMALL);
    place.text("run experiment.toml --out run");
    for name in ["run/report.md", "run/units/000001.jsonl", "pipe.toml"] {
        let path = place.folder.join(name);
        let before = fs::read(&path).ok();
        let _ = fs::remove_file(&path);
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        let line = if name == "pipe.toml" { "run pipe.toml --out other" } else { "report run" };
        let (said, status) = place.refusal(line);
        assert!(
            status == 2 && said.contains(&format!("`{name}` ")) && said.contains("is a pipe"),
            "{said}"
        );
        fs::remove_file(&path).unwrap();
        if let Some(bytes) = before {
            fs::write(&path, bytes).unwrap();
        }
    }
}

/// Printed commands can be pasted into a shell: names of folders are quoted.
#[test]
fn commands_can_be_typed_again() {
    let place = Place::new("it's quoted", SMALL);
    let run = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_sortilege"))
            .args(args)
            .current_dir(&place.folder)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let said = run(&["run", "experiment.toml", "--out", "my folder", "--shard", "1/2"]);
    assert!(said.contains("sortilege merge WHOLE 'my folder' ..."), "{said}");
    let said = run(&["merge", "the whole", "my folder"]);
    assert!(said.contains("sortilege run 'the whole/experiment.toml' --out 'the whole'"), "{said}");
    run(&["report", "the whole"]);
    let page = fs::read_to_string(place.folder.join("the whole/report.md")).unwrap();
    assert!(page.contains("sortilege report 'the whole'"), "{page}");
}

#[test]
fn a_report_names_the_file_that_cannot_be_written() {
    let place = Place::new("unwritable", SMALL);
    place.text("run experiment.toml --out run");
    fs::remove_file(place.folder.join("run/report.html")).unwrap();
    fs::create_dir(place.folder.join("run/report.html")).unwrap();
    let (said, status) = place.refusal("report run");
    assert!(
        status == 2 && said.contains("`run/report.html` is a folder, where a file is wanted"),
        "{said}"
    );
}

/// The largest seed is read back as it was written, on the command line and in a file.
#[test]
fn seeds_of_the_command_line_and_of_files_agree() {
    let place = Place::new("seed", &format!("{SMALL}\nseed = {}", u64::MAX));
    place.text("run experiment.toml --out run");
    place.text("run run/experiment.toml --out again");
    assert_eq!(place.units("run"), place.units("again"));
    place
        .text(&format!("match kuhn --player random --player random --games 2 --seed {}", u64::MAX));
}

/// A run of 10^9 units begins at once, and ends at SIGINT.
#[cfg(unix)]
#[test]
fn a_run_without_end_begins_and_ends() {
    let text = SMALL.replace("games = 40", "games = 1000000000").replace("unit = 8", "unit = 1");
    let place = Place::new("endless", &text);
    let run = place.begin("run experiment.toml --out run --threads 1");
    let units = place.folder.join("run/units");
    until(|| units.exists() && files(&units).keys().any(|name| name.ends_with(".jsonl")));
    assert!(Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap().success());
    let output = run.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success() && said.contains("of 1,000,000,000 are kept in `run`"),
        "{said}"
    );
    assert!(place.text("report run").contains("The run is not complete."));
}

/// Seal of the first unit of a run by another build, with the same results. It contains the hash of
/// the plan, and the hash of lines and build together.
const ANOTHER: &str = include_str!("another-build.json");

#[test]
fn results_of_another_build_are_mixed_only_if_asked_for() {
    let place = Place::new("mixed", SMALL);
    place.text("unit plan experiment.toml --out run");
    place.text("unit run --plan run/plans/00.json --unit 0 --out run");
    let seals = place.folder.join("run/seals/units");
    let name = files(&seals).into_keys().next().unwrap();
    fs::write(seals.join(name), ANOTHER).unwrap();
    // Results of one build are not mixed.
    assert!(place.text("report run").contains("The run is not complete."));
    let (said, status) = place.refusal("run experiment.toml --out run");
    assert!(status == 2 && said.contains("0.0.1+abc"), "{said}");
    assert!(said.contains("mixed only if you say --mixed"), "{said}");
    place.text("run experiment.toml --out run --mixed");
    // The manifest records that the user permitted it.
    place.text("report run");
    let page = fs::read_to_string(place.folder.join("run/report.md")).unwrap();
    assert!(page.contains("Results of different builds of the program are mixed here"), "{page}");
    // The results do not depend on the build in the seal.
    place.text("run experiment.toml --out whole");
    assert_eq!(place.units("whole"), place.units("run"));
}

/// Mocks of the programs of engines, which record their arguments. `crates/python/test-engines` has
/// tests of real engines.
impl Place {
    /// Runs `sortilege` with mocks first in `PATH`, each with its lines of shell code. Without
    /// mocks `PATH` has no program. Returns standard output, standard error and the exit status.
    #[cfg(unix)]
    fn among(&self, programs: &[(&str, &str)], line: &str) -> (String, String, i32) {
        use std::os::unix::fs::PermissionsExt;
        let tools = self.folder.join("tools");
        let _ = fs::remove_dir_all(&tools);
        fs::create_dir(&tools).unwrap();
        for (name, lines) in programs {
            let file = tools.join(name);
            fs::write(&file, format!("#!/bin/sh\necho {name} \"$@\" >> calls\n{lines}\n")).unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        }
        let others = if programs.is_empty() { "" } else { ":/usr/bin:/bin" };
        let path = format!("{}{others}", tools.display());
        let output = self.command(line).env("PATH", path).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (text(output.stdout), text(output.stderr), output.status.code().unwrap())
    }

    /// The calls of mocks since the last call of this function.
    fn calls(&self) -> String {
        let calls = fs::read_to_string(self.folder.join("calls")).unwrap_or_default();
        let _ = fs::remove_file(self.folder.join("calls"));
        calls
    }
}

/// A mock of `sbatch` that runs all tasks of the array job at once, in order.
const SBATCH: (&str, &str) = (
    "sbatch",
    r#"[ "$1" = --version ] && exit 0
for task in $(seq 0 "$(sed -n 's/^#SBATCH --array=0-//p' "$2")"); do
    SLURM_ARRAY_TASK_ID=$task bash "$2" > /dev/null || exit 1
done
echo '12;far'"#,
);
const IDLE_SBATCH: (&str, &str) = ("sbatch", "echo 12");
const SQUEUE: (&str, &str) = ("squeue", "");

#[test]
#[cfg(unix)]
fn the_script_of_an_array_job_does_a_run() {
    let place = Place::new("script", SMALL);
    place.text("run experiment.toml --out whole");
    let said = place.text("slurm experiment.toml --out run --per-task 2");
    let script = place.folder.join("run.sbatch");
    assert!(said.contains(&format!("Submit it with: sbatch {}", script.display())), "{said}");
    let lines = fs::read_to_string(&script).unwrap();
    for wanted in [
        "# Units 0 to 4 of ",
        "#SBATCH --array=0-2\n",
        "#SBATCH --requeue\n",
        "/sortilege unit run ",
    ] {
        assert!(lines.contains(wanted), "{lines}");
    }
    for task in ["2", "0", "1"] {
        let done =
            Command::new("bash").arg(&script).env("SLURM_ARRAY_TASK_ID", task).output().unwrap();
        assert!(done.status.success(), "{done:?}");
    }
    assert_eq!(place.units("run"), place.units("whole"));
    assert!(
        place.text("slurm experiment.toml --out run").starts_with("There is nothing left to do.")
    );
    let (said, status) = place.refusal("slurm experiment.toml --script whole");
    assert!(status == 2 && said.contains("whole` is a folder, where a file is wanted"), "{said}");
    assert!(!place.folder.join("runs").exists());
}

#[test]
#[cfg(unix)]
fn a_run_on_slurm_is_submitted_followed_and_reported() {
    let place = Place::new("slurm", &ELIMINATION.replace("200\n", "40\n"));
    let here = place.text("run experiment.toml --out run");
    let whole = place.units("run");
    fs::remove_dir_all(place.folder.join("run")).unwrap();
    let line = "run experiment.toml --out run --engine slurm --per-task 3";
    let (said, stderr, status) = place.among(&[SBATCH, SQUEUE], line);
    assert_eq!((status, said, place.units("run")), (0, here, whole), "{stderr}");
    assert!(
        stderr.lines().all(|line| line == "job 12 is submitted") && stderr.lines().count() > 1,
        "{stderr}"
    );
    let calls = place.calls();
    let submitted = format!("sbatch --parsable {}\n", place.folder.join("run.sbatch").display());
    assert!(calls.contains(&submitted), "{calls}");
    assert!(calls.contains("squeue --noheader --me --format=%A --name sortilege-"), "{calls}");
}

/// Unfinished units of a job are submitted again, as long as jobs finish units.
#[test]
#[cfg(unix)]
fn a_job_that_ends_early_is_submitted_again() {
    let place = Place::new("early", SMALL);
    let first_task = "[ \"$1\" = --version ] && exit 0
SLURM_ARRAY_TASK_ID=0 bash \"$2\" > /dev/null && echo 12";
    let line = "run experiment.toml --out run --engine slurm --per-task 2";
    let (_, stderr, status) = place.among(&[("sbatch", first_task), SQUEUE], line);
    assert_eq!((status, stderr.as_str()), (0, "job 12 is submitted\n".repeat(3).as_str()));
    assert_eq!(place.units("run").len(), 5);
}

/// A job that another process submitted is found in the queue and not submitted again.
#[test]
#[cfg(unix)]
fn a_job_in_the_queue_is_followed() {
    let place = Place::new("queue", SMALL);
    let said = place.text("slurm experiment.toml --out run");
    assert!(said.contains("run.sbatch"), "{said}");
    // The first query finds the job. At the second query the job has ended and all units are done.
    let squeue = "[ \"$1\" = --version ] && exit 0
[ -e looked ] && exit 0
touch looked
SLURM_ARRAY_TASK_ID=0 bash run.sbatch > /dev/null
SLURM_ARRAY_TASK_ID=1 bash run.sbatch > /dev/null
SLURM_ARRAY_TASK_ID=2 bash run.sbatch > /dev/null
SLURM_ARRAY_TASK_ID=3 bash run.sbatch > /dev/null
SLURM_ARRAY_TASK_ID=4 bash run.sbatch > /dev/null
echo 11";
    let (_, stderr, status) = place
        .among(&[IDLE_SBATCH, ("squeue", squeue)], "run experiment.toml --out run --engine slurm");
    assert_eq!((status, stderr.as_str()), (0, "job 11 is in the queue already, and is followed\n"));
    assert!(!place.calls().contains("--parsable"));
}

#[test]
#[cfg(unix)]
fn engines_that_are_not_there_are_refused() {
    let place = Place::new("engines", SMALL);
    let one_sentence = |programs: &[(&str, &str)], line: &str, words: &str, status: i32| {
        let (said, why, ended) = place.among(programs, line);
        assert_eq!((said.as_str(), ended, why.lines().count()), ("", status, 1), "{line}: {why}");
        assert!(why.starts_with("sortilege: ") && why.contains(words), "{line}: {why}");
    };
    let (slurm, ray) = ("run experiment.toml --engine slurm", "run experiment.toml --engine ray");
    one_sentence(&[], slurm, "there is no `sbatch` on this machine", 2);
    one_sentence(&[], ray, "there is no `python3` on this machine; `pip install .[ray]`", 2);
    one_sentence(
        &[("python3", "exit 1")],
        ray,
        "`python3` has no packages `sortilege` and `ray`",
        2,
    );
    one_sentence(
        &[("sbatch", "echo no such partition >&2; exit 1"), SQUEUE],
        slurm,
        "no such partition",
        1,
    );
    assert!(!place.folder.join("runs").exists(), "nothing is written before there is an engine");
    let (_, why, status) = place.among(&[IDLE_SBATCH, SQUEUE], slurm);
    assert!(status == 1 && why.contains("5 of 5 units are missing; `"), "{why}");
    assert!(why.trim_end().ends_with("/runs/small.log` says why"), "{why}");
}

#[test]
#[cfg(unix)]
fn ray_is_handed_to_python() {
    let place = Place::new("ray", SMALL);
    let line = "run experiment.toml --out far --engine ray --address head:1 --mixed";
    let (_, _, status) = place.among(&[("python3", "[ $2 = -c ] || exit 7")], line);
    let calls = place.calls();
    let last = calls.lines().last().unwrap();
    let wanted =
        "python3 -P -m sortilege.ray --out far --address head:1 --mixed -- experiment.toml";
    assert_eq!((status, last), (7, wanted), "{calls}");
}

/// A rulesheet in which the player takes one of two numbers.
const SHEET: &str = "(role a) (init (n 0)) (init (n 1)) (<= (legal a (take ?n)) (true (n ?n)))
(<= (next (got ?n)) (does a (take ?n))) (<= terminal (true (got ?n)))
(<= (goal a 100) (true (got 1))) (<= (goal a 0) (true (got 0)))";

fn with_sheet(file: &str) -> String {
    format!("design = 'match'\ngame = 'gdl:file={file}'\ngames = 20\nplayers = ['random']\n")
}

/// A run carries copies of the files that its game names, so that it can be resumed, merged and
/// done unit by unit where they are gone.
#[test]
fn a_run_keeps_the_files_that_its_game_names() {
    let place = Place::new("sheets", &with_sheet("sheets/mine.kif"));
    fs::create_dir_all(place.folder.join("sheets")).unwrap();
    fs::write(place.folder.join("sheets/mine.kif"), SHEET).unwrap();
    for part in 1..=2 {
        place.text(&format!("run experiment.toml --shard {part}/2 --out part{part}"));
    }
    place.text("run experiment.toml --out whole");
    place.text("unit plan experiment.toml --out units");
    let whole = place.units("whole");
    fs::remove_dir_all(place.folder.join("sheets")).unwrap();
    place.text("merge merged part1 part2");
    assert_eq!(place.units("merged"), whole);
    place.text("report whole");
    fs::remove_file(place.folder.join("whole/units/000000.jsonl")).unwrap();
    place.text("run whole/experiment.toml --out whole");
    assert_eq!(place.units("whole"), whole);
    place.text(&format!(
        "unit run --plan units/plans/00.json --unit 0-{} --out units",
        whole.len() - 1
    ));
    assert_eq!(place.units("units"), whole);
    // A copy that was changed does not have its hash any more.
    let kept = fs::read_to_string(place.folder.join("whole/experiment.toml")).unwrap();
    fs::write(place.folder.join("changed.toml"), kept.replace("(got 1)", "(got 0)")).unwrap();
    let (said, status) = place.refusal("run changed.toml --out changed");
    assert!(status == 2 && said.contains("the copy of `sheets/mine.kif` was changed"), "{said}");
}

#[test]
fn an_experiment_names_files_in_its_own_folder() {
    let place = Place::new("outside", &with_sheet("mine.kif"));
    let outside =
        std::env::temp_dir().join(format!("sortilege-cli-{}-elsewhere.kif", std::process::id()));
    fs::write(&outside, SHEET).unwrap();
    let name = outside.display().to_string();
    fs::write(place.folder.join("outside.toml"), with_sheet(&name)).unwrap();
    let up = format!("../{}", outside.file_name().unwrap().display());
    fs::write(place.folder.join("up.toml"), with_sheet(&up)).unwrap();
    for file in ["outside.toml", "up.toml"] {
        let (said, status) = place.refusal(&format!("run {file} --out run"));
        assert!(status == 2 && said.contains("`--allow-files` permits any file"), "{said}");
        assert!(!place.folder.join("run").exists());
    }
    place.text("run outside.toml --allow-files --out run");
    // A pipe is refused and not waited for.
    let made = Command::new("mkfifo").arg(place.folder.join("mine.kif")).status().unwrap();
    assert!(made.success());
    let (said, status) = place.refusal("run experiment.toml --out piped");
    assert!(status == 2 && said.contains("not a regular file"), "{said}");
    // The same holds for records.
    place.text(&format!("match gdl:file={name} --player random --games 2 --record games.jsonl"));
    let (said, status) = place.refusal("replay games.jsonl");
    assert!(status == 2 && said.contains("`--allow-files` permits any file"), "{said}");
    place.text("replay games.jsonl --allow-files");
    fs::remove_file(outside).unwrap();
}

/// A full disk or a killed program leaves half a line, which costs that game and no other.
#[test]
fn half_a_record_costs_one_game() {
    let place = Place::new("torn", "");
    let line = "match kuhn --player random --player random --games 2 --record games.jsonl";
    place.text(line);
    let file = place.folder.join("games.jsonl");
    let whole = fs::read_to_string(&file).unwrap();
    fs::write(&file, &whole[..whole.len() - 20]).unwrap();
    place.text(line);
    for game in [1, 3, 4] {
        place.text(&format!("replay games.jsonl --game {game}"));
    }
    let (said, status) = place.refusal("replay games.jsonl --game 2");
    assert!(status == 2 && said.contains("line 2"), "{said}");
    let (said, _) = place.refusal("replay games.jsonl --game 5");
    assert!(said.contains("has 4 games, so --game cannot be 5"), "{said}");
}

/// A sparse file takes a few bytes of an archive and any amount of memory.
#[test]
fn files_of_a_run_that_are_too_large_are_refused() {
    let place = Place::new(
        "sparse",
        "design = 'match'\ngame = 'kuhn'\ngames = 4\nplayers = ['random', 'random']\n",
    );
    place.text("run experiment.toml --out run");
    for name in ["manifest.json", "units/000000.jsonl", "plans/00.json"] {
        let path = place.folder.join("run").join(name);
        let kept = fs::read(&path).unwrap();
        fs::File::create(&path).unwrap().set_len(6 << 30).unwrap();
        let (said, _) = place.refusal("report run");
        assert!(said.contains("has more than 256 MiB"), "{name}: {said}");
        fs::write(&path, kept).unwrap();
    }
    place.text("report run");
}

/// The help and the book list the designs that there are.
#[test]
fn every_design_is_listed() {
    let place = Place::new("designs", "design = 'nothing'");
    let (said, _) = place.refusal("run experiment.toml");
    let list =
        said.split("(there are ").nth(1).and_then(|rest| rest.split(')').next()).expect(&said);
    let help = place.text("run --help");
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/runs.md");
    let page = fs::read_to_string(page).unwrap();
    let listed = |text: &str| {
        text.split("esigns").nth(1).unwrap().split("exploitability").next().unwrap().to_string()
    };
    let names: Vec<&str> = list.split(", ").filter(|name| *name != "exploitability").collect();
    assert_eq!(names.len(), 9, "{list}");
    for name in names {
        assert!(listed(&help).contains(name), "`run --help` lacks {name}");
        assert!(
            page.split("ten designs").nth(1).unwrap()[..200].contains(name),
            "the book lacks {name}"
        );
    }
}
