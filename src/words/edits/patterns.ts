import { toTemplate, type Template } from "./template.ts";

/** An instruction that is understood: how it is written, and one example in each language. */
export interface Pattern {
  readonly id: PatternId;
  readonly templates: readonly Template[];
  readonly example: { readonly en: string; readonly ko: string };
}

interface Written {
  readonly en: readonly string[];
  readonly ko: readonly string[];
  readonly example: Pattern["example"];
}

/**
 * Every instruction that is understood without a model. `{new}` is a new todo's title, `{to}` the new
 * title of one; `{one}`, `{other}` each name a todo and `{todos}` one or several; `<words>` stand in
 * `lexicon.ts`. What an instruction becomes is in `operations.ts`.
 */
const WRITTEN = {
  add: {
    en: ["<add> {new}", "<add> {new} <to_plan>", "<add> {new} <at_back>", "<at_back> <add> {new}"],
    ko: [
      "{new} <add>",
      "<to_plan> {new} <add>",
      "{new} 을|를|은|는|도 <to_plan> <add>",
      "[계획|계획의|목록] <at_back> {new} <add>",
      "{new} [을|를|은|는|도] [계획|계획의|목록] <at_back> <add>",
    ],
    example: { en: "add fact check", ko: "사실 확인 추가해줘" },
  },
  add_first: {
    en: ["<add> {new} <at_front>", "<at_front> <add> {new}"],
    ko: [
      "[계획|계획의|목록] <at_front> {new} <add>",
      "{new} [을|를|은|는|도] [계획|계획의|목록] <at_front> <add>",
    ],
    example: { en: "add kickoff at the start", ko: "맨 앞에 착수 회의를 추가해줘" },
  },
  add_after: {
    en: ["<add> {new} <after> {one}", "<after> {one} [please] <add> {new}"],
    ko: ["{one} <after> {new} <add>", "{new} 을|를|은|는|도 {one} <after> <add>"],
    example: { en: "add fact check after draft", ko: "초안 다음에 사실 확인을 추가해줘" },
  },
  add_before: {
    en: ["<add> {new} <before> {one}", "<before> {one} [please] <add> {new} [<first>]"],
    ko: [
      "{one} <before> {new} [<first>] <add>",
      "{new} 을|를|은|는|도 {one} <before> [<first>] <add>",
    ],
    example: { en: "add legal review before publish", ko: "발행 전에 법무 검토를 추가해줘" },
  },
  add_between: {
    en: ["<add> {new} between {todos}", "between {todos} [please] <add> {new}"],
    ko: ["{todos} 사이에 {new} <add>", "{new} 을|를|은|는|도 {todos} 사이에 <add>"],
    example: {
      en: "add legal review between draft and publish",
      ko: "초안과 발행 사이에 법무 검토를 추가해줘",
    },
  },
  remove: {
    en: ["<remove> {todos}", "<remove> {todos} <from_plan>"],
    ko: [
      "{todos} <remove>",
      "<from_plan> {todos} <remove>",
      "{todos} 을|를|은|는|도 <from_plan> <remove>",
    ],
    example: { en: "remove draft", ko: "초안은 빼줘" },
  },
  do_before: {
    en: [
      "<do> {other} <before> {one}",
      "<do> {other} <first> <before> {one}",
      "<before> {one} [please] <do> {other} [<first>]",
    ],
    ko: [
      "{one} <before> {other} <first> <do>",
      "{one} <before> {other} <do>",
      "{one} 보다 {other} <first> <do>",
      "{other} 을|를|은|는 {one} <before> [<first>] <do>",
      "{other} 을|를|은|는 {one} 보다 <first> <do>",
    ],
    example: { en: "do draft before publish", ko: "발행 전에 초안을 먼저 해줘" },
  },
  do_after: {
    en: ["<do> {other} <after> {one}", "<after> {one} [please] <do> {other}"],
    ko: ["{one} <after> {other} <do>", "{other} 을|를|은|는 {one} <after> <do>"],
    example: { en: "do publish after draft", ko: "초안 다음에 발행을 해줘" },
  },
  wait: {
    en: [
      "make|let|have {other} wait for {one}",
      "make|let|have {other} depend on {one}",
      "{other} must|should|has_to wait for {one}",
      "{other} must|should|has_to depend on {one}",
    ],
    ko: ["{other} <subject> {one} 기다리게|기다리도록|의존하게|의존하도록 <do>"],
    example: { en: "make publish wait for draft", ko: "발행이 초안을 기다리게 해줘" },
  },
  not_wait: {
    en: [
      "make|let|have {other} not wait for {one}",
      "{other} should_not|must_not|shouldn't|need_not|needn't wait for {one}",
      "<remove> the_dependency of {other} on {one}",
    ],
    ko: [
      "{other} <subject> {one} 기다리지_않게|기다리지_않도록|안_기다리게 <do>",
      "{other} 에서 {one} 의존성|의존성을|의존|의존을 <remove>",
    ],
    example: { en: "make publish not wait for draft", ko: "발행이 초안을 기다리지 않게 해줘" },
  },
  raise: {
    en: ["<raise> [the] <priority> of {todos}", "<raise> {todos} <priority>"],
    ko: ["{todos} <priority> <raise>", "<priority> {todos} <raise>"],
    example: { en: "raise the priority of draft", ko: "초안의 우선순위를 높여줘" },
  },
  lower: {
    en: ["<lower> [the] <priority> of {todos}", "<lower> {todos} <priority>"],
    ko: ["{todos} <priority> <lower>", "<priority> {todos} <lower>"],
    example: { en: "lower the priority of draft", ko: "초안의 우선순위를 낮춰줘" },
  },
  priority: {
    en: [
      "<set> [the] <priority> of {todos} to <level>",
      "<set> {todos} <priority> to <level>",
      "<raise> [the] <priority> of {todos} to <level>",
      "<lower> [the] <priority> of {todos} to <level>",
      "<raise> {todos} <priority> to <level>",
      "<lower> {todos} <priority> to <level>",
      "make {todos} <level> [priority]",
    ],
    ko: [
      "{todos} <priority> <level> 으로|로 <set>",
      "{todos} <priority> <level> 으로|로 <raise>",
      "{todos} <priority> <level> 으로|로 <lower>",
      "<priority> {todos} <level> 으로|로 <set>",
      "<priority> {todos} <level> 으로|로 <raise>",
      "<priority> {todos} <level> 으로|로 <lower>",
      "{todos} <priority> 높게|낮게 <set>",
    ],
    example: { en: "set the priority of draft to 8", ko: "초안의 우선순위를 8로 바꿔줘" },
  },
  move_before: {
    en: ["<move> {other} before|above|ahead_of|in_front_of {one}"],
    ko: ["{other} 을|를|은|는 {one} 앞으로|앞에|위로 <move>"],
    example: { en: "move draft before publish", ko: "초안을 발행 앞으로 옮겨줘" },
  },
  move_after: {
    en: ["<move> {other} after|below|behind {one}"],
    ko: ["{other} 을|를|은|는 {one} 뒤로|뒤에|다음으로|다음에|아래로 <move>"],
    example: { en: "move publish after draft", ko: "발행을 초안 뒤로 옮겨줘" },
  },
  move_first: {
    en: ["<move> {one} <front>"],
    ko: ["{one} <front> <move>", "<front> {one} <move>"],
    example: { en: "move draft to the top", ko: "초안을 맨 앞으로 옮겨줘" },
  },
  move_last: {
    en: ["<move> {one} <back>"],
    ko: ["{one} <back> <move>", "<back> {one} <move>"],
    example: { en: "move draft to the end", ko: "초안을 맨 뒤로 옮겨줘" },
  },
  swap: {
    en: ["swap {todos}", "swap [the] places|order of {todos}"],
    ko: ["{todos} 순서를|순서|자리를|자리 <change>"],
    example: { en: "swap draft and publish", ko: "초안과 발행의 순서를 바꿔줘" },
  },
  approval: {
    en: [
      "require <approval> for|of|before {todos}",
      "ask for <approval> before|for {todos}",
      "<add> <approval> to|for {todos}",
      "make {todos} require|need <approval>",
    ],
    ko: [
      "{todos} [에|에는] <approval> <add>",
      "{todos} [에|에는] <approval> 받게|받도록|필요하게|필요하도록|거치게 <do>",
      "{todos} 승인_후에|승인_뒤에|승인받고|승인_받고 <do>",
    ],
    example: { en: "require approval for publish", ko: "발행은 승인을 받게 해줘" },
  },
  rename: {
    en: ["rename {one} to|as {to}", "change the_title|the_name of {one} to {to}"],
    ko: ["{one} 이름을|이름|제목을|제목 {to} <change>"],
    example: { en: "rename draft to first draft", ko: "초안의 제목을 첫 초안으로 바꿔줘" },
  },
  assign: {
    en: ["<assign> {todos} to {person}"],
    ko: [
      "{todos} 을|를|은|는 {person} 에게|한테 <assign>",
      "{todos} [에|에는] 담당|담당자를|담당을|담당자는 {person} 으로|로 <set>",
    ],
    example: { en: "assign draft to @kim", ko: "초안을 @kim에게 맡겨줘" },
  },
} satisfies Readonly<Record<string, Written>>;

/** The kinds of instructions that are understood without a model (`docs/outlines.md`). */
export type PatternId = keyof typeof WRITTEN;

/** What is understood, as data that is read once. */
export const PATTERNS: readonly Pattern[] = Object.entries(WRITTEN).map(
  ([id, { en, ko, example }]) => ({
    id: id as PatternId,
    templates: [
      ...en.map((written) => toTemplate(written, "en")),
      ...ko.map((written) => toTemplate(written, "ko")),
    ],
    example,
  }),
);
