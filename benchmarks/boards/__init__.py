"""One module a game: `compare(truth, reading) -> Outcome` holds a reading against the truth beside its photo.

`truth` is what the game's scene gave (samples.scenes), `reading` a vision.Reading. Squares are matched by where
they lie in the photo, so it does not matter which way up the board was read.
"""
