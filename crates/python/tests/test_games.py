"""Tests of games and states: every game is played from Python as in Rust."""

import copy
import pickle
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy
import pytest

import sortilege


def play_at_random(state: sortilege.State, moves: int = 2000) -> None:
    """Plays a game to its end or to the limit of moves, by a rule that looks random."""
    for number in range(moves):
        if state.is_over:
            return
        seat = state.to_choose[0]
        state.apply((number * 7919 + 13) % len(state.legal_moves(seat)), seat)


@pytest.mark.parametrize("name", sortilege.games())
def test_every_game_is_played(name: str) -> None:
    game = sortilege.game(name)
    state = game.start(seed=1)
    before = state.clone()
    start = state.text
    play_at_random(state, 300)
    assert before.text == start, "a clone stays where it is"
    for seat in range(game.seats):
        view = state.view(seat)
        assert view.seat == seat and view.game == game
        assert isinstance(view.text, str) and len(view.picture) > 0
        assert view.tensor(64).shape == (64,) and view.tensor(64).dtype == numpy.float32
    if state.is_over:
        assert len(state.payoffs) == game.seats
        assert all(-1 <= payoff <= 1 for payoff in state.payoffs)
        assert state.legal_moves() == [] and state.to_choose == []
    assert state.undo() and not state.is_over


@pytest.mark.parametrize("name", sortilege.games())
def test_a_seed_says_what_chance_does(name: str) -> None:
    def course(seed: int) -> list[list[tuple[int | None, str]]]:
        state = sortilege.game(name).start(seed=seed)
        play_at_random(state, 50)
        return state.history

    assert course(3) == course(3)


def test_moves_go_by_name_and_by_number() -> None:
    by_name, by_number = (sortilege.game("mnk", m=3, n=3, k=3).start() for _ in range(2))
    by_name.apply(by_name.legal_moves()[4])
    by_number.apply(4)
    assert by_name.text == by_number.text and by_name.turn == 1
    assert by_name.history == [[(0, "b2")]]
    assert copy.copy(by_name).text == copy.deepcopy(by_name).text == by_name.text


def test_chance_is_by_hand_without_a_seed() -> None:
    state = sortilege.game("kuhn").start()
    assert state.turn == "chance" and state.legal_moves() == []
    with pytest.raises(sortilege.Error, match="^no seat has to choose now; chance has to act first$"):
        state.apply("bet")
    with pytest.raises(sortilege.Error, match="^`XY` is not an outcome that chance can have here"):
        state.outcome("XY")
    state.outcome("KQ")
    assert state.to_choose == [0]
    state.apply("pass")
    state.apply("bet")
    state.apply("bet")
    assert state.is_over and state.payoffs[0] > 0 > state.payoffs[1]


def test_all_choose_at_once() -> None:
    state = sortilege.game("goofspiel").start(seed=1)
    assert state.turn == "together" and state.to_choose == [0, 1]
    hidden = state.view(1)
    state.apply(0, seat=0)
    assert state.to_choose == [1] and state.view(1).log == hidden.log
    with pytest.raises(sortilege.Error, match="has nothing to choose now; to choose: "):
        state.apply(0, seat=0)
    state.apply(0, seat=1)
    assert len(state.history) >= 1


def test_views_stay_as_they_are() -> None:
    state = sortilege.game("mnk", m=3, n=3, k=3).start()
    view = state.view(0)
    text = view.text
    state.apply("b2")
    assert view.text == text != state.view(0).text
    assert view.is_to_choose and not state.view(0).is_to_choose


def test_positions_are_read() -> None:
    game = sortilege.game("mnk:m=3,n=3,k=3")
    state = game.start()
    state.apply("b2")
    assert game.read(state.text).legal_moves() == state.legal_moves()
    with pytest.raises(sortilege.Error, match="^this position cannot be read: "):
        game.read("nonsense")


def test_a_picture_is_described() -> None:
    state = sortilege.game("mnk", m=3, n=3, k=3).start()
    state.apply("b2")
    board = next(part for part in state.view(0).picture if part["kind"] == "board")
    assert board["columns"] == 3 and len(board["cells"]) == 9
    assert [cell["owner"] for cell in board["cells"]] == [None] * 4 + [0] + [None] * 4
    assert board["cells"][4]["last"] is True
    hand = next(part for part in sortilege.game("kuhn").start(seed=1).view(0).picture if part["kind"] == "row")
    assert {item["kind"] for item in hand["items"]} <= {"card", "card back", "token"}


