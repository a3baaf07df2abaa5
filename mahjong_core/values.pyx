"""The readers of what callers give as a number or a flag: the one rule of what is one."""

import sys

from cpython.number cimport PyNumber_Index

__all__ = ["flag", "whole_number"]

def whole_number(value, least=None, most=None):
    """The value as an int if it is a whole number from ``least`` to ``most``; None for anything
    else.

    What is a whole number to Python (``operator.index``) is one: NumPy's integers are, and arrays
    of one without a dimension. A bool, a float and a text are not.
    """
    if type(value) is not int:
        if isinstance(value, bool):
            return None
        try:
            value = PyNumber_Index(value)
        except Exception:  # whatever a stranger's __index__ raises, it gives no number
            return None
    return value if (least is None or value >= least) and (most is None or value <= most) else None

def flag(value):
    """The value as a bool if it is True or False, NumPy's included; None for anything else."""
    if value is True or value is False:
        return value
    numpy = sys.modules.get("numpy")  # who has no NumPy has none of its bools
    return bool(value) if isinstance(value, getattr(numpy, "bool_", ())) else None
