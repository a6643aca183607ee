// Counters as SVG text, drawn from a Face as the cardboard it stands for. Measures are map units about the
// middle of the counter; the body is 54 square. Four levels of detail are in it; the page shows one of them.
import type { Badge, Face, Skin } from "../api/schema";
import look from "./look.json";
import { contrast } from "./colour";

export const HALF = 27;
const CORNER = 4.5;
const CREAM = "#fff8ea";
const INK = "#1e1c19";
const PLAIN: Skin = { body: "#d8d2c4", band: "#8c8474", camp: "neutral" };
const AMBER = "#f3b61f";
const SKY_INK = "#2f6690";

export type Skins = Readonly<Record<string, Skin>>;
interface Symbol {
  lines: string;
  solid: string;
  letters: string;
  size: number;
}

const symbols = look.symbols as Record<string, Symbol>;
const pictures = look.pictures as Record<string, Symbol>;
const aliases = look.aliases as Record<string, string>;
const widths = look.widths as Record<string, number>;
const marks = look.marks as Record<string, string>;
const sizes = look.sizes as Record<string, string>;

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** How wide a text comes out in the type of counters. */
export function widthOf(text: string, size: number, spacing = 0): number {
  return [...text].reduce((sum, letter) => sum + (widths[letter] ?? 0.5) * size + spacing, 0);
}

const number = (value: number): string => String(Math.round(value * 100) / 100);

export function skinOf(face: Face, skins: Skins): Skin {
  return skins[face.skin] ?? (look.skins as Skins)[face.skin] ?? PLAIN;
}

/** Cream or ink, whichever reads better. */
export function inkOn(colour: string): string {
  return contrast(CREAM, colour) >= contrast(INK, colour) ? CREAM : INK;
}

// --- symbols ---------------------------------------------------------------------------------------------------

const plain = (name: string): string => name.toLowerCase().replace(/[-_ ]+/g, " ").trim();
const known = new Map<string, string>();
for (const name of Object.keys(symbols)) known.set(plain(name), name);
for (const [name, meant] of Object.entries(aliases)) known.set(plain(name), meant);

/** The name of the symbol that a game means, or nothing if nobody knows it. */
export function symbolName(name: string): string | undefined {
  const asked = plain(name);
  return asked.endsWith(" hq") ? "headquarters" : known.get(asked);
}

const slug = (name: string): string => name.replace(/\s+/g, "-");

function inkOf(symbol: Symbol): string {
  const lines = symbol.lines && `<path d="${symbol.lines}" fill="none" stroke="${INK}" stroke-width="1.35"/>`;
  const solid = symbol.solid && `<path d="${symbol.solid}" fill="${INK}"/>`;
  const letters =
    symbol.letters &&
    `<text class="cond" y="${number(symbol.size * 0.36)}" font-size="${symbol.size}" fill="${INK}"
      text-anchor="middle" letter-spacing=".4">${symbol.letters}</text>`;
  return `${lines}${solid}${letters}`;
}

const FRAME = '<path d="M-13-8h26v16h-26z"';

/** Definitions that all counters of a page share: one group a symbol, the sheen of the cardboard. */
export function definitions(): string {
  const groups = Object.entries(symbols).map(
    ([name, symbol]) =>
      `<g id="symbol-${slug(name)}" stroke-linecap="round" stroke-linejoin="round">${FRAME} fill="#fdfaf1"/>${inkOf(symbol)}</g>`,
  );
  const sheen =
    '<linearGradient id="sheen" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".1"/>' +
    '<stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".08"/></linearGradient>';
  const cardboard = `<g id="cardboard-shadow"><rect x="-26.6" y="-25" width="56" height="55.6" rx="6" fill="#1a150c" fill-opacity=".14"/>
    <rect x="-26.4" y="-25.8" width="54.6" height="54.8" rx="5" fill="#1a150c" fill-opacity=".3"/></g>`;
  const edge = `<g id="cardboard-edge" fill="none"><rect x="-26.5" y="-26.5" width="53" height="53" rx="4.2" stroke="#fff" stroke-opacity=".28"/>
    <rect x="-27" y="-27" width="54" height="54" rx="4.5" fill="url(#sheen)" stroke="#1c1914" stroke-opacity=".62" stroke-width=".9"/></g>`;
  return groups.join("") + sheen + cardboard + edge;
}

