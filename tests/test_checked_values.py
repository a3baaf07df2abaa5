"""The checked readers of ``guobiao.values``: what they return, and the message of each refusal."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from guobiao.errors import RecordError, StandingsError
from guobiao.values import (
    check_keys,
    checked_file_text,
    checked_flag,
    checked_list,
    checked_part,
    checked_table,
    checked_text,
    checked_whole,
)

ERROR = StandingsError
Read = Callable[[], object]

TAKEN: list[tuple[Read, object]] = [
    (lambda: checked_whole("n", 3, 3, 3, ERROR), 3),
    (lambda: checked_whole("n", -(10**30), None, 0, ERROR), -(10**30)),
    (lambda: checked_flag("f", False, ERROR), False),
    (lambda: checked_text("t", "", ERROR), ""),
    (lambda: checked_file_text("t", "杜\U0001f600", ERROR), "杜\U0001f600"),
    (lambda: checked_list("l", [1], ERROR), [1]),
    (lambda: checked_table("o", {"a": 1}, ERROR), {"a": 1}),
    (lambda: checked_part("a", {"a": None}, "a", ERROR), None),
    (lambda: check_keys("o", {"a": 1}, ("a", "b"), ERROR), None),
]

REFUSED: list[tuple[Read, str]] = [
    (lambda: checked_whole("n", 4, 0, 3, ERROR), "n is 4: expected a whole number from 0 to 3"),
    (lambda: checked_whole("n", -1, 0, None, ERROR), "n is -1: expected a whole number from 0"),
    (lambda: checked_whole("", True, None, None, ERROR), "True: expected a whole number"),
    (lambda: checked_whole("n", 9, 0, 3, ERROR, "a rank"), "n is 9: expected a rank"),
    (lambda: checked_flag("f", 1, ERROR), "f is 1: expected True or False"),
    (lambda: checked_text("t", b"a", ERROR), "t is b'a': expected a text"),
    (
        lambda: checked_text("t", "", ERROR, "a name", may_be_empty=False),
        "t is '': expected a name",
    ),
    (lambda: checked_file_text("", 1, ERROR), "1: expected a text"),
    (
        lambda: checked_file_text("", "\udfff", ERROR),
        "'\\udfff': half a character, which no file can hold",
    ),
    (lambda: checked_list("l", (1,), ERROR), "l is (1,): expected a list"),
    (lambda: checked_table("o", [1], ERROR), "o is [1]: expected an object"),
    (lambda: checked_table("o", {1: 2}, ERROR, "a table"), "o is {1: 2}: expected a table"),
    (lambda: checked_part("o: 'a'", {}, "a", ERROR), "o: 'a' is missing"),
    (
        lambda: check_keys("", {"c": 1, "b": 2, "a": 3}, ("a",), ERROR),
        "unknown key 'b': expected a",
    ),
    (lambda: check_keys("o", {"b": 2}, ("a", "d"), ERROR), "o: unknown key 'b': expected a, d"),
]


@pytest.mark.parametrize(("read", "value"), TAKEN)
def test_what_is_taken(read: Read, value: object) -> None:
    assert read() == value


@pytest.mark.parametrize(("read", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_what_is_refused(read: Read, message: str) -> None:
    with pytest.raises(ERROR) as caught:
        read()
    assert str(caught.value) == message


def test_a_function_may_make_the_error() -> None:
    """A judge's log adds the entry to each message."""
    with pytest.raises(RecordError) as caught:
        checked_list("a", 1, partial(RecordError, line=3, unit="entry"))
    assert str(caught.value) == "entry 3: a is 1: expected a list"
