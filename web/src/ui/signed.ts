// Numbers as the page writes them: a real minus, ranges in words.
import type { Part } from "../api/schema";

export const signed = (value: number): string => (value < 0 ? `−${figure(-value)}` : value > 0 ? `+${figure(value)}` : "0");
const plain = (value: number): string => (value < 0 ? `−${figure(-value)}` : figure(value));

/** A number of points: halves, thirds and quarters as such. */
export function figure(value: number): string {
  const whole = Math.floor(value + 0.01);
  const part = PARTS.find(([, share]) => Math.abs(value - whole - share) < 0.01)?.[0];
  return part === undefined ? String(value) : `${whole || ""}${part}`;
}

const PARTS = [["½", 1 / 2], ["⅓", 1 / 3], ["⅔", 2 / 3], ["¼", 1 / 4], ["¾", 3 / 4]] as const;
const WRITTEN: Record<string, string> = { "1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾" };

/** `1 1/2` as the server writes it, as a printer would. */
export const fractions = (text: string): string => text.replace(/(\d )?\b([123]\/[234])\b/g, (_, whole: string | undefined, part: string) => (whole ?? "").trim() + (WRITTEN[part] ?? part));

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

/** An entry of a chart: a bare dash says that there is none, a dash before a figure takes away. */
export const effect = (text: string): string => (/^[-–—]$/.test(text.trim()) ? "none" : minus(text));
