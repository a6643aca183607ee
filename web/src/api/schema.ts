// Made from the server's schema by `npm run types`. Not edited by hand.

/**
 * A verb and one argument: `attack 6GTC`, `move 33.15`, `done`.
 *
 * @minItems 2
 * @maxItems 2
 */
export type Action = [string, string];
export type FromClient = Hello | Act | Undo | Redo | Ask;
export type FromServer = Opening | Patch | Refused | Done | Way | Why | Overlays | Past | Hint | Diary | Thinking;

/**
 * The first frame: who this is.
 */
export interface Hello {
  type: "hello";
  token: string;
}
/**
 * Take an action, if the game is still at this revision.
 */
export interface Act {
  type: "act";
  id: number;
  revision: number;
  action: string;
}
/**
 * Take the last action back.
 */
export interface Undo {
  type: "undo";
  id: number;
  revision: number;
}
/**
 * Take an undone action again.
 */
export interface Redo {
  type: "redo";
  id: number;
  revision: number;
}
/**
 * Ask something that changes nothing. What goes into `arg`, and what comes back: `way` a hex, Way; `why` an action, Why; `overlay` its name and, after a blank, the unit or hex it takes, Overlays; `at` the number of an action, Past; `hint` nothing, Hint; `diary` nothing, Diary.
 */
export interface Ask {
  type: "ask";
  id: number;
  what: "at" | "diary" | "hint" | "overlay" | "way" | "why";
  arg?: string;
}
/**
 * The answer to `hello`: the page, the first frame, and the log so far. `version` is that of the game's card.
 */
export interface Opening {
  type: "opening";
  side: string;
  version: string;
  page: Page;
  frame: Frame;
  log: LogEntry[];
}
/**
 * What does not change during a game. `labels` say what the values of a counter are, in their order; empty: strength and movement where there are two, attack, defence and movement where there are three. A Face whose values are others has labels of its own. `rung` is what a rung of a counter is called.
 */
export interface Page {
  game: string;
  title: string;
  about: string;
  sides: SideLook[];
  turns: TurnSpace[];
  phases: PhaseSpace[];
  verbs: {
    [k: string]: string;
  };
  overlays: OverlayKey[];
  boxes: BoxSpace[];
  legend: LegendRow[];
  skins: {
    [k: string]: Skin;
  };
  fog: boolean;
  labels: string[];
  rung: string;
}
/**
 * A side as the page shows it: warm or cool, and its mark.
 */
export interface SideLook {
  id: string;
  title: string;
  camp: "cool" | "warm";
  mark: "" | "cross" | "shield" | "star";
}
/**
 * A space of the turn track. `arrivals` names the sides that get reinforcements.
 */
export interface TurnSpace {
  number: number;
  label: string;
  arrivals: string[];
}
/**
 * A phase of the bar on top; a Scene says by its id which one is open.
 */
export interface PhaseSpace {
  id: string;
  title: string;
  side: string;
}
/**
 * An overlay that the player may switch on; with `takes` it is asked for one unit or hex. One that is `usual` is on until he switches it off.
 */
export interface OverlayKey {
  name: string;
  title: string;
  key: string;
  takes: "" | "hex" | "unit";
  usual: boolean;
}
/**
 * A place off the map, shown in a drawer; `kind` groups the drawers.
 */
export interface BoxSpace {
  name: string;
  title: string;
  side: string;
  kind: "box" | "dead" | "pool" | "track";
}
/**
 * A line of the terrain key: what it is, what it does, by which rule.
 */
export interface LegendRow {
  title: string;
  effects: {
    [k: string]: string;
  };
  rule: string;
}
/**
 * The colours of a counter. Bodies of one camp are warm, those of the other cool, so that no kind of colour blindness confuses the sides.
 */
export interface Skin {
  body: string;
  band: string;
  camp: "cool" | "neutral" | "warm";
}
/**
 * All that a seat may know of a position. After the first, only patches are sent. `revision` counts everything that was ever done, taking back included, so that it never comes again. `number` counts the actions that stand: the slider and the log go by it. `beside` are verbs that answer another question than the open one, and are open to the side at any calm moment. As sent, `view.counters` is an object by id, a secret of the other side that it has given is `true`, and `view.agenda`, which is for computer players, is left out.
 */
