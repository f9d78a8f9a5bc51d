import { WorkflowUpdateFailedError } from "@temporalio/client";
import { expect, test } from "vitest";
import { createCommandProofs } from "../../src/api/gateway/command-proofs.ts";
import { createGateways } from "../../src/api/gateway/gateways.ts";
import { ownTime } from "../../src/temporal/connection/temporal-clock.ts";
import { problemOf, useApi } from "../support/api-harness.ts";
import { createSigningApi, newProofSeed } from "../support/signing-api.ts";

const api = useApi();
const written = (text: string) => ({
  title: "Proven",
  plan: {
    title: "Proven",
    todos: [{ id: "t", title: "T", tool_name: "echo", tool_params: { text } }],
  },
});
const updateOf =
  (id: string) =>
  (name: string, command: unknown = null, proof: unknown = null) =>
    api()
      .client.workflow.getHandle(`template-${id}`)
      .executeUpdate<unknown, [unknown, unknown]>(name, { args: [command, proof] })
      .then(
        () => "taken",
        (error: unknown) =>
          String(error instanceof WorkflowUpdateFailedError ? error.cause?.message : error),
      );

test("with keys in use, a template takes changes from its API only, and none of them again", async () => {
  const signing = await createSigningApi(api(), newProofSeed("a"));
  const put = (text: string) =>
    signing.keyed.as(signing.ops, "PUT", "/v1/templates/proven", written(text));
  const read = async (): Promise<string> =>
    (await signing.keyed.as(signing.ops, "GET", "/v1/templates/proven")).text();
  expect((await put("first")).status).toBe(201);
  const type = updateOf("proven");
  const byHand = { ...written("forged"), id: "proven", parameters: [] };
  expect(await type("save_template", byHand)).toContain(
    "takes changes from its Holdpoint API only",
  );
  expect(await type("delete_template")).toContain("takes changes from its Holdpoint API only");
  expect(await read()).toContain("first");

  // What the API sent once stands in the history, for who can read it.
  const { events = [] } = await api().client.workflow.getHandle("template-proven").fetchHistory();
  const [first, proof] = events!.flatMap(
    ({ workflowExecutionUpdateAcceptedEventAttributes: taken }) =>
      taken?.acceptedRequest?.input?.args?.payloads ?? [],
  );
  const parse = (payload: typeof first): unknown =>
    JSON.parse(Buffer.from(payload!.data!).toString());
  expect((await put("second")).status).toBe(200);
  expect(await type("save_template", parse(first), parse(proof))).toContain("older than the last");
  expect(await read()).toContain("second");

  const other = await createSigningApi(api(), newProofSeed("b"));
  const refused = await other.keyed.as(other.ops, "PUT", "/v1/templates/proven", written("x"));
  await problemOf(refused, "unproven_command");
  const deleted = await signing.keyed.as(signing.ops, "DELETE", "/v1/templates/proven");
  expect(deleted.status).toBe(204);
});

test("with keys in use, a change that a later one has overtaken on its way is made all the same", async () => {
  const seed = newProofSeed("a");
  const signing = await createSigningApi(api(), seed);
  const path = "/v1/templates/overtaken";
  expect((await signing.keyed.as(signing.ops, "PUT", path, written("first"))).status).toBe(201);
  const early = new Date(Date.now() - 2_000).toISOString();
  const times = [early];
  const proofs = createCommandProofs(
    [seed],
    () => signing.keyed.keys.inUse(),
    () => times.pop() ?? ownTime(),
  );
  const { templates } = createGateways(api().client, api().taskQueue, { proofs });
  const { saved_at: _, version: _version, ...kept } = await templates.get("overtaken");
  const saved = await templates.save({ ...kept, title: "Second" });
  expect([saved.version, saved.title, times]).toEqual([2, "Second", []]);
  times.push(early);
  await templates.delete("overtaken");
  const gone = signing.keyed.as(signing.ops, "GET", path);
  await problemOf(gone, "template_not_found");
});

test("with keys in use, many save one template at the same time, and each makes a version", async () => {
  const signing = await createSigningApi(api(), newProofSeed("a"));
  const saved = await Promise.all(
    Array.from({ length: 6 }, async (_, n) => {
      const answer = signing.keyed.as(signing.ops, "PUT", "/v1/templates/at-once", written(`${n}`));
      return ((await (await answer).json()) as { version?: number }).version;
    }),
  );
  expect(new Set(saved)).toEqual(new Set([1, 2, 3, 4, 5, 6]));
});
