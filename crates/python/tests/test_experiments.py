"""Tests of experiments: runs, results as frames, reports, units and claims."""

import os
import signal
import threading
from pathlib import Path

import pytest

import sortilege

EXPERIMENT = """
design = "match"
name = "small"
game = "kuhn"
games = 40
unit = 8
seed = 3
players = ["random", "flat-mc:iterations=9"]
"""


def results(folder: Path) -> dict[str, bytes]:
    """Everything in a run that depends only on the experiment."""
    parts = ("experiment.toml", "plans/*", "units/*", "seals/units/*")
    return {str(file.relative_to(folder)): file.read_bytes() for part in parts for file in folder.glob(part)}


def test_a_run_and_its_frames(tmp_path: Path) -> None:
    file = tmp_path / "experiment.toml"
    file.write_text(EXPERIMENT)
    reports: list[tuple[int, int, int]] = []
    run = sortilege.run(file, out=tmp_path / "run", threads=2, progress=lambda *now: reports.append(now))
    assert reports[-1] == (1, 40, 40)
    rows = list(run.rows())
    assert len(rows) == 40 and set(rows[0]) >= {"game", "players", "payoffs", "length"}

    frame = run.pandas()
    assert list(frame["game"]) == [row["game"] for row in rows]
    lazy = run.polars()
    assert lazy["game"].to_list() == [row["game"] for row in rows]


def test_strangers_read_units_as_they_are(tmp_path: Path) -> None:
    pandas, polars, duckdb = (pytest.importorskip(name) for name in ("pandas", "polars", "duckdb"))
    run = sortilege.run(EXPERIMENT, out=tmp_path / "run")
    pattern = str(run.folder / "units" / "*.jsonl")
    assert polars.read_ndjson(pattern).height == 40
    assert duckdb.sql(f"select count(*), sum(length) from '{pattern}'").fetchall()[0][0] == 40
    frames = [pandas.read_json(file, lines=True) for file in run.unit_files]
    assert sum(len(frame) for frame in frames) == 40


def test_reports_are_data(tmp_path: Path) -> None:
    run = sortilege.run(EXPERIMENT, out=tmp_path / "run")
    report = run.report()
    assert report["complete"] and report["title"] and report["tables"][0]["rows"] and report["pages"] == []
    written = sortilege.report(run.folder, pages=True)["pages"]
    assert any(page.name == "report.html" for page in written) and all(page.exists() for page in written)
    with pytest.raises(sortilege.Error, match="is no run folder: it has no manifest$"):
        sortilege.report(tmp_path)


def test_units_anywhere_are_the_run(tmp_path: Path) -> None:
    whole = sortilege.run(EXPERIMENT, out=tmp_path / "whole")
    plan = sortilege.plan(EXPERIMENT, out=tmp_path / "units")
    assert plan is not None and list(plan.units) == [0, 1, 2, 3, 4]
    for unit in reversed(plan.units):
        assert sortilege.do_unit(plan, unit, out=tmp_path / "units")
        assert not sortilege.do_unit(plan.path, unit, out=tmp_path / "units")
    assert sortilege.plan(EXPERIMENT, out=tmp_path / "units") is None
    assert results(tmp_path / "units") == results(whole.folder)
    rows = list(whole.rows())
    assert [row for unit in plan.units for row in sortilege.run_unit(plan.text, unit)] == rows
    with pytest.raises(sortilege.Error, match="5"):
        sortilege.run_unit(plan, 5)


def test_ctrl_c_stops_a_run_that_goes_on_later(tmp_path: Path) -> None:
    text = EXPERIMENT.replace("games = 40", "games = 4000").replace("iterations=9", "iterations=200")
    pressed = threading.Event()

    def press(*_: int) -> None:
        if not pressed.is_set():
            pressed.set()
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        sortilege.run(text, out=tmp_path / "run", progress=press)
    run = sortilege.run(text, out=tmp_path / "run")
    assert sum(1 for _ in run.rows()) == 4000


def test_an_exception_on_the_way_stops_a_run(tmp_path: Path) -> None:
    def angry(*_: int) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        sortilege.run(EXPERIMENT, out=tmp_path / "run", progress=angry)
    assert sum(1 for _ in sortilege.run(EXPERIMENT, out=tmp_path / "run").rows()) == 40


def test_bad_experiments_are_refused(tmp_path: Path) -> None:
    with pytest.raises(sortilege.Error, match="^line 1, column 1: "):
        sortilege.run("nonsense = 1\n", out=tmp_path / "run")
    with pytest.raises(sortilege.Error):
        sortilege.run(tmp_path / "nowhere.toml")
    with pytest.raises(sortilege.Error, match="^`threads` is a whole number from 1 to 1024, not 0$"):
        sortilege.run(EXPERIMENT, out=tmp_path / "run", threads=0)
    assert not (tmp_path / "run").exists()


def test_claims_of_papers(tmp_path: Path) -> None:
    claims = sortilege.reproduce(["SM-1"], out=tmp_path / "claims")
    assert [claim["id"] for claim in claims] == ["SM-1"]
    assert claims[0]["verdict"] in ("holds", "fails", "undecided")
    with pytest.raises(sortilege.Error, match="^there is no target named `ZZ`"):
        sortilege.reproduce("ZZ", out=tmp_path / "claims")
    with pytest.raises(sortilege.Error, match="tour, quick, paper or decide"):
        sortilege.reproduce(scale="slow")  # type: ignore[arg-type]


LARGE = EXPERIMENT.replace("games = 40", "games = 4000").replace("iterations=9", "iterations=20000")


def test_a_fork_while_threads_run(tmp_path: Path) -> None:
    """A fork during a run on two Rust threads: the child searches and runs with new threads."""
    reached, go_on = threading.Event(), threading.Event()

    def pause(_: int, done: int, __: int) -> None:
        if done == 0:
            return
        reached.set()
        go_on.wait()
        raise LookupError("enough")

    def play() -> None:
        with pytest.raises(LookupError):
            sortilege.run(LARGE, out=tmp_path / "large", threads=2, progress=pause)

    playing = threading.Thread(target=play)
    playing.start()
    reached.wait()
    child = os.fork()
    if child == 0:
        try:
            view = sortilege.game("liars-dice").start(seed=1).view()
            decided = sortilege.player("mo-ismcts", iterations=200, roots=2, threads=2).decide(view).move
            run = sortilege.run(EXPERIMENT, out=tmp_path / "small", threads=2)
            os._exit(0 if decided in view.legal_moves and len(list(run.rows())) == 40 else 1)
        finally:
            os._exit(2)
    assert os.waitpid(child, 0)[1] == 0
    go_on.set()
    playing.join()
