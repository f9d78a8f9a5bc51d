import { describe, expect, test } from "vitest";
import type { Inbox, PlanList } from "../../src/contract/list.ts";
import type { Actions } from "../../src/contract/plan/actions.ts";
import type { HoldDetail } from "../../src/contract/plan/holds/hold.ts";
import type { ApprovalSettings } from "../../src/contract/plan/todo.ts";
import type { NewKey } from "../../src/contract/service/key.ts";
import type { SignIn } from "../../src/contract/service/sign-in.ts";
import type { SavedTemplate } from "../../src/contract/template.ts";
import { pointersOf, problemOf, useApi } from "../support/api-harness.ts";
import { createKeyedApi } from "../support/keyed-api.ts";

const api = useApi();
const past = { from: "2026-11-02T00:00:00Z", to: "2026-11-05T00:00:00Z" };

/** Root makes the keys: kim and lee are in release, park decides and is in no group, ana works with plans. */
async function people() {
  const keyed = createKeyedApi(api().deps);
  const written = new Map<string, string>();
  written.set("root", (await keyed.add("root", "admin")).written);
  const as = (name: string, method: string, path: string, body?: object): Promise<Response> =>
    keyed.as(written.get(name) ?? "", method, path, body);
  const join = async (name: string, role: string, ...groups: string[]): Promise<NewKey> => {
    const made = await as("root", "POST", "/v1/keys", { name, roles: [role], groups });
    expect(made.status).toBe(201);
    const key = (await made.json()) as NewKey;
    written.set(name, key.key);
    return key;
  };
  await join("kim", "approver", "release", "sre");
  await join("lee", "approver", "release");
  await join("park", "approver");
  await join("ana", "operator", "release");
  const plan = (id: string, approval: ApprovalSettings) => ({
    id,
    title: `Plan ${id}`,
    todos: [
      {
        id: "ship",
        title: "Ship it",
        tool_name: "echo",
        tool_params: { text: "v2" },
        requires_approval: true,
        approval,
      },
    ],
  });
  const create = (id: string, approval: ApprovalSettings): Promise<Response> =>
    as("ana", "POST", "/v1/plans", plan(id, approval));
  const started = async (id: string, approval: ApprovalSettings): Promise<void> => {
    expect((await create(id, approval)).status).toBe(201);
    await api().untilHolds(id);
  };
  const decide = (name: string, id: string, body: object): Promise<Response> =>
    as(name, "POST", `/v1/holds/${id}.h1/decision`, body);
  return { keyed, as, join, plan, create, started, decide };
}

