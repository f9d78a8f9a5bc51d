import type { StricliProcess } from "@stricli/core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { runCommandLine } from "../../src/cli/main.ts";
import type { CommandMap } from "../../src/cli/root.ts";

/** The command line as a person has it whose system speaks Korean. */
let korean: { readonly commands: CommandMap; readonly runCommandLine: typeof runCommandLine };
beforeAll(async () => {
  vi.stubEnv("HOLDPOINT_LANG", "ko");
  vi.resetModules();
  const [{ loadCommands }, line] = await Promise.all([
    import("../../src/cli/root.ts"),
    import("../../src/cli/main.ts"),
  ]);
  korean = { commands: await loadCommands(), runCommandLine: line.runCommandLine };
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** Every command and every family of commands, as it is typed. */
function pathsOf(target: object, path: readonly string[] = []): string[][] {
  const own = [...path];
  const map = target as CommandMap;
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
  const lines = help.split("\n").filter((line) => !/^ +(?:\$|holdpoint) /.test(line));
  return lines.join("\n").replaceAll(/`[^`]*`|\([a-z_, ]+\)/g, "");
}

describe("help in Korean", () => {
  test("has no English sentence left, for any command", async () => {
    const paths = pathsOf(korean.commands);
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
