import { createPrivateKey, sign } from "node:crypto";
import type { WorkflowHandle, WorkflowUpdateFailedError } from "@temporalio/client";
import { RawValue } from "@temporalio/common";
import { beforeEach, describe, expect, test } from "vitest";
import { createCommandProofs, type ProofSeed } from "../../src/api/gateway/command-proofs.ts";
import { createGateways } from "../../src/api/gateway/gateways.ts";
import type { PlanList } from "../../src/contract/list.ts";
import type { LoggedEvent } from "../../src/contract/plan/event.ts";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import type { NewPlanInput, Receipt } from "../../src/contract/plan/plan.ts";
import { TEMPORAL_NAMES } from "../../src/contract/tables/temporal-names.ts";
import type { SentCommand } from "../../src/workflows/wire/messages.ts";
import { provenText, type Proven } from "../../src/workflows/wire/proof.ts";
import { problemOf, useApi } from "../support/api-harness.ts";
import { echo } from "../support/echo-todo.ts";
import { createKeyedApi } from "../support/keyed-api.ts";
import { createSigningApi, newProofSeed, type SigningApi } from "../support/signing-api.ts";

const api = useApi();
const LONG = { timeout: 60_000 };

type Office = SigningApi;
type Seed = ProofSeed;
const newSeed = newProofSeed;
const FIRST = newSeed("2026a");
const office = (...seeds: readonly Seed[]): Promise<Office> => createSigningApi(api(), ...seeds);

const asking = (id: string) => echo(id, { requires_approval: true });
const planOf = (id: string, ...todos: NewPlanInput["todos"]): NewPlanInput => ({
  id,
  title: id,
  todos,
});
const handleOf = (id: string): WorkflowHandle => api().client.workflow.getHandle(`plan-${id}`);
const planNow = (id: string) => api().plan(id);
const openHold = async (id: string): Promise<Hold> => (await api().untilHolds(id))[0]!;
const refusals = async (id: string): Promise<LoggedEvent[]> =>
  (await api().events(id)).filter(({ type }) => type === "command.refused");

/** What Temporal answers to an update that is sent past the API. */
async function typed(id: string, name: string, ...args: SentCommand): Promise<unknown> {
  try {
    await handleOf(id).executeUpdate<Receipt, SentCommand>(name, { args });
    return "taken";
  } catch (error) {
    const { cause } = error as WorkflowUpdateFailedError;
    return (cause as { type?: string }).type ?? String(error);
  }
}

/** What the holder of a key can sign. */
function proofOf(proven: Proven, { id, seed }: Seed = FIRST) {
  const pkcs8 = Buffer.from("302e020100300506032b657004220420", "hex");
  const der = Buffer.concat([pkcs8, Buffer.from(seed, "base64")]);
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const signature = sign(null, Buffer.from(provenText(proven)), key).toString("hex");
  return { at: proven.at, signatures: { [id]: signature } };
}

