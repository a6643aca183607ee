// Who plays which side: you, somebody at the same screen, or a computer player.
import type { GameCard, PlayCard } from "../api/schema";

export const YOU = "you";
export const HERE = "here";

/** You play the first side, against the strongest computer player; without one, two play here. */
export function usualSeats(game: GameCard): Record<string, string> {
  const other = game.players.at(-1)?.name ?? HERE;
  return Object.fromEntries(game.sides.map((side, i) => [side.id, i === 0 ? YOU : other]));
}

/** Those of the latest game of this title: its computer players sit where they sat. */
export function formerSeats(game: GameCard, plays: readonly PlayCard[]): Record<string, string> {
  const former = plays.find((play) => play.game === game.slug);
  if (!former) return usualSeats(game);
  const mine = former.mine[0] ?? Object.keys(former.seats).find((side) => former.seats[side] === "human");
  const known = new Set(game.players.map((player) => player.name));
  return Object.fromEntries(
    game.sides.map(({ id }) => {
      const player = former.seats[id] ?? "";
      return [id, known.has(player) ? player : id === mine ? YOU : HERE];
    }),
  );
}

/** The title that a saved game says it is of; of any other file nothing. */
export function titleIn(text: string): string {
  try {
    const save = JSON.parse(text) as { game?: unknown; format?: unknown } | null;
    return typeof save?.game === "string" && save.format !== undefined ? save.game : "";
  } catch {
    return "";
  }
}

/** Seats as the server wants them: whoever sits at this screen is human. */
export function seatsFor(seats: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(seats).map(([side, player]) => [side, player === YOU || player === HERE ? "human" : player]));
}
