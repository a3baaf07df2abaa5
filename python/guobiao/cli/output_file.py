"""Where a command's text goes: standard output, or a file that is never overwritten unasked."""

from __future__ import annotations

import argparse
import os

from .console import Stop

__all__ = ["add_output_options", "write_output"]


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
    if any(_is_same(args.output, source) for source in sources):
        raise Stop(f"{args.output} is a file that is read: it is not overwritten")
    try:
        with open(args.output, "w" if args.force else "x", encoding="utf-8", newline="") as file:
            file.write(text)
    except FileExistsError:
        raise Stop(f"{args.output} exists: --force overwrites it") from None
    except (OSError, ValueError) as error:
        raise Stop(f"cannot write {args.output}: {error}") from None


def _is_same(one: str, other: str) -> bool:
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return False
