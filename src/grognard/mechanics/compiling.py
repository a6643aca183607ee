"""How kernels are compiled, and the types of what they are given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit, types
from numpy.typing import NDArray

F = TypeVar("F", bound=Callable[..., Any])
Int16s = NDArray[np.int16]
Int32s = NDArray[np.int32]
Hexes = NDArray[np.uint32]
Labels = NDArray[np.signedinteger[Any]]
Bits = NDArray[np.uint8]

INT = types.int64
BITS, BIT_ROWS = (types.Array(types.uint8, n, "C", readonly=True) for n in (1, 2))
SHORTS, TABLE, TABLES = (types.Array(types.int16, n, "C", readonly=True) for n in (1, 2, 3))
BLOCK = types.Array(types.int16, 2, "C")
NUMBERS = types.Array(types.int32, 1, "C", readonly=True)
HEXES, HEX_ROWS = (types.Array(types.uint32, n, "C", readonly=True) for n in (1, 2))
NEIGHBOURS = HEX_ROWS


def kernel(*arguments: Any) -> Callable[[F], F]:
    """Compile a function for arguments of these types, on import, and keep the result."""
    return cast("Callable[[F], F]", njit(arguments, cache=True))


def part(function: F) -> F:
    """A piece of a kernel, compiled into those that use it."""
    return cast("F", njit(function, inline="always"))
