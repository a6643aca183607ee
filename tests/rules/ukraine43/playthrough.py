"""A playthrough of two turns that a person can read, from a short script.

    $ python -m tests.rules.ukraine43.playthrough

writes `playthrough.txt` anew; the test compares. A change of behaviour shows as a
difference in a text that players understand.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.rules import story

from grognard import load
from grognard.games.ukraine43.losses import steps_left
from grognard.games.ukraine43.state import Pos

FILE = Path(__file__).parent / "playthrough.txt"

SEED = "1943"

HEAD = """\
Ukraine '43: the first two turns of "Rumyantsev", the blow at Belgorod, played from a script.

Each entry is a question: its number, who is asked, under which rule, how many actions are
open, and the prompt. After ">" stands what was done, beneath it what came of it: the event,
its rule, and where there are any its dice and the parts of its number.
"""

#: A line is an action, or several in short: `attack HEX UNITS + SUPPORT`, `move UNITS HEX`,
#: `assault HEX UNITS + SUPPORT` out of a move, `arrive UNIT ENTRY [by rail to] HEX`. Losses,
#: retreats and how far an advance goes are answered by `answer`.
SCRIPT = """
# Turn 1. The guns move up; the 5th Guards Army takes Belgorod, the 6th Guards Army breaks
# into the line to the west, where Zhukov looks on.
move 17Art 4107
move 1GArt 4107
move 2GArt 4408
done
attack 4309 28G/84 6/9GAb 1Sap 116/214 252/299 111/305 93/94G + 5VA-a 13Art 2GArt
select 28G/84
select 6/9GAb
attack 4009 166/241 67/71G 1440SU 51/52G 89/90G 1549SU + 2VA-a 17Art 1GArt Zhukov
select 166/241
select 89/90G
done
done

# The Germans react: a panzer division to the gap, an infantry division out of the salient.
move 7Pz 3909
move 161ID 4316
done

# Two tank corps go through the gap at Gotnya, and the 5th Guards Tank Army is brought up for
# a second attack of the rifle units on the 19th Panzer Division.
move 2TC 10TC 3908
select 5GTA
join 18TC
join 29TC
join 5GMC
join 53GTB
move 4308
mode assault
select 13/66G
join 95/97G
join 57GKV
mode assault
move 4GTC 4008
done
attack 4209 13/66G 95/97G 57GKV 18TC 29TC 5GMC 53GTB 5GTA + 5VA-b 16Art
choose 2
select 2VA-b
place 3908
done

# The Germans bring a division to Kharkov by rail, begin a fortification, throw the tank corps
# out of Gotnya, and fail at Belgorod.
rail 39ID 4214
move 11Pz 48PzK 3909
choose fort
place 4112
done
attack 3908 7Pz 11Pz 48PzK 255ID + 8FlK-b
select 11Pz
select 48PzK
done
done
move 1TA 6TC 31TC 3MC 49TB 4007
done
assault 4309 3PzK 6Pz Tiger503 + 8FlK-a
done

# Turn 2. Artillery is made ready and an air unit lands; replacements come, and reinforcements
# by rail.
select 17Art
select 1GArt
done
place 4106
move 18TC 4307
choose replacements
select 18TC
select 1Sap
place 4001
done
arrive 3GMC 4001 by rail to 4307
arrive 23/218 4001 by rail to 4306
arrive 29/30 4001 by rail to 3603
arrive 38/337 4001 by rail to 3604
arrive 1GArt 4001 by rail to 4306
done

# Gotnya holds, the 19th Panzer Division does not; the tank army follows with an assault.
attack 3908 71/147 155/163 93TB 161/206 100/237 4GTC 67/71G 1440SU 166/241 + 2VA-a 17Art
attack 4209 13/66G 95/97G 57GKV 29TC 5GMC 53GTB 5GTA 28G/84 6/9GAb + 5VA-b Zhukov
select 29TC
select 5GMC
select 5GTA
select 53GTB
done
done
done
assault 4210 5GTA 29TC 5GMC 53GTB + 5VA-a
advance 4210
stop
done
select 2VA-b
place 4210
done

# The panzer reserves arrive by rail, and four divisions close the breach.
arrive GD 2715 by rail to 3813
arrive 10PG 2715 by rail to 3510
arrive 3Pz 3317 by rail to 4113
arrive SS-DR 3317 by rail to 4213
arrive SS-T 3317 by rail to 4213
arrive 2SSPzK 3317 by rail to 4213
arrive Manstein 3317 4014
move 39ID 4211
move 4PzA 3914
choose fort
place 3813
done
attack 4210 198ID 168ID 167ID 39ID + 8FlK-a
select 39ID
done
done
move 1TA 6TC 31TC 3MC 49TB 4209
done
move 7Pz 3809
done
select 8FlK-b
place 4211
"""


def answer(pos: Pos) -> str | None:
    """Questions in the middle of a combat: the fullest unit loses a step, a retreat is no longer
    than it must be, an advance goes into the vacated hex, and attackers stay where they are.
    """
    actions = [str(action) for action in pos.actions()]
    if pos.top.tag == "losses":
        return max(actions, key=lambda action: steps_left(pos, action.split()[1]))
    if pos.top.tag not in ("retreat", "advancing"):
        return None
    return next((action for action in ("pass", "stop") if action in actions), actions[0])


def actions_of(line: str) -> list[str]:
    """The actions of a line."""
    words, _, helpers = line.partition(" + ")
    support = [f"support {unit}" for unit in helpers.split()]
    match words.split():
        case ["attack", hex_, *units]:
            return [f"target {hex_}", *(f"attack {unit}" for unit in units), *support, "commit"]
        case ["assault", hex_, *units]:
            return [*story.stack(units), f"assault {hex_}", *support, "commit"]
        case ["move", unit, *others, hex_]:
            return [*story.stack([unit, *others]), f"move {hex_}", "stop"]
        case ["rail", unit, hex_]:
            return [f"select {unit}", "mode rail", f"move {hex_}"]
        case ["arrive", unit, entry, "by", "rail", "to", hex_]:
            return [f"select {unit}", f"place {entry}", "mode rail", f"move {hex_}"]
        case ["arrive", unit, entry, hex_]:
            return [f"select {unit}", f"place {entry}", f"move {hex_}", "stop"]
        case _:
            return [line]


def play() -> Iterator[story.Played]:
    """Every action with the positions before and after it."""
    actions = story.spelled_out(SCRIPT, actions_of)
    return story.played(load("ukraine43").start("rumyantsev", seed=SEED), actions, answer)


def written() -> str:
    """The playthrough as text."""
    return story.written(HEAD, play())


def main() -> None:
    """Write the text."""
    FILE.write_text(written(), encoding="utf-8")


if __name__ == "__main__":
    main()
