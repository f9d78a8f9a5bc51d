import { describe, expect, test } from "vitest";
import { z } from "zod";
import { english } from "../../src/contract/sentences/sentence.ts";
import { createBuiltinTools } from "../../src/tools/builtin-tools.ts";
import { createToolRegistry } from "../../src/tools/registry.ts";

describe("the built-in tools", () => {
  const registry = createToolRegistry(createBuiltinTools({}));

  test("are these five", () => {
    expect(registry.list().map(({ name }) => name)).toEqual([
      "http_request",
      "read_csv",
      "read_file",
      "wait",
      "write_file",
    ]);
  });

  test("describe themselves and their input as JSON Schema", () => {
    for (const { description, input } of registry.list()) {
      expect(description).toMatch(/^[A-Z].*\.$/);
      expect(z.toJSONSchema(input, { io: "input" })).toMatchObject({
        type: "object",
        additionalProperties: false,
      });
    }
  });

  test("have arguments that can be checked while parts of them are open", () => {
    const open = { $from: "collect", path: "/address" };
    expect(registry.check("http_request", { method: "GET", url: open }, ["/url"])).toEqual([]);
    const filled = { path: "out/{{todo.a.result/name}}.md", content: open };
    expect(registry.check("write_file", filled, ["/path", "/content"])).toEqual([]);
    const body = { method: "POST", url: "https://example.com/", body: { items: [open] } };
    expect(registry.check("http_request", body, ["/body/items/0"])).toEqual([]);
  });

  test("refuse bad arguments at the place where they are bad", () => {
    const args = { method: "GET", url: "http://0x7f.1/", headers: { Host: "x" }, pth: 1 };
    const issues = registry.check("http_request", args, []);
    expect(issues.map(({ pointer }) => pointer)).toEqual(["/url", "/headers/Host", "/pth"]);
    expect(english(issues[0]!.detail)).toContain("127.0.0.1: write the address itself");
    const bad = { path: "../x", content: "x" };
    const [mistake] = registry.check("write_file", bad, []);
    expect(mistake?.pointer).toBe("/path");
    expect(english(mistake!.detail)).toContain('must not hold ".."');
  });
});
