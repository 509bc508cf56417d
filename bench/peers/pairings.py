"""Correspondence of games of Sortilege and OpenSpiel, move by move.

A move in Sortilege is one action or several consecutive actions of the same player in OpenSpiel: a
queen, a square and a shot; the jumps of a chain; the cards of a deal. A pairing maps both to the
same tuple of words. The referee verifies the pairing: before every move it compares all legal
moves.
"""

import re


class Pairing:
    """A game of both libraries, by default with equal names of moves except for spaces and case."""

    theirs = ""
    # Seats of Sortilege, by OpenSpiel's player number.
    seats = (0, 1)
    # Payoff 1 of Sortilege, in units of OpenSpiel.
    unit = 1
    # Number of actions per move, if constant; otherwise a move ends when another player acts.
    actions = None
    # Share of the time for a move that one action gets.
    share = 1.0

    def our_words(self, name, turn):
        """Words of a move or outcome of Sortilege; `turn` is 0, 1, or None for chance."""
        return (name,)

    def their_word(self, state, action):
        """Word of an OpenSpiel action in a state."""
        return state.action_to_string(state.current_player(), action)

    def begin(self, state, seat, draw):
        """Plays a start of the game that does not correspond outcome by outcome."""


class Breakthrough(Pairing):
    """The board of OpenSpiel is upside down: the player at the top begins."""

    theirs = "breakthrough"

    def our_words(self, name, turn):
        words = re.fullmatch(r"([a-h])([1-8])([-x])([a-h])([1-8])", name)
        column, row, kind, to_column, to_row = words.groups()
        capture = "*" if kind == "x" else ""
        return (f"{column}{9 - int(row)}{to_column}{9 - int(to_row)}{capture}",)


class Checkers(Pairing):
    """An OpenSpiel action is one jump; a move of Sortilege is a chain of jumps."""

    theirs = "checkers"

    def our_words(self, name, turn):
        squares = re.split("[-x]", name)
        return tuple(start + end for start, end in zip(squares, squares[1:]))


class Amazons(Pairing):
    """OpenSpiel has three actions per move: queen, destination, shot. Rows count from the top."""

    theirs = "amazons"
    actions = 3
    share = 1 / 3

    def our_words(self, name, turn):
        squares = [(11 - int(square[1:]), "abcdefghij".index(square[0]) + 1) for square in re.split("[-/]", name)]
        return tuple(f"{'XO'[turn]} {verb} {square}" for verb, square in zip(("From", "To", "Shoot:"), squares))


class Ewn(Pairing):
    """OpenSpiel's board is rotated: White begins at the bottom right. Moves name no squares."""

    theirs = "einstein_wurfelt_nicht"
    seats = (1, 0)
    STEPS = {"up": (-1, 0), "left": (0, -1), "diag": (-1, -1), "down": (1, 0), "right": (0, 1)}
    HOMES = ("a1 b1 c1 a2 b2 a3", "e3 d4 e4 c5 d5 e5")

    def stones(self, state):
        """Sortilege's square of every stone of OpenSpiel."""
        cells = [re.findall(r"\|(..)\|", line) for line in str(state).splitlines()]
        return {cell: self.square(row, column)
                for row, line in enumerate(cells) for column, cell in enumerate(line) if cell != "__"}

    @staticmethod
    def square(row, column):
        return f"{'edcba'[column]}{5 - row}"

    def our_words(self, name, turn):
        return (name.replace("die", "roll ") if turn is None else name,)

    def their_word(self, state, action):
        text = super().their_word(state, action)
        if state.is_chance_node():
            return text
        side, number, step = re.fullmatch(r"([BW])([1-6])-([a-z]+)\*?", text).groups()
        square = self.stones(state)[side.lower() + number]
        down, right = (1, 1) if (side, step) == ("B", "diag") else self.STEPS[step]
        return f"{number}{self.square(5 - int(square[1]) + down, 'edcba'.index(square[0]) + right)}"

    def begin(self, state, seat, draw):
        """Random placement of stones: OpenSpiel begins with Black, Sortilege with White."""
        for _ in range(2):
            state.apply_action(draw(state.chance_outcomes()))
        squares = {square: cell for cell, square in self.stones(state).items()}
        for side, homes in zip("wb", self.HOMES):
            stones = [squares[home] for home in homes.split()]
            assert all(stone[0] == side for stone in stones), "the stones of a side stand together"
            seat.play("".join(stone[1] for stone in stones))


class Kuhn(Pairing):
    """OpenSpiel deals the cards one by one. Payoffs of Sortilege are in units of two chips."""

    theirs = "kuhn_poker"
    unit = 2

    def our_words(self, name, turn):
        if turn is None:
            return tuple(f"Deal:{'JQK'.index(card)}" for card in name)
        return (name.capitalize(),)


class Leduc(Pairing):
    """As Kuhn, with numbered cards. Payoffs of Sortilege are in units of thirteen chips."""

    theirs = "leduc_poker"
    unit = 13

    def our_words(self, name, turn):
        if turn is None:
            cards = re.findall("[JQK][sh]", name)
            return tuple(f"Chance outcome:{2 * 'JQK'.index(rank) + 'sh'.index(suit)}" for rank, suit in cards)
        return (name.capitalize(),)


PAIRINGS = {
    "breakthrough": Breakthrough(), "checkers": Checkers(), "amazons": Amazons(), "ewn": Ewn(), "kuhn": Kuhn(),
    "leduc": Leduc(),
}
