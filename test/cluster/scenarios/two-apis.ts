import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { PlanView } from "../../../src/contract/plan/plan.ts";
import {
  asking,
  effect,
  eventsOf,
  follow,
  ledgerOf,
  secondsSince,
  untilEnded,
  untilHold,
  type Scenario,
} from "./scenario.ts";

export const decidedElsewhere: Scenario = {
  shows: "A plan made at one API is followed and decided at the other",
  async run(cluster) {
    const [one, two] = cluster.holdpoint.apis;
    const { id } = await one!.client.plans.create({
      id: "decided-elsewhere",
      title: "Made here, decided there",
      todos: [effect("de-first"), asking("de-asked", { depends_on: ["de-first"] })],
    });
    const following = follow(two!, id);
    const hold = await untilHold(two!.client, id, "de-asked");
    const began = performance.now();
    await two!.approver.holds.decide(hold.id, { decision: "approve" });
    const seen = await following;
    const took = secondsSince(began);
    assert.equal((await untilEnded(one!.client, id)).status, "completed");
    assert.deepEqual(seen, await eventsOf(one!.client, id));
    assert.deepEqual(seen, await eventsOf(two!.client, id));
    assert.equal(ledgerOf(cluster, "de-asked").length, 1);
    const instances = await Promise.all(
      [one!, two!].map(async (api) =>
        (await api.fetch("/healthz")).headers.get("holdpoint-instance"),
      ),
    );
    assert.ok(instances[0] && instances[0] === instances[1], "both serve the same plans");
    return `${seen.length} events at both, decision → end told elsewhere ${took}`;
  },
};

export const repeatedElsewhere: Scenario = {
  shows: "What is sent again to the other API, with its key, counts once",
  async run(cluster) {
    const [one, two] = cluster.holdpoint.apis;
    const post = (api: typeof one, path: string, key: string, body: object): Promise<Response> =>
      api!.fetch(path, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": key },
        body: JSON.stringify(body),
      });
    const key = randomUUID();
    const plan = { title: "Sent twice", todos: [asking("re-asked")] };
    const [first, again] = [
      await post(one, "/v1/plans", key, plan),
      await post(two, "/v1/plans", key, plan),
    ];
    assert.deepEqual([first.status, again.status], [201, 201]);
    assert.equal(again.headers.get("idempotent-replayed"), "true");
    const { id } = (await first.json()) as PlanView;
    assert.equal(((await again.json()) as PlanView).id, id);
    const hold = await untilHold(one!.client, id, "re-asked");
    const decision = { decision: "approve" };
    const decided = randomUUID();
    const path = `/v1/holds/${hold.id}/decision`;
    const answers = await Promise.all(
      [one, two, one, two].map((api) => post(api, path, decided, decision)),
    );
    // One that arrives while its twin is under way at the same process is told to come again.
    for (const answer of answers)
      assert.ok([200, 409].includes(answer.status), await answer.text());
    assert.ok(answers.filter(({ status }) => status === 200).length >= 2);
    await untilEnded(two!.client, id);
    const events = await eventsOf(two!.client, id);
    assert.equal(events.filter(({ type }) => type === "hold.decided").length, 1);
    assert.equal(ledgerOf(cluster, "re-asked").length, 1);
    return "a plan sent twice: 1; a decision sent 4 times: 1";
  },
};

const BYTES = 300_000;

export const sharedFiles: Scenario = {
  shows: "Large values and files are shared by all workers and APIs",
  async run({ holdpoint }) {
    const [one, two] = holdpoint.apis;
    const content = "가나다 abc\n".repeat(BYTES / 15);
    const { id } = await one!.client.plans.create({
      id: "shared-files",
      title: "A large file",
      todos: [
        {
          id: "sf-write",
          title: "Write it",
          tool_name: "write_file",
          tool_params: { path: "large.txt", content },
          requires_approval: true,
        },
        ...[1, 2, 3, 4].map((place) => ({
          id: `sf-read-${place}`,
          title: "Read it",
          tool_name: "read_file",
          tool_params: { path: "large.txt" },
          depends_on: ["sf-write"],
        })),
        {
          id: "sf-again",
          title: "Write what was read",
          tool_name: "write_file",
          tool_params: { path: "again.txt", content: { $from: "sf-read-1", path: "/content" } },
          depends_on: ["sf-read-1"],
          requires_approval: true,
        },
      ],
    });
    for (const todo of ["sf-write", "sf-again"]) {
      const hold = await untilHold(two!.client, id, todo);
      const bytes = await two!.approver.holds.arguments(hold.id);
      const shown = JSON.parse(new TextDecoder().decode(bytes)) as { args: { content: string } };
      assert.ok(shown.args.content === content, "the approver sees all of it");
      await two!.approver.holds.decide(hold.id, { decision: "approve" });
    }
    const ended = await untilEnded(one!.client, id);
    assert.equal(ended.status, "completed");
    return `${Buffer.byteLength(content)} bytes written, read 4 times, shown before both decisions`;
  },
};
