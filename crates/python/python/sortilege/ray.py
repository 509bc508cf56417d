"""Experiments on Ray (`pip install sortilege[ray]`).

`python -m sortilege.ray experiment.toml --address HOST:PORT` runs an experiment; `sortilege run
--engine ray` calls it. Units are tasks, which Ray repeats if a machine is lost. The driver receives
the results and writes them atomically, so the machines need no common folder, and a driver that was
killed can be restarted. The results equal those of `sortilege run` on one machine, byte for byte.

Every machine needs the same build of this package. Keep token authentication on, because Ray
accepts connections on all interfaces.
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
"""Queued tasks per core of the cluster: keeps it busy without queueing all units at once."""


def _task(plan: str, unit: int, build: str) -> tuple[int, Files]:
    if sortilege.build != build:
        raise sortilege.Error(
            f"a machine of the cluster has the build {sortilege.build} and the driver {build}; install one on all"
        )
    return unit, unit_files(plan, unit)


def run(
    experiment: StrPath, *, out: StrPath, address: str | None = None, mixed: bool = False, **options: Any
) -> sortilege.Run:
    """Runs or resumes an experiment on a Ray cluster; without an address only on this machine.

    If Ray is already initialised in this process, it is used and left running.
    """
    # Token authentication should be on, and it only works if all machines enable it.
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
    """Runs the missing units of a stage."""
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
    parser.add_argument("experiment", type=Path, help="the experiment file")
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder of the run; default: `runs/` and the file's name")
    parser.add_argument("--address", metavar="HOST:PORT", help="head of the cluster; default: this machine only")
    parser.add_argument("--mixed", action="store_true", help="accept results of different builds in one run")
    asked = parser.parse_args(arguments)
    out = asked.out or Path("runs") / asked.experiment.stem
    try:
        report = run(asked.experiment, out=out, address=asked.address, mixed=asked.mixed).report(pages=True, mixed=asked.mixed)
    except sortilege.Error as error:
        print(f"sortilege: {error}", file=sys.stderr)
        return 2
    print(report["title"], report["answer"], f"The whole report: {out / 'report.html'}", sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
