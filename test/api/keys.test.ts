import { readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { KeyList, KeyView, NewKey } from "../../src/contract/service/key.ts";
import { problemOf, useApi } from "../support/api-harness.ts";
import { createKeyedApi, type KeyedApi } from "../support/keyed-api.ts";

const api = useApi({ worker: false });
const NOBODY = "/v1/plans/keys-none";
const LET_IN = "plan_not_found";
const kim = { name: "kim", roles: ["approver"] };

const read = async <Data>(answer: Promise<Response>): Promise<Data> =>
  (await (await answer).json()) as Data;
const list = (own: KeyedApi, written: string) => read<KeyList>(own.as(written, "GET", "/v1/keys"));

async function setUp() {
  const own = createKeyedApi(api().deps);
  const boss = await own.add("boss", "admin");
  const make = (body: object) => own.as(boss.written, "POST", "/v1/keys", body);
  return { own, boss, make };
}

test("an admin makes a key that is shown once, sees who made it, and revokes it", async () => {
  const { own, boss, make } = await setUp();
  const answer = await make({ ...kim, expires_in_days: 30 });
  expect(answer.status).toBe(201);
  const made = (await answer.json()) as NewKey;
  expect(made).toMatchObject({ ...kim, state: "active", created_by: "boss", revoked_by: null });
  expect(Date.parse(made.expires_at!) - Date.parse(made.created_at)).toBe(30 * 86_400_000);
  expect(answer.headers.get("location")).toBe(`/v1/keys/${made.id}`);
  await problemOf(own.as(made.key, "GET", NOBODY), LET_IN);

  const { in_use, keys } = await list(own, boss.written);
  expect(in_use).toBe(true);
  expect(keys.map(({ name, last4 }) => [name, last4])).toEqual([
    ["boss", boss.key.last4],
    ["kim", made.key.slice(-4)],
  ]);
  expect(JSON.stringify(keys)).not.toContain(made.key);
  expect(readFileSync(own.path, "utf8")).not.toContain(made.key);

  const revoked = await read<KeyView>(own.as(boss.written, "DELETE", `/v1/keys/${made.id}`));
  expect(revoked).toMatchObject({ id: made.id, state: "revoked", revoked_by: "boss" });
  await problemOf(own.as(made.key, "GET", NOBODY), "key_revoked");
  // A second word changes nothing about the first.
  const again = await read<KeyView>(own.as(boss.written, "DELETE", `/v1/keys/${made.id}`));
  expect(again).toEqual(revoked);
});

test("whoever is no admin sees no keys, makes none and revokes none", async () => {
  const { own, boss } = await setUp();
  for (const role of ["viewer", "operator", "approver"] as const) {
    const { written } = await own.add("lee", role);
    await problemOf(own.as(written, "GET", "/v1/keys"), "forbidden");
    await problemOf(own.as(written, "POST", "/v1/keys", kim), "forbidden");
    await problemOf(own.as(written, "DELETE", `/v1/keys/${boss.key.id}`), "forbidden");
  }
});

test("the first key has every request need one, and whoever makes it is told by the list", async () => {
  const own = createKeyedApi(api().deps);
  const before = await read<KeyList>(own.request("GET", "/v1/keys"));
  expect(before).toEqual({ in_use: false, keys: [] });
  const body = JSON.stringify({ name: "boss", roles: ["admin"] });
  const headers = { "content-type": "application/json" };
  const made = await read<NewKey>(own.request("POST", "/v1/keys", { body, headers }));
  expect(made.created_by).toBe("local-operator");
  await problemOf(own.request("GET", "/v1/keys"), "unauthenticated");
  expect(await list(own, made.key)).toMatchObject({ in_use: true, keys: [{ name: "boss" }] });
});

test("where others than this machine reach the API and there is no key, nobody makes the first one", async () => {
  const own = createKeyedApi(api().deps, { operator: null });
  await problemOf(own.request("POST", "/v1/keys"), "unauthenticated");
});

describe("a key that cannot be made", () => {
  test.each([
    [{ name: "local-operator", roles: ["admin"] }, "/name"],
    // Lists are asked for by `owner=me` and `assignee=me`.
    [{ name: "Me", roles: ["admin"] }, "/name"],
    [{ name: "no spaces", roles: ["admin"] }, "/name"],
    [{ name: "x".repeat(500), roles: ["admin"] }, "/name"],
    [{ name: "kim", roles: [] }, "/roles"],
    [{ name: "kim", roles: ["boss"] }, "/roles/0"],
    [{ name: "kim", roles: ["admin"], expires_in_days: 0 }, "/expires_in_days"],
    [{ name: "kim" }, "/roles"],
  ])("%j is refused at %s", async (body, pointer) => {
    const { make } = await setUp();
    const problem = await problemOf(make(body), "validation_failed");
    expect(problem.errors?.map((error) => error.pointer)).toEqual([pointer]);
  });

  test("says in Korean what is wrong with its name", async () => {
    const { own, boss } = await setUp();
    const problem = await problemOf(
      own.request("POST", "/v1/keys", {
        headers: {
          authorization: `Bearer ${boss.written}`,
          "content-type": "application/json",
          "accept-language": "ko",
        },
        body: JSON.stringify({ name: "holdpoint", roles: ["admin"] }),
      }),
      "validation_failed",
    );
    expect(problem.errors?.[0]?.detail).toContain("Holdpoint가 쓰는 이름입니다");
  });
});

test("a request that is sent twice makes one key, also when another process takes the second", async () => {
  const { own, boss } = await setUp();
  const init = {
    headers: {
      authorization: `Bearer ${boss.written}`,
      "content-type": "application/json",
      "idempotency-key": "make-kim",
    },
    body: JSON.stringify(kim),
  };
  const first = await read<NewKey>(own.request("POST", "/v1/keys", init));
  const second = await read<NewKey>(own.request("POST", "/v1/keys", init));
  expect(second).toEqual(first);
  const other = createKeyedApi(api().deps, { keys: own.keys });
  const problem = await problemOf(
    other.request("POST", "/v1/keys", init),
    "idempotency_key_reused",
  );
  expect(problem.detail).toContain(first.id);
  expect((await list(own, boss.written)).keys).toHaveLength(2);
});

test("the request for the first key, sent again, shows no key and says which it made and how to replace it", async () => {
  const own = createKeyedApi(api().deps);
  const init = (idempotencyKey: string) => ({
    headers: { "content-type": "application/json", "idempotency-key": idempotencyKey },
    body: JSON.stringify({ name: "boss", roles: ["admin"] }),
  });
  const made = await read<NewKey>(own.request("POST", "/v1/keys", init("first")));
  const again = await problemOf(own.request("POST", "/v1/keys", init("first")), "unauthenticated");
  expect(again.detail).toContain(`the first key, ${made.id}`);
  expect(again.hint).toContain(`holdpoint key revoke ${made.id}`);
  expect(JSON.stringify(again)).not.toContain(made.key);
  // Nobody else learns of it, and no other address tells of it.
  const another = own.request("POST", "/v1/keys", init("another"));
  expect((await problemOf(another, "unauthenticated")).detail).not.toContain(made.id);
  const elsewhere = own.request("POST", "/v1/plans", init("first"));
  expect((await problemOf(elsewhere, "unauthenticated")).detail).not.toContain(made.id);
});

test("an id that names no key is told so", async () => {
  const { own, boss } = await setUp();
  await problemOf(own.as(boss.written, "DELETE", "/v1/keys/0123456789"), "key_not_found");
});

describe("the checks of the system", () => {
  test("are what `holdpoint doctor` finds, each with what mends it, in the caller's language", async () => {
    const { own, boss } = await setUp();
    const look = async (language: string) => {
      const headers = { authorization: `Bearer ${boss.written}`, "accept-language": language };
      const answer = await own.request("GET", "/v1/system/checks", { headers });
      expect(answer.headers.get("content-language")).toBe(language);
      const { checks } = (await answer.json()) as {
        checks: { code: string; status: string; detail: string; fix: string | null }[];
      };
      return checks;
    };
    const english = await look("en");
    const codes = english.map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(["node", "temporal_server", "worker", "models"]));
    expect(english.find(({ code }) => code === "temporal_server")).toMatchObject({ status: "ok" });
    // Nothing here is encrypted, which is no failure.
    expect(english.find(({ code }) => code === "encryption")).toMatchObject({ status: "warn" });
    // No worker polls the queue of this product's own name.
    const worker = english.find(({ code }) => code === "worker");
    expect(worker?.status).toBe("fail");
    expect(worker?.fix).toMatch(/^holdpoint /);
    expect(english.every(({ status, fix }) => status !== "fail" || fix !== null)).toBe(true);
    const korean = await look("ko");
    expect(korean.map(({ code }) => code)).toEqual(codes);
    expect(korean.find(({ code }) => code === "worker")?.detail).toMatch(/[가-힣]/);
  });

  test("go on once at a time, whoever asks", async () => {
    let looks = 0;
    let end: (found: readonly []) => void = () => undefined;
    const looked = new Promise<readonly []>((resolve) => {
      end = resolve;
    });
    const lookAround = () => {
      looks += 1;
      return looked;
    };
    // Nothing on the way of these requests waits for a file.
    const keys = { ...api().deps.keys, inUse: () => Promise.resolve(false) };
    const own = createKeyedApi(api().deps, { lookAround, keys });
    const asked = [1, 2, 3].map(() => own.request("GET", "/v1/system/checks"));
    // So all have come to their look within a turn of the process.
    await setImmediate();
    end([]);
    for (const answer of await Promise.all(asked)) expect(answer.status).toBe(200);
    expect(looks).toBe(1);
  });

  test("are shown to nobody who only looks or decides", async () => {
    const { own } = await setUp();
    for (const role of ["viewer", "approver"] as const) {
      const { written } = await own.add("lee", role);
      await problemOf(own.as(written, "GET", "/v1/system/checks"), "forbidden");
    }
  });
});
