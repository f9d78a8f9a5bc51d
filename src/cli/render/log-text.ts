import type { LogLine } from "../../contract/plan/todo-log.ts";
import { dim, red, yellow } from "../terminal/colors.ts";
import { oneLine } from "../terminal/printable.ts";
import { clock } from "../terminal/time.ts";

const LOOKS = { info: (text: string) => text, warn: yellow, error: red } as const;

/** A line of a tool's log: when, what, and with which values. */
export function logText({ at, level, message, fields }: LogLine): string {
  const values = fields === null ? "" : `  ${dim(oneLine(JSON.stringify(fields)))}`;
  return `${dim(clock(at))}  ${LOOKS[level](oneLine(message))}${values}`;
}
