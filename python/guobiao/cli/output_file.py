"""Where a command's text goes: standard output, or a file that is written whole or not at all.

A file is first written beside its target, as ``F.part``. It takes the target's place only when it
is complete and flushed to the disk. Until then an existing target does not change. A pipe or a
device is written directly.
"""

from __future__ import annotations

import argparse
import os
import stat
import sys
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import BinaryIO, Final

from ..visible import visible
from .console import Stop, complain, finish_stdout

__all__ = ["Output", "add_output_options", "open_outputs", "rewrite_file", "write_output"]

_STDOUT: Final = "-"
_MOST_PARTS: Final = 1000  # parts of one target: from killed runs, or still being written


def add_output_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--output`` and ``--force``."""
    parser.add_argument(
        "--output", metavar="F", help="write to this file, which must not exist yet"
    )
    parser.add_argument("--force", action="store_true", help="overwrite the file of --output")


def write_output(text: str, args: argparse.Namespace, *, sources: Sequence[str] = ()) -> None:
    """Print the text, or write it to the file of ``--output``.

    Raises ``Stop`` if the file exists and ``--force`` was not given, if it is one of ``sources``
    (they are never overwritten), or if it cannot be written.
    """
    if args.output in (None, _STDOUT):
        print(text, end="" if text.endswith("\n") else "\n")
        return
    with open_outputs(
        {"--output": args.output}, force=args.force, sources=sources, keep_parts=False
    ) as (file,):
        file.write(text)


def rewrite_file(name: str, text: str, *, was: bytes | None) -> None:
    """Put the text in the place of the file, whole or not at all. None: there was no file.

    Raises ``Stop`` if the file is no longer what it ``was`` (somebody has written it meanwhile), or
    if nothing can take its place, as that of a pipe.
    """
    with _stop_if_unwritable(name):
        if _is_written_in_place(name):
            raise OSError("no other file can take its place: expected a file's own name")
    with open_outputs({"FILE": name}, force=was is not None, keep_parts=False) as (file,):
        file.write(text)
        file.complete()
        if was is not None and _content(name) != was:
            raise Stop(f"{visible(name)} has changed meanwhile: look at it, and do this again")


def _content(name: str) -> bytes | None:
    try:
        with open(name, "rb") as file:
            return file.read()
    except OSError:
        return None


class Output:
    """Standard output; the base class of the other outputs."""

    def write(self, content: str | bytes) -> None:
        """Write a text, or the bytes of another kind of file. An empty text still makes a new file.
        Raises ``Stop`` if it fails.
        """
        if isinstance(content, bytes):
            finish_stdout()
            sys.stdout.buffer.write(content)
        else:
            print(content, end="")

    def complete(self) -> None:
        """Flush all that was written."""
        finish_stdout()

    def put_in_place(self) -> None:
        """Called after ``complete``: give the output its final name."""
        return

    def give_up(self) -> None:
        """Leave the target unchanged."""
        return


@contextmanager
def open_outputs(
    targets: Mapping[str, str], *, force: bool, sources: Sequence[str] = (), keep_parts: bool = True
) -> Iterator[list[Output]]:
    """One output for each option's file (``-``: standard output). All are put in place at the end.

    ``sources`` are the files that the command reads (``-``: standard input). On an error no target
    changes. With ``keep_parts``, what was written so far then stays beside the target, and a
    message says so.

    Raises ``Stop`` at once if a target is a source, if two targets are one file, or if a target
    exists and ``force`` is false.
    """
    _check_targets(targets, sources)
    unfinished: list[Output] = []
    try:
        for name in targets.values():
            unfinished.append(_open(name, force=force, keep_part=keep_parts))
        yield list(unfinished)
        for output in unfinished:
            output.complete()
        while unfinished:
            unfinished[0].put_in_place()
            del unfinished[0]
    finally:
        for output in unfinished:
            output.give_up()


def _open(name: str, *, force: bool, keep_part: bool) -> Output:
    if name == _STDOUT:
        return Output()
    if os.path.lexists(name) and not force:
        raise Stop(f"{visible(name)} exists: --force overwrites it")
    if _is_stdout(name):
        return Output()
    with _stop_if_unwritable(name):
        if _is_written_in_place(name):
            return _Device(name)
        return _File(name, force=force, keep_part=keep_part)


class _Device(Output):
    """A pipe, a device, or a file that a shell has opened: no part can be put beside it."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._stream = open(name, "wb")  # noqa: SIM115  (closed in the end)

    def write(self, content: str | bytes) -> None:
        with _stop_if_unwritable(self._name):
            self._stream.write(_as_bytes(content))

    def complete(self) -> None:
        with _stop_if_unwritable(self._name):
            self._stream.close()

    def give_up(self) -> None:
        with suppress(OSError, ValueError):
            self._stream.close()


