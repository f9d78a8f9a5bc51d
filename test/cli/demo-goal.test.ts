import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { saying, serveModel, STREAM } from "../chaos/support/wire-model.ts";
import { createFolder } from "./support/folders.ts";
import { runCli, type Cli } from "./support/run-cli.ts";

const LONG = { timeout: 180_000 };
const BIN = fileURLToPath(new URL("../../bin/holdpoint.mjs", import.meta.url));
const ENTER = "\r";
const CTRL_C = "\u0003";

interface Run {
  readonly terminal?: boolean;
  /** What the environment says of models. */
  readonly env?: readonly string[];
}

/** The demo in an empty folder, where the environment names no model unless a test does. */
function demo(
  args: readonly string[],
  { terminal = false, env = [] }: Run = {},
): Cli & { cwd: string } {
  const cwd = createFolder();
  const bare = ["OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL"].flatMap((name) => [
    "-u",
    name,
  ]);
  const command = ["env", ...bare, ...env, process.execPath, BIN];
  return { ...runCli(["demo", ...args], { command, cwd, terminal }), cwd };
}

/** Where the plan's files are, as the demo says at its end. */
async function seesFiles(cli: Cli): Promise<string> {
  const [, folder = ""] = await cli.sees(/\n(?:Files|파일) +(\S.*)\n/);
  return folder;
}