describe("a group of approvers", () => {
  test("is who has a key in it: one of them approves, anybody else is refused", async () => {
    const { as, started, decide } = await people();
    await started("groups-ship", { approvers: ["@release"] });
    const park = await problemOf(
      await decide("park", "groups-ship", { decision: "approve" }),
      "not_an_approver",
    );
    expect(park.detail).toContain("@release");
    // In the group, and without the role that decides.
    expect((await decide("ana", "groups-ship", { decision: "approve" })).status).toBe(403);
    expect((await decide("kim", "groups-ship", { decision: "approve" })).status).toBe(200);
    expect((await api().untilEnded("groups-ship")).status).toBe("completed");
    const hold = (await (await as("lee", "GET", "/v1/holds/groups-ship.h1")).json()) as HoldDetail;
    expect(hold.decisions).toMatchObject([{ by: "kim", groups: ["release"] }]);
  });

  test("is who is told that they can decide, extend and hand on what waits", async () => {
    const { as, started } = await people();
    await started("groups-told", { approvers: ["@release"], timeout_seconds: 3_600 });
    const toldTo = async (name: string) => {
      const answer = await as(name, "GET", "/v1/plans/groups-told/actions?todo_id=ship");
      return ((await answer.json()) as Actions).holds[0]?.actions;
    };
    const can = { possible: true };
    expect(await toldTo("kim")).toMatchObject({ approve: can, extend: can, delegate: can });
    const cannot = { possible: false, code: "not_an_approver" };
    for (const name of ["park", "root"]) {
      const told = await toldTo(name);
      expect(told, name).toMatchObject({ approve: cannot, extend: cannot, delegate: cannot });
    }
    // A query by hand in Temporal names nobody, or says it wrong: it is told what somebody can do.
    const plan = api().client.workflow.getHandle("plan-groups-told");
    for (const you of [null, "kim", { name: "kim" }, { name: 7, groups: [] }]) {
      const asked = await plan.query<Actions, [object]>("actions", { you });
      expect(asked.holds[0]?.actions).toMatchObject({ approve: can, extend: can });
    }
  });

  test("is who is in it when they decide: who joins later may, who is out since may not", async () => {
    const { as, join, started, decide } = await people();
    await started("groups-join", { approvers: ["@release"], min_approvals: 2 });
    expect((await decide("kim", "groups-join", { decision: "approve" })).status).toBe(200);
    const old = await join("choi", "approver", "release");
    await join("choi", "approver");
    await problemOf(
      await decide("choi", "groups-join", { decision: "approve" }),
      "not_an_approver",
    );
    expect((await as("root", "DELETE", `/v1/keys/${old.id}`)).status).toBe(200);
    await join("park", "approver", "release");
    expect((await decide("park", "groups-join", { decision: "approve" })).status).toBe(200);
    expect((await api().untilEnded("groups-join")).status).toBe("completed");
  });

  test("nobody can put themselves into by what they send", async () => {
    const { started, decide } = await people();
    await started("groups-claim", { approvers: ["@release"] });
    for (const more of [{ groups: ["release"] }, { by: "kim" }]) {
      const claim = await decide("park", "groups-claim", { decision: "approve", ...more });
      await problemOf(claim, "validation_failed");
    }
    expect((await api().holds("groups-claim"))[0]?.status).toBe("open");
  });

  test("gives as many approvals as there are people in it", async () => {
    const { create } = await people();
    const many = await create("groups-many", { approvers: ["@release"], min_approvals: 3 });
    const problem = await problemOf(many, "validation_failed");
    expect(pointersOf(problem)).toEqual(["/todos/0/approval/min_approvals"]);
    expect(problem.errors?.[0]?.detail).toContain("2");
  });

  test("in which nobody may decide is refused where it is named, with the one that was meant", async () => {
    const { create } = await people();
    const wrong = await create("groups-wrong", { approvers: ["kim", "@relase"] });
    const problem = await problemOf(wrong, "validation_failed");
    expect(pointersOf(problem)).toEqual(["/todos/0/approval/approvers/1"]);
    expect(problem.errors?.[0]?.detail).toContain('"release"');
  });

  test("that nobody is in keeps a schedule from being saved and from starting, as it keeps its template's plan", async () => {
    const { as } = await people();
    const save = (approvers: string[]) =>
      as("ana", "PUT", "/v1/templates/groups-nightly", {
        title: "Nightly",
        plan: {
          title: "Nightly",
          todos: [{ title: "Ship", requires_approval: true, approval: { approvers } }],
        },
      });
    const schedule = { template_id: "groups-nightly", cron: ["@daily"] };
    expect((await save(["@release"])).status).toBe(201);
    expect((await as("ana", "PUT", "/v1/schedules/groups-nightly", schedule)).status).toBe(200);
    const saved = (await (await save(["@night"])).json()) as SavedTemplate;
    expect(saved.unfit_schedules).toMatchObject([
      { id: "groups-nightly", detail: expect.stringContaining("night") as string },
    ]);
    const refusals = [
      ["POST", "templates/groups-nightly/plans", { values: {} }],
      ["PUT", "schedules/groups-nightly", schedule],
      ["POST", "schedules/groups-nightly/trigger", {}],
      ["POST", "schedules/groups-nightly/backfill", past],
    ] as const;
    for (const [method, path, body] of refusals) {
      const refused = await problemOf(as("ana", method, `/v1/${path}`, body), "validation_failed");
      expect(pointersOf(refused)).toEqual(["/todos/0/approval/approvers/0"]);
      expect(refused.detail).toContain('"night"');
    }
  });

  test("whose only member may not approve what is their own is refused for their schedule, and for nobody else's", async () => {
    const { as, join } = await people();
    await join("han", "admin", "night");
    const approval = { approvers: ["@night"], prevent_self_approval: true };
    const todos = [{ title: "Ship", requires_approval: true, approval }];
    const plan = { title: "Own", todos };
    const template = { title: "Own", plan };
    expect((await as("ana", "PUT", "/v1/templates/groups-own", template)).status).toBe(201);
    const schedule = { template_id: "groups-own", cron: ["@daily"] };
    const put = (name: string) => as(name, "PUT", "/v1/schedules/groups-own", schedule);
    expect((await put("ana")).status).toBe(200);
    // Its plans are of whoever saved it, and not of who makes up for them.
    const looked = as("han", "POST", "/v1/schedules/groups-own/backfill?validate_only=true", past);
    expect((await looked).status).toBe(200);
    const problem = await problemOf(put("han"), "validation_failed");
    expect(pointersOf(problem)).toEqual(["/todos/0/approval/prevent_self_approval"]);
  });

  test("that has become empty keeps a plan from being forked, and who only looks is told so", async () => {
    const { as, join, started } = await people();
    const choi = await join("choi", "approver", "night");
    await started("groups-fork", { approvers: ["@night"] });
    expect((await as("root", "DELETE", `/v1/keys/${choi.id}`)).status).toBe(200);
    for (const path of ["fork", "fork?validate_only=true"]) {
      const refused = as("ana", "POST", `/v1/plans/groups-fork/${path}`, {});
      const problem = await problemOf(refused, "validation_failed");
      expect(pointersOf(problem)).toEqual(["/todos/0/approval/approvers/0"]);
    }
  });

  test("hands a hold to somebody who is in it, and to nobody else", async () => {
    const { as, create, started } = await people();
    const next = await create("groups-next", { approvers: ["@release"], escalate_to: ["park"] });
    expect(pointersOf(await problemOf(next, "validation_failed"))).toEqual([
      "/todos/0/approval/escalate_to/0",
    ]);
    await started("groups-hand", { approvers: ["@release"], escalate_to: ["lee"] });
    const hand = (to: string) => as("kim", "POST", "/v1/holds/groups-hand.h1/delegate", { to });
    const refused = await problemOf(await hand("park"), "validation_failed");
    expect(pointersOf(refused)).toEqual(["/to"]);
    expect((await hand("lee")).status).toBe(200);
  });

  test("counts for who is asked next, too, where the plan names it for all of its todos", async () => {
    const { as, join, plan } = await people();
    await join("mira", "admin", "release");
    const ask = (next: string, more: object = {}) =>
      as("mira", "POST", "/v1/plans", {
        ...plan("groups-all", { escalate_to: [next] }),
        approval_policy: { approvers: ["@release"], ...more },
      });
    const refusedAt = async (answer: Promise<Response>): Promise<readonly string[]> =>
      pointersOf(await problemOf(await answer, "validation_failed"));
    const place = ["/todos/0/approval/escalate_to/0"];
    expect(await refusedAt(ask("park"))).toEqual(place);
    // Who creates the plan may not approve it then, in the group or not.
    expect(await refusedAt(ask("mira", { prevent_self_approval: true }))).toEqual(place);
    expect((await ask("mira")).status).toBe(201);
  });

  test("counts for who is asked next where an edit says only that, and not for questions", async () => {
    const { as, plan } = await people();
    const [ship] = plan("", {}).todos;
    const question = { id: "why", title: "Why?", input_request: { question: "Why?" } };
    const created = await as("ana", "POST", "/v1/plans", {
      id: "groups-edited",
      title: "Edited",
      todos: [ship, question],
      approval_policy: { approvers: ["@release"] },
    });
    expect(created.status).toBe(201);
    const ask = (todo: string, next: string) =>
      as("ana", "PATCH", `/v1/plans/groups-edited/todos/${todo}`, {
        approval: { escalate_to: [next] },
      });
    expect(pointersOf(await problemOf(ask("ship", "park"), "validation_failed"))).toEqual([
      "/approval/escalate_to/0",
    ]);
    expect((await ask("why", "park")).status).toBe(200);
    expect((await ask("ship", "lee")).status).toBe(200);
    // The edit may bring the policy itself.
    const changes = { approval_policy: { approvers: ["@sre"] } };
    const both = as("ana", "POST", "/v1/plans/groups-edited/edits", {
      ops: [
        { edit_type: "modify_plan", params: { changes } },
        {
          edit_type: "add_todo",
          params: { todo: { ...ship, id: "again", approval: { escalate_to: ["lee"] } } },
        },
      ],
    });
    expect(pointersOf(await problemOf(both, "validation_failed"))).toEqual([
      "/ops/1/params/todo/approval/escalate_to/0",
      "/todos/ship/approval/escalate_to/0",
    ]);
  });

  test("that a plan names anew counts for who is asked next by todos that the edit leaves alone", async () => {
    const { as, plan } = await people();
    const [ship] = plan("", {}).todos;
    const next = { approval: { escalate_to: ["lee"] } };
    const [early, own, later] = [
      { ...ship, id: "early", ...next, requires_approval: false },
      { ...ship, id: "own", approval: { ...next.approval, approvers: ["lee", "park"] } },
      { ...ship, id: "later", ...next },
    ];
    const question = { id: "why", title: "Why?", input_request: { question: "Why?" }, ...next };
    const created = await as("ana", "POST", "/v1/plans", {
      id: "groups-anew",
      title: "Anew",
      todos: [
        early,
        { ...own, depends_on: ["early"] },
        { ...later, depends_on: ["early"] },
        question,
      ],
      approval_policy: { approvers: ["@release"] },
    });
    expect(created.status).toBe(201);
    await api().untilHolds("groups-anew", 3);
    const name = (approvers: string[], ...more: object[]) => {
      const changes = { approval_policy: { approvers } };
      const ops = [{ edit_type: "modify_plan", params: { changes } }, ...more];
      return as("root", "POST", "/v1/plans/groups-anew/edits", { ops });
    };
    // What is done asks no more; what names its own approvers, and a question, ask whom they did.
    const refused = await problemOf(name(["@sre"]), "validation_failed");
    expect(pointersOf(refused)).toEqual(["/todos/later/approval/escalate_to/0"]);
    const changes = { approval: { escalate_to: ["kim"] } };
    const others = { edit_type: "modify_todo", target_id: "later", params: { changes } };
    expect((await name(["@sre"], others)).status).toBe(200);
  });

  test("has what waits for it in the inbox of each who is in it, until they have decided", async () => {
    const { as, join, plan, started, decide } = await people();
    await join("mira", "admin", "release");
    await started("groups-inbox", { approvers: ["@release"], min_approvals: 2 });
    const waits = async (name: string, plan_id = "groups-inbox"): Promise<number> => {
      const path = `/v1/holds?for=me&plan_id=${plan_id}`;
      return ((await (await as(name, "GET", path)).json()) as Inbox).holds.length;
    };
    for (const name of ["kim", "lee", "mira"]) await expect.poll(() => waits(name)).toBe(1);
    // Who is in no group, and who is in it and may decide nothing.
    for (const name of ["park", "ana"]) expect(await waits(name)).toBe(0);
    const listed = async (): Promise<unknown> => {
      const { plans } = await api().get<PlanList>("/v1/plans?search=groups-inbox");
      return plans[0]?.step;
    };
    expect(await listed()).toMatchObject({ kind: "waits", person: "@release" });

    await decide("kim", "groups-inbox", { decision: "approve" });
    await expect.poll(() => waits("kim")).toBe(0);
    expect(await waits("lee")).toBe(1);
    expect(
      (await as("kim", "POST", "/v1/holds/groups-inbox.h1/delegate", { to: "lee" })).status,
    ).toBe(200);
    await expect.poll(() => waits("mira")).toBe(0);
    expect(await waits("lee")).toBe(1);

    // Whoever may not approve what they asked for is not waited for.
    const approval = { approvers: ["@release"], prevent_self_approval: true };
    const own = await as("mira", "POST", "/v1/plans", plan("groups-own", approval));
    expect(own.status).toBe(201);
    await expect.poll(() => waits("kim", "groups-own")).toBe(1);
    expect(await waits("mira", "groups-own")).toBe(0);
  });

  test("is told to who is in it, and stands in the list of keys", async () => {
    const { as } = await people();
    const { you } = (await (await as("kim", "GET", "/v1/sign-in")).json()) as SignIn;
    expect(you).toEqual({ name: "kim", roles: ["approver"], groups: ["release", "sre"] });
    const { keys } = (await (await as("root", "GET", "/v1/keys")).json()) as {
      keys: { name: string; groups: string[] }[];
    };
    expect(keys.find(({ name }) => name === "lee")?.groups).toEqual(["release"]);
  });

  test.each([["@release"], ["two words"], [""], ["x".repeat(500)]])(
    "is not called %j",
    async (group) => {
      const { as } = await people();
      const body = { name: "choi", roles: ["approver"], groups: [group] };
      const problem = await problemOf(
        await as("root", "POST", "/v1/keys", body),
        "validation_failed",
      );
      expect(pointersOf(problem)).toEqual(["/groups/0"]);
    },
  );

  test("keys that were made before there were groups are in none", async () => {
    const { keyed, as } = await people();
    const [first] = await keyed.keys.list();
    const { readFileSync, writeFileSync } = await import("node:fs");
    const file = JSON.parse(readFileSync(keyed.path, "utf8")) as {
      keys: Record<string, unknown>[];
    };
    for (const key of file.keys) delete key["groups"];
    writeFileSync(keyed.path, JSON.stringify(file));
    expect(await keyed.keys.get(first!.id)).toMatchObject({ groups: [] });
    expect((await as("kim", "GET", "/v1/holds")).status).toBe(200);
  });
});