export interface Frame {
  revision: number;
  number: number;
  view: View;
  scene: Scene;
  seats: {
    [k: string]: string;
  };
  undo: boolean;
  redo: boolean;
  thinking: string;
  beside: string[];
}
/**
 * Everything that a viewer may know of a position.
 */
export interface View {
  game: string;
  scenario: string;
  options: Options;
  viewer?: string;
  turn: number;
  phases: string[];
  steps: string[];
  asked: string;
  waiting: string;
  question?: Question;
  counters: {
    [k: string]: Counter;
  };
  boxes: {
    [k: string]: number;
  };
  control: string;
  tracks: {
    [k: string]: unknown;
  };
  secrets: {
    [k: string]: unknown;
  };
  sightings: Sighting[];
  outcome?: Outcome;
}
/**
 * The switches of a game. Games extend it; each default is the binding ruling.
 */
export interface Options {}
/**
 * The open decision as the side that is asked sees it. `kinds` says of each verb what it takes, and so how it is clicked: unit, hex, spot, name, or nothing.
 */
export interface Question {
  prompt: string;
  rule: string;
  actions: Action[];
  panel?: Panel;
  kinds: {
    [k: string]: string;
  };
}
/**
 * What is shown beside a question: rows of parts, chances, and open duties; the units and hexes that it is about. `sums` are what the chances come to, such as losses to be expected; `notes` are remarks on single units, such as what adding one would change.
 */
export interface Panel {
  title: string;
  rows: Row[];
  chances: Chance[];
  duties: Due[];
  units: string[];
  hexes: string[];
  sums: Row[];
  notes: {
    [k: string]: string;
  };
}
/**
 * A line of a panel: a number with its parts, or a fact in words.
 */
export interface Row {
  label: string;
  value: string;
  parts: Part[];
  rule: string;
}
/**
 * One term of a number: how much, why, and by which rule. Where hidden information leaves a term open to a viewer, `most` is its upper end.
 */
export interface Part {
  amount: number;
  reason: string;
  rule: string;
  most?: number;
}
/**
 * One outcome and its weight; `good` says for whom: 1 the decider, -1 the enemy.
 */
export interface Chance {
  label: string;
  weight: number;
  good: number;
}
/**
 * Something that must be done before a phase may end: in words, by which rule, and where.
 */
export interface Due {
  text: string;
  rule: string;
  hex: string;
}
/**
 * A piece as one side sees it. While its identity is hidden, `id` is a pseudonym that follows the counter about, as eyes follow it across a real table.
 */
export interface Counter {
  id: string;
  side: string;
  at: string;
  known: boolean;
  facts: {
    [k: string]: unknown;
  };
}
/**
 * What a side saw of an enemy unit, and when.
 */
export interface Sighting {
  side: string;
  unit: string;
  turn: number;
  at: string;
}
/**
 * How a game ended. `winner` is empty for a draw.
 */
export interface Outcome {
  winner: string;
  level: string;
  reason: string;
  rule: string;
}
/**
 * What a View looks like. Faces and words go by the id of a counter in the View. `overlays` are always shown, such as the arrows of an attack that is put together. `due` is the turn on which a counter that waits off the map arrives.
 */
export interface Scene {
  faces: {
    [k: string]: Face;
  };
  spoken: {
    [k: string]: string;
  };
  spots: {
    [k: string]: string;
  };
  tallies: Tally[];
  phase: string;
  markers: {
    [k: string]: Face[];
  };
  lines: string[];
  overlays: (HexFill | SideLine | HexLine | Arrow | StackRing)[];
  due: {
    [k: string]: number;
  };
}
/**
 * What a counter shows. `values` are as they are now, `printed` as on the cardboard; `labels` say what they are, where that is not what the Page says of all counters; `caption` stands in place of values. `rungs` are steps at full strength, `lost` of them are gone; `lost` None is a loss of unknown size. `hidden` breaks the frame of the symbol: the identity is not known. A `marker` has a picture instead of a unit symbol.
 */
