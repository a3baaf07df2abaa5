"""The compiled core stands alone: it imports nothing of ``guobiao`` and no text of its code names
it.
"""

import io
import re
import tokenize
from pathlib import Path

import pytest

CORE = Path(__file__).resolve().parent.parent / "mahjong_core"
IMPORT = re.compile(r"^\s*(?:from|c?import)\s+(?:[\w.]+\s*,\s*)*guobiao\b", re.MULTILINE)
# A hand of play hands on the members of the enums that it was given: its stub names their types.
NAMES_TYPES = {"play/objects.pyi"}


def sources(*suffixes):
    """The core's files with these suffixes, without those that the build writes."""
    found = sorted(path for path in CORE.rglob("*.p*") if path.suffix in suffixes)
    return [path for path in found if "generated" not in path.parts]


def name_of(path):
    return path.relative_to(CORE).as_posix()


def texts_of(source):
    """The texts in code, Python's or Cython's: no docstrings, no blocks of C. (A C name's prefix is
    none.)
    """
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    texts = [token.string for token in tokens if token.type == tokenize.STRING]
    return [text for text in texts if not text.startswith(('"""', "'''"))]


@pytest.mark.parametrize("path", sources(".py", ".pyi", ".pyx", ".pxd"), ids=name_of)
def test_the_core_does_not_import_guobiao(path):
    imports = IMPORT.search(path.read_text(encoding="utf-8"))
    assert bool(imports) is (name_of(path) in NAMES_TYPES)


@pytest.mark.parametrize("path", sources(".py", ".pyx", ".pxd"), ids=name_of)
def test_no_text_of_the_core_names_guobiao(path):
    named = [
        text
        for text in texts_of(path.read_text(encoding="utf-8"))
        if re.search(r"\bguobiao\b", text)
    ]
    assert not named
