// Finding names in sentences.

export interface Piece {
  text: string;
  named: boolean;
}

const special = /[.*+?^${}()|[\]\\]/g;

/** A text cut at whole names; the longest name wins. */
export function pieces(text: string, names: Iterable<string>): Piece[] {
  const wanted = [...new Set(names)].filter((name) => name.length > 1 && text.includes(name)).sort((a, b) => b.length - a.length);
  if (!wanted.length) return [{ text, named: false }];
  const alternatives = wanted.map((name) => name.replace(special, "\\$&")).join("|");
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}/.])(?:${alternatives})(?![\\p{L}\\p{N}/])`, "gu");
  const found: Piece[] = [];
  let last = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > last) found.push({ text: text.slice(last, match.index), named: false });
    found.push({ text: match[0], named: true });
    last = match.index + match[0].length;
  }
  if (last < text.length) found.push({ text: text.slice(last), named: false });
  return found;
}
