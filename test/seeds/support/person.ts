import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import type { z } from "zod";
import type { ImportedSchema, ImportInputSchema } from "../../../src/compat/import-contract.ts";
import type { NoticeList } from "../../../src/contract/list.ts";
import type { Checkpoint, PlanVersion } from "../../../src/contract/plan/edit.ts";
import type { LoggedEvent } from "../../../src/contract/plan/event.ts";
import type { DecisionInput, Hold } from "../../../src/contract/plan/holds/hold.ts";
import type { NewPlanInput, PlanView, Receipt, Schedule } from "../../../src/contract/plan/plan.ts";
import type { FileAnswer } from "../../../src/contract/plan/todo.ts";
import type { ProblemCode } from "../../../src/contract/tables/problems.ts";
import { problemOf, type FullProblem } from "../../support/api-harness.ts";
import type { PlanWatch } from "../../support/api-watch.ts";

/** Somebody who knows a Holdpoint by its HTTP API alone. */
export interface Person {
  creates(plan: NewPlanInput): Promise<PlanView>;
  /** Starts a plan that is written in the form of S1 or S2, of which everything must be understood. */
  imports(source: z.input<typeof ImportInputSchema>): Promise<PlanView>;
  plan(planId: string): Promise<PlanView>;
  schedule(planId: string): Promise<Schedule>;
  holds(planId: string, status?: "open" | "all"): Promise<Hold[]>;
  events(planId: string): Promise<LoggedEvent[]>;
  versions(planId: string): Promise<PlanVersion[]>;
  checkpoints(planId: string): Promise<Checkpoint[]>;
  /** What the person is told of their plans that went wrong. */
  notices(): Promise<NoticeList["notices"]>;
  /** Sends a command; it must be taken. */
  sends(path: string, body?: object): Promise<Receipt>;
  /** Gives the plan a file; what comes back is the answer to a question for one. */
  uploads(planId: string, name: string, text: string): Promise<FileAnswer>;
  decides(hold: Hold, decision: DecisionInput): Promise<Receipt>;
  /** Sends a command that must be refused. */
  isRefused(path: string, body: object, code: ProblemCode): Promise<FullProblem>;
  /** The open hold of the todo, or of the plan's review, once there is one. */
  isAsked(planId: string, todoId: string | null): Promise<Hold>;
  /** The plan once it is as wanted. */
  sees(planId: string, fits: (plan: PlanView) => boolean): Promise<PlanView>;
  seesEnd(planId: string): Promise<PlanView>;
}

const RETRY_MS = 100;

/**
 * A person at the API of `url`.
 * @param watch tells when to look again.
 */
export function createPerson(url: string, watch: PlanWatch): Person {
  const post = (path: string, body: object): Promise<Response> =>
    fetch(url + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  /** Reading may come at a time when no worker answers: the API says so, and to try again. */
  async function read<Data>(path: string): Promise<Data> {
    for (;;) {
      const response = await fetch(url + path);
      if (response.ok) return (await response.json()) as Data;
      if (response.status !== 503) throw new Error(`GET ${path}: ${await response.text()}`);
      await delay(RETRY_MS);
    }
  }

  const plan = (planId: string) => read<PlanView>(`/v1/plans/${planId}`);
  const holds: Person["holds"] = async (planId, status = "open") =>
    (await read<{ holds: Hold[] }>(`/v1/plans/${planId}/holds?status=${status}`)).holds;
  /** The same command as often as it takes for somebody to answer; it counts once. */
  const sends: Person["sends"] = async (path, body = {}) => {
    const command = { command_id: randomUUID(), ...body };
    let response = await post(path, command);
    for (; response.status === 503; response = await post(path, command)) await delay(RETRY_MS);
    return answerOf<Receipt>(response, 200);
  };
  const sees: Person["sees"] = (planId, fits) =>
    watch.until(planId, async () => {
      const now = await plan(planId);
      return fits(now) && now;
    });
  return {
    creates: async (written) => answerOf<PlanView>(await post("/v1/plans", written), 201),
    async imports(source) {
      const imported = await answerOf<z.infer<typeof ImportedSchema>>(
        await post("/v1/plans/import", source),
        201,
      );
      expect(imported.unmapped).toEqual([]);
      return imported.plan;
    },
    plan,
    schedule: (planId) => read(`/v1/plans/${planId}/schedule`),
    holds,
    events: async (planId) =>
      (await read<{ events: LoggedEvent[] }>(`/v1/plans/${planId}/events?limit=1000`)).events,
    versions: async (planId) =>
      (await read<{ versions: PlanVersion[] }>(`/v1/plans/${planId}/versions`)).versions,
    checkpoints: async (planId) =>
      (await read<{ checkpoints: Checkpoint[] }>(`/v1/plans/${planId}/checkpoints`)).checkpoints,
    notices: async () => (await read<NoticeList>("/v1/notices?owner=me")).notices,
    sends,
    async uploads(planId, name, text) {
      const to = `${url}/v1/plans/${planId}/files?name=${encodeURIComponent(name)}`;
      const headers = { "content-type": "application/octet-stream" };
      return answerOf<FileAnswer>(await fetch(to, { method: "POST", headers, body: text }), 201);
    },
    decides: (hold, decision) => sends(`/v1/holds/${hold.id}/decision`, decision),
    isRefused: (path, body, code) => problemOf(post(path, body), code),
    isAsked: (planId, todoId) =>
      watch.until(planId, async () =>
        (await holds(planId)).find((hold) => hold.todo_id === todoId),
      ),
    sees,
    seesEnd: (planId) => sees(planId, ({ completed_at }) => completed_at !== null),
  };
}

async function answerOf<Data>(response: Response, status: number): Promise<Data> {
  const text = await response.text();
  expect(response.status, text).toBe(status);
  return JSON.parse(text) as Data;
}
