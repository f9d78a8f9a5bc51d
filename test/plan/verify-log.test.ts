import canonicalJson from "canonicalize";
import { describe, expect, test } from "vitest";
import { verifyLog, type NotedHead } from "../../src/client/index.ts";
import type { LoggedEvent } from "../../src/contract/plan/event.ts";
import { beginChain, chain } from "../../src/plan/views/log/log-chain.ts";

const START = canonicalJson({ format: "holdpoint log 1", plan_id: "tea" })!;

/** A log of which each event is a decision by the next of these people, as anybody can write it. */
function logOf(...people: string[]): { text: string; heads: NotedHead[] } {
  const lines = [START];
  const heads: NotedHead[] = [];
  let digest = beginChain("tea");
  for (const [place, by] of people.entries()) {
    const seq = place + 1;
    const at = `2026-11-28T00:00:0${seq}.000Z`;
    const event: LoggedEvent = { seq, type: "hold.decided", at, by, hold_id: "tea.h1" };
    digest = chain(digest, event);
    lines.push(canonicalJson({ ...event, digest })!);
    heads.push({ seq, digest });
  }
  const head = { plan_id: "tea", seq: people.length, digest, at: "2026-11-28T00:01:00.000Z" };
  lines.push(canonicalJson({ head: { ...head, signatures: [] } })!);
  return { text: `${lines.join("\n")}\n`, heads };
}

describe("a log that is known by a noted head alone", () => {
  const kim = logOf("kim", "kim");
  const forged = logOf("kim", "kim", "mallory", "mallory", "mallory");

  test("is proven up to that head: who went on with it, and what they decided, is not", () => {
    expect(verifyLog(forged.text, { heads: [kim.heads[1]!] })).toMatchObject({
      log: {
        seq: 5,
        proven_seq: 2,
        last_at: "2026-11-28T00:00:02.000Z",
        decisions: [{ by: "kim", count: 2 }],
      },
    });
  });

  test("is proven up to the newest of several, in whichever order they are named", () => {
    for (const heads of [kim.heads, kim.heads.toReversed()]) {
      expect(verifyLog(forged.text, { heads })).toMatchObject({ log: { proven_seq: 2 } });
    }
    expect(verifyLog(kim.text, { heads: kim.heads })).toMatchObject({
      log: { seq: 2, proven_seq: 2 },
    });
  });
});

describe("a file that somebody made to keep its reader busy is refused at once", () => {
  const known = { heads: [{ seq: 1, digest: `sha256:${"0".repeat(64)}` }] };
  const unread = { fault: "unreadable", line: 2 };

  test("nothing but line breaks after its first line", () => {
    const text = `${START}\n${"\n".repeat(150_000_000)}`;
    expect(verifyLog(text, known)).toEqual(unread);
  }, 5_000);

  test("a long text in a nest of objects", () => {
    const line = `${'{"a":'.repeat(2_000)}"${"x".repeat(5_000_000)}"${',"b":1}'.repeat(2_000)}`;
    expect(verifyLog(`${START}\n${line}\n`, known)).toEqual(unread);
  }, 5_000);
});
