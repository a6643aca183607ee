// The parts of a board, as its sources name them, in the words of people.
import { spaced, wordFor } from "../state/spoken";

/** `hexsides main_road` as people call it; nothing for tags and zones that only the rules need and nobody has named. */
export function partOf(part: string, titles: Readonly<Record<string, string>>): string | undefined {
  const [kind = "", name = ""] = part.split(" ", 2);
  if (!name) return spaced(kind);
  const said = wordFor(name, titles);
  return said ?? (kind === "tag" || kind === "zone" ? undefined : spaced(name));
}
