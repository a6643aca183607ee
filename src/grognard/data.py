"""Reading data files: YAML into typed structs, with errors that name file, place and reason."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import msgspec
import yaml

T = TypeVar("T")

#: Where a value comes from: the rules text, a public source, or our own proposal.
Source = Literal["rulebook", "public", "reconstructed"]


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A block of a data file; a word that it does not know is refused."""


class DataError(ValueError):
    """A data file is wrong. Holds every problem found, one sentence each, each with its place."""

    def __init__(self, file: str, problems: Iterable[str]) -> None:
        self.file = file
        self.problems = tuple(problems)
        super().__init__("\n".join(f"{file}: {problem}" for problem in self.problems))


@contextmanager
def within(path: Path) -> Iterator[None]:
    """What is wrong with a part of a file is said with the file's name first."""
    try:
        yield
    except DataError as error:
        problems = [f"{error.file}: {problem}" for problem in error.problems]
        raise DataError(path.name, problems) from error


def twice(names: Iterable[str]) -> list[str]:
    """The names that stand more than once, in the order in which they first do."""
    return [name for name, times in Counter(names).items() if times > 1]


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
        raw: Any = yaml.load(text, Loader=_Loader)
        return msgspec.convert(raw, type_)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = f"line {mark.line + 1}: " if mark else ""
        raise DataError(name, [f"{place}{error.problem or 'is not YAML'}"]) from error
    except yaml.YAMLError as error:
        raise DataError(name, [f"is not YAML: {error}"]) from error
    except UnicodeEncodeError as error:
        raise DataError(name, [f"is not UTF-8 text: character {error.start}"]) from error
    except RecursionError as error:
        raise DataError(name, ["is nested too deeply"]) from error
    except msgspec.ValidationError as error:
        raise DataError(name, [_place_first(str(error), raw, type_)]) from error


# --- YAML without its surprises ---------------------------------------------------------

if TYPE_CHECKING:
    _Base = yaml.SafeLoader
else:
    _Base = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_TAG = "tag:yaml.org,2002:"


class _Loader(_Base):
    """The core of YAML: text, whole numbers, decimals, true, false, null, lists and maps.

    Hex numbers, odds and dates stay text (`0535`, `1:2`, `1943-08-03`), as do `yes` and
    `no`; nothing is octal; a key that is given twice is an error instead of lost.
    """

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        # A wrong tag can bring a node of another kind here; the base class refuses it.
        pairs = node.value if node.id == "mapping" else []
        seen: set[tuple[str, str]] = set()
        for key in (key for key, _ in pairs if isinstance(key, yaml.ScalarNode)):
            if (key.tag, key.value) in seen:
                raise _fault(key, f"{key.value!r} is given twice")
            seen.add((key.tag, key.value))
        found: dict[Any, Any] = super().construct_mapping(node, deep=deep)
        return found


def _fault(node: yaml.Node, problem: str) -> yaml.constructor.ConstructorError:
    return yaml.constructor.ConstructorError(None, None, problem, node.start_mark)


def _scalar(pattern: str, read: Callable[[str], Any]) -> Callable[[_Loader, yaml.Node], Any]:
    """Reads what the pattern matches; only a tag in the file can bring anything else here."""

    def construct(_loader: _Loader, node: yaml.Node) -> Any:
        if not isinstance(node, yaml.ScalarNode) or not re.fullmatch(pattern, node.value):
            raise _fault(node, f"{node.value!r} is not what its tag says")
        return read(node.value)

    return construct


_SCALARS: tuple[tuple[str, str, str, Callable[[str], Any]], ...] = (
    ("null", "null|~|", "n~", lambda text: None),
    ("bool", "true|false", "tf", lambda text: text == "true"),
    ("int", "[-+]?(0|[1-9][0-9]*)", "-+0123456789", int),
    ("float", r"[-+]?(0|[1-9][0-9]*)\.[0-9]+", "-+0123456789", float),
)

_Loader.yaml_implicit_resolvers = {}
_Loader.yaml_constructors = {
    tag: construct
    for tag, construct in _Base.yaml_constructors.items()
    if tag in {None, f"{_TAG}str", f"{_TAG}seq", f"{_TAG}map"}
}
for _name, _pattern, _first, _read in _SCALARS:
    _match = re.compile(f"^(?:{_pattern})$")
    _firsts = [*_first, ""] if _name == "null" else list(_first)
    _Loader.add_implicit_resolver(f"{_TAG}{_name}", _match, _firsts)
    _Loader.add_constructor(f"{_TAG}{_name}", _scalar(_pattern, _read))


# --- places in messages -----------------------------------------------------------------


def _place_first(message: str, raw: Any, type_: Any) -> str:
    """Turn "reason - at `$.layers[...].lines[3].way`" into "layers 'river' lines number 4 way:
    reason", finding the key that the three dots stand for.
    """
    reason, _, path = message.partition(" - at `")
    if re.match(r"Expected `[^`]*\bstr\b[^`]*`, got `(int|float|bool)`", reason):
        reason += ", put it in quotes"
    words: list[str] = []
    trail: list[Any] = []
    for field, index in re.findall(r"\.([^.\[`]+)|\[(\d+|\.\.\.)\]", path):
        if index == "...":
            trail.append(_culprit(raw, trail, type_))
            raw = _only(raw, trail)
            words.append(repr(trail[-1]))
        elif index:
            trail.append(int(index))
            words.append(_entry_name(_at(raw, trail), int(index)))
        else:
            trail.append(field)
            words.append(field)
    if path.startswith("key"):
        words.append("key")
    return f"{' '.join(words)}: {reason}" if words else reason


def _entry_name(entry: Any, index: int) -> str:
    """How people find an entry of a list: by its id or name, else by counting."""
    name = entry.get("id", entry.get("name")) if isinstance(entry, dict) else None
    return repr(name) if name else f"number {index + 1}"


def _culprit(raw: Any, trail: list[Any], type_: Any) -> Any:
    """The key of the map at `trail` whose entry alone is refused."""
    *others, last = _at(raw, trail)
    for key in others:
        try:
            msgspec.convert(_only(raw, [*trail, key]), type_)
        except msgspec.ValidationError:
            return key
    return last


def _at(raw: Any, trail: list[Any]) -> Any:
    for key in trail:
        raw = raw[key]
    return raw


def _only(raw: Any, trail: list[Any]) -> Any:
    """The data with all entries but one taken out of the map that the last key is in."""
    if len(trail) == 1:
        return {trail[0]: raw[trail[0]]}
    copy = raw.copy()
    copy[trail[0]] = _only(raw[trail[0]], trail[1:])
    return copy
