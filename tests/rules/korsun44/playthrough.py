"""A playthrough of a full turn of both sides that a person can read, from a short script.

    $ python -m tests.rules.korsun44.playthrough

writes `playthrough.txt` anew; the test compares. A change of behaviour shows as a
difference in a text that players understand.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.rules import story
from tests.rules.korsun44.field import GAME

from grognard.games.korsun44.battle import Battle
from grognard.games.korsun44.state import Pos

FILE = Path(__file__).parent / "playthrough.txt"

SEED = "300"

HEAD = """\
Korsun 1944: the set-up and the first turn of "Deblockade", played from a script.

Each entry is a question: its number, who is asked, under which rule, how many actions are
open, and the prompt. After ">" stands what was done, beneath it what came of it: the event,
its rule, and where there are any its dice and the parts of its number.
"""

#: A line is an action, or several in short: `fly MISSION HEX SPS`, `move UNITS HEX`,
#: `attack HEX UNITS + GUNS`. Losses, retreats and what a combat asks besides are answered by
#: `answer`.
SCRIPT = """
# Set-up: the ready one, with losses that both sides have had before.
choose ready
choose ready
done
choose ready
choose ready
done

# 3 February, the Germans. Aircraft help the 16th Panzer Division, bomb the staff of the 6th Tank
# Army and watch the road from there; the Soviets bomb the guns of the III Panzer Corps.
fly offensive 2329 2
fly interdiction 2427 1
fly attack 2523 4
done
fly attack 1730 3
done

# Two panzer divisions go up to the line of the mechanised corps, and heavy mortars behind them;
# Tigers come between two tank corps. The Leibstandarte waits for the strategic movement.
move 2-16 64-16 2230
move 79-16 2230
move 39-17 63-17 40-17 2129
select 57Mor
join 54Mor
choose transport
move 2031
choose combat
stop
move HQ-III 2130
move 1-506 2-506 2931
select 1-1SS
join Pz-1SS
choose mark
select 2-1SS
choose mark
done

# All of them must attack; the guns that stayed behind fire on their own.
attack 2329 2-16 64-16 79-16 + 57Mor 54Mor
attack 2128 39-17 63-17 40-17
attack 3031 1-506
attack 2831 2-506
select Art-III
target 1928
commit
done

# The Leibstandarte comes up behind the front, and the 1st Panzer Division onto the map.
move 1-1SS Pz-1SS 1729
move 2-1SS 1630
select 1-1
join I-1-1
place 1535
move 1533
stop
done

# The Soviets. What is left of the aircraft flies over the Tigers.
fly offensive 3031 3
done
fly defensive 3031 2
done

# The 20th Tank Corps turns on the Tigers, and cavalry rides up to the pocket. A brigade digs in
# before Zvenigorodka, and the staff of the 6th Tank Army comes nearer.
move GPanc-XX 8G-XX 3030
move 7G-XX 80-XX 3030
move HQ-6TA 2723
move 11G-VC 3420
move 12G-VC 3420
select 155-XX
choose dig
done

# They attack, and so must everybody else whom the Germans have come close to.
attack 3031 GPanc-XX 8G-XX 7G-XX 80-XX
attack 2831 20-VG 6-VG
attack 3419 11G-VC 12G-VC
done
"""


#: What is answered in the middle of a combat, the first verb that is offered.
_ANSWERS = ("choose", "support", "retreat", "stop", "advance", "select", "done")


def answer(pos: Pos) -> str | None:
    """Questions in the middle of a combat: everything that helps is used, the fullest unit loses
    a level, whoever is beaten goes back as far as he must, and all victors follow for one hex.
    """
    actions = pos.actions()
    if pos.top.tag == "losses":
        return str(max(actions, key=lambda action: pos.game.levels(pos, action.arg)))
    if pos.find(Battle) is None:
        return None
    return next(str(action) for verb in _ANSWERS for action in actions if action.verb == verb)


def actions_of(line: str) -> list[str]:
    """The actions of a line."""
    words, _, helpers = line.partition(" + ")
    support = [f"support {gun}" for gun in helpers.split()]
    match words.split():
        case ["fly", "object", bridge, strength]:
            return ["choose object", f"choose {bridge}", f"choose {strength}"]
        case ["fly", mission, hex_, strength]:
            return [f"choose {mission}", f"place {hex_}", f"choose {strength}"]
        case ["attack", hex_, *units] if units:
            return [f"target {hex_}", *(f"attack {unit}" for unit in units), *support, "commit"]
        case ["move", unit, *others, hex_]:
            return [*story.stack([unit, *others]), f"move {hex_}", "stop"]
        case _:
            return [line]


def play() -> Iterator[story.Played]:
    """Every action with the positions before and after it."""
    actions = story.spelled_out(SCRIPT, actions_of)
    return story.played(GAME.start("deblockade", seed=SEED), actions, answer)


def written() -> str:
    """The playthrough as text."""
    return story.written(HEAD, play())


def main() -> None:
    """Write the text."""
    FILE.write_text(written(), encoding="utf-8")


if __name__ == "__main__":
    main()
