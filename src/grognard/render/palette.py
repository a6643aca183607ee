"""The colours of the map. Those of counters are data: see `skins.yaml` and a game's `look.yaml`."""

from __future__ import annotations

# --- ground ---
VALLEY, PLAIN, UPLAND = "#dfe2c8", "#ece5cc", "#efe3c4"
SHADE, LIGHT = "#6a6250", "#fffbea"
HILL_TINT, MOUNTAIN_TINT, ROUGH_TINT = "#dfc79b", "#cdb48a", "#e0cfa6"
MARSH_TINT, STEPPE_TINT = "#d3dcc4", "#efe0b0"
TOWN_GLOW = "#ead2ae"
SNOW, MUD = "#ffffff", "#7a6347"

# --- terrain art ---
FORM_LINE, PEAK = "#94703f", "#6f5230"
WOODS_FLOOR, WOODS_EDGE = "#b3c295", "#8fa173"
TREE, TREE_SHADOW, TREE_SHINE = "#97ae79", "#6f8759", "#c3d1a5"
MARSH_DASH = "#7c9a8a"
STEPPE_TICK = "#b59a5c"

# --- water ---
RIVER = "#5f93ae"
BANK, WATER, SHINE = "#3f728f", "#7fb0c8", "#a9cddd"
SEA, COAST = "#bcd5df", "#6d9cb4"

# --- works of man ---
ROAD_EDGE, ROAD_CORE = "#8f6a4a", "#f6e6c0"
RAIL = "#4a443b"
BRIDGE = "#3c362e"
CORRIDOR = "#a8702e"
REPAIR = "#6fa35f"
BUILDINGS = {"city": "#7b4b3c", "town": "#7f5544", "village": "#866250"}
BORDER = "#6b2d4e"
VICTORY = "#a5301f"

# --- lines, letters, paper ---
CASING, HALO, PAPER = "#f3ecd8", "#f6f1dd", "#efe7d6"
GRID, NUMBER = "#574a36", "#5d5140"
NAME, RIVER_NAME, LAND_NAME = "#2b2620", "#2c5f7d", "#5d4f38"
INK, CREAM, FRAME = "#1e1c19", "#fff8ea", "#fdfaf1"

# --- overlays ---
GOLD, PALE = "#f5b400", "#fffaf0"
#: The dark colour of each camp: arrows, forts.
CAMP_DARK = {"warm": "#7e2318", "cool": "#1f4763", "neutral": "#3c362e"}
