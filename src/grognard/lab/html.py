"""Pieces of a page as text: cards, figures, tables. All words are escaped here."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

Cells = Sequence[str]


def card(label: str, big: str, under: str, camp: str = "") -> str:
    """A number that matters, what it is, and how sure it is."""
    return (
        f'<div class="card {camp}"><div class="label">{escape(label)}</div>'
        f'<div class="big">{escape(big)}</div><div class="under">{escape(under)}</div></div>'
    )


def figure(title: str, caption: str, drawing: str, *more: str) -> str:
    """A plot with its title above, a sentence that says what is to be seen, and perhaps more."""
    head = f"<h3>{escape(title)}</h3><figcaption>{escape(caption)}</figcaption>"
    return f"<figure>{head}{drawing}{''.join(more)}</figure>"


def figures(*drawn: str) -> str:
    """Figures beside each other where there is room."""
    return f'<div class="figures">{"".join(drawn)}</div>'


def table(heads: Cells, rows: Sequence[Cells], caption: str, words: int = 1) -> str:
    """A table. The first columns are `words`, the others numbers, which stand to the right."""

    def line(tag: str, cells: Cells) -> str:
        kinds = ("" if n < words else ' class="n"' for n in range(len(cells)))
        made = (f"<{tag}{k}>{escape(c)}</{tag}>" for c, k in zip(cells, kinds, strict=True))
        return f"<tr>{''.join(made)}</tr>"

    body = "".join(line("td", row) for row in rows)
    said = f"<caption hidden>{escape(caption)}</caption>"
    head = line("th", heads).replace("<th", '<th scope="col"')
    table_ = f"<table>{said}<thead>{head}</thead><tbody>{body}</tbody></table>"
    return f'<div class="scroll">{table_}</div>'


def folded(title: str, inner: str) -> str:
    """Something that opens when asked for."""
    return f"<details><summary>{escape(title)}</summary>{inner}</details>"


def paragraph(text: str, kind: str = "") -> str:
    """A paragraph of plain words."""
    return f'<p class="{kind}">{escape(text)}</p>' if kind else f"<p>{escape(text)}</p>"


def section(title: str, lead: str, *parts: str) -> str:
    """A part of the page with its heading and a sentence or two."""
    return f"<section><h2>{escape(title)}</h2>{paragraph(lead, 'note')}{''.join(parts)}</section>"


def page(title: str, style: str, *parts: str) -> str:
    """A whole page that needs nothing from elsewhere."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head>"
        f"<body><main>{''.join(parts)}</main></body></html>\n"
    )
