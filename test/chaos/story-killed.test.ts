import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { createClient, type Client } from "../../src/client/client.ts";
import type { LoggedEvent } from "../../src/contract/plan/event.ts";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import { readState } from "../../src/temporal/embedded/dev-server-state.ts";
import { runHoldpoint } from "../cli/support/cli-stack.ts";
import { runCli, type Cli } from "../cli/support/run-cli.ts";
import { createLedgerProject, type LedgerProject } from "./ledger.ts";
import { calling, saying, serveModel, STREAM } from "./support/wire-model.ts";

/** Starts take seconds, and a busy machine makes them many. */
const LONG = { timeout: 240_000 };

interface Installation {
  readonly cli: Cli;
  readonly url: string;
  readonly client: Client;
  workerPid: number;
}

async function start({ folder }: LedgerProject): Promise<Installation> {
  const cli = runCli(["start"], { cwd: folder });
  const [, workerPid] = await cli.sees(/A worker is polling \(pid (\d+)\)/);
  const [, url = ""] = await cli.sees(/The API is at (http:\S+)\.\n/);
  const client = createClient(url, { retries: Infinity, timeoutMs: Infinity });
  return { cli, url, client, workerPid: Number(workerPid) };
}

/** What is killed, as `kill -9` does. Each comes back by itself, but for the one who started it all. */
const killWorker = async (running: Installation): Promise<Installation> => {
  process.kill(running.workerPid, "SIGKILL");
  await running.cli.sees(new RegExp(`worker \\(pid ${running.workerPid}\\) ended \\(SIGKILL\\)`));
  const [, next] = await running.cli.sees(/The worker is back \(pid (\d+)\)/);
  return { ...running, workerPid: Number(next) };
};
const killTemporal = async (running: Installation, { folder }: LedgerProject) => {
  const state = await readState(join(folder, ".holdpoint"));
  process.kill(state!.pid, "SIGKILL");
  await running.cli.sees(/Temporal is back \(pid \d+\)/);
  return running;
};
/** The API's process is the one that started the others, too. */
const killApi = async ({ cli, workerPid }: Installation, project: LedgerProject) => {
  await cli.family.look();
  cli.kill("SIGKILL");
  expect(await cli.ended).toBe("SIGKILL");
  await vi.waitFor(async () => expect(await cli.family.alive()).not.toContain(workerPid), {
    timeout: 30_000,
  });
  return start(project);
};

interface Story {
  readonly lang: "en" | "ko";
  readonly goal: string;
  readonly title: string;
  readonly question: string;
  readonly typed: string;
  readonly report: string;
  /** What the person sees of the question, of the end, and in the log. */
  readonly sees: {
    readonly question: RegExp;
    readonly end: RegExp;
    readonly log: readonly string[];
  };
}

const STORIES: readonly Story[] = [
  {
    lang: "en",
    goal: "Write a page about our tea sales",
    title: "A page about tea",
    question: "Which year is it about?",
    typed: "the year 2025",
    report: "The page about the year 2025 is written [write].",
    sees: {
      question: /Which year is it about\?/,
      end: /The page about the year 2025 is written/,
      log: ["Planned: 1 todo", "The report was written"],
    },
  },
  {
    lang: "ko",
    goal: "우리 차 판매에 관한 글을 써 줘",
    title: "차 판매 글",
    question: "어느 해에 관한 글인가요?",
    typed: "2025년",
    report: "2025년 글을 다 썼습니다 [write].",
    sees: {
      question: /어느 해에 관한 글인가요\?/,
      end: /2025년 글을 다 썼습니다/,
      log: ["할 일 1개", "보고서를 씀"],
    },
  },
];

/** A model for the story; each turn is answered once `held` lets it go. */
function tell(story: Story, held: (turn: string) => Promise<void>) {
  const asked: string[] = [];
  const url = serveModel(async (messages, response) => {
    const [system] = messages;
    const text = system?.content ?? "";
    const turn = messages.filter(({ role }) => role === "assistant").length + 1;
    const who = /plan work for Holdpoint/.test(text)
      ? "planner"
      : /final answer to a goal/.test(text)
        ? "reporter"
        : /orchestrator of a plan/.test(text)
          ? "orchestrator"
          : `agent ${turn}`;
    asked.push(who);
    await held(who);
    response.writeHead(200, STREAM).end(answer(who, messages.at(-1)?.content ?? "").join(""));
  });
  return { url, asked };

  function answer(who: string, last: string): readonly string[] {
    const intent = { type: "write", confidence: 0.95, keywords: ["tea"], entities: {} };
    const todo = { id: "write", title: story.title, agent_name: "writer" };
    switch (who) {
      case "planner":
        return saying(
          JSON.stringify({ intent, question: null, title: story.title, todos: [todo] }),
        );
      case "agent 1":
        return calling("effect", {});
      case "agent 2":
        return calling("ask_orchestrator", { question: story.question });
      case "orchestrator":
        return saying(`[NEED_HUMAN: ${story.question}]`);
      case "reporter":
        return saying(JSON.stringify({ answer: story.report, cites: ["write"] }));
      default:
        return saying(
          last.includes(story.typed) ? `Written for ${story.typed}.` : "Nobody told me.",
        );
    }
  }
}

