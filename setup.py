"""The build: the look-up tables, then the compiled core. The only home of compiler directives and
flags.

``pyproject.toml`` holds the metadata. ``GUOBIAO_SANITIZE=1`` in the environment makes a checked
build (ASan and UBSan, a finding ends the process); such a build needs ``LD_PRELOAD`` of the
compiler's libasan to be imported.
"""

from __future__ import annotations

import gzip
import hashlib
import importlib
import os
import shutil
import sys
import sysconfig
import tarfile
import tempfile
from pathlib import Path
from types import ModuleType

import Cython
from Cython.Build import cythonize
from setuptools import Extension, find_packages, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist
from setuptools.errors import BaseError, CompileError

ROOT = Path(__file__).resolve().parent
CORE = ROOT / "mahjong_core"
PACKAGES = {"mahjong_core": CORE, "guobiao": ROOT / "python" / "guobiao"}
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

# What makes a mistake in compiled code harder to exploit, where the compiler and the linker know
# it.
HARDENING = (
    (["-fstack-protector-strong"], []),
    (["-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=2"], []),
    ([], ["-Wl,-z,relro,-z,now"]),
)

NO_COMPILER = """
guobiao is built from source here and needs a C compiler and the headers of this Python.
Install them, then try again:
  Debian, Ubuntu   sudo apt install gcc libc6-dev python3-dev
  Fedora, RHEL     sudo dnf install gcc python3-devel
  macOS            xcode-select --install
  Windows          "Build Tools for Visual Studio", workload "Desktop development with C++":
                   https://visualstudio.microsoft.com/visual-cpp-build-tools/
"""


def compile_flags() -> tuple[list[str], list[str]]:
    """What the compiler and the linker are given beside Python's own flags. Baseline machines only:
    no -march=native.
    """
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
    """A file is as old as its content: what depends on it is rebuilt only when
    the content changes.
    """
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


def tables_digest() -> str:
    """What the tables are made from, as a digest: the fan table and the builder."""
    digest = hashlib.sha256()
    for path in [
        CORE / "fan_table.py",
        CORE / "codes.py",
        *sorted((CORE / "builder").glob("*.py")),
    ]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def import_builder() -> ModuleType:
    """The builder of this folder: an isolated build cannot import from the project's root.

    The package's own ``__init__`` is left out: it would lead to the modules of a core that is
    installed.
    """
    package = ModuleType("mahjong_core")
    package.__path__ = [str(CORE)]
    sys.modules["mahjong_core"] = package
    return importlib.import_module("mahjong_core.builder.build")


def generate_tables() -> None:
    """The header and the tables of the built-in profiles, made again only when the builder or the
    fan table has changed.
    """
    digest = tables_digest()
    if TABLES_STAMP.exists() and TABLES_STAMP.read_text(encoding="utf-8") == digest:
        return
    shutil.rmtree(GENERATED, ignore_errors=True)
    GENERATED.mkdir()
    import_builder().write_all(GENERATED)
    TABLES_STAMP.write_text(digest, encoding="utf-8")


def write_stamps() -> None:
    """What C sources and objects depend on beside their sources."""
    write_if_changed(CYTHON_FILE, f"cython {Cython.__version__}\n{DIRECTIVES}\n")
    write_if_changed(FLAGS_FILE, f"{compile_flags()} {HARDENING}\n")


def extensions() -> list[Extension]:
    """One extension a ``.pyx``: the core's, and guobiao's own, which cimport the core."""
    compile_args, link_args = compile_flags()
    return [
        Extension(
            ".".join((package, *source.relative_to(folder).with_suffix("").parts)),
            [source.relative_to(ROOT).as_posix()],
            include_dirs=["mahjong_core/generated"],
            extra_compile_args=compile_args,
            extra_link_args=link_args,
        )
        for package, folder in PACKAGES.items()
        for source in sorted(folder.rglob("*.pyx"))
    ]


