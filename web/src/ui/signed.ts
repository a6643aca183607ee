// Numbers as the page writes them: a real minus, ranges in words.
import type { Part } from "../api/schema";

export const signed = (value: number): string => (value < 0 ? `−${-value}` : value > 0 ? `+${value}` : "0");
const plain = (value: number): string => (value < 0 ? `−${-value}` : String(value));

/** The amount of a term, perhaps a range; with a sign where it modifies something. */
export function amount(part: Pick<Part, "amount" | "most">, sign: boolean): string {
  const say = sign ? signed : plain;
  return part.most === undefined || part.most === part.amount ? say(part.amount) : `${say(part.amount)} to ${say(part.most)}`;
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** `-1` as printed by the server, with a real minus. */
export const minus = (text: string): string => text.replace(/(^|\s)-(?=\d)/g, "$1−");
