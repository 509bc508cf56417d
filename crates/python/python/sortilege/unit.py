"""Units of a plan in one process, for engines that start processes: `python -m sortilege.unit`.

It takes what `sortilege unit run` takes. What is there already is not done again, so a job that was killed is simply started
once more.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import sortilege


def numbers(text: str) -> range:
    """The units that are meant: one by its number, or several by the first and the last, such as 20-29."""
    first, _, last = text.partition("-")
    if not first.isdecimal() or not (last or first).isdecimal():
        raise argparse.ArgumentTypeError("it is a whole number, 0 or more, or two such as 20-29")
    return range(int(first), int(last or first) + 1)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m sortilege.unit", description="Do units of a plan, one after another.")
    parser.add_argument("--plan", required=True, type=Path, help="a plan, from the folder of a run")
    parser.add_argument("--unit", required=True, type=numbers, metavar="K", help="the number of the unit, or of several, such as 20-29")
    parser.add_argument("--out", required=True, type=Path, metavar="DIR", help="the folder of the run")
    parser.add_argument("--mixed", action="store_true", help="let results of different builds stand side by side")
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
