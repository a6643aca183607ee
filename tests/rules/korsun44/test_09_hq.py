"""9 Headquarters in combat: the dice, and the loss of one."""

import pytest
from tests.rules.korsun44.fights import (
    GAME,
    NORTH,
    NORTH_EAST,
    SLUG,
    TARGET,
    bound,
    do,
    field,
    fought,
    prepared,
    throw,
    unsaid,
    verbs,
)

from grognard.games.korsun44.battle import Battle
from grognard.games.korsun44.hq import commands, modifiers_left, scope_of, use_rewards
from grognard.games.korsun44.state import GERMAN, SOVIET, Pos, Reward


def read_as(pos: Pos, *dice: int) -> int:
    """The row under which the dice of the open combat are read."""
    odds = pos.within(Battle).odds
    assert odds is not None
    result = throw(pos, *dice).find(Battle)
    cells = {n: GAME.charts.result(odds.rung, n) for n in range(2, 13)}
    event = next(e for e in throw(pos, *dice).events if e.kind == "combat")
    texts = (event.facts["attacker"], event.facts["defender"])
    assert result is None or result.result in cells.values()
    return next(
        n for n, cell in cells.items()
        if (cell.attacker.text, cell.defender.text) == texts
    )  # fmt: skip


# --- 9.2  the dice ---------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "9.2.1", "9.2.4")
def test_an_hq_changes_the_dice_by_one() -> None:
    """The attacker's lowers a 9 to 8, the defender's raises it to 10; both together leave it."""
    pos = field(f"unit S12w {NORTH}", "unit HQ-53A 0502", f"unit G4w {TARGET}", "unit HQ-VII 0506")
    pos = do(prepared(pos, TARGET, "S12w"), "commit")
    assert verbs(pos, "choose") == ["hq"]
    plain = do(pos, "done", "done")
    ours, theirs = do(pos, "choose hq", "done", "done"), do(pos, "done", "choose hq", "done")
    both = do(pos, "choose hq", "done", "choose hq", "done")
    read = [read_as(one, 4, 5) for one in (plain, both, theirs)]
    assert read == [9, 9, 10]
    assert read_as(ours, 5, 5) == 9


@pytest.mark.rule(SLUG, "9.2.2", "9.2.1")
@pytest.mark.parametrize(
    ("hq", "unit", "hexes", "expected"),
    [("HQ-VII", "G4", 4, True), ("HQ-VII", "G4", 5, False), ("HQ-53A", "S4", 3, True),
     ("HQ-53A", "S4", 4, False)],
)  # fmt: skip
def test_the_range_of_an_hq(hq: str, unit: str, hexes: int, expected: bool) -> None:
    """German HQs reach 4 hexes, Soviet ones 3."""
    pos = field(f"unit {hq} 0500", f"unit {unit} 05{hexes:02}", far=False)
    assert commands(pos, pos.owner(unit), [unit]) == expected


@pytest.mark.rule(SLUG, "9.2.3")
def test_two_hqs_are_one() -> None:
    """A 10 is read as 9, not as 8."""
    pos = field(f"unit S12w {NORTH}", "unit HQ-53A 0502", "unit HQ-5GTA 0502", f"unit G4w {TARGET}")
    pos = do(prepared(pos, TARGET, "S12w"), "commit", "choose hq")
    assert verbs(pos, "choose") == []
    assert read_as(unsaid(pos), 5, 5) == 9


@pytest.mark.rule(SLUG, "C7")
def test_all_ground_units_must_be_in_range() -> None:
    """A supporting gun out of range takes it away, an aircraft does not."""
    lines = (f"unit S12 {NORTH}", "unit HQ-53A 0502", "unit 1Art-53A 0506", f"unit G4 {TARGET}")
    pos = field(*lines)
    assert verbs(do(prepared(pos, TARGET, "S12"), "commit"), "choose") == ["hq"]
    far = do(prepared(pos, TARGET, "S12", guns=("1Art-53A",)), "commit")
    assert far.chances(), "nothing to declare"


@pytest.mark.rule(SLUG, "E37")
def test_units_may_have_different_hqs() -> None:
    """Each of two attackers is in the range of another HQ."""
    pos = field(f"unit S6 {NORTH}", "unit S7 0505", "unit HQ-53A 0500", "unit HQ-5GTA 0508",
                f"unit G4 {TARGET}")  # fmt: skip
    assert verbs(do(prepared(pos, TARGET, "S6", "S7"), "commit"), "choose") == ["hq"]


@pytest.mark.rule(SLUG, "9.2.1", "C7")
def test_guns_that_defend_alone_must_be_in_range_too() -> None:
    """They bring no strength of their own; with no HQ near them, or with one near another attacked
    hex only, the defender has no help of it.
    """
    lines = (f"unit S12 {NORTH}", f"unit Art-VII {TARGET}")
    assert bound(field(*lines), TARGET, "S12").chances()
    assert do(prepared(field(*lines), TARGET, "S12"), "commit").chances(), "nothing to declare"
    near = do(prepared(field(*lines, "unit HQ-VII 0508"), TARGET, "S12"), "commit")
    assert verbs(near, "choose") == ["hq"]
    both = field(*lines, "unit G4 0604", "unit HQ-VII 1004")
    assert do(prepared(both, f"{TARGET}+0604", "S12"), "commit").chances(), "nothing to declare"


