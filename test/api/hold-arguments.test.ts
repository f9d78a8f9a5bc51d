import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type {
  ArgumentMatch,
  ArgumentMatches,
  HoldDetail,
} from "../../src/contract/plan/holds/hold.ts";
import type { FileAnswer } from "../../src/contract/plan/todo.ts";
import { problemOf, useApi } from "../support/api-harness.ts";
import { bigTextTodos } from "../support/big-text-todos.ts";

const api = useApi();
const LONG = "가".repeat(40_000);
const digestOf = (bytes: Uint8Array | string): string =>
  `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

let hold: HoldDetail;
beforeAll(async () => {
  const { id } = await api().create({
    title: "큰 글",
    todos: bigTextTodos({ input_data: { all: { $from: "big" }, n: 1 } }),
  });
  const [asked] = await api().untilHolds(id);
  hold = await api().get<HoldDetail>(`/v1/holds/${asked!.id}`);
});

const read = (query = "", range?: string, id = hold.id) =>
  api().request("GET", `/v1/holds/${id}/arguments${query}`, {
    headers: range === undefined ? {} : { range },
  });
const WHOLE = JSON.stringify({
  args: { text: LONG },
  input_data: { all: { long: LONG, short: "짧은 글" }, n: 1 },
});

test("a hold on large arguments says of each what its bytes are", () => {
  const text = JSON.stringify(LONG);
  const all = JSON.stringify({ long: LONG, short: "짧은 글" });
  expect(hold.references).toEqual(["/args/text", "/input_data/all"]);
  expect(hold.kept_values).toEqual([
    {
      pointer: "/args/text",
      bytes: 120_002,
      digest: digestOf(text),
      media_type: "application/json",
      head: text.slice(0, 200),
      tail: text.slice(-200),
    },
    expect.objectContaining({
      pointer: "/input_data/all",
      head: all.slice(0, 200),
      tail: all.slice(-200),
    }),
  ]);
});

describe("whoever may decide reads the bytes", () => {
  test("all of them, as RFC 8785 JSON that the ETag is the digest of", async () => {
    const response = await read();
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(WHOLE);
    expect(response.headers.get("etag")).toBe(`"${digestOf(WHOLE)}"`);
    expect(response.headers.get("content-length")).toBe(String(Buffer.byteLength(WHOLE)));
    expect(response.headers.get("accept-ranges")).toBe("bytes");
  });

  test.each([
    ["bytes=0-0", 0, 1],
    ["bytes=100000-100199", 100_000, 100_200],
    ["bytes=240000-", 240_000, undefined],
    ["bytes=-12", -12, undefined],
    ["bytes=5-99999999", 5, undefined],
  ])("of a range: %s", async (range, first, end) => {
    const response = await read("", range);
    const bytes = Buffer.from(WHOLE);
    const wanted = bytes.subarray(first, end);
    const from = first < 0 ? bytes.length + first : first;
    expect(response.status).toBe(206);
    expect(Buffer.from(await response.arrayBuffer()).equals(wanted)).toBe(true);
    const said = `bytes ${from}-${from + wanted.length - 1}/${bytes.length}`;
    expect(response.headers.get("content-range")).toBe(said);
    expect(response.headers.get("etag")).toBe(`"${digestOf(WHOLE)}"`);
  });

  test.each(["bytes=9-3", "bytes=a-b", "bytes=0-1,4-5", "lines=0-1", "bytes=-"])(
    "whole, when %s is no range",
    async (range) => {
      const response = await read("", range);
      expect(response.status).toBe(200);
      expect(await response.text()).toBe(WHOLE);
    },
  );

  test("whole, when they go on with what they have of other bytes", async () => {
    const rest = (ifRange: string) =>
      api().request("GET", `/v1/holds/${hold.id}/arguments`, {
        headers: { range: "bytes=9-", "if-range": ifRange },
      });
    const own = `"${digestOf(WHOLE)}"`;
    expect((await rest(own)).status).toBe(206);
    for (const other of [
      `"${digestOf("what it was")}"`,
      `W/${own}`,
      "Sat, 28 Nov 2026 21:00:00 GMT",
    ]) {
      const response = await rest(other);
      expect(response.status, other).toBe(200);
      expect(await response.text()).toBe(WHOLE);
    }
  });

  test("and is told their whole length by HEAD, whatever range is named", async () => {
    const headers = { range: "bytes=0-9" };
    const response = await api().request("HEAD", `/v1/holds/${hold.id}/arguments`, { headers });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-length")).toBe(String(Buffer.byteLength(WHOLE)));
  });

  test.each(["bytes=999999999-", "bytes=-0"])("and is told that %s is beyond", async (range) => {
    const response = await read("", range);
    const said = `bytes */${Buffer.byteLength(WHOLE)}`;
    expect(response.headers.get("content-range")).toBe(said);
    await problemOf(response, "range_not_satisfiable");
  });

  test.each([
    ["/args/text", LONG],
    ["/input_data/n", 1],
    ["/input_data/all/short", "짧은 글"],
  ])("of the value at %s", async (pointer, value) => {
    const response = await read(`?pointer=${pointer}`);
    expect(await response.text()).toBe(JSON.stringify(value));
    expect(response.headers.get("etag")).toBe(`"${digestOf(JSON.stringify(value))}"`);
  });

  test.each(["/nothing", "args", "/input_data/all/nothing", "/args/text/0"])(
    "and is told that there is nothing at %s",
    async (pointer) => {
      const problem = await problemOf(await read(`?pointer=${pointer}`), "not_found");
      expect(problem.detail).toContain(pointer.split("/").at(-1));
    },
  );
});

describe("whoever may decide finds a text in them", () => {
  const find = async (query: string): Promise<ArgumentMatches> =>
    api().get(`/v1/holds/${hold.id}/arguments/matches?${query}`);

  test("at bytes that a range reads, with what stands around it", async () => {
    const found = await find(`find=${encodeURIComponent("짧은 글")}`);
    expect(found).toMatchObject({ pointer: "", total: 1, is_complete: true });
    const [{ offset, bytes, before, text, after }] = found.matches as [ArgumentMatch];
    expect(text).toBe("짧은 글");
    expect(WHOLE).toContain(before + text + after);
    expect([...before].length).toBe(40);
    const part = await read("", `bytes=${offset}-${offset + bytes - 1}`);
    expect(await part.text()).toBe("짧은 글");
  });

  test("all places are counted up to a bound, the first are told, and one goes on behind a byte", async () => {
    const found = await find(`find=${encodeURIComponent("가")}&pointer=/args/text&limit=3`);
    expect(found.matches.map(({ offset }) => offset)).toEqual([1, 4, 7]);
    expect(found).toMatchObject({ total: 10_000, is_complete: false });
    const last = await find(`find=${encodeURIComponent("가")}&pointer=/args/text&from=119996`);
    expect(last).toMatchObject({ total: 1, is_complete: true });
    // A quotation mark, and 39,999 signs of three bytes each.
    expect(last.matches.map(({ offset }) => offset)).toEqual([119_998]);
  });

  test("in upper and lower case, and as JSON writes it", async () => {
    expect((await find("find=LONG")).matches.map(({ text }) => text)).toEqual(["long"]);
    expect((await find("find=%22n%22")).total).toBe(0);
    expect((await find("find=nowhere")).matches).toEqual([]);
  });

  test("and who asks for nothing, or for too much, is told so", async () => {
    for (const query of ["", "find=", `find=${"a".repeat(201)}`, "find=a&limit=101"]) {
      const refused = await api().request("GET", `/v1/holds/${hold.id}/arguments/matches?${query}`);
      expect(refused.status, query).toBe(422);
    }
    const nothing = await api().request(
      "GET",
      `/v1/holds/${hold.id}/arguments/matches?find=a&pointer=/args/none`,
    );
    await problemOf(nothing, "not_found");
  });
});

test("a file among the arguments is shown and read as its bytes", async () => {
  const { id } = await api().create({
    title: "파일",
    todos: [
      { id: "ask", title: "파일", input_request: { question: "?", input_type: "file" } },
      {
        title: "사용",
        requires_approval: true,
        tool_name: "echo",
        tool_params: { text: { $from: "ask" } },
      },
    ],
  });
  const [question] = await api().untilHolds(id);
  const nothing = await read("", undefined, question!.id);
  await problemOf(nothing, "not_found");
  const bytes = Buffer.from("<script>이름,값\n가,1\n");
  const sent = await api().post(
    `/v1/plans/${id}/files?name=a.csv`,
    bytes,
    "application/octet-stream",
  );
  const value = (await sent.json()) as FileAnswer;
  await api().post(`/v1/holds/${question!.id}/decision`, { decision: "answer", value });
  const [asked] = await api().untilHolds(id);
  const shown = await api().get<HoldDetail>(`/v1/holds/${asked!.id}`);
  expect(shown.kept_values).toEqual([
    {
      pointer: "/args/text",
      bytes: bytes.length,
      digest: digestOf(bytes),
      media_type: "text/csv",
      head: bytes.toString(),
      tail: "",
    },
  ]);
  const file = await read("?pointer=/args/text", undefined, asked!.id);
  expect(await file.text()).toBe(bytes.toString());
  expect(file.headers.get("content-disposition")).toBe("attachment");
  const whole = (await (await read("", undefined, asked!.id)).json()) as { args: object };
  expect(whole.args).toEqual({ text: `files/${value.$file.slice(7, 23)}/a.csv` });
});
