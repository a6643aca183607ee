// Patches as the server sends them: a JSON merge patch (RFC 7396) for the frame, and new lines for the log.
import type { Frame, LogEntry, Patch } from "./schema";

type Json = unknown;
type JsonObject = Record<string, Json>;

const isObject = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value that a merge patch makes out of another. Parts that do not change stay the same objects. */
export function merged(value: Json, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const found: JsonObject = isObject(value) ? { ...value } : {};
  for (const [name, change] of Object.entries(patch)) {
    if (change === null) delete found[name];
    else found[name] = merged(found[name], change);
  }
  return found;
}

export function patchedFrame(frame: Frame, patch: Patch): Frame {
  return merged(frame, patch.patch) as Frame;
}

/** The log after a patch: lines above `kept` are dropped (taken back, or told anew), then the new ones come. */
export function patchedLog(log: readonly LogEntry[], patch: Patch): LogEntry[] {
  return [...log.filter((entry) => entry.number <= patch.kept), ...patch.log];
}
