import { describe, expect, test } from "vitest";
import { speak, words } from "../../src/cli/messages/i18n.ts";
import { languageOf } from "../../src/cli/messages/language.ts";
import { tell } from "../../src/cli/messages/tell.ts";
import { TABLES, type WordKey } from "../../src/cli/messages/words.ts";
import { reportError } from "../../src/cli/session/errors/report-error.ts";
import { ProblemError } from "../../src/contract/problems/problem-error.ts";
import { AGENTS } from "../../src/contract/sentences/catalogs/agents.ts";
import { EDITS } from "../../src/contract/sentences/catalogs/edits.ts";
import { ENDS } from "../../src/contract/sentences/catalogs/ends.ts";
import { EVENTS } from "../../src/contract/sentences/catalogs/events.ts";
import { HOLDS } from "../../src/contract/sentences/catalogs/holds.ts";
import { IMPACT } from "../../src/contract/sentences/catalogs/impact.ts";
import { IMPORTS } from "../../src/contract/sentences/catalogs/imports.ts";
import { PLANS } from "../../src/contract/sentences/catalogs/plans.ts";
import { REPLAN } from "../../src/contract/sentences/catalogs/replan.ts";
import { ADDRESSES } from "../../src/contract/sentences/catalogs/service/addresses.ts";
import { MCP } from "../../src/contract/sentences/catalogs/service/mcp.ts";
import { MODELS } from "../../src/contract/sentences/catalogs/service/models.ts";
import { REQUESTS } from "../../src/contract/sentences/catalogs/service/requests.ts";
import { SECRETS } from "../../src/contract/sentences/catalogs/service/secrets.ts";
import { SERVICE } from "../../src/contract/sentences/catalogs/service/service.ts";
import { STORAGE } from "../../src/contract/sentences/catalogs/service/storage.ts";
import { TEMPLATES } from "../../src/contract/sentences/catalogs/service/templates.ts";
import { TEMPORAL } from "../../src/contract/sentences/catalogs/service/temporal.ts";
import { WEBHOOKS } from "../../src/contract/sentences/catalogs/service/webhooks.ts";
import { YAML } from "../../src/contract/sentences/catalogs/service/yaml.ts";
import { SESSIONS } from "../../src/contract/sentences/catalogs/sessions.ts";
import { VALUES } from "../../src/contract/sentences/catalogs/values.ts";
import { WAITING } from "../../src/contract/sentences/catalogs/waiting.ts";
import { OUTLINES, WORDS } from "../../src/contract/sentences/catalogs/words.ts";
import { WRITING } from "../../src/contract/sentences/catalogs/writing.ts";
import { countsOnce } from "../../src/contract/sentences/counts-once.ts";
import {
  english,
  fieldText,
  readWording,
  say,
  SENTENCES,
  spelled,
  textOf,
  type SentenceId,
} from "../../src/contract/sentences/sentence.ts";
import { tellProblem } from "../../src/contract/sentences/tell-problem.ts";
import {
  notice,
  NoticeError,
  NOTICES,
  type NoticeCode,
} from "../../src/contract/service/notices.ts";
import { editsShared } from "../../src/plan/holds/needs.ts";
import { fill } from "../../src/text/fill.ts";
import { withParticle } from "../../src/text/particle.ts";
import { useEnglish } from "./support/use-english.ts";

useEnglish();

