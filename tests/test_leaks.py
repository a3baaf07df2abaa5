"""No call keeps memory (``leaks.py`` makes a million of each)."""

from __future__ import annotations

import pytest

pytest.importorskip("numpy")

from leaks import Call, calls, growth_of, is_leak
from scale import scaled


@pytest.mark.parametrize("call", list(calls()), ids=lambda call: call.name)
def test_no_call_keeps_memory(call: Call) -> None:
    found = growth_of(call, scaled(2000))
    assert not is_leak(found), found


def test_a_leak_is_found() -> None:
    kept: list[object] = []
    found = growth_of(Call("a list that grows", lambda number: kept.append([number]), [1]), 2000)
    assert is_leak(found), found
