"""The verbs that all games share, and what kind of thing each one takes.

A game adds a verb only if none of these says it. The wording that players see is a label
of the game's page, not a verb.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.decisions import Offer

if TYPE_CHECKING:
    from grognard.position import Position

VERBS: dict[str, str] = {
    "select": "unit",  # begin a group
    "join": "unit",  # add to the group
    "drop": "unit",  # leave behind
    "mode": "name",  # announce a kind of move, where the rules demand it
    "move": "hex",  # move the group there
    "stop": "",  # end its move
    "assault": "hex",  # attack out of an open move
    "target": "hex",  # open an attack, or declare or add a hex
    "untarget": "hex",  # take a further hex back
    "attack": "unit",  # add to the attack
    "support": "unit",  # give support
    "release": "unit",  # take back
    "commit": "",  # bind what was put together
    "cancel": "",  # give up what is not yet bound
    "lose": "unit",  # one step
    "retreat": "hex",  # one hex back
    "stand": "",  # pay instead
    "advance": "hex",  # one hex forward
    "choose": "name",  # answer a question
    "place": "spot",  # put the chosen thing into a hex or box
    "pass": "",  # decline this one question
    "done": "",  # end this phase or list
}


def kind_of(offer: Offer) -> str:
    """What an offer's arguments are: unit, hex, spot (hex or box), name, or nothing."""
    return offer.of if offer.of is not None else VERBS.get(offer.verb, "name")


def known(pos: Position[Any, Any, Any], offer: Offer, arg: str) -> bool:
    """Is the argument a thing of the right kind at all? Only then is the guard asked."""
    kind = kind_of(offer)
    if kind == "unit":
        return arg in pos.game.index
    if kind == "hex":
        return arg in pos.board.grid
    if kind == "spot":
        return arg in pos.board.grid or arg in pos.board.boxes
    if kind == "":
        return arg == ""
    return arg in offer.candidates
