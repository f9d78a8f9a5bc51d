import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { ProblemSchema } from "../../src/contract/problems/problem.ts";
import { TEMPORAL_NAMES } from "../../src/contract/tables/temporal-names.ts";
import { anyRequest } from "../support/api-fuzz.ts";
import { useApi } from "../support/api-harness.ts";

const api = useApi();
const RUNS = 800;
/** Many that wait, because random requests cancel one now and then. */
const HELD = Array.from({ length: 10 }, (_, place) => `held${place}`);
const PLANS = [...HELD, "reviewed", "ended"];

beforeAll(async () => {
  const asked = { requires_approval: true, tool_name: "echo", tool_params: { text: "x" } };
  const todos = ["a", "b", "c"].map((id) => ({ id, title: id, ...asked }));
  for (const id of HELD) await api().create({ id, title: "승인", todos });
  await api().create({
    id: "reviewed",
    title: "검토",
    plan_review: true,
    todos: [{ title: "a", kind: "milestone" }],
  });
  await api().create({
    id: "ended",
    title: "끝",
    todos: [{ id: "a", title: "a", kind: "milestone" }],
  });
  await api().untilEnded("ended");
  for (const id of HELD) await api().untilHolds(id, 3);
  await api().untilHolds("reviewed");
});

test(`none of ${RUNS} random requests breaks the API or a plan`, { timeout: 120_000 }, async () => {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(anyRequest(PLANS), async ({ method, path, type, body }) => {
      const answer = await api().request(method, path, {
        body: body as NonNullable<RequestInit["body"]> | null,
        headers: type === null ? {} : { "content-type": type },
      });
      const text = await answer.text();
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      expect(answer.status, text).toBeLessThan(500);
      expect(method === "HEAD" ? "" : wrongWith(answer, text), text).toBe("");
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 100_000, markInterruptAsFailure: true },
  );
  // Proof that the requests got everywhere, and were not all stopped at the door.
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 404, 405, 415, 422]));

  for (const id of new Set([...PLANS, ...api().started])) {
    const handle = api().client.workflow.getHandle(TEMPORAL_NAMES.plan_prefix + id);
    const { events = [] } = await handle.fetchHistory();
    const broken = events?.filter((event) => event.workflowTaskFailedEventAttributes != null);
    expect(broken, `workflow tasks of plan ${id} that broke`).toEqual([]);
  }
});

/** What an answer lacks; empty for JSON of a success and for a whole problem. */
function wrongWith(answer: Response, text: string): string {
  if (answer.status === 204) return text === "" ? "" : "it has a body";
  const body = JSON.parse(text) as unknown;
  if (answer.ok) return "";
  const problem = ProblemSchema.safeParse(body);
  if (!problem.success) return problem.error.message;
  const { status, hint = "", detail } = problem.data;
  const type = answer.headers.get("content-type");
  if (type !== "application/problem+json") return `its type is ${type}`;
  if (status !== answer.status) return "its body names another status";
  if (hint === "") return "it does not say what to do";
  return detail.includes("[object") ? "its detail is not for people" : "";
}
