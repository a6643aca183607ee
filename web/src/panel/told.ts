// The sentence of a log entry, as the page says it.
import type { LogEntry } from "../api/schema";
import type { Table } from "../state/table.svelte";

/** A sentence that begins with the id of a side begins with its name. */
export function told(table: Table, { text, event }: LogEntry): string {
  const { side } = event;
  if (!side || !text.toLowerCase().startsWith(`${side.toLowerCase()} `)) return text;
  return table.sideTitle(side) + text.slice(side.length);
}