@pytest.mark.parametrize(
    "name", ["kuhn", "leduc", "liars-dice:sides=3", "phantom-mnk:m=3,n=3,k=3"]
)
def test_nothing_hidden_shows(name: str) -> None:
    """States that a seat cannot distinguish give it equal observations of every kind."""
    met: dict[tuple[int, str], tuple[str, tuple[object, ...]]] = {}
    pairs = 0
    for seed in range(60):
        state = sortilege.game(name).start(seed=seed)
        for number in range(200):
            if state.is_over:
                break
            for seat in range(state.game.seats):
                view = state.view(seat)
                looks = (
                    view.text,
                    str(view.picture),
                    tuple(view.legal_moves),
                    view.tensor(128, log=True).tobytes(),
                )
                seen = (seat, f"{view.log} {view.is_to_choose}")
                truth, before = met.setdefault(seen, (state.text, looks))
                pairs += truth != state.text
                assert before == looks, f"{truth} and {state.text} look different to seat {seat}"
            seat = state.to_choose[0]
            state.apply((seed + number * 3) % len(state.legal_moves(seat)), seat)
    assert pairs > 20


def test_rules_settings_and_levels() -> None:
    game = sortilege.game("dou-di-zhu")
    assert game.seats == 3 and "hidden" in game.capabilities and len(game.seat_names) == 3
    assert game.rules is not None and game.rules.count("##") > 2
    settings = game.players()["mo-ismcts"]["settings"]
    assert settings["iterations"]["help"]
    assert game.recommended("best")
    with pytest.raises(sortilege.Error, match="^there is no level named `perfect`"):
        game.recommended("perfect")


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("chess", "there is no game named `chess`"),
        ("kuhn:cards=0", "there is no setting of `kuhn` named `cards`; there are none at all"),
        ("mnk:m=99999", "`m` of `mnk` is a whole number"),
        ("mnk:m", "`mnk:m` should have `=` and a value at character 6, where it ends"),
    ],
)
def test_bad_games_are_refused(spec: str, why: str) -> None:
    with pytest.raises(sortilege.Error) as error:
        sortilege.game(spec)
    assert str(error.value).startswith(why)
    assert isinstance(error.value, ValueError)


def test_bad_moves_are_refused() -> None:
    state = sortilege.game("mnk", m=3, n=3, k=3).start()
    text = state.text
    with pytest.raises(sortilege.Error, match="^`z9` is not a legal move here; "):
        state.apply("z9")
    with pytest.raises(sortilege.Error, match="^there is no legal move number 9 here"):
        state.apply(9)
    wrong: Any
    for wrong in (-1, 1.5, None, True, [], 10**30):
        with pytest.raises(TypeError, match="^a move is a name or a number"):
            state.apply(wrong)
    with pytest.raises(sortilege.Error, match="^there is no seat 2 in `mnk:m=3,n=3,k=3`; there are 0 to 1$"):
        state.view(2)
    with pytest.raises(sortilege.Error, match="the game is not over$"):
        state.payoffs
    with pytest.raises(sortilege.Error, match="^a tensor has 1 to "):
        state.view(0).tensor(0)
    with pytest.raises(TypeError):
        sortilege.game(7)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="the setting `m` is a number"):
        sortilege.game("mnk", m=[3])  # type: ignore[arg-type]
    with pytest.raises(OverflowError):
        sortilege.game("mnk").start(seed=-1)
    assert state.text == text


def test_moves_are_a_sequence() -> None:
    state = sortilege.game("mnk", m=3, n=3, k=3).start()
    moves = state.legal_moves()
    names = [f"{column}{row}" for row in "123" for column in "abc"]
    assert isinstance(moves, Sequence) and isinstance(moves, sortilege.Moves)
    assert len(moves) == 9 and sorted(moves) == sorted(names) and repr(moves) == repr(list(moves))
    assert moves[0] == list(moves)[0] and moves[-1] == list(moves)[-1] and moves[2:4] == list(moves)[2:4]
    assert moves == list(moves) and moves == tuple(moves) and moves == state.legal_moves() and moves != list(moves)[1:]
    assert moves != 3 and "b2" in moves and "z9" not in moves
    assert moves.index("b2") == list(moves).index("b2") and moves.count("b2") == 1
    assert list(reversed(moves)) == list(moves)[::-1]
    for kept in (pickle.loads(pickle.dumps(moves)), copy.copy(moves)):
        assert kept == moves and type(kept) is list
    for wrong in (9, -10):
        with pytest.raises(IndexError, match="there are 9$"):
            moves[wrong]
    with pytest.raises(ValueError):
        moves.index("z9")
    with pytest.raises(TypeError):
        hash(moves)
    with pytest.raises(TypeError):
        moves["b2"]  # type: ignore[call-overload]