describe("with keys in use, a plan", () => {
  let team: Office;
  beforeEach(async () => {
    team = await office(FIRST);
  });

  test("refuses what its API signs by a clock that is ahead, and says whose clock to set", async () => {
    const id = "safe-proof-ahead";
    await team.create(planOf(id, asking("send")));
    const hold = await openHold(id);
    const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
    const proofs = createCommandProofs([FIRST], () => Promise.resolve(true), inAnHour);
    const gateways = createGateways(api().client, api().taskQueue, { proofs });
    const ahead = createKeyedApi(api().deps, gateways);
    const kim = (await ahead.add("kim", "approver")).written;
    const problem = await problemOf(
      ahead.as(kim, "POST", `/v1/holds/${hold.id}/decision`, { decision: "approve" }),
      "unproven_command",
    );
    expect(problem.detail).toMatch(/by the clock of its API it is 20\S+Z, by Temporal's 20\S+Z\.$/);
    expect(problem.hint).toContain("Set the clock of the machine where the API runs");
    expect((await planNow(id)).todos).toMatchObject([{ status: "needs_approval" }]);
  });

  test("takes no decision that is typed in Temporal, logs the attempt, and says where to decide", async () => {
    const id = "safe-proof-typed";
    await team.create(planOf(id, asking("send")));
    const hold = await openHold(id);
    const approve = { hold_id: hold.id, decision: "approve", by: "kim", roles: ["approver"] };
    expect(await typed(id, "approval", approve)).toBe("unproven_command");
    await handleOf(id).signal("approval", { ...approve, command_id: "by-signal" });
    await handleOf(id).signal("cancel", { reason: "typed" });
    await expect.poll(() => refusals(id)).toHaveLength(2);
    const [signal] = await refusals(id);
    expect(signal).toMatchObject({
      by: "temporal",
      data: { command: "approval", code: "unproven_command", command_id: "by-signal" },
    });
    expect(await planNow(id)).toMatchObject({
      status: "running",
      todos: [{ status: "needs_approval" }],
    });
    const details = await handleOf(id).query<string>("__temporal_workflow_metadata");
    expect(JSON.stringify(details)).toContain(`holdpoint approve ${hold.id}`);
    expect(JSON.stringify(details)).not.toContain("send update");

    const decided = await team.post(team.kim, `/v1/holds/${hold.id}/decision`, {
      decision: "approve",
    });
    expect(decided.status).toBe(200);
    const ended = await api().untilEnded(id);
    expect(ended).toMatchObject({ status: "completed", todos: [{ approved_by: "kim" }] });
  });

  test("takes a command of its API once, also when somebody sends it again from the history", async () => {
    const id = "safe-proof-again";
    await team.create(planOf(id, asking("send")));
    await openHold(id);
    await team.post(team.ops, `/v1/plans/${id}/pause`);
    await team.post(team.ops, `/v1/plans/${id}/resume`);
    const { events = [] } = await handleOf(id).fetchHistory();
    const [pause] = events!.flatMap(({ workflowExecutionUpdateAcceptedEventAttributes: taken }) =>
      taken?.acceptedRequest?.input?.name === "pause" ? [taken.acceptedRequest.input.args] : [],
    );
    const args = pause!.payloads!.map(({ data }) => JSON.parse(Buffer.from(data!).toString()));
    expect(args).toHaveLength(2);
    expect(await typed(id, "pause", args[0], args[1])).toBe("taken");
    expect(await planNow(id)).toMatchObject({ mode: "approval_wait" });
    // And not for another plan, by another name, or with any other word.
    const other = "safe-proof-other";
    await team.create(planOf(other, asking("send")));
    await openHold(other);
    const [command, proof] = args as [object, object];
    expect(await typed(other, "pause", command, proof)).toBe("unproven_command");
    expect(await typed(id, "cancel", command, proof)).toBe("unproven_command");
    for (const more of [
      { by: "kim" },
      { roles: ["admin"] },
      { command_id: "x" },
      { reason: "y" },
    ]) {
      expect(await typed(id, "pause", { ...command, ...more }, proof)).toBe("unproven_command");
    }
    await team.post(team.ops, `/v1/plans/${id}/cancel`);
    await team.post(team.ops, `/v1/plans/${other}/cancel`);
  });

  test("tells a proof from what only looks like one", async () => {
    const id = "safe-proof-forged";
    await team.create(planOf(id, asking("send")));
    const hold = await openHold(id);
    const command = { hold_id: hold.id, decision: "approve", by: "kim", command_id: "c1" };
    const at = new Date().toISOString();
    const message = "approval" as const;
    const proven: Proven = { namespace: "default", plan_id: id, message, command, at };
    const good = proofOf(proven);
    const [signature] = Object.values(good.signatures) as [string];
    const long = new Date(Date.now() - 8 * 24 * 3_600_000).toISOString();
    const ahead = new Date(Date.now() + 3_600_000).toISOString();
    const bad: unknown[] = [
      proofOf(proven, newSeed("2026a")),
      proofOf(proven, newSeed("other")),
      proofOf({ ...proven, namespace: "elsewhere" }),
      proofOf({ ...proven, at: long }),
      proofOf({ ...proven, at: ahead }),
      { ...good, at: long },
      { at, signatures: { "2026a": otherwise(signature) } },
      { at, signatures: { "2026a": "00".repeat(64) } },
      { at, signatures: { "2026a": signature.toUpperCase() } },
      { at, signatures: {} },
      { at, signatures: JSON.parse('{"__proto__": "x"}') },
      { at, signatures: { ["x".repeat(100_000)]: signature } },
      { signatures: good.signatures },
      { ...good, more: 1 },
      signature,
      [],
      null,
      7,
    ];
    for (const proof of bad) {
      expect([await typed(id, "approval", command, proof), proof]).toEqual([
        "unproven_command",
        proof,
      ]);
    }
    expect(await typed(id, "approval", command, good)).toBe("taken");
    await api().untilEnded(id);
  });

  test("refuses what no API can have signed, however deep it is", async () => {
    const id = "safe-proof-deep";
    await team.create(planOf(id, asking("send")));
    await openHold(id);
    const depth = 50_000;
    const deep = RawValue.fromPayload({
      metadata: { encoding: Buffer.from("json/plain") },
      data: Buffer.from(`{"value":${"[".repeat(depth)}${"]".repeat(depth)}}`),
    });
    const proof = { at: new Date().toISOString(), signatures: { "2026a": "00".repeat(64) } };
    expect(await typed(id, "approval", deep as never, proof)).toBe("unproven_command");
    await handleOf(id).signal("approval", deep, proof);
    const refused = await api().watch.until(id, async () => (await refusals(id))[0]);
    expect(refused.data).toMatchObject({ command: "approval", code: "unproven_command" });
    await handleOf(id).terminate();
  });

  test("keeps to it when it ends, goes on again and waits for its worker", LONG, async () => {
    const id = "safe-proof-ends";
    await team.create(planOf(id, echo("one")));
    await api().untilEnded(id);
    // Anyone can ask Temporal for what an ended plan's next run would begin with.
    const { runId } = await handleOf(id).describe();
    const first = {
      name: "control_todo",
      command: { todo_id: "one", action: "rerun", by: "kim", command_id: "typed" },
    };
    const typedStart = await api().client.workflow.start(TEMPORAL_NAMES.ended_workflow, {
      workflowId: `${TEMPORAL_NAMES.ended_prefix}${id}.${runId}`,
      taskQueue: api().taskQueue,
      args: [{ plan_id: id, run_id: runId, first }],
    });
    await typedStart.result();
    await api().untilEnded(id);
    const done = async () =>
      (await api().events(id)).filter(({ type }) => type === "todo.completed").length;
    expect(await done()).toBe(1);

    const rerun = await team.post(team.ops, `/v1/plans/${id}/todos/one/rerun`);
    expect(rerun.status).toBe(200);
    await api().untilEnded(id);
    expect((await api().events(id)).filter(({ type }) => type === "todo.completed")).toHaveLength(
      2,
    );
    await expect(handleOf(id).signal("unarchive", {})).rejects.toThrow(/completed|not found/);

    const waits = "safe-proof-waits";
    await team.create(planOf(waits, asking("send")));
    const hold = await openHold(waits);
    await api().stopWorker();
    const sent = await team.keyed.request("POST", `/v1/holds/${hold.id}/decision`, {
      headers: {
        authorization: `Bearer ${team.kim}`,
        "content-type": "application/json",
        prefer: "respond-async",
      },
      body: JSON.stringify({ decision: "approve" }),
    });
    expect(sent.status).toBe(202);
    await handleOf(waits).signal("cancel", {});
    await api().startWorker();
    expect(await api().untilEnded(waits)).toMatchObject({ status: "completed" });
  });

  test(
    "has forks, scheduled plans and plans from templates that keep to it, too",
    LONG,
    async () => {
      const id = "safe-proof-source";
      await team.create(planOf(id, asking("send")));
      await openHold(id);
      await team.post(team.ops, `/v1/plans/${id}/fork`, { id: "safe-proof-fork" });
      const put = async (path: string, body: object): Promise<void> => {
        const response = await team.keyed.as(team.ops, "PUT", path, body);
        expect(response.ok, await response.clone().text()).toBe(true);
      };
      const plan = { title: "증명 견본", todos: [asking("send")] };
      await put("/v1/templates/safe-proof", { title: "견본", parameters: [], plan });
      await team.post(team.ops, "/v1/templates/safe-proof/plans", { id: "safe-proof-template" });
      await put("/v1/schedules/safe-proof", { template_id: "safe-proof", cron: ["0 9 * * MON"] });
      await team.post(team.ops, "/v1/schedules/safe-proof/trigger");
      const ofTemplate = async (): Promise<string[]> => {
        const { plans } = await api().get<PlanList>(
          `/v1/plans?search=${encodeURIComponent("증명")}`,
        );
        return plans.map((row) => row.id).filter((one) => one !== "safe-proof-template");
      };
      await expect.poll(ofTemplate, { timeout: 20_000 }).toHaveLength(1);
      const [scheduled] = (await ofTemplate()) as [string];
      for (const one of [id, "safe-proof-fork", "safe-proof-template", scheduled]) {
        await openHold(one);
        expect([one, await typed(one, "cancel", {})]).toEqual([one, "unproven_command"]);
        expect((await team.post(team.ops, `/v1/plans/${one}/cancel`)).status).toBe(200);
      }
    },
  );
});

describe("the keys of an API", () => {
  test("change one after the other, while plans go on", async () => {
    const old = newSeed("old");
    const next = newSeed("next");
    const before = await office(old);
    await before.create(planOf("safe-proof-old", asking("send")));
    await openHold("safe-proof-old");
    const during = await office(next, old);
    await during.create(planOf("safe-proof-new", asking("send")));
    await openHold("safe-proof-new");
    const pause = async (team: Office, id: string) => {
      const response = await team.post(team.ops, `/v1/plans/${id}/pause`);
      return response.status === 200 ? "taken" : ((await response.json()) as { code: string }).code;
    };
    // Who has not changed yet, or has changed too soon, is told.
    expect(await pause(before, "safe-proof-new")).toBe("unproven_command");
    const after = await office(next);
    expect(await pause(after, "safe-proof-old")).toBe("unproven_command");
    expect(await pause(during, "safe-proof-old")).toBe("taken");
    expect(await pause(after, "safe-proof-new")).toBe("taken");
    for (const id of ["safe-proof-old", "safe-proof-new"]) {
      await during.post(during.ops, `/v1/plans/${id}/cancel`);
    }
  });

  test("are of no use to a plan that began without any: it takes what is typed in Temporal", async () => {
    const id = "safe-proof-none";
    await api().create(planOf(id, asking("send")));
    const hold = await openHold(id);
    const team = await office(FIRST);
    expect((await team.post(team.ops, `/v1/plans/${id}/pause`)).status).toBe(200);
    expect(await typed(id, "resume", {})).toBe("taken");
    expect(await typed(id, "approval", { hold_id: hold.id, decision: "approve" })).toBe("taken");
    await api().untilEnded(id);
  });
});

/** The same with another first byte: the last one of a signature is often 00. */
function otherwise(signature: string): string {
  return `${signature.startsWith("00") ? "01" : "00"}${signature.slice(2)}`;
}
