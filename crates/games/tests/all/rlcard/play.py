"""Plays random games of Dou Di Zhu with RLCard's lists of legal plays, and prints them in Sortilege's notation.

    python play.py COUNT

A game begins with a line that has the three hands. Then a line is a turn: who is on turn, the cards that are played
or "pass", and all that is legal. RLCard lets solo kickers of one play repeat a rank; such plays are left out.
"""

import collections
import random
import sys
import types

from rlcard.games.doudizhu.judger import DoudizhuJudger
from rlcard.games.doudizhu.utils import CARD_RANK_STR, CARD_TYPE, get_gt_cards

DECK = [rank for rank in CARD_RANK_STR[:13] for _ in range(4)] + ["B", "R"]


def in_order(cards):
    return "".join(sorted(cards, key=CARD_RANK_STR.index))


def without(hand, cards):
    rest = collections.Counter(hand)
    rest.subtract(cards)
    return in_order(rest.elements())


def differ(cards):
    """Whether solo kickers are of different ranks: each counts one then, and the others three or four."""
    ((kind, _),) = CARD_TYPE[0][cards]
    counts = sorted(collections.Counter(cards).values())
    if kind.startswith("trio_solo_chain_"):
        trios = int(kind.rsplit("_", 1)[1])
        return counts == [1] * trios + [3] * trios
    return kind != "four_two_solo" or counts == [1, 1, 4]


def legal(hand, last):
    if last is None:
        return list(filter(differ, DoudizhuJudger.playable_cards_from_hand(hand)))
    # Jokers have no rank in RLCard, and are identified by their suit.
    card = lambda rank: types.SimpleNamespace(rank=rank if rank not in "BR" else "", suit=rank + "J")
    player = types.SimpleNamespace(current_hand=[card(rank) for rank in hand])
    followers = get_gt_cards(player, types.SimpleNamespace(played_cards=last))
    return [cards for cards in followers if cards == "pass" or differ(cards)]


def play(rng):
    """The lines of a game."""
    deck = rng.sample(DECK, len(DECK))
    hands = [in_order(part) for part in (deck[:20], deck[20:37], deck[37:])]
    yield "/".join(hands)
    player, last, passes = 0, None, 0
    while all(hands):
        plays = sorted(legal(hands[player], last))
        # Single cards are beaten by single cards all game long: half of the time take the longest of a few.
        chosen = max(rng.choices(plays, k=rng.choice([1, 4])), key=len)
        yield f"{player} {chosen} {' '.join(plays)}"
        if chosen == "pass":
            passes += 1
            last = last if passes < 2 else None
        else:
            hands[player] = without(hands[player], chosen)
            last, passes = chosen, 0
        player = (player + 1) % 3


def main(count):
    for number in range(count):
        print("\n".join(play(random.Random(number))))


if __name__ == "__main__":
    main(int(sys.argv[1]))
