import type { ModelAnswer, ModelRequest } from "../contract/model.ts";
import type { NewTodoInput } from "../contract/plan/todo.ts";
import type { Json, JsonObject } from "../contract/text.ts";
import type { ModelClient } from "../llm/model-client.ts";
import { DRAFTED_FIELDS } from "../plan/thinking/read-draft.ts";
import { startOf } from "../text/cut-text.ts";
import { shortTitle } from "../text/short-title.ts";
import { readOutline } from "../words/outline/read-outline.ts";
import { DEMO_WORDS, type DemoWords } from "./demo-words.ts";

/**
 * What the demo has instead of a model: it plans by the grammar of outlines, or one text that is
 * written and saved, and plays the agent, the orchestrator and the reporter with prepared words. It
 * keeps nothing in mind, so it may be killed between any two turns.
 */
export const demoModel: ModelClient = {
  turn: (request) => Promise.resolve(toAnswer(answerOf(request), request)),
};

type Said = string | JsonObject | { readonly calls: readonly [name: string, args: JsonObject][] };

function toAnswer(said: Said, { model = "script" }: ModelRequest): ModelAnswer {
  const calls = typeof said !== "string" && Array.isArray(said["calls"]) ? said["calls"] : [];
  const tool_calls = (calls as [string, JsonObject][]).map(([name, args], place) => ({
    id: `call_${place + 1}`,
    name,
    arguments: JSON.stringify(args),
  }));
  return {
    content: calls.length > 0 ? "" : typeof said === "string" ? said : JSON.stringify(said),
    tool_calls,
    ended: calls.length > 0 ? "tool_calls" : "done",
    model,
    usage: { input_tokens: 0, output_tokens: 0, cost_usd: 0 },
  };
}

function answerOf(request: ModelRequest): Said {
  switch (request.role) {
    case "planner":
      return planned(request);
    case "agent":
      return worked(request);
    case "orchestrator":
      return `[NEED_HUMAN: ${askedIn(request).replaceAll(/[[\]]/g, "")}]`;
    case "reporter":
      return reported(request);
    case "editor":
      return { summary: wordsFor(textOf(request, -1)).no_changes, edits: [] };
  }
}

const textOf = ({ messages }: ModelRequest, place: number): string =>
  messages.at(place)?.content ?? "";

const wordsFor = (text: string): DemoWords =>
  DEMO_WORDS[/\p{Script=Hangul}/u.test(text) ? "ko" : "en"];

interface Asked {
  readonly goal: string;
  readonly answers?: readonly { readonly answer: string }[];
}
interface Offered {
  readonly tools: readonly { readonly name: string }[];
  readonly agents: readonly { readonly name: string }[];
}

function planned(request: ModelRequest): JsonObject {
  const { goal: first, answers = [] } = JSON.parse(textOf(request, 1)) as Asked;
  // What a person answers to the planner's question is their goal, said better.
  const goal = answers.at(-1)?.answer ?? first;
  const system = textOf(request, 0);
  const offer = JSON.parse(system.slice(system.lastIndexOf("\n") + 1)) as Offered;
  const words = wordsFor(goal);
  const draft = (title: string, todos: readonly JsonObject[]): JsonObject => ({
    intent: { type: words.intent, confidence: 1, keywords: [], entities: {} },
    question: null,
    title,
    strategy: "pipeline",
    todos: [...todos],
  });
  const ask = (question: string): JsonObject => ({ ...draft("", []), question, title: null });
  // It was told what is wrong, and would only write the same again.
  const [, , , refused] = request.messages;
  if (refused !== undefined) return ask(words.refused(refused.content.slice(0, MOST_SHOWN)));
  const agent = offer.agents[0]?.name ?? null;
  const { plan, not_understood: left } = readOutline(goal, {
    tools: offer.tools.map(({ name }) => name),
    agents: offer.agents.map(({ name }) => name),
  });
  const isOutline = goal.trim().includes("\n");
  if (left[0] !== undefined && isOutline)
    return ask(words.not_understood(left[0].line, left[0].text));
  const todos = plan?.todos ?? [];
  if (left.length > 0 || todos.length < 2) {
    const title = shortTitle(goal.trim().replaceAll(/\s+/g, " "));
    return draft(title, oneText(goal, agent, words));
  }
  const other = todos.find((todo) => fieldsBeside(todo).length > 0);
  if (other !== undefined)
    return ask(words.only_people(other.title, fieldsBeside(other).join(", ")));
  return draft(
    plan?.title ?? goal,
    todos.map((todo, place) => steps(todo, place, agent, words)),
  );
}

