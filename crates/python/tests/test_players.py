"""Tests of players: their input, their answers, and how they are stopped."""

import os
import signal
import threading

import pytest

import sortilege
from sortilege.protocols import Turn


def kuhn() -> sortilege.State:
    state = sortilege.game("kuhn").start()
    state.outcome("KQ")
    return state


def test_a_player_decides() -> None:
    state = sortilege.game("liars-dice").start(seed=1)
    player = sortilege.player("mo-ismcts", iterations=500, seed=1)
    decision = player.decide(state.view())
    assert decision.move in state.legal_moves()
    assert [candidate.move for candidate in decision.candidates] == state.legal_moves()
    assert sum(decision.visits.values()) == decision.iterations == 500
    assert decision.tree["nodes"] > 0 and decision.seconds >= 0
    assert decision.candidates[0].proven is None
    tree = player.tree(depth=1)
    assert tree is not None and tree["visits"] == 500
    assert {edge["move"] for edge in tree["edges"]} <= set(state.legal_moves())
    assert player.spec == "mo-ismcts:iterations=500"
    assert (player.full_spec or "").startswith("mo-ismcts:") and player.depends_on_machine is False


def test_settings_are_arguments_or_text() -> None:
    view = sortilege.game("liars-dice").start(seed=1).view()
    by_text = sortilege.player("mo-ismcts:iterations=300,c=0.5", seed=4).decide(view)
    by_arguments = sortilege.player("mo-ismcts", iterations=300, c=0.5, seed=4).decide(view)
    mixed = sortilege.player("mo-ismcts:iterations=300", c=0.5, seed=4).decide(view)
    assert by_text.visits == by_arguments.visits == mixed.visits


def test_a_seed_says_what_is_answered() -> None:
    view = sortilege.game("liars-dice").start(seed=2).view()
    player = sortilege.player("so-ismcts", iterations=300)
    first, second = (player.decide(view, seed=7) for _ in range(2))
    assert first.visits == second.visits
    assert player.decide(view).visits != player.decide(view).visits, "without a seed it draws on"


def test_a_player_plays_whole_games() -> None:
    for name in ("kuhn", "goofspiel:cards=4", "phantom-mnk:m=3,n=3,k=3", "pig"):
        state = sortilege.game(name).start(seed=5)
        players = [sortilege.player("flat-mc", iterations=20, seed=seat) for seat in range(state.game.seats)]
        for _ in range(1000):
            if state.is_over:
                break
            for seat in state.to_choose:
                state.apply(players[seat].decide(state.view(seat)).move, seat)
        assert state.is_over or name == "pig"


def test_who_reuses_trees_goes_on_and_starts_anew() -> None:
    """A player that keeps its tree is not misled by another state or by undone moves."""
    game = sortilege.game("mnk", m=3, n=3, k=3)
    keen = sortilege.player("uct", iterations=200, reuse=True, seed=1)
    state = game.start()
    state.apply(keen.decide(state.view()).move)
    state.apply(0)
    for other in (state.clone(), game.start(), state):
        view = other.view()
        assert keen.decide(view, seed=3).move in view.legal_moves
    fresh = sortilege.player("uct", iterations=200, reuse=True).decide(game.start().view(), seed=3)
    assert keen.decide(game.start().view(), seed=3).visits == fresh.visits


def test_only_who_cheats_is_shown_the_state() -> None:
    state = kuhn()
    with pytest.raises(sortilege.Error, match=r"hand it state\.view\(seat\)$"):
        sortilege.player("mo-ismcts", iterations=10).decide(state)
    cheat = sortilege.player("cheating-uct", iterations=10)
    with pytest.raises(sortilege.Error, match="looks at what is hidden from its seat; hand it the state"):
        cheat.decide(state.view())
    assert cheat.decide(state).move in ("bet", "pass")


def test_bad_questions_are_refused() -> None:
    state = kuhn()
    player = sortilege.player("mo-ismcts", iterations=10)
    with pytest.raises(sortilege.Error, match="^there is no tree before the first decision$"):
        player.tree()
    with pytest.raises(sortilege.Error, match="^Player 2 has nothing to choose now; to choose: Player 1$"):
        player.decide(state.view(1))
    with pytest.raises(sortilege.Error, match="^this is the view of seat 0; ask about that$"):
        player.decide(state.view(0), 1)
    for wrong in (None, "KQ", 3, sortilege.game("kuhn")):
        with pytest.raises(TypeError, match="^a player decides on a sortilege.View"):
            player.decide(wrong)  # type: ignore[arg-type]
    with pytest.raises(sortilege.Error, match="^there is no player named `mo-ismct`; did you mean `mo-ismcts`"):
        sortilege.player("mo-ismct").decide(state.view())
    with pytest.raises(sortilege.Error, match="^`dpw` does not fit `kuhn`; what does: random"):
        sortilege.player("dpw").decide(state.view())
    with pytest.raises(sortilege.Error, match="^`iterations` of `mo-ismcts` is a whole number"):
        sortilege.player("mo-ismcts", iterations=-1).decide(state.view())
    with pytest.raises(sortilege.Error, match="should have a name at character 1"):
        sortilege.player(":")
    with pytest.raises(TypeError, match="the setting `c` is a number"):
        sortilege.player("mo-ismcts", c=None)  # type: ignore[arg-type]
    assert player.decide(state.view()).move in ("bet", "pass")


