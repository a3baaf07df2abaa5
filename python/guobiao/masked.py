"""NumPy's masked arrays, which no function of this library takes."""

from __future__ import annotations

import sys

__all__ = ["is_masked"]


def is_masked(value: object) -> bool:
    """Whether it is an array with a mask: what the mask hides would be read as numbers like the
    others.

    NumPy is not imported for it: where it is not, there are no arrays.
    """
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.ma.MaskedArray)
