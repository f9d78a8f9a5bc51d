import { OwnFailure } from "../../tools/own-failure.ts";

/** As many of an error's causes are told. */
const MOST = 6;

/** Why a tool failed, for anything that can be thrown: undefined, a circular object, an error with its causes. */
export function tellThrown(thrown: unknown): string {
  try {
    if (!hasMessage(thrown)) return `The tool threw ${show(thrown)}.`;
    const said: string[] = [];
    // Whoever names a failure has said of its causes what others are to know.
    const told = isNamed(thrown) ? [thrown] : causesOf(thrown);
    for (const text of told.map(messageOf)) {
      if (!said.some((before) => before.includes(text))) said.push(text);
    }
    return said
      .map((text, at) => (at === said.length - 1 ? text : text.replace(/\.$/, "")))
      .join(": ");
  } catch {
    return "The tool threw something that cannot be shown.";
  }
}

/** Where a tool threw it, and its causes, too; empty when nobody knows, and for what no tool threw. */
export function stackOf(thrown: unknown): string {
  try {
    if (thrown instanceof OwnFailure) return "";
    const stacks = causesOf(thrown).flatMap((one) =>
      one instanceof Error ? [String(one.stack)] : [],
    );
    return stacks.join("\nCaused by: ");
  } catch {
    return "";
  }
}

/** What was thrown and what caused it, the outer first; of several causes at once, the first ones. */
function causesOf(thrown: unknown): unknown[] {
  const found: unknown[] = [];
  const open = [thrown];
  for (let one = open.shift(); one !== undefined && found.length < MOST; one = open.shift()) {
    if (found.includes(one)) continue;
    found.push(one);
    if (one instanceof AggregateError) open.push(...one.errors.slice(0, MOST));
    if (one instanceof Error) open.push(one.cause);
  }
  return found;
}

const isNamed = (thrown: unknown): boolean =>
  thrown instanceof Error && thrown.name === "ToolError";

function hasMessage(thrown: unknown): boolean {
  if (typeof thrown !== "object" || thrown === null) return false;
  return thrown instanceof Error || typeof (thrown as { message?: unknown }).message === "string";
}

function messageOf(thrown: unknown): string {
  if (!hasMessage(thrown)) return show(thrown);
  const { message, code, name } = thrown as NodeJS.ErrnoException;
  return String(message || code || name);
}

function show(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  return inJson(value) ?? Object.prototype.toString.call(value);
}

/** It is not cut here: half a secret would be taken out by nobody. Null for what is no plain object or list. */
function inJson(value: object): string | null {
  try {
    const made: unknown = Object.getPrototypeOf(value);
    const isPlain = Array.isArray(value) || made === null || made === Object.prototype;
    return isPlain ? (JSON.stringify(value) ?? null) : null;
  } catch {
    return null;
  }
}
