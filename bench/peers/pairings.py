"""How games of Sortilege and of OpenSpiel correspond, move by move.

A move of ours is one action or several of theirs, one after the other by the same player: a queen, a square and a
shot; the jumps of a chain; the cards of a deal. A pairing spells both as the same tuple of words. Whether they do is
not taken for granted: the referee compares everything that can happen, before every move.
"""

import re


class Pairing:
    """A game of both, whose moves they call the same but for spaces and capitals; others say what differs."""

    theirs = ""
    # Our seats, by the number of their player.
    seats = (0, 1)
    # What a payoff of ours is in the units of theirs.
    unit = 1
    # How many actions there are in a move, if always the same number; else it ends when another one is on turn.
    actions = None
    # What part of the time for a move one action gets.
    share = 1.0

    def our_words(self, name, turn):
        """A move or an outcome of ours, at our `turn`: 0, 1 or None for chance."""
        return (name,)

    def their_word(self, state, action):
        """An action of theirs in a state."""
        return state.action_to_string(state.current_player(), action)

    def begin(self, state, seat, draw):
        """Whatever comes before the first turn and does not correspond outcome by outcome."""


class Breakthrough(Pairing):
    """Their board is upside down: the player at the top begins."""

    theirs = "breakthrough"

    def our_words(self, name, turn):
        words = re.fullmatch(r"([a-h])([1-8])([-x])([a-h])([1-8])", name)
        column, row, kind, to_column, to_row = words.groups()
        capture = "*" if kind == "x" else ""
        return (f"{column}{9 - int(row)}{to_column}{9 - int(to_row)}{capture}",)


class Checkers(Pairing):
    """Theirs jumps once an action, ours in chains."""

    theirs = "checkers"

    def our_words(self, name, turn):
        squares = re.split("[-x]", name)
        return tuple(start + end for start, end in zip(squares, squares[1:]))


class Amazons(Pairing):
    """Theirs names a queen, where she goes and where she shoots one after the other, rows counted from the top."""

    theirs = "amazons"
    actions = 3
    share = 1 / 3

    def our_words(self, name, turn):
        squares = [(11 - int(square[1:]), "abcdefghij".index(square[0]) + 1) for square in re.split("[-/]", name)]
        return tuple(f"{'XO'[turn]} {verb} {square}" for verb, square in zip(("From", "To", "Shoot:"), squares))


class Ewn(Pairing):
    """Their board is turned around: White begins, at the bottom right. Their names of moves have no squares."""

    theirs = "einstein_wurfelt_nicht"
    seats = (1, 0)
    STEPS = {"up": (-1, 0), "left": (0, -1), "diag": (-1, -1), "down": (1, 0), "right": (0, 1)}
    HOMES = ("a1 b1 c1 a2 b2 a3", "e3 d4 e4 c5 d5 e5")

    def stones(self, state):
        """Our square of every stone of theirs."""
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
        """Stones are drawn by lot: theirs Black's first, ours those of Player 1, who is White."""
        for _ in range(2):
            state.apply_action(draw(state.chance_outcomes()))
        squares = {square: cell for cell, square in self.stones(state).items()}
        for side, homes in zip("wb", self.HOMES):
            stones = [squares[home] for home in homes.split()]
            assert all(stone[0] == side for stone in stones), "the stones of a side stand together"
            seat.play("".join(stone[1] for stone in stones))


class Kuhn(Pairing):
    """Theirs deals one card after the other. Our payoffs are in units of two chips."""

    theirs = "kuhn_poker"
    unit = 2

    def our_words(self, name, turn):
        if turn is None:
            return tuple(f"Deal:{'JQK'.index(card)}" for card in name)
        return (name.capitalize(),)


class Leduc(Pairing):
    """The same, and cards are numbered. Our payoffs are in units of thirteen chips."""

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
