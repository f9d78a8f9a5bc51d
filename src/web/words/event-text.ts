import type { LoggedEvent } from "../../contract/plan/event.ts";
import { CHANNELS } from "../../contract/tables/vocabulary.ts";
import { eventSentence } from "../../plan/views/log/event-sentence.ts";
import { actorOf } from "./actor.ts";
import type { Speech } from "./words.ts";

/** What a question to people went through (S4): it stands out among everything else. */
const OF_QUESTIONS: ReadonlySet<LoggedEvent["type"]> = new Set([
  "human_query_requested",
  "human_query_answered",
  "task_resumed_after_human_query",
]);

/** Whether an event is of a question that an agent asked people. */
export function isOfQuestion({ type }: LoggedEvent): boolean {
  return OF_QUESTIONS.has(type);
}

/** One event as a sentence, with what people said of it. */
export function eventText(event: LoggedEvent, { tell, words }: Speech): string {
  return tell(eventSentence({ ...event, by: actorOf(event.by, words) }));
}

/** By which way a decision came; empty where nobody has said. */
export function viaText({ data = {} }: LoggedEvent, { words }: Speech): string {
  const via = CHANNELS.find((one) => one === data["via"]);
  return via === undefined ? "" : words(`via_${via}`);
}
