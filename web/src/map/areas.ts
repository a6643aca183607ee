// How areas and lines of overlays are drawn: the colours of the map's own art.

export interface Area {
  fill: string;
  opacity: number;
  edge: string;
  width: number;
  edgeOpacity: number;
}

const area = (fill: string, opacity: number, edge: string, width: number, edgeOpacity = 1): Area => ({ fill, opacity, edge, width, edgeOpacity });

const AREAS: Record<string, Area> = {
  reach: area("#ffefae", 0.46, "#b87a00", 2.4),
  selected: area("#f5b400", 0.28, "#f5b400", 2.4),
  "zone warm": area("url(#hatch-warm)", 1, "#9c2417", 1, 0.6),
  "zone cool": area("url(#hatch-cool)", 1, "#1f4763", 1, 0.6),
  "control warm": area("#b23f2e", 0.16, "#9c2417", 1.6, 0.7),
  "control cool": area("#2f6690", 0.16, "#1f4763", 1.6, 0.7),
  refused: area("url(#hatch-refused)", 1, "#8a1248", 2),
  supplied: area("#0b7a6b", 0.14, "#0b7a6b", 1.6, 0.8),
  supply: area("#0b7a6b", 0.14, "#0b7a6b", 1.6, 0.8),
  threat: area("url(#hatch-threat)", 1, "#5d5140", 1.2, 0.8),
};
const PLAIN = area("#5d5140", 0.14, "#5d5140", 1.4, 0.7);

export const areaOf = (style: string): Area => AREAS[style] ?? PLAIN;

export interface Line {
  colour: string;
  width: number;
  dash: string;
}

const LINES: Record<string, Line> = {
  supply: { colour: "#0b7a6b", width: 4.8, dash: "" },
  broken: { colour: "#a3195b", width: 3.6, dash: "7 6" },
  path: { colour: "#1e1c19", width: 2.8, dash: "0.1 6" },
  front: { colour: "#6b2d4e", width: 3, dash: "9 3 2 3" },
  border: { colour: "#6b2d4e", width: 2.4, dash: "9 3 2 3" },
  "bond warm": { colour: "#9c2417", width: 4, dash: "" },
  "bond cool": { colour: "#1f4763", width: 4, dash: "" },
};

export const lineOf = (style: string): Line => LINES[style] ?? { colour: "#5d5140", width: 3, dash: "" };

export const CAMP_DARK: Record<string, string> = { warm: "#7e2318", cool: "#1f4763", neutral: "#3c362e" };

/** Hatches and filters that the map's layers refer to. */
export const HATCHES = [
  ["hatch-warm", "#9c2417", 0.4, 45],
  ["hatch-cool", "#1f4763", 0.42, -45],
  ["hatch-refused", "#2b2620", 0.5, 45],
  ["hatch-threat", "#5d5140", 0.4, 0],
] as const;