/** As much of what the plan has refused as a question shows. */
const MOST_SHOWN = 600;

const DRAFTED: ReadonlySet<string> = new Set([...DRAFTED_FIELDS, "kind"]);
const fieldsBeside = (todo: object): string[] =>
  Object.keys(todo).filter((field) => !DRAFTED.has(field));

/** A line of an outline: the agent does what it gives to nobody else. */
function steps(
  { kind, ...todo }: NewTodoInput,
  place: number,
  agent: string | null,
  words: DemoWords,
): JsonObject {
  const isOwn = kind !== "milestone" && todo.tool_name == null && todo.input_request == null;
  const description = place === 0 ? `${words.asks_first} ${todo.title}` : todo.title;
  return {
    ...(todo as JsonObject),
    ...(isOwn && { agent_name: agent, description, agent_purpose: words.purpose }),
  };
}

/** A goal that is no outline: a text is written, and saved once a person has agreed to it. */
function oneText(goal: string, agent: string | null, words: DemoWords): JsonObject[] {
  return [
    {
      id: "write",
      title: words.write,
      agent_name: agent,
      description: `${words.asks_first} ${goal}`,
      agent_purpose: words.purpose,
      expected_output: words.text,
      estimated_seconds: 5,
    },
    {
      id: "save",
      title: words.save,
      depends_on: ["write"],
      tool_name: "write_file",
      tool_params: { path: "answer.md", content: "{{todo.write.result}}" },
      requires_approval: true,
      estimated_seconds: 1,
    },
  ];
}

/** An agent's turns: its list of steps, its question when it is to ask, its text. */
function worked(request: ModelRequest): Said {
  const assignment = textOf(request, 1);
  const words = wordsFor(assignment);
  const said = request.messages.filter(({ role }) => role === "assistant").length;
  const list = (...statuses: string[]): Said => ({
    calls: [["todo_write", { todos: words.steps(statuses) }]],
  });
  if (!assignment.includes(words.asks_first)) return words.done(taskIn(assignment, words));
  if (said === 0) return list("in_progress", "pending");
  if (said === 1) {
    return {
      calls: [
        ["ask_orchestrator", { question: words.question, suggested_answers: words.suggested }],
      ],
    };
  }
  if (said === 2) return list("completed", "in_progress");
  if (said === 3) return list("completed", "completed");
  return words.written(taskIn(assignment, words), answerIn(request));
}

/** What the person has answered: the result of the one call that asked. */
function answerIn({ messages }: ModelRequest): string {
  const asked = messages.flatMap((message) =>
    message.role === "assistant"
      ? (message.tool_calls ?? []).filter(({ name }) => name === "ask_orchestrator")
      : [],
  );
  const result = messages.find(
    (message) => message.role === "tool" && message.tool_call_id === asked[0]?.id,
  );
  const { answer } = JSON.parse(result?.content ?? "{}") as { readonly answer?: unknown };
  return typeof answer === "string" ? answer : JSON.stringify(answer ?? "");
}

function taskIn(assignment: string, words: DemoWords): string {
  const [, task = assignment] =
    /Assignment: ([\s\S]*?)(?:\n\nYour part|\n\nExpected|\n\nData|$)/.exec(assignment) ?? [];
  return task.replace(words.asks_first, "").trim();
}

function askedIn(request: ModelRequest): string {
  const text = textOf(request, -1);
  const { question } = JSON.parse(text.slice(text.indexOf("\n") + 1)) as {
    question: { question: string };
  };
  return question.question;
}

interface Reported {
  readonly goal: string;
  readonly todos: readonly {
    readonly id: string;
    readonly title: string;
    readonly status: string;
    readonly result?: string;
  }[];
}

function reported(request: ModelRequest): JsonObject {
  const { goal, todos } = JSON.parse(textOf(request, -1)) as Reported;
  const words = wordsFor(goal);
  const done = todos.filter(({ status }) => status === "completed");
  const lines = todos.map(({ id, title, status, result = "" }) =>
    status === "completed" ? `- ${title} [${id}]: ${briefly(result)}` : `- ${words.missing(title)}`,
  );
  return {
    answer: [words.report(goal), ...lines].join("\n"),
    cites: done.map(({ id }): Json => id),
  };
}

/** What a list shows of a result: of a file its path, of a text how it begins. */
function briefly(result: string): string {
  const file = /^\{"path":("(?:[^"\\]|\\.)*")/.exec(result)?.[1];
  const text =
    file === undefined ? result.trim().replace(/^#+ /, "") : (JSON.parse(file) as string);
  return startOf(text.split("\n")[0]!, 200);
}
