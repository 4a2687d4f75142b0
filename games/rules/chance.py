"""A game's chance: one seed of 32 bytes that nobody chose alone, and a shuffle that anyone can repeat.

The server commits to a seed of its own, every player may add a word, and both together are the game seed.
`docs/formats.md` spells the algorithm out; a browser and a line of Python check a game by it.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import count
from struct import unpack
from typing import TypeVar

Item = TypeVar("Item")

WORD_VALUES = 2**64


def commitment(server_seed: bytes) -> str:
    """What the server shows before it knows the players' words: the seed's SHA-256, in hex."""
    return sha256(server_seed).hexdigest()


def game_seed(server_seed: bytes, words: Sequence[str]) -> bytes:
    """The seed of a game: the server's seed and the players' words, in the order in which they joined."""
    return hmac.digest(server_seed, "\n".join(words).encode(), "sha256")


def shuffle(items: Iterable[Item], seed: bytes, label: str) -> list[Item]:
    """The items in the order that seed and label decide: Fisher-Yates over the label's stream of words."""
    shuffled, words = list(items), words_of(seed, label)
    for last in range(len(shuffled) - 1, 0, -1):
        chosen = below(last + 1, words)
        shuffled[last], shuffled[chosen] = shuffled[chosen], shuffled[last]
    return shuffled


def below(limit: int, words: Iterator[int]) -> int:
    """The next number below the limit; words that would make some numbers likelier are passed over."""
    fair = WORD_VALUES // limit * limit
    word = next(words)
    while word >= fair:
        word = next(words)
    return word % limit


def words_of(seed: bytes, label: str) -> Iterator[int]:
    """The endless stream of 64-bit numbers of a seed and a label."""
    keyed = hmac.new(seed, digestmod="sha256")
    for number in count():
        block = keyed.copy()
        block.update(f"{label}/{number}".encode())
        yield from unpack(">4Q", block.digest())
