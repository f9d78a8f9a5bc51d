import { describe, expect, test } from "vitest";
import { EVENT_TYPES, type LoggedEvent } from "../../src/contract/plan/event.ts";
import { LANGUAGES, type Language, type SaidValue } from "../../src/contract/sentences/catalog.ts";
import { withMoments } from "../../src/contract/sentences/moments.ts";
import {
  isSentenceId,
  say,
  SENTENCES,
  textOf,
  type SentenceId,
} from "../../src/contract/sentences/sentence.ts";
import type { EventBody, PlanEvent } from "../../src/plan/model/state/events.ts";
import { toLogged } from "../../src/plan/model/state/to-logged.ts";
import { eventSentence } from "../../src/plan/views/log/event-sentence.ts";

type EventType = LoggedEvent["type"];
type DataOf<Type, Body = EventBody> = Body extends { type: infer Own; data: infer Data }
  ? Type extends Own
    ? Data
    : never
  : never;

const AT = "2026-11-25T09:00:00.000Z";
const SKIP = { cause: "operator" } as DataOf<"todo.skipped">["skip"];
const DECISION = { decision: "approve", by: "bo", at: AT } as const;

/** What the core says of each event whose sentence or whose log needs it. */
const DATA: { readonly [Type in EventType]?: Partial<DataOf<Type>> } = {
  "plan.draft_refused": { mistakes: [] },
  "plan.planning_stopped": { question: say("dependency_again") },
  "plan.planned": { todos: [], planning: {} as DataOf<"plan.planned">["planning"] },
  "plan.reported": {
    report: { text: "Done.", source: "model", cites: [], failed: [], skipped: [], at: AT },
  },
  "plan.replan_refused": { mistakes: [] },
  "plan.replan_proposed": { summary: "One more look", lines: [], applied: false },
  "plan.replan_unchanged": { summary: "All is well" },
  "plan.replan_failed": { message: say("took_too_long") },
  "plan.edited": {
    change_type: "edit",
    changes: { todos: [] } as unknown as DataOf<"plan.edited">["changes"],
  },
  "todo.let_through": { approved_by: "bo" },
  "todo.due_soon": { due_at: AT },
  "todo.overdue": { due_at: AT },
  "todo.failed": { message: say("took_too_long") },
  "todo.attempt_failed": { message: "no answer" },
  "todo.skip_requested": { reason: "Not needed", skip: SKIP },
  "todo.skipped": { reason: "Not needed", skip: SKIP },
  "agent.turn": { turn: 2, calls: [], questions: [], steps: [] },
  "agent.countdown": { seconds: 5, left: 2 },
  human_query_requested: { question: "Which one?" },
  "hold.requested": { hold: { kind: "approval" } as DataOf<"hold.requested">["hold"] },
  "hold.deciding": {
    deciding: { decision: DECISION, takes_effect_at: AT, command_id: "c" },
  },
  "hold.signed": { decision: DECISION, lacks: 1 },
  "hold.decided": { decision: DECISION },
  "hold.delegated": { to: "lee" },
  "hold.revealed": { pointer: "/args/token" },
  "hold.due_soon": { deadline_at: AT },
  "hold.escalated": { to: "lee" },
  "hold.expired": { action: "fail" },
  "todo.approval_demanded": { tool_name: "send_mail" },
  "session.registered": { session_id: "s", assignee: "bo" },
  "session.changed": { session_id: "s", cause: "session.idle" },
  "session.leased": { session_id: "s" },
  "session.renewed": { session_id: "s", note: "Half of it is done" },
  "session.lease_expired": { session_id: "s" },
  "session.deleted": { session_id: "s" },
  "continuation.countdown": { session_id: "s", seconds_left: 2, left: 0 },
  "continuation.injected": {
    session_id: "s",
    prompt: { left: 1 } as DataOf<"continuation.injected">["prompt"],
  },
  "continuation.acknowledged": { session_id: "s" },
  "continuation.cancelled": { session_id: "s", cause: "user_message" },
  "continuation.skipped": { session_id: "s", why: "all_done" },
  "command.refused": { detail: say("took_too_long") },
};

const logged = (type: EventType): LoggedEvent =>
  toLogged({ seq: 1, at: AT, type, by: "kim", data: DATA[type] ?? {} } as unknown as PlanEvent);

/** Places of a sentence, and of those within it, in which nothing stands. */
function empty(said: SaidValue, language: Language): string[] {
  if (typeof said !== "object" || !("id" in said)) return [];
  const { id, values } = said;
  const places = [...SENTENCES[id as SentenceId][language].matchAll(/\{(\w+)/g)];
  return places.flatMap(([, name = ""]) => {
    const value = values[name] ?? "";
    return value === "" ? [`${name} of ${id}`] : empty(value, language);
  });
}

describe("what happened", () => {
  test.each(EVENT_TYPES)("is told with everything that belongs to it: %s", (type) => {
    const sentence = eventSentence(logged(type));
    expect(sentence.id).not.toBe("event_unknown");
    for (const language of LANGUAGES) expect(empty(sentence, language)).toEqual([]);
  });

  test("names who cancelled the plan, as it does who paused it", () => {
    expect(textOf(eventSentence(logged("plan.cancel_requested")), "en")).toContain(
      "kim cancelled the plan",
    );
  });

  test.each(["todo.due_soon", "todo.overdue", "hold.due_soon", "hold.deciding"] as const)(
    "is told with times that readers can have in their own: %s",
    (type) => {
      const said = withMoments(eventSentence(logged(type)), () => "noon");
      expect(textOf(said, "en")).toContain("noon");
      expect(textOf(said, "ko")).toContain("noon");
    },
  );

  test("counts one of a thing as one, and none as several", () => {
    const planned = (todo_count: number): string =>
      textOf(eventSentence({ ...logged("plan.planned"), data: { todo_count } }), "en");
    expect([0, 1, 2].map(planned)).toEqual([
      "Planned: 0 todos",
      "Planned: 1 todo",
      "Planned: 2 todos",
    ]);
  });

  test("says of a session nothing twice, whatever it noted", () => {
    expect(textOf(eventSentence(logged("session.renewed")), "en")).toBe("Session s is at work.");
  });

  test("is its type, where a newer version logs what this one does not know", () => {
    const type = "todo.painted" as EventType;
    expect(isSentenceId(type)).toBe(false);
    const event = { seq: 1, at: AT, type, by: "kim" } as LoggedEvent;
    expect(textOf(eventSentence(event), "en")).toBe("todo.painted");
  });
});