def cythonized(modules: list[Extension]) -> list[Extension]:
    """The extensions with C sources. Cython looks at the age of sources only, so changed directives
    are a reason of ours.
    """
    made = [ROOT / Path(module.sources[0]).with_suffix(".c") for module in modules]
    is_stale = any(not c.exists() or c.stat().st_mtime < CYTHON_FILE.stat().st_mtime for c in made)
    return cythonize(
        modules, compiler_directives=DIRECTIVES, include_path=[str(ROOT)], force=is_stale
    )


class ReproducibleSdist(sdist):
    """With ``SOURCE_DATE_EPOCH`` in the environment the same sources give the same bytes."""

    def make_archive(
        self,
        base_name: str,
        format: str,
        root_dir: str | None = None,
        base_dir: str | None = None,
        **owners: object,
    ) -> str:
        epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
        if format != "gztar" or not epoch.isdigit() or base_dir is None:
            return super().make_archive(base_name, format, root_dir, base_dir, **owners)
        path = Path(f"{base_name}.tar.gz")
        path.parent.mkdir(parents=True, exist_ok=True)
        write_archive(path, Path(root_dir or ".") / base_dir, int(epoch))
        return str(path)


def write_archive(path: Path, folder: Path, time: int) -> None:
    """A tar.gz of a folder in which names, owners, modes and times depend on the content only."""

    def plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.mtime = time
        member.uid = member.gid = 0
        member.uname = member.gname = ""
        member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
        return member

    with (
        path.open("wb") as file,
        gzip.GzipFile("", "wb", fileobj=file, mtime=time) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        archive.add(folder, folder.name, filter=plain)  # in the order of the names


class CleanBuild(build):
    """Starts from an empty library folder: what an earlier build left there must not get into a
    wheel.
    """

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
        compile_args, link_args = self._hardening()
        for extension in self.extensions:
            extension.extra_compile_args = [*extension.extra_compile_args, *compile_args]
            extension.extra_link_args = [*extension.extra_link_args, *link_args]
            extension.sources = made[extension.name].sources
            extension.depends = [*made[extension.name].depends, str(FLAGS_FILE), str(TABLES_STAMP)]
        super().build_extensions()

    def _hardening(self) -> tuple[list[str], list[str]]:
        """What of ``HARDENING`` the compiler and the linker know."""
        if SANITIZE or sys.platform == "win32":
            return [], []
        known = [flags for flags in HARDENING if self._know(*flags)]
        return [word for flags in known for word in flags[0]], [
            word for flags in known for word in flags[1]
        ]

    def _know(self, compile_args: list[str], link_args: list[str]) -> bool:
        """Whether a shared library can be made with these flags, without a warning."""
        level = [word for word in compile_flags()[0] if word.startswith("-O")]
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "empty.c")
            source.write_text("int empty(void) { return 0; }\n", encoding="utf-8")
            try:
                made = self.compiler.compile(
                    [str(source)],
                    output_dir=folder,
                    extra_postargs=[*level, *compile_args, "-Werror"],
                )
                self.compiler.link_shared_object(
                    made, str(Path(folder, "empty.so")), extra_postargs=[*link_args, "-Werror"]
                )
            except BaseError:
                return False
        return True

    def _can_compile(self, error: Exception) -> bool:
        """A compiler and Python's headers are there: the error is about something else."""
        if not Path(sysconfig.get_path("include"), "Python.h").exists():
            return False
        command = getattr(self.compiler, "compiler_so", None)  # Unix only
        if command:
            return shutil.which(command[0]) is not None
        return isinstance(
            error, CompileError
        )  # a compiler that Windows does not have is another error


if __name__ == "__main__":
    setup(
        packages=[
            *find_packages(".", include=["mahjong_core", "mahjong_core.*"]),
            *find_packages("python", include=["guobiao", "guobiao.*"]),
        ],
        package_dir={"guobiao": "python/guobiao"},
        ext_modules=extensions(),
        cmdclass={
            "build": CleanBuild,
            "build_py": BuildPython,
            "build_ext": BuildCore,
            "sdist": ReproducibleSdist,
        },
    )
