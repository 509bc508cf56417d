"""Tests of engine functions without an engine: storing units that were run elsewhere."""

from pathlib import Path

import pytest

import sortilege
from sortilege import unit
from sortilege.engine import missing, store, unit_files
from test_experiments import EXPERIMENT, results


def test_units_from_elsewhere_are_the_run(tmp_path: Path) -> None:
    whole = sortilege.run(EXPERIMENT, out=tmp_path / "whole")
    folder = tmp_path / "run"
    plan = sortilege.plan(EXPERIMENT, out=folder)
    assert plan is not None and missing(plan, folder) == [0, 1, 2, 3, 4]
    for number in (3, 1, 4):
        store(unit_files(plan.text, number), folder)
    assert missing(plan, folder) == [0, 2]
    # Left behind by a writer that was killed.
    (folder / "units" / ".000002.jsonl.1f.unfinished").write_text("half a li")
    again = sortilege.plan(EXPERIMENT, out=folder)
    assert again is not None
    for number in missing(again, folder):
        store(unit_files(again.text, number), folder)
    assert results(folder) == results(whole.folder)


def test_a_range_of_units_in_one_process(tmp_path: Path) -> None:
    plan = sortilege.plan(EXPERIMENT, out=tmp_path / "run")
    assert plan is not None
    arguments = ["--plan", str(plan.path), "--out", str(tmp_path / "run")]
    assert unit.main([*arguments, "--unit", "0-3"]) == 0
    assert unit.main([*arguments, "--unit", "4"]) == 0
    assert unit.main([*arguments, "--unit", "4"]) == 0
    assert unit.main([*arguments, "--unit", "5"]) == 2
    with pytest.raises(SystemExit):
        unit.main([*arguments, "--unit", "4-x"])
    assert sortilege.plan(EXPERIMENT, out=tmp_path / "run") is None
