"""The hall: all games of a server, from the store to the tables at which they are played."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from http import HTTPStatus

from grognard.decisions import Side
from grognard.registry import AnyGame, available
from grognard.saves import SaveError, decode_save
from grognard.server import computers
from grognard.server.keeper import Keeper
from grognard.server.library import game_of, version_of
from grognard.server.messages import Act, MyTokens, NewPlay, PlayCard, PlayKeys, Redo, Undo
from grognard.server.plays import Play, reopen
from grognard.server.problems import Denied, log, no_such_seat
from grognard.server.seats import HUMAN, new_play_id, seat
from grognard.server.store import Record, Store
from grognard.server.tables import Table
from grognard.server.thinking import Thinkers
from grognard.server.workers import Workers
from grognard.session import Session

#: Games kept in memory; beyond it those at which nobody sits are put away.
MOST_TABLES = 256

#: A seat's WebSocket is closed with this when its game is removed.
GONE = 4410


class Hall:
    """All games."""

    def __init__(self, store: Store, workers: Workers) -> None:
        self._keeper = Keeper(store)
        self._store = store
        self._thinkers = Thinkers(workers)
        self._tables: dict[str, Table] = {}
        self._opening: dict[str, asyncio.Future[Table]] = {}

    async def resume(self) -> None:
        """Open the games in which a computer is asked, so that it thinks again."""
        for record in await self._keeper.use(self._store.unfinished):
            if record.seats.computer(record.head.asked):
                try:
                    await self._table(record)
                except Denied as error:
                    log.error("%s cannot go on: %s", record.play, error)

    async def close(self) -> None:
        """Stop thinking, and let go of the store."""
        await self._thinkers.stop()
        await self._keeper.close()

    # --- new games -----------------------------------------------------------------------

    async def begin(self, new: NewPlay) -> PlayKeys:
        """Begin a game."""
        game = await game_of(new.game)
        players = _players(game, new.seats)
        try:
            game.make_options(new.options)
            start = game.start(new.scenario, seed=new.seed or None, **new.options)
        except ValueError as error:
            raise Denied(str(error)) from error
        return await self._add(Session(start), players)

    async def load(self, save: bytes, seats: Mapping[Side, str]) -> PlayKeys:
        """Go on with a saved game."""
        try:
            slug = decode_save(save).game
        except SaveError as error:
            raise Denied(str(error)) from error
        if slug not in available():
            raise Denied(f"this is a save of {slug!r}, which is not here")
        game = await game_of(slug)
        players = _players(game, seats)
        return await self._add(await asyncio.to_thread(_replayed, save, game), players)

    async def _add(self, session: Session, players: Mapping[Side, str]) -> PlayKeys:
        seats, tokens = seat(players)
        play = Play(new_play_id(), seats, session)
        await self._keeper.use(self._store.add, play.record())
        self._seat(play)
        return PlayKeys(play.id, tokens)

    # --- games that there are ------------------------------------------------------------

    async def cards(self, mine: MyTokens) -> list[PlayCard]:
        """The games in which the holder of these tokens has a seat, the latest first."""
        found = []
        for play, tokens in mine.plays.items():
            record = await self._keeper.use(self._store.find, play)
            sides = record.seats.held_by(tokens) if record else ()
            if record and sides:
                found.append(_card(record, sides))
        return sorted(found, key=lambda card: card.changed, reverse=True)

    async def sit(self, play: str, token: str) -> tuple[Table, Side]:
        """The table at which a token has a seat, and its side."""
        record = await self._keeper.use(self._store.find, play)
        sides = record.seats.held_by([token]) if record else ()
        if record is None or not sides:
            raise no_such_seat()
        return await self._table(record), sides[0]

    async def save(self, play: str, tokens: Iterable[str]) -> tuple[bytes, str]:
        """The whole game as a file, and a name for it. It tells all, dice to come included:
        while the game goes on it is for those who hold every human seat, afterwards for any
        of them.
        """
        record = await self._owned(play, tokens, when_over=True)
        table = await self._table(record)
        async with table.lock:
            name = f"{record.game}-{record.scenario}-turn-{table.play.pos.turn}.json"
            return table.play.session.save(), name

    async def remove(self, play: str, tokens: Iterable[str]) -> None:
        """Forget a game, for those who hold every human seat of it."""
        record = await self._owned(play, tokens, when_over=False)
        await self._keeper.use(self._store.remove, record.play)
        table = self._tables.pop(play, None)
        if table is not None:
            table.close(GONE, "the game has been removed")

    async def _owned(self, play: str, tokens: Iterable[str], *, when_over: bool) -> Record:
        held = list(tokens)
        record = await self._keeper.use(self._store.find, play)
        if record is None or not record.seats.held_by(held):
            raise no_such_seat()
        one_is_enough = when_over and record.head.outcome
        if not one_is_enough and not record.seats.all_held_by(held):
            text = "this takes the keys of all human seats"
            raise Denied(text, status=HTTPStatus.FORBIDDEN)
        return record

    async def do(self, table: Table, side: Side, wish: Act | Undo | Redo) -> int:
        """Carry out what a seat wishes, and let a computer answer."""
        revision = await table.do(side, wish)
        self._thinkers.let(table)
        return revision

    # --- tables --------------------------------------------------------------------------

    async def _table(self, record: Record) -> Table:
        """The table of a game, opened if it is not in memory. All who ask at the same time
        get the same one.
        """
        table = self._tables.get(record.play)
        if table is not None and not table.closed:
            return table
        opening = self._opening.get(record.play)
        if opening is None:
            opening = asyncio.ensure_future(self._open(record.play))
            self._opening[record.play] = opening
            opening.add_done_callback(lambda _: self._opening.pop(record.play))
        return await asyncio.shield(opening)

    async def _open(self, id_: str) -> Table:
        record = await self._keeper.use(self._store.find, id_)
        if record is None:
            raise no_such_seat()
        rows = await self._keeper.use(self._store.rows, id_, record.base)
        game = await game_of(record.game)
        play, replayed = await asyncio.to_thread(reopen, record, rows, game)
        if not replayed:
            again = play.record()
            await self._keeper.use(self._store.rebase, id_, again.start, again.head)
        return self._seat(play)

    def _seat(self, play: Play) -> Table:
        table = Table(play, version_of(play.game), self._keeper)
        self._put_away()
        self._tables[play.id] = table
        self._thinkers.let(table)
        return table

    def _put_away(self) -> None:
        """Forget tables at which nobody sits, the oldest first, until there is room."""
        idle = [id_ for id_, table in self._tables.items() if table.idle]
        for id_ in idle[: max(0, len(self._tables) + 1 - MOST_TABLES)]:
            del self._tables[id_]


def _players(game: AnyGame, wanted: Mapping[Side, str]) -> dict[Side, str]:
    """Who plays each side; a side that is not named is human, and one must be."""
    strangers = set(wanted) - set(game.sides)
    if strangers:
        raise Denied(f"{game.slug} has no side {min(strangers)!r}")
    players = {side: wanted.get(side, HUMAN) for side in game.sides}
    for player in players.values():
        if player != HUMAN and not computers.knows(player, game.slug):
            raise Denied(f"there is no player {player!r} of {game.slug}")
    if HUMAN not in players.values():
        raise Denied("at least one side must be human")
    return players


def _replayed(save: bytes, game: AnyGame) -> Session:
    """The session of a save that somebody sends: it may be anything."""
    try:
        return Session.load(save, game)
    except SaveError as error:
        raise Denied(str(error)) from error
    except Exception as error:
        log.exception("a save cannot be opened")
        raise Denied("this save cannot be opened") from error


def _card(record: Record, mine: tuple[Side, ...]) -> PlayCard:
    head = record.head
    return PlayCard(
        play=record.play,
        game=record.game,
        scenario=record.scenario,
        turn=head.turn,
        seats=record.seats.players,
        mine=mine,
        asked=head.asked,
        outcome=head.outcome,
        revision=head.revision,
        changed=record.changed,
    )