function framed(face: Face, at: string, scale: number): string {
  const name = symbolName(face.symbol);
  const inside = name === undefined
    ? `${FRAME} fill="#fdfaf1"/>${inkOf({ lines: "", solid: "", letters: escaped(face.symbol.slice(0, 3).toUpperCase()), size: 8.6 })}`
    : `<use href="#symbol-${slug(name)}"/>`;
  const dash = face.hidden ? ' stroke-dasharray="2.6 1.7"' : "";
  return `<g transform="translate(${at}) scale(${scale})">${inside}${FRAME} fill="none" stroke="${INK}" stroke-width="1.35"${dash}/></g>`;
}

// --- parts of a unit -------------------------------------------------------------------------------------------

function band(colour: string, high: number): string {
  const fall = number(high - CORNER);
  return `<path d="M-27 ${number(high - HALF)}v-${fall}a4.5 4.5 0 0 1 4.5-4.5h45a4.5 4.5 0 0 1 4.5 4.5v${fall}z" fill="${colour}"/>`;
}

function label(face: Face, ink: string): string {
  if (!face.id) return "";
  const room = face.mark ? 38.5 : 46;
  const size = 10.2 * Math.min(1, room / widthOf(face.id, 10.2));
  return `<text class="cond" x="-23" y="-17.9" font-size="${number(size)}" fill="${ink}">${escaped(face.id)}</text>`;
}

const mark = (face: Face, colour: string, at: string): string =>
  face.mark ? `<path transform="${at}" d="${marks[face.mark]}" fill="${colour}"/>` : "";

/** X for brigades and above, I below, dots for platoons. */
function sizeMark(face: Face, ink: string): string {
  const text = sizes[face.size] ?? face.size;
  if (!text) return "";
  const letter = text[0]!.toUpperCase();
  const apart = letter === "X" ? 5 : letter === "I" ? 2.5 : 3.3;
  const first = -1.5 - (apart * (text.length - 1)) / 2;
  const d = Array.from(text, (_, i) => {
    const x = first + i * apart;
    if (letter === "X") return `M${number(x - 1.75)}-14.4l3.5 3.9m0-3.9l-3.5 3.9`;
    return letter === "I" ? `M${number(x)}-14.4v3.9` : `M${number(x)}-12.4h.01`;
  }).join("");
  const wide = letter === "X" || letter === "I" ? 1.15 : 2;
  return `<path d="${d}" fill="none" stroke="${ink}" stroke-width="${wide}" stroke-linecap="round"/>`;
}

function rungs(from: number, to: number, pitch: number): string {
  const inner = number(pitch * 0.66);
  let d = "";
  for (let i = from; i < to; i++) d += `M17.6 ${number(9.6 - (i + 1) * pitch)}h4v${inner}h-4z`;
  return d;
}

/** One rung a step; lost ones are hollow, on top. A loss of unknown size is three hollow rungs under a `?`. */
function ladder(face: Face, ink: string): string {
  const hollow = (d: string): string =>
    d && `<path d="${d}" fill="none" stroke="${ink}" stroke-opacity=".5" stroke-width=".55"/>`;
  if (face.lost === undefined)
    return `${hollow(rungs(0, 3, 3.4))}<text class="cond" x="19.6" y="-3.2" font-size="8.5" fill="${ink}" text-anchor="middle">?</text>`;
  if (face.rungs < 1) return "";
  const pitch = Math.min(3.4, 19.6 / face.rungs);
  const left = Math.max(face.rungs - face.lost, 0);
  const full = rungs(0, left, pitch);
  return hollow(rungs(left, face.rungs, pitch)) + (full && `<path d="${full}" fill="${ink}"/>`);
}

function caption(text: string, size: number, y: number, ink: string): string {
  const fitting = size * Math.min(1, 46 / widthOf(text, size, 0.8));
  return `<text class="cond" x="-.3" y="${y}" font-size="${number(fitting)}" fill="${ink}" text-anchor="middle" letter-spacing=".7">${escaped(text)}</text>`;
}

