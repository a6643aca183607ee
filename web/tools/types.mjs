// Writes src/api/schema.ts from the schema that the server publishes (src/api/schema.json).
import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { compile } from "json-schema-to-typescript";

const from = new URL("../src/api/schema.json", import.meta.url);
const to = new URL("../src/api/schema.ts", import.meta.url);

/** Today's JSON schema in the older words that the generator knows. */
function translated(node) {
  if (Array.isArray(node)) return node.map(translated);
  if (node === null || typeof node !== "object") return node;
  const { prefixItems, discriminator, ...rest } = node;
  const found = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, translated(value)]));
  if (typeof found.$ref === "string") found.$ref = found.$ref.replace("#/components/schemas/", "#/definitions/");
  if (prefixItems) {
    Object.assign(found, { items: translated(prefixItems), additionalItems: false });
    found.minItems = found.maxItems = prefixItems.length;
  }
  if (found.type === "object" && found.properties) found.additionalProperties ??= false;
  return found;
}

/** The TypeScript types of the server's published description. */
export async function typesOf(description) {
  const definitions = translated(description.components.schemas);
  const text = await compile({ title: "Everything", definitions }, "Everything", {
    unreachableDefinitions: true,
    additionalProperties: true,
    bannerComment: "// Made from the server's schema by `npm run types`. Not edited by hand.",
    style: { printWidth: 120 },
  });
  return text
    .replace(/export interface Everything \{[^}]*\}\n/, "")
    .replace(/ \*(\n \*)? This interface was referenced by[^\n]*\n[^\n]*\n/g, "")
    .replace(/\/\*\*\n \*\/\n/g, "");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  await writeFile(to, await typesOf(JSON.parse(await readFile(from, "utf8"))));
