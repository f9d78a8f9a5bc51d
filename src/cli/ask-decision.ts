import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Key } from "node:readline";
import { isCancel, select, text } from "@clack/prompts";
import type { DecisionInput, Hold } from "../contract/hold.ts";
import type { Json, JsonObject } from "../contract/text.ts";
import { holdLines } from "./render/hold-lines.ts";
import { words } from "./words-here.ts";

/**
 * Asks the person at the terminal to decide a hold.
 * @param signal ends the question, as when somebody else has decided.
 * @returns the decision; `stop` on Ctrl-C; null when `signal` ended the question.
 */
export async function askDecision(
  hold: Hold,
  signal: AbortSignal,
): Promise<DecisionInput | "stop" | null> {
  // The prompts answer Escape and Ctrl-C alike; inside a question, Escape only goes back.
  const leaving = new AbortController();
  const watchKeys = (_text: string, key: Key | undefined): void => {
    if (key?.ctrl === true && key.name === "c") leaving.abort();
  };
  process.stdin.on("keypress", watchKeys);
  try {
    const decision = await askUntilDecided(hold, signal, leaving.signal);
    return leaving.signal.aborted ? "stop" : decision;
  } finally {
    process.stdin.off("keypress", watchKeys);
  }
}

async function askUntilDecided(
  hold: Hold,
  signal: AbortSignal,
  leaving: AbortSignal,
): Promise<DecisionInput | "stop" | null> {
  for (;;) {
    const choice = await select({
      message: "Your decision",
      options: [
        { value: "approve", label: "Approve", hint: "exactly this runs" },
        { value: "edit", label: "Edit the arguments", hint: "then approve what you wrote" },
        { value: "reject", label: "Reject" },
        { value: "show", label: "Show everything" },
      ],
      signal,
    });
    if (signal.aborted) return null;
    if (isCancel(choice)) return "stop";
    if (choice === "show") {
      console.log(holdLines(hold, words, Infinity).join("\n"));
    } else if (choice === "approve") {
      return { decision: "approve", digest: hold.digest };
    } else {
      const decision =
        choice === "edit" ? await askEdit(hold, signal) : await askReason(hold, signal);
      if (signal.aborted || leaving.aborted) return null;
      if (decision !== null) return decision;
    }
  }
}

async function askReason(hold: Hold, signal: AbortSignal): Promise<DecisionInput | null> {
  const reason = await text({ message: "Why? (may stay empty)", signal });
  if (isCancel(reason)) return null;
  return {
    decision: "reject",
    digest: hold.digest,
    ...(reason !== undefined && reason !== "" && { reason }),
  };
}

async function askEdit(hold: Hold, signal: AbortSignal): Promise<DecisionInput | null> {
  const args = hold.args ?? {};
  const name = await select({
    message: "Which argument?",
    options: Object.entries(args).map(([key, value]) => ({
      value: key,
      label: key,
      hint: hintOf(value),
    })),
    signal,
  });
  if (isCancel(name)) return null;
  const old = args[name] ?? null;
  const short = typeof old === "string" && !old.includes("\n") && old.length <= 200;
  const edited = short ? await askLine(name, old, signal) : await openEditor(old);
  if (edited === null) return null;
  const changed: JsonObject = { ...args, [name]: edited };
  return { decision: "edit", args: changed, digest: hold.digest };
}

async function askLine(name: string, old: string, signal: AbortSignal): Promise<string | null> {
  const line = await text({ message: name, initialValue: old, signal });
  return isCancel(line) ? null : line;
}

/** Opens the person's editor on a value: a text as it is, anything else as JSON. */
async function openEditor(old: Json): Promise<Json> {
  const folder = await mkdtemp(join(tmpdir(), "holdpoint-edit-"));
  const file = join(folder, typeof old === "string" ? "argument.md" : "argument.json");
  try {
    await writeFile(file, typeof old === "string" ? old : JSON.stringify(old, null, 2));
    const editor = process.env["VISUAL"] ?? process.env["EDITOR"] ?? "vi";
    const [command = "vi", ...options] = editor.split(" ");
    await new Promise<void>((resolve, reject) => {
      const child = spawn(command, [...options, file], { stdio: "inherit" });
      child.once("error", (cause) =>
        reject(new Error(`The editor "${editor}" did not start; set EDITOR.`, { cause })),
      );
      child.once("exit", () => resolve());
    });
    const written = await readFile(file, "utf8");
    return typeof old === "string" ? written : (JSON.parse(written) as Json);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function hintOf(value: Json): string {
  const line = typeof value === "string" ? value : JSON.stringify(value);
  return line.length <= 40 && !line.includes("\n")
    ? line
    : `${line.length} characters, opens your editor`;
}
