import { expect, test } from "vitest";
import { anyTool, defer } from "../support/plan-tools.ts";
import { configuredAgent, scriptModel, withAgents } from "../support/scripted-agent.ts";
import { useCliStack } from "./support/cli-stack.ts";

const never = defer<void>();
const long = `${"차 ".repeat(3_000)}끝`;
const read = anyTool("read_all", () => long);
const model = scriptModel({
  write: [
    { say: "먼저 읽어 봅니다.", calls: [["read_all", {}]] },
    { say: "늦었습니다.", after: never.promise },
  ],
});
const stack = useCliStack({
  tools: [read],
  ...withAgents(model, configuredAgent(["read_all"])),
});

test(
  "a person reads all that an agent was answered, and does its todo themselves",
  { timeout: 180_000 },
  async () => {
    const run = async (...words: string[]) => {
      const { exit, out, err } = await stack().run(words);
      expect(exit, err).toBe(0);
      return out + err;
    };
    await stack().api.create({
      id: "mine",
      title: "보고서",
      todos: [{ id: "write", title: "쓰기", agent_name: "writer" }],
    });
    await model.asked("write", 2);

    const said = await run("todo", "transcript", "mine", "write");
    expect(said).toContain(`(the beginning of ${Buffer.byteLength(long)} bytes)`);
    const typed = "holdpoint todo result mine write --call t1c1";
    expect(said).toContain(typed);
    expect(await run(...typed.split(" ").slice(1))).toContain(long);

    const mine = ["todo", "set", "mine", "write", "--agent", "none", "--assignee", "kim"];
    expect(await run(...mine, "--dry-run")).toContain("Stops the agents of: write");
    expect(await run("why", "mine", "write")).toContain("It is running.");
    await run(...mine);
    expect(await run("why", "mine", "write")).toContain("Waits for kim.".slice(0, -1));
    await run("todo", "done", "mine", "write", "--note", "직접 썼습니다");
    const { todos, status } = await stack().api.untilEnded("mine");
    expect([status, todos[0]!.note]).toEqual(["completed", "직접 썼습니다"]);
  },
);

test(
  "a plan whose agent there is not is made, and that is said with the name that was meant",
  { timeout: 60_000 },
  async () => {
    const plan = {
      id: "misnamed",
      title: "오타",
      todos: [
        { id: "hold", title: "Wait", requires_approval: true },
        { title: "Write", agent_name: "wirter", depends_on: ["hold"] },
        { title: "Read", agent_name: "writer", depends_on: ["hold"] },
      ],
    };
    const { exit, err } = await stack().run(["plan", "new", "-"], { input: JSON.stringify(plan) });
    expect(exit).toBe(0);
    expect(err).toContain(
      'There is no agent "wirter" yet. Without it, these fail when they run: "Write". Did you mean "writer"?\n',
    );
    expect(err).not.toContain('"Read"');
    await stack().api.post("/v1/plans/misnamed/cancel");
  },
);
