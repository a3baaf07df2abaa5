"""Where a command's text goes: standard output, or a file that is never overwritten unasked."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TextIO

from .console import Stop

__all__ = ["add_output_options", "open_output", "write_output"]


def add_output_options(parser: argparse.ArgumentParser) -> None:
    """``--output`` and ``--force``."""
    parser.add_argument("--output", metavar="F", help="write to this file, which must not exist yet")
    parser.add_argument("--force", action="store_true", help="overwrite the file of --output")


def write_output(text: str, args: argparse.Namespace, *, sources: tuple[str, ...] = ()) -> None:
    """Print the text, or write it to the file of ``--output``.

    ``Stop`` if the file exists and ``--force`` was not given, if it is one of the ``sources`` (they are never overwritten), or if it
    cannot be written.
    """
    if args.output is None:
        print(text, end="" if text.endswith("\n") else "\n")
        return
    with open_output(args.output, force=args.force, sources=sources) as file, _stop_if_unwritable(args.output):
        file.write(text)


def open_output(name: str, *, force: bool, sources: Sequence[str] = ()) -> TextIO:
    """A file to write to; ``Stop`` as for ``write_output``."""
    if any(_is_same(name, source) for source in sources):
        raise Stop(f"{name} is a file that is read: it is not overwritten")
    with _stop_if_unwritable(name):
        try:
            return open(name, "w" if force else "x", encoding="utf-8", newline="")
        except FileExistsError:
            raise Stop(f"{name} exists: --force overwrites it") from None


@contextmanager
def _stop_if_unwritable(name: str) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        raise Stop(f"cannot write {name}: {error}") from None


def _is_same(one: str, other: str) -> bool:
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return False
