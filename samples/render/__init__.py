"""The scene renderer: flat pieces, standing pieces and clutter on a table, seen by a phone.

`scene.photograph` is the entry; the games' scenes in `samples.scenes` bring the pieces. OpenCV and NumPy only.
Lengths are in board squares; the table plane has x along the columns, y along the rows (down), z upwards.
"""
