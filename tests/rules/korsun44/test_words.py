"""The words of prompts, panels and the log, where figures or signs alone would not do."""

import pytest
from tests.rules.korsun44.field import GAME
from tests.rules.korsun44.fights import NORTH, TARGET, bound, comes_to, do, field, prepared, throw
from tests.rules.korsun44.test_setup import begun

from grognard.decisions import DONE, Part, Row, total
from grognard.games.korsun44.charts import Effect, Result
from grognard.games.korsun44.setup import READY
from grognard.games.korsun44.state import GERMAN, Pos

SLUG = "korsun44"
#: Four against four in the open.
EVEN = (f"unit S4 {NORTH}", f"unit G4 {TARGET}")


def told(pos: Pos, kind: str) -> list[str]:
    """The sentences of the last events of a kind."""
    return [str(event) for event in pos.events if event.kind == kind]


def row(pos: Pos, label: str) -> Row:
    """A row of the panel."""
    assert pos.panel is not None
    return next(row for row in pos.panel.rows if row.label == label)


def labels(pos: Pos) -> list[str]:
    """The rows of the panel that say what is still to be declared."""
    assert pos.panel is not None
    return [f"{row.label} {row.value}" for row in pos.panel.rows if row.rule == "C6"]


# --- combat ------------------------------------------------------------------------------------


def test_a_column_that_was_not_modified_is_told_once() -> None:
    """With modifiers before and after them."""
    plain, hills = field(*EVEN), field(*EVEN, f"terrain hills {TARGET}")
    (even,), (less,) = (told(bound(pos, TARGET, "S4"), "shown") for pos in (plain, hills))
    assert even.endswith(": 4 against 4, 1:1.")
    assert less.endswith(": 4 against 4, 1:1, modified to 1:2.")


@pytest.mark.rule(SLUG, "1.6")
def test_the_terms_of_the_defender_have_the_sign_of_their_sum() -> None:
    """On the panel and in the log: what moves the column to the left is below zero."""
    pos = field(*EVEN, f"terrain wooded_hills {TARGET}")
    shown = row(prepared(pos, TARGET, "S4"), "Defender's modifiers")
    assert shown.value == "-2" == str(total(shown.parts))
    (event,) = (e for e in bound(pos, TARGET, "S4").events if e.kind == "shown")
    assert Part(-1, "forest", "5.5.1") in event.parts


@pytest.mark.rule(SLUG, "C6", "6.3.3", "9.2.1", "15.1.6")
def test_the_panel_says_what_is_still_to_be_declared() -> None:
    """Before an attack is bound guns, HQs and abilities; then what is left of them, in order."""
    pos = field(f"unit 6-3 {NORTH}", f"unit GPanc-XX {TARGET}", "unit 1Art-4GA 0506", side=GERMAN)
    pos = prepared(pos, TARGET, "6-3")
    both = "HQs, abilities may be used by both sides"
    assert labels(pos) == ["Guns may support the defence", both]
    pos = do(pos, "commit")
    assert (pos.top.tag, labels(pos)) == ("cover", [both])
    pos = do(pos, "support 1Art-4GA", "done")
    assert pos.side == GERMAN
    assert labels(pos) == ["HQs, abilities may be used by the defender"]
    question = pos.view(GERMAN).question
    assert question is not None
    assert question.panel is not None
    assert "1Art-4GA" in {part.reason for row in question.panel.rows for part in row.parts}
    assert labels(do(pos, "done")) == []


@pytest.mark.rule(SLUG, "5.2.1-f")
@pytest.mark.parametrize(
    ("text", "test", "words"),
    [("-", False, "no effect"), ("•", True, "a test"), ("A1•", True, "A1 and a test"),
     ("D2 -1", False, "D2 -1")],
)  # fmt: skip
def test_signs_of_the_tables_have_words(text: str, test: bool, words: str) -> None:
    """A dash and a dot; the rest is as printed."""
    assert Effect(text, test=test).words == words


@pytest.mark.rule(SLUG, "5.2.1-f")
def test_the_log_has_the_words() -> None:
    """Where nothing happens to either side it is said once."""
    assert Result(Effect("-"), Effect("-")).words == "no effect"
    assert not any("•" in result.words for result in GAME.charts.combat.values())
    pos = comes_to(bound(field(*EVEN), TARGET, "S4"), "A1 / -")
    assert any(text.endswith(" at 1:1: A1 / no effect.") for text in told(pos, "combat"))


@pytest.mark.rule(SLUG, "6.4.2-d")
def test_fire_without_effect_is_told_in_words() -> None:
    """Five SPs and a ten do nothing."""
    pos = field("unit 2Art-53A 0506", f"unit RG-Korsun {TARGET}", "unit 62GRD 0909")
    pos = throw(do(pos, "select 2Art-53A", f"target {TARGET}", "commit"), 5, 5)
    (text,) = told(pos, "fire")
    assert text == f"A roll of 10 with 5 SPs at {TARGET}: no effect."


# --- set-up ------------------------------------------------------------------------------------


def test_nobody_is_asked_to_set_up_units_that_stand() -> None:
    """When all are placed they can still be rearranged."""
    pos = begun(GAME)
    assert "left)." in pos.prompt
    pos = pos.apply(f"choose {READY}")
    assert pos.prompt == "All units are set up. Rearrange them, or end the set-up."
    assert pos.apply(DONE).prompt == "Place improved fortifications (30 left)."
