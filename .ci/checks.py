"""The checks of ``.ci/run``: steps on three threads, each reported with its time, and the full test
run last.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import threading
import time
import zipfile
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import dev
import pythons

ROOT = dev.ROOT
WORKERS = 3  # on two cores: installations wait for the network and the disk


class CheckError(Exception):
    """What a step was to show does not hold."""


class CannotRunError(Exception):
    """This machine cannot run the step; says why."""


class Step:
    """One step: runs commands and keeps what they print, to show it if the step fails."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def run(
        self,
        *command: object,
        cwd: Path = ROOT,
        variables: Mapping[str, str] | None = None,
        fails: bool = False,
    ) -> str:
        """Runs a command, returns all that it printed; it must succeed (or, with ``fails``, must
        not).
        """
        words = [str(word) for word in command]
        done = subprocess.run(
            words,
            cwd=cwd,
            env=dev.environment() | dict(variables or {}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
        self.lines += [f"$ {shlex.join(words)}", *done.stdout.splitlines()]
        if bool(done.returncode) is not fails:
            raise CheckError(f"exit status {done.returncode}: {shlex.join(words)}")
        return done.stdout

    def pip_install(
        self, python: Path, *what: object, variables: Mapping[str, str] | None = None
    ) -> None:
        self.run(python, "-m", "pip", "install", "-q", *what, variables=variables)

    def expect(self, condition: bool, message: str) -> None:
        if not condition:
            raise CheckError(message)


class Checks:
    """The steps. ``scratch`` is a folder of this run's own; nothing is installed outside of it."""

    def __init__(self, scratch: Path) -> None:
        self.scratch = scratch
        self.dist = scratch / "dist"
        self.source = (
            scratch / "source"
        )  # what the sdist holds, and beside it what the wheel's build made from it
        self.test_venv = scratch / "venv-test"
        self.lint_venv = scratch / "venv-lint"
        self.dist.mkdir()

    @property
    def wheel(self) -> Path:
        return next(self.dist.glob("*.whl"))

    def built_source(self, name: str) -> Path:
        """A copy of the sdist's content for one step to build in, with the tables and C sources
        that the wheel's build has made.

        Steps that are about the compiler, or about another Python, need no others.
        """
        left_out = shutil.ignore_patterns("build", "*.egg-info", "*.so", "*.pyd")
        return Path(shutil.copytree(self.source, self.scratch / f"source-{name}", ignore=left_out))

    def make_sdist(self, step: Step, python: Path, name: str, out: Path) -> None:
        """The sdist, from a copy: setuptools gathers it inside of its source, where other steps are
        reading.
        """
        left_out = shutil.ignore_patterns(
            ".git", ".venv*", "build", "generated", "*.egg-info", "*.so", ".*_cache", "__pycache__"
        )
        checkout = shutil.copytree(ROOT, self.scratch / name, ignore=left_out)
        epoch = {"SOURCE_DATE_EPOCH": "1700000000"}
        step.run(python, "-m", "build", "--sdist", "--outdir", out, checkout, variables=epoch)

    def same_sdist(self, step: Step) -> None:
        """Another copy of the sources, gives the same sdist to the byte."""
        out = self.scratch / "dist-again"
        python = dev.executable(self.scratch / "venv-build", "python")
        self.make_sdist(step, python, "checkout-again", out)
        first, second = (next(folder.glob("*.tar.gz")).read_bytes() for folder in (self.dist, out))
        step.expect(first == second, "two builds of the sdist differ")

    def package(self, step: Step) -> None:
        """The sdist, the wheel from it; the wheel holds both packages, typed, and nothing else."""
        python = dev.make_venv(self.scratch / "venv-build")
        step.pip_install(python, "build>=1.2,<2")
        self.make_sdist(step, python, "checkout", self.dist)
        with tarfile.open(next(self.dist.glob("*.tar.gz"))) as archive:
            unpacked = self.scratch / "sdist"
            archive.extractall(unpacked, filter="data") if hasattr(
                tarfile, "data_filter"
            ) else archive.extractall(unpacked)
        next(unpacked.iterdir()).rename(self.source)
        step.run(python, "-m", "build", "--wheel", "--outdir", self.dist, self.source)
        names = set(zipfile.ZipFile(self.wheel).namelist())
        tops = {name.split("/")[0] for name in names}
        strange = {
            name for name in names if name.endswith((".pyx", ".c", ".pyc")) or "/test" in name
        }
        step.expect(
            len(tops) == 3 and {"guobiao", "mahjong_core"} < tops, f"the wheel holds {sorted(tops)}"
        )
        step.expect(not strange, f"these do not belong into the wheel: {sorted(strange)}")
        expected = {"guobiao/py.typed", "mahjong_core/py.typed"}
        for root, source in package_files(".py", ".pyi", ".pxd", ".pyx"):
            suffix = (
                sysconfig.get_config_var("EXT_SUFFIX") if source.suffix == ".pyx" else source.suffix
            )
            expected.add(source.relative_to(root).with_name(source.stem + suffix).as_posix())
        schemas = (ROOT / "python/guobiao/schemas").glob("*.schema.json")
        expected |= {f"guobiao/schemas/{schema.name}" for schema in schemas}
        expected |= {f"guobiao/pictures/game_page.{kind}" for kind in ("css", "js")}
        step.expect(expected <= names, f"the wheel lacks {sorted(expected - names)}")

    def tools(self, step: Step) -> None:
        """ruff and mypy, in a virtual environment of their own."""
        step.pip_install(dev.make_venv(self.lint_venv), *extra("lint"))

    def style(self, step: Step) -> None:
        """ruff: format and rules."""
        ruff = dev.executable(self.lint_venv, "ruff")
        step.run(ruff, "format", "--check", ".")
        step.run(ruff, "check", ".")

    def types(self, step: Step) -> None:
        """mypy over the sources, over a user's program with the installed packages, and the stubs
        against the modules.
        """
        step.pip_install(dev.executable(self.lint_venv, "python"), f"{self.wheel}[numpy]")
        mypy, stubtest = (dev.executable(self.lint_venv, name) for name in ("mypy", "stubtest"))
        step.run(mypy, "--strict")
        user = self.scratch / "user"
        user.mkdir()
        (user / "program.py").write_text(
            "from guobiao import score\n\nreveal_type(score)\n", encoding="utf-8"
        )
        told = step.run(mypy, "--strict", "program.py", cwd=user)
        step.expect(
            "Any" not in told and "Score" in told, "guobiao.score is not typed for its users"
        )
        modules = (
            ".".join(stub.relative_to(root).with_suffix("").parts)
            for root, stub in package_files(".pyi")
        )
        step.run(stubtest, *modules, cwd=user)

    def no_compiler(self, step: Step) -> None:
        """Without a compiler the build says what to install."""
        told = step.run(
            dev.executable(self.lint_venv, "python"),
            "-m",
            "pip",
            "wheel",
            "--no-deps",
            "-w",
            self.scratch / "none",
            self.built_source("no-compiler"),
            fails=True,
            variables={"CC": "no-such-compiler", "CXX": "no-such-compiler"},
        )
        step.expect("apt install gcc" in told, "there is no hint at a compiler to install")

    def demo(self, step: Step) -> None:
        """The README's first command, but for the build: the package step has done that."""
        told = step.run(
            sys.executable,
            ROOT / ".ci/dev.py",
            "demo",
            "--venv",
            self.scratch / "venv-demo",
            "--wheel",
            self.wheel,
        )
        step.expect("九莲宝灯" in told, "the demo does not show its hands")

    def prepare_tests(self, step: Step) -> None:
        """The virtual environment of the last step with all but the wheel: it need not wait for
        that.
        """
        python = dev.make_venv(self.test_venv)
        step.pip_install(python, *extra("test"))
        for optional in ("peers", "ray"):
            with suppress(CheckError):  # the last step tells what cannot be installed
                step.pip_install(python, *extra(optional))

    def cases_on(self, python: pythons.Python) -> Callable[[Step], None]:
        def cases(step: Step) -> None:
            if python.missing:
                raise CannotRunError(f"{python.path} lacks {python.missing}")
            venv = self.scratch / f"venv-{python.name}"
            step.run(python.path, "-m", "venv", venv)
            step.pip_install(
                dev.executable(venv, "python"),
                self.built_source(python.name),
                "pytest>=8,<10",
                variables={
                    "CFLAGS": "-O0"
                },  # a third of the time of the usual build, which the tests run on
            )
            step.run(dev.executable(venv, "python"), "-c", _OWN_PROFILE, cwd=self.scratch)
            step.run(dev.executable(venv, "pytest"), "-q", "test_cases.py", cwd=ROOT / "tests")

        return cases

    def sanitizers(self, step: Step) -> None:
        """A checked build: planted findings end the process, and the tests but the slow ones find
        none.
        """
        source = self.built_source("sanitizers")
        shutil.copy(ROOT / ".ci/planted.pyx", source / "mahjong_core/_planted.pyx")
        venv = self.scratch / "venv-sanitizers"
        python = dev.make_venv(venv)
        needed = [
            need
            for need in extra("test")
            if need.startswith(("pytest", "hypothesis", "numpy", "cython", "setuptools"))
        ]
        step.pip_install(python, source, *needed, variables={"GUOBIAO_SANITIZE": "1"})
        planted = next(venv.rglob("_planted*.so"))
        libasan = re.search(r"libasan\S* => (\S+)", step.run("ldd", planted))
        if libasan is None:
            raise CannotRunError("this compiler has no shared libasan")
        checked = {
            "LD_PRELOAD": libasan[1],
            "ASAN_OPTIONS": "detect_leaks=0",
            "UBSAN_OPTIONS": "print_stacktrace=1",
            "PYTHONMALLOC": "malloc",
        }
        for call, finding in (
            ("undefined_behaviour", "runtime error: index 9"),
            ("bad_address", "AddressSanitizer"),
        ):
            program = f"from mahjong_core._planted import {call} as planted; planted({{}})"
            step.run(python, "-c", program.format(3), cwd=self.scratch, variables=checked)
            told = step.run(
                python, "-c", program.format(9), cwd=self.scratch, variables=checked, fails=True
            )
            step.expect(finding in told, f"the planted {call} was not found")
        # A twentieth of the random hands that the tests make elsewhere, and nothing that is about
        # Python code only.
        step.run(
            dev.executable(venv, "pytest"),
            "-q",
            "-n",
            "2",
            "-m",
            "not slow",
            "-p",
            "no:cacheprovider",
            *(f"--ignore-glob=test_{name}" for name in _PYTHON_ONLY),
            cwd=ROOT / "tests",
            variables={**checked, "GUOBIAO_TEST_SCALE": "0.05"},
        )


# The builder on that Python: its tables for a profile of one's own.
_OWN_PROFILE = """
import guobiao
club = guobiao.RuleProfile({"name": "club", "points": {"碰碰和": 8}})
assert guobiao.score("[222m,1][555m,2]8m222555p8m", rules=club).points == 18
"""
# Tests that tell the sanitizers nothing about the compiled code that the others do not.
_PYTHON_ONLY = (
    "arrow*", "bots*", "browser*", "cli*", "codes*", "competition*", "core_imports*", "dicts*",
    "docs*", "doctests*", "escapes*", "fans*", "game_page*", "generat*", "hardening*",
    "hostile_files*", "house*", "huge_numbers*",
    "interrupts*", "judge*", "leaks*", "match*", "match_*", "missing*", "next_round*",
    "notation.py", "notation_*", "output_file*", "pairings*", "penalties*", "pictures*",
    "play_*", "players*",
    "principles*", "profiles*", "records*", "reference*", "replay_*", "schemas*", "score_*",
    "seating*", "series*", "settlement*", "source_folder*", "standings*", "wall*",
    "winning_shapes*",
)  # fmt: skip


def package_files(*suffixes: str) -> list[tuple[Path, Path]]:
    """The files of both packages with these suffixes, each with the folder that
    its package is in.
    """
    packages = ((ROOT, "mahjong_core"), (ROOT / "python", "guobiao"))
    return [
        (root, file)
        for root, name in packages
        for file in sorted((root / name).rglob("*.p*"))
        if file.suffix in suffixes
    ]


def extra(name: str) -> list[str]:
    """What an extra of pyproject.toml asks for."""
    try:
        import tomllib
    except ModuleNotFoundError:  # Python 3.10
        from pip._vendor import tomli as tomllib
    table = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return list(table["project"]["optional-dependencies"][name])


class Report:
    """Prints each step's outcome when it ends, and remembers what failed."""

    def __init__(self) -> None:
        self.failed: list[str] = []
        self._lock = threading.Lock()

    def carry_out(
        self, name: str, action: Callable[[Step], None], needed: list[Future[bool]]
    ) -> bool:
        if not all(future.result() for future in needed):
            self._say("----", 0.0, name, "not run: an earlier step failed")
            return False
        step, start = Step(), time.monotonic()
        try:
            action(step)
        except CannotRunError as reason:
            self._say("skip", time.monotonic() - start, name, str(reason))
        except (Exception, SystemExit) as error:
            self._say(
                "FAIL", time.monotonic() - start, name, "\n".join([*step.lines[-400:], f"{error}"])
            )
            self.failed.append(name)
            return False
        else:
            self._say("ok", time.monotonic() - start, name, "")
        return True

    def _say(self, outcome: str, seconds: float, name: str, detail: str) -> None:
        with self._lock:
            print(f"{outcome:4} {seconds:6.1f} s  {name}", flush=True)
            if detail:
                print("\n".join(f"     {line}" for line in detail.splitlines()), flush=True)


def carry_out_all(checks: Checks, report: Report) -> None:
    """The package first, then all that needs it; steps start in this order."""
    with ThreadPoolExecutor(WORKERS) as pool:

        def start(name: str, action: Callable[[Step], None], *needed: Future[bool]) -> Future[bool]:
            return pool.submit(report.carry_out, name, action, list(needed))

        packaged = start("sdist, wheel from the sdist, their content", checks.package)
        tools = start("ruff and mypy are installed", checks.tools)
        start("what the tests need is installed", checks.prepare_tests)
        start("ruff format --check, ruff check", checks.style, tools)
        # The longest first.
        start("a build with ASan and UBSan: planted findings, tests", checks.sanitizers, packaged)
        start("demo: the README's first command", checks.demo, packaged)
        start("mypy --strict, stubtest", checks.types, packaged, tools)
        start("the sdist again: the same bytes", checks.same_sdist, packaged)
        start("a build without a compiler: the hint", checks.no_compiler, packaged, tools)
        for python in pythons.other_pythons():
            start(f"CPython {python.name}: build and case rows", checks.cases_on(python), packaged)


def main() -> int:
    started = time.monotonic()
    print(
        f"CPython {sys.version.split()[0]} ({sys.executable}), {os.cpu_count()} cores", flush=True
    )
    with tempfile.TemporaryDirectory(prefix="guobiao-ci-") as folder:
        checks, report = Checks(Path(folder)), Report()
        carry_out_all(checks, report)
        print(
            f"     {time.monotonic() - started:6.1f} s  so far; last: the README's second "
            "command\n",
            flush=True,
        )
        wheel = next(checks.dist.glob("*.whl"), None)
        command = [sys.executable, ROOT / ".ci/dev.py", "test", "--venv", checks.test_venv]
        tested = dev.run(*command, *(["--wheel", wheel] if wheel else []), check=False)
    if report.failed:
        print(f"\nFAILED: {'; '.join(report.failed)}", flush=True)
    return 1 if tested or report.failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
