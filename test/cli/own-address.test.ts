import { mkdirSync, writeFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { findProject, isOwnAddress } from "../../src/cli/session/find-project.ts";
import { createFolder } from "./support/folders.ts";
import { runCli } from "./support/run-cli.ts";

const LONG = { timeout: 60_000 };

test.each([
  ["as a shell knows it", "", "holdpoint"],
  ["by npx where npx started it: no shell knows it then", "exec", "npx holdpoint"],
  ["by npx where a script of npm started it", "run-script", "npx holdpoint"],
])("a command to type next is told %s", LONG, async (_, npm_command, called) => {
  const env = { npm_command };
  const nobody = runCli(["inbox", "--url", "http://127.0.0.1:1"], { cwd: createFolder(), env });
  await nobody.ended;
  expect(nobody.text()).toContain(`Next: ${called} start\n`);
  const unknown = runCli(["aprove", "tea.h1", "--json"], { cwd: createFolder(), env });
  await unknown.ended;
  expect(unknown.text()).toContain(`"next":"${called} approve`);
  const doctor = runCli(["doctor"], { cwd: createFolder(), env });
  await doctor.ended;
  expect(doctor.text()).toContain(`to fix: ${called} start\n`);
});

describe("an address that a folder brings along", () => {
  /** A folder with a file as `start` writes it, and one below it. */
  function copiedFolder(url: string): { file: string; below: string } {
    const root = createFolder();
    const below = join(root, "src");
    for (const folder of [join(root, ".holdpoint"), below]) mkdirSync(folder);
    const file = join(root, ".holdpoint", "api.json");
    const ports = { wanted_port: 7400, kept_port: 7400 };
    const address = { instance: "theirs", url, temporal_ui_url: "http://127.0.0.1:8233", ...ports };
    writeFileSync(file, JSON.stringify(address));
    return { file, below };
  }

  test("is asked nothing when it is another machine's, and the key stays here", LONG, async () => {
    const { file, below } = copiedFolder("http://evil.example");
    for (const args of [["inbox"], ["mcp"], ["plan", "list"]]) {
      const cli = runCli(args, { cwd: below, env: { HOLDPOINT_KEY: `hp_${"a".repeat(54)}` } });
      expect([await cli.ended, cli.text()]).toEqual([
        2,
        expect.stringContaining(`${file} says that the API is at http://evil.example.`),
      ]);
      expect(cli.text()).toContain("Nothing was sent there.");
      expect(cli.text()).toMatch(
        new RegExp(`Next: holdpoint ${args.join(" ")} --url (?:<url>|'<url>')\n$`),
      );
    }
    const named = runCli(["inbox", "--url", "http://127.0.0.1:1"], { cwd: below });
    await named.ended;
    expect(named.text()).toContain("No answer from http://127.0.0.1:1");
  });

  test("is told when its file is damaged, and nothing else is asked", LONG, async () => {
    const { file, below } = copiedFolder("http://127.0.0.1:7400");
    for (const written of ["", '{"instance":"theirs","ur']) {
      writeFileSync(file, written);
      const cli = runCli(["plan", "list"], { cwd: below });
      expect([await cli.ended, cli.text()]).toEqual([
        1,
        expect.stringMatching(
          /is damaged: it does not say where the API is\..*\nNext: holdpoint start\n$/,
        ),
      ]);
      expect(cli.text()).not.toContain("7400");
    }
  });

  test("counts when it is this machine's, and its file this person's", () => {
    const { below } = copiedFolder("http://127.0.0.1:7400");
    expect(findProject(below)).toMatchObject({ isOwn: true });
    const { getuid } = process;
    onTestFinished(() => void Object.assign(process, { getuid }));
    Object.assign(process, { getuid: () => getuid!() + 1 });
    expect(findProject(below)).toMatchObject({ isOwn: false });
  });

  test.each([
    ...["http://127.0.0.1:7400", "http://127.1.2.3", "http://localhost:1", "http://[::1]:7400"],
    ...Object.values(networkInterfaces()).flatMap((addresses = []) =>
      addresses.map(({ address, family }) =>
        family === "IPv6" ? `http://[${address}]:7400` : `http://${address}:7400`,
      ),
    ),
  ])("is this machine's: %s", (url) => expect(isOwnAddress(url)).toBe(true));

  test.each([
    ...["http://evil.example", "https://127.0.0.1.evil.example", "http://localhost.evil.example"],
    ...["http://127.0.0.1@evil.example", "http://127.0.0.1:7400@evil.example:7400"],
    ...["http://203.0.113.7", "http://[2001:db8::1]", "http://[::ffff:203.0.113.7]"],
  ])("is not this machine's: %s", (url) => expect(isOwnAddress(url)).toBe(false));
});
