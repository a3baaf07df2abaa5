"""The CPythons that this machine offers."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

MINIMUM = (3, 10)
_PROBE = """
import sys, sysconfig, pathlib
print(sys.implementation.name, *sys.version_info[:2],
    int(bool(sysconfig.get_config_var("Py_GIL_DISABLED"))),
      int(pathlib.Path(sysconfig.get_path("include"), "Python.h").exists()))
import ensurepip, venv
"""


class Python(NamedTuple):
    """An interpreter; ``missing`` says what it lacks to build and test with it, "" if nothing."""

    path: str
    version: tuple[int, int]
    is_free_threaded: bool
    missing: str

    @property
    def name(self) -> str:
        return f"{self.version[0]}.{self.version[1]}{'t' if self.is_free_threaded else ''}"


def probe(path: str) -> Python | None:
    """The interpreter at ``path``; None if it does not run, or is no CPython."""
    try:
        done = subprocess.run(
            [path, "-I", "-c", _PROBE],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    words = done.stdout.split()
    if len(words) != 5 or words[0] != "cpython":
        return None
    missing = "" if words[4] == "1" else "its headers (Python.h)"
    if done.returncode:
        missing = "the module venv or ensurepip"
    return Python(path, (int(words[1]), int(words[2])), words[3] == "1", missing)


def _candidates() -> list[str]:
    """Paths that may be interpreters: pyenv's versions, then what is on PATH."""
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    found = [str(path) for path in sorted(pyenv.glob("*/bin/python3"), reverse=True)]
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        directory = Path(folder)
        if folder and directory.is_dir():
            names = sorted(path.name for path in directory.glob("python3*"))
            found += [
                str(directory / name) for name in names if re.fullmatch(r"python3(\.\d+t?)?", name)
            ]
    return found


def other_pythons() -> list[Python]:
    """Every other CPython from 3.10 up, one a version, those that can build before those that
    cannot.
    """
    mine = probe(sys.executable)
    listed = [
        python for path in _candidates() if (python := probe(path)) and python.version >= MINIMUM
    ]
    others: dict[str, Python] = {}
    for python in sorted(listed, key=lambda python: bool(python.missing)):
        if mine is None or python.name != mine.name:
            others.setdefault(python.name, python)
    return sorted(others.values(), key=lambda python: (python.version, python.is_free_threaded))


def require_minimum() -> None:
    """Goes on with a newer Python if this one is too old; ends with a message if there is none."""
    if sys.version_info >= MINIMUM:
        return
    for minor in range(19, MINIMUM[1] - 1, -1):
        path = shutil.which(f"python3.{minor}")
        if path and probe(path):
            os.execv(path, [path, *sys.argv])
    raise SystemExit(
        f"Python 3.10 or newer is needed; this is {sys.version.split()[0]} ({sys.executable})"
    )
