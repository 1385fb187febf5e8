"""Picks from a source of chance: anything with `random()`, so numpy's Generator and Python's Random alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Chance(Protocol):
    def random(self) -> float:
        """A number from 0 up to, not including, 1."""
        ...


def below(rng: Chance, number: int) -> int:
    """A whole number from 0 up to, not including, `number`."""
    return int(rng.random() * number)


def pick(rng: Chance, items: Sequence[T]) -> T:
    return items[below(rng, len(items))]


def weighted(rng: Chance, weights: dict[T, float]) -> T:
    """A key, as likely as its weight says."""
    left = rng.random() * sum(weights.values())
    for item, weight in weights.items():
        left -= weight
        if left < 0:
            return item
    return next(reversed(weights))


def shuffled(rng: Chance, items: Sequence[T]) -> list[T]:
    keys = [(rng.random(), i) for i in range(len(items))]
    return [items[i] for _, i in sorted(keys)]


def likely(rng: Chance, probability: float) -> bool:
    return rng.random() < probability
