import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import type { PlanVersion } from "../../src/contract/plan/edit.ts";
import type { TodoDetail } from "../../src/contract/plan/plan.ts";
import { problemOf, useApi } from "../support/api-harness.ts";
import { echo } from "../support/echo-todo.ts";
import { startServer } from "../support/http-server.ts";
import { serveApi } from "./stream/support/served-api.ts";

const api = useApi();
const todo = (id: string) => echo(id, { requires_approval: true });
/** A tool that takes nothing that was written for `echo`, and gives nothing that it gave. */
const gate = { tool_name: "gate", tool_params: { name: "never" } };

type Request = readonly [method: string, path: string, body?: object];

const send = (url: string, [method, path, body]: Request, headers: Record<string, string> = {}) =>
  fetch(`${url}${path}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: body === undefined ? null : JSON.stringify(body),
  });

async function accepted(answer: Promise<Response>): Promise<void> {
  const response = await answer;
  if (response.status >= 300) throw new Error(await response.text());
}

/** Sends a request of which the answer is lost on its way, and returns that answer. */
async function sendAndLose(request: Request, headers: Record<string, string>): Promise<string> {
  const { url } = await serveApi(api().deps);
  let lost = "";
  const passOn = async (incoming: IncomingMessage): Promise<void> => {
    const body = await text(incoming);
    const answer = await fetch(`${url}${incoming.url}`, {
      method: incoming.method!,
      headers: { "content-type": "application/json", ...headers },
      body,
    });
    lost = await answer.text();
    if (answer.status >= 300) lost = `refused: ${lost}`;
    incoming.socket.destroy();
  };
  const network = await startServer((incoming) => void passOn(incoming));
  await expect(send(network.url, request, headers)).rejects.toThrow("fetch failed");
  return lost;
}

async function versionsOf(planId: string): Promise<PlanVersion[]> {
  return (await api().get<{ versions: PlanVersion[] }>(`/v1/plans/${planId}/versions`)).versions;
}

describe("an edit whose answer was lost gets the same answer again", () => {
  const edits: [what: string, (id: string) => Request][] = [
    [
      "other arguments",
      (id) => ["PATCH", `/v1/plans/${id}/todos/one`, { tool_params: { text: "new" } }],
    ],
    [
      "operations",
      (id) => [
        "POST",
        `/v1/plans/${id}/edits`,
        {
          ops: [
            {
              edit_type: "modify_todo",
              target_id: "one",
              params: { changes: { tool_params: { text: "new" } } },
            },
          ],
        },
      ],
    ],
    [
      "a todo that gets a result",
      (id) => [
        "POST",
        `/v1/plans/${id}/todos`,
        {
          id: "next",
          title: "next",
          tool_name: "echo",
          tool_params: { text: "{{todo.one.result/text}}" },
          depends_on: ["one"],
        },
      ],
    ],
  ];
  const sinces: [what: string, (id: string) => Promise<void>][] = [
    ["and nothing happened since", async () => {}],
    [
      "although its todo has another tool by now",
      async (id) => accepted(api().request("PATCH", `/v1/plans/${id}/todos/one`, jsonOf(gate))),
    ],
    [
      "although its todo is done by now",
      async (id) => {
        const holds = await api().untilHolds(id, 2);
        const hold = holds.find(({ todo_id }) => todo_id === "one")!;
        await accepted(api().post(`/v1/holds/${hold.id}/decision`, { decision: "approve" }));
        await api().watch.until(id, async () => {
          const { status } = await api().get<{ status: string }>(`/v1/plans/${id}/todos/one`);
          return status === "completed";
        });
      },
    ],
    [
      "although its todo is removed by now",
      async (id) => {
        await accepted(api().post(`/v1/plans/${id}/undo`, {}));
        await accepted(api().request("DELETE", `/v1/plans/${id}/todos/one`));
      },
    ],
    [
      "although its todo has another tool and the plan has ended by now",
      async (id) => {
        await accepted(api().request("PATCH", `/v1/plans/${id}/todos/one`, jsonOf(gate)));
        await accepted(api().post(`/v1/plans/${id}/cancel`, {}));
        await api().untilEnded(id);
      },
    ],
  ];
  const cases = edits.flatMap(([what, request]) =>
    sinces.map(([since, happens]) => ({ what, since, request, happens })),
  );

  test.each(cases)("$what, $since", async ({ request, happens }) => {
    const { id } = await api().create({ title: "p", todos: [todo("one"), todo("two")] });
    await api().untilHolds(id, 2);
    const [method, path, body] = request(id);
    const edit = [method, path, { ...body, command_id: "lost" }] as const;
    const first = await sendAndLose(edit, {});
    await happens(id);
    const before = (await versionsOf(id)).length;
    // Another process, which remembers no answers.
    const { url } = await serveApi(api().deps);
    const again = await send(url, edit);
    expect(await again.text()).toBe(first);
    expect(again.ok).toBe(true);
    expect(await versionsOf(id)).toHaveLength(before);
    await api().post(`/v1/plans/${id}/cancel`, {});
  });

  test("by its Idempotency-Key, in another process", async () => {
    const { id } = await api().create({ title: "p", todos: [todo("one"), todo("two")] });
    const headers = { "idempotency-key": `lost-${id}`, "if-match": '"v1"' };
    const edit = edits[0]![1](id);
    const first = await sendAndLose(edit, headers);
    await sinces[1]![1](id);
    const { url } = await serveApi(api().deps);
    const again = await send(url, edit, headers);
    expect(await again.text()).toBe(first);
    expect(await versionsOf(id)).toHaveLength(3);
    await api().post(`/v1/plans/${id}/cancel`, {});
  });

  test("also one that tries a failed todo again with other arguments", async () => {
    const refuse = { tool_name: "refuse", tool_params: { sentence: "no" } };
    const todos = [{ id: "one", title: "one", ...refuse }, todo("two")];
    const { id } = await api().create({ title: "p", todos });
    // One asks what becomes of the failed todo.
    await api().untilHolds(id, 2);
    const retry: Request = [
      "POST",
      `/v1/plans/${id}/todos/one/retry`,
      { changes: { tool_params: { sentence: "not yet" } }, command_id: "lost" },
    ];
    const first = await sendAndLose(retry, {});
    await api().watch.until(id, async () => {
      const { status, run } = await api().get<TodoDetail>(`/v1/plans/${id}/todos/one`);
      return status === "failed" && run === 2;
    });
    await accepted(api().request("PATCH", `/v1/plans/${id}/todos/one`, jsonOf(gate)));
    const { url } = await serveApi(api().deps);
    const again = await send(url, retry);
    expect(await again.text()).toBe(first);
    expect(await versionsOf(id)).toHaveLength(3);
    await api().post(`/v1/plans/${id}/cancel`, {});
  });
});

test("an edit that does not fit and that nobody made before is refused, also by a command id that stood for another", async () => {
  const { id } = await api().create({ title: "p", todos: [todo("one")] });
  const change = (body: object) =>
    api().request("PATCH", `/v1/plans/${id}/todos/one`, jsonOf({ ...body, command_id: "once" }));
  await problemOf(change({ tool_params: { text: 5 } }), "invalid_tool_input");
  await accepted(change({ tool_params: { text: "new" } }));
  await problemOf(change({ tool_params: { text: 5 } }), "invalid_tool_input");
  await problemOf(change({ tool_params: { text: "newer" } }), "command_id_reused");
  expect(await versionsOf(id)).toHaveLength(2);
  await api().post(`/v1/plans/${id}/cancel`, {});
});

function jsonOf(body: object): RequestInit {
  return { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
