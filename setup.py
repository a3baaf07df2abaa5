"""The build: the look-up tables, then the compiled core. The only home of compiler directives and flags.

``pyproject.toml`` holds the metadata. ``GUOBIAO_SANITIZE=1`` in the environment makes a checked build (ASan and UBSan, a finding
ends the process); such a build needs ``LD_PRELOAD`` of the compiler's libasan to be imported.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import sysconfig
from pathlib import Path

import Cython
from Cython.Build import cythonize
from setuptools import Extension, find_packages, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import BaseError, CompileError

ROOT = Path(__file__).resolve().parent
CORE = ROOT / "mahjong_core"
GENERATED = CORE / "generated"  # git-ignored, not in the sdist
TABLES_STAMP = GENERATED / "sources.sha256"
CYTHON_FILE = GENERATED / "cython.txt"  # what C sources are made with
FLAGS_FILE = GENERATED / "flags.txt"  # what objects are made with

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "freethreading_compatible": True,
    "autotestdict": False,  # no __test__ in the modules: the stubs need not know of it
}
SANITIZE = os.environ.get("GUOBIAO_SANITIZE", "0") not in ("", "0")
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]

NO_COMPILER = """
guobiao is built from source here and needs a C compiler and the headers of this Python. Install them, then try again:
  Debian, Ubuntu   sudo apt install gcc libc6-dev python3-dev
  Fedora, RHEL     sudo dnf install gcc python3-devel
  macOS            xcode-select --install
  Windows          "Build Tools for Visual Studio", workload "Desktop development with C++":
                   https://visualstudio.microsoft.com/visual-cpp-build-tools/
"""


def compile_flags() -> tuple[list[str], list[str]]:
    """What the compiler and the linker are given beside Python's own flags. Baseline machines only: no -march=native."""
    if SANITIZE:
        if sys.platform == "win32":
            raise SystemExit("GUOBIAO_SANITIZE=1 needs gcc or clang")
        return [*SANITIZERS, "-fno-omit-frame-pointer", "-O1", "-g"], SANITIZERS
    if sys.platform == "win32":
        return ["/O2", "-DCYTHON_INLINE=__forceinline"], []
    # Another level of optimisation may stand in CFLAGS, which the compiler reads first.
    level = [] if "-O" in os.environ.get("CFLAGS", "") else ["-O3"]
    # What is declared inline is the inner loop: the compiler's own bounds would leave calls in it.
    return [*level, "-g0", "-DCYTHON_INLINE=inline __attribute__((always_inline))"], []


def write_if_changed(path: Path, text: str) -> None:
    """A file is as old as its content: what depends on it is rebuilt only when the content changes."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


def tables_digest() -> str:
    """What the tables are made from, as a digest: the fan table and the builder."""
    digest = hashlib.sha256()
    for path in [CORE / "fan_table.py", *sorted((CORE / "tables").glob("*.py"))]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def generate_tables() -> None:
    """The header and the tables of the built-in profiles, made again only when the builder or the fan table has changed.

    An isolated build cannot import from the project's root, so the builder is made importable by path.
    """
    digest = tables_digest()
    if TABLES_STAMP.exists() and TABLES_STAMP.read_text(encoding="utf-8") == digest:
        return
    shutil.rmtree(GENERATED, ignore_errors=True)
    GENERATED.mkdir()
    sys.path.insert(0, str(ROOT))
    try:
        from mahjong_core.tables.build import write_all
    finally:
        sys.path.remove(str(ROOT))
    write_all(GENERATED)
    TABLES_STAMP.write_text(digest, encoding="utf-8")


def write_stamps() -> None:
    """What C sources and objects depend on beside their sources."""
    write_if_changed(CYTHON_FILE, f"cython {Cython.__version__}\n{DIRECTIVES}\n")
    write_if_changed(FLAGS_FILE, f"{compile_flags()}\n")


def extensions() -> list[Extension]:
    """One extension a ``mahjong_core/*.pyx``."""
    compile_args, link_args = compile_flags()
    return [
        Extension(
            f"mahjong_core.{source.stem}",
            [f"mahjong_core/{source.name}"],
            include_dirs=["mahjong_core/generated"],
            extra_compile_args=compile_args,
            extra_link_args=link_args,
        )
        for source in sorted(CORE.glob("*.pyx"))
    ]


def cythonized(modules: list[Extension]) -> list[Extension]:
    """The extensions with C sources. Cython looks at the age of sources only, so changed directives are a reason of ours."""
    made = [CORE / f"{module.name.rpartition('.')[2]}.c" for module in modules]
    is_stale = any(not c.exists() or c.stat().st_mtime < CYTHON_FILE.stat().st_mtime for c in made)
    return cythonize(modules, compiler_directives=DIRECTIVES, include_path=[str(ROOT)], force=is_stale)


class CleanBuild(build):
    """Starts from an empty library folder: what an earlier build left there must not get into a wheel."""

    def run(self) -> None:
        shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


class BuildPython(build_py):
    """The Python files and package data, which the generated tables are a part of."""

    def run(self) -> None:
        generate_tables()
        super().run()


class BuildCore(build_ext):
    """The compiled modules: tables, then C, then the compiler; with a hint when there is none."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        generate_tables()
        write_stamps()
        try:
            super().run()
        except (BaseError, CompileError, OSError) as error:
            if self._can_compile(error):
                raise
            raise CompileError(f"{error}\n{NO_COMPILER}") from error

    def build_extensions(self) -> None:
        made = {module.name: module for module in cythonized(extensions())}
        for extension in self.extensions:
            extension.sources = made[extension.name].sources
            extension.depends = [*made[extension.name].depends, str(FLAGS_FILE), str(TABLES_STAMP)]
        super().build_extensions()

    def _can_compile(self, error: Exception) -> bool:
        """A compiler and Python's headers are there: the error is about something else."""
        if not Path(sysconfig.get_path("include"), "Python.h").exists():
            return False
        command = getattr(self.compiler, "compiler_so", None)  # Unix only
        if command:
            return shutil.which(command[0]) is not None
        return isinstance(error, CompileError)  # a compiler that Windows does not have is another error


if __name__ == "__main__":
    setup(
        packages=["mahjong_core", "mahjong_core.tables", *find_packages("python", include=["guobiao", "guobiao.*"])],
        package_dir={"guobiao": "python/guobiao"},
        ext_modules=extensions(),
        cmdclass={"build": CleanBuild, "build_py": BuildPython, "build_ext": BuildCore},
    )
