import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { createClient } from "../../../client/client.ts";
import type { NewPlanInput, PlanView } from "../../../contract/plan/plan.ts";
import type { Notice } from "../../../contract/service/notices.ts";
import { LIMITS } from "../../../contract/tables/limits.ts";
import type { LoadedConfig } from "../../../runtime/config.ts";
import type { RunningHoldpoint } from "../../../runtime/start.ts";
import { defineCommand } from "../../input/define-command.ts";
import { choiceFlag, textFlag } from "../../input/flags.ts";
import { language, words } from "../../messages/i18n.ts";
import { inOwnWords, tell } from "../../messages/tell.ts";
import { goalLines } from "../../render/agents/goal-lines.ts";
import { planWord } from "../../render/marks.ts";
import { usageError } from "../../session/errors/cli-error.ts";
import { bold, dim } from "../../terminal/colors.ts";
import { print } from "../../terminal/output.ts";
import { watchForStop } from "../../terminal/until-stopped.ts";
import {
  DECIDERS,
  followPlan,
  placeLine,
  placeLines,
  unlessAborted,
  type Demo,
} from "./demo-run.ts";
import { configHere, runtime } from "./load-runtime.ts";

const EXAMPLES = fileURLToPath(new URL("../../../../examples/", import.meta.url));
const EXAMPLE = join(EXAMPLES, "review-report");
const GOAL_EXAMPLE = join(EXAMPLES, "goal-demo");
const CONFIG_FILE = "holdpoint.config.ts";

/** `holdpoint demo`: the example plan on real input, or a goal in words, to its holds and its end. */
export const demoCommand = defineCommand({
  help: "demo",
  isLocal: true,
  examples: ["demo", "demo --decide approve", 'demo --goal "Write a page about our tea"'],
  flags: {
    decide: choiceFlag("flag_decide", DECIDERS),
    goal: textFlag("flag_demo_goal"),
    answer: textFlag("flag_demo_answer"),
  },
  async run(session, _, { decide: decider, goal: written, answer }) {
    const goal = written?.trim();
    assertFlags({ goal, answer, decider, isAlone: session.json || !process.stdin.isTTY });
    const stop = watchForStop();
    const say: Demo["say"] = (...lines) => {
      if (!session.json) print(...lines);
    };
    const { startHoldpoint } = await runtime.start();
    const from = process.cwd();
    const config = await (goal === undefined ? exampleConfig(EXAMPLE) : goalConfig());
    const onNotice = (said: Notice): void => say(dim(tell(said)));
    let holdpoint: RunningHoldpoint;
    try {
      holdpoint = await startHoldpoint({ from, config, onNotice, signal: stop.signal });
    } catch (error) {
      if (!stop.signal.aborted) throw error;
      return say(words("stopped_while_starting"));
    }
    try {
      const stopped = stop.signal;
      // Whoever watches the demo may kill any part of it, and it goes on when that is back.
      const patience = { retries: Infinity, timeoutMs: Infinity, signal: stopped };
      const key = process.env["HOLDPOINT_KEY"];
      const client = createClient(holdpoint.apiUrl, { key, language: language(), ...patience });
      const own = { ...session, client };
      const demo = { session: own, holdpoint, config, client, decider, answer, stopped, say };
      await (goal === undefined ? runExample(demo) : runGoal(demo, goal));
      if (decider === undefined && !stop.signal.aborted) {
        say(dim(words("demo_still_up")));
        await stop.requested;
      }
    } finally {
      say(dim(words("stopping")));
      await holdpoint.stop();
      stop.release();
    }
  },
});

interface Asked {
  readonly goal: string | undefined;
  readonly answer: string | undefined;
  readonly decider: Demo["decider"];
  /** Whether nobody can be asked here. */
  readonly isAlone: boolean;
}

