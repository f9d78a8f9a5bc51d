import { expect, inject, test } from "vitest";
import { startBrokenWorker } from "../support/broken-worker.ts";
import { useCliStack } from "./support/cli-stack.ts";
import { runCli, type Cli } from "./support/run-cli.ts";

const stack = useCliStack();
const LONG = { timeout: 60_000 };
const typed = (line: string): Cli =>
  runCli([...line.split(" "), "--url", stack().url], { cwd: process.cwd(), terminal: true });

test(
  "a stuck plan says so at the terminal, and shows what is lost before it is ended",
  LONG,
  async () => {
    const id = "safe-stuck-typed";
    const { api } = stack();
    const type = (line: string) => stack().type(line);
    const todo = { id: "ask", title: "보내기", tool_name: "echo", tool_params: { text: "x" } };
    await api.create({ id, title: "봄 런칭", todos: [{ ...todo, requires_approval: true }] });
    await api.untilHolds(id);
    await api.stopWorker();
    await startBrokenWorker(inject("temporalAddress"), api.taskQueue);
    // What wakes it up.
    const cancel = await type(`cancel ${id} --yes`);
    expect(cancel.exit).toBe(1);
    expect(cancel.err).toMatch(/is stuck: .* Temporal says: This version cannot read the plan/);
    expect(cancel.err).toContain(`holdpoint plan terminate ${id}`);

    const list = async () => (await type("plan list")).out;
    await expect.poll(list, { timeout: 20_000 }).toMatch(/safe-stuck-typed +stuck/);

    const unsure = await type(`plan terminate ${id}`);
    expect(unsure.exit).toBe(2);
    const korean = typed(`plan terminate ${id} --reason 옛_버전이_없음 --lang ko`);
    await korean.sees(/"봄 런칭" 계획이 .*부터 멈춰 있습니다/);
    await korean.sees(/할 일 1개가 끝나지 않은 채 남습니다\r?\n.*열린 결정 요청 1건/);
    await korean.sees(/바로 끝낼까요\? \[y\/N\]/);
    korean.type("y\r");
    await korean.sees(/끝냈습니다/);
    expect(await korean.ended).toBe(0);
    const again = await type(`plan terminate ${id} --yes`);
    expect(again.err).toContain("has ended");
  },
);
