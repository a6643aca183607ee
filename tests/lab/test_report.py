import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.fixture.ford import load as load_ford
from tests.lab.making import series

from grognard.data import DataError
from grognard.lab.heat import STEPS, step_ends, step_of
from grognard.lab.history import history_of
from grognard.lab.report import report_page
from grognard.lab.results import Result
from grognard.lab.summary import Summary
from grognard.registry import load

FORD = load_ford()
SVG = "{http://www.w3.org/2000/svg}"


class Outline(HTMLParser):
    """The headings of a page, and whether all that opens is closed."""

    empty = frozenset({"meta", "br", "image"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.headings: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in self.empty:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.empty:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("h1", "h2"):
            self.headings.append(data)


def outline(page: str) -> Outline:
    found = Outline()
    found.feed(page)
    assert found.open == []
    return found


def plots(page: str) -> list[ElementTree.Element]:
    return [ElementTree.fromstring(one) for one in re.findall(r'<svg class="plot".*?</svg>', page)]


@pytest.fixture(scope="module")
def page(played: list[Result]) -> str:
    return report_page(FORD, played)


def test_the_page_has_all_its_parts(page: str) -> None:
    """Who wins, the course, the fighting, the rules, luck and the games, in this order."""
    assert outline(page).headings == [
        "The Ford: The crossing",
        "Who wins",
        "From turn to turn",
        "Where the fighting was",
        "How the rules were used",
        "Luck against expectation",
        "The games",
    ]


def test_the_page_needs_nothing_from_elsewhere(page: str) -> None:
    """No picture, style, type face or program is fetched."""
    elsewhere = [link for link in outline(page).links if not link.startswith(("data:", "#"))]
    assert elsewhere == []
    assert "<script" not in page
    assert re.findall(r"url\((?!data:|#)", page) == []


def test_every_plot_is_said_in_words(page: str) -> None:
    """Each is an image with a title and a description, and has a unit on its axes."""
    drawn = plots(page)
    assert len(drawn) >= 8
    for plot in drawn:
        assert plot.get("role") == "img"
        title, about = plot.find("title"), plot.find("desc")
        assert title is not None
        assert about is not None
        assert title.text
        assert about.text
        assert [word for word in plot.iter("text") if word.get("class") == "unit"]


def test_nothing_leaves_its_plot(page: str) -> None:
    """Bars and marks lie within the field that is shown."""
    for plot in plots(page):
        _, _, width, height = map(float, (plot.get("viewBox") or "").split())
        for box in plot.iter("rect"):
            x, y, wide, high = (float(box.get(n, "0")) for n in ("x", "y", "width", "height"))
            assert 0 <= x <= x + wide <= width + 0.1
            assert 0 <= y <= y + high <= height + 0.1


def test_shares_come_with_their_intervals(page: str, played: list[Result]) -> None:
    """The cards say how sure they are."""
    summary = Summary(FORD, played)
    for party in summary.parties:
        share = summary.share(party.id)
        assert f"{100 * share.value:.0f} %" in page
        assert f"95 % interval {100 * share.low:.0f} to {100 * share.high:.0f} %" in page


def test_entrants_are_shown_by_side(page: str) -> None:
    """Who plays which side how well."""
    assert "random as North" in page
    assert "random@nodes=9 as South" in page


def test_the_map_says_what_happened_where(page: str, played: list[Result]) -> None:
    """Every hex that was fought for is coloured and says how often."""
    summary = Summary(FORD, played)
    assert page.count(" fights a game (North attacks ") == len(summary.fights)
    assert f"in {len(summary.fights)} different hexes" in page


def test_a_page_can_be_made_twice(page: str, played: list[Result]) -> None:
    """The same games make the same page."""
    assert report_page(FORD, played) == page


def test_words_from_games_cannot_break_the_page(played: list[Result]) -> None:
    """A reason is text, whatever is in it."""
    import msgspec

    nasty = [msgspec.structs.replace(one, reason="<b>&won</i>") for one in played]
    page = report_page(FORD, nasty)
    outline(page)
    assert "&lt;b&gt;&amp;won&lt;/i&gt;" in page


def test_made_up_games_make_a_page_too() -> None:
    """Draws only, one game only, and no dice: everything that could divide by nothing."""
    for results in (series("a", "b", "====="), series("a", "a", "n"), series("a", "b", "ns=")):
        bare = [_bare(one) for one in results]
        assert "Who wins" in outline(report_page(FORD, _named(results))).headings
        assert "Luck against expectation" not in outline(report_page(FORD, _named(bare))).headings


def _named(results: list[Result]) -> list[Result]:
    import msgspec

    scenario = next(iter(FORD.scenarios))
    options = msgspec.to_builtins(FORD.make_options({}))
    return [msgspec.structs.replace(one, scenario=scenario, options=options) for one in results]


def _bare(one: Result) -> Result:
    import msgspec

    nothing: dict[str, Any] = {
        "measures": {},
        "fights": {},
        "events": {},
        "clauses": {},
        "rolls": {},
    }
    return msgspec.structs.replace(one, margin=None, **nothing)


# --- the heat map -----------------------------------------------------------------------


def test_steps_of_the_heat_map_double() -> None:
    """The last step ends at the most, each other one at half of the next."""
    ends = step_ends(8.0)
    assert ends == (0.5, 1.0, 2.0, 4.0, 8.0)
    assert [step_of(times, ends) for times in (0.1, 0.5, 0.6, 4.0, 4.1, 8.0)] == [0, 0, 1, 3, 4, 4]
    assert len(STEPS) == len(ends)


# --- what really happened ---------------------------------------------------------------


@pytest.mark.parametrize("slug", ["ukraine43", "ukraine44", "kanev43", "korsun44", "storm41"])
def test_shipped_games_tell_their_history(slug: str) -> None:
    """Every scenario has its outcome, and what is dated falls into its turns."""
    game = load(slug)
    for name, scenario in game.scenarios.items():
        told = history_of(game, name)
        assert told is not None
        assert told.outcome
        assert told.reading
        turns = [one.turn for one in told.course]
        assert turns == sorted(turns)
        assert all(1 <= turn <= scenario.turns for turn in turns)


def test_a_history_of_an_unknown_scenario_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong name is told with the file."""
    text = "noon: {source: public, outcome: Rain., reading: A draw.}\n"
    (tmp_path / "history.yaml").write_text(text)
    monkeypatch.setattr(FORD, "folder", tmp_path)
    with pytest.raises(DataError, match=r"history\.yaml: there is no scenario 'noon'"):
        history_of(FORD, "noon")


def test_a_game_need_not_tell_its_history() -> None:
    """The Ford never happened."""
    assert history_of(FORD, next(iter(FORD.scenarios))) is None


def test_history_stands_beside_the_games(
    played: list[Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What happened, what it would be in the game, and where that comes from."""
    scenario = next(iter(FORD.scenarios))
    text = f"{scenario}: {{source: public, outcome: It rained., reading: A draw.}}\n"
    (tmp_path / "history.yaml").write_text(text)
    monkeypatch.setattr(FORD, "folder", tmp_path)
    page = report_page(FORD, played)
    assert "It rained." in page
    assert "Source of the facts: public; what they would be in the game: reconstructed." in page


@pytest.mark.parametrize(
    ("outcome", "told"),
    [("nns", "a North victory by marginal, 2 of 3."), ("n==", "a draw, 2 of 3.")],
)
def test_the_commonest_end_stands_beside_history(
    outcome: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A victory with its level; a draw is a draw."""
    text = "crossing: {source: public, outcome: It rained., reading: A draw.}\n"
    (tmp_path / "history.yaml").write_text(text)
    monkeypatch.setattr(FORD, "folder", tmp_path)
    page = report_page(FORD, series("a", "b", outcome))
    assert f"the commonest end is {told}" in page


def test_small_margins_are_told_finely() -> None:
    """30 games won by 3 points and 10 lost by 3: 1.5 on average; every whole number has a bar of
    its own and there are no half points.
    """
    page = report_page(FORD, series("a", "b", "nnns" * 10))
    assert "North +1.5" in page
    assert ">−2<" in page
    assert ">−2.5<" not in page
