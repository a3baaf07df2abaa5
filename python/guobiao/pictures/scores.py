"""A score with what makes each fan, waits and discards, as SVG."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeVar

from ..analysis.discards import Discard
from ..analysis.shanten import EffectiveTile
from ..errors import GuobiaoError
from ..hand import Hand
from ..result import CountedFan, DroppedFan, Principle, Score, Wait
from ..tiles import Tile
from ..values import checked_items, checked_object
from ..visible import shown
from .drawing import HIGH, WIDE, Picture, text_width
from .hands import draw_hand, hand_width, height_above

__all__ = ["LANGUAGES", "discards_svg", "dropped_words", "score_svg", "waits_svg"]

_Kind = TypeVar("_Kind", Wait, Discard)
LANGUAGES: Final = ("both", "en", "zh")
_MARGIN: Final = 24
_SMALL: Final = 0.5  # of a tile, in a row
_ROW: Final = HIGH * _SMALL + 12
_WHY: Final = {
    Principle.NON_REPEAT: "non-repeat",
    Principle.NON_IDENTICAL: "non-identical",
    Principle.ACCOUNT_ONCE: "account-once",
}


class _Words:
    """Texts in Chinese, in English, or in both."""

    def __init__(self, language: object) -> None:
        if not isinstance(language, str) or language not in LANGUAGES:
            raise GuobiaoError(f"language {shown(language)}: expected 'both', 'en' or 'zh'")
        self._language = language

    def __call__(self, zh: str, english: str, between: str = " ") -> str:
        if self._language == "zh":
            return zh
        return english if self._language == "en" else f"{zh}{between}{english}"


def score_svg(
    score: Score, *, theme: str = "light", index: bool = False, language: str = "both"
) -> str:
    """A score as SVG: the hand, how it was won, each fan with its tiles and points, and what does
    not count and why.

    ``language``: ``"both"``, ``"zh"`` or ``"en"``. Raises ``GuobiaoError`` for what is no score, no
    theme or no language.

    >>> from guobiao import score
    >>> "幺九刻" in score_svg(score("[CCCC]234567m99p34s5s|EE1000"))
    True
    """
    checked_object("score", score, Score, GuobiaoError)
    words = _Words(language)
    total = words(f"{score.points} 分", f"{score.points} points")
    picture = Picture(f"{total}: hand {score.hand._text()}", theme, index)
    reasons = (text_width(_dropped_text(each, words), 20) for each in score.dropped)
    wide = max(_fan_columns(score, words)[-1], hand_width(score.hand), 760, *reasons)
    wide = max(wide, text_width(_how_won(score.hand, words), 22))
    top = _MARGIN + height_above(score.hand)
    draw_hand(picture, score.hand, _MARGIN, top)
    bottom = top + HIGH + 40
    picture.text(_MARGIN, bottom, _how_won(score.hand, words), 22, "quiet")
    bottom = _draw_total(picture, score, words, bottom + 58, wide)
    bottom = _draw_fans(picture, score, words, bottom + 22, wide)
    bottom = _draw_dropped(picture, score.dropped, words, bottom)
    return picture.svg(wide + 2 * _MARGIN, bottom + _MARGIN, ground="page")


def _how_won(hand: Hand, words: _Words) -> str:
    prevalent, seat = hand.prevalent_wind, hand.seat_wind
    facts = [
        words(f"{prevalent.zh}风圈", f"prevalent wind {prevalent}"),
        words(f"{seat.zh}风位", f"seat wind {seat}"),
        words("自摸", "self-drawn")
        if hand.self_drawn
        else words("抢杠", "robbed from a kong")
        if hand.kong
        else words("点和", "by a discard"),
    ]
    facts += [words("和绝张", "the last copy")] * hand.last_copy
    facts += [words("最后一张", "the last tile of the wall")] * hand.last_tile
    facts += [words("杠上开花", "a kong's replacement")] * (hand.kong and hand.self_drawn)
    return " · ".join(facts)


def _draw_total(picture: Picture, score: Score, words: _Words, y: float, wide: float) -> float:
    picture.text(
        _MARGIN, y, words(f"{score.points} 分", f"{score.points} points", " · "), 40, bold=True
    )
    minimum = score.profile.minimum
    verdict, colour = words(f"不够 {minimum} 分起和", f"below the minimum of {minimum}"), "bad"
    if score.qualifies:
        verdict, colour = words(f"够 {minimum} 分起和", f"reaches the minimum of {minimum}"), "good"
    picture.text(_MARGIN + wide, y, verdict, 22, colour, anchor="end")
    return y


def _name(counted: CountedFan | DroppedFan, words: _Words) -> str:
    times = f" ×{counted.count}" if counted.count > 1 else ""
    return words(counted.fan.zh, counted.fan.english, "  ") + times


def _fan_columns(score: Score, words: _Words) -> tuple[float, float]:
    """Where the tiles of the fans begin, and how wide all is."""
    names = max((text_width(_name(each, words), 24) for each in score.fans), default=0)
    tiles = max((_sets_width(each) for each in score.fans), default=0)
    return names + 30, names + 30 + tiles + 90


def _sets_width(counted: CountedFan) -> float:
    return sum(
        sum((WIDE + 1) * _SMALL * len(each.tiles) + 8 for each in copy) + 14
        for copy in counted.sets
    )


def _draw_fans(picture: Picture, score: Score, words: _Words, y: float, wide: float) -> float:
    start = _MARGIN + _fan_columns(score, words)[0]
    for counted in score.fans:
        picture.line(_MARGIN, y, _MARGIN + wide, y)
        base = y + _ROW / 2 + 8
        picture.text(_MARGIN, base, _name(counted, words), 24)
        picture.text(_MARGIN + wide, base, str(counted.points), 26, anchor="end", bold=True)
        _draw_sets(picture, counted, start, y + 6)
        y += _ROW
    return y


def _draw_sets(picture: Picture, counted: CountedFan, x: float, y: float) -> None:
    for copy in counted.sets:
        for each in copy:
            for tile in each.tiles:
                picture.tile(str(tile), x, y, _SMALL)
                x += (WIDE + 1) * _SMALL
            x += 8
        x += 14


def _draw_dropped(
    picture: Picture, dropped: Sequence[DroppedFan], words: _Words, y: float
) -> float:
    if not dropped:
        return y
    y += 40
    picture.text(_MARGIN, y, words("不计的番", "Not counted"), 22, "quiet", bold=True)
    for each in dropped:
        y += 32
        picture.text(_MARGIN, y, _dropped_text(each, words), 20, "quiet")
    return y


def _dropped_text(dropped: DroppedFan, words: _Words) -> str:
    return f"{_name(dropped, words)}: {_reason(dropped, words)}"


def dropped_words(dropped: DroppedFan, language: str) -> str:
    """A fan that does not count, and why."""
    return _dropped_text(dropped, _Words(language))


def _reason(dropped: DroppedFan, words: _Words) -> str:
    principle = words(str(dropped.principle), _WHY[dropped.principle])
    if dropped.principle is Principle.NON_REPEAT and dropped.by is not None:
        taker = dropped.by
        return words(f"已计入{taker.zh}", f"paid by {taker.english}", ", ") + f" ({principle})"
    return principle


def waits_svg(
    waits: Sequence[Wait], *, theme: str = "light", index: bool = False, language: str = "both"
) -> str:
    """What ``guobiao.waits`` returns as SVG: each tile, its copies left, its points by a discard
    and self-drawn.

    Raises ``GuobiaoError`` for what are no waits, no theme or no language.

    >>> from guobiao import waits
    >>> waits_svg(waits("123456789m1155s")).count("data-tile")
    2
    """
    listed = list(_checked("waits", waits, Wait))
    words = _Words(language)
    named = " ".join(str(wait.tile) for wait in listed)
    picture = Picture(words("听牌", "waits") + f": {named or words('无', 'none')}", theme, index)
    heads = [words("剩", "left"), words("点和", "discard"), words("自摸", "self-drawn")]
    _head(picture, 96, heads)
    y = 50.0
    for wait in listed:
        picture.tile(str(wait.tile), _MARGIN, y)
        picture.text(236, y + 52, str(wait.left), 30, anchor="end")
        for place, score in enumerate((wait.discard, wait.self_drawn)):
            told, colour = "–" if score is None else str(score.points), "quiet"
            if score is not None and score.qualifies:
                colour = "good"
            picture.text(416 + 190 * place, y + 52, told, 30, colour, anchor="end", bold=True)
        y += HIGH + 10
    if not listed:
        picture.text(_MARGIN, y + 20, words("没有听牌", "no tile completes this hand"), 24, "quiet")
        y += 40
    return picture.svg(640, y + 14, ground="page")


def _head(picture: Picture, x: float, heads: Sequence[str]) -> None:
    for place, head in enumerate(heads):
        picture.text((236, 416, 606)[place], 34, head, 20, "quiet", anchor="end")


def _checked(what: str, items: Iterable[_Kind], kind: type[_Kind]) -> Iterator[_Kind]:
    for item in checked_items(what, items, GuobiaoError):
        yield checked_object(f"an item of {what}", item, kind, GuobiaoError)


def discards_svg(
    discards: Sequence[Discard],
    *,
    theme: str = "light",
    index: bool = False,
    language: str = "both",
) -> str:
    """What ``guobiao.discards`` returns as SVG: each discard with its shanten and the tiles that
    lower it (of a ready hand: its waits), with their copies.

    Raises ``GuobiaoError`` for what are no discards, no theme or no language.

    >>> from guobiao import discards
    >>> discards_svg(discards("123456789m1155s9p")).startswith("<svg")
    True
    """
    listed = list(_checked("discards", discards, Discard))
    words = _Words(language)
    named = " ".join(str(each.tile) for each in listed)
    picture = Picture(words("打牌", "discards") + f": {named}", theme, index)
    most = max((len(each.effective) for each in listed), default=0)
    picture.text(_MARGIN, 34, words("打", "discard"), 20, "quiet")
    picture.text(270, 34, words("向听", "shanten"), 20, "quiet", anchor="end")
    picture.text(310 + max(most, 8) * 38 + 76, 34, words("张", "copies"), 20, "quiet", anchor="end")
    picture.text(300, 34, words("进张", "useful tiles"), 20, "quiet")
    y = 50.0
    for each in listed:
        picture.tile(str(each.tile), _MARGIN, y, 0.75)
        told = words("听", "ready") if each.is_ready else str(each.shanten)
        picture.text(270, y + 42, told, 26, "good" if each.is_ready else "ink", anchor="end")
        _draw_effective(picture, each.effective, y)
        y += HIGH * 0.75 + 12
    wide = 310 + max(most, 8) * 38 + 100
    for row, each in enumerate(listed):
        base = 50 + row * (HIGH * 0.75 + 12) + 42
        picture.text(wide - _MARGIN, base, str(each.left), 26, anchor="end", bold=True)
    return picture.svg(wide, y + 10, ground="page")


def _draw_effective(picture: Picture, effective: Sequence[EffectiveTile], y: float) -> None:
    x = 300.0
    for found in effective:
        picture.tile(str(Tile(found.tile)), x, y, _SMALL)
        picture.text(x + WIDE * _SMALL / 2, y + 60, str(found.left), 16, "quiet", anchor="middle")
        x += 38
