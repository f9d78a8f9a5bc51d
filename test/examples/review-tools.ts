import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Tool, ToolContext } from "holdpoint/tools";
import { onTestFinished } from "vitest";
import type { z } from "zod";
import { CollectedSchema, collectReviews } from "../../examples/review-report/collect-reviews.ts";
import {
  ComparisonSchema,
  compareCompetitors,
} from "../../examples/review-report/compare-competitors.ts";
import { ReportSchema, renderReport } from "../../examples/review-report/render-report.ts";
import { scoreSentiment, SentimentSchema } from "../../examples/review-report/score-sentiment.ts";

const example = (file: string) =>
  fileURLToPath(new URL(`../../examples/review-report/${file}`, import.meta.url));
export const REVIEWS_CSV = example("reviews.csv");
const LEXICON = example("lexicon.json");
const COUNTER = fileURLToPath(new URL("independent-count.py", import.meta.url));

/** Runs a tool as a worker does: input and result pass its schemas. Gives what it reported, too. */
export async function runTool<Output extends z.ZodType>(
  tool: Tool,
  output: Output,
  input: unknown,
  workspace = tmpdir(),
): Promise<{ result: z.output<Output>; percents: number[] }> {
  const percents: number[] = [];
  const context: ToolContext = {
    plan_id: "p1",
    todo_id: tool.name,
    run: 1,
    attempt: 1,
    idempotency_key: `p1/${tool.name}/1`,
    input_data: {},
    signal: new AbortController().signal,
    workspace,
    log: { info() {}, warn() {}, error() {} },
    progress: (percent) => percents.push(percent),
  };
  const result: unknown = await tool.run(tool.input.parse(input), context);
  return { result: output.parse(tool.output.parse(result)), percents };
}

export async function collect(input: unknown, tool: Tool = collectReviews) {
  return (await runTool(tool, CollectedSchema, input)).result;
}

export async function score(reviews: unknown) {
  return (await runTool(scoreSentiment, SentimentSchema, { reviews })).result;
}

export async function compare(reviews: unknown) {
  return (await runTool(compareCompetitors, ComparisonSchema, { reviews })).result;
}

/** The report over a file, made by the four tools in the order of the plan. */
export async function report(input: { file: string; date_from?: string }, tool?: Tool) {
  const { reviews, skipped, source } = await collect(input, tool);
  const [sentiment, comparison] = [await score(reviews), await compare(reviews)];
  const rendered = { title: "보고서", source, skipped, sentiment, comparison };
  return (await runTool(renderReport, ReportSchema, rendered)).result;
}

export interface IndependentCount {
  /** The figures of the headline, in order. */
  readonly headline: string[];
  /** The cells of every table, by the English half of its heading. */
  readonly tables: Record<string, string[][]>;
}

/**
 * The figures of a review file counted by `independent-count.py`.
 * @throws Error when Python 3 is missing or the script fails.
 */
export function countIndependently(
  csv: string,
  { first_day = "", python = "python3" } = {},
): IndependentCount {
  const run = spawnSync(python, [COUNTER, csv, LEXICON, first_day, ""], {
    encoding: "utf8",
    env: { ...process.env, PYTHONUTF8: "1" },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (run.error !== undefined) {
    throw new Error(
      `The example's figures are checked by a Python script, and "${python}" cannot be started (${run.error.message}). Install Python 3.8 or newer so that "python3" is on PATH.`,
    );
  }
  if (run.status !== 0) throw new Error(`independent-count.py failed:\n${run.stderr}`);
  return JSON.parse(run.stdout) as IndependentCount;
}

/** The tables of a report as its reader sees them: headings → cells without their escapes. */
export function readTables(markdown: string): Record<string, string[][]> {
  const tables: Record<string, string[][]> = {};
  let heading = "";
  for (const line of markdown.split("\n")) {
    if (/^#{2,3} /.test(line)) heading = line.replace(/^.* · /, "");
    if (line.startsWith("|")) (tables[heading] ??= []).push(readCells(line));
  }
  // Without the head and the line of dashes.
  return Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.slice(2)]));
}

function readCells(line: string): string[] {
  return line
    .slice(1, -1)
    .split(/(?<=(?<!\\)(?:\\\\)*)\|/)
    .map((cell) => cell.trim().replace(/\\([!-/:-@[-`{-~])/g, "$1"));
}

/** A folder that is gone after the test, with one file in it. */
export function folderWith(file: string, content: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), "holdpoint-review-report-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, file), content);
  return folder;
}

export const HEADER = "review_id,product,brand,own,language,rating,date,text";

/** CSV with every cell quoted. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","));
  return `${[HEADER, ...lines].join("\n")}\n`;
}
