import { readdir, readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { PROBLEMS, type ProblemCode } from "../../src/contract/tables/problems.ts";
import { problemOf, useApi } from "../support/api-harness.ts";

const api = useApi({ worker: false });
const CODES = Object.keys(PROBLEMS) as ProblemCode[];
const FOLDER = new URL("../../docs/errors/", import.meta.url);

describe("the page of a problem", () => {
  test("is there for every code, and no page is about anything else", async () => {
    const pages = (await readdir(FOLDER)).filter((name) => name.endsWith(".md"));
    expect(pages.toSorted()).toEqual(CODES.map((code) => `${code}.md`).toSorted());
  });

  test.each(CODES)("says what it means, what to do, and its status: %s", async (code) => {
    const page = await readFile(new URL(`${code}.md`, FOLDER), "utf8");
    const [title, , status] = page.split("\n");
    expect(title).toBe(`# ${code}`);
    const { status: number, retryable } = PROBLEMS[code];
    const repeats = retryable
      ? "A repeat may work later."
      : "The same request would be refused again.";
    expect(status).toBe(`Status ${number}. ${repeats}`);
    const [, means = "", todo = ""] = page.split(/^## .*$/m);
    expect(means.trim().length).toBeGreaterThan(40);
    expect(todo).toMatch(/^- \S/m);
    expect(page.split("\n").length).toBeLessThanOrEqual(25);
    expect(page.split("\n").every((line) => line.length <= 1_000)).toBe(true);
  });

  test("is where the problem's type leads", async () => {
    const problem = await problemOf(api().request("GET", "/v1/nothing"), "not_found");
    const answer = await api().request("GET", problem.type);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(await answer.text()).toContain("# not_found");
  });

  test.each([
    "nothing",
    "constructor",
    "__proto__",
    "..%2f..%2fREADME",
    "%2e%2e%2fREADME",
    "a".repeat(99),
  ])("is not there for what is no code: %s", async (code) => {
    await problemOf(api().request("GET", `/problems/${code}`), "not_found");
  });

  test("is listed with all others", async () => {
    const { problems } = await api().get<{ problems: { code: string; type: string }[] }>(
      "/problems",
    );
    expect(problems.map(({ code }) => code)).toEqual(CODES.toSorted());
    for (const { type } of problems) expect((await api().request("GET", type)).status).toBe(200);
  });
});
