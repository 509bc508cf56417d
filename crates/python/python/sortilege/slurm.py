"""Experiments on Slurm: `python -m sortilege.slurm experiment.toml --out DIR [--submit]`.

Writes the script of an array job, each task of which does a range of units into the folder of the run; the folder is one
that all machines share. With `--submit` the script is handed to `sbatch` and followed to the end, stage by stage. It is what
`sortilege slurm` and `sortilege run --engine slurm` do, with tasks that call this package instead of that program.
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
"""What array tasks call: this interpreter, which has to be where it is now on all machines."""


def write(
    experiment: StrPath,
    *,
    out: StrPath,
    script: StrPath | None = None,
    per_task: int | None = None,
    mixed: bool = False,
) -> Path | None:
    """Writes the script that does what is missing of the next stage, and says where it is; None if there is nothing left."""
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
    """Submits the script of every stage and follows it until all is done. At Ctrl-C it is followed no longer and goes on;
    the same call finds it again. `hear` is told of jobs that are submitted."""
    file, text = _file_or_text(experiment)
    _sortilege.slurm_run(file, text, Path(out), _path(script), per_task, COMMAND, mixed, hear, progress)
    return sortilege.Run(Path(out))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m sortilege.slurm", description="Run an experiment as array jobs of Slurm.")
    parser.add_argument("experiment", type=Path, help="the experiment")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the run's folder, which all machines share")
    parser.add_argument("--script", type=Path, metavar="FILE", help="where the script goes; the folder's name with .sbatch unless given")
    parser.add_argument("--per-task", type=int, metavar="N", help="units to an array task; as few as make a thousand tasks unless given")
    parser.add_argument("--submit", action="store_true", help="hand the script to sbatch, and follow it until all is done")
    parser.add_argument("--mixed", action="store_true", help="let results of different builds stand side by side")
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
        told = done.report(pages=True, mixed=asked.mixed)
    except (sortilege.Error, RuntimeError) as error:
        print(f"sortilege: {error}", file=sys.stderr)
        return 2 if isinstance(error, sortilege.Error) else 1
    print(told["title"], told["answer"], f"The whole report: {asked.out / 'report.html'}", sep="\n")
    return 0


def _write(asked: argparse.Namespace) -> int:
    file = write(asked.experiment, out=asked.out, script=asked.script, per_task=asked.per_task, mixed=asked.mixed)
    if file is None:
        print("There is nothing left to do.")
    else:
        print(f"`{file}` does the units that are missing.\nSubmit it with: sbatch {shlex.quote(str(file))}")
    return 0


class _Bars:
    """A bar a stage."""

    def __init__(self) -> None:
        self.stage, self.bar = 0, Bar(0, "results")

    def __call__(self, stage: int, done: int, total: int) -> None:
        if stage != self.stage:
            self.stage, self.bar = stage, Bar(total, "results")
        self.bar.show(done)


if __name__ == "__main__":
    sys.exit(main())
