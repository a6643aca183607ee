// The keys of seats that this browser holds, and how far each of its players has read. They stay on this machine.
const KEYS = "grognard.keys";
const SEEN = "grognard.seen";

/** For each game the token of each side that is played here. */
export type Keys = Record<string, Record<string, string>>;

function read<T>(name: string, otherwise: T): T {
  try {
    return (JSON.parse(localStorage.getItem(name) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

const write = (name: string, value: unknown): void => localStorage.setItem(name, JSON.stringify(value));

export const keys = (): Keys => read<Keys>(KEYS, {});
export const keysOf = (play: string): Record<string, string> => keys()[play] ?? {};

export function keep(play: string, tokens: Record<string, string>): void {
  write(KEYS, { ...keys(), [play]: tokens });
}

export function forget(play: string): void {
  const { [play]: _, ...others } = keys();
  write(KEYS, others);
}

/** The number of the last action that a side's player has seen here; -1 for one who was never here. */
export function seen(play: string, side: string): number {
  return read<Record<string, number>>(SEEN, {})[`${play} ${side}`] ?? -1;
}

export function see(play: string, side: string, number: number): void {
  write(SEEN, { ...read<Record<string, number>>(SEEN, {}), [`${play} ${side}`]: number });
}
