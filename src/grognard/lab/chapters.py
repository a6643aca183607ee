"""The chapters of a report: from turn to turn, the fighting, the rules, luck.

Every plot stands under a sentence that says what is to be seen; numbers that carry an
argument can be unfolded below it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import shorten

import numpy as np

from grognard.clauses import Clause
from grognard.lab import plots
from grognard.lab.axes import whole
from grognard.lab.heat import STEPS, Heat, heat_map
from grognard.lab.html import figure, figures, folded, paragraph, section, table
from grognard.lab.plots import Pile, Said
from grognard.lab.results import Result
from grognard.lab.stats import correlation, luck_of
from grognard.lab.summary import Course, Party, Spread, Summary, Use, fights_a_game

_MOST_KINDS = 14
_MOST_CLAUSES = 20
_CLAUSE_LETTERS = 90
_MOST_PLACES = 12


def piles(summary: Summary, value: Callable[[Result], float | None]) -> list[Pile]:
    """Games by the side that won them."""
    kinds = [*((p.id, f"{p.title} wins", p.camp) for p in summary.parties), ("", "draw", "neutral")]
    found = []
    for side, label, camp in kinds:
        values = [value(result) for result in summary.results if result.winner == side]
        if values:
            found.append(Pile(label, camp, [v for v in values if v is not None]))
    return found


# --- from turn to turn ------------------------------------------------------------------

_BANDS = "Line: the middle game. Dark band: half of all games; light band: eight of ten."


def by_turn(summary: Summary) -> str:
    drawn = []
    if summary.points:
        lines = [(course, _named(course)) for course in summary.points]
        drawn.append(_course_figure("Victory points", lines, "victory points"))
    if summary.margin_course:
        first = summary.parties[0].title
        lines = [(summary.margin_course, "margin")]
        drawn.append(_course_figure("Margin", lines, f"{first} ahead by, points"))
    if any(course.final.high for course in summary.losses):
        lines = [(course, _named(course)) for course in summary.losses]
        drawn.append(_course_figure("Losses", lines, "steps lost so far"))
    lengths = plots.histogram(
        piles(summary, lambda result: result.turns),
        "turns",
        Said("Length of games", f"{summary.games} games by their last turn."),
        whole=True,
    )
    drawn.append(figure("Length", "The turn in which games ended, by the side that won.", lengths))
    lead = f"{_BANDS} Games that are over are left out of later turns. {_track(summary)}"
    return section("From turn to turn", lead, figures(*drawn))


def _course_figure(title: str, lines: Sequence[tuple[Course, str]], unit: str) -> str:
    caption = "; ".join(f"{label}: {_end(course.final)}" for course, label in lines)
    drawing = plots.courses(lines, unit, Said(f"{title} by turn", f"{caption}. {_BANDS}"))
    return figure(title, f"{caption[:1].upper()}{caption[1:]}.", drawing, _numbers(lines))


def _end(final: Spread) -> str:
    range_ = f"{whole(final.low)} to {whole(final.high)}"
    return f"{whole(final.middle)} at the end, {range_} in eight of ten"


def _numbers(lines: Sequence[tuple[Course, str]]) -> str:
    """The plot as a table, for those who want the numbers or cannot see it."""
    heads = ("", "turn", "games", "1 of 10 below", "quarter", "middle", "three quarters", "9 of 10")
    rows = [
        (label, str(n), str(turn.games), *(whole(value) for value in turn[1:]))
        for course, label in lines
        for n, turn in enumerate(course.turns, 1)
    ]
    return folded("Numbers", table(heads, rows, "The same in numbers"))


def _named(course: Course) -> str:
    return course.party.title if course.party else course.name


def _track(summary: Summary) -> str:
    pages = summary.game.pages
    if pages is None:
        return ""
    one = summary.results[0]
    turns = pages.page(one.scenario, summary.game.make_options(one.options)).turns
    return f"Turn 1 is {turns[0].label}, turn {turns[-1].number} is {turns[-1].label}."


# --- where the fighting was -------------------------------------------------------------


def heat_of(summary: Summary) -> Heat:
    often = {h: n for h, n in fights_a_game(summary).items() if h in summary.game.board.grid}
    tips = {hex_: f"{summary.game.board.called(hex_)}: {_fought(summary, hex_)}" for hex_ in often}
    return heat_map(summary.game, often, tips)


def _fought(summary: Summary, hex_: str) -> str:
    by_side = summary.fights[hex_]
    each = [
        f"{p.title} attacks {by_side.get(p.id, 0) / summary.games:.2f}" for p in summary.parties
    ]
    return f"{sum(by_side.values()) / summary.games:.2f} fights a game ({', '.join(each)})"


def fighting(summary: Summary, heat: Heat) -> str:
    often = fights_a_game(summary)
    total = sum(often.values())
    keys = "".join(
        f'<li><span style="background:{colour};opacity:{share + 0.15:.2f}"></span>{text}</li>'
        for (colour, share), text in zip(STEPS, _steps_in_words(heat), strict=True)
    )
    places = sorted(often, key=lambda hex_: (-often[hex_], hex_))[:_MOST_PLACES]
    rows = [
        (
            summary.game.board.called(hex_),
            f"{often[hex_]:.2f}",
            *(f"{summary.fights[hex_].get(p.id, 0) / summary.games:.2f}" for p in summary.parties),
        )
        for hex_ in places
    ]
    heads = ("hex", "fights a game", *(f"{party.title} attacks" for party in summary.parties))
    drawn = (
        f'<figure class="map"><h3>Fights a game, by the hex that was attacked</h3>{heat.svg}'
        f'<ul class="key" aria-label="Fights a game">{keys}</ul></figure>'
    )
    lead = (
        f"{total:.0f} fights a game, in {len(often)} different hexes over all games. "
        "Point at a hex to read its numbers."
    )
    return section(
        "Where the fighting was",
        lead,
        drawn,
        _side_by_side(heads, rows, "The hexes that were fought over most"),
    )


def _side_by_side(heads: Sequence[str], rows: Sequence[Sequence[str]], said: str) -> str:
    """A table in two halves, beside each other where there is room."""
    half = -(-len(rows) // 2)
    halves = [part for part in (rows[:half], rows[half:]) if part]
    made = "".join(table(heads, part, said) for part in halves)
    return f'<div class="split">{made}</div>'


def _steps_in_words(heat: Heat) -> list[str]:
    starts = (0.0, *heat.ends)
    return [f"{low:.2f} to {high:.2f}" for low, high in zip(starts, heat.ends, strict=False)]


# --- how the rules were used ------------------------------------------------------------


def rules(summary: Summary) -> str:
    kinds = [use for use in summary.events if use.total][:_MOST_KINDS]
    verbs = [use for use in summary.verbs if use.total][:_MOST_KINDS]
    drawn = []
    if kinds:
        drawn.append(
            figure(
                "What happens in a game",
                f"The {len(kinds)} commonest of {len(summary.events)} kinds of events.",
                plots.uses(kinds, summary.parties, Said("Events in a game", _list(kinds))),
                _uses_table(summary, summary.events, "kind"),
            )
        )
    drawn.append(
        figure(
            "What players do",
            f"The {len(verbs)} commonest of {len(summary.verbs)} verbs.",
            plots.uses(verbs, summary.parties, Said("Actions in a game", _list(verbs))),
            _uses_table(summary, summary.verbs, "verb"),
        )
    )
    lead = "What is seldom seen here is either rare in play or not yet in the players' heads."
    return section("How the rules were used", lead, figures(*drawn), _clauses(summary))


def _list(uses: Sequence[Use]) -> str:
    return ", ".join(f"{use.name} {use.total:.1f}" for use in uses)


def _uses_table(summary: Summary, uses: Sequence[Use], what: str) -> str:
    heads = (what, *(party.title for party in summary.parties), "neither", "in games")
    rows = [
        (
            use.name,
            *(f"{use.by_side.get(p.id, 0.0):.2f}" for p in summary.parties),
            f"{use.by_side.get('', 0.0):.2f}",
            f"{100 * use.games / summary.games:.0f} %",
        )
        for use in uses
    ]
    return folded("All of them", table(heads, rows, f"Times in a game, by {what}"))


def _clauses(summary: Summary) -> str:
    """Rules that events and their numbers name."""
    known = summary.game.clauses
    rows = [
        (
            use.name,
            _clause(known.get(use.name)),
            f"{use.total:.2f}",
            f"{100 * use.games / summary.games:.0f} %",
        )
        for use in summary.clauses
    ]
    heads = ("rule", "about", "times in a game", "in games")
    said = "Rules that events and their numbers cite"
    rest = rows[_MOST_CLAUSES:]
    more = folded(f"{len(rest)} more", table(heads, rest, said, words=2)) if rest else ""
    lead = paragraph(
        f"{len(rows)} of {len(known)} clauses. Most of the others say what may not be done, or "
        "work without a word in the log.",
        "note",
    )
    return f"<h3>{said}</h3>{lead}{table(heads, rows[:_MOST_CLAUSES], said, words=2)}{more}"


def _clause(clause: Clause | None) -> str:
    """A rule in a line: its title, and how its sentence begins."""
    if clause is None:
        return ""
    return f"{clause.title}: {shorten(clause.says, _CLAUSE_LETTERS, placeholder=' …')}"


# --- luck -------------------------------------------------------------------------------


def luck(summary: Summary) -> str:
    rolled = [
        (party, summary.rolls[party.id, summary.main_roll])
        for party in summary.parties
        if (party.id, summary.main_roll) in summary.rolls
    ]
    drawn = [
        figure(
            f"Faces of the dice, {summary.main_roll}",
            "How often each face came, over all games.",
            plots.faces(rolled, Said("Faces of the dice", _dice_words(rolled))),
        ),
        figure(
            "All dice",
            "Sums of dice against what was to be expected. A surplus beyond ±2 is seldom.",
            _rolls_table(summary),
        ),
    ]
    if summary.margins and len(summary.margins) == summary.games > 2:
        drawn += [_luck_figure(summary, party) for party, _ in rolled]
    return section("Luck against expectation", _luck_words(summary), figures(*drawn))


def _dice_words(rolled: Sequence[tuple[Party, Sequence[int]]]) -> str:
    told = []
    for party, faces in rolled:
        luck = luck_of(faces)
        told.append(f"{party.title}: {luck.dice} dice, {luck.pips / luck.dice:.2f} on average")
    return "; ".join(told)


def _luck_words(summary: Summary) -> str:
    share = summary.explained
    lead = "Luck is how far the sum of a side's dice lies above what was to be expected."
    if share is None:
        return lead
    return (
        f"{lead} About {100 * share:.0f} % of the spread of the final margins goes with the "
        f"{summary.main_roll} dice of both sides."
    )


def _rolls_table(summary: Summary) -> str:
    titles = {party.id: party.title for party in summary.parties}
    rows = []
    for (side, name), faces in summary.rolls.items():
        luck = luck_of(faces)
        expected = luck.expected / luck.dice
        row = (titles.get(side, "neither"), name, str(luck.dice), f"{luck.pips / luck.dice:.2f}")
        rows.append((*row, f"{expected:.2f}", f"{luck.z:+.1f}".replace("-", "−")))
    heads = ("side", "dice", "thrown", "mean", "expected", "surplus, s.d.")
    return table(heads, rows, "Dice by side and purpose", words=2)


def _luck_figure(summary: Summary, party: Party) -> str:
    """Luck of one side in every game against the margin."""
    luck = [one.z for one in summary.luck(party.id)]
    margins = [float(result.margin or 0.0) for result in summary.results]
    camps = {p.id: p.camp for p in summary.parties}
    games: dict[str, list[tuple[float, float]]] = {}
    for point, result in zip(zip(luck, margins, strict=True), summary.results, strict=True):
        games.setdefault(camps.get(result.winner, "neutral"), []).append(point)
    slope, height = np.polyfit(luck, margins, 1) if len(set(luck)) > 1 else (0.0, 0.0)
    first = summary.parties[0].title
    r = correlation(luck, margins)
    caption = (
        f"A point is a game, in the colour of the winner. A standard deviation more on the dice "
        f"goes with {slope:+.1f} points for the {first} (r = {r:+.2f})."
    ).replace("-", "−")
    return figure(
        f"Luck of the {party.title}",
        caption,
        plots.scatter(
            games,
            (float(height), float(slope)),
            ("surplus of its dice, standard deviations", f"{first} ahead by, points"),
            Said(f"Luck of the {party.title} and the margin", caption),
        ),
    )
