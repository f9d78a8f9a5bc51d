import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { StricliProcess } from "@stricli/core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { enHeard } from "../../src/cli/messages/en-heard.ts";
import type { runCommandLine } from "../../src/cli/main.ts";
import { retell } from "../../src/cli/messages/retell.ts";
import type { root } from "../../src/cli/root.ts";

type Root = typeof root;

/** The command line as a person has it whose system speaks Korean. */
let korean: { readonly root: Root; readonly runCommandLine: typeof runCommandLine };
beforeAll(async () => {
  vi.stubEnv("HOLDPOINT_LANG", "ko");
  vi.resetModules();
  const [commands, line] = await Promise.all([
    import("../../src/cli/root.ts"),
    import("../../src/cli/main.ts"),
  ]);
  korean = { root: commands.root, runCommandLine: line.runCommandLine };
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** Every command and every family of commands, as it is typed. */
function pathsOf(target: object, path: readonly string[] = []): string[][] {
  const own = [...path];
  const map = target as Root;
  if (!("getAllEntries" in map)) return [own];
  return [
    own,
    ...map
      .getAllEntries()
      .flatMap(({ name, target: next }) =>
        pathsOf(next, [...path, name["convert-camel-to-kebab"]]),
      ),
  ];
}

async function helpOf(path: readonly string[]): Promise<string> {
  let text = "";
  const write = (more: string): void => void (text += more);
  const here = { stdout: { write }, stderr: { write }, env: {}, exitCode: undefined };
  await korean.runCommandLine([...path, "--help"], here as unknown as StricliProcess);
  return text;
}

/** What is typed as it stands: examples, usages, and what is set between backticks. */
function withoutCode(help: string): string {
  const lines = help.split("\n").filter((line) => !/^ +(?:\$ )?holdpoint /.test(line));
  return lines.join("\n").replaceAll(/`[^`]*`|\([a-z_, ]+\)/g, "");
}

describe("help in Korean", () => {
  test("has no English sentence left, for any command", async () => {
    const paths = pathsOf(korean.root);
    expect(paths.length).toBeGreaterThan(50);
    for (const path of paths) {
      const help = await helpOf(path);
      const place = path.join(" ");
      expect(help, place).toContain("사용법");
      const prose = withoutCode(help);
      expect(prose.match(/[A-Za-z']{2,}(?: [A-Za-z']{2,}){2,}/g), place).toBeNull();
      const described = prose.split("\n").filter((line) => /^ {2,}\S/.test(line));
      const silent = described.filter((line) => !/\p{Script=Hangul}/u.test(line));
      expect(silent, place).toEqual([]);
    }
  });
});

describe("what the other rooms say for people", () => {
  const said = readdirSync(join("src"), { recursive: true, encoding: "utf8" })
    .filter((file) => /^(?:runtime|temporal)\/.*\.ts$/.test(file))
    .map((file) => readFileSync(join("src", file), "utf8"))
    .flatMap((source) => [...source.matchAll(/on(?:Line|Progress)\(\s*(?:`([^`]*)`|"([^"]*)")/g)])
    .map(([, template, text]) => (template ?? text ?? "").replaceAll(/\$\{[^}]*\}/g, "X1"));

  test("is said in Korean, line for line", () => {
    expect(said.length).toBeGreaterThan(20);
    expect(said.filter((line) => !/\p{Script=Hangul}/u.test(retell(line, "ko")))).toEqual([]);
  });

  test("keeps what stands in it, whatever it is", () => {
    expect(retell("The API is at http://127.0.0.1:7400.", "ko")).toContain("http://127.0.0.1:7400");
    expect(retell("7233 is free; 8233 is in use, the next start takes 8234", "ko")).toBe(
      "7233은 비어 있음; 8233은 쓰이고 있어 다음 시작은 8234를 씀",
    );
    expect(retell("It did not start, and is tried again: nobody knows", "ko")).toMatch(
      /\p{Script=Hangul}.*nobody knows$/u,
    );
    expect(retell("What nobody says", "ko")).toBe("What nobody says");
  });

  test("is left as it is in English", () => {
    for (const sentence of Object.values(enHeard)) expect(retell(sentence, "en")).toBe(sentence);
  });
});
