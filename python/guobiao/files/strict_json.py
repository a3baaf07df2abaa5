"""JSON that nobody has checked: invalid JSON and doubled keys are one kind of error."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final, NoReturn

from mahjong_core.messages import shown

from ..errors import GuobiaoError

__all__ = ["JsonError", "TwiceKeyed", "find_key_given_twice", "parse_json", "value_at"]

Pairs = list[tuple[str, object]]


class JsonError(GuobiaoError):
    """A text that is no JSON: the ``problem``, and where (from 1) it is, if that is known."""

    def __init__(self, problem: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(problem, line, column)
        self.problem = problem
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return self.problem


class TwiceKeyed(dict[str, object]):
    """An object in which a ``key`` stands twice.

    Written again, it has all its members as before.
    """

    def __init__(self, pairs: Pairs, key: str) -> None:
        super().__init__(pairs)
        self.key = key
        self._pairs = pairs

    def items(self) -> Pairs:  # type: ignore[override]
        """All members, in their order."""
        return self._pairs


def parse_json(text: str, *, keep_twice: bool = False) -> object:
    """The value of a JSON text, with or without a byte order mark.

    Raises ``JsonError`` if it is no JSON; NaN, a number of thousands of digits and a thousand
    levels of brackets are refused too.

    A key that an object has twice is an error; with ``keep_twice`` the object is a ``TwiceKeyed``.

    >>> parse_json('{"a": [1]}')
    {'a': [1]}
    >>> parse_json('{"a": 1, "a": 2}')
    Traceback (most recent call last):
        ...
    guobiao.files.strict_json.JsonError: the key 'a' is given twice
    """
    if not isinstance(text, str):
        raise JsonError(f"{shown(text)} is no text")
    members = _kept if keep_twice else _refused
    try:
        value: object = json.loads(
            text.removeprefix("\ufeff"), object_pairs_hook=members, parse_constant=_refuse_constant
        )
    except json.JSONDecodeError as error:
        raise JsonError(error.msg, error.lineno, error.colno) from None
    except RecursionError:
        raise JsonError("nested too deeply") from None
    except JsonError:
        raise
    except ValueError:
        raise JsonError("a number of thousands of digits") from None
    return value


def _key_given_twice(pairs: Pairs) -> str | None:
    seen = set[str]()
    return next((key for key, _ in pairs if key in seen or seen.add(key)), None)  # type: ignore[func-returns-value]


def _kept(pairs: Pairs) -> dict[str, object]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    return TwiceKeyed(pairs, str(_key_given_twice(pairs)))


def _refused(pairs: Pairs) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise JsonError(_said_twice(str(_key_given_twice(pairs))))
    return found


def _said_twice(key: str) -> str:
    return f"the key {shown(key)} is given twice"


_NO_NUMBERS: Final = "JSON has no such number"


def _refuse_constant(name: str) -> NoReturn:
    raise JsonError(f"{name}: {_NO_NUMBERS}")


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_kept, parse_constant=_refuse_constant)


def value_at(text: str, start: int) -> object:
    """The JSON value that begins at a place, without what follows it; None if none begins there.

    It keeps doubled keys as ``keep_twice`` does.
    """
    try:
        value: object = _DECODER.raw_decode(text, start)[0]
    except (ValueError, RecursionError):
        return None
    return value


def find_key_given_twice(value: object) -> str | None:
    """What is wrong with a value of ``parse_json`` in which a key stands twice.

    None if nothing is.
    """
    return next(
        (_said_twice(one.key) for one in _parts(value) if isinstance(one, TwiceKeyed)), None
    )


def _parts(value: object) -> Iterator[object]:
    """The value and all that it holds."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        yield one
        if isinstance(one, dict):
            waiting += [member for _, member in one.items()]
        elif isinstance(one, list):
            waiting += one
