import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/contract/text.ts";
import type { JsonObject } from "../../src/contract/text.ts";
import { approvalDigest, digestOf } from "../../src/plan/model/digest.ts";
import { copyOf } from "./support/drive.ts";
import { ownDigest } from "./support/own-digest.ts";
import { always } from "./support/properties.ts";

// JSON has one zero, and `toWellFormed` because a lone surrogate has no UTF-8: it is refused before.
const json = fc
  .jsonValue({ maxDepth: 4, stringUnit: "binary" })
  .map((value) => JSON.parse(JSON.stringify(value).toWellFormed()) as Json);

describe("a digest", () => {
  test("is what sha256sum prints for the canonical text", () => {
    // printf '{"a":1,"b":[true,null,"é"]}' | sha256sum
    expect(digestOf({ b: [true, null, "é"], a: 1 })).toBe(
      "sha256:9488dd13ca33d3291f5a91a1833dfa164811755ffba538c2b340780f8c31a0cb",
    );
  });

  always("equals an independent one for every JSON value", json, (value) => {
    expect(digestOf(value)).toBe(ownDigest(value));
  });

  always(
    "does not depend on the order in which keys were written",
    fc.dictionary(fc.string(), fc.nat(), { maxKeys: 8 }),
    (dictionary) => {
      const reversed = Object.fromEntries(Object.entries(dictionary).toReversed());
      expect(digestOf(reversed)).toBe(digestOf({ ...dictionary }));
    },
  );

  always("survives a trip through JSON", json, (value) => {
    expect(digestOf(copyOf(value))).toBe(digestOf(value));
  });

  test("binds the todo, the tool, the queue and every byte of the arguments", () => {
    const tool = { kind: "tool", tool_name: "publish", tool_params: {}, task_queue: null } as const;
    const todo = { id: "a", work: tool, output_path: null };
    const given = (
      args: JsonObject,
      input_data: JsonObject | null = null,
      references: string[] = [],
    ) => ({ args, input_data, references });
    const digests = [
      approvalDigest(todo, given({ to: "x" })),
      approvalDigest({ ...todo, id: "b" }, given({ to: "x" })),
      approvalDigest({ ...todo, work: { ...tool, tool_name: "delete" } }, given({ to: "x" })),
      approvalDigest({ ...todo, work: { ...tool, task_queue: "elsewhere" } }, given({ to: "x" })),
      approvalDigest(todo, given({ to: "x " })),
      approvalDigest(todo, given({ to: "x", cc: null })),
      approvalDigest(todo, given({ to: ["x"] })),
      approvalDigest(todo, given({})),
      approvalDigest(todo, given({ to: "x" }, {})),
      approvalDigest(todo, given({ to: { $artifact: "x" } })),
      approvalDigest(todo, given({ to: { $artifact: "x" } }, null, ["/args/to"])),
      approvalDigest(todo, given({}, { to: "x" })),
      approvalDigest({ ...todo, output_path: "x.md" }, given({ to: "x" })),
      approvalDigest({ ...todo, work: { kind: "milestone" } }, given({ to: "x" })),
    ];
    expect(new Set(digests).size).toBe(digests.length);
    const expected = {
      todo_id: "a",
      tool_name: "publish",
      task_queue: null,
      args: { to: "x" },
      input_data: null,
      references: [],
      output_path: null,
    };
    expect(digests[0]).toBe(ownDigest(expected));
  });
});
