"""The player that goes for the minimum of points by the shortest way (``guobiao.reach``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..hand import Hand, Meld, MeldKind
from ..profiles import RuleProfile, get_profile
from ..routes import MOST_EXCHANGES, Reach, reach
from ..table import Action, ActionKind, Observation, OpenMeld, Phase, decode_action
from ..tiles import SLOT_COUNT, Seat, Tile
from .by_shanten import after_claim, after_own_kong, best_discard
from .sight import copies_left, meld_codes
