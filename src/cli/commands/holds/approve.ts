import type { DecisionInput } from "../../../contract/plan/holds/hold.ts";
import { LIMITS } from "../../../contract/tables/limits.ts";
import type { JsonObject } from "../../../contract/text.ts";
import { isObject } from "../../../json/json-object.ts";
import { toPointer } from "../../../json/json-pointer.ts";
import { defineCommand } from "../../input/define-command.ts";
import { listFlag, switchFlag, textFlag } from "../../input/flags.ts";
import { readGivenJson } from "../../input/given-value.ts";
import { toSeconds } from "../../input/to-seconds.ts";
import { words } from "../../messages/i18n.ts";
import { usageError } from "../../session/errors/cli-error.ts";
import type { Session } from "../../session/session.ts";
import { decideHolds, graceFlag, planFlag } from "./decide-holds.ts";

/** `holdpoint approve`: exactly what the hold shows runs, or the arguments that are given instead. */
export const approveCommand = defineCommand({
  help: "approve",
  examples: [
    'approve tea.h1 --comment "read it"',
    "approve h1 h2 --plan tea",
    `approve tea.h1 --args '{"path":"b.txt"}'`,
    "approve tea.h1 --args @args.yaml",
    "approve tea.h2 --lines 1,3",
    "approve tea.h1 --each",
    "approve tea.h1 --grace 30",
    "approve tea.h1 --remember 1h --differs text",
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
    remember: textFlag("flag_remember", "1h"),
    differs: listFlag("flag_differs"),
  },
  async run(session, [holds], flags) {
    const { plan, grace, comment, args: written, digest, lines, each } = flags;
    const args = written === undefined ? undefined : await readArguments(written);
    const chosen = lines === undefined ? undefined : readLines(lines);
    const approval = each ? ("every_todo" as const) : undefined;
    const remember = await readRemember(session, flags.remember, flags.differs);
    const said = { comment, digest, lines: chosen, approval, remember, grace_seconds: grace };
    const decision =
      args === undefined
        ? ({ decision: "approve", ...said } as const)
        : // What does not go with an edit is for the API to say.
          ({ decision: "edit", args, ...said } as DecisionInput);
    await decideHolds(session, holds, plan, decision);
  },
});

function readLines(text: string): number[] {
  const lines = text.split(/[ ,]+/).map(Number);
  if (lines.every((line) => Number.isInteger(line) && line > 0)) return lines;
  throw usageError(words("lines_no_numbers", { text }));
}

/** For how long an approval is remembered, and what may differ: arguments by their names, or by JSON pointers. */
async function readRemember(
  session: Session,
  time: string | undefined,
  differs: readonly string[] = [],
) {
  const usage = "holdpoint approve <hold> --remember 1h --differs text";
  if (time === undefined) {
    if (differs.length === 0) return undefined;
    throw usageError(words("differs_alone"), usage);
  }
  const seconds = toSeconds(time, usage, LIMITS.remembered_seconds);
  // Its answer says what time it is for the plan.
  await session.client.service.health();
  const until = new Date(session.now() + seconds * 1_000).toISOString();
  const except = differs.map((name) => (name.startsWith("/") ? name : toPointer([name])));
  return { until, except };
}

async function readArguments(typed: string): Promise<JsonObject> {
  const value = await readGivenJson(typed, "--args");
  if (isObject(value)) return value;
  throw usageError(words("args_no_object"));
}
