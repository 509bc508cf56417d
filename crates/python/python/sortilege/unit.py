"""Runs units of a plan in one process, for engines that start processes: `python -m
sortilege.unit`.

The arguments are those of `sortilege unit run`. Finished units are not repeated, so a job that was
killed can simply be started again.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import sortilege


def numbers(text: str) -> range:
    """Parses unit numbers: one number, or the first and the last of several, such as 20-29."""
    first, _, last = text.partition("-")
    if not first.isdecimal() or not (last or first).isdecimal():
        raise argparse.ArgumentTypeError("it is a whole number, 0 or more, or two such as 20-29")
    return range(int(first), int(last or first) + 1)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m sortilege.unit", description="Run units of a plan, one after another.")
    parser.add_argument("--plan", required=True, type=Path, help="plan file, from the folder of a run")
    parser.add_argument("--unit", required=True, type=numbers, metavar="K", help="number of the unit, or a range such as 20-29")
    parser.add_argument("--out", required=True, type=Path, metavar="DIR", help="folder of the run")
    parser.add_argument("--mixed", action="store_true", help="accept results of different builds in one run")
    asked = parser.parse_args(arguments)
    try:
        for unit in asked.unit:
            said = "is done" if sortilege.do_unit(asked.plan, unit, out=asked.out, mixed=asked.mixed) else "was there already"
            print(f"Unit {unit} {said}.", flush=True)
    except sortilege.Error as error:
        print(f"sortilege: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
