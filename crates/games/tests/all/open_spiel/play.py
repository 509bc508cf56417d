"""Plays random games in OpenSpiel and prints them in Sortilege's notation.

    python play.py GAME COUNT

A position is a line: who is on turn, the move that is played, and all moves that are legal. Before a throw of the
die it is the turn of "chance". The last line of a game is "over" and the returns. What OpenSpiel splits into
several actions, such as a chain of jumps, is one move here.
"""

import functools
import random
import re
import sys

import pyspiel


def breakthrough(state):
    """The first player is at the top in OpenSpiel and at the bottom in Sortilege."""
    flip = lambda square: square[0] + str(9 - int(square[1]))
    for action in state.legal_actions():
        text = state.action_to_string(action)
        link = "x" if text.endswith("*") else "-"
        yield flip(text[:2]) + link + flip(text[2:4]), [action]


def checkers(state):
    """OpenSpiel jumps once an action; the same player goes on until the chain has ended."""
    for action in state.legal_actions():
        text = state.action_to_string(action)
        here, there = text[:2], text[2:4]
        if abs(int(here[1]) - int(there[1])) == 1:
            yield f"{here}-{there}", [action]
            continue
        jumped = state.child(action)
        if jumped.current_player() == state.current_player():
            for name, actions in checkers(jumped):
                yield f"{here}x{name}", [action, *actions]
        else:
            yield f"{here}x{there}", [action]


def amazons(state):
    """OpenSpiel takes three actions: who moves, where to, and the arrow. Squares count from the top left."""
    name = lambda square: "abcdefghij"[square % 10] + str(10 - square // 10)
    for here in state.legal_actions():
        lifted = state.child(here)
        for there in lifted.legal_actions():
            start = f"{name(here)}-{name(there)}/"
            for arrow in lifted.child(there).legal_actions():
                yield start + name(arrow), [here, there, arrow]


def field_names():
    """Fields of the star in OpenSpiel's order, row by row. A column runs aslant down to the right."""
    lengths = [1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1]
    for row, length in enumerate(lengths):
        for x in range(1 - length, length, 2):
            yield "abcdefghijklmnopq"[12 + (x - row) // 2] + str(row + 1)


FIELDS = list(field_names())
STOP = 726


def chinese_checkers(state):
    """OpenSpiel hops once an action and ends a chain by a pass. Any route to a field will do."""
    for action in state.legal_actions():
        if action == STOP:
            yield "pass", [STOP]
            continue
        here = action // 6
        for there, actions in ends(state, action, {here}):
            yield f"{FIELDS[here]}-{FIELDS[there]}", actions


def ends(state, action, seen):
    """Fields where a turn can end that begins with this action, apart from those seen before."""
    there = int(re.search(r"\d+$", state.action_to_string(action))[0])
    if there in seen:
        return
    seen.add(there)
    player = state.current_player()
    state.apply_action(action)
    further = state.legal_actions() if state.current_player() == player else []
    yield there, [action, STOP] if further else [action]
    for hop in further:
        if hop != STOP:
            for end, actions in ends(state, hop, seen):
                yield end, [action, *actions]
    # A copy of the state would take its whole history along.
    state.undo_action(player, action)


def ewn(state):
    """Player 1 of OpenSpiel begins, from the lower right corner: turn the board round, and the seats."""
    if len(state.history()) < 2:
        yield from arrangements(state)
        return
    if state.is_chance_node():
        for face in state.legal_actions():
            yield f"die{face + 1}", [face]
        return
    steps = {"Wup": 5, "Wleft": 1, "Wdiag": 6, "Bdown": -5, "Bright": -1, "Bdiag": -6}
    squares = turned(state)
    for action in state.legal_actions():
        stone, way = state.action_to_string(action).rstrip("*").split("-")
        there = squares.index(stone.lower()) + steps[stone[0] + way]
        yield stone[1] + "abcde"[there % 5] + str(there // 5 + 1), [action]


def turned(state):
    """What stands on the squares, from OpenSpiel's last to its first."""
    return re.findall(r"\|(..)\|", str(state))[::-1]


@functools.cache
def order(colour, action):
    """The stones that this outcome puts on the home squares, row by row. Black is placed before White."""
    state = pyspiel.load_game("einstein_wurfelt_nicht").new_initial_state()
    for outcome in [action] if colour == "b" else [0, action]:
        state.apply_action(outcome)
    return "".join(stone[1] for stone in turned(state) if stone[0] == colour)


def arrangements(state):
    colour = "bw"[len(state.history())]
    for action in state.legal_actions():
        yield order(colour, action), [action]


GAMES = {
    "breakthrough": ("breakthrough", breakthrough),
    "checkers": ("checkers", checkers),
    "amazons": ("amazons", amazons),
    "chinese-checkers": ("chinese_checkers", chinese_checkers),
    "ewn": ("einstein_wurfelt_nicht", ewn),
}


def choose(name, player, moves, rng):
    """At random. Chinese Checkers would never end like that: it takes the best of a few, so that some games do."""
    moves = list(moves)
    if name != "chinese-checkers" or moves == ["pass"]:
        return rng.choice(moves)

    def ahead(move):
        here, there = (int(field[1:]) for field in move.split("-"))
        return here - there if player else there - here

    return max(rng.choices(moves, k=4), key=ahead)


def play(name, rng):
    """The lines of a game."""
    game, moves_of = GAMES[name]
    state = pyspiel.load_game(game).new_initial_state()
    turn_round = name == "ewn"
    while not state.is_terminal():
        player = state.current_player()
        moves = dict(moves_of(state))
        chosen = choose(name, player, moves, rng)
        seat = "chance" if player < 0 else 1 - player if turn_round else player
        yield f"{seat} {chosen} {' '.join(moves)}"
        for action in moves[chosen]:
            state.apply_action(action)
    first, second = state.returns()[::-1] if turn_round else state.returns()
    yield f"over {first} {second}"


def main(name, count):
    for number in range(count):
        lines = list(play(name, random.Random(f"{name} {number}")))
        if name == "ewn":
            # The beginner is arranged first.
            lines[:2] = lines[1::-1]
        print("\n".join(lines))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
