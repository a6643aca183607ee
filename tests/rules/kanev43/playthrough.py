"""A playthrough of a full turn of both sides that a person can read, from a short script.

    $ python -m tests.rules.kanev43.playthrough

writes `playthrough.txt` anew; the test compares. A change of behaviour shows as a
difference in a text that players understand.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.rules import story
from tests.rules.kanev43.sketches import SLUG

from grognard.games.kanev43.battle import Battle
from grognard.games.kanev43.state import Pos
from grognard.registry import load

FILE = Path(__file__).parent / "playthrough.txt"

SEED = "Bukrin"

HEAD = """\
Red Parachutes: the set-up and the first turn of "The Bukrin bridgehead", played from a script.

Each entry is a question: its number, who is asked, under which rule, how many actions are
open, and the prompt. After ">" stands what was done, beneath it what came of it: the event,
its rule, and where there are any its dice and the parts of its number.
"""

#: A line is an action, or several in short: `move UNITS HEX`, `attack HEX UNITS`, `cross HEX
#: UNITS`. Losses, standing fast, retreats and advances are answered by `answer`.
SCRIPT = """
# Set-up: all guns ready to fire but the mortars of the 6th Guards Tank Corps; dropzones as in 1943.
done
select 6GTC-Mtr
done
choose ready

# 22 September, AM. The Axis: a grenadier battalion digs in before Kanev.
done
select 57ID-I/217
done

# The 255th Division comes by road, a regiment and its staff this turn.
move 255ID-I/455 255ID-II/455 4726
move 255ID-HQ L-255ID 5326
done

# The 10th Panzergrenadier Division goes up to the tanks in the woods, out of two hexes.
move 10PG-I/41 10PG-II/41 10PG-StuG239 4217
move 10PG-I/20 10PG-II/20 10PG-III/20 4117
move L-10PG 4117
done

# Heavy guns shell the tanks with all they have; then the attack, with the light ones in support.
target 4116
support 10PG-III/AR10
choose double 10PG-III/AR10
commit
target 4116
done
support 10PG-I/AR10
done
choose L-10PG 4116
done
attack 4116 10PG-I/41 10PG-II/41 10PG-StuG239 10PG-I/20 10PG-II/20 10PG-III/20

# The battalions that have followed break through, against the next brigade.
target 4116
target 4115
done
choose L-10PG 4115
done
attack 4115 10PG-I/20 10PG-II/20

# The Soviets. A motor rifle battalion digs in on the west bank; scouts leave their cars.
done
done
select 9MC-I/69
done
select 7GTC-Rec
done
done

# Two battalions try to cross at Zarubentsy. Mortars take up their place behind the tanks, whose
# commander comes to the front; a third brigade goes round the Germans in the woods.
cross 3511 9MC-II/69 9MC-III/69
select 6GTC-Mtr
choose unlimber
stop
move 6GTC-53 4216
move L-6GTC 4115
done
done
done

# Both sides support with artillery, the Germans in secret and first.
target 4116
done
support 10PG-I/AR10
done
support 6GTC-Mtr
done
choose L-10PG 4116
done
choose L-6GTC 4116
done
attack 4116 6GTC-52 6GTC-I/22 6GTC-II/22 6GTC-53

# That is enough for a morning.
done
"""


#: What is answered in the middle of a combat, the first verb that is offered.
_ANSWERS = ("choose", "lose", "pass", "retreat", "advance", "stop", "select", "done")


def answer(pos: Pos) -> str | None:
    """Questions in the middle of a combat: nobody stands fast, and all victors follow for one
    hex.
    """
    if pos.find(Battle) is None:
        return None
    return next(str(action) for verb in _ANSWERS for action in pos.actions() if action.verb == verb)


def actions_of(line: str) -> list[str]:
    """The actions of a line."""
    match line.split():
        case ["move", unit, *others, hex_]:
            return [*story.stack([unit, *others]), f"move {hex_}", "stop"]
        case ["attack", hex_, *units] if units:
            return [f"target {hex_}", *(f"attack {unit}" for unit in units), "commit"]
        case ["cross", hex_, unit, *others]:
            return [f"target {hex_}", *(f"join {u}" for u in (unit, *others)), "commit"]
        case _:
            return [line]


def play() -> Iterator[story.Played]:
    """Every action with the positions before and after it."""
    actions = story.spelled_out(SCRIPT, actions_of)
    return story.played(load(SLUG).start("bukrin", seed=SEED), actions, answer)


def written() -> str:
    """The playthrough as text."""
    return story.written(HEAD, play())


def main() -> None:
    """Write the text."""
    FILE.write_text(written(), encoding="utf-8")


if __name__ == "__main__":
    main()
