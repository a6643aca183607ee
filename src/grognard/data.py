"""Reading data files: YAML into typed structs, with errors that name file, place and reason."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec
import yaml

T = TypeVar("T")

#: Where a value comes from: the rules text, a public source, or our own proposal.
Source = Literal["rulebook", "public", "reconstructed"]

_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class DataError(ValueError):
    """A data file is wrong. Holds every problem found, one sentence each, each with its place."""

    def __init__(self, file: str, problems: Iterable[str]) -> None:
        self.file = file
        self.problems = tuple(problems)
        super().__init__("\n".join(f"{file}: {problem}" for problem in self.problems))


def read_yaml(path: Path, type_: type[T]) -> T:
    """Decode a YAML file into a typed struct, or refuse it with place and reason."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise DataError(path.name, [f"cannot be read: {error.strerror}"]) from error
    except UnicodeDecodeError as error:
        raise DataError(path.name, [f"is not UTF-8 text: byte {error.start}"]) from error
    return parse_yaml(text, type_, path.name)


def parse_yaml(text: str, type_: type[T], name: str = "data") -> T:
    """Decode YAML text into a typed struct; `name` is the file named in errors."""
    try:
        raw: Any = yaml.load(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = f"line {mark.line + 1}: " if mark else ""
        raise DataError(name, [f"{place}{error.problem or 'is not YAML'}"]) from error
    except yaml.YAMLError as error:
        raise DataError(name, [f"is not YAML: {error}"]) from error
    try:
        return msgspec.convert(raw, type_)
    except msgspec.ValidationError as error:
        raise DataError(name, [_place_first(str(error), raw)]) from error


def _place_first(message: str, raw: Any) -> str:
    """Turn msgspec's "reason - at `$.units[3].at`" into "units 3 ('6GTC') at: reason"."""
    reason, _, path = message.partition(" - at `$")
    steps = re.findall(r"\.([^.\[]+)|\[(\d+|\.\.\.)\]", path.rstrip("`"))
    place, here = [], raw
    for key, number in steps:
        if key:
            place.append(key)
            here = here.get(key) if isinstance(here, dict) else None
        elif number == "...":
            here = None
        else:
            here = here[int(number)] if isinstance(here, list) else None
            name = here.get("id", here.get("name")) if isinstance(here, dict) else None
            place.append(f"{name!r}" if name else f"number {int(number) + 1}")
    return f"{' '.join(place)}: {reason}" if place else reason