/** Values with quiet dashes between them. */
function values(shown: readonly string[], x: number, y: number, size: number, ink: string): string {
  if (!shown.length) return "";
  const dash = (widths["-"] ?? 0.3) * size;
  const wide = shown.reduce((sum, value) => sum + widthOf(value, size), 0) + (shown.length - 1) * (dash + 1.4);
  const fitting = size * Math.min(1, 50 / wide);
  const words = shown.map((value) => `<tspan dx=".5">${escaped(value)}</tspan>`);
  const joined = words.join('<tspan dx=".7" font-weight="500" fill-opacity=".7">-</tspan>');
  return `<text class="cond" x="${x}" y="${y}" font-size="${number(fitting)}" fill="${ink}" text-anchor="middle">${joined}</text>`;
}

function valuesNear(face: Face, ink: string): string {
  if (face.caption) return caption(face.caption, 12.5, 21.6, ink);
  const figures = face.values.reduce((sum, value) => sum + value.length, 0);
  return values(face.values, -0.7, 22.9, figures < 5 ? 17 : 14.6, ink);
}

const valuesMid = (face: Face, ink: string): string =>
  face.caption ? caption(face.caption, 14, 21.5, ink) : values(face.values.slice(0, 2), 0, 23.2, 21, ink);

/** Everything that a counter shows from near. */
function nearOf(face: Face, skin: Skin): string {
  const ink = inkOn(skin.body);
  const onBand = inkOn(skin.band);
  return (
    band(skin.band, 11.2) + label(face, onBand) + mark(face, onBand, "translate(20.4 -21.3)") + sizeMark(face, ink) +
    ladder(face, ink) + framed(face, "-1.5 -.6", 1) + valuesNear(face, ink)
  );
}

function levels(face: Face, skin: Skin): string {
  const ink = inkOn(skin.body);
  const thin = band(skin.band, 7.5);
  return (
    `<g class="near">${nearOf(face, skin)}</g>` +
    `<g class="mid">${thin}${framed(face, "0 -5.5", 1.28)}${valuesMid(face, ink)}</g>` +
    `<g class="far">${thin}${framed(face, "0 3.5", 1.75)}</g>` +
    `<g class="dot">${thin}${mark(face, ink, "translate(0 3.5) scale(4.2)")}</g>`
  );
}

function marker(face: Face, skin: Skin): string {
  const ink = contrast(skin.band, skin.body) > 4.5 ? skin.band : inkOn(skin.body);
  const at = face.caption ? "0 -6" : "0 0";
  const picture = pictures[face.symbol];
  const sign = picture
    ? `<g transform="translate(${at})"><path d="${picture.lines}" fill="none" stroke="${ink}" stroke-width="1.5"/><path d="${picture.solid}" fill="${ink}"/></g>`
    : face.symbol && face.symbol !== "none" ? framed(face, at, 1.4) : "";
  const text = face.caption ? caption(face.caption.toUpperCase(), 9.2, 21.5, ink) : "";
  return sign + text;
}

// --- badges ----------------------------------------------------------------------------------------------------

function pill(text: string, fill: string, ink: string, rim: string): string {
  const wide = widthOf(text, 10.2, 0.5) + 5.4;
  return `<g transform="translate(18.6 -28.6)"><rect x="${number(-wide / 2)}" y="-5.8" width="${number(wide)}" height="11.6" rx="3.2" fill="${fill}" stroke="${rim}" stroke-width="1.1"/>
    <text class="cond" y="3.65" font-size="10.2" letter-spacing=".5" text-anchor="middle" fill="${ink}">${escaped(text)}</text></g>`;
}

const disc = (at: string, fill: string, rim: string, inside: string): string =>
  `<g transform="translate(${at})"><circle r="6" fill="${fill}" stroke="${rim}"/>${inside}</g>`;

const stroke = (d: string, wide: number): string =>
  `<path d="${d}" fill="none" stroke="${INK}" stroke-width="${wide}" stroke-linecap="round" stroke-linejoin="round"/>`;

