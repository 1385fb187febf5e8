"""Boards as a finished game may leave them, drawn by chance: one module a game, each with `generate`.

`generate(rng, level, players=1, variant=None)` gives a legal board file as a dict. `rng` is anything with `random()`;
the same source gives the same board. Level 1 is for beginners, 3 has all that makes scoring hard.
"""
