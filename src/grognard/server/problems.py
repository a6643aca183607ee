"""Refusals: what the one who asked is told, and what the log keeps."""

from __future__ import annotations

import logging
from http import HTTPStatus

from grognard.decisions import Refusal, RuleId
from grognard.server.messages import Problem

log = logging.getLogger("grognard.server")


class Denied(Exception):
    """A request is not carried out, and nothing has changed."""

    def __init__(
        self, error: str, rule: RuleId = "", *, status: HTTPStatus = HTTPStatus.BAD_REQUEST
    ) -> None:
        self.problem = Problem(error, rule)
        self.status = status
        super().__init__(error)


def by_the_rules(refusal: Refusal) -> Denied:
    """What the rules forbid, in their words."""
    return Denied(refusal.text, refusal.rule, status=HTTPStatus.CONFLICT)


def no_such_seat() -> Denied:
    """One answer for a game that is not there and for a token that is wrong: who does not
    have the token does not learn which.
    """
    text = "there is no such game, or this is not the key to it"
    return Denied(text, status=HTTPStatus.NOT_FOUND)
