"""What a seat sees, as arrays. Needs NumPy (``pip install guobiao[numpy]``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mahjong_core.play.batch import PLANE_COUNT, planes_of

from ..errors import TableError
from ..later import need_numpy
from ..table import ACTION_COUNT, Observation
from ..tiles import SLOT_COUNT
from ..values import checked_object

need_numpy()
import numpy as np  # noqa: E402

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["action_mask", "observation_planes"]


def observation_planes(seen: Observation) -> NDArray[np.uint8]:
    """The planes of an observation: (56, 34) uint8, as ``PLANES`` lists them.

    >>> from guobiao.table import TableHand
    >>> planes = observation_planes(TableHand(seed=7).observe("E"))
    >>> planes.shape, int(planes[:4].sum())
    ((56, 34), 14)
    """
    checked_object("seen", seen, Observation, TableError)
    planes = np.empty((PLANE_COUNT, SLOT_COUNT), np.uint8)
    planes_of(seen, planes)
    return planes


def action_mask(seen: Observation) -> NDArray[np.int8]:
    """1 at the actions that the seat may take: (235,) int8; all 0 if it is not asked.

    >>> from guobiao.table import TableHand
    >>> seen = TableHand(seed=7).observe("E")
    >>> tuple(action_mask(seen).nonzero()[0]) == seen.legal_actions
    True
    """
    checked_object("seen", seen, Observation, TableError)
    mask = np.zeros(ACTION_COUNT, np.int8)
    mask[list(seen.legal_actions)] = 1
    return mask
