"""Writing a board file: text that a person can read and compare line by line."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping

import yaml

from grognard.boardfile import NO_HEX, BoardFile, Chain, GridFile, HexLayer, LineLayer, PlaceFile
from grognard.hexes import Grid, HexId

WIDTH = 110


def write_board(file: BoardFile, remarks: Iterable[str]) -> str:
    """The text of a board file, headed by remarks."""
    blocks = [
        "\n".join(f"# {line}".rstrip() for remark in remarks for line in _wrap(remark)),
        f"map: {_scalar(file.map)}\n{_note(file.note)}grid: {_grid(file.grid)}",
        _terrain(file),
        _lines("hexsides", file.hexsides),
        _lines("networks", file.networks),
        _places(file.places),
        _hexes("tags", file.tags),
        _hexes("zones", file.zones),
        _boxes(file),
    ]
    return "\n\n".join(block for block in blocks if block) + "\n"


def terrain_rows(grid: Grid, terrain: Mapping[HexId, str], letters: Mapping[str, str]) -> str:
    """The terrain as rows of letters, as the hexes lie."""
    letter_of = {name: letter for letter, name in letters.items()}
    rows = []
    for line in grid.lines():
        names = [grid.numbering.write(*place) for place in line]
        rows.append("".join(letter_of[terrain[n]] if n in grid else NO_HEX for n in names))
    return "\n".join(rows)


def _grid(grid: GridFile) -> str:
    parts = [f"shape: {grid.shape}", f"columns: {list(grid.columns)}", f"rows: {list(grid.rows)}"]
    parts.append(f"shifted: {grid.shifted}")
    parts += ["rows_up: true"] if grid.rows_up else []
    parts += ["columns_left: true"] if grid.columns_left else []
    parts.append(f"number: {grid.number}")
    if grid.sheets:
        sheets = (
            f"{{prefix: {s.prefix}, rows: {list(s.rows)}, offset: {s.offset}}}" for s in grid.sheets
        )
        parts.append(f"sheets: [{', '.join(sheets)}]")
    return "{" + ", ".join(parts) + "}"


def _terrain(file: BoardFile) -> str:
    letters = ", ".join(f"{_scalar(k)}: {_scalar(v)}" for k, v in file.letters.items())
    rows = textwrap.indent(file.terrain, "  ")
    water = f"water: [{', '.join(file.water)}]\n" if file.water else ""
    return (
        f"letters: {{{letters}}}\n{water}terrain_source: {file.terrain_source}\nterrain: |\n{rows}"
    )


def _lines(key: str, layers: Mapping[str, LineLayer]) -> str:
    if not layers:
        return ""
    parts = [f"{key}:"]
    for name, layer in layers.items():
        parts += [f"  {name}:", f"    source: {layer.source}"]
        parts += ["    loose: true"] if layer.loose else []
        parts += ["    lines:"] if layer.lines else []
        parts += [_line(line) for line in layer.lines]
    return "\n".join(parts)


def _line(line: Chain) -> str:
    way = _folded("way", line.way.replace("-", " - ").split(), 8)
    parts = [f"name: {_scalar(line.name)}"] if line.name else []
    parts += [f"reason: {_scalar(line.reason)}"] if line.reason else []
    return "      - " + "\n        ".join([*parts, way.lstrip()])


def _places(places: tuple[PlaceFile, ...]) -> str:
    if not places:
        return ""
    return "\n".join(["places:", *map(_place, places)])


def _place(place: PlaceFile) -> str:
    parts = [f"name: {_scalar(place.name)}", f"hex: {_scalar(place.hex)}"]
    parts += [f"size: {place.size}"] if place.size else []
    parts += [f"tags: [{', '.join(map(_scalar, place.tags))}]"] if place.tags else []
    return "  - {" + ", ".join([*parts, f"source: {place.source}"]) + "}"


def _hexes(key: str, layers: Mapping[str, HexLayer]) -> str:
    if not layers:
        return ""
    parts = [f"{key}:"]
    for name, layer in layers.items():
        parts += [f"  {_scalar(name)}:", f"    source: {layer.source}"]
        parts += [f"    title: {_scalar(layer.title)}"] if layer.title else []
        parts.append(_folded("hexes", layer.hexes.split(), 4))
    return "\n".join(parts)


def _boxes(file: BoardFile) -> str:
    if not file.boxes:
        return ""
    parts = ["boxes:"]
    for name, box in file.boxes.items():
        side = f", side: {box.side}" if box.side else ""
        parts.append(f"  {name}: {{title: {_scalar(box.title)}{side}, shows: {box.shows}}}")
    return "\n".join(parts)


def _note(note: str) -> str:
    return f"note: |\n{textwrap.indent(note.strip(), '  ')}\n" if note.strip() else ""


def _folded(key: str, words: list[str], indent: int) -> str:
    """A value of many words: on one line if it fits, else folded under its key."""
    text = " ".join(words).replace(" - ", "-")
    pad = " " * indent
    if len(text) + len(key) + indent + 4 <= WIDTH:
        return f"{pad}{key}: {_scalar(text)}"
    lines = textwrap.wrap(
        " ".join(words), WIDTH - indent - 2, break_long_words=False, break_on_hyphens=False
    )
    return f"{pad}{key}: >-\n" + "\n".join(f"{pad}  {line}" for line in lines)


def _wrap(text: str) -> list[str]:
    return textwrap.wrap(text, 98, subsequent_indent="    ") or [""]


def _scalar(text: str) -> str:
    """A word as YAML reads it back: quoted where it would become a number or a sign."""
    written = yaml.safe_dump(text, allow_unicode=True, width=10_000, default_flow_style=True)
    return written.removesuffix("\n...\n").strip()
