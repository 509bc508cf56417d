"""Runs the examples of the book, the README and the package documentation unchanged."""

import doctest
import json
import re
from pathlib import Path

import pytest

import sortilege
import sortilege.protocols

REPOSITORY = Path(__file__).resolve().parents[3]
PAGES = ["README.md", "book/src/python.md"]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_runs_from_top_to_bottom(page: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", (REPOSITORY / page).read_text(), flags=re.M | re.S)
    assert blocks
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, page, "exec"), names)


def test_the_tour_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Runs the cells of the notebook in order, as Jupyter does, but without Jupyter."""
    notebook = json.loads((REPOSITORY / "crates/python/examples/tutorial.ipynb").read_text())
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for cell in cells:
        exec(compile("".join(cell["source"]), "tutorial.ipynb", "exec"), names)
    assert len(cells) > 5 and all(cell["outputs"] == [] for cell in cells)


def test_examples_in_documentation() -> None:
    for module in (sortilege, sortilege.protocols):
        tested = doctest.testmod(module)
        assert tested.attempted > 0 and tested.failed == 0
