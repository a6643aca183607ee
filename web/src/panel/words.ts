// Words of the panel. Statuses are never read out as letters.
import type { Badge } from "../api/schema";
import { capital } from "../state/choices";

/** What the server says without a capital and a full stop, as a sentence. */
export const sentence = (text: string): string => capital(text) + (/[.!?]$/.test(text) ? "" : ".");

export const BADGE_WORDS: Partial<Record<Badge["kind"], string>> = {
  oos: "Out of supply",
  iso: "Isolated",
  air: "Air supply",
  disrupted: "Disrupted",
  moved: "Has moved",
  fought: "Has fought",
  works: "Field works",
};