const keys = Object.keys(TABLES.en) as WordKey[];
const placeholders = (sentence: string): string[] =>
  [...new Set([...sentence.matchAll(/\{(\w+)/g)].map(([, name]) => name!))].toSorted();

describe("the sentences in English and Korean", () => {
  test("are the same ones", () => {
    expect(Object.keys(TABLES.ko).toSorted()).toEqual([...keys].toSorted());
  });

  test.each(keys)("%s says the same things in both", (key) => {
    expect(placeholders(TABLES.ko[key])).toEqual(placeholders(TABLES.en[key]));
    expect(TABLES.ko[key]).not.toBe("");
  });

  test("speak Korean in the Korean table", () => {
    // Names, units and formats are the same everywhere.
    const alike = new Set<WordKey>([
      "head_id",
      "yes_or_no",
      "decided_by",
      "takes_within",
      "chat_status",
    ]);
    const latin = keys.filter(
      (key) => !alike.has(key) && !/\p{Script=Hangul}/u.test(TABLES.ko[key]),
    );
    expect(latin).toEqual([]);
  });
});

describe("the sentences of plans and of the API", () => {
  const ids = Object.keys(SENTENCES) as SentenceId[];

  test.each(ids)("%s says the same in both languages", (id) => {
    const { en, ko } = SENTENCES[id];
    expect(placeholders(ko)).toEqual(placeholders(en));
    expect(en).not.toMatch(/\p{Script=Hangul}/u);
  });

  test("speak Korean in Korean, but for what is nothing else than what stands in it", () => {
    // Korean needs no subject.
    const latin = ids.filter((id) => id !== "it" && !/\p{Script=Hangul}/u.test(SENTENCES[id].ko));
    expect(
      latin.filter((id) => /\p{L}/u.test(SENTENCES[id].en.replaceAll(/\{\w+\}/g, ""))),
    ).toEqual([]);
  });

  test("have in Korean no Latin words but names, formats, and what is written as it is", () => {
    const names =
      /\b(?:Temporal|Holdpoint(?:-Instance)?|UI|API|CLI|ID|JSON(?:-RPC| Pointer| Schema)?|YAML|UUID|UTF|ASCII|HTTP|URL|DNS|https?|KiB|WebSocket|ETag|GET|POST|ws|text|Prefer|Idempotency-Key|authorization|accept|origin|api\.hosts|weekly|data|fork|from|schema|options|choice|description|context|true|false|null|critical|high|medium|low|pending|blocked|running|completed|failed|skipped|cancelled|holdpoint [a-z]+(?: add| revoke)?|operator|approver|admin|base64)\b/g;
    const left = ids.flatMap((id) => {
      const prose = SENTENCES[id].ko
        .replaceAll(
          /"[^"]*"|`[^`]*`|\{[^}]*\}|<[^>]*>|--\w+|\/[\w./-]*|\b\d[\w:-]*|[\w.]+_[\w.]+/g,
          "",
        )
        .replaceAll(names, "");
      return /[A-Za-z]{2,}/.test(prose) ? [`${id}: ${prose}`] : [];
    });
    expect(left).toEqual([]);
  });

  test("have an id each, in whichever file they stand", () => {
    const catalogs = [
      ADDRESSES,
      AGENTS,
      PLANS,
      EDITS,
      IMPACT,
      HOLDS,
      IMPORTS,
      MODELS,
      MCP,
      ENDS,
      EVENTS,
      VALUES,
      WAITING,
      WRITING,
      OUTLINES,
      REPLAN,
      REQUESTS,
      SECRETS,
      SERVICE,
      STORAGE,
      TEMPLATES,
      TEMPORAL,
      SESSIONS,
      WEBHOOKS,
      WORDS,
      YAML,
    ];
    expect(ids).toHaveLength(catalogs.flatMap((catalog) => Object.keys(catalog)).length);
  });

  test("are told with their values, sentences in sentences, and particles that fit", () => {
    const why = say("stop_rejected_because", { title: "보도 자료", by: "민지", why: "오타" });
    expect(textOf(why, "ko")).toBe('민지가 "보도 자료"를 거절했습니다: 오타');
    const said = say("todo_cannot_run", { id: "send", why });
    expect(english(said)).toBe('Todo "send" cannot run: "보도 자료" was rejected by 민지: 오타.');
  });

  test("stay a sentence in a field's text for those who read no more, and beside it for others", () => {
    const field = spelled("reason", say("cancelled_by", { by: "bo" }));
    expect(field).toEqual({
      reason: "Cancelled by bo.",
      reason_said: { id: "cancelled_by", values: { by: "bo" } },
    });
    expect(fieldText(field, "reason", "ko")).toBe("bo가 취소했습니다.");
    expect(fieldText(spelled("reason", "Wrong data."), "reason", "ko")).toBe("Wrong data.");
  });

  test("are believed of a worker only as plain sentences that there are", () => {
    expect(readWording({ id: "took_too_long", values: {} })).toEqual(say("took_too_long"));
    expect(readWording("no answer")).toBe("no answer");
    for (const raw of [null, {}, { id: "took_too_long" }, { id: "toString", values: {} }]) {
      expect(readWording(raw)).toBeUndefined();
    }
    expect(readWording({ id: "not_started", values: { why: null } })).toBeUndefined();
  });
});

