"""What the book, the README and the package's own documentation show is run as it stands."""

import doctest
import re
from pathlib import Path

import pytest

import sortilege

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


def test_examples_in_documentation() -> None:
    assert doctest.testmod(sortilege).failed == 0
    assert sortilege.player("mo-ismcts", iterations=1).spec
