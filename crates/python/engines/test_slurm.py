"""Test of a run on three Slurm nodes on this machine, from the Python package and the command line:
one node is killed. The results must equal those of one machine, byte for byte."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import sortilege
from sortilege import slurm

UNITS = 24
EXPERIMENT = f"""
design = "match"
name = "two-dozen"
game = "liars-dice"
games = {UNITS * 40}
unit = 40
seed = 6
players = ["mo-ismcts:iterations=400", "flat-mc:iterations=400"]
"""
SMALL = 'design = "match"\ngame = "kuhn"\ngames = 40\nunit = 8\nplayers = ["random", "flat-mc:iterations=9"]\n'

needs_slurm = pytest.mark.skipif(
    not all(shutil.which(tool) for tool in ("slurmctld", "slurmd", "munged", "sbatch")) or os.geteuid() != 0,
    reason="SKIPPED: three nodes on one machine take Slurm and root (apt install slurm-wlm munge)",
)


def results(folder: Path) -> dict[str, bytes]:
    """Everything in a run that depends only on the experiment."""
    parts = ("experiment.toml", "plans/*", "units/*", "seals/units/*")
    return {str(file.relative_to(folder)): file.read_bytes() for part in parts for file in folder.glob(part)}


def test_a_script_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Run by hand, in the way Slurm runs its array tasks, the script does all units."""
    file = tmp_path / "experiment.toml"
    file.write_text(SMALL)
    assert slurm.main([str(file), "--out", str(tmp_path / "run"), "--per-task", "3"]) == 0
    script = tmp_path / "run.sbatch"
    assert f"sbatch {script}" in capsys.readouterr().out
    assert "#SBATCH --array=0-1" in script.read_text()
    for task in range(2):
        subprocess.run(["bash", str(script)], env={**os.environ, "SLURM_ARRAY_TASK_ID": str(task)}, check=True)
    alone = sortilege.run(file, out=tmp_path / "alone")
    assert results(tmp_path / "run") == results(alone.folder)
    assert slurm.write(file, out=tmp_path / "run") is None
    with pytest.raises(sortilege.Error, match="^`per_task` is a whole number, 1 or more"):
        slurm.write(file, out=tmp_path / "other", per_task=0)


def test_without_slurm_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    file = tmp_path / "experiment.toml"
    file.write_text(SMALL)
    assert slurm.main([str(file), "--out", str(tmp_path / "run"), "--submit"]) == 2
    assert "there is no `sbatch` on this machine" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


@pytest.fixture
def nodes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Three nodes, each a daemon on this machine."""
    place = tmp_path / "slurm"
    here = Path(__file__).parent
    subprocess.run([str(here / "slurm-up"), str(place), "3"], check=True)
    monkeypatch.setenv("SLURM_CONF", str(place / "slurm.conf"))
    yield place
    subprocess.run([str(here / "slurm-down"), str(place)], check=True)


def kill_node(place: Path, node: str) -> int:
    """Simulates the loss of a machine: its daemon and all child processes are killed at once.

    Returns the number of killed job processes. If there are none, nothing is killed.
    """
    psutil = pytest.importorskip("psutil", reason="SKIPPED: psutil is not installed (pip install psutil)")
    daemon = psutil.Process(int((place / "run" / f"slurmd-{node}.pid").read_text()))
    steps = [
        process
        for process in psutil.process_iter(["cmdline", "environ"])
        if (process.info["environ"] or {}).get("SLURMD_NODENAME") == node
        and (process.info["environ"] or {}).get("SLURM_CONF") == str(place / "slurm.conf")
    ]
    stepds = [
        process
        for step in steps
        for process in step.parents()
        if process.name() == "slurmstepd"
    ]
    if not steps:
        return 0
    # The supervising processes are killed first, so that they cannot report a failed job: a lost
    # machine reports nothing.
    for process in [*{*stepds}, daemon, *steps]:
        try:
            os.kill(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    return len(steps)


PROGRAM = os.environ.get("SORTILEGE") or shutil.which("sortilege")
"""The command line, which `test-engines` builds."""


def drivers(file: Path, folder: Path) -> dict[str, list[str]]:
    """The command that submits an experiment and follows it."""
    python = [sys.executable, "-m", "sortilege.slurm", str(file), "--submit"]
    program = [str(PROGRAM), "run", str(file), "--engine", "slurm"]
    return {way: [*command, "--out", str(folder), "--per-task", "2"] for way, command in (("python", python), ("program", program))}


@needs_slurm
@pytest.mark.parametrize("way", ["python", "program"])
def test_a_node_is_killed(way: str, nodes: Path, tmp_path: Path) -> None:
    if way == "program" and PROGRAM is None:
        pytest.skip("SKIPPED: there is no `sortilege` on the path (cargo install --path crates/app)")
    file, folder = tmp_path / "experiment.toml", tmp_path / "run"
    file.write_text(EXPERIMENT)
    alone = sortilege.run(file, out=tmp_path / "alone")
    driver = subprocess.Popen(drivers(file, folder)[way])
    while len(list(folder.glob("units/*.jsonl"))) < 3 and driver.poll() is None:
        time.sleep(0.05)
    killed = 0
    while killed == 0 and driver.poll() is None:
        killed = kill_node(nodes, "n2")
    assert killed > 0 and driver.wait() == 0
    assert results(folder) == results(alone.folder)


@needs_slurm
def test_a_driver_that_is_killed_finds_its_job_again(nodes: Path, tmp_path: Path) -> None:
    file, folder = tmp_path / "experiment.toml", tmp_path / "run"
    file.write_text(EXPERIMENT)
    alone = sortilege.run(file, out=tmp_path / "alone")
    command = drivers(file, folder)["python"]
    driver = subprocess.Popen(command)
    while len(list(folder.glob("units/*.jsonl"))) < 3 and driver.poll() is None:
        time.sleep(0.05)
    assert driver.poll() is None
    driver.kill()
    driver.wait()
    again = subprocess.run(command, check=True, capture_output=True, text=True)
    assert "is in the queue already, and is followed" in again.stderr
    assert results(folder) == results(alone.folder)
