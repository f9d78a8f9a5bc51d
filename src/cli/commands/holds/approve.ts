import type { JsonObject } from "../../../contract/text.ts";
import { defineCommand } from "../../input/define-command.ts";
import { switchFlag, textFlag } from "../../input/flags.ts";
import { readObject, readValue } from "../../input/read-input.ts";
import { words } from "../../messages/i18n.ts";
import { CliError, EXIT } from "../../session/cli-error.ts";
import { decideHolds, graceFlag, planFlag } from "./decide-holds.ts";
import { isObject } from "../../../json/json-object.ts";

/** `holdpoint approve`: exactly what the hold shows runs, or the arguments that are given instead. */
export const approveCommand = defineCommand({
  brief: "brief_approve",
  full: "full_approve",
  examples: [
    'approve tea.h1 --comment "read it"',
    "approve h1 h2 --plan tea",
    `approve tea.h1 --args '{"path":"b.txt"}'`,
    "approve tea.h1 --args @args.yaml",
    "approve tea.h2 --lines 1,3",
    "approve tea.h1 --each",
    "approve tea.h1 --grace 30",
  ],
  args: ["hold..."],
  flags: {
    ...planFlag,
    ...graceFlag,
    comment: textFlag("flag_comment"),
    args: textFlag("flag_args", "json|@file"),
    digest: textFlag("flag_digest"),
    lines: textFlag("flag_lines", "1,3"),
    each: switchFlag("flag_each"),
  },
  async run(session, [holds], { plan, grace, comment, args: written, digest, lines, each }) {
    const args = written === undefined ? undefined : await readArguments(written);
    const decision = args === undefined ? "approve" : "edit";
    const chosen = lines === undefined ? undefined : readLines(lines);
    const approval = each ? ("every_todo" as const) : undefined;
    const said = { comment, digest, args, lines: chosen, approval, grace_seconds: grace };
    await decideHolds(session, holds, plan, { decision, ...said });
  },
});

function readLines(text: string): number[] {
  const lines = text.split(/[ ,]+/).map(Number);
  if (lines.every((line) => Number.isInteger(line) && line > 0)) return lines;
  throw new CliError(words("lines_no_numbers", { text }), undefined, EXIT.usage);
}

async function readArguments(text: string): Promise<JsonObject> {
  if (text.startsWith("@")) return readObject(text.slice(1), words);
  const value = readValue(text);
  if (isObject(value)) return value;
  throw new CliError(words("args_no_object"), undefined, EXIT.usage);
}
