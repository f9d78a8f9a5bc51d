import type { Json, JsonObject } from "../../../src/contract/text.ts";
import { jsonInText } from "../../../src/json/json-in-text.ts";
import { readDraft } from "../../../src/plan/thinking/read-draft.ts";
import { readInstruction, type PlanTodo } from "../../../src/words/edits/read-instruction.ts";
import { readOutline } from "../../../src/words/outline/read-outline.ts";
import type { Entrance } from "./entrance.ts";

const textOf = (input: Json): string => (typeof input === "string" ? input : JSON.stringify(input));

const TOOLS = ["http_request", "write_file", "wait", "echo"];

const OUTLINES = [
  "# Review report\nWhat they say.\n\n1. Research\n   - Collect reviews @kim [due 3d]\n   - ? Which? [north | south]\n2. Write [approval]\n",
  "1. 조사\n  가. 리뷰 모으기 [담당 김민수]\n2. 보고서 쓰기 (조사 후) [승인]\n- 보내기 그 다음 정리하기\n",
  'boil: wait(seconds: 1) -> pour: write_file({"path": "a.md", "content": "x"}), then rest [after boil, pour]',
  "((((((a)))))) [[[[b]]]] {{{c}}} \"\"\"d''' 1.1.1.1 2) (3) ①\n",
];
const INSTRUCTIONS = [
  'rename t3 to "Pour", then skip t5 and move t2 before t1; raise the priority of all todos',
  't3의 제목을 "붓기"로 바꾸고 t5는 건너뛰고 t2를 t1 앞으로 옮겨 줘. 모든 할 일의 우선순위를 높여 줘',
  "add a todo Fetch milk after t1, make t4 wait for t2 and t3, remove t6, require approval for t7",
];
const DRAFTS: readonly Json[] = [
  'Here it is:\n```json\n{"intent":{"type":"talk","confidence":0.9},"question":null,"title":"T","todos":[{"id":"a","title":"A","tool_name":"wait","tool_params":{"seconds":1}}]}\n```\n',
  '{{{{[[[["\\"\\"{"a":{"b":[1,2,{"c":"}"}]}} ```json ``` ```json {',
];

/** Todos whose titles share words, so that what names one is looked for among many. */
function todosOf(count: number): PlanTodo[] {
  return Array.from({ length: count }, (_, place) => ({
    id: `t${place}`,
    title: `Pour the ${place % 7} tea ${place}`,
    priority: 5,
    depends_on: place === 0 ? [] : [`t${place - 1}`],
    requires_approval: false,
    hasEnded: false,
  }));
}

/** Readers of people's and of models' words. @param todos how many the plan has that words are about. */
export function wordEntrances(todos: number): Readonly<Record<string, Entrance>> {
  const known = todosOf(todos);
  const offer = { tools: TOOLS, agents: ["coder"], teams: [] };
  return {
    "read an outline": {
      seeds: OUTLINES,
      run: (input) => void readOutline(textOf(input), { tools: TOOLS }),
    },
    "read an instruction": {
      seeds: INSTRUCTIONS,
      run: (input) => void readInstruction(textOf(input), known),
    },
    "read a planner": {
      seeds: DRAFTS,
      run(input) {
        const found = jsonInText(textOf(input));
        if (found !== undefined) readDraft(found, offer);
      },
    },
    "read a draft": {
      seeds: [draft(20)],
      run: (input) => void readDraft(input, offer),
    },
  };
}

function draft(count: number): JsonObject {
  const todos = Array.from({ length: count }, (_, place) => ({
    id: `t${place}`,
    title: "A todo",
    tool_name: place % 2 === 0 ? "wait" : "wiat",
    tool_params: { seconds: 1 },
    depends_on: place === 0 ? [] : [`t${place - 1}`],
  }));
  return { intent: { type: "talk", confidence: 0.9 }, question: null, title: "T", todos };
}
