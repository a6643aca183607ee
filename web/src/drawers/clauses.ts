// Searching the rules.
import type { ClauseCard } from "../api/schema";

/** Clauses of one heading stand together. */
export const sectionOf = (clause: ClauseCard | undefined): string => (clause ? `${clause.number} ${clause.title}` : "");

/** The clauses that hold every word; a number finds its section. */
export function find(clauses: readonly ClauseCard[], text: string): readonly ClauseCard[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return clauses;
  return clauses.filter((clause) => {
    const all = `${clause.title} ${clause.says}`.toLowerCase();
    return words.every((word) => (/^[a-z]?\d/.test(word) ? clause.id.toLowerCase().startsWith(word) || all.includes(word) : all.includes(word)));
  });
}