/** @throws CliError when the flags leave open what to do. */
function assertFlags({ goal, answer, decider, isAlone }: Asked): void {
  const refuse = (why: string, next: string): never => {
    throw usageError(why, next);
  };
  if (goal === undefined && answer !== undefined) {
    refuse(words("demo_answer_alone"), 'holdpoint demo --goal "…" --answer "…"');
  }
  if (goal === "") refuse(words("demo_goal_empty"), words("demo_goal_example"));
  if (goal !== undefined && goal.length > LIMITS.goal) {
    refuse(
      words("demo_goal_long", { most: LIMITS.goal, count: goal.length }),
      "holdpoint demo --help",
    );
  }
  if (answer?.trim() === "") refuse(words("answer_needed"), "holdpoint demo --help");
  if (!isAlone) return;
  if (
    goal !== undefined &&
    (decider === undefined || (decider === "approve" && answer === undefined))
  ) {
    refuse(words("demo_goal_no_terminal"), words("demo_goal_example_alone"));
  }
  if (decider === undefined) refuse(words("demo_no_terminal"), "holdpoint demo --decide approve");
}

const exampleConfig = (example: string): Promise<LoadedConfig> =>
  configHere(join(example, CONFIG_FILE));

/** The folder's own configuration when its models can be asked, else the example's. */
async function goalConfig(): Promise<LoadedConfig> {
  const own = await configHere();
  const key = own.models?.key_variable;
  const isReady = own.models !== null && (key == null || Boolean(process.env[key]));
  return isReady ? own : exampleConfig(GOAL_EXAMPLE);
}

async function runExample(demo: Demo): Promise<void> {
  const written = parse(await readFile(join(EXAMPLE, "plan.yaml"), "utf8")) as NewPlanInput;
  const plan = await demo.client.plans.create(written, { retries: 0 });
  const heading = words("demo_plan", { plan: plan.id, count: plan.todo_count });
  demo.say("", `${bold(plan.title)}  ${dim(heading)}`);
  if (!(await followPlan(demo, plan))) return tellKept(demo);
  await showEnd(demo, plan.id, (ended) => [
    placeLine(words("demo_report"), reportOf(ended, demo.config)),
  ]);
}

async function runGoal(demo: Demo, goal: string): Promise<void> {
  const { config, client, say } = demo;
  const plan = await client.plans.plan({ goal }, { retries: 0 });
  say("", ...whoThinks(config).map((line) => bold(line)));
  say("", `${bold(plan.title)}  ${dim(plan.id)}`);
  if (!(await followPlan(demo, plan))) return tellKept(demo);
  await showEnd(demo, plan.id, (ended) => [
    ...goalLines(ended),
    "",
    placeLine(words("demo_files"), join(config.workspacesDir, ended.id)),
  ]);
}

/** Whether a model or a script plans and works here: nobody is to take one for the other. */
function whoThinks({ models, modelScript }: LoadedConfig): string[] {
  if (modelScript !== null) return [words("demo_script"), words("demo_script_next")];
  const { model = "", base_url = "" } = models ?? {};
  return [words("demo_model", { model, place: base_url })];
}

/** How to go on with a plan that the person has left. */
function tellKept({ config, say }: Demo): void {
  // A start without the demo's own configuration would not have its tools and agents.
  const isOurs = config.file?.startsWith(EXAMPLES) ?? false;
  const file = isOurs ? ` -- --config ${relative(process.cwd(), config.file ?? "")}` : "";
  say(`${words("demo_kept")} ${bold(`npm start${file}`)}`);
}

async function showEnd(
  demo: Demo,
  planId: string,
  result: (plan: PlanView) => readonly string[],
): Promise<void> {
  const { client, stopped, say } = demo;
  const plan = await unlessAborted(stopped, client.plans.get(planId));
  if (plan === undefined) return;
  const { percentage } = plan.progress;
  say("", bold(words("plan_is", { state: planWord(plan), percentage })));
  if (plan.ended_because !== null) say(inOwnWords(plan, "ended_because"));
  say(...result(plan), ...placeLines(demo, planId));
}

/** Where the report is, or why there is none. */
function reportOf({ id, todos }: PlanView, { workspacesDir }: LoadedConfig): string {
  const publish = todos.find((todo) => todo.id === "publish");
  const result = publish?.result_data as { path?: unknown } | null | undefined;
  return publish?.status === "completed" && typeof result?.path === "string"
    ? join(workspacesDir, id, result.path)
    : words("demo_no_report", { status: words(`todo_${publish?.status ?? "cancelled"}`) });
}
