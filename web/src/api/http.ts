// What the server answers over HTTP, typed.
import type { BoardMap, ClauseCard, GameCard, NewPlay, PieceCard, PlayCard, PlayKeys, Problem } from "./schema";

/** A request that the server refused, in its own words. */
export class RefusedRequest extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly rule = "",
  ) {
    super(message);
  }
}

async function answered(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(path, init);
  if (response.ok) return response;
  const problem = (await response.json().catch(() => ({}))) as Partial<Problem>;
  throw new RefusedRequest(problem.error ?? response.statusText, response.status, problem.rule);
}

const json = async <T>(path: string, init?: RequestInit): Promise<T> => (await answered(path, init)).json();

function post(body: string | Blob): RequestInit {
  return { method: "POST", headers: { "Content-Type": "application/json" }, body };
}

const bearer = (tokens: string[]): RequestInit => ({ headers: { Authorization: `Bearer ${tokens.join(",")}` } });

/** The address of something that changes only with the game's version. */
export const versioned = (slug: string, what: string, version: string): string =>
  `/api/games/${slug}/${what}?v=${version}`;

export const games = (): Promise<GameCard[]> => json("/api/games");
export const board = (slug: string, v: string): Promise<BoardMap> => json(versioned(slug, "board", v));
export const rules = (slug: string, v: string): Promise<ClauseCard[]> => json(versioned(slug, "rules", v));
export const pieces = (slug: string, v: string): Promise<PieceCard[]> => json(versioned(slug, "pieces", v));

export async function boardSvg(slug: string, v: string): Promise<string> {
  return (await answered(versioned(slug, "board.svg", v))).text();
}

export const begin = (play: NewPlay): Promise<PlayKeys> => json("/api/plays", post(JSON.stringify(play)));

/** The games in which a browser with these tokens has a seat. */
export const mine = (plays: Record<string, string[]>): Promise<PlayCard[]> =>
  json("/api/plays/mine", post(JSON.stringify({ plays })));

/** Go on with a saved game; `seats` says who plays which side. */
export const load = (save: Blob, seats: Record<string, string>): Promise<PlayKeys> =>
  json(`/api/plays/load?${new URLSearchParams(seats)}`, post(save));

/** The saved game as a file, and the name that the server gives it. */
export async function save(play: string, tokens: string[]): Promise<{ file: Blob; name: string }> {
  const response = await answered(`/api/plays/${play}/save`, bearer(tokens));
  const named = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "");
  return { file: await response.blob(), name: named?.[1] ?? `${play}.json` };
}

export async function remove(play: string, tokens: string[]): Promise<void> {
  await answered(`/api/plays/${play}`, { method: "DELETE", ...bearer(tokens) });
}
