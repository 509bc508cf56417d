"""Experiments: runs, their results as frames, their reports, and the claims of papers."""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from sortilege import _sortilege

if TYPE_CHECKING:
    import pandas
    import polars

StrPath: TypeAlias = str | os.PathLike[str]
Progress: TypeAlias = Callable[[int, int, int], object]
"""Is told how far a run is: the stage, from 1, how many games or decisions of it are done, and how many there are."""


@dataclass(frozen=True)
class Plan:
    """A stage of a run: units that can be done anywhere, in any order, any number of times."""

    path: Path
    """The file that has it."""
    units: range
    """The numbers of its units."""

    @property
    def text(self) -> str:
        """The plan itself, to be sent to other machines."""
        return self.path.read_text()


@dataclass(frozen=True)
class Run:
    """The folder of a run."""

    folder: Path

    @property
    def unit_files(self) -> list[Path]:
        """The files of results, in order: lines of JSON, and nothing else."""
        return sorted(self.folder.glob("units/*.jsonl"))

    def rows(self) -> Iterator[dict[str, Any]]:
        """The results one by one: a game or a decision each."""
        for file in self.unit_files:
            with file.open() as lines:
                yield from map(json.loads, lines)

    def pandas(self) -> "pandas.DataFrame":
        """The results as a pandas frame."""
        import pandas

        return pandas.DataFrame.from_records(list(self.rows()))

    def polars(self) -> "polars.DataFrame":
        """The results as a polars frame."""
        import polars

        files = self.unit_files
        return polars.concat([polars.read_ndjson(file) for file in files]) if files else polars.DataFrame()

    def report(self, *, pages: bool = False, mixed: bool = False) -> dict[str, Any]:
        """The tables of the report: `title`, `answer`, `facts`, `tables` and whether the run is `complete`."""
        return report(self.folder, pages=pages, mixed=mixed)


def run(
    experiment: StrPath,
    *,
    out: StrPath | None = None,
    threads: int | None = None,
    mixed: bool = False,
    progress: Progress | None = None,
) -> Run:
    """Runs an experiment, or goes on with one, on the cores of this machine.

    `experiment` is a file of TOML, or its text if there is a line break in it. Ctrl-C raises `KeyboardInterrupt` once the
    games that have begun are finished; they are kept, and the same call goes on.
    """
    file, text = _file_or_text(experiment)
    folder, _ = _sortilege.run(file, text, _path(out), threads, mixed, progress)
    return Run(folder)


def report(folder: StrPath, *, pages: bool = False, mixed: bool = False) -> dict[str, Any]:
    """The tables of the report of a run as data; with `pages` its pages and pictures are written into the folder too."""
    text, complete, files = _sortilege.report(Path(folder), mixed, pages)
    told: dict[str, Any] = json.loads(text)
    return {**told, "complete": complete, "pages": files}


def plan(experiment: StrPath, *, out: StrPath, mixed: bool = False) -> Plan | None:
    """Begins a run and writes the plan of its next stage; None if there is nothing left to do."""
    file, text = _file_or_text(experiment)
    found = _sortilege.plan(file, text, Path(out), mixed)
    if found is None:
        return None
    path, first, units = found
    return Plan(path, range(first, first + units))


def do_unit(plan: Plan | StrPath, unit: int, *, out: StrPath, mixed: bool = False) -> bool:
    """Does a unit of a plan into a folder, unless it is there already; false if it was."""
    file, text = _plan(plan)
    return _sortilege.do_unit(file, text, unit, Path(out), mixed)


def run_unit(plan: Plan | StrPath, unit: int) -> list[dict[str, Any]]:
    """The results of a unit, which depend on the plan and its number alone; nothing is written."""
    file, text = _plan(plan)
    return [json.loads(line) for line in _sortilege.run_unit(file, text, unit)]


def reproduce(
    targets: Sequence[str] = (),
    *,
    scale: Literal["tour", "quick", "paper"] = "tour",
    out: StrPath | None = None,
    papers: StrPath | None = None,
    threads: int | None = None,
    mixed: bool = False,
    progress: Progress | None = None,
) -> list[dict[str, Any]]:
    """Runs the experiments of papers and judges their claims: a dictionary each, with its `verdict`.

    `targets` are claims such as `IS-12`, or papers such as `IS`; all of them unless given.
    """
    if isinstance(targets, str):
        targets = [targets]
    found = _sortilege.reproduce(list(targets), scale, _path(out), _path(papers), threads, mixed, progress)
    if found is None:
        raise RuntimeError("stopped; what is done is kept, and the same call goes on")
    return found[1]


def _path(path: StrPath | None) -> Path | None:
    return None if path is None else Path(path)


def _file_or_text(experiment: StrPath) -> tuple[Path | None, str | None]:
    if isinstance(experiment, str) and "\n" in experiment:
        return None, experiment
    return Path(experiment), None


def _plan(plan: Plan | StrPath) -> tuple[Path | None, str | None]:
    if isinstance(plan, Plan):
        return plan.path, None
    if isinstance(plan, str) and plan.lstrip().startswith("{"):
        return None, plan
    return Path(plan), None
