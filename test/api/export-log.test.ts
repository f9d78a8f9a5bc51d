import { createHash, generateKeyPairSync, sign } from "node:crypto";
import canonicalJson from "canonicalize";
import { beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../src/api/app.ts";
import { createCommandProofs } from "../../src/api/gateway/command-proofs.ts";
import { verifyLog, type LogCheck, type VerifiedLog } from "../../src/client/index.ts";
import type { LoggedEvent } from "../../src/contract/plan/event.ts";
import type { LogHead } from "../../src/contract/plan/log-file.ts";
import { useApi } from "../support/api-harness.ts";
import { newProofSeed } from "../support/signing-api.ts";

const api = useApi();
const ME = "local-operator";

const PLAN = {
  title: "기록",
  todos: [
    {
      id: "pour",
      title: "물 붓기",
      tool_name: "echo",
      tool_params: { text: "🍵" },
      requires_approval: true,
    },
    { id: "drink", title: "마시기", kind: "milestone" as const, depends_on: ["pour"] },
  ],
};

/** A log as somebody has changed it, in the one way in which lines are written. */
const changed = (text: string, line: number, change: (value: never) => unknown): string =>
  linesOf(text, (lines) =>
    lines.with(line - 1, canonicalJson(change(JSON.parse(lines[line - 1]!) as never))!),
  );

const linesOf = (text: string, change: (lines: string[]) => string[]): string =>
  `${change(text.trimEnd().split("\n")).join("\n")}\n`;

describe("a plan's log that was exported", () => {
  const id = "tea-log";
  let text: string;
  let head: LogHead;
  let key: string;

  beforeAll(async () => {
    const seeds = [newProofSeed("first"), newProofSeed("second")];
    const { sign: signLog } = createCommandProofs(seeds, () => Promise.resolve(false));
    const app = createApp({ ...api().deps, signLog });
    await api().create({ id, ...PLAN });
    const [hold] = await api().untilHolds(id);
    const body = { decision: "approve", comment: "좋아\u2028요" };
    expect((await api().post(`/v1/holds/${hold!.id}/decision`, body)).status).toBe(200);
    await api().untilEnded(id);
    const answer = await app.request(`/v1/plans/${id}/log`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/octet-stream");
    expect(answer.headers.get("content-disposition")).toContain(`${id}.log.jsonl`);
    text = await answer.text();
    head = (await (await app.request(`/v1/plans/${id}/log/head`)).json()) as LogHead;
    key = head.signatures[0]!.public_key;
  });

  test("is verified by the key that signed it, by either of them, or by a head", () => {
    const [first, second] = head.signatures.map(({ public_key }) => public_key);
    for (const known of [
      { keys: [first!] },
      { keys: [second!] },
      { keys: ["0".repeat(64), first!] },
      { heads: [head] },
      { keys: [first!], heads: [head] },
    ]) {
      expect(verifyLog(text, known)).toMatchObject({
        log: {
          plan_id: id,
          seq: head.seq,
          digest: head.digest,
          decisions: [{ by: ME, count: 1 }],
          keys: [first, second],
        },
      });
    }
  });

  test("has each event that the API tells, and nothing else", async () => {
    const events = await api().events(id);
    const lines = text.trimEnd().split("\n");
    expect(JSON.parse(lines[0]!)).toEqual({ format: "holdpoint log 1", plan_id: id });
    const told = lines.slice(1, -1).map((line) => JSON.parse(line) as object);
    expect(told.map(({ digest: _, ...event }: { digest?: string }) => event)).toEqual(events);
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ head: { seq: events.length } });
  });

  test("names our own sentences by their ids: what they say in English may be reworded some day", async () => {
    const other = "coffee-log";
    await api().create({ id: other, ...PLAN });
    const [hold] = await api().untilHolds(other);
    await api().post(`/v1/holds/${hold!.id}/decision`, { decision: "reject", reason: "too hot" });
    await api().untilEnded(other);
    const skipped = (await api().events(other)).find(({ type }) => type === "todo.skipped")!;
    expect(skipped.data).toMatchObject({
      reason: expect.any(String),
      reason_said: { id: expect.any(String) },
    });
    const log = await (await api().request("GET", `/v1/plans/${other}/log`)).text();
    const line = JSON.parse(log.split("\n")[skipped.seq]!) as LoggedEvent;
    expect(line.data).toMatchObject({ reason_said: skipped.data!["reason_said"] });
    expect(line.data).not.toHaveProperty("reason");
    expect(log).not.toContain(skipped.data!["reason"]);
  });

  test("is not known by what it says of itself alone", () => {
    expect(() => verifyLog(text, {})).toThrow(TypeError);
  });

  const DECIDED = 5;
  const faults: [string, (log: string) => string, Partial<Record<string, unknown>>][] = [
    [
      "who decided is another",
      (log) => changed(log, DECIDED, (event: object) => ({ ...event, by: "mallory" })),
      { fault: "altered", line: DECIDED },
    ],
    [
      "something was added to an event",
      (log) => changed(log, DECIDED, (event: object) => ({ ...event, note: "x" })),
      { fault: "altered", line: DECIDED },
    ],
    [
      "an event is gone",
      (log) => linesOf(log, (lines) => lines.toSpliced(DECIDED - 1, 1)),
      { fault: "out_of_order", line: DECIDED, expected: DECIDED - 1 },
    ],
    [
      "two events have changed places",
      (log) => linesOf(log, (lines) => lines.toSpliced(3, 2, lines[4]!, lines[3]!)),
      { fault: "out_of_order", line: 4, expected: 3 },
    ],
    [
      "the end is cut off",
      (log) => linesOf(log, (lines) => lines.slice(0, -3)),
      { fault: "cut_off" },
    ],
    [
      "events are cut off before the head",
      (log) => linesOf(log, (lines) => lines.toSpliced(-3, 2)),
      { fault: "other_head" },
    ],
    [
      "something follows the head",
      (log) => linesOf(log, (lines) => [...lines, lines[1]!]),
      { fault: "goes_on" },
    ],
    [
      "a line says a field twice",
      (log) => log.replace(`"by":"${ME}"`, `"by":"mallory","by":"${ME}"`),
      { fault: "unreadable", line: 2 },
    ],
    [
      "a line is nested beyond reading",
      (log) => linesOf(log, (lines) => lines.with(2, "[".repeat(1_000_000))),
      { fault: "unreadable", line: 3 },
    ],
    ["it is no log", () => "title: tea\n", { fault: "not_a_log", line: 1 }],
    ["it is empty", () => "", { fault: "not_a_log", line: 1 }],
    [
      "it is of another plan",
      (log) => changed(log, 1, (start: object) => ({ ...start, plan_id: "coffee" })),
      { fault: "altered", line: 2 },
    ],
  ];

  test.each(faults)("is refused when %s", (_, change, expected) => {
    expect(verifyLog(change(text), { keys: [key] })).toMatchObject(expected);
    expect(verifyLog(change(text), { heads: [head] })).toMatchObject(expected);
  });

  test("any one character of which is another is refused", () => {
    for (let place = 0; place < text.length - 1; place += 7) {
      const other = text[place] === "x" ? "y" : "x";
      const check = verifyLog(text.slice(0, place) + other + text.slice(place + 1), {
        keys: [key],
      });
      expect(check, `${place}: ${text.slice(place - 20, place + 20)}`).toHaveProperty("fault");
    }
  });

  /** Whoever has the file and no key can write all of it anew. */
  function forged(): string {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    const own = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("hex");
    const events = text
      .trimEnd()
      .split("\n")
      .slice(1, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .map(({ digest: _, ...event }) => (event["by"] === ME ? { ...event, by: "lee" } : event));
    let digest = ownDigest({ format: "holdpoint log 1", plan_id: id });
    const lines = events.map((event) => {
      digest = ownDigest({ before: digest, event });
      return canonicalJson({ ...event, digest })!;
    });
    const { at, seq } = head;
    const told = `holdpoint log head 1\n${ownDigest({ plan_id: id, seq, digest, at })}`;
    const signature = sign(null, Buffer.from(told), privateKey).toString("hex");
    const signatures = [{ public_key: own, signature }];
    return [
      text.split("\n", 1)[0],
      ...lines,
      canonicalJson({ head: { plan_id: id, seq, digest, at, signatures } }),
    ].join("\n");
  }

  test("was written anew by somebody else: no known key has signed it, and no noted head is in it", () => {
    const log = forged();
    expect(verifyLog(log, { keys: [key] })).toMatchObject({ fault: "not_signed" });
    expect(verifyLog(log, { heads: [head] })).toMatchObject({ fault: "differs_from_head" });
    // In itself it is whole: with the forger's own key, it passes.
    const { keys } = logIn(verifyLogKeys(log));
    expect(verifyLog(log, { keys })).toHaveProperty("log");
    expect(keys).not.toContain(key);
  });

  test("bears no signature that was made for another head", () => {
    const stolen = linesOf(forged(), (lines) => {
      const own = JSON.parse(lines.at(-1)!) as { head: LogHead };
      return lines.with(-1, canonicalJson({ head: { ...own.head, signatures: head.signatures } })!);
    });
    expect(verifyLog(stolen, { keys: [key] })).toMatchObject({ fault: "other_head" });
  });

  test("that ends before a noted head is refused: its tail was cut off and the rest signed anew", () => {
    const later = { seq: head.seq + 3, digest: head.digest };
    expect(verifyLog(text, { keys: [key], heads: [later] })).toMatchObject({
      fault: "lacks_head",
      head: later,
    });
  });
});

/** As the format is told in the documents, in other words than the product's. */
function ownDigest(value: unknown): string {
  return `sha256:${createHash("sha256").update(canonicalJson(value)!).digest("hex")}`;
}

/** What a log says that nobody's key or head speaks against. */
function logIn(check: LogCheck): VerifiedLog {
  if ("log" in check) return check.log;
  throw new Error(JSON.stringify(check));
}

function verifyLogKeys(log: string): LogCheck {
  const own = JSON.parse(log.trimEnd().split("\n").at(-1)!) as { head: LogHead };
  return verifyLog(log, { keys: own.head.signatures.map(({ public_key }) => public_key) });
}

test("heads that were noted while a plan went on are in the log of its end", async () => {
  const id = "noted-heads";
  await api().create({ id, ...PLAN });
  const [hold] = await api().untilHolds(id);
  const noted = await api().get<LogHead>(`/v1/plans/${id}/log/head`);
  await api().post(`/v1/holds/${hold!.id}/decision`, { decision: "approve" });
  await api().untilEnded(id);
  const log = await (await api().request("GET", `/v1/plans/${id}/log`)).text();
  const check = verifyLog(log, { heads: [noted] });
  expect(check).toMatchObject({ log: { plan_id: id } });
  expect(logIn(check).seq).toBeGreaterThan(noted.seq);
});

test("of a plan that is not there, no log is exported", async () => {
  for (const path of ["log", "log/head"]) {
    const answer = await api().request("GET", `/v1/plans/nobody-here/${path}`);
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toContain("problem+json");
  }
});
