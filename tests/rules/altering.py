"""Data files with a fault put into them: what a loader refuses, and in which words."""

from collections.abc import Callable
from pathlib import Path
from typing import Concatenate, ParamSpec

import pytest

from grognard.data import DataError

P = ParamSpec("P")


def altered(path: Path, folder: Path, *changes: tuple[str, str]) -> Path:
    """A copy of a data file in `folder`, with texts replaced, each where it stands first."""
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, f"{path.name} has no {old!r}"
        text = text.replace(old, new, 1)
    copy = folder / path.name
    copy.write_text(text, encoding="utf-8")
    return copy


def refusal(load: Callable[P, object], *args: P.args, **more: P.kwargs) -> str:
    """In which words a loader refuses what it is given."""
    with pytest.raises(DataError) as caught:
        load(*args, **more)
    return str(caught.value)


def check_refused(
    load: Callable[Concatenate[Path, P], object], path: Path, folder: Path, fault: tuple[str, str],
    problem: str, *args: P.args, **more: P.kwargs,
) -> None:  # fmt: skip
    """With a text of the file replaced by another the loader refuses it: it names the file and the
    problem.
    """
    told = refusal(load, altered(path, folder, fault), *args, **more)
    assert told.startswith(f"{path.name}: ")
    assert problem in told
