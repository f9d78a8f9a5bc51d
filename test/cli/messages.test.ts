import { describe, expect, test } from "vitest";
import { languageOf } from "../../src/cli/language.ts";
import { createWords, TABLES, type WordKey } from "../../src/cli/messages/words.ts";
import { withParticle } from "../../src/cli/messages/particle.ts";
import { retell } from "../../src/cli/messages/retell.ts";

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
      "by_person",
      "decided_by",
      "heard_two",
    ]);
    const latin = keys.filter(
      (key) => !alike.has(key) && !/\p{Script=Hangul}/u.test(TABLES.ko[key]),
    );
    expect(latin).toEqual([]);
  });
});

test("what a plan puts into a sentence can neither move the cursor nor break the line", () => {
  const words = createWords("en");
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
])("%s takes its particle as it is read", (text, particle, both) => {
  expect(withParticle(text, particle)).toBe(both);
});

test("a particle stands behind the quotation mark of what it belongs to", () => {
  const told = createWords("ko")("bad_time", { text: "nonsense" });
  expect(told).toContain('"nonsense"는 ');
});

test("one of something is told as one", () => {
  const words = createWords("en");
  const told = [0, 1, 2].map((count) => words("more_todos", { count }));
  expect(told).toEqual(["… 0 more todos", "… 1 more todo", "… 2 more todos"]);
});

test("a second start says in Korean who stops the server", () => {
  const said = "Temporal (127.0.0.1:7233) already serves /tmp/a: using it; pid 28009 will stop it";
  expect(retell(said, "ko")).toMatch(/멈추는 것은 pid 28009입니다$/);
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
