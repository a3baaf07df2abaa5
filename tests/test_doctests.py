"""The examples in the docstrings of the package."""

import doctest
import importlib
import pkgutil

import pytest

import guobiao

MODULES = [
    "guobiao",
    *(module.name for module in pkgutil.walk_packages(guobiao.__path__, "guobiao.")),
]


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_examples(name):
    try:
        module = importlib.import_module(name)
    except guobiao.MissingExtraError as error:
        pytest.skip(str(error))
    failed, _ = doctest.testmod(module)
    assert not failed
