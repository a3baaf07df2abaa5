"""Botzone's judge written down plainly on the reference table: the order of docs/bots.md, and
nothing of the engine or of ``JudgeTable``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from guobiao.botzone.judge_log import Reply
from guobiao.botzone.tiles import BOTZONE_CODES
from guobiao.reference.table import ReferenceTable
from table_play import ADDED, CHOW, CONCEALED, DISCARD, KONG, PASS, PUNG, WIN

FIRST_FLOWER = 34
OWN_WORDS = {"PLAY": DISCARD, "GANG": CONCEALED, "BUGANG": ADDED}


class Blamed(Exception):  # noqa: N818
    """A seat whose reply ends the hand, and the code."""


class PlainJudge:
    """``stage`` is the action that the judge shows, with its ``player`` and ``tile``; at the end
    HU, HUANG or the code of a failure.
    """

    def __init__(self, table: ReferenceTable) -> None:
        self.table = table
        self.stage = "INIT"
        self.player = 0
        self.tile = -1
        self.middle = -1
        self.is_over = False
        self.paid = (0, 0, 0, 0)
        self._told = 0

    # -------------------------------------------------------------------------------- what is shown

    def requests(self) -> list[str]:
        """What the four are told of a draw or a move."""
        if self.stage == "DRAW":
            told = [f"3 {self.player} DRAW"] * 4
            told[self.player] = f"2 {BOTZONE_CODES[self.tile]}"
            return told
        words = ["3", str(self.player), self.stage]
        if self.stage == "CHI":
            words.append(BOTZONE_CODES[self.middle])
        if self.stage != "GANG":
            words.append(BOTZONE_CODES[self.tile])
        return [" ".join(words)] * 4

    def _show(self, stage: str, player: int, tile: int) -> None:
        self.stage, self.player, self.tile = stage, player, tile

    def _show_draw(self) -> None:
        """The next tile that the table has drawn; HUANG where there was none."""
        drawn = [entry for entry in self.table.log if entry[0] in ("draw", "replacement")]
        opening = next(place for place, entry in enumerate(drawn) if entry[0] == "draw")
        if opening + self._told == len(drawn):
            self.stage, self.is_over = "HUANG", True
            return
        _, player, tile = drawn[opening + self._told]
        assert isinstance(player, int)
        assert isinstance(tile, int)
        self._told += 1
        self._show("BUHUA" if tile >= FIRST_FLOWER else "DRAW", player, tile)

    # ----------------------------------------------------------------------------- what is answered

    def answer(self, replies: Sequence[Reply]) -> None:
        """Takes the replies of seats 0-3."""
        stages: dict[str, Callable[[Sequence[Reply]], None]] = {
            "INIT": self._greeted,
            "DEAL": self._seen,
            "BUHUA": self._seen,
            "GANG": self._kong_seen,
            "DRAW": self._drawn,
            "PLAY": self._discarded,
            "PENG": self._discarded,
            "CHI": self._discarded,
            "BUGANG": self._added,
        }
        try:
            stages[self.stage](replies)
        except Blamed as blamed:
            self.player, self.stage = blamed.args
            self.paid = tuple(-30 if seat == self.player else 10 for seat in range(4))  # type: ignore[assignment]
            self.is_over = True

    def _greeted(self, replies: Sequence[Reply]) -> None:
        passed(replies, range(4))
        self.stage = "DEAL"

    def _seen(self, replies: Sequence[Reply]) -> None:
        passed(replies, range(4))
        self._show_draw()

    def _kong_seen(self, replies: Sequence[Reply]) -> None:
        passed(replies, [(self.player + step) % 4 for step in range(4)])
        self._show_draw()

    def _drawn(self, replies: Sequence[Reply]) -> None:
        legal, player, action, tile, word = self.table.legal_actions(), self.player, -1, -1, ""
        for seat in range(4):
            if seat != player:
                passed(replies, [seat])
                continue
            said = heard(replies, seat)
            if said == "HU":
                self._win(seat, legal)
                return
            word, _, code = said.partition(" ")
            if word not in OWN_WORDS or code not in BOTZONE_CODES[:FIRST_FLOWER]:
                raise Blamed(seat, "WA")
            tile = BOTZONE_CODES.index(code)
            action = OWN_WORDS[word] + tile
            if action not in legal:
                raise Blamed(seat, "WA")
        self.table.apply(action)
        self._show(word, player, tile)

    def _discarded(self, replies: Sequence[Reply]) -> None:
        may = self._claims("claim")
        around = [(self.player + step) % 4 for step in range(4)]
        passed(replies, around[:1])
        for seat in around[1:]:
            if heard(replies, seat) == "HU":
                self._win(seat, may[seat], replies)
                return
        others = [seat for seat in range(4) if seat != self.player]
        words = [reply.response.split(" ") for reply in replies]
        for seat in others:
            if words[seat] != ["PASS"] and len(words[seat]) != 3:
                self._take_set(seat, words[seat], may[seat], replies)
                return
        for seat in others:
            if len(words[seat]) == 3:
                self._take_set(seat, words[seat], may[seat], replies)
                return
        self._resolve(replies)
        self._show_draw()

    def _take_set(
        self, seat: int, words: list[str], may: Sequence[int], replies: Sequence[Reply]
    ) -> None:
        action, tile = self._wanted(words), self.tile
        if action in (PASS, WIN) or action not in may:
            raise Blamed(seat, "WA")
        self._resolve(replies)
        if words == ["GANG"]:
            self._show("GANG", seat, tile)
            return
        discard = DISCARD + BOTZONE_CODES.index(words[-1]) if words[-1] in BOTZONE_CODES else -1
        if discard not in self.table.legal_actions():
            raise Blamed(seat, "WA")
        self.middle = BOTZONE_CODES.index(words[1])
        self.table.apply(discard)
        self._show(words[0], seat, discard - DISCARD)

    def _added(self, replies: Sequence[Reply]) -> None:
        may = self._claims("rob")
        for step in range(4):
            seat = (self.player + step) % 4
            if step and heard(replies, seat) == "HU":
                self._win(seat, may[seat], replies)
                return
            passed(replies, [seat])
        self._resolve(replies)
        self._show_draw()

    # ----------------------------------------------------------------------------------- the claims

    def _win(self, seat: int, may: Sequence[int], replies: Sequence[Reply] = ()) -> None:
        if WIN not in may:
            raise Blamed(seat, "WH")
        if replies:
            self._resolve(replies)
        else:
            self.table.apply(WIN)
        self._show("HU", seat, self.tile)
        self.is_over = True
        a, b, c, d = self.table.changes
        self.paid = (a, b, c, d)

    def _claims(self, phase: str) -> list[list[int]]:
        """What each seat may claim; nothing where the table has gone on
        already, since nobody may.
        """
        is_open = self.table.phase == phase
        return [
            self.table._claims(seat) if is_open and seat != self.player else [] for seat in range(4)
        ]

    def _resolve(self, replies: Sequence[Reply]) -> None:
        """Each whom the table asks claims what it said, if it may; what loses is noted by the
        table.
        """
        phase = self.table.phase
        while self.table.phase == phase and phase in ("claim", "rob"):
            seat = self.table.asked
            assert seat is not None
            reply = replies[seat]
            action = self._wanted(reply.response.split(" ")) if reply.verdict == "OK" else PASS
            self.table.apply(action if action in self.table.legal_actions() else PASS)

    def _wanted(self, words: list[str]) -> int:
        """The action that a claim's words stand for; PASS for other words."""
        if words == ["HU"]:
            return WIN
        if words == ["GANG"]:
            return KONG + self.tile
        if words[0] == "PENG" and len(words) == 2:
            return PUNG + self.tile
        if words[0] == "CHI" and len(words) == 3 and words[1] in BOTZONE_CODES[:27]:
            suit, rank = divmod(BOTZONE_CODES.index(words[1]), 9)
            offset = self.tile - 9 * suit - rank
            if 1 <= rank <= 7 and abs(offset) <= 1:
                return CHOW + 21 * suit + 3 * (rank - 1) + offset + 1
        return PASS


def heard(replies: Sequence[Reply], seat: int) -> str:
    """What a seat says; it is blamed if its program has failed."""
    if replies[seat].verdict != "OK":
        raise Blamed(seat, replies[seat].verdict)
    return replies[seat].response


def passed(replies: Sequence[Reply], seats: Iterable[int]) -> None:
    """Each of the seats in turn must say PASS."""
    for seat in seats:
        if heard(replies, seat) != "PASS":
            raise Blamed(seat, "WA")
