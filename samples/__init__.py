"""Boards and photos with the truth beside them, and the scene renderer that makes such photos."""
