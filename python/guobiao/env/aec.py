"""One hand of play as a PettingZoo environment. Needs PettingZoo (``pip install guobiao[env]``)."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mahjong_core.messages import shown

from ..errors import MissingExtraError, TableError
from ..profiles import RuleProfile
from ..table import ACTION_COUNT, HandResult, TableHand, WallRule
from ..table.hand import checked_seed
from ..tiles import SLOT_COUNT, Seat
from .planes import PLANES
from .rendering import render_hand

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError:
    raise MissingExtraError(
        "the environment needs PettingZoo, which is not installed: pip install guobiao[env]"
    ) from None

from .observing import action_mask, observation_planes
from .vector import checked_scale

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["TableEnv", "env", "raw_env"]

_SEEDS: Final = 1 << 64
_AGENTS: Final = tuple(seat.name for seat in Seat)
_RENDER_MODES: Final = ("human", "ansi")


class TableEnv(AECEnv):
    """One hand of play for four agents, ``"E"``, ``"S"``, ``"W"`` and ``"N"``; a
    reset deals the next one.

    ``rules``, ``wall``, ``flowers`` and ``prevalent_wind`` as for ``TableHand``. Observations are
    dictionaries: ``observation`` (56, 34) uint8, the planes of ``PLANES``, and ``action_mask``
    (235,) int8, zeros unless the agent is asked. Rewards are the payments at the end of the hand
    times ``reward_scale``, zeros before. At the end each agent's info holds ``ending``, ``winner``,
    ``discarder``, ``points`` and ``changes``. Raises ``IllegalActionError`` if the mask does not
    allow an action; the hand is then unchanged. Raises ``TableError`` if settings are impossible.

    >>> env = TableEnv()
    >>> env.reset(seed=7)
    >>> legal = [int(env.observe(seat)["action_mask"].sum()) for seat in "ES"]
    >>> env.agent_selection, *legal
    ('E', 13, 0)
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(_RENDER_MODES),
        "name": "guobiao_v0",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        *,
        rules: str | RuleProfile = "mil",
        wall: str | WallRule = WallRule.COMMON,
        flowers: bool = True,
        prevalent_wind: Seat | int | str = Seat.E,
        reward_scale: float = 1.0,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        known = isinstance(render_mode, str) and render_mode in _RENDER_MODES
        if render_mode is not None and not known:
            raise TableError(f"render_mode {shown(render_mode)}: expected None, 'human' or 'ansi'")
        self._settings: dict[str, Any] = {
            "rules": rules,
            "wall": wall,
            "flowers": flowers,
            "prevalent_wind": prevalent_wind,
        }
        self._scale = checked_scale(reward_scale)
        self.render_mode = render_mode
        self.possible_agents = list(_AGENTS)
        self.agents: list[str] = []
        self._observation_spaces = {agent: _observation_space() for agent in _AGENTS}
        self._action_spaces = {agent: spaces.Discrete(ACTION_COUNT) for agent in _AGENTS}
        self._next_seed = secrets.randbits(64)
        # refuses impossible settings
        self._hand = TableHand(seed=self._next_seed, **self._settings)

    @property
    def hand(self) -> TableHand:
        """The hand that is played, with all that is hidden.

        Changing it is cheating: ``copy()`` it.
        """
        return self._hand

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for all agents; the same object each time."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The 235 actions; the same object each time."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals the hand of a seed (that of ``TableHand(seed=…)``).

        Without one, of the number after the last hand's seed.
        """
        dealt = self._next_seed if seed is None else checked_seed(seed)
        self._next_seed = (dealt + 1) % _SEEDS
        self._hand = TableHand(seed=dealt, **self._settings)
        self.agents = list(_AGENTS)
        self.rewards = dict.fromkeys(_AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(_AGENTS, 0.0)
        self.terminations = dict.fromkeys(_AGENTS, False)
        self.truncations = dict.fromkeys(_AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in _AGENTS}
        self.agent_selection = self._asked()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent sees now, in any agent's turn."""
        seen = self._hand.observe(Seat.parse(agent))
        return {"observation": observation_planes(seen), "action_mask": action_mask(seen)}

    def step(self, action: int | None) -> None:
        """Does what the selected agent decided.

        After the end, None removes one agent after the other.
        """
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self._hand.apply(action)  # type: ignore[arg-type]  # None is refused too
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._hand.is_over:
            self._end()
        else:
            self.agent_selection = self._asked()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The table as text, with all four hands: returned (``ansi``) or printed (``human``)."""
        if self.render_mode is None:
            raise TableError(
                "nothing to render with: make the environment with render_mode='ansi' or 'human'"
            )
        text = render_hand(self._hand)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing needs closing."""

    def _asked(self) -> str:
        turn = self._hand.turn
        assert turn is not None  # a hand that is not over
        return turn.name

    def _end(self) -> None:
        result = self._hand.result
        assert result is not None  # it is over
        self.rewards = {seat.name: self._scale * result.changes[seat] for seat in Seat}
        self.terminations = dict.fromkeys(_AGENTS, True)
        self.infos = {agent: _info(result) for agent in _AGENTS}


def raw_env(**options: Any) -> TableEnv:
    """``TableEnv`` under the name that PettingZoo's environments give to it."""
    return TableEnv(**options)


def env(**options: Any) -> AECEnv:
    """A ``TableEnv`` in the wrappers of PettingZoo's own environments.

    It raises errors for steps out of order and for numbers that are no action.
    """
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(TableEnv(**options)))


def _observation_space() -> spaces.Dict:
    most = np.repeat([group.most for group in PLANES], [group.count for group in PLANES]).astype(
        np.uint8
    )
    high = np.repeat(most[:, np.newaxis], SLOT_COUNT, axis=1)
    return spaces.Dict(
        {
            "observation": spaces.Box(np.zeros_like(high), high, dtype=np.uint8),
            "action_mask": spaces.Box(0, 1, (ACTION_COUNT,), np.int8),
        }
    )


def _info(result: HandResult) -> dict[str, Any]:
    return {
        "ending": result.ending.name,
        "winner": None if result.winner is None else result.winner.name,
        "discarder": None if result.discarder is None else result.discarder.name,
        "points": 0 if result.score is None else result.score.points,
        "changes": result.changes,
    }
