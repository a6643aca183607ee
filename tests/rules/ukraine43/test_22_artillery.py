"""22, 23.2 Artillery, and command of large and supported attacks."""

import pytest
from tests.rules.ukraine43.battle import SLUG, attack, denied, drawn, fight, offered

FIRST = "\nphase first-combat soviet"
GUNS = "unit 55/112 N\nunit VorF N\nunit 88ID T"


@pytest.mark.rule(SLUG, "22.1-1", "22.3-4", "22.4-2", "22.1-3", "18.1-n")
def test_who_may_barrage() -> None:
    """Full divisions in order, at most two hexes from the target, in both Combat Phases."""
    pos = drawn(f"""{GUNS}
                    unit 13Art 0402
                    unit 16Art 0401
                    unit 17Art 0302 disrupted=true
                    unit 7Art 0502 spent=true{FIRST}""")
    pos = attack(pos, ["55/112"])
    assert offered(pos, "support") == {"13Art"}
    assert denied(pos, "support 16Art") == "22.1-1"
    assert denied(pos, "support 17Art") == "22.3-4"
    assert denied(pos, "support 7Art") == "22.4-2"


@pytest.mark.rule(SLUG, "22.2", "22.5B")
def test_two_divisions() -> None:
    """Two regulars do not fire together; with a Guards division they do, and no third."""
    pos = attack(drawn(f"{GUNS}\nunit 13Art N\nunit 16Art W\nunit 1GArt W\nunit 2GArt E{FIRST}"),
                 ["55/112"], support=["13Art"])  # fmt: skip
    assert denied(pos, "support 16Art") == "22.2"
    pos = pos.apply("support 1GArt")
    assert denied(pos, "support 2GArt") == "22.2"
    pair = attack(drawn(f"{GUNS}\nunit 1GArt W\nunit 2GArt E{FIRST}"), ["55/112"],
                  support=["1GArt", "2GArt"])  # fmt: skip
    assert pair.panel is not None
    assert pair.panel.rows[3].value == "+2"


@pytest.mark.rule(SLUG, "22.4-1", "22.4-2", "22.5C", "11.2B", "R-74")
def test_after_firing() -> None:
    """A regular division is depleted, a Guards division in the Stavka box; AR disrupts neither."""
    pos = drawn(f"{GUNS}\nunit 13Art N oos=true\nunit 1GArt W{FIRST}", **{"u55/112": (7, 5)})
    pos = fight(pos, ["55/112"], [1], support=["13Art", "1GArt"])
    art = pos.unit("13Art")
    assert (art.at, art.spent, art.disrupted) == ("0403", True, False)
    assert (pos.unit("1GArt").at, pos.unit("1GArt").disrupted) == ("stavka", False)


@pytest.mark.rule(SLUG, "3.C.1.b-1", "3.C.1.b-2", "22.4-3")
def test_two_divisions_are_refilled() -> None:
    """Of depleted divisions two are made full; none that is Disrupted or Out of Supply, or that
    has left the game over the west edge.
    """
    pos = drawn("""unit 13Art N spent=true
                   unit 16Art N spent=true
                   unit 17Art W spent=true
                   unit 7Art E spent=true disrupted=true
                   unit 9Art exited spent=true
                   turn 2
                   phase artillery-supply soviet""")
    assert offered(pos, "select") == {"13Art", "16Art", "17Art"}
    assert denied(pos, "select 7Art") == "3.C.1.b-2"
    assert denied(pos, "select 9Art") == "22.4-3"
    pos = pos.apply("select 13Art").apply("select 17Art")
    assert [pos.unit(u).spent for u in ("13Art", "16Art", "17Art")] == [False, True, False]
    assert pos.top.tag != "artillery supply", "a third one cannot be chosen"


