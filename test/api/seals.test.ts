import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import type { Json, JsonObject } from "../../src/contract/text.ts";
import { readEncryptionKeys } from "../../src/temporal/connection/payloads/encryption-keys.ts";
import { createSecrets } from "../../src/temporal/connection/payloads/secrets.ts";
import { problemOf, useApi } from "../support/api-harness.ts";
import { encryptionKey } from "../support/encryption-key.ts";
import { createKeyedApi } from "../support/keyed-api.ts";
import { login, makeToken, PLANTED, plantedIn, received } from "../support/planted-secrets.ts";

const api = useApi({ tools: [login, makeToken] });

const holdOf = (planId: string, todo: string): Promise<Hold> =>
  api().watch.until(planId, async () =>
    (await api().holds(planId)).find(({ todo_id }) => todo_id === todo),
  );

/** A plan that waits for an approval of a login with a secret. */
async function waiting(id: string, more: JsonObject = {}): Promise<Hold> {
  const todos = [
    {
      id: "held",
      title: "Held",
      tool_name: "login",
      requires_approval: true,
      tool_params: { user: "kim", token: PLANTED.created, ...more },
    },
  ];
  await api().create({ id, title: "Waits", todos });
  return holdOf(id, "held");
}
const tokenOf = ({ args }: Hold): Json => args!["token"]!;

describe("revealing a secret", () => {
  test("takes who may decide, and the log says who saw which, and not what", async () => {
    const hold = await waiting("secrets-reveal");
    const at = `/v1/holds/${hold.id}/reveal`;
    const keyed = createKeyedApi(api().deps);
    const ask = async (name: string, role: "viewer" | "operator" | "approver" | "admin") =>
      keyed.as((await keyed.add(name, role)).written, "POST", at, { pointer: "/args/token" });
    for (const role of ["viewer", "operator"] as const) {
      await problemOf(ask(`no-${role}`, role), "forbidden");
    }
    for (const role of ["approver", "admin"] as const) {
      const answer = await ask(`yes-${role}`, role);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(await answer.json()).toEqual({
        hold_id: hold.id,
        pointer: "/args/token",
        value: PLANTED.created,
      });
    }
    const events = await api().events("secrets-reveal");
    const revealed = events.filter(({ type }) => type === "hold.revealed");
    expect(revealed.map(({ by, data }) => [by, data?.["pointer"]])).toEqual([
      ["yes-approver", "/args/token"],
      ["yes-admin", "/args/token"],
    ]);
    expect(plantedIn(JSON.stringify(events))).toEqual([]);
    const nothing = await problemOf(api().post(at, { pointer: "/args/user" }), "not_found");
    expect(nothing.detail).toContain("/args/token");
    await api().post(`/v1/holds/${hold.id}/decision`, { decision: "reject" });
    await problemOf(api().post(at, { pointer: "/args/token" }), "hold_already_decided");
  });

  test("is not possible for a hold without secrets", async () => {
    await api().create({
      id: "secrets-none",
      title: "None",
      todos: [
        {
          id: "held",
          title: "Held",
          tool_name: "echo",
          tool_params: { text: "x" },
          requires_approval: true,
        },
      ],
    });
    const hold = await holdOf("secrets-none", "held");
    await problemOf(
      api().post(`/v1/holds/${hold.id}/reveal`, { pointer: "/args/text" }),
      "not_found",
    );
  });
});

