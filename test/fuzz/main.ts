import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { KeyStore } from "../../src/api/auth/key-store.ts";
import type { OpenApiDocument } from "../../src/api/openapi/openapi-document.ts";
import { ROLES, type Role } from "../../src/contract/tables/vocabulary.ts";
import { ensurePython } from "../support/ensure-python.ts";
import { run } from "../support/run-program.ts";
import { startServedStack } from "../support/served-stack.ts";
import { addLinks } from "./add-links.ts";

/*
 * `npm run fuzz:api [-- options of schemathesis]`: the whole API on a real Temporal server, asked by
 * schemathesis what its document allows and what it does not, alone and in stories; with `--phases`
 * only what that names. Ends with 1 when it finds a server error or an answer that is not as the
 * document says.
 */
const ARGUMENTS = [
  ...["--checks", "all"],
  ...["--max-examples", "100"],
  ...["--seed", "20260205"],
  ...["--continue-on-failure", "--suppress-health-check", "all"],
  ...["--request-timeout", "30", "--warnings", "off"],
];
/** What is run when nobody names phases. Stories begin again and again until their time is up: one batch ends where an answer is not the same twice. */
const RUNS = [
  ["--phases", "examples,coverage,fuzzing"],
  ["--phases", "stateful", "--max-time", "90"],
];
async function main(): Promise<void> {
  const requirements = fileURLToPath(new URL("requirements.txt", import.meta.url));
  const program = join(await ensurePython("schemathesis", requirements), "schemathesis");
  const stack = await startServedStack();
  try {
    const keys = await addKeys(stack.keyStore);
    await addPlans(stack.url, keys);
    const settings = fileURLToPath(new URL("schemathesis.toml", import.meta.url));
    process.env["HOLDPOINT_KEYS"] = JSON.stringify(keys);
    process.env["SCHEMATHESIS_HOOKS"] = fileURLToPath(new URL("hooks.py", import.meta.url));
    const document = await (await fetch(`${stack.url}/openapi.json`)).json();
    const linked = join(stack.folder, "openapi.json");
    await writeFile(linked, JSON.stringify(addLinks(document as OpenApiDocument)));
    const asked = ["--config-file", settings, "run", linked, "--url", stack.url];
    const codes: number[] = [];
    const given = process.argv.slice(2);
    const isNamed = given.some((option) => /^--phases(?:=|$)/.test(option));
    for (const phases of isNamed ? [[]] : RUNS) {
      const options = [...phases, ...ARGUMENTS, ...given];
      // It keeps what it learned beside where it runs: each time all begins anew.
      codes.push(await run(program, [...asked, ...options], stack.folder));
    }
    for (const error of stack.errors.slice(0, 20)) console.error(error);
    if (stack.errors.length > 0) console.log(`${stack.errors.length} errors in the API's log`);
    process.exitCode = codes.every((code) => code === 0) && stack.errors.length === 0 ? 0 : 1;
  } finally {
    await stack.stop();
  }
}

/** A key of each role, and keys that no longer count. */
async function addKeys(store: KeyStore): Promise<Record<string, string>> {
  const now = new Date().toISOString();
  const add = (name: string, role: Role, expires_at: string | null) =>
    store.add({ name, roles: [role], created_at: now, expires_at });
  const keys: Record<string, string> = {};
  for (const role of ROLES) keys[role] = (await add(role, role, null)).written;
  const revoked = await add("revoked", "admin", null);
  await store.revoke(revoked.key.id, now);
  const expired = await add("expired", "admin", now);
  return { ...keys, revoked: revoked.written, expired: expired.written };
}

/** Plans with holds, results and versions, so that lists are not empty. */
async function addPlans(url: string, keys: Record<string, string>) {
  const send = async (method: string, path: string, body: object): Promise<void> => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${keys["admin"]}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  };
  const post = (path: string, body: object) => send("POST", path, body);
  const wait = (id: string) => ({ id, title: id, tool_name: "wait", tool_params: { seconds: 0 } });
  await post("/v1/plans", { id: "done", title: "done", todos: [wait("a"), wait("b")] });
  await post("/v1/plans", {
    id: "held",
    title: "held",
    approval: "every_todo",
    todos: [wait("a")],
  });
  await post("/v1/plans", { id: "review", title: "review", plan_review: true, todos: [wait("a")] });
  const question = { question: "?", input_type: "number" };
  const todos = [{ id: "q", title: "q", input_request: question }, wait("a")];
  await post("/v1/plans", { id: "asked", title: "asked", todos });
  const changes = { title: "edited" };
  await send("PUT", "/v1/templates/tea", {
    title: "Tea for several",
    parameters: [{ name: "guest" }],
    plan: { title: "Tea for {{param.guest}}", todos: [wait("pour")] },
  });
  const ops = [{ edit_type: "modify_plan", params: { changes } }];
  await post("/v1/plans/held/edits", { ops, reason: "to have a version" });
}

await main();
