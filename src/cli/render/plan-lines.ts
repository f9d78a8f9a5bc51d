import { bold, cyan, dim, green, red, yellow } from "./colors.ts";
import type { LoggedEvent } from "../../contract/event.ts";
import type { Hold } from "../../contract/hold.ts";
import type { Json, JsonObject } from "../../contract/text.ts";
import { printable } from "./printable.ts";

const PREVIEW_LINES = 24;

/** One line for a person about something that happened, or null when it is not worth one. */
export function eventLine(event: LoggedEvent, titles: ReadonlyMap<string, string>): string | null {
  const title = printable(titles.get(event.todo_id ?? "") ?? event.todo_id ?? "");
  const data = event.data ?? {};
  const text = (key: string): string => words(data[key]);
  switch (event.type) {
    case "todo.started":
      return `${cyan("▶")} ${title}`;
    case "todo.completed":
      return `${green("✔")} ${title}`;
    case "todo.failed":
      return `${red("✖")} ${title}: ${text("message")}`;
    case "todo.skipped":
    case "todo.cancelled":
      return `${dim("–")} ${title}: ${text("reason")}`;
    case "hold.requested":
      return `${yellow("◐")} ${title || text("title")} waits for a person (${event.hold_id})`;
    case "hold.decided":
      return `${bold("●")} ${decisionWords(data)} by ${printable(event.by)}${remark(data)}`;
    case "hold.expired":
      return `${red("●")} nobody decided in time, so: ${text("action")}`;
    case "plan.paused":
      return `${yellow("‖")} paused by ${printable(event.by)}`;
    case "plan.resumed":
      return `${green("▶")} resumed by ${printable(event.by)}`;
    case "plan.cancel_requested":
    case "plan.abort_requested":
      return `${red("■")} ending: ${text("reason")}`;
    case "command.refused":
      return `${red("!")} a message was refused: ${text("detail")}`;
    default:
      return null;
  }
}

/**
 * What a person decides on: everything that will happen, exactly.
 * @param most how many lines of one argument are shown.
 */
export function holdLines(hold: Hold, most = PREVIEW_LINES): string[] {
  const { title, message, tool_name, args, digest, deadline_at, on_timeout, on_reject } = hold;
  const until = deadline_at === null ? "no deadline" : `${deadline_at}, then: ${on_timeout}`;
  return [
    "",
    bold(`${printable(title)} — waits for your decision`),
    ...(message === null ? [] : [printable(message)]),
    "",
    field("tool", tool_name ?? "none, this is a sign-off"),
    ...Object.entries(args ?? {}).flatMap(([name, value]) => argumentLines(name, value, most)),
    field("digest", digest),
    field("until", until),
    field("reject", on_reject === "skip" ? "skips the todo" : "fails the todo"),
    "",
  ];
}

function argumentLines(name: string, value: Json, most: number): string[] {
  const text = printable(typeof value === "string" ? value : JSON.stringify(value, null, 2));
  const lines = text.split("\n");
  if (lines.length === 1 && text.length <= 100) return [field(printable(name), text)];
  const more = lines.length - most;
  return [
    field(printable(name), `${text.length} characters, ${lines.length} lines`),
    ...lines.slice(0, most).map((line) => `  ${dim("│")} ${line}`),
    ...(more > 0 ? [`  ${dim(`│ … ${more} more lines`)}`] : []),
  ];
}

const field = (name: string, value: string): string => `${dim(name.padEnd(7))} ${value}`;

function decisionWords(data: JsonObject): string {
  if (data["decision"] === "edit") return green("approved with edits");
  if (data["decision"] === "approve") return green("approved");
  return red(`rejected (${words(data["then"])})`);
}

function remark(data: JsonObject): string {
  const said = words(data["reason"] ?? data["comment"]);
  return said === "" ? "" : `: ${said}`;
}

function words(value: Json | undefined): string {
  return typeof value === "string" ? printable(value) : "";
}
