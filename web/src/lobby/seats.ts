// Who plays which side: you, somebody at the same screen, or a computer player.
import type { GameCard } from "../api/schema";

export const YOU = "you";
export const HERE = "here";

/** You play the first side, against the strongest computer player; without one, two play here. */
export function usualSeats(game: GameCard): Record<string, string> {
  const other = game.players.at(-1)?.name ?? HERE;
  return Object.fromEntries(game.sides.map((side, i) => [side.id, i === 0 ? YOU : other]));
}

/** Seats as the server wants them: whoever sits at this screen is human. */
export function seatsFor(seats: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(seats).map(([side, player]) => [side, player === YOU || player === HERE ? "human" : player]));
}
