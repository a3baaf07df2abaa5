"""Every group of ``groups.py`` under pytest-benchmark: ``pytest bench --benchmark-group-by=group``.

All contenders of a group run over the same hands, few enough for its slowest one, so that their
times compare as they are. For ratios over whole corpora, side by side, see ``ratios.py``.
"""

from __future__ import annotations

import pytest

from corpus import corpus
from groups import GROUPS, Contender, Group

ROWS = [
    pytest.param(
        group, name, contender, id=f"{group.name}-{name}-{contender.name}".replace(" ", "_")
    )
    for group in GROUPS
    for name in group.corpora
    for contender in group.contenders
]


@pytest.mark.parametrize(("group", "name", "contender"), ROWS)
def test_group(benchmark, group: Group, name: str, contender: Contender) -> None:
    hands = corpus(name).hands[: min(each.most_hands for each in group.contenders)]
    run = contender.ready(hands)
    if run is None:
        pytest.skip("not installed")
    benchmark.group = f"{group.name}: {len(hands)} hands of {name!r}"
    answers = benchmark(run)
    assert [contender.read(answer) for answer in answers] == list(group.answers(hands))
