"""Experiments on Slurm: `python -m sortilege.slurm experiment.toml --out DIR [--submit]`.

Writes the script of an array job. Each task runs a range of units and writes into the folder of the
run, which all machines share. With `--submit` the script is submitted with `sbatch` and followed to
the end, stage by stage. `sortilege slurm` and `sortilege run --engine slurm` do the same with tasks
that call the program instead of this package.
"""

import argparse
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import sortilege
from sortilege import _sortilege
from sortilege.engine import Bar
from sortilege.experiments import StrPath, _file_or_text, _path

COMMAND = [sys.executable, "-m", "sortilege.unit"]
"""Command of array tasks: this interpreter, which must have the same path on all machines."""


def write(
    experiment: StrPath,
    *,
    out: StrPath,
    script: StrPath | None = None,
    per_task: int | None = None,
    mixed: bool = False,
) -> Path | None:
    """Writes the script for the missing units of the next stage; None if none is left."""
    file, text = _file_or_text(experiment)
    return _sortilege.slurm_script(file, text, Path(out), _path(script), per_task, COMMAND, mixed)


def run(
    experiment: StrPath,
    *,
    out: StrPath,
    script: StrPath | None = None,
    per_task: int | None = None,
    mixed: bool = False,
    hear: Callable[[str], object] | None = None,
    progress: sortilege.experiments.Progress | None = None,
) -> sortilege.Run:
    """Submits the script of every stage and follows it until all stages are done.

    After Ctrl-C submitted jobs go on, and the same call finds them again. `hear` is called with a
    sentence about each submitted job.
    """
    file, text = _file_or_text(experiment)
    _sortilege.slurm_run(file, text, Path(out), _path(script), per_task, COMMAND, mixed, hear, progress)
    return sortilege.Run(Path(out))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m sortilege.slurm", description="Run an experiment as array jobs of Slurm.")
    parser.add_argument("experiment", type=Path, help="the experiment file")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder of the run, which all machines share")
    parser.add_argument("--script", type=Path, metavar="FILE", help="file of the script; default: the folder's name with .sbatch")
    parser.add_argument("--per-task", type=int, metavar="N", help="units per array task; default: the fewest that give at most 1000 tasks")
    parser.add_argument("--submit", action="store_true", help="submit the script with sbatch and follow the jobs to the end")
    parser.add_argument("--mixed", action="store_true", help="accept results of different builds in one run")
    asked = parser.parse_args(arguments)
    try:
        if not asked.submit:
            return _write(asked)
        done = run(
            asked.experiment,
            out=asked.out,
            script=asked.script,
            per_task=asked.per_task,
            mixed=asked.mixed,
            hear=lambda words: print(words, file=sys.stderr, flush=True),
            progress=_Bars(),
        )
        report = done.report(pages=True, mixed=asked.mixed)
    except (sortilege.Error, RuntimeError) as error:
        print(f"sortilege: {error}", file=sys.stderr)
        return 2 if isinstance(error, sortilege.Error) else 1
    print(report["title"], report["answer"], f"The whole report: {asked.out / 'report.html'}", sep="\n")
    return 0


def _write(asked: argparse.Namespace) -> int:
    file = write(asked.experiment, out=asked.out, script=asked.script, per_task=asked.per_task, mixed=asked.mixed)
    if file is None:
        print("There is nothing left to do.")
    else:
        print(f"`{file}` does the units that are missing.\nSubmit it with: sbatch {shlex.quote(str(file))}")
    return 0


class _Bars:
    """One progress bar per stage."""

    def __init__(self) -> None:
        self.stage, self.bar = 0, Bar(0, "results")

    def __call__(self, stage: int, done: int, total: int) -> None:
        if stage != self.stage:
            self.stage, self.bar = stage, Bar(total, "results")
        self.bar.show(done)


if __name__ == "__main__":
    sys.exit(main())
