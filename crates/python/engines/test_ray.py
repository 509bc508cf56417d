"""Test of a run on three Ray nodes on this machine: one node is killed with all its workers, and
the driver is killed once. The results must equal those of one machine, byte for byte."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import sortilege

# One token for the whole cluster, set before the import, because Ray reads it only once.
TOKEN = Path(tempfile.mkdtemp()) / "token"
TOKEN.write_text(os.urandom(32).hex())
TOKEN.chmod(0o600)
os.environ.update(RAY_AUTH_MODE="token", RAY_AUTH_TOKEN_PATH=str(TOKEN))

ray = pytest.importorskip("ray", reason="SKIPPED: ray is not installed (pip install .[ray])")
psutil = pytest.importorskip("psutil", reason="SKIPPED: psutil is not installed (pip install psutil)")

UNITS = 200
EXPERIMENT = f"""
design = "match"
name = "two-hundred"
game = "liars-dice"
games = {UNITS * 10}
unit = 10
seed = 5
players = ["mo-ismcts:iterations=150", "flat-mc:iterations=150"]
"""


def results(folder: Path) -> dict[str, bytes]:
    """Everything in a run that depends only on the experiment."""
    parts = ("experiment.toml", "plans/*", "units/*", "seals/units/*")
    return {str(file.relative_to(folder)): file.read_bytes() for part in parts for file in folder.glob(part)}


def done(folder: Path) -> int:
    return len(list(folder.glob("units/*.jsonl")))


def wait_until_done(driver: "subprocess.Popen[bytes]", folder: Path, units: int) -> None:
    while done(folder) < units and driver.poll() is None:
        time.sleep(0.05)


def kill_node(node: object) -> None:
    """Simulates the loss of a machine: all its processes are killed at once."""
    raylets = [info.process for info in node.all_processes["raylet"]]  # type: ignore[attr-defined]
    for raylet in raylets:
        everything = [psutil.Process(raylet.pid), *psutil.Process(raylet.pid).children(recursive=True)]
        for process in everything:
            os.kill(process.pid, signal.SIGKILL)


@pytest.fixture
def cluster() -> Iterator[object]:
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    yield cluster
    cluster.shutdown()


def test_a_node_and_the_driver_are_killed(cluster: "object", tmp_path: Path) -> None:
    file, folder = tmp_path / "experiment.toml", tmp_path / "ray"
    file.write_text(EXPERIMENT)
    alone = sortilege.run(file, out=tmp_path / "alone")
    _, lost = (cluster.add_node(num_cpus=1) for _ in range(2))  # type: ignore[attr-defined]
    cluster.wait_for_nodes()  # type: ignore[attr-defined]
    address = cluster.address  # type: ignore[attr-defined]
    command = [sys.executable, "-m", "sortilege.ray", str(file), "--out", str(folder), "--address", address]

    driver = subprocess.Popen(command)
    wait_until_done(driver, folder, UNITS // 4)
    assert driver.poll() is None and done(folder) < UNITS
    kill_node(lost)
    wait_until_done(driver, folder, UNITS // 2)
    assert driver.poll() is None and done(folder) < UNITS
    driver.kill()
    driver.wait()

    there = done(folder)
    assert 0 < there < UNITS
    subprocess.run(command, check=True)
    assert done(folder) == UNITS
    assert results(folder) == results(alone.folder)


PROGRAM = os.environ.get("SORTILEGE") or shutil.which("sortilege")
"""The command line, which `test-engines` builds."""


@pytest.mark.skipif(PROGRAM is None, reason="SKIPPED: there is no `sortilege` on the path (cargo install --path crates/app)")
def test_the_program_hands_over(cluster: "object", tmp_path: Path) -> None:
    """`python3` is found on the path: it is the interpreter that has the package."""
    file, folder = tmp_path / "experiment.toml", tmp_path / "ray"
    file.write_text(EXPERIMENT.replace(f"games = {UNITS * 10}", "games = 50"))
    alone = sortilege.run(file, out=tmp_path / "alone")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    address = cluster.address  # type: ignore[attr-defined]
    command = [str(PROGRAM), "run", str(file), "--out", str(folder), "--engine", "ray", "--address", address]
    finished = subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, "PATH": path})
    assert "The whole report: " in finished.stdout
    assert results(folder) == results(alone.folder)
