import fc from "fast-check";
import { describe, expect } from "vitest";
import { WRITE_OUTPUT } from "../../src/contract/tables/temporal-names.ts";
import type { JsonObject } from "../../src/contract/text.ts";
import { viewHold } from "../../src/plan/todos/flat-fields.ts";
import { drive as startDriving, planOf, type Drive } from "./support/drive.ts";
import { ownDigest } from "./support/own-digest.ts";
import { always } from "./support/properties.ts";
import { randomPlan } from "./support/random-plan.ts";
import { finish, live, randomStory } from "./support/random-story.ts";
import { asksFirst } from "./support/slow-model.ts";

const cases = fc.record({ input: randomPlan(), story: randomStory() });

const todoIn = (state: Drive["plan"]["state"], wanted: string) =>
  state.todos.find(({ id }) => id === wanted)!;

describe("whatever people do", () => {
  always("what runs is what was approved, to the last byte", cases, ({ input, story }) => {
    const consents = new Map<string, { digest: string; args: JsonObject }>();
    const signers = new Map<string, string[]>();
    const watcher = {
      before({ state, holds }: Drive["plan"], event: Drive["events"][number]) {
        if (event.type === "hold.expired" && event.data.action === "approve") {
          const hold = viewHold(holds.get(event.hold_id)!);
          consents.set(hold.todo_id!, { digest: hold.digest, args: hold.args! });
        }
        if (event.type === "hold.decided" && event.data.decision.decision !== "reject") {
          const hold = viewHold(holds.get(event.hold_id)!);
          if (hold.todo_id === null) return;
          if (hold.kind === "approval") {
            const { approval } = todoIn(state, hold.todo_id);
            const said = [...(signers.get(hold.id) ?? []), event.by];
            expect(new Set(said).size).toBeGreaterThanOrEqual(approval.min_approvals ?? 1);
            for (const by of said) expect(approval.approvers ?? [by]).toContain(by);
            if (approval.prevent_self_approval === true) expect(said).not.toContain(state.owner);
          }
          const args = event.data.decision.args ?? hold.args!;
          consents.set(hold.todo_id, { digest: event.data.digest, args });
        }
        if (event.type === "hold.signed") {
          signers.set(event.hold_id, [...(signers.get(event.hold_id) ?? []), event.by]);
        }
        if (event.type === "hold.undone" && event.data.change.needs !== undefined) {
          const left = (signers.get(event.hold_id) ?? []).filter((by) => by !== event.by);
          signers.set(event.hold_id, left);
        }
        if (event.type === "todo.started") {
          const todo = todoIn(state, event.todo_id);
          if (asksFirst(state, todo)) expect(consents.has(todo.id)).toBe(true);
        }
      },
      rest(drive: Drive) {
        for (const { todo_id, args, input_data, references, tool_name } of drive.runs) {
          if (!asksFirst(drive.plan.state, drive.todo(todo_id))) continue;
          if (tool_name === WRITE_OUTPUT) continue;
          const consent = consents.get(todo_id)!;
          expect(args).toEqual(consent.args);
          const { output_path } = drive.todo(todo_id);
          const given = { args, input_data, references };
          const bound = { todo_id, tool_name, task_queue: null, ...given, output_path };
          expect(consent.digest).toBe(ownDigest(bound));
          expect(drive.todo(todo_id).approved_digest).toBe(consent.digest);
        }
      },
    };
    live(input, story, watcher);
  });

  always("there are as many runs of a todo that asks as approvals of it", cases, (it) => {
    const drive = live(it.input, it.story);
    finish(drive);
    for (const todo of drive.plan.state.todos) {
      if (!asksFirst(drive.plan.state, todo)) continue;
      const starts = drive.started.filter((id) => id === todo.id).length;
      const approvals = drive.plan.state.holds.filter(
        ({ todo_id, status, on_timeout }) =>
          todo_id === todo.id &&
          (status === "approved" || (status === "expired" && on_timeout === "approve")),
      ).length;
      const unused = todo.status === "cancelled" && todo.run === 0 ? approvals : 0;
      expect(starts).toBe(approvals - unused);
      expect(starts).toBe(todo.run);
    }
  });

  always("each hold is decided once, and by the first who came in time", cases, (it) => {
    const drive = live(it.input, it.story);
    const deciders = new Map<string, string[]>();
    for (const event of drive.events) {
      if (event.type !== "hold.decided" && event.type !== "hold.expired") continue;
      const word = event.type === "hold.decided" ? event.data.decision.decision : "nobody";
      deciders.set(event.hold_id, [...(deciders.get(event.hold_id) ?? []), word]);
    }
    for (const hold of drive.plan.state.holds.map(viewHold)) {
      const words = deciders.get(hold.id) ?? [];
      if (hold.status === "open" || hold.status === "withdrawn") expect(words).toEqual([]);
      else expect(words).toEqual([hold.decision?.decision ?? "nobody"]);
    }
  });

  always("a message sent again gets the first answer and changes nothing", cases, (it) => {
    const drive = live(it.input, it.story);
    const first = drive.sent.map(({ body }) =>
      drive.plan.seen.get((body as { command_id: string }).command_id),
    );
    const before = JSON.stringify(drive.plan.state);
    drive.sent.slice().forEach(({ name, body }, place) => {
      const answer = drive.send(name, body);
      expect(answer).toEqual({ accepted: first[place], events: [] });
      const other = drive.refuse(name, { ...body, by: "somebody else" });
      expect(other.code).toBe("command_id_reused");
    });
    expect(JSON.stringify(drive.plan.state)).toBe(before);
  });
});

describe("eight people who decide the same holds at once", () => {
  const attempt = fc.record({
    hold: fc.nat(2),
    by: fc.constantFrom("ana", "bo", "chi", "dee", "eli", "fay", "gil", "한"),
    decision: fc.constantFrom("approve", "reject", "edit"),
    later: fc.constantFrom(0, 0, 0, 1, 20),
  });

  always(
    "leave one winner a hold, and every loser is told who won",
    fc.array(attempt, { size: "max", maxLength: 24 }),
    (attempts) => {
      const approval = { timeout_seconds: 60, on_timeout: "wait" as const };
      const ask = { requires_approval: true, approval };
      const drive = startDriving(planOf(["a", "b", "c"].map((id) => ({ id, ...ask }))));
      const winners = new Map<number, object>();
      for (const { hold, by, decision, later } of attempts) {
        drive.passUnnoticed(later);
        const body = { hold_id: `h${hold + 1}`, decision, by };
        const args = decision === "edit" ? { args: { by } } : {};
        const answer = drive.send("approval", { ...body, ...args });
        const winner = winners.get(hold);
        if (winner === undefined) {
          expect(answer).toHaveProperty("accepted");
          winners.set(hold, { by, decision, at: drive.now });
        } else {
          expect(answer).toMatchObject({
            problem: { code: "hold_already_decided", decided: winner },
          });
        }
      }
      for (const [hold, winner] of winners) {
        expect(viewHold(drive.plan.state.holds[hold]!).decision).toMatchObject(winner);
      }
    },
  );
});
