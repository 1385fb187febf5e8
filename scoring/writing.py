"""Writing files so that none is ever left half written."""

from __future__ import annotations

import os
import secrets
import shutil
from pathlib import Path


def write_whole(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file in one step: a reader sees the old file or the new one, never a part.

    A link stays one, and what is written again stays as open to others as it was. Raises OSError.
    """
    target = Path(path).resolve()
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        temporary.write_bytes(data)
        if target.exists():
            shutil.copymode(target, temporary)
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)
