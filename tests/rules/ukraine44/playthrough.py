"""A playthrough of two turns that a person can read, from a short script.

    $ python -m tests.rules.ukraine44.playthrough

writes `playthrough.txt` anew; the test compares. A change of behaviour shows as a
difference in a text that players understand.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.rules import story

from grognard import load
from grognard.games.ukraine44.losses import steps_left
from grognard.games.ukraine44.state import Pos

FILE = Path(__file__).parent / "playthrough.txt"

SEED = "1944"

HEAD = """\
Ukraine '44: the first two turns of a game, played from a script.

Each entry is a question: its number, who is asked, under which rule, how many actions are
open, and the prompt. After ">" stands what was done, beneath it what came of it: the event,
its rule, and where there are any its dice and the parts of its number.
"""

#: A line is an action, or several in short: `attack HEX UNITS`, `move UNIT HEX`, and
#: `arrive UNIT ENTRY HEX`. Losses, retreats and advances are answered by `ANSWERS`.
SCRIPT = """
# Set-up: Tigers and armies where the scenario has them, and a decoy on each side.
choose ready
done
decoy 17Pz
done
choose ready
done
decoy 4GTC
done

# Turn 1. The 38th and 18th Armies attack with artillery; the tank armies drive south.
choose combat
attack 16.40 155/38A 161/38A 183/38A
attack 28.37 129G/18A 340/18A
done
move 11GTC 20.16
move 8GMC 22.18
move 10GTC 21.22
move 6GMC 23.21
move 4GTC 33.13
move 6GTC 27.25
move 7GTC 30.28
move 9MC 29.28
move 5MC 07.29
move 5GTC 06.34
arrive 8/60A 38.16 33.16
arrive 336/60A 38.16 35.14
arrive 99/60A 38.16 34.16
arrive 127/1GA 38.25 32.28
arrive 147/1GA 38.25 33.29
arrive 149/1GA 38.25 33.30
done

# Turn 2. The Axis brings its marker to Dunayevtsy, sends a Tiger battalion back, and strikes
# at the tank corps that came too close.
place 17.29
drop Tiger509
done
move 6Pz 29.29
move 68/1PzA 29.27
move 1ssPz 21.23
move 7Pz 22.22
move 2ssPz 22.24
move 16Pz 15.34
move 75/1PzA 12.37
done
attack 29.28 1Pz 6Pz 68/1PzA
attack 21.22 1ssPz 7Pz
done
move 16Pz 17.29
done

# The Soviets close in on Ternopol: movement first this time, so without artillery.
choose movement
move 4GTC 33.14
move 99/60A 34.15
move 336/60A 34.14
move 10GTC 20.20
move 11GTC 18.12
move 5MC 08.24
move 5GTC 08.28
arrive 107/60A 38.16 34.16
arrive 68G/1GA 38.25 31.28
done
lift 4GTC
attack 33.15 4GTC 8/60A 99/60A 336/60A
attack 29.28 7GTC 9MC
done
"""


def answer(pos: Pos) -> str | None:
    """Questions in the middle of a combat: the fullest formation loses a step, retreats go
    and advances are made by the first that is offered.
    """
    actions = pos.actions()
    if pos.top.tag == "losses":
        return str(max(actions, key=lambda action: steps_left(pos, action.arg)))
    return str(actions[0]) if pos.top.tag in ("retreat", "advance") else None


def actions_of(line: str) -> list[str]:
    """The actions of a line."""
    match line.split():
        case ["attack", hex_, *units] if len(units) > 0:
            return [f"target {hex_}", *(f"attack {unit}" for unit in units), "commit"]
        case ["move", unit, hex_]:
            return [f"select {unit}", f"move {hex_}", "stop"]
        case ["arrive", unit, entry, hex_]:
            return [f"select {unit}", f"place {entry}", f"move {hex_}", "stop"]
        case _:
            return [line]


def play() -> Iterator[story.Played]:
    """Every action with the positions before and after it."""
    actions = story.spelled_out(SCRIPT, actions_of)
    return story.played(load("ukraine44").start(seed=SEED), actions, answer)


def written() -> str:
    """The playthrough as text."""
    return story.written(HEAD, play())


def main() -> None:
    """Write the text."""
    FILE.write_text(written(), encoding="utf-8")


if __name__ == "__main__":
    main()
