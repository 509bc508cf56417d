"""Units of a plan in one process, for engines that start processes: `python -m sortilege.unit`.

What is there already is not done again, so a job that was killed is simply started once more.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import sortilege


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m sortilege.unit", description="Do units of a plan, one after another.")
    parser.add_argument("--plan", required=True, type=Path, help="a plan, from the folder of a run")
    parser.add_argument("--first", required=True, type=int, metavar="K", help="the number of the first unit")
    parser.add_argument("--last", type=int, metavar="K", help="the number of the last one; the first unless given")
    parser.add_argument("--out", required=True, type=Path, metavar="DIR", help="the folder of the run")
    asked = parser.parse_args(arguments)
    try:
        for unit in range(asked.first, (asked.first if asked.last is None else asked.last) + 1):
            said = "is done" if sortilege.do_unit(asked.plan, unit, out=asked.out) else "was there already"
            print(f"Unit {unit} {said}.", flush=True)
    except sortilege.Error as error:
        print(f"sortilege: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
