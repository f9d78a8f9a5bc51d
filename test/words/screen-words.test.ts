import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const FOLDER = fileURLToPath(new URL("../../src/web/words/catalogs/", import.meta.url));
const CATALOG = /^[A-Z]+$/;

test("no sentence of the screen takes the place of another one of the same name", async () => {
  const seen = new Map<string, string>();
  const twice: string[] = [];
  let catalogs = 0;
  for (const file of readdirSync(FOLDER)) {
    if (!file.endsWith(".ts")) continue;
    const module = (await import(`${FOLDER}${file}`)) as Record<string, object>;
    for (const [name, catalog] of Object.entries(module)) {
      if (!CATALOG.test(name) || Array.isArray(catalog)) continue;
      catalogs += 1;
      for (const id of Object.keys(catalog)) {
        if (seen.has(id)) twice.push(`${id}: ${seen.get(id)} and ${file}`);
        seen.set(id, file);
      }
    }
  }
  expect(catalogs).toBeGreaterThan(6);
  expect(twice).toEqual([]);
});
