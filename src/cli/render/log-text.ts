import type { LogLine } from "../../contract/plan/todo-log.ts";
import { dim, red, yellow } from "../terminal/colors.ts";
import { oneLine } from "../terminal/printable.ts";
import { clock } from "../terminal/time.ts";

/** Of a line's own colours nothing is shown: here they say how bad it is. */
// eslint-disable-next-line no-control-regex -- a terminal's own sequence is what is looked for
const COLOURS = /\u001B\[[0-9;:]*m/g;
const LOOKS = { info: (text: string) => text, warn: yellow, error: red } as const;

/** A line of a tool's log: when, what, and with which values. */
export function logText({ at, level, message, fields }: LogLine): string {
  const values = fields === null ? "" : `  ${dim(oneLine(JSON.stringify(fields)))}`;
  return `${dim(clock(at))}  ${LOOKS[level](oneLine(message.replaceAll(COLOURS, "")))}${values}`;
}
