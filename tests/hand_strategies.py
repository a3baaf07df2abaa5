"""Hypothesis strategies for hands of every shape (winning or not): melds, kongs, flags, winds and
flowers included.
"""

from __future__ import annotations

from hypothesis import strategies as st

from guobiao.hand import Hand, Meld, MeldKind
from guobiao.tiles import SLOT_COUNT, Seat, Tile

_CHOW_STARTS = [slot for slot in range(27) if slot % 9 < 7]


@st.composite
def _melds(draw: st.DrawFn) -> Meld:
    kind = draw(st.sampled_from(MeldKind))
    tile = draw(
        st.sampled_from(_CHOW_STARTS) if kind is MeldKind.CHOW else st.integers(0, SLOT_COUNT - 1)
    )
    return Meld(kind, Tile(tile), draw(st.integers(1, 3)))


def _copies_left(melds: list[Meld]) -> list[int]:
    left = [4] * SLOT_COUNT
    for meld in melds:
        for tile in meld.tiles:
            left[tile] -= 1
    return left


@st.composite
def hands(
    draw: st.DrawFn, *, tiles_only: bool = False, has_melds: bool = True, flowers: bool = True
) -> Hand:
    """Thirteen tiles, fourteen without a winning tile, or fourteen with one; flags need not agree
    with the hand.

    ``tiles_only``: only hands that a format of tiles (and melds) can write. It holds no winds and
    flags, and cannot say that fourteen tiles have no winning tile.
    """
    melds: list[Meld] = []
    for meld in draw(st.lists(_melds(), max_size=4 if has_melds else 0)):
        if min(_copies_left([*melds, meld])) >= 0:
            melds.append(meld)
    pool = [slot for slot, count in enumerate(_copies_left(melds)) for _ in range(count)]
    kind = draw(
        st.sampled_from(["thirteen", "won"] if tiles_only else ["thirteen", "fourteen", "won"])
    )
    size = (13 if kind == "thirteen" else 14) - 3 * len(melds)
    standing = [pool.pop(draw(st.integers(0, len(pool) - 1))) for _ in range(size)]
    flags = [kind == "won" and not tiles_only and draw(st.booleans()) for _ in range(4)]
    winds = [Seat.E if tiles_only else draw(st.sampled_from(Seat)) for _ in range(2)]
    return Hand(
        standing,
        melds,
        draw(st.sampled_from(standing)) if kind == "won" else None,
        self_drawn=flags[0],
        last_copy=flags[1],
        last_tile=flags[2],
        kong=flags[3],
        prevalent_wind=winds[0],
        seat_wind=winds[1],
        flowers=draw(st.integers(0, 8)) if flowers else 0,
    )