class _File(Output):
    """A file. Nothing is created before there is something to write."""

    def __init__(self, name: str, *, force: bool, keep_part: bool) -> None:
        self._name = name
        self._target = os.path.realpath(name)  # a link stays, its file is replaced
        self._force = force
        self._keep_part = keep_part
        self._part = ""
        self._stream: BinaryIO | None = None
        folder = os.path.dirname(self._target)
        for path in (folder, self._target):
            if (path == folder or os.path.exists(path)) and not os.access(path, os.W_OK):
                os.stat(path)  # if it is missing, this error says so
                raise PermissionError(f"there is no permission to write to {visible(path)}")

    def write(self, content: str | bytes) -> None:
        with _stop_if_unwritable(self._name):
            if self._stream is None:
                if not content and os.path.exists(self._target):
                    return  # a file is never replaced by an empty one
                self._part, file = _new_part(self._target)
                self._stream = open(file, "wb")  # noqa: SIM115  (closed in the end)
            self._stream.write(_as_bytes(content))

    def complete(self) -> None:
        if self._stream is None or self._stream.closed:
            return
        with _stop_if_unwritable(self._name):
            self._stream.flush()
            os.fsync(self._stream.fileno())
            self._stream.close()

    def put_in_place(self) -> None:
        if self._stream is None:
            left = "it is as it was" if os.path.exists(self._target) else "it is not made"
            complain(f"{visible(self._name)}: there was nothing to write: {left}")
            return
        with _stop_if_unwritable(self._name):
            if self._force:
                _copy_rights(self._target, self._part)
                os.replace(self._part, self._target)
            else:
                self._put_new()
            _sync_folder(os.path.dirname(self._target))

    def _put_new(self) -> None:
        """In one step, and never over a file that has appeared meanwhile."""
        try:
            os.link(self._part, self._target)
        except FileExistsError:
            raise Stop(f"{visible(self._name)} exists: --force overwrites it") from None
        except OSError:  # this file system has no links
            os.rename(self._part, self._target)
        else:
            os.unlink(self._part)

    def give_up(self) -> None:
        if self._stream is None:
            return
        with suppress(OSError, ValueError):
            self._stream.close()
        with suppress(OSError):
            if self._keep_part and os.path.getsize(self._part):
                complain(
                    f"{visible(self._name)} is not written; what there was so far is in "
                    f"{visible(self._part)}"
                )
            else:
                os.unlink(self._part)


def _as_bytes(content: str | bytes) -> bytes:
    return content.encode("utf-8") if isinstance(content, str) else content


def _new_part(target: str) -> tuple[str, int]:
    """A new file beside the target, and its descriptor."""
    for number in range(_MOST_PARTS):
        part = f"{target}.{number}.part" if number else f"{target}.part"
        with suppress(FileExistsError):
            return part, os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    raise FileExistsError(
        f"{_MOST_PARTS} files as {part} are left of runs that were killed: remove them"
    )


def _copy_rights(old: str, new: str) -> None:
    """Give the new file the mode of the old one, and its owner if that is allowed."""
    try:
        found = os.stat(old)
    except FileNotFoundError:
        return
    if hasattr(os, "chown"):
        with suppress(OSError):
            os.chown(new, found.st_uid, found.st_gid)
    os.chmod(new, stat.S_IMODE(found.st_mode))


def _sync_folder(folder: str) -> None:
    """Flush the new name to the disk, on systems that can do it for a folder."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def _stop_if_unwritable(name: str) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise Stop(f"cannot write {visible(name)}: {reason}") from None


# ----------------------------------------------------------------------------- which file a name is

_Identity = tuple[int, int, str]
"""Device and inode. A file that does not exist yet has its folder's, and its own name."""


def _check_targets(targets: Mapping[str, str], sources: Sequence[str]) -> None:
    read = set(map(_identity_of_source, sources))
    option_of: dict[_Identity, str] = {}
    for option, name in targets.items():
        identity = _identity(name)
        if identity is None:
            continue
        if identity in read:
            raise Stop(f"{visible(name)} is a file that is read: it is not overwritten")
        if identity in option_of:
            raise Stop(f"{visible(name)}: {option_of[identity]} and {option} name one file")
        option_of[identity] = option


def _identity(name: str) -> _Identity | None:
    """None if the name cannot be that of a file."""
    try:
        found = os.fstat(sys.stdout.fileno()) if name == _STDOUT else os.stat(name)
        return found.st_dev, found.st_ino, ""
    except FileNotFoundError:
        folder, last = os.path.split(os.path.realpath(name))
    except (OSError, ValueError, AttributeError):
        return None
    try:
        found = os.stat(folder)
    except OSError:
        return None
    return found.st_dev, found.st_ino, _spelling(last)


def _spelling(name: str) -> str:
    """One text for all spellings of a name that the system's usual file systems treat as one."""
    if sys.platform not in ("win32", "darwin"):
        return name
    return unicodedata.normalize("NFC", name).casefold()


def _identity_of_source(name: str) -> _Identity | None:
    """None for a pipe or a device: a command may read it and write it."""
    try:
        found = os.fstat(sys.stdin.fileno()) if name == "-" else os.stat(name)
    except (OSError, ValueError, AttributeError):
        return None
    return (found.st_dev, found.st_ino, "") if stat.S_ISREG(found.st_mode) else None


def _is_stdout(name: str) -> bool:
    try:
        return os.path.samestat(os.stat(name), os.fstat(sys.stdout.fileno()))
    except (OSError, ValueError, AttributeError):
        return False


_OPEN_FILES: Final = ("/dev/fd", "/proc/self/fd", f"/proc/{os.getpid()}/fd")


def _is_written_in_place(name: str) -> bool:
    """Whether it is a pipe, a device, or an open file's name from a shell (``/dev/fd/3``)."""
    path = os.path.abspath(name)
    link = os.readlink(path) if os.path.islink(path) else path
    if os.path.dirname(path) in _OPEN_FILES or os.path.dirname(link) in _OPEN_FILES:
        return True
    return os.path.exists(path) and not stat.S_ISREG(os.stat(path).st_mode)