export interface Face {
  skin: string;
  symbol: string;
  id: string;
  mark: "" | "cross" | "shield" | "star";
  size: string;
  values: string[];
  printed: string[];
  caption: string;
  rungs: number;
  lost?: number;
  badges: Badge[];
  veil: boolean;
  hidden: boolean;
  marker: boolean;
  title: string;
  labels: string[];
}
/**
 * A status, drawn over the edge of a counter in the place that its kind has: `oos`, `iso`, `air` and `pill` (with a text of its own) at the upper right, `disrupted` on the left edge, `moved` and `fought` at the lower left, `count` (with a text) at the lower right, `works` round the counter. `says` is what it means, where its kind does not say that in every game.
 */
export interface Badge {
  kind: "air" | "count" | "disrupted" | "fought" | "iso" | "moved" | "oos" | "pill" | "works";
  text: string;
  says: string;
}
/**
 * A side's victory count, with every term; up to `most` where terms are hidden.
 */
export interface Tally {
  side: string;
  total: number;
  parts: Part[];
  most?: number;
  stars: number;
  stars_of: number;
}
/**
 * Hexes marked as one area: `reach`, `zone warm`, `zone cool`, `refused`, `selected`, `control warm`, `control cool`. `numbers` are written in single hexes, `stops` are the hexes where a move must end.
 */
export interface HexFill {
  type: "fill";
  style: string;
  hexes: string[];
  numbers: {
    [k: string]: string;
  };
  stops: string[];
}
/**
 * Hexsides marked: `front`, `bond warm`, `bond cool`, `border`.
 */
export interface SideLine {
  type: "sides";
  style: string;
  sides: string[];
}
/**
 * A line through hexes: `supply`, `broken` or `path`. `label` is a tag at its end.
 */
export interface HexLine {
  type: "line";
  style: string;
  hexes: string[];
  label: string;
}
/**
 * An attack or a move from hex to hex, in the dark colour of its camp. `label` (the odds) and `note` (a modifier) stand in a badge over the goal.
 */
export interface Arrow {
  type: "arrow";
  start: string;
  end: string;
  camp: "cool" | "neutral" | "warm";
  label: string;
  note: string;
}
/**
 * A ring about the counters of a hex: `chosen`, `may` (be added), `target`, `ghost`.
 */
export interface StackRing {
  type: "ring";
  style: string;
  hex: string;
}
/**
 * A line of the log. `number` is that of the action it came from; 0 is the set-up.
 */
export interface LogEntry {
  number: number;
  turn: number;
  text: string;
  event: Event;
}
/**
 * Something that happened, written once by the rule that did it, with all its facts. `kind` is a short name for programs, `text` the sentence for people, made from `facts` and `side` when read. What of it each side may know is decided by the game's mask.
 */
export interface Event {
  kind: string;
  text: string;
  rule: string;
  side: string;
  facts: {
    [k: string]: unknown;
  };
  parts: Part[];
  dice: number[];
  hexes: string[];
  units: string[];
}
/**
 * What has changed since revision `base`: a JSON merge patch (RFC 7396) of the frame, in which null takes a value away and lists are replaced whole. Of the log, lines with a number above `kept` are dropped (they were taken back, or are told anew), then `log` is added.
 */
export interface Patch {
  type: "patch";
  base: number;
  revision: number;
  patch: unknown;
  kept: number;
  log: LogEntry[];
}
/**
 * The request with this id (0: no request that could be read) was not carried out, and why. `revision` is that of the game now.
 */
export interface Refused {
  type: "refused";
  id: number;
  error: string;
  rule: string;
  revision: number;
}
/**
 * The request with this id was carried out and is kept; the patch comes by itself.
 */
export interface Done {
  type: "done";
  id: number;
  revision: number;
}
/**
 * The way that a move would take, with each cost in parts of a movement point: so many make one. A hex that cannot be moved to is Refused, with the rule.
 */
export interface Way {
  type: "way";
  id: number;
  hexes: string[];
  parts: Part[];
  left: string;
  per_point: number;
}
/**
 * Why an action is not allowed; with an empty `error` it is.
 */
export interface Why {
  type: "why";
  id: number;
  error: string;
  rule: string;
}
/**
 * An overlay.
 */
export interface Overlays {
  type: "overlay";
  id: number;
  name: string;
  overlays: (HexFill | SideLine | HexLine | Arrow | StackRing)[];
}
/**
 * A frame of the past, as this seat saw it then.
 */
