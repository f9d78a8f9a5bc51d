import { expect, test } from "vitest";
import type { InboxRow } from "../../src/contract/list.ts";
import { say, spelled, type Wording } from "../../src/contract/sentences/sentence.ts";
import {
  holdLine,
  inUrgency,
  type InboxKind,
  type InboxLine,
} from "../../src/web/inbox/inbox-lines.ts";
import { createSpeech } from "../../src/web/words/words.ts";

const NOW = Date.parse("2026-03-02T09:00:00Z");
const inHours = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();

const line = (key: string, kind: InboxKind, until: string | null = null): InboxLine => ({
  key,
  listedAs: key,
  kind,
  asks: key,
  planTitle: "Plan",
  until,
  person: null,
  needs: null,
  agent: null,
  decidedBy: null,
  canJoin: false,
  target: { hold: key },
});
const keys = (lines: readonly InboxLine[]) => lines.map(({ key }) => key);

test("a question of the product's own is read in the reader's language, one of a model as it is", () => {
  const asked = {
    kind: "input",
    title: "Write",
    deciding: null,
    agent: "ann",
  } as never as InboxRow;
  const own = say("agent_halted", { by: "kim", agent: "ann", left: 2 });
  const read = (row: object, language: "en" | "ko") =>
    holdLine({ ...asked, ...row }, createSpeech(language)).asks;
  const ours = { message: "", ...spelled("message", own) };
  expect(read(ours, "en")).toMatch(/^kim kept the agent/);
  expect(read(ours, "ko")).toMatch(/^kim이 .*에이전트/);
  expect(read({ message: "Which year?" }, "ko")).toBe("Which year?");
  expect(read({ message: null }, "ko")).toBe("Write");
});

test("a todo that failed is listed with what it failed with, in the reader's language", () => {
  const failed = {
    kind: "recovery",
    title: "Send",
    deciding: null,
    agent: null,
  } as never as InboxRow;
  const read = (row: object, language: "en" | "ko") =>
    holdLine({ ...failed, ...row }, createSpeech(language)).asks;
  const because = (why: Wording) => ({
    message: "",
    ...spelled("message", say("failed_because", { kind: say("failure_api_error"), why })),
  });
  expect(read(because("disk full"), "ko")).toBe("Send: disk full");
  const own = say("cannot_do_it", { by: "kim", why: "no disk" });
  expect(read(because(own), "en")).toBe("Send: kim cannot do it: no disk");
  expect(read(because(own), "ko")).toMatch(/^Send: kim이 .*: no disk$/);
  expect(read({ message: "It failed (error while running): 9 GB, 9 GB…" }, "ko")).toContain("9 GB");
});

test("a row about a plan as a whole has its title once", () => {
  const row = {
    id: "p.h1",
    title: "Move the tables",
    plan_title: "Move the tables",
    deciding: null,
  };
  const read = (more: object) =>
    holdLine({ ...row, ...more } as never as InboxRow, createSpeech("en"));
  const review = read({ kind: "plan_review", todo_id: null });
  expect([review.asks, review.planTitle]).toEqual(["Move the tables", ""]);
  const approval = read({ kind: "approval", todo_id: "copy", title: "Copy them" });
  expect([approval.asks, approval.planTitle]).toEqual(["Copy them", "Move the tables"]);
});

test("shows what is due within a day first, then what has failed, then the rest by its time", () => {
  const holds = [
    line("tonight", "approval", inHours(10)),
    line("next week", "approval", inHours(200)),
    line("failed todo", "recovery"),
    line("whenever", "plan_review"),
  ];
  const work = [line("in an hour", "work", inHours(1)), line("in two days", "work", inHours(48))];
  const parts = [
    { lines: holds, hasMore: false },
    { lines: work, hasMore: false },
    { lines: [line("failed plan", "failed")], hasMore: false },
  ];
  expect(keys(inUrgency(parts, NOW))).toEqual([
    "in an hour",
    "tonight",
    "failed todo",
    "failed plan",
    "in two days",
    "next week",
    "whenever",
  ]);
});

test("ends where a list ends that goes on, so that what is read next comes behind what is seen", () => {
  const holds = [line("first", "approval", inHours(30)), line("second", "approval", inHours(40))];
  const work = [line("before", "work", inHours(35)), line("after", "work", inHours(50))];
  const failure = line("failure", "recovery");
  const parts = [
    { lines: [...holds, failure], hasMore: true },
    { lines: work, hasMore: false },
  ];
  expect(keys(inUrgency(parts, NOW))).toEqual(["failure", "first", "before", "second"]);
});