def test_moves_stay_as_they_are() -> None:
    state = sortilege.game("mnk", m=3, n=3, k=3).start()
    moves, view = state.legal_moves(), state.view()
    state.apply("b2")
    assert "b2" in moves and "b2" in view.legal_moves and "b2" not in state.legal_moves()
    assert len(state.view(0).legal_moves) == 0 and state.legal_moves(0) == []
    while not state.is_over:
        state.apply(0)
    assert state.legal_moves() == [] and state.legal_moves(1) == []


def test_moves_of_another_game_are_refused() -> None:
    state = sortilege.game("mnk", m=3, n=3, k=3).start()
    for name in ("kuhn", "breakthrough", "dou-di-zhu"):
        moves = sortilege.game(name).start(seed=1).legal_moves()
        with pytest.raises(sortilege.Error, match="is not a legal move here"):
            state.apply(moves[0])
        with pytest.raises(TypeError, match="^a move is a name or a number"):
            state.apply(moves)  # type: ignore[arg-type]
    assert len(state.history) == 0


@pytest.mark.parametrize("seat", ["0", 1.5, [0], b"0"])
def test_seats_are_numbers(seat: Any) -> None:
    state = sortilege.game("kuhn").start(seed=1)
    for ask in (state.view, state.legal_moves, lambda seat: state.apply("bet", seat)):
        with pytest.raises(TypeError):
            ask(seat)


def test_seats_that_are_not_there() -> None:
    state = sortilege.game("kuhn").start(seed=1)
    for ask in (state.view, state.legal_moves, lambda seat: state.apply("bet", seat)):
        with pytest.raises(sortilege.Error, match="^there is no seat 2 in `kuhn`; there are 0 to 1$"):
            ask(2)
        with pytest.raises(OverflowError):
            ask(-1)
    with pytest.raises(sortilege.Error, match="has nothing to choose now; to choose: "):
        state.apply("bet", 1)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: sortilege.game(3),  # type: ignore[arg-type]
        lambda: sortilege.game("kuhn").start("1"),  # type: ignore[arg-type]
        lambda: sortilege.game("kuhn").read(3),  # type: ignore[arg-type]
        lambda: sortilege.game("kuhn").recommended(3),  # type: ignore[arg-type]
        lambda: sortilege.game("kuhn").start().outcome(3),  # type: ignore[arg-type]
        lambda: sortilege.game("kuhn").start().chance("x"),  # type: ignore[arg-type]
        lambda: sortilege.game("kuhn").start(seed=1).clone("x"),  # type: ignore[arg-type]
        lambda: sortilege.game("kuhn").start(seed=1).view().tensor("x"),  # type: ignore[arg-type]
        lambda: sortilege.player(3),  # type: ignore[arg-type]
        lambda: sortilege.player("uct", seed="x"),  # type: ignore[arg-type]
        lambda: sortilege.player("uct", evaluator=len),  # type: ignore[arg-type]
        lambda: sortilege.State(),
        lambda: sortilege.Moves(),
    ],
)
def test_wrong_types_are_refused(ask: Callable[[], object]) -> None:
    with pytest.raises(TypeError):
        ask()


def test_capabilities_are_those_of_the_opened_game() -> None:
    assert sortilege.game("gdl").capabilities == ["quality", "key"]
    hidden = ["chance", "outcomes", "hidden", "observe", "quality", "key"]
    for name in ("kuhn", "leduc", "krieg-tic-tac-toe", "monty-hall"):
        assert sortilege.game(f"gdl:file={name}").capabilities == hidden
    assert "simultaneous" in sortilege.game("gdl:file=battleship").capabilities


def test_a_program_names_any_sheet_and_an_experiment_those_of_its_folder(tmp_path: Path) -> None:
    sheet = "(role a) (init x) (legal a go) (<= (next y) (does a go)) (<= terminal (true y)) (goal a 100)"
    (tmp_path / "mine.kif").write_text(sheet)
    assert sortilege.game(f"gdl:file={tmp_path}/mine.kif").seats == 1
    folder = tmp_path / "folder"
    folder.mkdir()
    experiment = "design = 'match'\ngame = 'gdl:file={}'\ngames = 2\nplayers = ['random']\n"
    (folder / "outside.toml").write_text(experiment.format("../mine.kif"))
    with pytest.raises(sortilege.Error, match="relative paths inside its own folder"):
        sortilege.run(folder / "outside.toml", out=folder / "outside")
    (folder / "mine.kif").write_text(sheet)
    (folder / "inside.toml").write_text(experiment.format("mine.kif"))
    sortilege.run(folder / "inside.toml", out=folder / "inside")
    assert sortilege.report(folder / "inside")["complete"]
