import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { PROBLEMS } from "../../src/contract/tables/problems.ts";
import { problemOf, useApi } from "../support/api-harness.ts";
import { openSocket } from "./stream/support/open-socket.ts";
import { serveApi } from "./stream/support/served-api.ts";

const api = useApi({ worker: false });
const { en, ko } = PROBLEMS.not_found.title;
/** The Latin words of a text that are no names, codes or what somebody wrote. */
const inProse = (text: string): string =>
  text
    // What JSON's own reader says is quoted after the colon.
    .replace(/(JSON\S* 읽을 수 없습니다: ).*/, "$1")
    .replaceAll(/accept: [\w/-]+|<\w+>/g, "")
    .replaceAll(/(?:쓸 수 있|있|받)는 [^:]*: [\w, ]+/g, "")
    .replaceAll(
      /"[^"]*"|\/[\w.{}/-]*|\b(?:GET|HEAD|PUT|POST|JSON|WebSocket|ws|YAML|ID|Temporal|title|todos)\b/g,
      "",
    )
    .match(/[A-Za-z]{2,}.*/)?.[0] ?? "";
const ask = (language: string | undefined, path = "/v1/nowhere") =>
  api().request("GET", path, {
    headers: language === undefined ? {} : { "accept-language": language },
  });

describe("a problem", () => {
  test.each([
    ["ko", "ko"],
    ["ko-KR", "ko"],
    ["KO-kr,ko;q=0.9,en-US;q=0.8,en;q=0.7", "ko"],
    ["en-GB", "en"],
    ["en;q=0.4, ko;q=0.5", "ko"],
    ["ko;q=0.4, en;q=0.5", "en"],
    ["fr, ko;q=0.2", "ko"],
    ["ko;q=0", "en"],
    ["ko;q=0.000, fr", "en"],
    ["ko;q=0, *", "en"],
    ["ko;q=0, ko-KR", "en"],
    ["ko;Q=0", "en"],
    ["en;q=0, *", "ko"],
    ["en;q=0, *;q=0.1", "ko"],
    ["en;q=0.1, *", "ko"],
    ["*;q=0.5, en;q=0.1", "ko"],
    ["ko;q=0.3, en;q=0.3", "ko"],
    ["en, ko", "en"],
    ["ko, *", "ko"],
    ["ko-KR;q=0, ko;q=0.1", "ko"],
    ["ko-KR, en;q=0.9", "ko"],
    ["fr", "en"],
    ["kok", "en"],
    ["*", "en"],
    ["", "en"],
    [",;q=,=;ko", "en"],
    ["ko".repeat(2_000), "en"],
    [undefined, "en"],
  ])("is in the language that the caller likes best: %s", async (written, language) => {
    const answer = await ask(written);
    expect(answer.headers.get("content-language")).toBe(language);
    expect(answer.headers.get("vary")).toBe("Accept-Language");
    const problem = await problemOf(answer, "not_found");
    expect(problem.title).toBe(language === "ko" ? ko : en);
    expect(problem.detail).toBe(
      language === "ko" ? "GET /v1/nowhere: 없는 주소입니다." : "There is no GET /v1/nowhere.",
    );
    expect(problem.detail_said).toEqual({
      id: "no_route",
      values: { method: "GET", path: "/v1/nowhere" },
    });
  });

  test("is in that language wherever the request was refused", async () => {
    const headers = { "accept-language": "ko", "content-type": "application/json" };
    const wrote = (plan: object) => {
      const body = JSON.stringify({ title: "차", ...plan });
      return api().request("POST", "/v1/plans", { headers, body });
    };
    const refused = [
      [api().request("PUT", "/healthz", { headers }), "method_not_allowed"],
      [api().request("GET", "/v1/plans?nothing=1", { headers }), "validation_failed"],
      [api().request("POST", "/v1/plans", { headers, body: "{" }), "malformed_body"],
      [api().request("POST", "/v1/plans", { headers, body: "{}" }), "validation_failed"],
      [wrote({ title: 1, todos: [{ priority: 99 }], titel: "" }), "validation_failed"],
      [wrote({ todos: [{ title: "a", tool_name: "ecko" }] }), "unknown_tool"],
      [
        wrote({ todos: [{ title: "a", tool_name: "echo", tool_params: { text: 1, x: 1 } }] }),
        "invalid_tool_input",
      ],
      [wrote({ todos: [{ id: "a", title: "a", depends_on: ["b"] }] }), "unknown_dependency"],
      [wrote({ todos: [{ id: "a", title: "a", depends_on: ["a"] }] }), "dependency_cycle"],
      [api().request("GET", "/v1/plans/nowhere", { headers }), "plan_not_found"],
      [api().request("GET", "/v1/ws", { headers }), "upgrade_required"],
    ] as const;
    for (const [answer, code] of refused) {
      const problem = await problemOf(answer, code);
      expect(problem.title).toBe(PROBLEMS[code].title.ko);
      const { errors = [] } = problem;
      for (const text of [problem.detail, problem.hint, ...errors.map(({ detail }) => detail)]) {
        expect(text).toMatch(/\p{Script=Hangul}/u);
        expect(inProse(text)).toBe("");
      }
    }
  });

  test("is in that language for each decision of many", async () => {
    const answer = await api().request("POST", "/v1/holds/decisions", {
      headers: { "accept-language": "ko", "content-type": "application/json" },
      body: JSON.stringify({ decisions: [{ hold_id: "nowhere.h1", decision: "approve" }] }),
    });
    const { results } = (await answer.json()) as { results: { problem: object }[] };
    expect(results[0]?.problem).toMatchObject({
      code: "plan_not_found",
      title: PROBLEMS.plan_not_found.title.ko,
    });
  });

  test("is in that language in the list of all problems", async () => {
    const answer = await ask("ko", "/problems");
    expect(answer.headers.get("content-language")).toBe("ko");
    expect(answer.headers.get("vary")).toBe("Accept-Language");
    const { problems } = (await answer.json()) as { problems: { code: string; title: string }[] };
    expect(problems.find(({ code }) => code === "not_found")?.title).toBe(ko);
  });

  test("stays in the first language for who repeats a request with its Idempotency-Key", async () => {
    const key = randomUUID();
    const send = (language: string) =>
      api().request("POST", "/v1/plans", {
        headers: {
          "accept-language": language,
          "idempotency-key": key,
          "content-type": "application/json",
        },
        body: '{"title": 1}',
      });
    const first = await send("ko");
    const again = await send("en");
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.headers.get("content-language")).toBe("ko");
    expect(again.headers.get("vary")).toBe("Accept-Language");
    expect(await again.text()).toBe(await first.text());
  });

  test("is in the language of the handshake over a socket, for its commands, too", async () => {
    const { url } = await serveApi(api().deps);
    const headers = { "accept-language": "ko" };
    const socket = await openSocket(`${url}/v1/ws`, ["holdpoint.v1"], { headers });
    const title = PROBLEMS.plan_not_found.title.ko;
    const subscribed = await socket.ask({ type: "subscribe", plan_id: "nowhere" });
    expect(subscribed).toMatchObject({ type: "problem", problem: { title } });
    const paused = await socket.ask({ type: "command", command: "pause", plan_id: "nowhere" });
    expect(paused).toMatchObject({ type: "problem", problem: { title } });
  });
});
