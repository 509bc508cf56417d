"""Experiments: runs, results as data frames, reports, and the claims of papers."""

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
"""Callback for the progress of a run: the stage (from 1), the finished and the total number of its
games or decisions."""


@dataclass(frozen=True)
class Plan:
    """A stage of a run: units that can be run anywhere, in any order, any number of times."""

    path: Path
    """File of the plan."""
    units: range
    """Numbers of its units."""

    @property
    def text(self) -> str:
        """Text of the plan, to send to other machines."""
        return self.path.read_text()


@dataclass(frozen=True)
class Run:
    """The folder of a run."""

    folder: Path

    @property
    def unit_files(self) -> list[Path]:
        """Files of results in order; each contains lines of JSON."""
        return sorted(self.folder.glob("units/*.jsonl"))

    def rows(self) -> Iterator[dict[str, Any]]:
        """Results one by one: one game or decision each."""
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
        """Report as a dictionary: `title`, `answer`, `facts`, `tables` and `complete`."""
        return report(self.folder, pages=pages, mixed=mixed)


def run(
    experiment: StrPath,
    *,
    out: StrPath | None = None,
    threads: int | None = None,
    mixed: bool = False,
    progress: Progress | None = None,
) -> Run:
    """Runs or resumes an experiment on the cores of this machine.

    `experiment` is a TOML file, or TOML text if it contains a line break. Ctrl-C raises
    `KeyboardInterrupt` after the games in progress are finished. Results are kept, and the same
    call resumes the run.
    """
    file, text = _file_or_text(experiment)
    folder, _ = _sortilege.run(file, text, _path(out), threads, mixed, progress)
    return Run(folder)


def report(folder: StrPath, *, pages: bool = False, mixed: bool = False) -> dict[str, Any]:
    """Report of a run as a dictionary; `pages` also writes pages and pictures into the folder."""
    text, complete, files = _sortilege.report(Path(folder), mixed, pages)
    document: dict[str, Any] = json.loads(text)
    return {**document, "complete": complete, "pages": files}


def plan(experiment: StrPath, *, out: StrPath, mixed: bool = False) -> Plan | None:
    """Begins a run and writes the plan of its next stage. None if there is nothing left to do."""
    file, text = _file_or_text(experiment)
    found = _sortilege.plan(file, text, Path(out), mixed)
    if found is None:
        return None
    path, first, units = found
    return Plan(path, range(first, first + units))


def do_unit(plan: Plan | StrPath, unit: int, *, out: StrPath, mixed: bool = False) -> bool:
    """Runs a unit of a plan into a folder. Returns False if the unit was already done."""
    file, text = _plan(plan)
    return _sortilege.do_unit(file, text, unit, Path(out), mixed)


def run_unit(plan: Plan | StrPath, unit: int) -> list[dict[str, Any]]:
    """Results of a unit, which depend only on the plan and the number. Writes nothing."""
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
    """Runs the experiments of papers and evaluates their claims; one dictionary per claim, with
    `verdict`.

    `targets` are claims such as `IS-12`, or papers such as `IS`; all claims by default.
    """
    if isinstance(targets, str):
        targets = [targets]
    found = _sortilege.reproduce(list(targets), scale, _path(out), _path(papers), threads, mixed, progress)
    if found is None:
        raise RuntimeError("stopped; results so far are kept, and the same call resumes")
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
