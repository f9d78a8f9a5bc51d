import { expect, test } from "vitest";
import { ParameterSchema } from "../../src/contract/template.ts";
import {
  mayNameTemplate,
  namedTemplate,
  readTemplateValues,
  unnamedTemplate,
} from "../../src/words/template-words.ts";

const KNOWN = [
  { id: "estate", title: "부동산 종합 분석" },
  { id: "weekly", title: "Weekly report" },
  { id: "twin-a", title: "Twins" },
  { id: "twin-b", title: "Twins" },
];
const PARAMETERS = [
  { name: "region", title: "지역" },
  { name: "months", title: "기간", type: "number", default: 6 },
  { name: "depth", title: "깊이", type: "choice", options: ["간단히", "자세히"] },
  { name: "maps", type: "boolean", required: false },
].map((each) => ParameterSchema.parse(each));

/** What a text says of a template: its id, its values, and each place that was not understood. */
function read(text: string) {
  if (!mayNameTemplate(text)) return null;
  const found = namedTemplate(text, KNOWN);
  if (found === null) return null;
  if (found.kind !== "one") return { ...found, ...unnamedTemplate(text, found) };
  const template = { title: "T", parameters: PARAMETERS };
  const { values, understood, not_understood } = readTemplateValues(text, found, template);
  return { id: found.id, values, understood, left: not_understood };
}

test.each([
  ["from estate region=서울 depth=간단히", "estate", { region: "서울", depth: "간단히" }],
  [
    "template estate region=서울 강남구 depth=자세히 maps=yes",
    "estate",
    { region: "서울 강남구", depth: "자세히", maps: true },
  ],
  [
    "use the template weekly with region=Seoul, depth=간단히",
    "weekly",
    { region: "Seoul", depth: "간단히" },
  ],
  [
    'from "Weekly report": region is Seoul, depth=간단히',
    "weekly",
    { region: "Seoul", depth: "간단히" },
  ],
  [
    "use the weekly report template, region: Seoul, depth: 자세히",
    "weekly",
    { region: "Seoul", depth: "자세히" },
  ],
  [
    "템플릿 estate 지역=서울 깊이=자세히 기간=12",
    "estate",
    { region: "서울", depth: "자세히", months: 12 },
  ],
  [
    "부동산 종합 분석 템플릿으로 지역은 서울, 깊이는 간단히",
    "estate",
    { region: "서울", depth: "간단히" },
  ],
  [
    "「부동산 종합 분석」 템플릿으로\n- 지역: 서울\n- 깊이: 자세히\n- maps=아니요",
    "estate",
    { region: "서울", depth: "자세히", maps: false },
  ],
  ['from estate region="a, b c=d" depth=간단히', "estate", { region: "a, b c=d", depth: "간단히" }],
])("%s", (text, id, values) => {
  expect(read(text)).toMatchObject({ id, values, left: [] });
});

test.each([
  "1. boil\n2. pour",
  "템플릿 만들기",
  "주간 보고서 템플릿으로 발표 자료 만들기",
  "Review the template of the contract",
  "from the sales of March, write a report",
  "- from estate to Seoul",
  "주간 보고서 템플릿으로 나는 발표 자료를 만들고 싶어",
  "이메일 템플릿으로 답장은 오늘 보내줘",
  "템플릿을 고치고 지역은 서울",
  "Fix the email template: subject is wrong",
  "template",
  "",
])("is no template: %s", (text) => {
  expect(read(text)).toBeNull();
});

test("says line by line what it took, also of what nobody said", () => {
  const found = read("from estate region=서울 depth=간단히");
  expect(found).toMatchObject({
    understood: [
      { meaning: 'from the template "T"', line: 1 },
      { meaning: "지역 is 서울", text: "region=서울" },
      { meaning: "깊이 is 간단히" },
      { meaning: "기간 is 6, as usual" },
    ],
  });
});

test.each([
  ["from estate", ["지역 has to be said", "깊이 has to be said"]],
  ["from estate region=서울", ["깊이 has to be said"]],
  [
    "from estate region= depth=간단히",
    ['"" is not a valid value for region', "지역 has to be said"],
  ],
  ["from estate region=a region=b depth=간단히", ["region is said twice"]],
  [
    "from estate region=a depth=대충",
    ['"대충" is not a valid value for depth', "깊이 has to be said"],
  ],
  ["from estate region=a depth=간단히 months=many", ['"many" is not a valid value for months']],
  ["from estate region=a depth=간단히 colour=red", ['the template has no parameter "colour"']],
  ["from estate and do it well, region=a, depth=간단히", ["this sets no value of the template"]],
])("what is missing or strange is named, never guessed: %s", (text, details) => {
  const found = read(text);
  expect(found !== null && "left" in found ? found.left.map(({ detail }) => detail) : null).toEqual(
    details,
  );
});

test.each([
  ["부동산 템플릿으로 지역은 강남구", "부동산"],
  ["부동산 템플릿으로 지역은 서울 강남구, 기간은 3개월", "부동산"],
  ["월간 보고 템플릿에서\n- 지역: 서울\n- 깊이: 자세히", "월간 보고"],
  ["use the monthly template, region is Seoul", "monthly"],
])("values in words for a template that there is not start nothing: %s", (text, name) => {
  expect(read(text)).toMatchObject({ kind: "unknown", name });
});

test("a name that no template has, or several have, is answered with what there is", () => {
  expect(read("template monthly region=a")).toMatchObject({
    kind: "unknown",
    not_understood: [
      {
        detail: 'there is no template "monthly"',
        instead: ["template estate", "template weekly", "template twin-a", "template twin-b"],
      },
    ],
  });
  expect(read("from Twins region=a")).toMatchObject({
    kind: "several",
    not_understood: [
      {
        detail: 'several templates are called "Twins": name one by its id',
        instead: ["template twin-a", "template twin-b"],
      },
    ],
  });
});

test("a text of 100,000 signs is read as fast as any", () => {
  for (const text of [
    `from estate ${"a ".repeat(50_000)}`,
    `from estate ${"a=b ".repeat(25_000)}`,
    `${"x".repeat(100_000)} 템플릿으로`,
    `from estate\n${"a,\n".repeat(33_000)}`,
    `from estate ${"=".repeat(100_000)}`,
  ]) {
    // What grew with the square of the length would take longer than a test may.
    expect(() => read(text), text.slice(0, 20)).not.toThrow();
  }
});
