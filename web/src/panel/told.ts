// The sentence of a log entry, as the page says it, and which entries stand in the panel.
import type { LogEntry } from "../api/schema";
import type { Table } from "../state/table.svelte";

/** A sentence that begins with the id of a side begins with its name. */
export function told(table: Table, { text, event }: LogEntry): string {
  const { side } = event;
  if (!side || !text.toLowerCase().startsWith(`${side.toLowerCase()} `)) return text;
  return table.sideTitle(side) + text.slice(side.length);
}

/** The last action with dice among those after `since`, whoever acted after it: all that it led to. */
export function thrown(log: readonly LogEntry[], since: number, until = Infinity): LogEntry[] {
  const last = log.findLast((entry) => entry.number > since && entry.number <= until && entry.event.dice.length)?.number;
  return last === undefined ? [] : log.filter((entry) => entry.number === last);
}
