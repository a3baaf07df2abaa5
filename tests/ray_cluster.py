"""A Ray cluster on this machine for the time of a test: the one place that starts one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

import pytest

# Ray's workers give way to all else (niceness 15): beside other tests on few cores they would not
# even start in time.
os.environ.setdefault("RAY_worker_niceness", "0")


@contextmanager
def local_cluster(cpus: int) -> Iterator[ModuleType]:
    """So many workers, which import what this process imports; skips the test where Ray is not
    installed.
    """
    ray = pytest.importorskip("ray", reason="Ray is not installed (pip install guobiao[ray])")
    from guobiao import cluster

    path = os.pathsep.join(path for path in sys.path if path)
    cluster.connect(cpus=cpus, runtime_env={"env_vars": {"PYTHONPATH": path}}, log_to_driver=False)
    try:
        yield ray
    finally:
        ray.shutdown()
