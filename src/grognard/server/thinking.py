"""Computer players at their tables: whenever one is asked, it is let think.

Nobody has to watch: a game goes on while its page is closed, and after a restart from the
last action that was kept.
"""

from __future__ import annotations

import asyncio
import secrets

from grognard.decisions import Action
from grognard.server import computers
from grognard.server.messages import Act
from grognard.server.problems import Denied, log
from grognard.server.tables import Table, Turn
from grognard.server.workers import Workers


class Thinkers:
    """The computer players that are at work, one task a table."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._tasks: dict[Table, asyncio.Task[None]] = {}
        workers.hear = self._hear

    def let(self, table: Table) -> None:
        """If a computer is asked at this table and does not think yet, let it."""
        if table.play.thinker and table not in self._tasks:
            task = asyncio.create_task(self._think(table))
            self._tasks[table] = task
            task.add_done_callback(lambda _: self._tasks.pop(table))

    async def stop(self) -> None:
        """Leave all thoughts; they are taken up again when the games are opened."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _hear(self, play: str, share: float, text: str) -> None:
        for table in self._tasks:
            if table.play.id == play:
                table.tell_thinking(share, text)

    async def _think(self, table: Table) -> None:
        try:
            while (turn := await table.turn()) is not None:
                action, memory = await self._decided(turn)
                await self._take(table, turn, action, memory)
        except Exception:  # noqa: BLE001 one game that cannot go on does not stop the others
            log.exception("%s: the computer cannot go on", table.play.id)

    async def _decided(self, turn: Turn) -> tuple[Action, bytes]:
        """What the player does; one that breaks down takes any action, so that the game goes on."""
        try:
            return await computers.decide(
                self._workers, turn.play, turn.player, turn.view, turn.seed, turn.memory
            )
        except Exception:  # noqa: BLE001 whatever a player does wrong
            log.exception("%s: %s broke down", turn.play, turn.player)
            return any_action(turn), turn.memory

    async def _take(self, table: Table, turn: Turn, action: Action, memory: bytes) -> None:
        try:
            await table.do(turn.side, Act(0, turn.revision, str(action)), memory)
        except Denied as error:
            if table.closed or table.play.revision != turn.revision:
                return  # the other side has resigned meanwhile, or the game is gone
            log.error("%s: %s may not %s: %s", turn.play, turn.player, action, error)
            await table.do(turn.side, Act(0, turn.revision, str(any_action(turn))), memory)


def any_action(turn: Turn) -> Action:
    """An action that is open."""
    assert turn.view.question is not None
    return secrets.choice(turn.view.question.actions)
