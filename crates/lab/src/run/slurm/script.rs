//! Script of an array job.

use crate::report::{shell_quoted, shell_word};
use std::ops::RangeInclusive;
use std::path::Path;

/// Maximum number of array tasks: sites limit it, often to 1001 (`MaxArraySize`).
const TASKS: u64 = 1000;

/// Contents of a script.
pub(super) struct Script<'a> {
    pub(super) name: String,
    /// Path of the script.
    pub(super) file: &'a Path,
    pub(super) plan: &'a Path,
    pub(super) folder: &'a Path,
    pub(super) log: &'a Path,
    pub(super) command: &'a [String],
    pub(super) units: RangeInclusive<u64>,
    pub(super) per_task: Option<u64>,
    /// Largest number of search threads of a player.
    pub(super) threads: usize,
    pub(super) mixed: bool,
}

impl Script<'_> {
    /// Text of the script, as `sbatch` reads it.
    pub(super) fn text(&self) -> String {
        let (first, last) = (*self.units.start(), *self.units.end());
        let units = last - first + 1;
        let per_task = self.per_task.unwrap_or_else(|| units.div_ceil(TASKS)).clamp(1, units);
        let words: Vec<String> = self.command.iter().map(|word| shell_quoted(word)).collect();
        format!(
            "\
#!/bin/bash
# Units {first} to {last} of {plan}, {per_task} to an array task. What is done already is not done again.
#   sbatch {file}
#SBATCH --job-name={name}
#SBATCH --array=0-{tasks}
#SBATCH --cpus-per-task={threads}
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output={log}
first=$(({first} + SLURM_ARRAY_TASK_ID * {per_task}))
last=$((first + {more}))
if [ \"$last\" -gt {last} ]; then last={last}; fi
exec {command} --plan {plan} --unit \"$first-$last\" --out {out}{mixed}
",
            plan = shell_word(self.plan),
            file = shell_word(self.file),
            name = self.name,
            tasks = units.div_ceil(per_task) - 1,
            threads = self.threads,
            log = pattern(self.log),
            more = per_task - 1,
            command = words.join(" "),
            out = shell_word(self.folder),
            mixed = if self.mixed { " --mixed" } else { "" },
        )
    }
}

/// File name in Slurm's syntax, in which `%` begins a substitution.
fn pattern(path: &Path) -> String {
    shell_word(path).replace('%', "%%")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(units: RangeInclusive<u64>, per_task: Option<u64>) -> String {
        let command = ["/opt/my programs/python", "-m", "sortilege.unit"].map(str::to_string);
        Script {
            name: "sortilege-0".to_string(),
            file: Path::new("/run.sbatch"),
            plan: Path::new("/run/plans/00.json"),
            folder: Path::new("/run"),
            log: Path::new("/100%.log"),
            command: &command,
            units,
            per_task,
            threads: 2,
            mixed: true,
        }
        .text()
    }

    #[test]
    fn a_script_is_what_slurm_reads() {
        assert_eq!(
            script(3..=7, Some(2)),
            "\
#!/bin/bash
# Units 3 to 7 of /run/plans/00.json, 2 to an array task. What is done already is not done again.
#   sbatch /run.sbatch
#SBATCH --job-name=sortilege-0
#SBATCH --array=0-2
#SBATCH --cpus-per-task=2
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=/100%%.log
first=$((3 + SLURM_ARRAY_TASK_ID * 2))
last=$((first + 1))
if [ \"$last\" -gt 7 ]; then last=7; fi
exec '/opt/my programs/python' -m sortilege.unit --plan /run/plans/00.json --unit \"$first-$last\" --out /run --mixed
"
        );
    }

    #[test]
    fn there_are_a_thousand_tasks_at_most() {
        assert!(script(0..=999, None).contains("--array=0-999\n"));
        let large = script(0..=1000, None);
        assert!(
            large.contains("--array=0-500\n") && large.contains("2 to an array task"),
            "{large}"
        );
        assert!(script(5..=5, Some(100)).contains("--array=0-0\n"));
    }
}
