// What does not change while a game is played: its board, its picture, its rules, its counters.
import * as http from "../api/http";
import type { ClauseCard, PieceCard } from "../api/schema";
import { Plan } from "../map/plan";
import type { BoardMap } from "../api/schema";

export interface Volume {
  board: BoardMap;
  plan: Plan;
  svg: string;
}

const volumes = new Map<string, Promise<Volume>>();
const clauses = new Map<string, Promise<ClauseCard[]>>();
const pieces = new Map<string, Promise<PieceCard[]>>();

function once<T>(kept: Map<string, Promise<T>>, name: string, make: () => Promise<T>): Promise<T> {
  let found = kept.get(name);
  if (!found) {
    found = make();
    kept.set(name, found);
    found.catch(() => kept.delete(name));
  }
  return found;
}

export const volumeOf = (slug: string, version: string): Promise<Volume> =>
  once(volumes, `${slug} ${version}`, async () => {
    const [board, svg] = await Promise.all([http.board(slug, version), http.boardSvg(slug, version)]);
    return { board, plan: new Plan(board), svg };
  });

export const clausesOf = (slug: string, version: string): Promise<ClauseCard[]> =>
  once(clauses, `${slug} ${version}`, () => http.rules(slug, version));

export const piecesOf = (slug: string, version: string): Promise<PieceCard[]> =>
  once(pieces, `${slug} ${version}`, () => http.pieces(slug, version));
