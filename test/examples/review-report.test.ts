import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { createCollectReviews } from "../../examples/review-report/collect-reviews.ts";
import { tools } from "../../examples/review-report/tools.ts";
import { NewPlanSchema } from "../../src/contract/plan/plan.ts";
import { JsonObjectSchema } from "../../src/contract/text.ts";
import type { Json } from "../../src/contract/text.ts";
import { resolveReferences } from "../../src/plan/todos/references.ts";
import { writeFileTool } from "../../src/tools/builtin/write-file.ts";
import {
  collect,
  countIndependently,
  folderWith,
  readTables,
  report,
  REVIEWS_CSV,
  runTool,
  toCsv,
} from "./review-tools.ts";

const ALL = { file: "reviews.csv" };
const figuresOf = (text: string) => text.match(/[+-]?\d+(?:\.\d+)?/g) ?? [];

/** Everything outside tables that is not a heading. */
const proseOf = (markdown: string) =>
  markdown.split("\n").filter((line) => line !== "" && !/^[|#]/.test(line));

describe("the figures of the report", () => {
  test("every table cell equals the independent count over all rows", async () => {
    const { markdown } = await report(ALL);
    expect(readTables(markdown)).toEqual(countIndependently(REVIEWS_CSV).tables);
  });

  test("no figure stands outside the tables but those of the headline, which are counted too", async () => {
    const { markdown, headline } = await report(ALL);
    const counted = countIndependently(REVIEWS_CSV).headline;
    expect(figuresOf(headline)).toEqual(counted);
    expect(proseOf(markdown).flatMap(figuresOf)).toEqual(counted);
  });

  test("a date filter leaves out the same rows as the independent count", async () => {
    const { markdown } = await report({ ...ALL, date_from: "2026-08-15" });
    const counted = countIndependently(REVIEWS_CSV, { first_day: "2026-08-15" });
    expect(readTables(markdown)).toEqual(counted.tables);
    expect(Number(counted.tables["Scope"]?.[5]?.[1])).toBeGreaterThan(100);
  });

  test("600 rows of random words, negations and ratings are counted alike", async () => {
    const words = lexiconWords();
    const negations = ["not", "no", "didn't", "안", "못", "덜", "않아요", "없이", "없고", "but"];
    const fillers = ["cream", "크림은", "very", "정말", ".", ",", "\n", "|", "…", "(", "’s", "**"];
    const text = fc
      .array(
        fc.oneof(
          { weight: 4, arbitrary: fc.constantFrom(...words) },
          { weight: 3, arbitrary: fc.constantFrom(...negations) },
          { weight: 3, arbitrary: fc.constantFrom(...fillers) },
        ),
        { maxLength: 14 },
      )
      .map((parts) => parts.join(" "));
    const product = fc.constantFrom(["가", "true"], ["A|b", "true"], ["C\\", "false"]);
    const row = fc.record({
      product,
      text,
      rating: fc.constantFrom("", "1", "2", "3", "4", "5"),
      month: fc.constantFrom("07", "08", "09"),
    });
    const rows = fc.sample(row, { numRuns: 600, seed: 20260930 });
    const csv = toCsv(
      rows.map(({ product: [name, own], text: said, rating, month }, at) => {
        return [`X${at}`, name!, "b", own!, "en", rating, `2026-${month}-11`, said];
      }),
    );
    const folder = folderWith("random.csv", csv);
    const { markdown } = await report({ file: "random.csv" }, createCollectReviews(folder));
    const counted = countIndependently(join(folder, "random.csv")).tables;
    const tables = readTables(markdown);
    for (const name of ["Scope", "Sentiment by product", "Complaints", "Monthly trend"]) {
      expect(tables[name], name).toEqual(counted[name]);
    }
    // The report lists fifty rows of a kind and says how many it leaves out.
    const unrated = counted["Without rating"]!;
    expect(tables["Without rating"]).toEqual(unrated.slice(0, 50));
    expect(markdown).toContain(`${unrated.length - 50} more not listed.`);
  });

  test("a missing Python is named instead of passing the check silently", () => {
    expect(() => countIndependently(REVIEWS_CSV, { python: "python3-not-there" })).toThrow(
      /"python3-not-there" cannot be started.*Install Python 3/s,
    );
  });
});

describe("the example plan", () => {
  const plan = NewPlanSchema.parse(
    parse(readFileSync(new URL("../../examples/review-report/plan.yaml", import.meta.url), "utf8")),
  );

  test("publishes exactly the Markdown that was rendered, byte for byte", async () => {
    const workspace = folderWith("report.md", "an older report");
    const results = await runInOrder(plan.todos, workspace);
    const { markdown } = z.object({ markdown: z.string() }).parse(results.get("render"));
    expect(readFileSync(join(workspace, "report.md"), "utf8")).toBe(markdown);
    expect(readTables(markdown)).toEqual(countIndependently(REVIEWS_CSV).tables);
  });

  test("asks for approval of the publishing todo alone", () => {
    const asking = plan.todos.filter((todo) => todo.requires_approval);
    expect(asking.map((todo) => todo.id)).toEqual(["publish"]);
    expect(asking[0]?.approval).toMatchObject({
      message: expect.stringContaining("report.md"),
      timeout_seconds: 3600,
      on_timeout: "fail",
      on_reject: "skip",
    });
  });

  test("collects more than one payload holds and renders less", async () => {
    const collected = JSON.stringify(await collect(ALL));
    expect(Buffer.byteLength(collected)).toBeGreaterThan(64 * 1024);
    const { markdown } = await report(ALL);
    expect(Buffer.byteLength(markdown)).toBeLessThan(64 * 1024);
  });

  /** Runs the todos one after another, with their references resolved by the plan core. */
  async function runInOrder(todos: typeof plan.todos, workspace: string) {
    const byName = new Map([...tools, writeFileTool].map((tool) => [tool.name, tool]));
    const results = new Map<string, Json>();
    for (const todo of todos) {
      const tool = byName.get(todo.tool_name ?? "");
      expect(tool, `tool of ${todo.id}`).toBeDefined();
      const { value: args } = resolveReferences(todo.tool_params, (id) => ({
        value: results.get(id)!,
        references: [],
      }));
      const { result } = await runTool(tool!, JsonObjectSchema, args, workspace);
      results.set(todo.id!, result);
    }
    return results;
  }
});

function lexiconWords(): string[] {
  const Entries = z.array(z.object({ ko: z.array(z.string()), en: z.array(z.string()) }));
  const file = new URL("../../examples/review-report/lexicon.json", import.meta.url);
  const lexicon = z
    .object({ positive: Entries, negative: Entries })
    .parse(JSON.parse(readFileSync(file, "utf8")));
  return [...lexicon.positive, ...lexicon.negative].flatMap(({ ko, en }) => [
    ...ko.map((stem) => `${stem}요`),
    ...en,
  ]);
}