describe("a seal", () => {
  test("opens only in its plan, for its tool and its argument", async () => {
    const hold = await waiting("secrets-bound");
    const seal = tokenOf(hold) as string;
    const edit = (changes: object) =>
      api().send("PATCH", "/v1/plans/secrets-bound/todos/held", changes);
    // In its own place it stays what it is.
    expect((await edit({ tool_params: { user: "lee", token: seal } })).status).toBe(200);
    for (const [tool_params, pointer] of [
      [{ user: seal }, "/tool_params/user"],
      [{ user: `x ${seal} y` }, "/tool_params/user"],
      [{ user: "kim", headers: { a: seal } }, "/tool_params/headers/a"],
      [{ user: "kim", token: "•••••• (secret)" }, "/tool_params/token"],
      [{ user: "kim", token: `${seal.slice(0, -4)}AAAA` }, "/tool_params/token"],
      [{ user: "kim", token: "Bearer {{todo.held.result}}" }, "/tool_params/token"],
    ] as const) {
      const problem = await problemOf(edit({ tool_params }), "invalid_tool_input");
      expect(problem.errors?.map((error) => error.pointer)).toContain(pointer);
    }
    await problemOf(edit({ input_data: { a: seal } }), "invalid_tool_input");
    const todos = [
      { id: "a", title: "A", tool_name: "login", tool_params: { user: "kim", token: seal } },
    ];
    await problemOf(
      api().post("/v1/plans", { id: "secrets-other", title: "Other", todos }),
      "invalid_tool_input",
    );
    const now = await holdOf("secrets-bound", "held");
    await problemOf(
      api().post(`/v1/holds/${now.id}/decision`, { decision: "edit", args: { user: seal } }),
      "invalid_tool_input",
    );
  });

  test("of another plan is data where it is no secret, and is not opened", async () => {
    const seal = tokenOf(await waiting("secrets-source")) as string;
    const todos = [{ id: "told", title: "Told", tool_name: "echo", tool_params: { text: seal } }];
    await api().create({ id: "secrets-data", title: "Data", todos });
    const ended = await api().untilEnded("secrets-data");
    expect(ended.todos[0]!.result_data).toEqual({ text: seal });
  });

  test("that Temporal's own door puts elsewhere fails its todo before the tool runs", async () => {
    const hold = await waiting("secrets-door");
    const seal = tokenOf(hold) as string;
    received.delete("moved");
    // Sealed by an API with other keys.
    const lost = createSecrets(new Map([["lost", randomBytes(32)]])).seal(
      { plan_id: "secrets-door" },
      { value: "x", for: null },
    );
    const add = (id: string, tool_params: JsonObject) => ({
      edit_type: "add_todo",
      params: { todo: { id, title: id, tool_name: "login", tool_params, optional: true } },
    });
    await api()
      .client.workflow.getHandle("plan-secrets-door")
      .executeUpdate("edit", {
        args: [
          {
            by: "eve",
            command_id: "raw-1",
            ops: [
              add("moved", { user: seal }),
              add("other", { user: "kim", headers: { a: seal } }),
              add("locked", { user: "kim", token: lost }),
            ],
          },
        ],
      });
    const failed = await api().watch.until("secrets-door", async () => {
      const text = JSON.stringify(await api().events("secrets-door"));
      return (
        text.includes("/args/user") &&
        text.includes("/args/headers/a") &&
        text.includes("lost") &&
        text
      );
    });
    expect(failed).toContain("opens only for that one");
    expect(failed).toContain("HOLDPOINT_ENCRYPTION_KEYS");
    expect(received.has("moved")).toBe(false);
    expect(plantedIn(failed)).toEqual([]);
  });

  test("is made anew for a fork", async () => {
    const hold = await waiting("secrets-forked");
    const response = await api().post("/v1/plans/secrets-forked/fork", { id: "secrets-fork" });
    expect(response.status).toBe(201);
    const again = await holdOf("secrets-fork", "held");
    expect(tokenOf(again)).not.toBe(tokenOf(hold));
    received.delete("held");
    await api().post(`/v1/holds/${again.id}/decision`, { decision: "approve" });
    await api().untilEnded("secrets-fork");
    expect(received.get("held")).toMatchObject({ token: PLANTED.created });
  });

  test("is the same for a repeated command, and another one for the same secret of somebody else", async () => {
    await waiting("secrets-repeat");
    const keyed = createKeyedApi(api().deps);
    const [kim, lee] = [await keyed.add("kim", "admin"), await keyed.add("lee", "admin")];
    const ops = [
      {
        edit_type: "add_todo",
        params: {
          todo: {
            id: "n",
            title: "N",
            tool_name: "login",
            tool_params: { user: "u", token: PLANTED.edited },
          },
        },
      },
    ];
    const edit = (who: string, query = "") =>
      keyed.as(who, "POST", `/v1/plans/secrets-repeat/edits${query}`, { ops, command_id: "same" });
    const sealIn = async (answer: Response) => {
      const text = await answer.text();
      return /holdpoint-secret[\w.-]+/.exec(text)?.[0] ?? text;
    };
    const [first, other] = [
      await sealIn(await edit(kim.written, "?validate_only=true")),
      await sealIn(await edit(lee.written, "?validate_only=true")),
    ];
    expect(first).toContain("holdpoint-secret.v1.");
    expect(other).toContain("holdpoint-secret.v1.");
    expect(other).not.toBe(first);
    expect((await edit(kim.written)).status).toBe(200);
    const repeated = await edit(kim.written);
    expect(repeated.status, await repeated.clone().text()).toBe(200);
  });
});

