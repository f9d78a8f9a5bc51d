import { WorkflowUpdateFailedError } from "@temporalio/client";
import { expect, test } from "vitest";
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
