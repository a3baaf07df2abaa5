"""Python started in a folder of sources: ``mahjong_core`` there has no compiled modules and hides
the installed one.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = "import guobiao; print(guobiao.score('19m19p119sESWNPFC').points)"
SPAWNING = """
import multiprocessing, guobiao

if __name__ == "__main__":
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        print(pool.map(guobiao.is_win, ["19m19p119sESWNPFC"]))
"""

# Python asks the finder of an editable install last, and then for single modules too.
unless_editable = pytest.mark.skipif(
    any(getattr(finder, "__module__", "").startswith("__editable__") for finder in sys.meta_path),
    reason="an editable install has a finder of its own: these are about installed packages",
)


@pytest.fixture
def clone(tmp_path):
    """A folder with the sources of the core, as a clone holds them."""
    left_out = shutil.ignore_patterns("*.so", "*.pyd", "*.c", "generated", "__pycache__")
    shutil.copytree(ROOT / "mahjong_core", tmp_path / "mahjong_core", ignore=left_out)
    return tmp_path


def run_in(folder, *arguments):
    """Python with its standard path: the current folder first, then what is installed (or found
    here).
    """
    path = [*filter(None, sys.path)]
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(["", *path]), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_import_in_a_clone(clone):
    done = run_in(clone, "-c", PROGRAM)
    assert (done.stdout, done.returncode) == ("88\n", 0), done.stderr


def test_the_command_in_a_clone(clone):
    done = run_in(clone, "-m", "guobiao", "score", "19m19p119sESWNPFC")
    assert "十三幺" in done.stdout, done.stderr


def test_the_core_alone_in_a_clone(clone):
    done = run_in(
        clone,
        "-c",
        "import mahjong_core.scoring.score, mahjong_core.fan_table as t; print(t.__file__)",
    )
    assert done.returncode == 0, done.stderr
    assert str(clone) not in done.stdout  # one whole package, not a mixture of two


def test_spawned_workers_in_a_clone(clone):
    (clone / "program.py").write_text(SPAWNING, encoding="utf-8")
    done = run_in(clone, "program.py")
    assert (done.stdout, done.returncode) == ("[True]\n", 0), done.stderr


@unless_editable
def test_another_folder_of_that_name_is_told(tmp_path):
    (tmp_path / "mahjong_core").mkdir()
    (tmp_path / "mahjong_core" / "__init__.py").write_text("", encoding="utf-8")
    done = run_in(tmp_path, "-c", PROGRAM)
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith(
        f"ImportError: {tmp_path / 'mahjong_core'} holds no compiled modules and hides"
    ), last


@unless_editable
def test_a_folder_without_modules_does_not_hide_the_core(tmp_path):
    (tmp_path / "mahjong_core").mkdir()
    assert run_in(tmp_path, "-c", PROGRAM).stdout == "88\n"


@unless_editable
def test_a_folder_that_hides_guobiao_is_told(tmp_path):
    left_out = shutil.ignore_patterns("*.so", "*.pyd", "*.c", "__pycache__")
    shutil.copytree(ROOT / "python" / "guobiao", tmp_path / "guobiao", ignore=left_out)
    done = run_in(tmp_path, "-c", PROGRAM)
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith(
        f"ImportError: {tmp_path / 'guobiao'} holds no compiled modules and hides"
    ), last
