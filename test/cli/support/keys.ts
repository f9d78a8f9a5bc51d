import { expect } from "vitest";
import type { Key } from "../../../src/contract/service/key.ts";
import { typeLine } from "./lines.ts";
import { runCli } from "./run-cli.ts";

interface Ended {
  readonly exit: number | NodeJS.Signals;
  readonly text: string;
}

/** Runs a command to its end in a folder, as a process of its own. */
export async function runToEnd(cwd: string, ...args: string[]): Promise<Ended> {
  const cli = runCli(args, { cwd });
  return { exit: await cli.ended, text: cli.text() };
}

/** As `runToEnd`, in a process that has run other lines before. */
export async function typeIn(cwd: string, ...args: string[]): Promise<Ended> {
  const { exit, out, err } = await typeLine(args, "", { cwd });
  return { exit, text: err + out };
}

/** `holdpoint key add --json`: the key that it made. */
export async function addKey(cwd: string, ...args: string[]): Promise<Key & { key: string }> {
  const { exit, text } = await typeIn(cwd, "key", "add", ...args, "--json");
  expect(exit, text).toBe(0);
  return JSON.parse(/^\{.*\}$/m.exec(text)![0]) as Key & { key: string };
}
