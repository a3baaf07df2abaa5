"""Commands that do all their own set-up, in a virtual environment of their own (``.venv``):

python3 .ci/dev.py demo                     build and install the package, score a few real hands
python3 .ci/dev.py test [pytest arguments]  build the wheel from the sdist, install it, run tests
python3 .ci/dev.py bench [arguments]        the same wheel beside PyMahjongGB and the reference:
                                            writes docs/benchmarks.md
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pythons

ROOT = Path(__file__).resolve().parent.parent
DEMO = (
    "[123m,1][CCCC]45m789s99p6m|EE1000|2",  # melds, a concealed kong, two flowers
    "1112345678999s5s|EE0000",  # 九莲宝灯
    "[EEE,2][SSSS,1]WWWNN55pN|EN1000",  # 大四喜
    "13347s12369m258p3m|EE0000",  # 组合龙
    "234567p234567sEE|SS0000",  # one point short
)


def environment() -> dict[str, str]:
    """The environment without what would put other code before the installed packages."""
    hidden = ("PYTHONPATH", "PYTHONHOME", "PYTHONSAFEPATH", "VIRTUAL_ENV", "GUOBIAO_SANITIZE")
    kept = {name: value for name, value in os.environ.items() if name not in hidden}
    return kept | {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PYTHONUTF8": "1"}


def run(*command: object, cwd: Path = ROOT, check: bool = True) -> int:
    """Runs a command without input; its failure is this program's."""
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, env=environment(), stdin=subprocess.DEVNULL
    )
    if check and done.returncode:
        raise SystemExit(f"failed: {' '.join(map(str, command))}")
    return done.returncode


def executable(venv: Path, name: str) -> Path:
    """A program of the virtual environment."""
    return venv / "Scripts" / f"{name}.exe" if sys.platform == "win32" else venv / "bin" / name


def make_venv(venv: Path) -> Path:
    """The virtual environment's Python; made if it is not there or does not run."""
    python = executable(venv, "python")
    if not python.exists() or pythons.probe(str(python)) is None:
        shutil.rmtree(venv, ignore_errors=True)
        if run(sys.executable, "-m", "venv", venv, check=False):
            raise SystemExit(
                f"{sys.executable} cannot make a virtual environment (Debian: sudo apt install "
                "python3-venv)"
            )
    return python


def build(python: Path, out: Path) -> Path:
    """The sdist, and the wheel that is made from it; returns the wheel."""
    run(python, "-m", "pip", "install", "-q", "build>=1.2,<2")
    log = out / "build.log"
    with log.open("wb") as file:
        command = [str(python), "-m", "build", "--outdir", str(out), str(ROOT)]
        done = subprocess.run(
            command, env=environment(), stdin=subprocess.DEVNULL, stdout=file, stderr=file
        )
    if done.returncode:
        raise SystemExit(
            log.read_text(encoding="utf-8", errors="replace")
            + "failed: the build of the sdist and the wheel"
        )
    return next(out.glob("*.whl"))


def install_for_tests(python: Path, wheel: Path, extra: str = "test") -> None:
    """The wheel, what the tests (or the benches) need, and what they compare with where that can be
    built.
    """
    run(python, "-m", "pip", "install", "-q", f"{wheel}[{extra}]")
    run(python, "-m", "pip", "install", "-q", "--force-reinstall", "--no-deps", wheel)
    if run(python, "-m", "pip", "install", "-q", f"{wheel}[peers]", check=False):
        print(
            "note: PyMahjongGB could not be installed (it needs a C++ compiler): its comparison is "
            "skipped",
            flush=True,
        )
    if extra == "test" and run(python, "-m", "pip", "install", "-q", f"{wheel}[ray]", check=False):
        print(
            "note: Ray could not be installed (it has no wheel for this Python): its tests are "
            "skipped",
            flush=True,
        )


def demo(venv: Path, wheel: Path | None) -> int:
    python = make_venv(venv)
    if wheel is None:
        print("building and installing guobiao (about a minute) …", flush=True)
    run(python, "-m", "pip", "install", "-q", wheel or ROOT)
    return run(executable(venv, "guobiao"), "score", *DEMO, check=False)


def test(venv: Path, wheel: Path | None, arguments: list[str]) -> int:
    """Plain ``pytest`` in ``tests``: ``python -m pytest`` at the root would import the core's
    sources, not what is installed.
    """
    python = make_venv(venv)
    with tempfile.TemporaryDirectory() as out:
        if wheel is None:
            print("building the sdist, and the wheel from it (about a minute) …", flush=True)
        install_for_tests(python, wheel or build(python, Path(out)))
    spread = (
        "-n",
        "auto",
        "--dist",
        "worksteal",
        "--durations=25",
    )  # pytest-xdist: a worker a core
    return run(executable(venv, "pytest"), *(arguments or spread), cwd=ROOT / "tests", check=False)


def bench(venv: Path, wheel: Path | None, arguments: list[str]) -> int:
    """``bench/ratios.py`` on the installed package; all groups are measured, unless some are named,
    and then nothing is written.
    """
    python = make_venv(venv)
    with tempfile.TemporaryDirectory() as out:
        if wheel is None:
            print("building the sdist, and the wheel from it (about a minute) …", flush=True)
        install_for_tests(python, wheel or build(python, Path(out)), extra="bench")
    return run(python, ROOT / "bench" / "ratios.py", *(arguments or ["--write"]), check=False)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("task", choices=("demo", "test", "bench"))
    parser.add_argument(
        "--venv", type=Path, default=ROOT / ".venv", help="the virtual environment (default: .venv)"
    )
    parser.add_argument("--wheel", type=Path, help="a wheel that is built already")
    options, rest = parser.parse_known_args()
    venv, wheel = options.venv.absolute(), options.wheel and options.wheel.absolute()
    if options.task == "demo":
        return demo(venv, wheel)
    return (test if options.task == "test" else bench)(venv, wheel, rest)


if __name__ == "__main__":
    pythons.require_minimum()
    raise SystemExit(main())