describe("the notices of the other rooms", () => {
  const codes = Object.keys(NOTICES) as NoticeCode[];

  test.each(codes)("%s says the same in both languages", (code) => {
    const { en, ko } = NOTICES[code];
    expect(placeholders(ko)).toEqual(placeholders(en));
  });

  test("speak Korean in Korean", () => {
    const alike = new Set<NoticeCode>(["both", "binary_miss", "binary_from_path", "node_fine"]);
    const latin = codes.filter((code) => !/\p{Script=Hangul}/u.test(NOTICES[code].ko));
    expect(latin.filter((code) => !alike.has(code))).toEqual([]);
  });

  test("are told with what stands in them, notices in notices and lists line by line", () => {
    const first = notice("port_free", { port: 7233 });
    const second = notice("port_used", { port: 7233, other: 7234 });
    const both = notice("both", { first, second });
    speak("ko");
    expect(tell(both)).toBe("7233은 비어 있음; 7233은 쓰이고 있어 다음 시작은 7234를 씀");
    speak("en");
    expect(tell(both)).toBe("7233 is free; 7233 is in use, the next start takes 7234");
    const tried = [notice("place_cache"), notice("no_go")];
    speak("ko");
    expect(tell(notice("no_binary", { tried }))).toContain("캐시\nGo가 설치되어 있지 않음\n");
  });

  test("tell of errors, and leave those of others as they are", () => {
    speak("ko");
    expect(tell(new NoticeError(notice("no_such_file", { file: "x.ts" })))).toBe(
      "x.ts: 없는 파일입니다.",
    );
    expect(tell(new Error("nobody knows"))).toBe("nobody knows");
  });
});

test("a sentence in a sentence ends once, in whichever table and language", () => {
  const whole = { en: "It took longer than its timeout.", ko: "제한 시간 안에 끝나지 않았습니다." };
  const twice = (["en", "ko"] as const).flatMap((language) => {
    const sentences = [
      ...Object.values(TABLES[language]),
      ...Object.values(SENTENCES).map((sentence) => sentence[language]),
      ...Object.values(NOTICES).map((sentence) => sentence[language]),
    ];
    return sentences
      .map((sentence) => fill(sentence, () => whole[language]))
      .filter((told) => /(?:\.\.|。\.|\.。)(?=\s|$)/.test(told));
  });
  expect(twice).toEqual([]);
  const failed = say("todo_cannot_run", { id: "slow", why: say("took_too_long") });
  expect(english(failed)).toBe('Todo "slow" cannot run: It took longer than its timeout.');
  // Names end as they end, and what is no sentence gets its full stop.
  expect(fill("{file}.yaml and {why}.", (name) => (name === "why" ? "no" : "a."))).toBe(
    "a..yaml and no.",
  );
});

test("what a plan puts into a sentence can neither move the cursor nor break the line", () => {
  const told = words("told_approve", { title: "a\u001b[2J\u0007b\nc\u202ed" });
  expect(told).toBe("Approved: a\\u{1b}[2J\\u{7}b c\\u{202e}d");
});

