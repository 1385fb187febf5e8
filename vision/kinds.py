"""Tokens of one kind have one picture: what all tokens of a photo say of one another.

A numeral that is hidden or blurred on one token can be read on another that has the same picture. Each token's vector
is compared with the mean vector of every kind, each token counting for a kind as far as it is thought to be of it; what
comes out changes what the tokens are thought to be, and so on a few times.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.citynet import TEXTS, Floats, Seen

LIKENESS = 8.0
"""What the likeness of a token to those of a kind counts."""
UNKNOWN = 0.5
"""How many tokens the guess weighs that a kind's picture is as unlike as any other."""
STRANGER = 0.4
"""The likeness of two pictures that have nothing to do with one another."""
UNLIKE = 0.65
"""Down to this likeness a known token counts, and so much the kinds of which none is known."""
RESEMBLANCE = 12.0
"""What the likeness to a known token counts."""
TOKEN = 0.3
"""Squares that hold a token with less than this probability are left alone."""
LEAST = 1e-4
ROUNDS = 5
ELSEWHERE = 0.6
"""From this likeness on to a token on another terrain a token may well be an otter, the only one that lies on any."""
ANYWHERE = 20.0
"""What more likeness than that counts for an otter."""

TOKENS = np.array([text.partition(":")[2] for text in TEXTS])
HOLDS = TOKENS != ""
"""(len(TEXTS),): which texts hold a token."""
KINDS = sorted(set(TOKENS.tolist()) - {""})
LANDS = np.array([[text[0:1] == land for land in "RMO"] for text in TEXTS], np.float64)
"""(len(TEXTS), 3): of which of the terrains on which tokens lie a text is."""
IS_KIND = np.array([[token == kind for kind in KINDS] for token in TOKENS], np.float64)
"""(len(TEXTS), 10): which kind of token a text names."""


class Known(NamedTuple):
    """Tokens that are known for certain: their `vectors` (n, vector), and (n, 10) 1 for the kind that each is of."""

    vectors: Floats
    kinds: Floats


def agreed(table: Floats, seen: Seen, known: Known | None = None) -> Floats:
    """`table` (rows, cols, len(TEXTS)), how likely each text is, with every token seen in the light of the others and of
    those known.

    How likely it is that a square holds some token stays as it was.
    """
    before = table @ IS_KIND
    some = before.sum(-1)
    there = (some > TOKEN) & np.isfinite(seen.close[..., 0])
    if not there.any():
        return table
    alone = np.clip(before[there] / some[there][:, None], LEAST, None)
    alone /= alone.sum(1, keepdims=True)
    vectors = seen.token_vectors[there]
    together = _together(_otters(alone, table[there] @ LANDS, some[there], vectors), some[there], vectors, known)
    change = np.ones((*table.shape[:2], len(TEXTS)))
    change[there] = np.where(HOLDS, (together / alone) @ IS_KIND.T, 1.0)
    out = table * change
    left = out[..., HOLDS].sum(-1, keepdims=True)
    share = np.divide(some[..., None], left, out=np.ones_like(left), where=left > 0)
    out[..., HOLDS] *= share
    return np.asarray(out / out.sum(-1, keepdims=True), np.float64)


def _otters(alone: Floats, lands: Floats, weight: Floats, vectors: Floats) -> Floats:
    """(tokens, kinds), with what a picture that lies on two terrains says. `lands` (tokens, 3): how likely each lies on which.

    Rulebook, "Placing tokens": an otter lies on any terrain, every other token on its own.
    """
    apart = lands.sum(1)[:, None] * lands.sum(1)[None] - lands @ lands.T
    most = (vectors @ vectors.T * apart * weight[None]).max(1)
    out = alone.copy()
    out[:, KINDS.index("ot")] *= np.exp(ANYWHERE * np.maximum(0, most - ELSEWHERE))
    return np.asarray(out / out.sum(1, keepdims=True), np.float64)


def _together(alone: Floats, weight: Floats, vectors: Floats, known: Known | None) -> Floats:
    """(tokens, kinds) probabilities from each token's own, its weight and its vector."""
    if known is not None and len(known.vectors):
        alone = _recognised(alone, vectors, known)
    alike: NDArray[np.float64] = vectors @ vectors.T
    np.fill_diagonal(alike, 0)  # no token bears witness for itself
    now = alone
    for _ in range(ROUNDS):
        counted = now * weight[:, None]
        mean = (alike @ counted + UNKNOWN * STRANGER) / (counted.sum(0) - counted + UNKNOWN)
        now = alone * np.exp(LIKENESS * mean)
        now /= now.sum(1, keepdims=True)
    return now


def _recognised(alone: Floats, vectors: Floats, known: Known) -> Floats:
    """Each token compared with the known one of each kind that it is most like."""
    alike = vectors @ known.vectors.T
    nearest = np.full(alone.shape, UNLIKE)
    for kind in np.flatnonzero(known.kinds.any(0)):
        nearest[:, kind] = np.maximum(alike[:, known.kinds[:, kind] > 0].max(1), UNLIKE)
    out = alone * np.exp(RESEMBLANCE * (nearest - nearest.max(1, keepdims=True)))
    out = np.clip(out / out.sum(1, keepdims=True), LEAST, None)
    return np.asarray(out / out.sum(1, keepdims=True), np.float64)
