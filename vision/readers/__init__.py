"""One module a game, found by its name through `scoring.registry.part("vision.readers", game)`.

A reader offers:

- `read(photo, options) -> Reading`: raises NoBoardError where the photo holds no board of the game, and
  OptionError where an option cannot be for this photo;
- `tiles(photo, board, corners=None, size=None) -> (images, labels)`: the pieces of a photo whose board is known,
  as HxWx3 uint8 BGR pictures and the labels a Profile learns them under; raises NoBoardError, and ValueError
  where the board cannot be the photo's;

and may offer:

- `FIXED_SIZE`: (rows, cols) where the game's grid always has the same size; corners then need no size;
- `remember(profile, photo, board, corners=None, size=None)`: keeps in `profile.extras` what such a photo teaches besides;
- `layout(text) -> object`: turns a `--layout` option into what `options.layout` holds; raises ValueError with a
  clear line. A game without it takes no layout.
"""