describe("npm run demo -- --goal", () => {
  test(
    "without a key says that a script plays the model, and goes from a goal to a report",
    LONG,
    async () => {
      const goal = "Write a page about our tea";
      const cli = demo(["--goal", goal, "--decide", "approve", "--answer", "New customers"]);
      const [, url = ""] = await cli.sees(/The API is at (http:\S+)\.\n/);
      await cli.sees(/No model is asked here: no key is configured, so a script plays the model\./);
      const agents = await createClient(url).agents.list();
      expect(agents).toMatchObject({ scripted: true, models: { planner: "script" } });
      await cli.sees(
        /Planned: 2 todos\n.*1\. Write the text {2}writer\n.*2\. Save it .*write_file, waits/,
      );
      await cli.sees(/the plan waits for your review\n/);
      await cli.sees(/local-operator approved: “demo --decide approve” \(\S+\)\n/);
      await cli.sees(/Who is going to read it\?/);
      await cli.sees(/local-operator answered .*\n/);
      await cli.sees(/For: New customers\n/);
      await cli.sees(/The report was written\n/);
      await cli.sees(/The plan is completed: 100%\./);
      await cli.sees(/\[write\]: Write a page about our tea\n.*\[save\]: answer\.md\n/);
      const written = readFileSync(join(await seesFiles(cli), "answer.md"), "utf8");
      expect(written).toMatch(/^# Write a page about our tea\n\nFor: New customers\n/);
      expect(await cli.ended).toBe(0);
      expect(await cli.family.remaining()).toEqual([]);
    },
  );

  test(
    "in Korean tells a Korean story at a terminal, where the person answers by typing",
    LONG,
    async () => {
      const cli = demo(["--goal", "우리 차를 소개하는 글을 써 줘", "--lang", "ko"], {
        terminal: true,
      });
      await cli.sees(/스크립트가 모델을 대신합니다/);
      await cli.sees(/1\. 글 쓰기/);
      await cli.sees(/어떻게 결정할까요\?\n.*● 승인/);
      cli.type(ENTER);
      await cli.sees(/누가 읽을 글인가요\?/);
      await cli.sees(/답변/);
      cli.type(`새 고객${ENTER}`);
      await cli.sees(/독자: 새 고객/);
      await cli.sees(/어떻게 결정할까요\?\n.*● 승인/);
      cli.type(ENTER);
      await cli.sees(/목표의 결과입니다: 우리 차를 소개하는 글을 써 줘/);
      expect(readFileSync(join(await seesFiles(cli), "answer.md"), "utf8")).toContain(
        "독자: 새 고객",
      );
      await cli.sees(/모두 켜 두었습니다/);
      cli.type(CTRL_C);
      expect(await cli.ended).toBe(0);
      expect(await cli.family.remaining()).toEqual([]);
    },
  );

  test(
    "goes on by the printed start when the person leaves at the agent's question",
    LONG,
    async () => {
      const cli = demo(["--goal", "1. Read up on tea\n2. Write about it"], { terminal: true });
      await cli.sees(/1\. Read up on tea/);
      await cli.sees(/● Approve/);
      cli.type(ENTER);
      await cli.sees(/Who is going to read it\?/);
      await cli.sees(/Your answer/);
      cli.type(CTRL_C);
      const [, config = ""] = await cli.sees(
        /The plan is kept and continues at the next start: npm start -- --config (\S+goal-demo\S+)/,
      );
      expect(await cli.ended).toBe(0);
      expect(await cli.family.remaining()).toEqual([]);

      const command = ["env", "-u", "OPENAI_API_KEY", process.execPath, BIN];
      const later = runCli(["start", "--config", config], { command, cwd: cli.cwd });
      const [, url = ""] = await later.sees(/The API is at (http:\S+)\.\n/);
      const client = createClient(url);
      const { holds } = await client.holds.list();
      await client.holds.answer(holds[0]!.id, "Our own team");
      const report = async () => (await client.plans.get(holds[0]!.plan_id)).goal?.report?.text;
      await expect
        .poll(report, { timeout: 60_000 })
        .toMatch(/This came of “1\. Read up on tea\n2\. Write about it”:\n- Read up on tea \[/);
      later.kill("SIGINT");
      expect(await later.ended).toBe(0);
    },
  );

  test("with a key asks the model that the environment names, and says which", LONG, async () => {
    const asked: string[] = [];
    const url = await serveModel(async (messages, response) => {
      asked.push(messages.at(-1)?.content ?? "");
      const intent = { type: "write", confidence: 0.95, keywords: [], entities: {} };
      const todos = [{ id: "own", title: "Think of a tea", description: "By yourself" }];
      const draft = { intent, question: null, title: "A tea by a model", todos };
      response.writeHead(200, STREAM).end(saying(JSON.stringify(draft)).join(""));
      await Promise.resolve();
    });
    const env = ["OPENAI_API_KEY=sk-wire", `OPENAI_BASE_URL=${url}/v1`, "OPENAI_MODEL=gpt-4o"];
    const cli = demo(["--goal", "Find a tea", "--decide", "reject"], { env });
    await cli.sees(new RegExp(`gpt-4o at ${url}/v1 plans, works and reports here`));
    await cli.sees(/1\. Think of a tea/);
    await cli.sees(/rejected .*demo --decide reject” \(\S+\)\n/);
    expect(await cli.ended).toBe(0);
    expect(cli.text()).not.toMatch(/script plays|sk-wire/);
    expect(asked).toEqual([JSON.stringify({ goal: "Find a tea" })]);
  });

  test.each([
    { args: ["--goal", "  "], says: /--goal needs what is wanted, in words\./ },
    { args: ["--goal", "tea ".repeat(1_001)], says: /has 4003 characters; it may have 4000\./ },
    { args: ["--goal"], says: /goal/ },
    { args: ["--answer", "Us"], says: /say --goal, too\./ },
    { args: ["--goal", "Tea"], says: /there is no terminal to ask on\. Say with --decide/ },
    { args: ["--goal", "Tea", "--decide", "approve"], says: /--answer what is answered/ },
    { args: ["--goal", "Tea", "--decide", "approve", "--answer", " "], says: /answer/ },
  ])("says what is wrong with $args.0 $args.2 and starts nothing", async ({ args, says }) => {
    const cli = demo(args);
    expect(await cli.ended).toBe(2);
    expect(cli.text()).toMatch(says);
    expect(existsSync(join(cli.cwd, ".holdpoint"))).toBe(false);
  });
});
