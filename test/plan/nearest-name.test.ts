import { describe, expect, test } from "vitest";
import { nearestName } from "../../src/text/nearest-name.ts";

const TOOLS = ["http_request", "read_csv", "read_file", "wait", "write_file"];

describe("suggesting a tool name", () => {
  test.each([
    ["htp_request", "http_request"],
    ["httpRequest", "http_request"],
    ["HTTP-REQUEST", "http_request"],
    ["raed_file", "read_file"],
    ["write.file", "write_file"],
    ["readcsv", "read_csv"],
    ["wiat", "wait"],
    ["wait", "wait"],
  ])("takes %s for %s", (name, meant) => {
    expect(nearestName(name, TOOLS)).toBe(meant);
  });

  test.each(["publish", "", "x", "delete_everything", "w".repeat(10_000)])(
    "suggests nothing for %.20s",
    (name) => {
      expect(nearestName(name, TOOLS)).toBeUndefined();
    },
  );

  test("takes no word of two letters for another one", () => {
    expect(["if", "id", "ID"].map((name) => nearestName(name, ["id"]))).toEqual([
      undefined,
      "id",
      "id",
    ]);
  });

  test("prefers the first of two equally close names", () => {
    expect(nearestName("stop2", ["stop1", "stop3"])).toBe("stop1");
  });
});
