"""Writing: a folder of files that is there as a whole or not at all, and that replaces only what it wrote itself."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

#: Lists a site's files; a folder with this file, and no file that it does not list, may be replaced.
MARK = ".glyphbench-site"
_FIRST = "This folder is written by `glyphbench leaderboard build` and replaced as a whole."


class Files:
    """The files of a new site, written into a folder beside its place."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._names: list[str] = []

    def write(self, name: str, content: str) -> int:
        """Write one file; returns its bytes.

        Raises:
            OSError: it cannot be written.
        """
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = content.encode("utf-8", "backslashreplace")
        with path.open("xb") as file:
            file.write(data)
        self._names.append(name)
        return len(data)

    def finish(self) -> None:
        """Write the mark."""
        self.write(MARK, "\n".join([_FIRST, *sorted(self._names)]) + "\n")


@contextmanager
def replaced(out: Path) -> Iterator[Files]:
    """Lend a new folder and put it in the place of `out` at the end; after an exception `out` is as it was.

    Raises:
        ValueError: `out` holds something that is no site, or files that were added to one.
        OSError: the folder cannot be written.
    """
    out = out.resolve()
    _check(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
    try:
        files = Files(work / "new")
        files.folder.mkdir()
        yield files
        files.finish()
        _check(out)
        old = work / "old"
        if out.exists():
            out.rename(old)
        try:
            files.folder.rename(out)
        except OSError:
            if old.exists():
                old.rename(out)
            raise
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _check(out: Path) -> None:
    """Refuse to replace what is not a site."""
    if not out.exists():
        return
    if not out.is_dir():
        raise ValueError(f"{out} is a file; choose another folder with --out")
    found = sorted(
        str((Path(folder) / name).relative_to(out).as_posix()) for folder, _, names in os.walk(out) for name in names
    )
    if not found:
        return
    mark = out / MARK
    lines = mark.read_text(encoding="utf-8").splitlines() if mark.is_file() else []
    if lines[:1] != [_FIRST]:
        raise ValueError(f"{out} holds files but is not a site made by this command; choose another with --out")
    added = [name for name in found if name not in {MARK, *lines[1:]}]
    if added:
        raise ValueError(f"{out} holds {added[0]}, which would be lost; move it away or choose another with --out")
