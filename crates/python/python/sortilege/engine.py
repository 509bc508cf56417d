"""What engines have in common: which units are missing, and how their files come into a folder."""

import os
import sys
import tempfile
from pathlib import Path

import sortilege

Files = dict[str, bytes]
"""Files of a unit by their places in a run's folder."""

PARTS = ("seals/units", "seals/times", "times", "units")
"""Where a unit has files. Results come last: they count once they are there, and need what vouches for them."""


def missing(plan: sortilege.Plan, folder: Path) -> list[int]:
    """The units of a plan whose results are not in a folder."""
    there = {int(file.stem) for file in folder.glob("units/*.jsonl") if file.stem.isdigit()}
    return [unit for unit in plan.units if unit not in there]


def unit_files(plan: str, unit: int) -> Files:
    """Does a unit in a folder of its own, on whatever machine this is, and hands in its files."""
    with tempfile.TemporaryDirectory(prefix="sortilege-") as place:
        folder = Path(place) / "unit"
        sortilege.do_unit(plan, unit, out=folder)
        found = [file for part in PARTS for file in sorted((folder / part).glob("*"))]
        return {file.relative_to(folder).as_posix(): file.read_bytes() for file in found}


def store(files: Files, folder: Path) -> None:
    """Puts the files of a unit into the folder of a run. Each is written under another name and renamed."""
    for part in PARTS:
        for place, contents in files.items():
            if place.rpartition("/")[0] == part:
                write(folder / place, contents)


def write(path: Path, contents: bytes) -> None:
    """Writes a file that is whole or not there. A draft that is left behind has the name by which a run knows it and tidies up."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid():x}.unfinished")
    with draft.open("wb") as file:
        file.write(contents)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


class Bar:
    """How far a stage is: a bar in a terminal, and a line for every tenth elsewhere."""

    def __init__(self, total: int, what: str = "units", width: int = 40) -> None:
        self.total, self.what, self.width, self.told = total, what, width, -1

    def show(self, done: int) -> None:
        tenths = 10 * done // max(self.total, 1)
        if sys.stderr.isatty():
            full = self.width * done // max(self.total, 1)
            end = "\n" if done == self.total else ""
            line = f"\r[{'#' * full}{' ' * (self.width - full)}] {done} of {self.total} {self.what}{end}"
            print(line, end="", file=sys.stderr, flush=True)
        elif tenths != self.told:
            print(f"{done} of {self.total} {self.what}", file=sys.stderr, flush=True)
        self.told = tenths
