"""Experiments on Ray (`pip install sortilege[ray]`): `python -m sortilege.ray experiment.toml --address HOST:PORT`, which is
what `sortilege run --engine ray` hands over to.

Units are tasks, which Ray does again if a machine is lost; their results come back to the driver, which writes them by
renaming. So machines need no folder in common, and a driver that was killed is started again and goes on. The results are
those of `sortilege run` on one machine, to the last byte.

Every machine needs the same build of this package. Keep token authentication on: Ray listens on all interfaces.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import sortilege
from sortilege.engine import Bar, Files, missing, store, unit_files
from sortilege.experiments import StrPath

AHEAD = 2
"""How many tasks wait for each core of the cluster: enough to keep it busy, and few enough to hold all of them."""


def _task(plan: str, unit: int, build: str) -> tuple[int, Files]:
    if sortilege.build != build:
        raise sortilege.Error(
            f"a machine of the cluster has the build {sortilege.build} and the driver {build}; install one on all"
        )
    return unit, unit_files(plan, unit)


def run(
    experiment: StrPath, *, out: StrPath, address: str | None = None, mixed: bool = False, **options: Any
) -> sortilege.Run:
    """Runs an experiment on a Ray cluster, or goes on with one; without an address on this machine alone.

    Where Ray is running already in this process it is used, and left running.
    """
    # Token authentication is meant to be on, and machines agree on it only if all say so.
    os.environ.setdefault("RAY_AUTH_MODE", "token")
    import ray

    begun = not ray.is_initialized()
    if begun:
        ray.init(address=address or "local", log_to_driver=False, **options)
    try:
        while (plan := sortilege.plan(experiment, out=out, mixed=mixed)) is not None:
            _stage(ray, plan, Path(out))
    finally:
        if begun:
            ray.shutdown()
    return sortilege.Run(Path(out))


def _stage(ray: Any, plan: sortilege.Plan, folder: Path) -> None:
    """Does what is missing of a stage."""
    task = ray.remote(num_cpus=1, max_retries=-1, retry_exceptions=[OSError])(_task)
    left = missing(plan, folder)
    bar, done = Bar(len(plan.units)), len(plan.units) - len(left)
    text = ray.put(plan.text)
    waiting: list[Any] = []
    bar.show(done)
    while left or waiting:
        most = max(1, AHEAD * int(ray.cluster_resources().get("CPU", 1)))
        while left and len(waiting) < most:
            waiting.append(task.remote(text, left.pop(0), sortilege.build))
        ready, waiting = ray.wait(waiting, num_returns=1)
        for _, files in ray.get(ready):
            store(files, folder)
            done += 1
        bar.show(done)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m sortilege.ray", description="Run an experiment on a Ray cluster.")
    parser.add_argument("experiment", type=Path, help="the experiment")
    parser.add_argument("--out", type=Path, metavar="DIR", help="where results are kept; `runs/` and the file's name unless given")
    parser.add_argument("--address", metavar="HOST:PORT", help="the head of the cluster; this machine alone unless given")
    parser.add_argument("--mixed", action="store_true", help="let results of different builds stand side by side")
    asked = parser.parse_args(arguments)
    out = asked.out or Path("runs") / asked.experiment.stem
    try:
        told = run(asked.experiment, out=out, address=asked.address, mixed=asked.mixed).report(pages=True, mixed=asked.mixed)
    except sortilege.Error as error:
        print(f"sortilege: {error}", file=sys.stderr)
        return 2
    print(told["title"], told["answer"], f"The whole report: {out / 'report.html'}", sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