const BADGES: Record<Badge["kind"], (badge: Badge) => string> = {
  oos: () => pill("OOS", AMBER, INK, INK),
  iso: () => pill("ISO", INK, "#ffd24a", AMBER),
  pill: (badge) => pill(badge.text, AMBER, INK, INK),
  air: () =>
    disc("23.2 -27.2", "#e3f1f8", SKY_INK,
      `<path d="M-3.6 0L0 3.6L3.6 0" fill="none" stroke="${SKY_INK}" stroke-width=".7"/><path d="M-3.8-.2A3.8 3.8 0 0 1 3.8-.2Q1.9-1.2 0-.2Q-1.9-1.2-3.8-.2z" fill="${SKY_INK}"/>`),
  disrupted: () =>
    `<g transform="translate(-25.4 -.6)"><path d="M0-8.2L8.2 0L0 8.2L-8.2 0z" fill="#6b3fa0" stroke="${CREAM}"/><path d="M1.1-5.4L-3.6.8H-.4L-1.1 5.4L3.6-.8H.4z" fill="${CREAM}"/></g>`,
  moved: () => disc("-26 26", "#fffdf6", INK, stroke("M-3-2.7L-.4 0L-3 2.7M.6-2.7L3.2 0L.6 2.7", 1.3)),
  fought: () => disc("-26 26", "#fffdf6", INK, stroke("M-2.7-2.7L2.7 2.7M2.7-2.7L-2.7 2.7", 1.5)),
  count: (badge) =>
    disc("26 26", INK, CREAM,
      `<text class="cond" y="3.1" font-size="${badge.text.length < 2 ? 8.8 : 7.4}" text-anchor="middle" fill="${CREAM}">${escaped(badge.text)}</text>`),
  works: () => "",
};

/** Field works: a toothed line on three sides, under the counter. */
function works(badges: readonly Badge[]): string {
  if (!badges.some((badge) => badge.kind === "works")) return "";
  let teeth = "";
  for (let at = -17; at < 29; at += 6) teeth += `M-29.4 ${at}l-3.2 1.5l3.2 1.5zM29.4 ${at}l3.2 1.5l-3.2 1.5z`;
  for (let at = -26; at < 28; at += 6) teeth += `M${at} 29.4l1.5 3.2l1.5-3.2z`;
  return `<path d="M-29.4-20V29.4H29.4V-20" fill="none" stroke="${INK}" stroke-width="2.6"/><path d="${teeth}" fill="${INK}"/>`;
}

// --- counters --------------------------------------------------------------------------------------------------

const body = (skin: Skin): string => `<rect x="-27" y="-27" width="54" height="54" rx="4.5" fill="${skin.body}"/>`;
const SHADOW = '<use href="#cardboard-shadow"/>';
const EDGE = '<use href="#cardboard-edge"/>';

/** Faces do not change, and those of a game all have its skins: each is drawn once. */
function once(draw: (face: Face, skins: Skins) => string): typeof draw {
  const kept = new WeakMap<Face, string>();
  return (face, skins) => {
    let markup = kept.get(face);
    if (markup === undefined) {
      markup = draw(face, skins);
      kept.set(face, markup);
    }
    return markup;
  };
}

function whole(face: Face, skins: Skins, unit: (face: Face, skin: Skin) => string): string {
  const skin = skinOf(face, skins);
  const inside = face.marker ? marker(face, skin) : unit(face, skin);
  const veil = face.veil ? '<rect x="-27" y="-27" width="54" height="54" rx="4.5" fill="#cfc6b2" fill-opacity=".3"/>' : "";
  const badges = face.badges.map((badge) => BADGES[badge.kind](badge)).join("");
  return `${SHADOW}${works(face.badges)}${body(skin)}${inside}${EDGE}${veil}${badges && `<g class="badges">${badges}</g>`}`;
}

/** A counter for the map, in four levels of detail. */
export const faceMarkup = once((face, skins) => whole(face, skins, levels));

/** A counter for panels. */
export const chitMarkup = once((face, skins) => whole(face, skins, nearOf));

/** What shows of a counter that lies under another: its colours and its side. */
export const beneathMarkup = once((face, skins) => {
  const skin = skinOf(face, skins);
  const top = face.marker ? "" : `<g class="near">${band(skin.band, 11.2)}${mark(face, inkOn(skin.band), "translate(20.4 -21.3)")}</g>`;
  return `${SHADOW}${body(skin)}${top}${EDGE}`;
});
