// Statuses in words: badges are never read out as letters.
import type { Badge } from "../api/schema";

export const BADGE_WORDS: Partial<Record<Badge["kind"], string>> = {
  oos: "Out of supply",
  iso: "Isolated",
  air: "Air supply",
  disrupted: "Disrupted",
  moved: "Has moved",
  fought: "Has fought",
  works: "Field works",
};
