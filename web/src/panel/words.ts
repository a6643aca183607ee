// Words of the panel. Statuses are never read out as letters.
import type { Badge, Face } from "../api/schema";
import { capital } from "../state/choices";

/** What the server says without a capital and a full stop, as a sentence. */
export const sentence = (text: string): string => capital(text) + (/[.!?]$/.test(text) ? "" : ".");

const BADGE_WORDS: Partial<Record<Badge["kind"], string>> = {
  oos: "Out of supply",
  iso: "Isolated",
  air: "Air supply",
  disrupted: "Disrupted",
  moved: "Has moved",
  fought: "Has fought",
  works: "Field works",
};

/** What a badge means: as it says itself, or as its kind does in every game. */
export const meaning = (badge: Badge): string => badge.says || (BADGE_WORDS[badge.kind] ?? "");

/** What the values of a counter usually are, by how many there are. */
const USUAL: Record<number, readonly string[]> = { 2: ["strength", "movement"], 3: ["attack", "defence", "movement"] };

/** What the values of a counter are: as it says itself, as the game says of all, or as is usual. */
export function labelsOf(face: Pick<Face, "labels" | "values">, ofGame: readonly string[]): readonly string[] {
  if (face.labels.length) return face.labels;
  return ofGame.length ? ofGame : (USUAL[face.values.length] ?? []);
}