# --- 9.1.6  the loss of one ------------------------------------------------------------------


@pytest.mark.rule(SLUG, "9.1.6", "9.1.6-ex", "E25")
def test_the_loss_of_an_hq_gives_five_modifiers() -> None:
    """Lost in phase 4 of turn 5: they serve in phase 10 of turn 5 and phase 4 of turn 6, that is
    in half-turns 10 and 11.
    """
    pos = field(f"unit S12 {NORTH}", f"unit HQ-VII {TARGET}")
    fallen = throw(bound(pos, TARGET, "S12"), 3, 4)
    told = next(str(event) for event in fallen.events if event.kind == "hq lost")
    pos = do(fallen, "done")
    assert pos.state.rewards == (Reward(SOVIET, TARGET, 5, 11),)
    scope = f"within 8 hexes of {TARGET} up to the Soviet Combat Phase of turn 6"
    assert told == f"For HQ-VII the Soviets have 5 modifiers {scope}."
    shown = GAME.pages.scene(pos.view(GERMAN)).lines
    assert f"Soviet modifiers for a lost HQ: 5 {scope}" in shown
    german = scope_of(pos, Reward(SOVIET, TARGET, 5, 10))
    assert german == f"within 8 hexes of {TARGET} up to the German Combat Phase of turn 5"


@pytest.mark.rule(SLUG, "9.1.6", "9.1.6-ex", "E25")
def test_they_do_not_serve_in_the_phase_in_which_the_hq_fell() -> None:
    """Nor anybody else's combat of that phase: the first that they serve in is the enemy's. An HQ
    that is run over before the Combat Phase is another matter.
    """
    pos = field(f"unit S12 {NORTH}", f"unit HQ-VII {TARGET}", "unit S4w 0706", "unit G4w 0707")
    pos = do(throw(bound(pos, TARGET, "S12"), 3, 4), "done")
    assert (modifiers_left(pos, SOVIET, "0707"), pos.state.rewards[0].last) == (0, 11)
    assert do(prepared(pos, "0707", "S4w"), "commit").chances(), "nothing to declare"
    early = field(f"unit S12 {NORTH}", f"unit HQ-VII {TARGET}", phase="movement")
    early = early.apply("select S12").apply(f"assault {TARGET}")
    early = (
        early.apply("done") if early.top.tag == "movement" else early.apply("stop").apply("done")
    )
    assert (early.top.tag, early.state.rewards[0].last) == ("combat", 10)
    assert modifiers_left(early, SOVIET, "0707") == 5


@pytest.mark.rule(SLUG, "9.1.6", "E25")
def test_they_may_be_divided() -> None:
    """Two in one combat, then three are left, in attack or in defence; unused ones end with the
    second Combat Phase.
    """
    lines = (f"unit S4w {NORTH}", f"unit G4w {TARGET}")
    pos = _with_reward(field(*lines), SOVIET, last=10)
    pos = do(prepared(pos, TARGET, "S4w"), "commit")
    name = "modifier for an HQ"
    assert verbs(pos, "choose") == [name]
    pos = do(pos, f"choose {name}", f"choose {name}", "done")
    odds = pos.within(Battle).odds
    assert odds is not None
    assert [part.amount for part in odds.attacker] == [2]
    assert pos.state.rewards[0].left == 3
    defence = _with_reward(field(*lines, side=GERMAN), SOVIET, last=11)
    defence = do(prepared(defence, NORTH, "G4w"), "commit")
    assert (defence.side, verbs(defence, "choose")) == (SOVIET, [name])
    last = fought(_with_reward(field(*lines), SOVIET, last=9), TARGET, "S4w", result="-1 / -1")
    assert do(last, "done").state.rewards == ()
    kept = fought(_with_reward(field(*lines), SOVIET, last=10), TARGET, "S4w", result="-1 / -1")
    assert len(do(kept, "done").state.rewards) == 1


@pytest.mark.rule(SLUG, "9.1.6")
@pytest.mark.parametrize(("used", "left"), [(3, [2, 5]), (7, [3])])
def test_two_hqs_that_fall_together_give_ten(used: int, left: list[int]) -> None:
    """In one hex and one phase; what is used is gone once."""
    pos = field(far=False)
    hand = pos.game.hand(pos)
    hand.change(rewards=(Reward(SOVIET, TARGET, 5, 10),) * 2)
    use_rewards(hand, SOVIET, TARGET, used)
    assert [one.left for one in hand.close().state.rewards] == left


@pytest.mark.rule(SLUG, "9.1.7", "E25")
def test_they_serve_within_eight_hexes() -> None:
    """Eight hexes from where the HQ fell to the hex that is defended, not nine."""
    pos = _with_reward(field(far=False), SOVIET, last=10, at="0101")
    assert [modifiers_left(pos, SOVIET, hex_) for hex_ in ("0109", "0110")] == [5, 0]
    assert modifiers_left(pos, GERMAN, "0109") == 0


def _with_reward(pos: Pos, side: str, *, last: int, at: str = NORTH_EAST) -> Pos:
    hand = pos.game.hand(pos)
    hand.change(rewards=(Reward(side, at, 5, last),))
    return hand.close()
