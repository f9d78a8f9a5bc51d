import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { isChanging, splitAddress } from "../../src/api/http/route.ts";
import { LIMITS } from "../../src/contract/tables/limits.ts";
import type { ProblemCode } from "../../src/contract/tables/problems.ts";
import { pointersOf, problemOf, useApi } from "../support/api-harness.ts";
import { declaredRoutes } from "../support/declared-routes.ts";

const api = useApi({ worker: false });
const YAML = "application/yaml";
const FIVE_MB = 5 * 1024 * 1024;

afterAll(() => {
  expect(api().started, "plans that reached Temporal").toEqual([]);
});

/** A body in pieces, without a length. */
function chunked(pieces: Iterable<Uint8Array>): ReadableStream<Uint8Array> {
  return ReadableStream.from(pieces) as ReadableStream<Uint8Array>;
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const good = '{"title":"a","todos":[{"title":"b"}]}';
const params = (text: string) => `{"title":"a","todos":[{"title":"b","tool_params":${text}}]}`;
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

describe("a body is refused", () => {
  test.each<[title: string, body: string | Uint8Array, code: ProblemCode, detail: RegExp]>([
    ["that is no JSON", "{title: a}", "malformed_body", /JSON/],
    ["that breaks off", good.slice(0, -1), "malformed_body", /JSON/],
    ["with something behind it", `${good}{}`, "malformed_body", /JSON/],
    ["with NaN", params('{"a":NaN}'), "malformed_body", /JSON/],
    ["with a raw NUL character", '{"title":"\0"}', "malformed_body", /JSON/],
    ["of white space", "  \n ", "malformed_body", /JSON/],
    ["that is not UTF-8", Uint8Array.of(0x7b, 0x22, 0xff, 0x22), "malformed_body", /UTF-8/],
    ["in EUC-KR", Uint8Array.of(0x22, 0xb0, 0xa1, 0x22), "malformed_body", /UTF-8/],
    [
      "with a surrogate half as bytes",
      Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22),
      "malformed_body",
      /UTF-8/,
    ],
    ["with a key twice", '{"title":"a","title":"b"}', "malformed_body", /"title" stands twice/],
    [
      "with an escaped key twice",
      params('{"a":1,"\\u0061":2}'),
      "malformed_body",
      /"a" stands twice/,
    ],
    ["with half a character", '{"title":"\\ud83d"}', "unsafe_text", /^\/title: .*half a character/],
    ["with half a character in a key", params('{"\\udc00":1}'), "unsafe_text", /half a character/],
    ["with a key __proto__", params('{"__proto__":{"a":1}}'), "unsafe_text", /__proto__/],
    [
      "with an id whose last digits would be lost",
      params('{"account":1234567890123456789}'),
      "unsafe_text",
      /^\/todos\/0\/tool_params\/account: 1234567890123456789 would be read as 1234567890123456800/,
    ],
    ["with a number beyond all numbers", params('{"a":1e400}'), "unsafe_text", /finite/],
    ["nested 1,000 deep", params(nested(1_000)), "unsafe_text", /deeper than 32 levels/],
    ["nested a million deep", nested(1_000_000), "unsafe_text", /deeper than 32 levels/],
  ])("%s", async (_title, body, code, detail) => {
    const problem = await problemOf(api().post("/v1/plans", body), code);
    expect(problem.detail).toMatch(detail);
  });

  test.each<[title: string, body: string]>([
    ["a text", '"계획"'],
    ["a number", "5"],
    ["null", "null"],
    ["a list", "[]"],
  ])("that is %s", async (_title, body) => {
    for (const path of ["/v1/plans", "/v1/plans/x/pause", "/v1/holds/x.h1/decision"]) {
      const problem = await problemOf(api().post(path, body), "validation_failed");
      expect(pointersOf(problem)).toEqual([""]);
      expect(problem.detail).toMatch(/^The body: /);
    }
  });

  test("that is empty, where a plan is needed", async () => {
    for (const type of ["application/json", null]) {
      const problem = await problemOf(api().post("/v1/plans", null, type), "validation_failed");
      expect(pointersOf(problem)).toEqual(["/title", "/todos"]);
    }
  });

  test.each([
    ["text/plain", /"text\/plain"/],
    ["application/xml", /"application\/xml"/],
    ["multipart/form-data; boundary=x", /"multipart\/form-data"/],
    ["application/x-www-form-urlencoded", /urlencoded/],
    ["", /no content type/],
    ["application/jsonp", /jsonp/],
  ])("of the type %j", async (type, detail) => {
    const problem = await problemOf(
      api().post("/v1/plans", utf8(good), type),
      "unsupported_media_type",
    );
    expect(problem.detail).toMatch(detail);
    expect(problem.hint).toContain("application/json");
  });

  test("without a content type", async () => {
    const answer = api().post("/v1/plans", utf8(good), null);
    const problem = await problemOf(answer, "unsupported_media_type");
    expect(problem.detail).toContain("no content type");
  });

  test.each(["gzip", "br", "GZIP, identity"])("that is encoded: %s", async (coding) => {
    const headers = { "content-type": "application/json", "content-encoding": coding };
    const answer = api().request("POST", "/v1/plans", { headers, body: good });
    const problem = await problemOf(answer, "unsupported_media_type");
    expect(problem.detail).toContain(coding.toLowerCase());
    const file = api().request("POST", "/v1/plans/none/files", {
      headers: { ...headers, "content-type": "application/octet-stream" },
      body: gzipSync("a,b"),
    });
    await problemOf(file, "unsupported_media_type");
  });

  test.each(["iso-8859-1", "EUC-KR", '"utf-16"'])("that says it is written in %s", async (name) => {
    const type = `application/json; charset=${name}`;
    const answer = api().post("/v1/plans", utf8(good), type);
    const problem = await problemOf(answer, "unsupported_media_type");
    expect(problem.detail).toContain(name.replaceAll('"', ""));
    expect(problem.hint).toContain("UTF-8");
  });

  test("of a GET, whose filters would count for nothing", async () => {
    const headers = { "content-type": "application/json", "content-length": "11" };
    const answer = api().request("GET", "/v1/plans", { headers });
    const problem = await problemOf(answer, "validation_failed");
    expect(problem.hint).toContain("query");
    const empty = { headers: { "content-length": "0" } };
    expect((await api().request("GET", "/v1/plans", empty)).status).toBe(200);
  });

  test("where none is taken: what it says would count for nothing", async () => {
    const bodiless = declaredRoutes(api().deps).filter(
      (route) => isChanging(route) && route.body === undefined,
    );
    for (const { at } of bodiless) {
      const { method, path } = splitAddress(at);
      const address = path
        .replace(":hold_id", "none.h1")
        .replace(":webhook_id", "wh_none0000")
        .replace(":key_id", "0123456789")
        .replaceAll(/:[a-z_]+/g, "none");
      const body = { validate_only: true };
      const problem = await problemOf(api().send(method, address, body), "validation_failed");
      expect(pointersOf(problem), at).toContain("/validate_only");
    }
    expect(bodiless.length).toBeGreaterThan(8);
  });

  test("when it breaks off on the way", async () => {
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(utf8('{"title":'));
        controller.error(new Error("the caller hung up"));
      },
    });
    const problem = await problemOf(api().post("/v1/plans", broken), "malformed_body");
    expect(problem.detail).toContain("broke off");
  });
});