test.each([
  ["계획", "을", "계획을"],
  ["할 일", "이", "할 일이"],
  ["차", "을", "차를"],
  ["서울", "으로", "서울로"],
  ["부산", "으로", "부산으로"],
  ["v3", "으로", "v3으로"],
  ["v2", "으로", "v2로"],
  ["v1", "으로", "v1로"],
  ["tea", "을", "tea를"],
  ["plan", "은", "plan은"],
  ["'보고서'", "은", "'보고서'는"],
  ["승ㅇ", "이라는", "승ㅇ이라는"],
  ["morning", "을", "morning을"],
  ["Bob", "이", "Bob이"],
  ["get", "을", "get을"],
  ["pot", "으로", "pot으로"],
  ["test", "을", "test를"],
  ["server", "은", "server는"],
  ["mail", "으로", "mail로"],
  ["tick", "을", "tick을"],
  ["`tool_name`", "을", "`tool_name`을"],
  ["title", "으로", "title로"],
  ["file", "은", "file은"],
  ["time", "을", "time을"],
  ["role", "이", "role이"],
  ["type", "을", "type을"],
  ["note", "을", "note를"],
  ["tree", "을", "tree를"],
])("%s takes its particle as it is read", (text, particle, both) => {
  expect(withParticle(text, particle)).toBe(both);
});

test("a particle stands behind the quotation mark of what it belongs to", () => {
  speak("ko");
  const told = words("bad_time", { text: "nonsense" });
  expect(told).toContain('"nonsense"는 ');
});

test("one of something is told as one", () => {
  const told = [0, 1, 2].map((count) => words("more_todos", { count }));
  expect(told).toEqual(["… 0 more todos", "… 1 more todo", "… 2 more todos"]);
});

test("a second start says in Korean who stops the server", () => {
  const said = notice("temporal_shared", { at: "127.0.0.1:7233", folder: "/data/a", pid: 28009 });
  speak("ko");
  expect(tell(said)).toMatch(/멈추는 것은 pid 28009입니다$/);
});

test.each([
  [["--lang", "ko"], {}, "ko"],
  [["inbox", "--lang=en"], { HOLDPOINT_LANG: "ko" }, "en"],
  [[], { HOLDPOINT_LANG: "ko", LANG: "en_US.UTF-8" }, "ko"],
  [[], { LANG: "ko_KR.UTF-8" }, "ko"],
  [[], { LC_ALL: "C", LANG: "ko_KR.UTF-8" }, "en"],
  [[], {}, "en"],
])("%j with %j speaks %s", (args, env, language) => {
  expect(languageOf(args, env)).toBe(language);
});

test.each([
  [
    "en",
    /^ {2}Close connections .*, and try again\. .*the service's limit on open files \(`ulimit -n`\)\.$/,
  ],
  ["ko", /^ {2}열어 둔 화면 탭처럼 .*서비스가 열 수 있는 파일 수\(`ulimit -n`\)를 늘리세요\.$/],
] as const)(
  "where the service has too many files open, the terminal says what helps (%s), and leads to no help about the command",
  (language, helps) => {
    speak(language);
    const problem = tellProblem(
      {
        code: "too_many_open_files",
        detail: say("no_descriptors"),
        hint: say("fewer_connections"),
      },
      language,
    );
    const { lines } = reportError(new ProblemError(problem), { command: "pause" });
    expect(lines.at(-1)).toMatch(helps);
    expect(lines.join("\n")).not.toContain("--help");
  },
);

test("who may not change what others approve is told to change the todo, and how", () => {
  const { lines } = reportError(new ProblemError(tellProblem(editsShared(), "en")), {
    command: "approve",
  });
  expect(lines.slice(-2)).toEqual([
    expect.stringMatching(/^ {2}Change the todo instead: /),
    expect.stringMatching(/^Next: .*holdpoint todo set --help$/),
  ]);
});

test("on a full disk, the terminal says what helps, and leads to no help about the command", () => {
  const hint = countsOnce(say("free_space"));
  const problem = tellProblem(
    { code: "storage_full", detail: say("disk_full", { free: "0 B", kept: "16 MiB" }), hint },
    "en",
  );
  const { lines } = reportError(new ProblemError(problem), { command: "pause" });
  expect(lines.at(-1)).toBe(
    "  Free space on that disk (deleting ended plans helps), then try again. Nothing needs a restart; GET /readyz says when it is ready.",
  );
  expect(lines.join("\n")).not.toMatch(/--help|command_id/);
});