export interface Past {
  type: "past";
  id: number;
  frame: Frame;
}
/**
 * What a computer player would do here, why, and its plan for the turn; without an action there is no advice.
 */
export interface Hint {
  type: "hint";
  id: number;
  action?: Action;
  text: string;
  plan: string;
}
/**
 * What the computer players thought, turn by turn. It is for those who play alone, and for everybody when the game is over.
 */
export interface Diary {
  type: "diary";
  id: number;
  pages: Thoughts[];
}
/**
 * What a computer player was trying to do in one turn, in sentences.
 */
export interface Thoughts {
  side: string;
  turn: number;
  aims: string[];
  attacks: string[];
  fears: string[];
}
/**
 * A computer player is at work: how far it is (0 to 1), and on what.
 */
export interface Thinking {
  type: "thinking";
  side: string;
  share: number;
  text: string;
}
/**
 * Why a request was refused.
 */
export interface Problem {
  error: string;
  rule: string;
}
/**
 * A game in the lobby. `players` are the computer players that know it. `version` changes with its data: pictures asked for with `?v=VERSION` may be kept for ever.
 */
export interface GameCard {
  slug: string;
  title: string;
  about: string;
  version: string;
  sides: SideLook[];
  scenarios: ScenarioCard[];
  options: OptionCard[];
  players: PlayerCard[];
  hexes: number;
  pieces: number;
}
/**
 * A scenario in the lobby.
 */
export interface ScenarioCard {
  id: string;
  title: string;
  dates: string;
  turns: number;
  about: string;
}
/**
 * A switch of a game: its name, what it means, its kind and its default. A `choice` is among `choices`.
 */
export interface OptionCard {
  name: string;
  about: string;
  kind: "choice" | "number" | "switch" | "text";
  default: unknown;
  choices: string[];
}
/**
 * A computer player: the name that a seat is given, and how it plays.
 */
export interface PlayerCard {
  name: string;
  title: string;
  about: string;
}
/**
 * A rule in our own words, for the rules panel.
 */
export interface ClauseCard {
  id: string;
  number: string;
  title: string;
  says: string;
  kind: string;
}
/**
 * A counter of the box, for the unit browser, and where its values come from.
 */
export interface PieceCard {
  id: string;
  side: string;
  title: string;
  source: "public" | "reconstructed" | "rulebook";
}
/**
 * A board for the hex inspector and the keyboard. `sources` says which parts of it are reconstructed, `titles` what people call kinds of terrain, tags and sides.
 */
export interface BoardMap {
  name: string;
  shape: "flat" | "pointy";
  width: number;
  height: number;
  hexes: {
    [k: string]: HexSpace;
  };
  sources: {
    [k: string]: "public" | "reconstructed" | "rulebook";
  };
  titles: {
    [k: string]: string;
  };
  note: string;
}
/**
 * A hex as printed: its centre in the units of the map's SVG, its terrain and tags, the place in it, what lies on its sides (by kind: neighbours across them), its neighbours.
 */
export interface HexSpace {
  x: number;
  y: number;
  terrain: string;
  place: string;
  tags: string[];
  sides: {
    [k: string]: string[];
  };
  near: string[];
}
/**
 * Begin a game. A seat is `human` or the name of a computer player; a side that is not named is human, and one side must be. Without a seed one is drawn.
 */
export interface NewPlay {
  game: string;
  scenario?: string;
  options?: {
    [k: string]: unknown;
  };
  seats?: {
    [k: string]: string;
  };
  seed?: string;
}
/**
 * A new game: its id, and the secret token of each human seat.
 */
export interface PlayKeys {
  play: string;
  tokens: {
    [k: string]: string;
  };
}
/**
 * The tokens that a browser has kept: play id to tokens.
 */
export interface MyTokens {
  plays: {
    [k: string]: string[];
  };
}
/**
 * A game in progress, for those who have a seat in it: `mine` are their sides, `changed` is when it was last played (UTC), `outcome` how it ended.
 */
export interface PlayCard {
  play: string;
  game: string;
  scenario: string;
  turn: number;
  seats: {
    [k: string]: string;
  };
  mine: string[];
  asked: string;
  outcome: string;
  revision: number;
  changed: string;
}