describe("a YAML body is refused", () => {
  const bomb = [
    "a: &a [x, x, x, x, x, x, x, x, x]",
    ...["b", "c", "d", "e", "f", "g", "h", "i"].map((name, place) => {
      const before = "abcdefghi"[place];
      return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(", ")}]`;
    }),
    "title: *i",
  ].join("\n");

  test.each<[title: string, body: string, detail: RegExp]>([
    ["that is no YAML", "title: [a", /YAML: .*line 1/],
    ["with a tab as indentation", "title: a\ntodos:\n\t- title: b", /YAML: .*line 3/],
    ["with aliases", "title: &a x\ndescription: *a\ntodos: [{title: b}]", /\*a.*line 2/],
    ["that is a bomb of aliases", bomb, /aliases are not read/],
    ["with a key twice", "title: a\ntodos: []\ntitle: b", /"title" stands twice.*line 3/],
    ["with a key twice in two forms", "todos: []\n1: a\n'1': b", /"1" stands twice/],
    ["with a key that is a list", "? [a]\n: b", /plain text/],
    ["with a tag", "title: !!js/function 'x'", /YAML: .*tag/i],
    [
      "with an id that would lose digits",
      "title: a\nid: 1234567890123456789",
      /read as 1234567890123456800.*line 2/,
    ],
    [
      "with such an id in hexadecimal",
      "title: a\nid: 0xFFFFFFFFFFFFFFFF",
      /0xFFFFFFFFFFFFFFFF would be read/,
    ],
    ["with two documents", "title: a\n---\ntitle: b", /more than one document/],
    ["nested 1,000 deep", `title: ${nested(1_000)}`, /deeper than 32 levels/],
    ["nested 1,000 deep by dashes", `${"- ".repeat(1_000)}a`, /deeper than 32 levels/],
    ["nested 200,000 deep", "[".repeat(200_000), /deeper than 32 levels/],
    ["of closing brackets", "]".repeat(200_000), /YAML/],
    ["of mistakes", "\t- [}\n".repeat(40_000), /YAML: .*line 1/],
    ["of documents", "---\n".repeat(50_000), /more than one document/],
    ["of more than 256 kB", "# 가\n".repeat(70_000), /only of JSON/],
  ])("%s", async (_title, body, detail) => {
    const problem = await problemOf(api().post("/v1/plans", body, YAML), "malformed_body");
    expect(problem.detail).toMatch(detail);
  });

  test("with 20,000 different keys, each of which is looked at once", async () => {
    const body = Array.from({ length: 20_000 }, (_, n) => `k${n}: 1`).join("\n");
    const problem = await problemOf(api().post("/v1/plans", body, YAML), "validation_failed");
    expect(pointersOf(problem)).toContain("/k0");
  });

  test.each<[title: string, body: string, pointer: string]>([
    ["with half a character", 'title: "\\ud83d"', "/title"],
    ["with a key __proto__", "__proto__: {a: 1}", ""],
    ["with an infinite number", "title: .inf", "/title"],
    ["with a number that is none", "title: .nan", "/title"],
  ])("%s", async (_title, body, pointer) => {
    const problem = await problemOf(api().post("/v1/plans", body, YAML), "unsafe_text");
    expect(pointersOf(problem)).toEqual([pointer]);
  });

  test("that holds nothing but a comment", async () => {
    const answer = api().post("/v1/plans", "# 나중에", YAML);
    expect(pointersOf(await problemOf(answer, "validation_failed"))).toEqual([""]);
  });
});

describe("a body of 5 MB is refused", () => {
  const large = utf8(JSON.stringify({ title: "x".repeat(FIVE_MB), todos: [{ title: "a" }] }));

  test("by its announced length, before it is read", async () => {
    let pulled = 0;
    const body = new ReadableStream({
      pull(controller) {
        pulled += 1;
        controller.enqueue(large.subarray(0, 1024));
      },
    });
    const answer = api().request("POST", "/v1/plans", {
      body,
      headers: { "content-type": "application/json", "content-length": String(large.length) },
      duplex: "half",
    });
    const problem = await problemOf(answer, "body_too_large");
    expect(problem.detail).toContain(String(LIMITS.body_bytes));
    expect(pulled).toBeLessThanOrEqual(1);
  });

  test("without an announced length", async () => {
    const problem = await problemOf(api().post("/v1/plans", large), "body_too_large");
    expect(problem.hint).toContain("in a file");
  });

  test("in pieces, as soon as they are too many", async () => {
    let given = 0;
    function* pieces(): Generator<Uint8Array> {
      for (;;) {
        given += 1024;
        yield large.subarray(0, 1024);
      }
    }
    await problemOf(api().post("/v1/plans", chunked(pieces())), "body_too_large");
    expect(given).toBeLessThan(FIVE_MB);
  });

  test("with a length that is a lie", async () => {
    const answer = api().request("POST", "/v1/plans", {
      body: chunked([large]),
      headers: { "content-type": "application/json", "content-length": "10" },
      duplex: "half",
    });
    expect((await problemOf(answer, "body_too_large")).status).toBe(413);
  });

  test.each(["/v1/plans/x/cancel", "/v1/holds/x.h1/decision", "/v1/nothing"])(
    "for %s, too",
    async (path) => {
      const problem = await problemOf(api().post(path, large), "body_too_large");
      expect(problem.instance).toBe(path);
    },
  );

  test("and the next request is served", async () => {
    await api().post("/v1/plans", large);
    expect((await api().request("GET", "/healthz")).status).toBe(200);
  });
});

test("a body just within the limit is read", async () => {
  const plan = { title: "x", todos: [], description: "" };
  plan.description = "x".repeat(LIMITS.body_bytes - utf8(JSON.stringify(plan)).length);
  const problem = await problemOf(api().post("/v1/plans", plan), "validation_failed");
  expect(pointersOf(problem)).toContain("/description");
});
