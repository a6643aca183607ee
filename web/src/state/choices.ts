// What a question offers, sorted by how it is clicked: on a unit, in a place, or as a button.
import type { Action, Question } from "../api/schema";

export type Offers = ReadonlyMap<string, readonly Action[]>;

export interface Choices {
  readonly units: Offers;
  /** Hexes and boxes. */
  readonly spots: Offers;
  /** By unit or place: what can be done there beside answering. No plain click means it. */
  readonly beside: Offers;
  /** Answers by name. */
  readonly names: readonly Action[];
  /** Actions without an argument, but for the one that gives up. */
  readonly buttons: readonly Action[];
  readonly primary: Action | undefined;
  readonly cancel: Action | undefined;
}

export const NOTHING: Choices = { units: new Map(), spots: new Map(), beside: new Map(), names: [], buttons: [], primary: undefined, cancel: undefined };

/** The verbs all games share that go forward without an argument, the most binding first. */
const FORWARD = ["commit", "done", "stop", "stand", "pass"];

export const written = ([verb, arg]: Action): string => (arg ? `${verb} ${arg}` : verb);

export function choicesOf(question: Question | undefined, standing: readonly string[] = []): Choices {
  if (!question) return NOTHING;
  const beside = new Map<string, Action[]>();
  const units = new Map<string, Action[]>();
  const spots = new Map<string, Action[]>();
  const names: Action[] = [];
  const plain: Action[] = [];
  for (const action of question.actions) {
    const kind = question.kinds[action[0]];
    if ((kind === "unit" || kind === "hex") && standing.includes(action[0])) add(beside, action);
    else if (kind === "unit") add(units, action);
    else if (kind === "hex" || kind === "spot") add(spots, action);
    else if (kind === "" || !action[1]) plain.push(action);
    else names.push(action);
  }
  const buttons = plain.filter(([verb]) => verb !== "cancel");
  return { units, spots, beside, names, buttons, primary: primaryOf(buttons), cancel: plain.find(([verb]) => verb === "cancel") };
}

function add(map: Map<string, Action[]>, action: Action): void {
  const found = map.get(action[1]);
  if (found) found.push(action);
  else map.set(action[1], [action]);
}

function primaryOf(buttons: readonly Action[]): Action | undefined {
  const rank = ([verb]: Action): number => (FORWARD.includes(verb) ? FORWARD.indexOf(verb) : FORWARD.length);
  return [...buttons].sort((a, b) => rank(a) - rank(b))[0];
}

/** Would a click in this place be meant for whoever stands there? What is placed lies beside them. */
export const isAim = ({ spots }: Choices, spot: string): boolean => (spots.get(spot) ?? []).some(([verb]) => verb !== "place");

/** The verb that a click on a unit or in a place would mean now, for asking why it may not be. */
export function verbFor(question: Question, kinds: readonly string[]): string | undefined {
  const open = question.actions.find(([verb]) => kinds.includes(question.kinds[verb] ?? "name"));
  return open?.[0] ?? Object.keys(question.kinds).find((verb) => kinds.includes(question.kinds[verb]!));
}

/** What the page calls an action: its own words for this answer, or for the verb, or the words of the answer. */
export function labelOf(action: Action, verbs: Readonly<Record<string, string>>, called?: string): string {
  const own = verbs[written(action)];
  if (own) return own;
  const [verb, arg] = action;
  const word = verbs[verb] ?? capital(verb);
  if (!arg) return word;
  return called === undefined ? capital(arg) : `${word} ${called}`;
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