@pytest.mark.rule(SLUG, "22.5D-1", "22.5D-2", "R-96")
def test_guards_divisions_are_fetched() -> None:
    """A flip given up fetches one as a reinforcement of this turn; a third costs a mechanised
    replacement of the coming phase.
    """
    text = """unit 13Art N spent=true
              unit 1GArt stavka
              unit 2GArt stavka
              unit 3GArt stavka
              turn {turn}
              phase artillery-supply soviet"""
    pos = drawn(text.format(turn=1)).apply("select 1GArt").apply("select 2GArt")
    assert (pos.unit("1GArt").at, pos.unit("1GArt").returns) == ("arrivals", 1)
    assert pos.top.tag != "artillery supply", "nobody has replacements on turn 1"
    later = drawn(text.format(turn=5))
    rate = later.game.space(later).replacements["soviet"].mech
    assert rate > 0
    later = later.apply("select 1GArt").apply("select 2GArt")
    assert offered(later, "select") == {"3GArt"}, "13Art is not refilled for a replacement"
    later = later.apply("select 3GArt")
    assert later.unit("3GArt").at == "arrivals"


# --- 23.2  command --------------------------------------------------------------------------

FOUR = ("55/112", "167/232", "121/141", "322/226")


@pytest.mark.rule(SLUG, "23.2-1", "R-53")
def test_large_and_supported_attacks_need_command() -> None:
    """Without a front HQ in reach no barrage and no attack of four; three may attack."""
    units = "\n".join(f"unit {u} {h}" for u, h in zip(FOUR, "NNWW", strict=True))
    base = f"{units}\nunit 88ID T\nunit 13Art E{FIRST}"
    alone = attack(drawn(base), FOUR[:3])
    assert denied(alone, "support 13Art") == "23.2-1"
    assert alone.why_not("commit") is None
    assert denied(alone.apply(f"attack {FOUR[3]}"), "commit") == "23.2-1"
    led = attack(drawn(f"unit VorF 0401\n{base}"), FOUR)
    assert led.why_not("support 13Art") is None
    assert led.why_not("commit") is None
    weak = attack(drawn(f"unit VorF 0401 disrupted=true\n{base}"), FOUR)
    assert denied(weak, "commit") == "23.2-1"
    army = attack(drawn(f"unit 1TA 0401\n{base}"), FOUR)
    assert denied(army, "commit") == "23.2-1"


@pytest.mark.rule(SLUG, "23.2-1")
@pytest.mark.parametrize(("hq", "led"), [("0411", True), ("0412", False)])
def test_the_line_is_seven_hexes_long(hq: str, led: bool) -> None:
    """An HQ seven hexes away commands, one at eight does not."""
    from grognard.games.ukraine43.hq import has_command
    from grognard.testing import sketch

    pos = sketch(SLUG, f"board 8 x 14\nunit 55/112 0404\nunit VorF {hq}")
    assert pos.board.grid.distance("0404", hq) == (7 if led else 8)
    assert has_command(pos, "soviet", ["55/112"]) is led


@pytest.mark.rule(SLUG, "23.2-2", "R-53")
def test_sappers_need_no_command() -> None:
    """Three units and a sapper attack a town without an HQ, with the sapper's shift."""
    units = "\n".join(f"unit {u} {h}" for u, h in zip(FOUR[:3], "NNW", strict=True))
    pos = attack(
        drawn(f"tag town T\n{units}\nunit 1Sap W\nunit 88ID T{FIRST}"), (*FOUR[:3], "1Sap")
    )
    assert pos.why_not("commit") is None
    assert pos.panel is not None
    assert pos.panel.rows[3].value == "+1"


@pytest.mark.rule(SLUG, "9.11-2", "15.4-2", "15.4-3", "15.5-1", "15.5-2")
def test_one_air_unit_supports() -> None:
    """It shifts by one, stays on its base Flown, and AR does not touch it; no second one."""
    base = "unit 2VA-a 0201\nunit 2VA-b 0601\ntag village 0201 0601\ncontrol soviet 0201 0601"
    pos = attack(drawn(f"{GUNS}\n{base}{FIRST}", **{"u55/112": (7, 5)}), ["55/112"],
                 support=["2VA-a"])  # fmt: skip
    assert denied(pos, "support 2VA-b") == "15.4-2"
    assert pos.panel is not None
    assert pos.panel.rows[4].value == "1.5-1"
    pos = pos.apply("commit", dice=[1])
    air = pos.unit("2VA-a")
    assert (air.at, air.spent, air.disrupted) == ("0201", True, False)
