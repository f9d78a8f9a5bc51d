import type { TranscriptTurn } from "../../../contract/plan/agents/transcript.ts";
import type { Words } from "../../messages/words.ts";
import { bold, cyan, dim } from "../../terminal/colors.ts";
import { oneLine, printable } from "../../terminal/printable.ts";
import { moment } from "../../terminal/time.ts";

/** How much of a call's arguments and of its result is shown. */
const SHOWN = 200;

/** A conversation, turn by turn: who said what when, which tools were called, and what it cost. */
export function transcriptLines(turns: readonly TranscriptTurn[], words: Words): string[] {
  return turns.flatMap(({ turn_index, role, content, timestamp, usage, tool_calls }) => {
    const who = role === "agent" ? cyan(words("role_agent")) : bold(words("role_orchestrator"));
    const cost = usage?.cost_usd == null ? "" : `  $${usage.cost_usd.toFixed(4)}`;
    return [
      `${dim(`#${turn_index}`)} ${who}  ${dim(`${moment(timestamp)}${cost}`)}`,
      ...(content.trim() === "" ? [] : [printable(content)]),
      ...tool_calls.flatMap(({ name, arguments: args, result }) => [
        `  → ${oneLine(name)} ${dim(short(args))}`,
        `  ← ${result === null ? dim(words("call_waits")) : short(result)}`,
      ]),
      "",
    ];
  });
}

function short(text: string): string {
  const line = oneLine(text);
  return line.length <= SHOWN ? line : `${line.slice(0, SHOWN).toWellFormed()}…`;
}
