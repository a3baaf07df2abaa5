"""What the compiled modules are built with, as a reader of their files sees it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import guobiao
import mahjong_core

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="reads ELF files"),
    pytest.mark.skipif(
        "libasan" in os.environ.get("LD_PRELOAD", ""), reason="a checked build has flags of its own"
    ),
]
PLACES = [Path(package.__path__[0]) for package in (mahjong_core, guobiao)]
MODULES = sorted(module for place in PLACES for module in place.rglob("*.so"))


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name.split(".")[0])
def test_symbols_are_bound_when_a_module_is_loaded(module):
    if shutil.which("readelf") is None:
        pytest.skip("readelf, which comes with the compiler, is not there")
    told = subprocess.run(
        ["readelf", "-dlW", module], capture_output=True, text=True, check=True
    ).stdout
    assert "BIND_NOW" in told
    assert "GNU_RELRO" in told


def test_overwritten_stacks_are_found():
    assert any(b"__stack_chk_fail" in module.read_bytes() for module in MODULES)
