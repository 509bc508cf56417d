"""Experiments on Slurm: `python -m sortilege.slurm experiment.toml --out DIR [--submit]`.

Writes the script of an array job, each task of which does a range of units into the folder of the run; the folder is one
that all machines share. With `--submit` the script is handed to `sbatch` and followed to the end, stage by stage. A task that is
lost with its machine is requeued, and what it had done is not done again.
"""

import argparse
import shlex
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import sortilege
from sortilege.engine import Bar, missing

SCRIPT = """#!/bin/bash
# Units {first} to {last} of {plan}, {per_task} to an array task.
#   sbatch {name}
#SBATCH --job-name=sortilege
#SBATCH --array=0-{tasks}
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output={log}
first=$(({first} + SLURM_ARRAY_TASK_ID * {per_task}))
last=$((first + {per_task} - 1))
if [ "$last" -gt {last} ]; then last={last}; fi
exec {command} --plan {plan} --first "$first" --last "$last" --out {out}
"""


def script(plan: sortilege.Plan, folder: Path, units: range, tasks: int, name: str) -> str:
    """The script that does some units of a plan in so many array tasks at most."""
    per_task = -(-len(units) // tasks)
    log = folder.parent / f"{folder.name}.log"
    return SCRIPT.format(
        name=shlex.quote(name),
        first=units[0],
        last=units[-1],
        per_task=per_task,
        tasks=-(-len(units) // per_task) - 1,
        plan=shlex.quote(str(plan.path)),
        out=shlex.quote(str(folder)),
        log=shlex.quote(str(log)),
        command=f"{shlex.quote(sys.executable)} -m sortilege.unit",
    )


def prepare(experiment: Path, folder: Path, file: Path, tasks: int) -> sortilege.Plan | None:
    """Writes the script of the next stage; None if there is nothing left to do."""
    plan = sortilege.plan(experiment, out=folder)
    if plan is not None:
        left = missing(plan, folder)
        file.write_text(script(plan, folder, range(left[0], left[-1] + 1), tasks, file.name))
    return plan


def follow(plan: sortilege.Plan, folder: Path, file: Path, pause: float) -> None:
    """Submits a script and waits until its job has ended."""
    job = subprocess.run(["sbatch", "--parsable", str(file)], check=True, capture_output=True, text=True).stdout.strip()
    print(f"job {job}", file=sys.stderr)
    bar, total = Bar(len(plan.units)), len(plan.units)
    while True:
        queue = subprocess.run(["squeue", "-h", "-j", job.split(";")[0]], capture_output=True, text=True)
        left = len(missing(plan, folder))
        bar.show(total - left)
        if left == 0:
            return
        # Slurm forgets jobs that have ended, and then knows no such job.
        if not queue.stdout.strip():
            if len(missing(plan, folder)) == 0:
                return
            raise RuntimeError(f"job {job} has ended and {left} units are missing; its log says why")
        time.sleep(pause)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m sortilege.slurm", description="Run an experiment as array jobs of Slurm.")
    parser.add_argument("experiment", type=Path, help="the experiment")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the run's folder, which all machines share")
    parser.add_argument("--script", type=Path, metavar="FILE", help="where the script goes; the folder's name with .sbatch unless given")
    parser.add_argument("--tasks", type=int, default=1000, help="array tasks at most; sites bound them (MaxArraySize)")
    parser.add_argument("--submit", action="store_true", help="hand the script to sbatch, and follow it until all is done")
    parser.add_argument("--pause", type=float, default=5.0, metavar="S", help="seconds between looks at the queue")
    asked = parser.parse_args(arguments)
    folder = asked.out.resolve()
    file: Path = (asked.script or folder.with_name(f"{folder.name}.sbatch")).resolve()
    try:
        while (plan := prepare(asked.experiment, folder, file, max(1, asked.tasks))) is not None:
            if not asked.submit:
                print(f"`{file}` does the units that are missing; submit it with: sbatch {shlex.quote(str(file))}")
                return 0
            follow(plan, folder, file, asked.pause)
    except (sortilege.Error, RuntimeError) as error:
        print(f"sortilege: {error}", file=sys.stderr)
        return 2 if isinstance(error, sortilege.Error) else 1
    except FileNotFoundError as error:
        print(f"sortilege: `{error.filename}` is not there; is Slurm installed on this machine?", file=sys.stderr)
        return 1
    told = sortilege.report(folder, pages=True)
    print(told["title"], told["answer"], f"The whole report: {folder / 'report.html'}", sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
