import type { TranscriptTurn } from "../../../contract/plan/agents/transcript.ts";
import { cutText } from "../../../text/cut-text.ts";
import { words } from "../../messages/i18n.ts";
import { bold, cyan, dim } from "../../terminal/colors.ts";
import { oneLine, printable } from "../../terminal/printable.ts";
import { moment } from "../../terminal/time.ts";

/** How much of a call's arguments and of its result is shown. */
const SHOWN = 200;

/**
 * A conversation, turn by turn: who said what when, which tools were called, and what it cost. Where
 * there was more than one attempt, each has a heading, as on the screen.
 */
export function transcriptLines(turns: readonly TranscriptTurn[]): string[] {
  const attempts = new Set(turns.map(attemptOf));
  return turns.flatMap((turn, place) => {
    const isFirst = attempts.size > 1 && attemptOf(turn) !== attemptOf(turns[place - 1]);
    return [...(isFirst ? [bold(headingOf(turn)), ""] : []), ...turnLines(turn)];
  });
}

/** Which attempt of which run said it: each counts its turns anew. */
function attemptOf(turn: TranscriptTurn | undefined): string {
  return `${turn?.run}.${turn?.attempt}`;
}

function headingOf({ run, attempt }: TranscriptTurn): string {
  return attempt === 1
    ? words("transcript_run", { run })
    : words("transcript_attempt", { run, attempt });
}

function turnLines(turn: TranscriptTurn): string[] {
  const { turn_index, role, content, timestamp, usage, tool_calls } = turn;
  const who = role === "agent" ? cyan(words("role_agent")) : bold(words("role_orchestrator"));
  const cost = usage?.cost_usd == null ? "" : `  $${usage.cost_usd.toFixed(4)}`;
  return [
    `${dim(`#${turn_index}`)} ${who}  ${dim(`${moment(timestamp)}${cost}`)}`,
    ...(content.trim() === "" ? [] : [printable(content)]),
    ...tool_calls.flatMap(({ call_id, name, arguments: args, result, whole_bytes }) => [
      `  → ${dim(call_id)} ${oneLine(name)} ${dim(short(args))}`,
      `  ← ${result === null ? dim(words("call_waits")) : short(result)}${
        whole_bytes === undefined ? "" : ` ${dim(words("call_cut", { bytes: whole_bytes }))}`
      }`,
    ]),
    "",
  ];
}

/** The newest call whose answer is not shown whole; undefined where all are. */
export function cutCall(turns: readonly TranscriptTurn[]): string | undefined {
  return turns
    .flatMap(({ tool_calls }) => tool_calls)
    .findLast(
      ({ result, whole_bytes }) =>
        whole_bytes !== undefined || (result !== null && short(result) !== oneLine(result)),
    )?.call_id;
}

function short(text: string): string {
  return cutText(oneLine(text), SHOWN);
}
