"""Public functions called with what they are not made for; as a script for millions of calls.

``python tests/hostile_calls.py --calls 1000000`` calls them at random, the compiled modules' own
functions too (``--core``: only these), and prints each call that raises what it should not, with
its seed; it exits 1 then. Under a checked build (``GUOBIAO_SANITIZE=1``) a finding ends the
process.

A public function raises ``GuobiaoError``, and what its page says beside it (``TypeError`` and
``IndexError`` for a row, ``OSError`` for a file). A compiled function may raise anything: it must
only not crash.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import pkgutil
import random
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, is_dataclass
from datetime import date
from enum import Enum
from fractions import Fraction
from functools import cache
from io import BytesIO
from itertools import islice
from pathlib import Path
from types import GeneratorType, ModuleType
from typing import Any, Final

import numpy as np

import guobiao
from guobiao import (
    GuobiaoError,
    Hand,
    HandBatch,
    Meld,
    MeldKind,
    RuleProfile,
    Seat,
    Settlement,
    Tile,
    explain,
    held,
    notation,
    pictures,
    players,
    reference,
    series,
    table,
)
from guobiao import botzone as bots
from guobiao import records as replay
from guobiao.arrays import shanten as distance_batch
from guobiao.botzone import judge_log, texts
from guobiao.botzone.judge import JudgeTable, judge_log_of
from guobiao.compat import calls as compat_calls
from guobiao.competition import (
    ema_results,
    event_plan,
    event_toml,
    match,
    match_json,
    mers,
    pairings,
    penalties,
    score_cards,
    settlement,
    standings,
    standings_page,
    standings_tables,
    wall,
)
from guobiao.env import observing, vector
from guobiao.records import json_lines as hand_records
from guobiao.records import tziakcha
from mahjong_core import api, line_points, lines
from mahjong_core import arguments as core_arguments
from mahjong_core import batch as core_batch
from mahjong_core.distance import discards, reach, shanten
from mahjong_core.fan_table import FAN_COUNT
from mahjong_core.play import batch as table_batch
from mahjong_core.play import objects as table_objects
from mahjong_core.scoring import rules

HAND: Final = "[CCCC]234567m99p34s5s|EE1000"
SHORT: Final = "123456789m1155s"


class FailingNumber:
    """What takes part in arithmetic, until it is asked what it is worth."""

    def __repr__(self) -> str:  # without its address: test ids are the same in every process
        return "FailingNumber()"

    def __index__(self) -> int:
        raise RuntimeError("no number")

    __int__ = __float__ = __index__  # type: ignore[assignment]


class Text(str):
    """A text of a derived class."""


class Number(int):
    """A number of a derived class."""


def hostile() -> list[object]:
    """What a caller may give by mistake or on purpose, made anew: some of it can be changed."""
    return [
        None, 3.5, 34.0, float("nan"), float("inf"), True, -1, 5, 300, 2**31, 2**70, -(2**70), 1j,
        Fraction(1, 2),
        "", "x", "0", "\x00", "\ud800", Text("5m"), b"x", b"\x00" * 34, bytearray(b"x"), [], {}, (),
        set(), object(), print, FailingNumber(),
        Number(3), [None], [0.5] * 34, ["x"] * 4, [[1]], {"a": 1}, {1: 2}, (1, 2), range(3),
        iter([1]),
        np.int64(3), np.uint8(255), np.float32(2), np.bool_(True), np.array(3), np.array(2.5),
        np.array([1, 2]), np.zeros((2, 34), np.uint8),
        np.zeros(0), np.array(["x"]), np.ones(4, bool), Tile.P9, Seat.N, MeldKind.PUNG, _hand(),
        Settlement(), ValueError,
    ]  # fmt: skip


@dataclass(frozen=True)
class Call:
    """A function and arguments that it takes; ``allowed``: what it may raise beside
    ``GuobiaoError``.
    """

    function: Callable[..., object]
    arguments: Mapping[str, object]
    allowed: tuple[type[BaseException], ...] = ()


@cache
def _hand() -> Hand:
    return notation.parse_hand(HAND)


def _of_a_new_hand(method: str) -> Callable[..., object]:
    """A method that fills a hand, which it can do once."""
    return lambda **given: getattr(held.HandValues(), method)(**given)


def _batch() -> HandBatch:
    return HandBatch.from_lines([HAND, SHORT])


def _counts(rows: int = 2) -> np.ndarray[Any, np.dtype[np.uint8]]:
    return np.ones((rows, 34), np.uint8)


def _match() -> match.Match:
    return match.start_match(["An", "Bo", "Cai", "Du"])


def _played() -> match.Match:
    return _match().add(match.PlayedHand())


def _event() -> standings.Event:
    return standings.Event((standings.Game((("An", 520), ("Bo", 500), ("Cai", 500), ("Du", 480))),))


def _tables_of_four() -> tuple[tuple[str, str, str, str], ...]:
    return (("A", "B", "C", "D"),)


def _plan() -> event_plan.EventPlan:
    return event_plan.EventPlan(tuple("ABCD"), 1, seating=(_tables_of_four(),))


def _season() -> list[mers.MersEvent]:
    """Two events of two players."""
    places = tuple(
        ema_results.EmaResult(place, name, f"0401000{place}", "Denmark")
        for place, name in enumerate(("An", "Bo"), start=1)
    )
    return [mers.MersEvent(name, date(2026, 5, 10), Fraction(2), places) for name in ("A", "B")]


def _series() -> series.Series:
    return series.Series(tuple(series.Contestant(name, "random") for name in "ABCD"), 1)


def _first(seen: table.Observation) -> int:
    return seen.legal_actions[0]


def _tables() -> vector.VectorTable:
    made = vector.VectorTable(2)
    made.reset(seed=1)
    return made


@cache
def _over() -> table.TableHand:
    hand = table.TableHand(seed=1)
    hand.play_out(1)
    return hand


def public_calls() -> dict[str, Call]:
    """A call of each public function, by its name."""
    hand = {"hand": HAND, "rules": "mil"}
    playing = {"rules": "mil", "wall": "common", "flowers": True, "prevalent_wind": "E"}
    batch = {"batch": _batch(), "threads": 1}
    columns = {
        "counts": _counts(),
        "melds": None,
        "win": None,
        "flags": None,
        "winds": None,
        "flowers": None,
    }
    row = (TypeError, IndexError)
    return {
        "Hand": Call(Hand, {
            "standing": [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 4], "melds": (), "winning_tile": 4,
            "self_drawn": False, "last_copy": False,
            "last_tile": False, "kong": False, "prevalent_wind": "E", "seat_wind": 1, "flowers": 0,
        }),
        "Hand.replace": Call(lambda value: _hand().replace(flowers=value), {"value": 1}),
        "Meld": Call(Meld, {"kind": MeldKind.CHOW, "tile": 2, "source": 1}),
        "Seat.parse": Call(Seat.parse, {"value": "E"}),
        "RuleProfile": Call(RuleProfile, {"overrides": {"minimum": 6}}),
        "RuleProfile.points": Call(guobiao.get_profile("mil").points, {"fan": 5}),
        "RuleProfile of numbers": Call(
            lambda points, minimum, switch: RuleProfile(
                {"points": {"断幺": points}, "minimum": minimum,
                    "switches": {"knitted_body_wait": switch}}
            ),
            {"points": 3, "minimum": 8, "switch": True},
        ),
        "Settlement": Call(Settlement, {"payments": ()}),
        "Settlement.between": Call(Settlement().between, {"payer": "E", "payee": "S"}),
        "get_profile": Call(guobiao.get_profile, {"rules": "mil"}),
        "load_profile": Call(guobiao.load_profile, {"path": "/nowhere/club.toml"}, (OSError,)),
        "parse_fan": Call(guobiao.parse_fan, {"name": "碰碰和"}),
        "parse_tile": Call(guobiao.parse_tile, {"text": "5m"}),
        "parse_tiles": Call(guobiao.parse_tiles, {"text": "19m", "dragons": None}),
        "parse_hand": Call(guobiao.parse_hand, {"text": HAND, "rules": "mil", "dragons": None}),
        "format_hand": Call(guobiao.format_hand, {"hand": _hand(), "format": "gb",
            "dragons": None}),
        "format_tiles": Call(guobiao.format_tiles, {"tiles": [0, 8], "format": "gb",
            "dragons": None}),
        "score": Call(guobiao.score, hand),
        "is_win": Call(guobiao.is_win, {"hand": HAND}),
        "tile_svg": Call(pictures.tile_svg, {"tile": "5m", "theme": "dark", "index": True}),
        "hand_svg": Call(pictures.hand_svg, {"hand": HAND, "theme": "light", "index": False,
            "title": ""}),
        "score_svg": Call(pictures.score_svg, {"score": guobiao.score(HAND), "theme": "light",
            "index": False, "language": "both"}),
        "waits_svg": Call(pictures.waits_svg, {"waits": guobiao.waits(SHORT), "theme": "light",
            "index": False, "language": "en"}),
        "discards_svg": Call(pictures.discards_svg, {
            "discards": guobiao.discards("123456789m1155s9p"), "theme": "light", "index": False,
            "language": "zh"}),
        "table_svg": Call(pictures.table_svg, {"table": table.TableHand(seed=7), "seat": "S",
            "names": ["A", "B", "C", "D"], "theme": "light", "index": False, "title": ""}),
        "game_html": Call(pictures.game_html, {"table": table.TableHand(seed=7), "seat": "S",
            "names": ["A", "B", "C", "D"], "title": "", "differences": ["draw"]}),
        "TableHand.to_html": Call(table.TableHand(seed=7).to_html, {"seat": "S",
            "names": ["A", "B", "C", "D"], "title": ""}),
        "waits": Call(guobiao.waits, {"hand": SHORT, "rules": "mil", "formal": False,
            "seen": [0] * 34}),
        "discards": Call(guobiao.discards, {"hand": "123456789m1155s9p", "rules": "mil",
            "seen": None}),
        "shanten": Call(guobiao.shanten, {"hand": SHORT, "formal": False}),
        "effective_tiles": Call(guobiao.effective_tiles,
            {"hand": SHORT, "seen": [0] * 34, "formal": False}),
        "reach": Call(guobiao.reach, {
            "hand": SHORT, "minimum": 8, "seen": None, "win": "discard", "rules": "mil",
            "routes": 2,
        }),
        "settle": Call(guobiao.settle, {"score": guobiao.score(HAND), "winner": "E",
            "discarder": None}),
        "settle_points": Call(guobiao.settle_points, {
            "points": 11, "winner": "E", "discarder": 1, "flowers": 1, "rules": "mil",
        }),
        "settle_draw": Call(guobiao.settle_draw, {}),
        "settle_batch": Call(guobiao.settle_batch, {
            "points": [11], "winner": [0], "discarder": [1], "flowers": 0, "rules": "mil",
        }),
        "HandBatch": Call(HandBatch, columns),
        "HandBatch.from_arrays": Call(HandBatch.from_arrays, columns),
        "HandBatch.from_riichi": Call(HandBatch.from_riichi, columns),
        "HandBatch.from_hands": Call(HandBatch.from_hands, {"hands": [_hand()]}),
        "HandBatch.from_lines": Call(HandBatch.from_lines, {"lines": [HAND]}),
        "HandBatch.error": Call(_batch().error, {"index": 0, "rules": "mil"}, row),
        "HandBatch[]": Call(_batch().__getitem__, {"index": 0}, row),
        "score_batch": Call(guobiao.score_batch, {**batch, "rules": "mil", "fans": False,
            "out": None}),
        "waits_batch": Call(guobiao.waits_batch, {**batch, "formal": False}),
        "wait_points_batch": Call(guobiao.wait_points_batch, {**batch, "rules": "mil"}),
        "is_win_batch": Call(guobiao.is_win_batch, batch),
        "shanten_batch": Call(distance_batch.shanten_batch, {
            "counts": _counts(), "melds": None, "formal": False, "threads": 1,
        }),
        "effective_batch": Call(distance_batch.effective_batch, {
            "counts": _counts(), "melds": None, "formal": False, "standard_only": False,
            "threads": 1,
        }),
        "TableHand": Call(table.TableHand, {**playing, "seed": 1, "tiles": None}),
        "TableHand of tiles": Call(lambda tiles, wall: table.TableHand(tiles=tiles, wall=wall), {
            "tiles": wall.FULL_SET, "wall": "common",
        }),
        "TableHand.apply": Call(table.TableHand(seed=1).apply, {"action": 0}),
        "TableHand.play_out": Call(lambda seed, eager: table.TableHand(seed=1).play_out(seed,
            eager), {
            "seed": 1, "eager": False,
        }),
        "TableHand.observe": Call(_over().observe, {"seat": "E"}),
        "TableHand.hand_of": Call(_over().hand_of, {"seat": "E"}),
        "TableHand.wall_left": Call(_over().wall_left, {"seat": "E"}),
        "TableHand.from_state": Call(table.TableHand.from_state,
            {"state": _over().state, "rules": "mil", "seed": 1}),
        "decode_action": Call(table.decode_action, {"action": 38}),
        "encode_action": Call(table.encode_action, {"kind": 36, "tile": 1, "claimed": 2}),
        "format_action": Call(table.format_action, {"action": 38}),
        "hand_seed": Call(table.hand_seed, {"seed": 1, "number": 1}),
        "play_hand": Call(table.play_hand, {"hand": table.TableHand(seed=1),
            "players": [_first] * 4}),
        "play_match": Call(table.play_match, {
            "players": [_first] * 4, "seed": 1, "names": "ABCD", "rules": "mil", "wall": "common",
            "flowers": True, "seat_change": "west",
            "base_points": 500,
        }),
        "table_rules": Call(table.table_rules, {"rules": "mil"}),
        "VectorTable": Call(vector.VectorTable, {**playing, "count": 2, "threads": 1,
            "reward_scale": 1.0}),
        "VectorTable.reset": Call(_tables().reset, {"seed": 1, "out": None}),
        "VectorTable.step": Call(_tables().step, {"actions": [300, 300], "out": None}),
        "VectorTable.random_actions": Call(_tables().random_actions, {"eager": False}),
        "VectorTable.hand": Call(_tables().hand, {"index": 0}, row),
        "observation_planes": Call(observing.observation_planes, {"seen": _over().observe("E")}),
        "action_mask": Call(observing.action_mask, {"seen": _over().observe("E")}),
        "make_player": Call(players.make_player, {"name": "random", "rules": "mil"}),
        "ReachPlayer": Call(players.ReachPlayer, {"rules": "mil"}),
        "RandomPlayer.new_hand": Call(players.RandomPlayer().new_hand, {"seat": 0, "seed": 1}),
        "RandomPlayer.act": Call(players.RandomPlayer().act,
            {"observation": table.TableHand(seed=1).observe(0)}),
        "ShantenPlayer.act": Call(players.ShantenPlayer().act,
            {"observation": table.TableHand(seed=1).observe(0)}),
        "ShantenPlayer.discard": Call(players.ShantenPlayer().discard, {
            "observation": table.TableHand(seed=1).observe(0),
        }),
        "break_wall": Call(wall.break_wall, {"first": (1, 2), "second": (3, 4)}),
        "deal": Call(wall.deal, {"wall": wall.FULL_SET, "first": (1, 2), "second": (3, 4)}),
        "shuffled_wall": Call(wall.shuffled_wall, {"seed": 1}),
        "exchange": Call(score_cards.exchange, {
            "payer": score_cards.STANDARD_CARDS, "payee": score_cards.STANDARD_CARDS, "amount": 25,
        }),
        "pay_with_cards": Call(score_cards.pay_with_cards, {
            "settlement": settlement.settle_points(11, winner="E"),
            "cards": [score_cards.STANDARD_CARDS] * 4,
        }),
        "Cards": Call(lambda counts: str(score_cards.Cards(counts)),
            {"counts": (1, 4, 10, 10, 20)}),
        "make_schedule": Call(pairings.make_schedule, {
            "players": "ABCD", "rounds": 1, "seed": 1, "apart": (pairings.Apart(("A", "B")),),
            "fixed_tables": {"A": 1}, "time_limit": 0.01, "progress": None,
        }, (TypeError,)),  # of a progress that takes other arguments
        "next_round": Call(pairings.next_round, {
            "ranking": "ABCDEFGH", "previous": pairings.make_schedule("ABCDEFGH", 1),
            "apart": (pairings.Apart(("A", "B")),), "fixed_tables": {"A": 1}, "time_limit": 0.01,
            "progress": None,
        }, (TypeError,)),
        "compatriots": Call(pairings.compatriots, {"nations": {"A": "DEN"}, "weight": 1}),
        "Apart": Call(pairings.Apart, {"players": ("A", "B"), "weight": 1, "name": "club"}),
        "report_schedule": Call(pairings.report_schedule, {
            "schedule": pairings.make_schedule("ABCD"), "apart": (), "fixed_tables": {"A": 1},
        }),
        "Schedule": Call(lambda rounds: pairings.report_schedule(pairings.Schedule(rounds)), {
            "rounds": ((("A", "B", "C", "D"),),),
        }),
        "format_schedule": Call(pairings.format_schedule,
            {"schedule": pairings.make_schedule("ABCD")}),
        "format_match": Call(match_json.format_match, {"match": _match(), "version": 2}),
        "format_entry": Call(match_json.format_entry,
            {"record": _played().records[0], "version": 2}),
        "start_match": Call(match.start_match, {
            "players": list("ABCD"), "rules": "mil", "penalties": "rulebook",
            "seat_change": "west", "base_points": 500, "title": "", "session": 1, "table": 1,
        }),
        "Match": Call(match.Match, {
            "players": ("A", "B", "C", "D"), "entries": (), "rules": guobiao.get_profile("mil"),
            "penalties": penalties.get_penalty_profile("rulebook"),
            "seat_change": match.SEAT_CHANGES["west"],
            "base_points": 500, "title": "", "session": 1, "table": 1,
        }),
        "parse_seat_change": Call(match.parse_seat_change, {"rounds": "west"}),
        "position_of": Call(match.position_of, {
            "players": list("ABCD"), "number": 9, "seat_change": match.SEAT_CHANGES["west"],
        }),
        "parse_match": Call(match_json.parse_match, {"text": match_json.format_match(_match())}),
        "salvage_match": Call(match_json.salvage_match,
            {"text": match_json.format_match(_match())}),
        "EventPlan": Call(event_plan.EventPlan, {
            "players": tuple("ABCD"), "rounds": 2, "title": "",
            "rules": guobiao.get_profile("mil"),
            "penalties": penalties.get_penalty_profile("rulebook"),
            "seat_change": match.SEAT_CHANGES["west"], "base_points": 500, "seed": 0,
            "seating": (_tables_of_four(),), "substitutions": (standings.Substitution("X", "A"),),
        }),
        "EventPlan.start": Call(_plan().start, {"session": 1, "table": 1}),
        "EventPlan.tables": Call(_plan().tables, {"session": 1}),
        "make_event_plan": Call(event_toml.make_event_plan,
            {"table": {"players": list("ABCD"), "rounds": 1}}),
        "format_event_plan": Call(event_plan.format_event_plan, {"plan": _plan()}),
        "standard_points": Call(standings.standard_points, {"entrant_count": 4}),
        "share_awards": Call(standings.share_awards, {"scores": [1, 2], "awards": (2, 0)}),
        "game_of": Call(standings.game_of, {"match": _match(), "base_points": 0}),
        "rank_players": Call(standings.rank_players, {"event": _event(), "preset": "ema"}),
        "rank_teams": Call(standings.rank_teams, {"event": _event(), "preset": None}),
        "rank_nations": Call(standings.rank_nations, {"event": _event(), "preset": "mil"}),
        "Game": Call(standings.Game, {"scores": _event().games[0].scores, "session": 1,
            "table": 1}),
        "Game of a score": Call(lambda name, points: standings.Game(((name, points),)), {
            "name": "An", "points": 520,
        }),
        "Bye": Call(standings.Bye, {
            "player": "An", "session": 2, "standard_points": 2, "points": 500,
        }),
        "Deduction": Call(standings.Deduction, {
            "name": "An", "standard_points": 1, "points": 0, "reason": "late", "kind": "player",
        }),
        "Entrant": Call(standings.Entrant, {
            "name": "An", "country": "Denmark", "first_name": "An", "last_name": "Li",
            "ema_number": "01234567", "ema_member": True,
        }),
        "Substitution": Call(standings.Substitution, {
            "substitute": "Eva", "player": "An", "session": 1, "ranked": False,
        }),
        "Team": Call(standings.Team, {"name": "Red", "members": ["An"]}),
        "Withdrawal": Call(standings.Withdrawal, {"player": "An", "after": 1, "last": False}),
        "Event": Call(standings.Event, {
            "games": _event().games, "teams": [standings.Team("Red", ("An",))],
            "byes": [standings.Bye("An", 2, Fraction(2), 500)], "substitutions": [],
            "ranked_in": "table", "awards": [4, 2.5, 1, 0], "entrants": [],
            "deductions": [standings.Deduction("An", Fraction(1))],
            "withdrawals": [standings.Withdrawal("An", 2)], "best_of_team": 3,
            "best_of_nation": None, "preset": "ema", "title": "Cup", "dates": "",
        }),
        "standings_tables": Call(standings_tables.standings_tables, {
            "event": _event(), "preset": "ema", "lang": "zh",
        }),
        "result_tables": Call(standings_tables.result_tables, {
            "event": _event(), "preset": None, "lang": "en",
        }),
        "seating_tables": Call(standings_tables.seating_tables, {
            "schedule": pairings.make_schedule("ABCD"), "lang": "zh",
        }),
        "standings_to_html": Call(standings_page.standings_to_html, {
            "event": _event(), "preset": "mil", "lang": "en",
        }),
        "seating_to_html": Call(standings_page.seating_to_html, {
            "schedule": pairings.make_schedule("ABCD"), "title": "Cup", "lang": "en",
        }),
        "results_to_ema_csv": Call(ema_results.results_to_ema_csv, {
            "event": standings.Event(()), "preset": "ema",
        }),
        "EmaResult": Call(ema_results.EmaResult, {
            "place": 1, "name": "An Li", "ema_number": "04010001", "country": "Denmark",
        }),
        "MersEvent": Call(mers.MersEvent, {
            "name": "Open", "day": date(2026, 5, 10), "weight": 2.5,
            "results": _season()[0].results,
        }),
        "base_rank": Call(mers.base_rank, {"place": 5, "players": 21}),
        "rank_mers_players": Call(mers.rank_mers_players, {
            "events": _season(), "on": date(2026, 12, 1),
        }),
        "rank_mers_nations": Call(mers.rank_mers_nations, {
            "players": mers.rank_mers_players(_season()),
        }),
        "Event, ranked": Call(lambda **parts: standings.rank_players(standings.Event(**parts)), {
            "games": _event().games, "awards": [4, 2.5, 1, 0], "ranked_in": "session",
        }),
        "penalise": Call(penalties.penalise, {
            "offender": "E", "offence": "false_win", "step": 1, "rules": "rulebook",
        }),
        "get_penalty_profile": Call(penalties.get_penalty_profile, {"rules": "rulebook"}),
        "make_penalty_profile": Call(penalties.make_penalty_profile,
            {"overrides": {"name": "club"}}),
        "load_penalty_profile": Call(penalties.load_penalty_profile, {"path": "/nowhere/club.toml"},
            (OSError,)),
        "PenaltyProfile.offence": Call(penalties.get_penalty_profile("rulebook").offence,
            {"name": "false_win"}),
        "Offence.sanction": Call(penalties.get_penalty_profile("rulebook").offences[0].sanction,
            {"step": 1}),
        "BotLimits": Call(bots.BotLimits, {"seconds": 1, "first_factor": 2, "output_bytes": 9}),
        "BotSpec": Call(bots.BotSpec, {
            "command": ["true"], "protocol": bots.BotProtocol.PLAIN, "close_input": False,
            "limits": bots.BotLimits(), "folder": None,
        }),
        "Bot": Call(bots.Bot, {"spec": bots.BotSpec("true")}),
        "judge_hand": Call(bots.judge_hand, {"hand": table.TableHand(seed=1), "players": None}),
        "ask_bots": Call(bots.ask_bots, {"asked": []}),
        "Series": Call(series.Series, {
            "contestants": _series().contestants, "hands": 1, "seed": 1,
            "rules": guobiao.get_profile("mil"), "wall": "common", "flowers": True,
        }),
        "Series.start": Call(_series().start, {"number": 0}),
        "Series.chance_of": Call(_series().chance_of, {"number": 0}),
        "play_series": Call(series.play_series, {"series": _series(), "processes": 1}),
        "play_hands": Call(series.play_hands, {"series": _series(), "numbers": [0]}),
        "SeriesTable": Call(series.SeriesTable, {"series": _series()}),
        "SeriesTable.add": Call(series.SeriesTable(_series()).add, {"played": None}),
        "detect_format": Call(replay.detect_format, {"start": b"Match 1"}),
        "replay_games": Call(replay.replay_games, {
            "stream": BytesIO(b""), "format": replay.RecordFormat.JSONL, "name": "", "rules": None,
            "lenient": False,
        }),
        "replay_hand_record": Call(replay.replay_hand_record, {
            "record": hand_records.record_hand(_over()), "rules": None, "lenient": False,
        }),
        "replay_judge_log": Call(replay.replay_judge_log,
            {"log": _log(), "game": "", "rules": "botzone"}),
        "parse_judge_log": Call(judge_log.parse_judge_log,
            {"text": judge_log.format_judge_log(_log())}),
        "parse_games": Call(texts.parse_games, {"text": ""}),
        "text_game_of": Call(texts.text_game_of, {"hand": _own_walls(), "id": "1"}),
        "parse_tziakcha": Call(tziakcha.parse_tziakcha, {"text": '[{"step": {}}]'}),
        "replay_tziakcha_game": Call(replay.replay_tziakcha_game, {
            "game": tziakcha.parse_tziakcha('[{"step": {}}]')[0], "rules": "mil",
        }),
        "seems_to_be": Call(replay.seems_to_be, {"start": b"<html>"}),
        "replay_text_game": Call(replay.replay_text_game,
            {"game": None, "rules": "botzone", "lenient": False}),
        "record_hand": Call(hand_records.record_hand, {"hand": _over(), "id": "", "players": None}),
        "format_hand_record": Call(hand_records.format_hand_record,
            {"record": hand_records.record_hand(_over())}),
        "parse_hand_record": Call(hand_records.parse_hand_record, {"text": "{}", "line": 1}),
        "JudgeTable": Call(JudgeTable, {"hand": table.TableHand(seed=1, wall="own", flowers=False),
            "srand": 0}),
        "judge_log_of": Call(judge_log_of, {"hand": _own_walls(), "srand": 0}),
        "reference.score": Call(reference.score, hand),
        "reference.is_win": Call(reference.is_win, {"hand": HAND}),
        "reference.waits": Call(reference.waits, {"hand": SHORT, "rules": "mil", "formal": False,
            "seen": None}),
    }  # fmt: skip


def optional_calls() -> dict[str, Call]:
    """Calls of the public functions that need a package, where it is installed."""
    calls = {}
    with suppress(GuobiaoError):
        from guobiao.arrays.arrow import pa, score_arrow

        calls["score_arrow"] = Call(score_arrow, {
            "table": pa.table({"hand": [SHORT]}), "lines": "hand", "rules": "mil", "fans": False,
            "threads": 1,
        })  # fmt: skip
    with suppress(GuobiaoError):
        from guobiao.competition.standings_xlsx import standings_to_xlsx

        calls["standings_to_xlsx"] = Call(standings_to_xlsx, {
            "event": _event(), "preset": "ema", "lang": "zh",
        })  # fmt: skip
    with suppress(GuobiaoError):
        from guobiao.env import TableEnv

        calls["TableEnv"] = Call(TableEnv, {
            "rules": "mil", "wall": "common", "flowers": True, "prevalent_wind": "E",
            "reward_scale": 1.0, "render_mode": None,
        })  # fmt: skip
    return calls


def _log() -> Any:
    return judge_log_of(_own_walls())


@cache
def _own_walls() -> table.TableHand:
    hand = table.TableHand(seed=1, wall="own", flowers=False)
    hand.play_out(1)
    return hand


def core_calls() -> dict[str, Call]:
    """A call of each function of the compiled modules."""
    tables = guobiao.get_profile("mil").tables
    counts, melds, left = _hand().counts, _hand().meld_codes, bytes([4] * 34)
    numbers = {
        "tables": tables,
        "counts": counts,
        "melds": melds,
        "win": 13,
        "flags": 0,
        "winds": 0,
        "flowers": 0,
    }
    rows = {"counts": _counts(), "melds": np.zeros((2, 4), np.uint8)}
    column, span = np.zeros(2, np.uint8), {"start": 0, "stop": 2}
    columns = {**rows, "win": column, "flags": column, "winds": column, "flowers": column}
    points, slots = np.zeros(2, np.int16), np.zeros((2, 34), np.int16)
    shanten_rows = {"shanten": np.zeros((2, 6), np.int8), "status": np.zeros(2, np.uint8), **span}
    game, planes = table.table_rules("mil"), np.zeros((2, 56, 34), np.uint8)
    results = {
        "planes": planes, "masks": np.zeros((2, 235), np.uint8), "seats": np.zeros(2, np.uint8),
        "rewards": np.zeros((2, 4), np.float32),
        "endings": np.zeros(2, np.uint8),
    }  # fmt: skip
    stepped = table_batch.TableBatch(game, 2, 0, True, 0)
    stepped.deal(1, *results.values())
    state = table_objects.TableState(game, 0, 0, table_objects.shuffled(1, True))
    actions = {"actions": np.zeros(2, np.int64)}
    suits = (("W", 0, 9), ("T", 9, 9), ("B", 18, 9), ("F", 27, 4), ("J", 31, 3))
    entries = tuple(tuple(tuple(range(255)) for _ in range(FAN_COUNT)) for _ in range(2))
    form = compat_calls.CallFormat(tables, suits, ("CHI", "PENG", "GANG"), entries)
    calls: dict[str, tuple[Callable[..., object], Mapping[str, object]]] = {
        "api.points": (api.points, numbers),
        "api.fan_counts": (api.fan_counts, numbers),
        "api.is_complete": (api.is_complete, {"counts": counts, "melds": melds}),
        "api.waits": (api.waits, {"counts": counts, "melds": melds, "formal": False}),
        "api.shanten": (api.shanten, {"counts": counts, "melds": melds, "formal": False}),
        "api.effective_tiles": (api.effective_tiles, {"counts": counts, "melds": melds,
            "formal": False, "standard_only": False}),
        "api.suit_splits": (api.suit_splits, {"counts": counts[:9]}),
        "api.knitted_bodies": (api.knitted_bodies, {}),
        "api.make_tables": (api.make_tables, {"rules": None}),
        "api.built_in_tables": (api.built_in_tables, {"name": "mil"}),
        "batch.score_rows": (core_batch.score_rows, {
            "tables": tables, **columns, "points": points, "status": column,
            "fan_counts": np.zeros((2, FAN_COUNT), np.uint8), **span,
        }),
        "batch.waits_rows": (core_batch.waits_rows, {
            **rows, "win": column, "formal": False, "masks": np.zeros(2, np.uint64),
            "status": column, **span,
        }),
        "batch.wait_points_rows": (core_batch.wait_points_rows, {
            "tables": tables, **rows, "win": column, "winds": column, "flowers": column,
            "discard": slots, "self_drawn": slots, "status": column,
            **span,
        }),
        "batch.complete_rows": (core_batch.complete_rows, {**rows, "status": column, **span}),
        "compat.calls.CallFormat": (compat_calls.CallFormat, {
            "tables": tables, "suits": suits, "packs": ("CHI", "PENG", "GANG"), "fans": entries,
        }),
        "compat.calls.fan_tuples": (compat_calls.fan_tuples, {
            "format": form, "pack": (("PENG", "J1", 1),),
            "hand": ("W1",) * 3 + ("W2",) * 3 + ("W3",) * 3 + ("W4",), "win_tile": "W4",
            "flowers": 0, "self_drawn": False, "last_copy": False, "kong": False,
            "last_tile": False, "seat_wind": 0, "prevalent_wind": 0,
            "verbose": False,
        }),
        "compat.calls.c_integer": (compat_calls.c_integer, {"number": 1}),
        "compat.calls.c_type_name": (compat_calls.c_type_name, {"value": 1}),
        "distance.discards.best_discard": (discards.best_discard,
            {"counts": counts, "melds": melds, "left": left}),
        "lines.read_lines": (lines.read_lines, {"lines": [HAND, SHORT], **columns}),
        "distance.reach.reach": (reach.reach, {
            "tables": tables, "counts": counts, "melds": melds, "left": left, "winds": 0,
            "self_drawn": False, "minimum": 8, "furthest": 1,
            "limit": 4,
        }),
        "scoring.rules.ProfileTables": (rules.ProfileTables, {"block": tables.block}),
        "distance.shanten.shanten_rows": (shanten.shanten_rows,
            {**rows, "formal": False, **shanten_rows}),
        "distance.shanten.effective_rows": (shanten.effective_rows, {
            **rows, "formal": False, "standard_only": False, "shanten": shanten_rows["shanten"],
            "masks": np.zeros((2, 6), np.uint64),
            "status": column, **span,
        }),
        "play.batch.TableBatch": (table_batch.TableBatch, {
            "game": game, "count": 2, "wall_rule": 0, "has_flowers": True, "prevalent": 0,
        }),
        "play.batch.deal": (stepped.deal, {"seed": 1, **results}),
        "play.batch.first_illegal": (stepped.first_illegal, actions),
        "play.batch.step": (stepped.step, {**actions, "scale": 1.0, **results, **span}),
        "play.batch.random_actions": (stepped.random_actions, {"eager": False, **actions}),
        "play.batch.copy_table": (stepped.copy_table, {"row": 0,
            "state": table_objects.TableState.__new__(table_objects.TableState)}),
        "play.batch.planes_of": (table_batch.planes_of,
            {"view": _over().observe(0), "planes": planes[0]}),
        "play.batch.are_apart": (table_batch.are_apart, {"buffers": (planes, bytes(3))}),
        "play.objects.TableRules": (table_objects.TableRules, {
            "profile": "mil", "tables": tables, "minimum": 8, "self_drawn": (8, 1),
            "discarder": (8, 1), "others": (8, 0),
            "seats": tuple(Seat), "phases": tuple(table.Phase),
        }),
        "play.objects.TableState": (table_objects.TableState, {
            "game": game, "wall_rule": 0, "prevalent": 0, "wall": table_objects.shuffled(1, True),
            "seed": 1,
        }),
        "play.objects.apply": (state.apply, {"action": 300}),
        "play.objects.play_out": (state.copy().play_out, {"seed": 1, "eager": False}),
        "play.objects.events_since": (state.events_since, {"first": 0}),
        "play.objects._tiles_of": (state._tiles_of, {"seat": 0}),
        "play.objects._wall_left": (state._wall_left, {"seat": 0}),
        "play.objects._see": (state._see, {"kind": table.Observation, "seat": 0}),
        "play.objects._read": (table.Observation()._read,
            {"content": _over().observe(0)._bytes(), "legal_actions": ()}),
        "play.objects._melds_of": (_over().observe(0)._melds_of, {"seat": 0}),
        "play.objects._river_of": (_over().observe(0)._river_of, {"seat": 0}),
        "play.objects.shuffled": (table_objects.shuffled, {"seed": 1, "has_flowers": True}),
        "play.objects.play_random": (table_objects.play_random, {
            "rules": game, "seed": 1, "hands": 1, "wall_rule": 0, "has_flowers": True,
            "prevalent": 0, "eager": False,
        }),
        "line_points.score_text": (line_points.score_text, {
            "tables": tables, "text": b"1m\n11123456789995m\n",
        }),
        "lines.find_lines": (lines.find_lines, {"text": b"1m\n2m", "spans": None}),
        "lines.find_parts": (lines.find_parts, {"text": b"1m\n2m\r"}),
        "lines.read_text": (lines.read_text, {
            "text": b"1m\n2m\n3m\n", "parts": np.array([[0, 0], [9, 3]]),
            **columns,
            "unread": np.zeros(2, np.uint8), "start": 0, "stop": 2,
        }),
        "lines.read_spans": (lines.read_spans, {
            "text": b"1m\n2m\n3m\n", "spans": np.zeros((2, 2), np.int64),
            **columns,
            "unread": np.zeros(2, np.uint8), "start": 0, "stop": 2,
        }),
        "explain.explain": (explain.explain, {"hand": _hand(),
            "rules": guobiao.get_profile("mil").rules}),
        "held.HandValues._take_parts": (_of_a_new_hand("_take_parts"), {
            "meld": guobiao.Meld, "standing": _hand().standing, "melds": (), "winning_tile": None,
            "self_drawn": False, "last_copy": False,
            "last_tile": False, "kong": False, "prevalent_wind": 0, "seat_wind": 0, "flowers": 0,
        }),
        "held.HandValues._take_numbers": (_of_a_new_hand("_take_numbers"), {
            "meld": guobiao.Meld, **{key: numbers[key] for key in numbers if key != "tables"},
        }),
        "held.HandValues._hold": (_of_a_new_hand("_hold"), {
            "sources": bytes(4), **{key: numbers[key] for key in numbers if key != "tables"},
        }),
        "held.HandValues._melds": (_hand()._melds, {"made": {}, "make": guobiao.Meld.from_code}),
        "held.HandValues._tiles": (_hand()._tiles, {"tiles": tuple(guobiao.Tile)}),
        "held.HandValues._copies_left": (_hand()._copies_left, {"waiting": False}),
        "held.HandValues._waits": (_hand()._waits, {"formal": False}),
        "held.HandValues._shanten": (_hand()._shanten, {"formal": False}),
        "held.HandValues._effective": (_hand()._effective, {
            "formal": False, "left": left, "made": (1,) * 170,
        }),
        "held.HandValues._won_on": (_hand()._won_on, {
            "kind": guobiao.Hand, "tile": 5, "self_drawn": False,
        }),
        "held.HandValues._without": (_hand()._without, {"kind": guobiao.Hand, "tile": 5}),
        "held.listed_tiles": (held.listed_tiles, {"mask": 7, "left": left, "made": (1,) * 170}),
        "held.hand_of_text": (held.hand_of_text, {"kind": guobiao.Hand, "text": SHORT}),
        "held.CountedFan": (held.CountedFan, {"fan": guobiao.Fan(5), "count": 1, "points": 8,
            "sets": ()}),
        "held.ScoreValues": (held.ScoreValues, {"hand": _hand(), "profile": "mil", "points": 8,
            "explanation": None}),
        "held.score_of": (held.score_of, {
            "kind": guobiao.evaluate.CoreScore, "hand": _hand(), "profile": "mil", "tables": tables,
        }),
        "held.counted_fans": (held.counted_fans, {
            "tables": tables, "hand": _hand(), "fans": tuple(guobiao.Fan),
            "points": (1,) * (FAN_COUNT + 1), "score": None,
        }),
        "arguments.flag": (core_arguments.flag, {"value": True}),
        "arguments.whole_number": (
            core_arguments.whole_number, {"value": 1, "least": 0, "most": 2},
        ),
    }  # fmt: skip
    return {
        name: Call(function, arguments, (Exception,))
        for name, (function, arguments) in calls.items()
    }


def wild_bytes(rng: random.Random, size: int) -> bytes:
    """Bytes of which most are small, as counts are."""
    return bytes(rng.choice((0, 0, 1, 2, 3, 4, rng.randrange(256))) for _ in range(size))


def changed(rng: random.Random, value: object) -> object:
    """Something that a function takes, with some of it wrong: the same kind and shape, other
    numbers.
    """
    if isinstance(value, bytes):
        if len(value) > 200:  # a profile's tables
            place = rng.randrange(len(value))
            return value[:place] + wild_bytes(rng, rng.choice((1, 4))) + value[place + 4 :]
        return wild_bytes(rng, len(value))
    if isinstance(value, np.ndarray) and value.dtype.kind in "iu":
        wild = np.frombuffer(wild_bytes(rng, value.nbytes), value.dtype)
        return wild.reshape(value.shape).copy()
    if isinstance(value, int):
        return rng.choice(
            (
                0,
                1,
                2,
                3,
                4,
                8,
                15,
                16,
                34,
                170,
                255,
                256,
                -1,
                2**31 - 1,
                2**32 - 1,
                2**63 - 1,
                2**64,
            )
        )
    if isinstance(value, tuple) and value:
        return (
            value[: rng.randrange(len(value))]
            if rng.random() < 0.5
            else tuple(changed(rng, each) for each in value)
        )
    return value


# What takes time or memory in proportion to a number: never a large one.
_AMOUNTS: Final = (
    "hands",
    "count",
    "routes",
    "limit",
    "threads",
    "furthest",
    "processes",
    "entrant_count",
)


def is_too_much(parameter: str, value: object) -> bool:
    """A number that the function would take, for hours, or with processes of its own."""
    number = core_arguments.whole_number(value, 0, 2**63)
    return (
        parameter in _AMOUNTS
        and number is not None
        and number > (1 if parameter == "processes" else 1000)
    )


def problem_of(call: Call, arguments: Mapping[str, object]) -> str | None:
    """What a call raises that it should not; None if it answers, or refuses as it should."""
    try:
        answer = call.function(**arguments)
        if isinstance(answer, GeneratorType):
            list(islice(answer, 3))
    except (GuobiaoError, *call.allowed):
        return None
    except (Exception, SystemExit) as error:
        told = ", ".join(f"{name}={value!r:.60}" for name, value in arguments.items())
        return f"{type(error).__name__}: {str(error)[:200]} -- ({told})"
    return None


def one_by_one(calls: Mapping[str, Call]) -> Iterator[str]:
    """Each argument of each call replaced by each hostile value, the others as they should be."""
    for name, call in calls.items():
        for parameter in call.arguments:
            for place in range(len(hostile())):
                value = hostile()[place]
                if is_too_much(parameter, value):
                    continue
                if problem := problem_of(call, {**call.arguments, parameter: value}):
                    yield f"{name}: {problem}"


def at_random(calls: Mapping[str, Call], rng: random.Random, count: int) -> Iterator[str]:
    """So many calls with one to three arguments replaced or changed."""
    listed = [(name, call) for name, call in calls.items() if call.arguments]
    for _ in range(count):
        name, call = rng.choice(listed)
        arguments = dict(call.arguments)
        for parameter in rng.sample(
            sorted(arguments), min(len(arguments), rng.choice((1, 1, 2, 3)))
        ):
            if rng.random() < 0.5 and parameter not in _AMOUNTS:
                arguments[parameter] = changed(rng, arguments[parameter])
            elif not is_too_much(parameter, value := rng.choice(hostile())):
                arguments[parameter] = value
        if problem := problem_of(call, arguments):
            yield f"{name}: {problem}"


# Public functions that are not called here, and why.
_OWN_OBJECT: Final = "takes an object that the library has made, and nothing is read from it"
_CLUSTER: Final = "works on a Ray cluster: test_ray.py"
_COMPAT: Final = "raises what PyMahjongGB raises: mahjonggb_hostile.py, test_compat_shanten.py"
_OPTIONS: Final = "hands its options to TableEnv"
NOT_CALLED: Final = {
    "guobiao.competition.match_json.seat_change_to_json": _OWN_OBJECT,
    "guobiao.reference.score_rules": _OWN_OBJECT,
    "guobiao.cluster.connect": _CLUSTER,
    "guobiao.cluster.play_series": _CLUSTER,
    "guobiao.cluster.score_dataset": _CLUSTER,
    "guobiao.cluster.score_parquet": _CLUSTER,
    "guobiao.cluster.self_play": _CLUSTER,
    "guobiao.compat.mahjonggb.HonorsAndKnittedTilesShanten": _COMPAT,
    "guobiao.compat.mahjonggb.KnittedStraightShanten": _COMPAT,
    "guobiao.compat.mahjonggb.MahjongFanCalculator": _COMPAT,
    "guobiao.compat.mahjonggb.MahjongShanten": _COMPAT,
    "guobiao.compat.mahjonggb.RegularShanten": _COMPAT,
    "guobiao.compat.mahjonggb.SevenPairsShanten": _COMPAT,
    "guobiao.compat.mahjonggb.ThirteenOrphansShanten": _COMPAT,
    "guobiao.env.env": _OPTIONS,
    "guobiao.env.raw_env": _OPTIONS,
    "guobiao.players.RandomPlayer": "takes no arguments",
    "guobiao.schemas.names": "takes no arguments",
    "guobiao.reference.table.ReferenceTable": "the plain second opinion: it checks nothing",
}


def public_modules() -> Iterator[ModuleType]:
    """``guobiao`` and its modules that a page names; without those that need a package that is not
    installed.
    """
    root = Path(__file__).resolve().parents[1]
    pages = [root / "README.md", *sorted((root / "docs").glob("*.md"))]
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    text = re.sub(r"from (guobiao[\w.]*) import (\w+)", r"\1.\2", text)
    named = {word for found in re.findall(r"guobiao[\w.]*", text) for word in _starts(found)}
    for module in pkgutil.walk_packages(guobiao.__path__, "guobiao."):
        if module.name in named:
            try:
                yield importlib.import_module(module.name)
            except guobiao.MissingExtraError:
                continue
    yield guobiao


def _starts(name: str) -> Iterator[str]:
    """``a``, ``a.b`` and ``a.b.c`` of ``a.b.c``."""
    parts = name.split(".")
    return (".".join(parts[:end]) for end in range(1, len(parts) + 1))


def names_of(module: ModuleType) -> tuple[str, ...]:
    """The public names of a module, with those that need a package that is not installed."""
    return tuple(vars(module).get("_ALL", getattr(module, "__all__", ())))


def public_functions() -> dict[str, Callable[..., object]]:
    """What a user may call, by module and name: functions, and classes that check what they are
    made of.
    """
    return {
        f"{module.__name__}.{name}": found
        for module in public_modules()
        for name in names_of(module)
        if _takes_arguments(found := getattr(module, name, None))
    }


def _takes_arguments(found: object) -> bool:
    if inspect.isclass(found):
        if issubclass(found, (Enum, BaseException, tuple)) or getattr(found, "_is_protocol", False):
            return False
        checks = ("__post_init__",) if is_dataclass(found) else ("__init__", "__new__")
        return any(name in vars(found) for name in checks)
    return inspect.isroutine(found)


def uncalled_functions(calls: Mapping[str, Call]) -> dict[str, Callable[..., object]]:
    """The public functions of which there is neither a call nor a reason in ``NOT_CALLED``."""
    called = [call.function for call in calls.values()]
    return {
        name: function
        for name, function in public_functions().items()
        if name not in NOT_CALLED and function not in called
    }


def automatic_calls(calls: Mapping[str, Call]) -> dict[str, Call]:
    """Calls of the functions that nobody has listed and that take one argument: what it is does not
    matter, since it is replaced.
    """
    made = {}
    for name, function in uncalled_functions(calls).items():
        taken = [*inspect.signature(function).parameters.values()]
        if len(taken) == 1 and taken[0].kind is taken[0].POSITIONAL_OR_KEYWORD:
            made[name] = Call(function, {taken[0].name: None})
    return made


def unlisted_names(calls: Mapping[str, Call]) -> Iterator[str]:
    """The functions of the compiled modules of which there is no call."""
    for module in (
        api,
        core_batch,
        compat_calls,
        discards,
        held,
        line_points,
        lines,
        reach,
        rules,
        shanten,
        table_batch,
        table_objects,
        core_arguments,
    ):
        prefix = module.__name__.split(".", 1)[1]  # without the package
        for name, found in vars(module).items():
            is_function = (
                callable(found) and not inspect.isclass(found) and not name.startswith("__")
            )
            if (
                is_function
                and found.__module__ == module.__name__
                and f"{prefix}.{name}" not in calls
            ):
                yield f"{prefix}.{name}"


def main() -> int:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--calls", type=int, default=100_000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument(
        "--core", action="store_true", help="only the compiled modules' own functions"
    )
    args = options.parse_args()
    calls = core_calls()
    if not args.core:
        calls |= public_calls() | optional_calls()
        calls |= automatic_calls(calls)
    rng, started = random.Random(args.seed), time.perf_counter()
    problems = [*one_by_one(calls), *at_random(calls, rng, args.calls)]
    for problem in sorted(set(problems)):
        print(problem)
    print(
        f"{args.calls:,} calls of {len(calls)} functions, seed {args.seed}: {len(problems)} "
        f"problems, {time.perf_counter() - started:.0f} s"
    )
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
