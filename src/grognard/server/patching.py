"""Frames as JSON objects, and the difference of two of them as a merge patch (RFC 7396).

In a merge patch null takes a value away, so an object can hold none: what has no value is
left out of everything that is sent.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.server.messages import Frame, Opening, Past, Patch

Json = Any
Object = dict[str, Any]

_encode = msgspec.json.Encoder().encode


def as_object(frame: Frame) -> Object:
    """A frame as it is sent and patched; see `Frame` for what differs from the struct."""
    bare = replace(frame, view=replace(frame.view, agenda=()))
    found: Object = msgspec.to_builtins(bare, order="deterministic", str_keys=True)
    view = found["view"]
    del view["agenda"]
    view["counters"] = {counter["id"]: counter for counter in view["counters"]}
    view["secrets"] = {name: value is None or value for name, value in view["secrets"].items()}
    return found


def sent(message: Any) -> bytes:
    """The JSON text of anything that the server sends."""
    plain = without_nulls(msgspec.to_builtins(message, str_keys=True))
    if isinstance(message, Opening | Past):
        plain["frame"] = without_nulls(as_object(message.frame))
    if isinstance(message, Patch):
        plain["patch"] = message.patch
    return _encode(plain)


def without_nulls(value: Json) -> Json:
    """The same value in which what is null is left out of objects."""
    if isinstance(value, dict):
        return {name: without_nulls(item) for name, item in value.items() if item is not None}
    if isinstance(value, list | tuple):
        return [without_nulls(item) for item in value]
    return value


def diff(old: Object, new: Object) -> Object:
    """The patch that makes `new` out of `old`, where null and left out are the same."""
    gone = (name for name, item in old.items() if item is not None and new.get(name) is None)
    patch: Object = dict.fromkeys(gone)
    for name, item in new.items():
        before = old.get(name)
        if item is None or same(before, item):
            continue
        if not isinstance(before, dict) or not isinstance(item, dict):
            patch[name] = without_nulls(item)
        elif inner := diff(before, item):
            patch[name] = inner
    return patch


def same(one: Json, other: Json) -> bool:
    """Are these the same text? Python takes 1 and true for equal, a tuple and a list not."""
    return _encode(one) == _encode(other)


def apply(patch: Json, value: Json) -> Json:
    """The value that a merge patch makes out of another; neither is changed."""
    if not isinstance(patch, dict):
        return patch
    found = dict(value) if isinstance(value, dict) else {}
    for name, item in patch.items():
        if item is None:
            found.pop(name, None)
        else:
            found[name] = apply(item, found.get(name))
    return found
