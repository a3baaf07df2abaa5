"""The fans as an enum, made from the one fan table (``fan.pyi``, its stub, is generated from the
table too).
"""

from __future__ import annotations

from enum import IntEnum

from mahjong_core import fan_table

from .errors import GuobiaoError
from .values import checked_text

__all__ = ["Fan", "parse_fan"]


class _FanFacts(IntEnum):
    """What every member of ``Fan`` knows of its row."""

    @property
    def row(self) -> fan_table.FanRow:
        """The row of the fan table."""
        return fan_table.ROWS[self - 1]

    @property
    def zh(self) -> str:
        """The Chinese name, simplified."""
        return self.row.zh

    @property
    def english(self) -> str:
        """The English name."""
        return self.row.english

    @property
    def condition(self) -> str:
        """What it asks for, in English."""
        return self.row.condition

    @property
    def condition_zh(self) -> str:
        """What it asks for, in Chinese.

        >>> Fan.SHORT_STRAIGHT.condition_zh
        '和牌中有一种花色序数相连的两副顺子，共六张。'
        """
        return self.row.condition_zh

    @property
    def green_book_number(self) -> int | None:
        """Its number in the WMO's Green Book: 双暗杠 is 48, and 48-52 here are 49-53 there. None:
        明暗杠, which has none.
        """
        return self.row.green_book_number


Fan = _FanFacts("Fan", {row.member: row.id for row in fan_table.ROWS}, module=__name__)
Fan.__doc__ = (
    "The 81 fans and 明暗杠: the value is the number on the rules page (1-82), the "
    "member its English name."
)


def parse_fan(name: str) -> Fan:
    """A fan by its Chinese name, alias, English name or member name. Raises ``GuobiaoError`` with
    near names if there is none.

    >>> parse_fan("嵌张")
    <Fan.CLOSED_WAIT: 78>
    """
    checked_text("the name of a fan", name, GuobiaoError)
    try:
        return Fan(fan_table.fan_id(name))
    except fan_table.RulesError as error:
        raise GuobiaoError(str(error)) from None
