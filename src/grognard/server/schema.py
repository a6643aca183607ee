"""The published description of the server (OpenAPI 3.1), made from the structs it speaks in.

    $ python -m grognard.server.schema > web/src/api/schema.json
    $ cd web && npm run types

Frames of a seat's WebSocket have no place in OpenAPI; they are among the components, as
`FromClient` and `FromServer`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from http import HTTPStatus
from typing import Any

import msgspec

import grognard
from grognard.server.endpoints import ENDPOINTS, Endpoint, Picture
from grognard.server.messages import FromClient, FromServer, Problem

Schema = dict[str, Any]

_REFERENCE = "#/components/schemas/{name}"
_NULL = {"type": "null"}


@cache
def description() -> Schema:
    """The whole description."""
    types = [FromClient, FromServer, Problem, *_bodies()]
    shapes, components = msgspec.json.schema_components(types, ref_template=_REFERENCE)
    known = dict(zip(map(repr, types), shapes, strict=True))
    taken = [known[repr(e.takes)] for e in ENDPOINTS if e.takes is not None]
    for name in components.keys() - _reached([shapes[0], *taken], components):
        _as_sent(components[name])
    for component in components.values():
        component["description"] = " ".join(component["description"].split())
    _counters_by_id(components)
    paths: Schema = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, known)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Grognard", "version": grognard.__version__},
        "paths": paths,
        "components": {
            "schemas": {**components, "FromClient": shapes[0], "FromServer": shapes[1]},
            "securitySchemes": {"tokens": {"type": "http", "scheme": "bearer"}},
        },
    }


def _bodies() -> list[Any]:
    found = [body for e in ENDPOINTS for body in (e.takes, e.gives) if body is not None]
    return list({repr(body): body for body in found if not isinstance(body, Picture)}.values())


# --- components as they are sent ------------------------------------------------------------


def _reached(shapes: Iterable[Schema], components: Schema) -> set[str]:
    """The names of all components that these refer to, directly or not."""
    found: set[str] = set()
    names = re.findall(r'components/schemas/(\w+)"', msgspec.json.encode(list(shapes)).decode())
    while names:
        name = names.pop()
        if name not in found:
            found.add(name)
            text = msgspec.json.encode(components[name]).decode()
            names += re.findall(r'components/schemas/(\w+)"', text)
    return found


def _as_sent(component: Schema) -> None:
    """What the server sends has all its fields, but for those that are null."""
    if component["type"] == "array":
        component["minItems"] = len(component["prefixItems"])
        return
    properties = component["properties"]
    optional = {name for name, shape in properties.items() if _NULL in shape.get("anyOf", ())}
    for name in optional:
        properties[name] = _without_null(properties[name])
    for shape in properties.values():
        shape.pop("default", None)
    component["required"] = [name for name in properties if name not in optional]


def _without_null(shape: Schema) -> Schema:
    others = [choice for choice in shape["anyOf"] if choice != _NULL]
    rest = {name: value for name, value in shape.items() if name not in ("anyOf", "default")}
    return {**rest, **(others[0] if len(others) == 1 else {"anyOf": others})}


def _counters_by_id(components: Schema) -> None:
    """A view as it is sent; see `Frame`."""
    view = components["View"]
    counter = view["properties"]["counters"]["items"]
    view["properties"]["counters"] = {"type": "object", "additionalProperties": counter}
    del view["properties"]["agenda"]
    view["required"].remove("agenda")


# --- paths ----------------------------------------------------------------------------------


def _operation(endpoint: Endpoint, known: Schema) -> Schema:
    operation: Schema = {
        "operationId": endpoint.name,
        "summary": endpoint.about,
        "parameters": [*_parameters(endpoint)],
        "responses": {
            str(endpoint.status): _response(endpoint, known),
            **{str(code): _problem(code) for code in endpoint.errors},
        },
    }
    if endpoint.takes is not None:
        body = {"application/json": {"schema": known[repr(endpoint.takes)]}}
        operation["requestBody"] = {"required": True, "content": body}
    if endpoint.secret:
        operation["security"] = [{"tokens": []}]
    return operation


def _parameters(endpoint: Endpoint) -> Iterable[Schema]:
    text = {"type": "string"}
    for name in re.findall(r"{(\w+)}", endpoint.path):
        yield {"name": name, "in": "path", "required": True, "schema": text}
    for name, each in endpoint.query.items():
        shape = {**text, "enum": each.choices} if each.choices else text
        yield {"name": name, "in": "query", "description": each.about, "schema": shape}


def _response(endpoint: Endpoint, known: Schema) -> Schema:
    described = {"description": HTTPStatus(endpoint.status).phrase}
    if endpoint.gives is None:
        return described
    if isinstance(endpoint.gives, Picture):
        return {**described, "content": {endpoint.gives.type: {}}}
    body = {"application/json": {"schema": known[repr(endpoint.gives)]}}
    return {**described, "content": body}


def _problem(code: int) -> Schema:
    shape = {"$ref": _REFERENCE.format(name="Problem")}
    content = {"application/json": {"schema": shape}}
    return {"description": HTTPStatus(code).phrase, "content": content}


if __name__ == "__main__":
    print(msgspec.json.format(msgspec.json.encode(description())).decode())
