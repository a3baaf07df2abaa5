"""Compiles the modules of ``tests/compiled``, as any other project that cimports the core would:
from the ``.pxd`` files and headers of the package that is installed, and nothing else of it.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import Cython

import mahjong_core.api

__all__ = ["compiled"]

FOLDER = Path(__file__).parent / "compiled"
MADE = FOLDER / "made"  # git-ignored
CORE = Path(mahjong_core.api.__file__).parent
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]


def compiled(name: str) -> ModuleType:
    """The module ``tests/compiled/NAME.pyx``, built unless it has been built for this very core."""
    if name in sys.modules:
        return sys.modules[name]
    place = MADE / _digest(name)
    file = place / f"{name}{sysconfig.get_config_var('EXT_SUFFIX')}"
    with _alone():
        if not file.exists():
            _build(name, file)
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _build(name: str, file: Path) -> None:
    """Cython, then the compiler, in a folder of its own; the module is moved when it is whole."""
    from Cython.Build import cythonize
    from setuptools import Distribution, Extension

    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        source = shutil.copy(FOLDER / f"{name}.pyx", folder)
        extension = Extension(
            name,
            [str(source)],
            include_dirs=[str(CORE / "generated")],
            extra_compile_args=_compile_args(),
            extra_link_args=SANITIZERS if _is_checked() else [],
        )
        (made,) = cythonize(
            [extension],
            include_path=[str(CORE.parent)],
            compiler_directives={"language_level": 3, "freethreading_compatible": True},
            quiet=True,
        )
        made.include_dirs = [str(CORE / "generated")]
        command = Distribution({"ext_modules": [made]}).get_command_obj("build_ext")
        command.build_lib = command.build_temp = folder
        command.ensure_finalized()
        command.run()
        whole = file.with_suffix(f".{os.getpid()}")
        shutil.copy(next(Path(folder).glob(f"{name}*{file.suffix}")), whole)
        whole.replace(file)


def _compile_args() -> list[str]:
    if sys.platform == "win32":
        return ["/O2"]
    return [*SANITIZERS, "-O1", "-g"] if _is_checked() else ["-O2", "-g0"]


def _is_checked() -> bool:
    """Whether the sanitizers look on: they must be in every module then."""
    return "libasan" in os.environ.get("LD_PRELOAD", "")


def _digest(name: str) -> str:
    """What the module is made from: its source, the core's structs, the compilers."""
    digest = hashlib.sha256(f"{Cython.__version__} {sys.version} {_is_checked()}".encode())
    for path in (FOLDER / f"{name}.pyx", *sorted(CORE.rglob("*.pxd")), *sorted(CORE.rglob("*.h"))):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@contextmanager
def _alone() -> Iterator[None]:
    """One process at a time builds: the others find what it has built."""
    MADE.mkdir(parents=True, exist_ok=True)
    try:
        import fcntl
    except ImportError:  # Windows: each process builds its own, and the last one stays
        yield
        return
    with (MADE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
