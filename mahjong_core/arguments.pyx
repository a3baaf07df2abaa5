"""Reads numbers and flags from callers: the one rule of what is a number and what is a flag."""

import sys

from cpython.number cimport PyNumber_Index

__all__ = ["flag", "whole_number"]

def whole_number(value, least=None, most=None):
    """The value as an int if it is a whole number from ``least`` to ``most``; None for anything
    else.

    A whole number is what Python takes as one (``operator.index``): NumPy's integers too, and their
    arrays without a dimension. A bool, a float and a text are not.
    """
    if type(value) is not int:
        if isinstance(value, bool):
            return None
        try:
            value = PyNumber_Index(value)
        except Exception:  # a caller's own __index__ may raise anything: no number then
            return None
    return value if (least is None or value >= least) and (most is None or value <= most) else None

def flag(value):
    """The value as a bool if it is True or False, NumPy's included; None for anything else."""
    if value is True or value is False:
        return value
    numpy = sys.modules.get("numpy")  # without NumPy the value cannot be a NumPy bool
    return bool(value) if isinstance(value, getattr(numpy, "bool_", ())) else None
