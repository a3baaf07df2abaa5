"""The package where NumPy, pyarrow, PettingZoo or Ray is not installed: what works, and what says
which extra to install.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

import guobiao
import guobiao.env

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

OPTIONAL = ("numpy", "pyarrow", "gymnasium", "pettingzoo", "ray", "openpyxl")
BLOCK = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in sys.argv[1:]:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
import guobiao
"""
# What each module that needs a package is installed by.
EXTRAS = {
    "guobiao.arrays.buffers": "numpy",
    "guobiao.arrays.batch": "numpy",
    "guobiao.arrays.shanten": "numpy",
    "guobiao.env.vector": "numpy",
    "guobiao.env.observing": "numpy",
    "guobiao.arrays.arrow": "arrow",
    "guobiao.env.aec": "env",
    "guobiao.cluster": "ray",
    "guobiao.competition.standings_xlsx": "xlsx",
}


def without(packages: tuple[str, ...], program: str) -> list[str]:
    """What a program prints where these packages cannot be imported, by line."""
    done = subprocess.run(
        [sys.executable, "-c", BLOCK + program, *packages],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    assert not done.returncode, done.stderr
    return done.stdout.splitlines()


def test_names_that_need_numpy() -> None:
    program = """
for name in ("HandBatch", "score_batch", "shanten_batch", "effective_batch", "BatchShanten"):
    assert not hasattr(guobiao, name) and getattr(guobiao, name, 5) == 5
    try:
        getattr(guobiao, name)
    except AttributeError as error:
        assert isinstance(error, guobiao.GuobiaoError)
        print(error)
    try:
        exec(f"from guobiao import {name}")
    except ImportError as error:
        assert isinstance(error, guobiao.MissingExtraError)
        print(error)
try:
    guobiao.settle_batch([11], [0], [1])
except guobiao.MissingExtraError as error:
    print(error)
"""
    lines = without(("numpy",), program)
    assert len(lines) == 11
    assert all("pip install guobiao[numpy]" in line for line in lines)


def test_the_command_names_the_extra_of_a_workbook(tmp_path: Path) -> None:
    match = Path(__file__).resolve().parents[1] / "docs/examples/table1.json"
    target = tmp_path / "book.xlsx"
    program = f"""
from guobiao.cli import main
sys.stderr = sys.stdout
print(main(["standings", {str(match)!r}, "--xlsx", {str(target)!r}]))
"""
    assert without(("openpyxl",), program) == [
        "guobiao: XLSX needs openpyxl, which is not installed: pip install 'guobiao[xlsx]'",
        "2",
    ]
    assert not target.exists()


def test_star_imports() -> None:
    program = """
from guobiao import *
from guobiao.env import *
print(score("11123456789995m").points, shanten("123456789m1155s").overall, PLANES[0].count)
names = ("HandBatch", "shanten_batch", "VectorTable", "TableEnv")
print(*(name in globals() for name in names))
"""
    assert without(("numpy",), program) == ["91 0 4", "False False False False"]
    assert without(("pettingzoo",), program) == ["91 0 4", "True True True False"]


def test_every_module_works_or_names_its_extra() -> None:
    """Without any extra: all modules that need none can be imported. The others name the extra that
    brings all that they need.
    """
    program = """
import importlib, pkgutil
for module in pkgutil.walk_packages(guobiao.__path__, "guobiao."):
    if not module.name.endswith("__main__"):
        try:
            importlib.import_module(module.name)
        except guobiao.MissingExtraError as error:
            print(module.name, str(error).partition("guobiao[")[2].rstrip("]'"))
"""
    told = dict(line.split() for line in without(OPTIONAL, program))
    assert told == EXTRAS


def test_every_public_name_without_numpy() -> None:
    """Each name of each ``__all__`` is there, or its error names the extra; ``dir`` and star
    imports leave it out.
    """
    program = """
import importlib, pkgutil
for found in [guobiao, *pkgutil.walk_packages(guobiao.__path__, "guobiao.")]:
    if (where := getattr(found, "name", "guobiao")).endswith("__main__"):
        continue
    try:
        module = importlib.import_module(where)
    except guobiao.MissingExtraError:
        continue
    for name in vars(module).get("_ALL", getattr(module, "__all__", ())):
        try:
            getattr(module, name)
            assert name in dir(module), (where, name)
        except guobiao.MissingNameError as error:
            assert "pip install guobiao[" in str(error), error
            assert name not in dir(module) and name not in module.__all__
            print(where, name)
"""
    lines = [line.split() for line in without(("numpy",), program)]
    assert {where for where, _ in lines} == {"guobiao", "guobiao.env"}
    assert {name for where, name in lines if where == "guobiao"} == set(guobiao._NEED_NUMPY)


def test_names_of_the_package() -> None:
    """``dir`` lists the public names and only those, and each is where the list of later names
    says.
    """
    assert dir(guobiao) == sorted(guobiao._ALL)
    assert dir(guobiao.env) == sorted(guobiao.env._ALL)
    later = [(module, name) for module, names in guobiao._LATER.items() for name in names]
    assert len({name for _, name in later}) == len(later)
    for module, name in later:
        assert name in guobiao._ALL
        assert name in importlib.import_module(f"guobiao.{module}").__all__
    eager = set(guobiao._ALL) - {name for _, name in later} - {"__version__"}
    assert eager <= set(vars(guobiao))


@pytest.mark.parametrize("module", EXTRAS)
def test_an_extra_brings_all_that_its_modules_need(module: str) -> None:
    """With the packages that the extra lists, and none of the others, the
    module can be imported.
    """
    table = tomllib.loads(
        Path(__file__).parents[1].joinpath("pyproject.toml").read_text(encoding="utf-8")
    )
    listed = table["project"]["optional-dependencies"][EXTRAS[module]]
    brought = [name for name in OPTIONAL if any(need.startswith(name) for need in listed)]
    for name in brought:
        pytest.importorskip(name)
    missing = tuple(name for name in OPTIONAL if name not in brought)
    assert without(missing, f"import {module}; print('there')") == ["there"]