test.each(STORIES)(
  "a goal becomes a report in $lang, although worker, Temporal and API are killed on the way",
  LONG,
  async (story) => {
    const project = createLedgerProject();
    const stuck = new Map<string, () => void>();
    /** The first asking of these turns is answered by nobody: something dies meanwhile. */
    const dying = new Set(["planner", "agent 1", "reporter"]);
    const model = tell(story, async (who) => {
      if (dying.delete(who)) await new Promise<void>((resolve) => stuck.set(who, resolve));
    });
    const untilStuck = (who: string) =>
      vi.waitFor(() => expect([...stuck.keys()]).toContain(who), { timeout: 60_000 });
    writeFileSync(
      join(project.folder, "holdpoint.config.ts"),
      `export default {
  tools: "./tools.ts",
  api: { port: 0 },
  temporal: { port: 0, ui_port: 0 },
  models: { base_url: "${await model.url}/v1", key_variable: null, model: "gpt-4o" },
  agents: [{ name: "writer", instructions: "Write.", tools: ["effect"], todo_list: false }],
};
`,
    );
    let running = await start(project);
    /** Everything that the person typed, and what they saw. */
    const record: { typed: string; exit: unknown; saw: string }[] = [];
    const types = async (...args: string[]): Promise<string> => {
      const { exit, out, err } = await runHoldpoint(args, running.url, {
        env: { HOLDPOINT_LANG: story.lang },
      });
      record.push({ typed: args.join(" "), exit, saw: out + err });
      expect([args, exit, err]).toEqual([args, 0, expect.any(String)]);
      return out + err;
    };
    const id = `proofs-story-${story.lang}`;
    const hold = (kind: Hold["kind"]) =>
      vi.waitFor(
        async () => {
          const { holds } = await running.client.plans.holds(id);
          const found = holds.find((open) => open.kind === kind);
          expect(found).toBeDefined();
          return found!;
        },
        { timeout: 60_000, interval: 200 },
      );

    await types("plan", "new", story.goal, "--id", id);
    // 1: the worker, while the model plans.
    await untilStuck("planner");
    running = await killWorker(running);
    const review = await hold("plan_review");
    // 2: Temporal, while the plan waits for its review.
    running = await killTemporal(running, project);
    await types("approve", review.id);
    // 3: the API and all that it started, in the middle of the agent's first turn.
    await untilStuck("agent 1");
    running = await killApi(running, project);
    const question = await hold("input");
    // 4: the worker, while the agent waits for a person.
    running = await killWorker(running);
    expect(await types("show", question.id)).toMatch(story.sees.question);
    await types("answer", question.id, story.typed);
    // 5: Temporal, while the report is written.
    await untilStuck("reporter");
    running = await killTemporal(running, project);
    for (const answer of stuck.values()) answer();
    await vi.waitFor(
      async () => expect((await running.client.plans.get(id)).completed_at).not.toBeNull(),
      { timeout: 90_000, interval: 500 },
    );

    const shown = await types("plan", "show", id);
    expect(shown).toContain(story.goal);
    expect(shown).toMatch(story.sees.end);
    const log = await types("logs", id);
    for (const line of story.sees.log) expect(log).toContain(line);
    expect(await types("todo", "transcript", id, "write")).toContain(story.typed);
    const { events } = await running.client.plans.events(id, { limit: 1_000 });
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, place) => place + 1));
    const counted = (type: LoggedEvent["type"]) => events.filter((one) => one.type === type).length;
    expect({
      planned: counted("plan.planned"),
      decided: counted("hold.decided"),
      turns: counted("agent.turn"),
      asked: counted("human_query_requested"),
      answered: counted("human_query_answered"),
      completed: counted("todo.completed"),
      reported: counted("plan.reported"),
    }).toEqual({
      planned: 1,
      decided: 2,
      turns: 3,
      asked: 1,
      answered: 1,
      completed: 1,
      reported: 1,
    });
    expect(await running.client.plans.get(id)).toMatchObject({
      status: "completed",
      todos: [{ run: 1, result_data: `Written for ${story.typed}.`, agent: { turn: 3 } }],
    });
    // Asked again are only those whose asking died with a process.
    const again = model.asked.filter((who, place) => model.asked.indexOf(who) !== place);
    for (const who of again) expect(["planner", "agent 1", "reporter"]).toContain(who);
    expect(project.effectsOf("write")).toHaveLength(1);
    console.log(
      `${story.lang}: 5 kills; model asked: ${model.asked.join(", ")}; person: ${record.map(({ typed }) => typed).join(" | ")}`,
    );
    running.cli.kill("SIGINT");
    expect(await running.cli.ended).toBe(0);
  },
);
