"""Functions that all engines share: finding missing units and storing the files of units."""

import os
import sys
import tempfile
from pathlib import Path

import sortilege

Files = dict[str, bytes]
"""Files of a unit by their paths in the folder of a run."""

PARTS = ("seals/units", "seals/times", "times", "units")
"""Folders with files of a unit. Results are written last, because they count once they exist and
need their seals."""


def missing(plan: sortilege.Plan, folder: Path) -> list[int]:
    """Units of a plan whose results are missing in a folder."""
    there = {int(file.stem) for file in folder.glob("units/*.jsonl") if file.stem.isdigit()}
    return [unit for unit in plan.units if unit not in there]


def unit_files(plan: str, unit: int) -> Files:
    """Runs a unit in a temporary folder on the current machine and returns its files."""
    with tempfile.TemporaryDirectory(prefix="sortilege-") as place:
        folder = Path(place) / "unit"
        sortilege.do_unit(plan, unit, out=folder)
        found = [file for part in PARTS for file in sorted((folder / part).glob("*"))]
        return {file.relative_to(folder).as_posix(): file.read_bytes() for file in found}


def store(files: Files, folder: Path) -> None:
    """Stores the files of a unit in the folder of a run."""
    for part in PARTS:
        for place, contents in files.items():
            if place.rpartition("/")[0] == part:
                write(folder / place, contents)


def write(path: Path, contents: bytes) -> None:
    """Writes a file atomically: under a temporary name, then renamed.

    A run recognises the names of temporary files that were left behind, and deletes them.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid():x}.unfinished")
    with draft.open("wb") as file:
        file.write(contents)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


class Bar:
    """Progress of a stage: a bar in a terminal, otherwise one line for every tenth."""

    def __init__(self, total: int, what: str = "units", width: int = 40) -> None:
        self.total, self.what, self.width, self.shown = total, what, width, -1

    def show(self, done: int) -> None:
        tenths = 10 * done // max(self.total, 1)
        if sys.stderr.isatty():
            full = self.width * done // max(self.total, 1)
            end = "\n" if done == self.total else ""
            line = f"\r[{'#' * full}{' ' * (self.width - full)}] {done} of {self.total} {self.what}{end}"
            print(line, end="", file=sys.stderr, flush=True)
        elif tenths != self.shown:
            print(f"{done} of {self.total} {self.what}", file=sys.stderr, flush=True)
        self.shown = tenths
