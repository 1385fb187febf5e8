"""One module a game: `render(rng, difficulty=..., style=..., size=...)` gives a photo (BGR) and its truth."""
