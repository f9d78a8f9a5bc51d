import { expect } from "vitest";
import type { Key } from "../../../src/contract/service/key.ts";
import { runCli } from "./run-cli.ts";

interface Ended {
  readonly exit: number | NodeJS.Signals;
  readonly text: string;
}

/** Runs a command to its end in a folder. */
export async function runToEnd(cwd: string, ...args: string[]): Promise<Ended> {
  const cli = runCli(args, { cwd });
  return { exit: await cli.ended, text: cli.text() };
}

/** `holdpoint key add --json`: the key that it made. */
export async function addKey(cwd: string, ...args: string[]): Promise<Key & { key: string }> {
  const { exit, text } = await runToEnd(cwd, "key", "add", ...args, "--json");
  expect(exit, text).toBe(0);
  return JSON.parse(/^\{.*\}$/m.exec(text)![0]) as Key & { key: string };
}