def test_a_player_sits_down_anywhere() -> None:
    player = sortilege.player("flat-mc", iterations=10)
    for name in ("kuhn", "mnk", "kuhn", "liars-dice"):
        view = sortilege.game(name).start(seed=1).view()
        assert player.decide(view).move in view.legal_moves


class Enough(Exception):
    """Ends a search from its progress report."""


def test_progress_is_reported() -> None:
    """Every tree or bandit search reports while it runs, and an exception ends it."""
    view = sortilege.game("liars-dice").start(seed=1).view()
    searches = (
        "so-ismcts", "so-ismcts-pom", "mo-ismcts", "flat-mc", "flat-ucb", "oos", "smooth-uct",
        "so-ismcts:select=puct", "mo-ismcts:select=puct", "mo-ismcts:opponents=doubting",
        "determinized-uct:trees=1000000", "subgame-solving",
    )
    for spec in searches:

        def stop(progress: sortilege.SearchProgress) -> None:
            assert progress.iterations > 0
            assert [candidate.move for candidate in progress.candidates] == list(view.legal_moves)
            raise Enough

        player = sortilege.player(spec, time="3600s")
        with pytest.raises(Enough):
            player.decide(view, on_progress=stop)


def test_the_last_report_is_the_decision() -> None:
    view = sortilege.game("mnk").start().view()
    for spec in ("random", "uct:iterations=50", "grave:iterations=50", "pn-mcts:iterations=50"):
        reports: list[sortilege.SearchProgress] = []
        decision = sortilege.player(spec, seed=1).decide(view, on_progress=reports.append)
        assert reports[-1].iterations == decision.iterations
        assert [one.visits for one in reports[-1].candidates] == list(decision.visits.values())


def press_ctrl_c(player: sortilege.Player, view: sortilege.View | sortilege.State) -> None:
    """The timer could not fire if the search held the interpreter lock."""
    timer = threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        timer.start()
        player.decide(view)
    timer.join()


def test_ctrl_c_ends_a_search() -> None:
    """On a separate thread, and on the calling thread."""
    view = sortilege.game("liars-dice").start(seed=1).view()
    for spec in ("mo-ismcts", "flat-mc", "determinized-uct", "so-ismcts:roots=2", "so-ismcts:select=puct"):
        player = sortilege.player(spec, time="3600s")
        press_ctrl_c(player, view)
        assert sortilege.player(spec, iterations=200).decide(view).move in view.legal_moves


@pytest.mark.parametrize("game", sortilege.games())
def test_ctrl_c_stops_a_search_of_every_game(game: str) -> None:
    """These players search on the calling thread, so they must be stoppable there."""
    state = sortilege.game(game).start(seed=1)
    while len(state.legal_moves()) < 2:
        state.apply(0)
    view = state.view()
    for name in {"uct", "so-ismcts", "so-ismcts-pom", "mo-ismcts"} & set(view.game.players()):
        press_ctrl_c(sortilege.player(name, time="3600s"), view)


class Pausing:
    """A game whose first move waits until the test lets it go on."""

    seats = 1

    def __init__(self, reached: threading.Event, go_on: threading.Event, over: bool = False) -> None:
        self.reached, self.go_on, self.over = reached, go_on, over

    def turn(self) -> Turn:
        return "over" if self.over else 0

    def legal_moves(self) -> list[str]:
        return ["left", "right"]

    def apply(self, move: str) -> "Pausing":
        self.reached.set()
        self.go_on.wait()
        return Pausing(self.reached, self.go_on, True)

    def payoffs(self) -> list[float]:
        return [0.0]


def test_a_player_that_thinks_is_busy() -> None:
    """A second request during a search raises an exception, without waiting. A fork is safe."""
    reached, go_on = threading.Event(), threading.Event()
    busy = sortilege.player("flat-mc", iterations=1000)
    pausing = sortilege.own(Pausing(reached, go_on), name="pausing").start().view()
    thinking = threading.Thread(target=busy.decide, args=(pausing,))
    thinking.start()
    reached.wait()
    with pytest.raises(RuntimeError):
        busy.spec
    view = sortilege.game("liars-dice").start(seed=1).view()
    child = os.fork()
    if child == 0:
        try:
            decided = sortilege.player("mo-ismcts", iterations=200).decide(view).move
            os._exit(0 if decided in view.legal_moves else 1)
        finally:
            os._exit(2)
    assert os.waitpid(child, 0)[1] == 0
    go_on.set()
    thinking.join()
    assert busy.spec == "flat-mc:iterations=1000"