describe("what is refused when a plan is written", () => {
  const refusedAt = async (todos: object[], pointer: string) => {
    const problem = await problemOf(
      api().post("/v1/plans", { title: "Refused", todos }),
      "invalid_tool_input",
    );
    expect(problem.errors?.map((error) => error.pointer)).toEqual([pointer]);
    expect(plantedIn(JSON.stringify(problem))).toEqual([]);
    return problem;
  };
  const use = (tool_params: JsonObject) => ({
    id: "use",
    title: "Use",
    tool_name: "login",
    tool_params,
  });

  test("a secret result that goes to an open argument, whole or in a text", async () => {
    const made = { id: "made", title: "Made", tool_name: "make_token" };
    await refusedAt(
      [made, use({ user: { $from: "made", path: "/token" } })],
      "/todos/1/tool_params/user",
    );
    await refusedAt(
      [made, use({ user: "a {{todo.made.result/token}}" })],
      "/todos/1/tool_params/user",
    );
    const whole = [made, use({ user: "{{todo.made.result}}" })];
    const problem = await refusedAt(whole, "/todos/1/tool_params/user");
    expect(problem.detail).toContain('"made" holds a secret');
  });

  test("an answer that nobody said is secret, to a secret argument", async () => {
    const asked = { id: "asked", title: "Asked", input_request: { question: "Which?" } };
    const problem = await refusedAt(
      [asked, use({ user: "kim", token: { $from: "asked" } })],
      "/todos/1/tool_params/token",
    );
    expect(problem.errors?.[0]?.detail).toContain('"secret": true');
  });

  test("a secret that the tool does not take, without repeating it", async () => {
    const short = [use({ user: "kim", token: "ab" })];
    const problem = await refusedAt(short, "/todos/0/tool_params/token");
    expect(problem.detail).not.toContain('"ab"');
  });
});

test("a key that goes out of use opens what it sealed, and a worker without it says which one it needs", async () => {
  const [a, b] = [encryptionKey("sa"), encryptionKey("sb")];
  const keys = (...list: string[]) =>
    readEncryptionKeys({ HOLDPOINT_ENCRYPTION_KEYS: list.join(",") });
  const scope = { plan_id: "p" };
  const sealed = createSecrets(keys(a)).seal(scope, { value: { pin: 1 }, for: null });
  const rotated = createSecrets(keys(b, a));
  expect(rotated.open(scope, sealed)).toEqual({ value: { pin: 1 }, for: null });
  expect(rotated.seal(scope, { value: 1, for: null })).toContain(".sb.");
  const lost = createSecrets(keys(b));
  expect([lost.open(scope, sealed), lost.hasKeyOf(sealed)]).toEqual([null, false]);
  expect(rotated.open({ plan_id: "q" }, sealed)).toBeNull();
  expect(rotated.open({ template_id: "p" }, sealed)).toBeNull();
});
