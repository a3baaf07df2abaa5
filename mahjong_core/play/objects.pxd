"""Hands of play as Python objects: what the thin layer of guobiao.table stands on."""

from ..scoring.rules cimport ProfileTables
from .engine cimport game_t, observation_t, table_t

cdef class TableRules:
    cdef game_t game
    cdef readonly ProfileTables tables
    cdef readonly object profile     # the profile that it is made of
    cdef readonly tuple seats        # what ``turn`` gives for 0-3
    cdef readonly tuple phases

cdef class TableState:
    cdef table_t table
    cdef readonly TableRules game    # None only before __init__
    cdef readonly object seed        # of its wall; None if the wall was given
    cdef const game_t *rules_of_game(self) noexcept

cdef class SeatView:
    cdef observation_t seen
    cdef readonly tuple legal_actions
