"""The report: one self-contained page about how a scenario plays.

Every part says in a sentence what its plot shows; numbers that carry an argument have their
interval. Nothing here knows a title: names, sides, map and rules come from the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from statistics import median
from typing import Any

from grognard.game import Game
from grognard.lab import plots
from grognard.lab.axes import whole
from grognard.lab.chapters import by_turn, fighting, heat_of, luck, piles, rules
from grognard.lab.history import History, history_of
from grognard.lab.html import card, figure, figures, folded, page, paragraph, section, table
from grognard.lab.plots import Said, ShareRow
from grognard.lab.results import Result
from grognard.lab.stats import Estimate
from grognard.lab.summary import Summary
from grognard.render.fonts import font_faces

_STYLE = Path(__file__).with_name("report.css")
_FONTS = {"serif semibold", "condensed semibold"}
#: A mean is given with a decimal if its interval is no wider than this.
FINE = 5.0
#: Whole margins have a bar each if there are no more than so many.
BARS = 20


def report_page(game: Game[Any, Any], results: Sequence[Result]) -> str:
    """The whole page."""
    summary = Summary(game, results)
    told = history_of(game, summary.scenario)
    heat = heat_of(summary) if summary.fights else None
    parts = [
        _head(summary),
        _who_wins(summary),
        *([_history(summary, told)] if told else []),
        by_turn(summary),
        *([fighting(summary, heat)] if heat else []),
        rules(summary),
        *([luck(summary)] if summary.main_roll else []),
        _games(summary),
    ]
    style = font_faces(_FONTS) + (heat.fonts if heat else "") + _STYLE.read_text(encoding="utf-8")
    return page(f"{game.title}: {_title(summary)}", style, *parts)


def _title(summary: Summary) -> str:
    title: str = summary.game.scenario(summary.scenario).title
    return title


# --- the head ---------------------------------------------------------------------------


def _head(summary: Summary) -> str:
    scenario = summary.game.scenario(summary.scenario)
    kicker = paragraph("Lab report", "kicker")
    title = f"<h1>{escape(summary.game.title)}: {escape(scenario.title)}</h1>"
    return f"<header>{kicker}{title}{_setting(summary)}</header>{_cards(summary)}"


def _setting(summary: Summary) -> str:
    one = summary.results[0]
    seeds = sorted({result.seed for result in summary.results})
    who = " and ".join(summary.entrants) if len(summary.entrants) > 1 else None
    players = f"between {who}, sides swapped" if who else f"of {summary.entrants[0]} against itself"
    switches = ", ".join(f"{name} {_spelt(value)}" for name, value in one.options.items())
    return paragraph(
        f"{summary.games} games {players}, seeds {seeds[0]} to {seeds[-1]}. "
        f"Rules {one.rules}, data {one.data}{'; ' + switches if switches else ''}.",
        "setting",
    )


def _spelt(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _cards(summary: Summary) -> str:
    made = [
        card(
            f"{party.title} wins",
            f"{100 * summary.share(party.id).value:.0f} %",
            f"95 % interval {_range(summary.share(party.id), 100, ' %')}",
            party.camp,
        )
        for party in summary.parties
    ]
    if summary.margin is not None:
        made.append(_margin_card(summary, summary.margin))
    lengths = [result.turns for result in summary.results]
    least, most = min(lengths), max(lengths)
    turns = f"{least} to {most} turns" if least < most else "every game"
    spread = f"{turns}; {_actions(summary)} actions"
    made.append(card("Length", f"{median(lengths):.0f} turns", spread))
    return f'<div class="cards">{"".join(made)}</div>'


def _margin_card(summary: Summary, margin: Estimate) -> str:
    """The mean margin as the side that is ahead sees it."""
    first, second = summary.parties
    ahead = first if margin.value >= 0 else second
    if ahead is second:
        margin = Estimate(-margin.value, -margin.high, -margin.low)
    mean, low, high = (_points(v, margin) for v in (margin.value, margin.low, margin.high))
    sure = f"95 % interval {low} to {high}" if summary.games > 1 else "one game only"
    return card("Mean margin, points", f"{ahead.title} +{mean}", sure, ahead.camp)


def _points(value: float, margin: Estimate) -> str:
    """Points with a decimal where whole ones would hide the interval."""
    return f"{value:.1f}".replace("-", "−") if margin.high - margin.low < FINE else whole(value)


def _range(estimate: Estimate, scale: float, unit: str = "") -> str:
    return f"{whole(scale * estimate.low)} to {whole(scale * estimate.high)}{unit}"


def _actions(summary: Summary) -> str:
    return f"{median(result.actions for result in summary.results):,.0f}"


def _are_few(margins: Sequence[float]) -> bool:
    """Are there so few different margins, all of them whole, that each can have its own bar?"""
    whole_ones = all(margin == round(margin) for margin in margins)
    return whole_ones and max(margins) - min(margins) < BARS


# --- who wins ---------------------------------------------------------------------------


def _who_wins(summary: Summary) -> str:
    drawn = [
        figure(
            "Share of games",
            "The dot is what was found, the line what may be true with 95 % confidence (Wilson). "
            "Between 35 and 65 %, shaded, we call a scenario fair. A draw counts half.",
            plots.shares(_share_rows(summary), Said("Share of games won", _verdict(summary))),
            _endings(summary),
        )
    ]
    if summary.margins:
        first = summary.parties[0].title
        drawn.append(
            figure(
                "Final margin",
                f"How far the {first} was ahead at the end, by the side that won.",
                plots.histogram(
                    piles(summary, lambda result: result.margin),
                    f"{first} ahead by, points",
                    Said("Final margins", f"{summary.games} games by final margin."),
                    whole=_are_few(summary.margins),
                ),
            )
        )
    return section("Who wins", _verdict(summary), figures(*drawn))


def _verdict(summary: Summary) -> str:
    first, second = summary.parties
    share = summary.share(first.id)
    low, high = plots.FAIR
    if share.low > high or share.high < low:
        ahead = first if share.value > 0.5 else second
        return f"These games favour the {ahead.title} side: chance alone does not explain it."
    if share.low >= low and share.high <= high:
        return "The scenario is fair between these players."
    if low <= share.value <= high:
        return "The scenario looks fair between these players; more games would make it sure."
    return "The scenario may be one-sided between these players; more games would make it sure."


def _share_rows(summary: Summary) -> list[ShareRow]:
    rows = [ShareRow(p.title, p.camp, summary.share(p.id), summary.games) for p in summary.parties]
    if len(summary.entrants) > 1:
        rows += [
            ShareRow(f"{entrant} as {p.title}", p.camp, summary.seated(entrant, p.id), games)
            for entrant in summary.entrants
            for p in summary.parties
            if (games := summary.games_of(entrant, p.id))
        ]
    return rows


def _endings(summary: Summary) -> str:
    titles = {party.id: party.title for party in summary.parties}
    rows = [
        (titles.get(winner, "nobody"), level, str(count), f"{100 * count / summary.games:.0f} %")
        for winner, level, count in summary.endings
    ]
    return table(("won by", "how", "games", "share"), rows, "How the games ended", words=2)


# --- history ----------------------------------------------------------------------------


def _history(summary: Summary, told: History) -> str:
    course = table(
        ("turn", "what happened"), [(str(one.turn), one.what) for one in told.course], "History", 2
    )
    here = _history_beside(summary)
    words = [paragraph(text) for text in (told.outcome, told.reading, told.losses) if text]
    source = paragraph(
        f"Source of the facts: {told.source}; what they would be in the game: "
        f"{told.reading_source}.",
        "source",
    )
    left, right = "".join([*words, source]), course if told.course else ""
    return section(
        "What really happened",
        here,
        f'<div class="split"><div>{left}</div><div>{right}</div></div>',
    )


def _history_beside(summary: Summary) -> str:
    winner, level, count = summary.endings[0]
    titles = {party.id: party.title for party in summary.parties}
    how = f"{titles[winner]} victory by {level}" if winner else "draw"
    named = f"an {how}" if how[0] in "AEIOU" else f"a {how}"
    return f"Beside it, these games: the commonest end is {named}, {count} of {summary.games}."


# --- the games --------------------------------------------------------------------------


def _games(summary: Summary) -> str:
    titles = {party.id: party.title for party in summary.parties}
    rows = [
        (
            *result.players.values(),
            titles.get(result.winner, "nobody"),
            result.reason,
            str(result.seed),
            "" if result.margin is None else whole(result.margin, "+"),
            str(result.turns),
            f"{result.actions:,}",
            f"{result.seconds:.1f}",
        )
        for result in sorted(summary.results, key=lambda r: (r.seed, tuple(r.players.values())))
    ]
    sides = (party.title for party in summary.parties)
    heads = (*sides, "won by", "why", "seed", "margin", "turns", "actions", "seconds")
    every = table(heads, rows, "All games", words=4)
    lead = "A seed and its players give the same game again on any machine."
    return section("The games", lead, folded(f"All {summary.games} games", every))
