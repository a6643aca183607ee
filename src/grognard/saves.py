"""The file format of a saved game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from grognard.state import encode

#: Raised with every change of this format; `decode_save` knows all earlier ones.
FORMAT = 1

#: In place of a state: there is none.
NOTHING = msgspec.Raw(b"null")

#: A save of the longest game is well below this; more is not one.
_MOST_BYTES = 64 * 1024 * 1024


class SaveError(ValueError):
    """A file is not a save that can be opened; says why."""


class Save(msgspec.Struct, frozen=True, kw_only=True):
    """A game in a file. `first` is the state from which the actions lead on, where that is
    not the beginning of the scenario; `state` is the last one.
    """

    format: int
    game: str
    rules: str
    data: str
    scenario: str
    options: Mapping[str, Any]
    seed: str
    paired: bool = False
    actions: tuple[str, ...]
    hashes: Mapping[str, str]
    first: msgspec.Raw = NOTHING
    state: msgspec.Raw


def encode_save(save: Save) -> bytes:
    """A save as the bytes of its file."""
    return encode(save) + b"\n"


def decode_save(text: bytes) -> Save:
    """Read a file, or say why it is no save."""
    if len(text) > _MOST_BYTES:
        raise SaveError("the file is too large to be a save")
    try:
        head = msgspec.json.decode(text, type=_Head)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SaveError(f"not a save, or cut short: {error}") from error
    if head.format != FORMAT:
        raise SaveError(f"format {head.format} is not known; this version reads {FORMAT}")
    try:
        return msgspec.json.decode(text, type=Save)
    except msgspec.ValidationError as error:
        raise SaveError(f"damaged: {error}") from error


class _Head(msgspec.Struct):
    format: int
