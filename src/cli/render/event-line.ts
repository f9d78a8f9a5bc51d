import type { LoggedEvent } from "../../contract/event.ts";
import type { Json, JsonObject } from "../../contract/text.ts";
import type { Words } from "../messages/words.ts";
import { bold, cyan, dim, green, red, yellow } from "./colors.ts";
import { oneLine } from "./printable.ts";
import type { Titles } from "./reasons.ts";

/** One line for a person about something that happened, or null when it is not worth one. */
export function eventLine(event: LoggedEvent, titles: Titles, words: Words): string | null {
  const { by, data = {}, hold_id: hold = "" } = event;
  const title = oneLine(titles.get(event.todo_id ?? "") ?? event.todo_id ?? "");
  const told = (key: string): string => text(data[key]);
  const line = (sign: string, sentence: string): string => `${sign} ${sentence}`;
  switch (event.type) {
    case "todo.started":
      return line(cyan("▶"), title);
    case "todo.completed":
    case "todo.kept":
      return line(green("✔"), title);
    case "todo.failed":
      return line(red("✖"), `${title}: ${told("message")}`);
    case "todo.skipped":
    case "todo.cancelled":
      return line(dim("–"), `${title}: ${told("reason")}`);
    case "todo.interrupted":
      return line(yellow("‖"), words("event_interrupted", { title }));
    case "todo.retried":
    case "todo.rerun":
      return line(cyan("↻"), words("event_again", { title, by }));
    case "hold.requested":
      return line(yellow("◐"), words("event_waits", { title: title || told("title"), hold }));
    case "hold.decided":
      return line(bold("●"), decided(data, by, words));
    case "hold.extended":
      return line(bold("●"), words("event_extended", { hold, by }));
    case "hold.delegated":
      return line(bold("●"), words("event_delegated", { hold, by, to: told("to") }));
    case "hold.expired":
      return line(red("●"), words("event_expired", { action: told("action") }));
    case "hold.withdrawn":
    case "hold.stale":
      return line(dim("●"), words("event_over", { hold, reason: told("reason") }));
    case "plan.paused":
      return line(yellow("‖"), words("event_paused", { by }));
    case "plan.resumed":
      return line(green("▶"), words("event_resumed", { by }));
    case "plan.edited":
      return line(bold("✎"), words("event_edited", { by, reason: told("reason") }).trimEnd());
    case "plan.cancel_requested":
    case "plan.abort_requested":
      return line(red("■"), words("event_ending", { reason: told("reason") }));
    case "command.refused":
      return line(red("!"), words("event_refused", { detail: told("detail") }));
    case "plan.created":
    case "plan.started":
    case "plan.completed":
    case "plan.failed":
    case "plan.cancelled":
      return null;
  }
}

function decided(data: JsonObject, by: string, words: Words): string {
  const said = text(data["reason"] ?? data["comment"]);
  const remark = said === "" ? "" : `: ${said}`;
  switch (data["decision"]) {
    case "edit":
      return `${green(words("event_approved_edited"))} ${words("by_person", { by })}${remark}`;
    case "answer":
      return `${green(words("event_answered"))} ${words("by_person", { by })}${remark}`;
    case "approve":
      return `${green(words("event_approved"))} ${words("by_person", { by })}${remark}`;
    default: {
      const then = text(data["then"]);
      return `${red(words("event_rejected", { then }))} ${words("by_person", { by })}${remark}`;
    }
  }
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? oneLine(value) : "";
}
