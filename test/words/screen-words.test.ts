import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { TABLES } from "../../src/cli/messages/words.ts";
import { SENTENCES } from "../../src/contract/sentences/sentence.ts";

const FOLDER = fileURLToPath(new URL("../../src/web/words/catalogs/", import.meta.url));
const CATALOG = /^[A-Z]+$/;

async function screenCatalogs(): Promise<{ file: string; catalog: object }[]> {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(".ts"));
  const found = files.map(async (file) => {
    const module = (await import(`${FOLDER}${file}`)) as Record<string, object>;
    return Object.entries(module)
      .filter(([name, catalog]) => CATALOG.test(name) && !Array.isArray(catalog))
      .map(([, catalog]) => ({ file, catalog }));
  });
  return (await Promise.all(found)).flat();
}

test("a percentage is written without a space on the screen, in the terminal and in the API's sentences, in both languages", async () => {
  const screen = (await screenCatalogs()).map(({ catalog }) => catalog);
  const texts = JSON.stringify([...screen, SENTENCES, TABLES]);
  expect(texts.match(/[^"]{1,30}\}%/g)!.length).toBeGreaterThan(5);
  expect(texts.match(/[^"]{1,30}\} %/g)).toBeNull();
});

test("what a role is called in the API stands as code in the screen's Korean sentences", async () => {
  const catalogs = await screenCatalogs();
  const korean = catalogs.flatMap(({ catalog }) =>
    Object.values(catalog as Record<string, { ko: string }>).map(({ ko }) => ko),
  );
  expect(korean.filter((text) => text.includes("`operator` 역할")).length).toBeGreaterThan(0);
  const bare = korean.filter((text) =>
    /(?:\b(?:viewer|operator|approver|admin)|\{role\})(?= 역할)/.test(text),
  );
  expect(bare).toEqual([]);
});

test("no sentence of the screen takes the place of another one of the same name", async () => {
  const seen = new Map<string, string>();
  const twice: string[] = [];
  const catalogs = await screenCatalogs();
  for (const { file, catalog } of catalogs) {
    for (const id of Object.keys(catalog)) {
      if (seen.has(id)) twice.push(`${id}: ${seen.get(id)} and ${file}`);
      seen.set(id, file);
    }
  }
  expect(catalogs.length).toBeGreaterThan(6);
  expect(twice).toEqual([]);
});

test("a goal is rejected in one word on the screen, in the terminal and in the API's sentences, in both languages", async () => {
  const screen = (await screenCatalogs()).map(({ catalog }) => catalog);
  const texts = JSON.stringify([...screen, SENTENCES, TABLES]);
  expect(texts.match(/[^"]*목표를? 거절[^"]*/g)!.length).toBeGreaterThan(1);
  expect(texts.match(/[^"]*(?:goal up|목표 포기|목표를 접)[^"]*/g)).toBeNull();
});
