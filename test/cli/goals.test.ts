import { expect, test } from "vitest";
import type { Json } from "../../src/contract/text.ts";
import { useScript } from "../support/use-script.ts";
import { useCliStack } from "./support/cli-stack.ts";
import { startTalk } from "./support/talk.ts";

const intent = { type: "talk", confidence: 0.93, keywords: ["hello"], entities: {} };
const draft: Json = {
  intent,
  question: null,
  title: "Hello",
  strategy: "parallel",
  todos: [
    {
      id: "one",
      title: "First",
      tool_name: "echo",
      tool_params: { text: "hi" },
      estimated_seconds: 90,
    },
  ],
};

const { say, model, models } = useScript();
const cli = useCliStack({
  config: { models },
  model,
});

test("a goal typed at the command line asks, is answered, reviewed, and answers in the end", async () => {
  say(
    { json: { intent, question: "To whom?", todos: [] } },
    { json: draft },
    { json: { answer: "It said hi [one].", cites: ["one"] } },
  );
  const made = await cli().run(["plan", "new", "Say hello to them", "--id", "models-cli-goal"]);
  expect(made.exit, made.err).toBe(0);
  expect(made.out.trim()).toBe("models-cli-goal");
  expect(made.err).toContain("The goal is being planned: Say hello to them");

  const [question] = await cli().api.untilHolds("models-cli-goal");
  const shown = await cli().type(`show ${question!.id}`);
  expect(shown.out).toContain("To whom?");
  expect(shown.out).not.toContain("approve");
  const inbox = await cli().type("inbox --kind goal --plan models-cli-goal");
  expect(inbox.out).toMatch(/models-cli-goal\.h1 .*goal .*To whom\?/);
  expect((await cli().type(`approve ${question!.id}`)).err).toContain("asks a question");
  expect((await cli().run(["answer", question!.id, "the", "world"])).exit).toBe(0);

  const [review] = await cli().api.untilHolds("models-cli-goal");
  const planned = await cli().type("plan show models-cli-goal");
  expect(planned.out).toMatch(/goal +Say hello to them/);
  expect(planned.out).toMatch(/intent +.*"talk".*\(93%\)/);
  expect(planned.out).toMatch(/strategy +parallel/);
  expect(planned.out).toMatch(/estimate +1m30s/);
  expect(planned.out).toMatch(/To whom\? +the world/);
  expect(planned.out).toMatch(/planner scripted \(planner 3\)/);
  expect((await cli().type(`approve ${review!.id}`)).exit).toBe(0);
  await cli().api.untilEnded("models-cli-goal");
  const ended = await cli().type("plan show models-cli-goal");
  expect(ended.out).toContain("It said hi [one].");
  expect(ended.out).toMatch(/stands on +one/);
  const log = await cli().type("logs models-cli-goal");
  expect(log.out).toContain("Planning is waiting for an answer: To whom?");
  expect(log.out).toContain("Planned: 1 todo");
  expect(log.out).toContain("The report was written");
});

test("a conversation ends with the answer to its goal, which /todos shows from then on", async () => {
  say({ json: draft }, { json: { answer: "It said hi\nto the world [one].", cites: ["one"] } });
  const talk = startTalk(null, cli().url);
  talk.says("/plan Say hello");
  await talk.sees("First — 결정을 기다립니다");
  talk.says("/todo approve one");
  await talk.sees("최종 답\nIt said hi\nto the world [one].\n");
  talk.says("/todos");
  await talk.sees("최종 답\nIt said hi\nto the world [one].\n", 2);
  expect(await talk.leaves("/exit")).toBe(0);
});

test("in a conversation, /plan plans another goal, and words answer the question about it", async () => {
  say({ json: { intent, question: "To whom?", todos: [] } }, { json: draft });
  const made = await cli().run(["plan", "new", "Say hello", "--id", "models-cli-chat"]);
  expect(made.exit, made.err).toBe(0);
  await cli().api.untilHolds("models-cli-chat");
  const said = await cli().run(["chat", "models-cli-chat"], { input: "to the world\n" });
  expect(said.exit, said.err).toBe(0);
  const [review] = await cli().api.untilHolds("models-cli-chat");
  expect(review!.kind).toBe("plan_review");

  say({ json: { intent, question: "What else?", todos: [] } });
  const other = await cli().run(["chat", "models-cli-chat", "--json"], {
    input: "/plan Say goodbye\n",
  });
  expect(other.exit, other.err).toBe(0);
  const [, id = ""] = /"id":"([^"]+)"/.exec(other.out.replaceAll(/\s/g, "")) ?? [];
  const [hold] = await cli().api.untilHolds(id);
  expect(hold!.message).toBe("What else?");
});

test("neither a file nor a goal, or both, is told how to say one", async () => {
  expect((await cli().type("plan new")).exit).toBe(2);
  expect((await cli().run(["plan", "new", "a.yaml", "--goal", "Say it"])).exit).toBe(2);
  const missing = await cli().type("plan new nothing.yaml");
  expect(missing.exit).toBe(2);
  expect(missing.err).toContain("nothing.yaml");
  const called = await cli().run(["plan", "new", "-", "--id", "a b"], {
    input: "title: A\ntodos: [{ title: B, tool_name: echo, tool_params: { text: x } }]\n",
  });
  expect([called.exit, called.err]).toEqual([1, expect.stringMatching(/ --id: /)]);
  // One file too many, or a name with a space that is mistyped, is no plan in words.
  const many = await cli().type("plan new nothing.yaml other.yaml");
  expect([many.exit, many.err]).toEqual([2, expect.stringContaining("Name one plan file")]);
  const spaced = await cli().run(["plan", "new", "my plan.yaml"]);
  expect([spaced.exit, spaced.err]).toEqual([
    2,
    expect.stringContaining('There is no file "my plan.yaml" here.'),
  ]);
});
