import { inOwnWords, language } from "../../messages/i18n.ts";
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import type { Notice } from "../../../contract/notices.ts";
import { createClient, type Client } from "../../../client/client.ts";
import { ProblemError } from "../../../contract/problem-error.ts";
import type { DecisionInput, Hold } from "../../../contract/plan/hold.ts";
import type { NewPlanInput, PlanView } from "../../../contract/plan/plan.ts";
import type { LoadedConfig } from "../../../runtime/config.ts";
import type { RunningHoldpoint } from "../../../runtime/start.ts";
import { CliError, EXIT } from "../../session/cli-error.ts";
import { defineCommand } from "../../input/define-command.ts";
import { choiceFlag } from "../../input/flags.ts";
import { keyHeader } from "./key-header.ts";
import { titlesOf } from "../../live/read-board.ts";
import { bold, dim } from "../../terminal/colors.ts";
import { holdLines } from "../../render/hold-lines.ts";
import { planWord } from "../../render/marks.ts";
import { pad } from "../../terminal/width.ts";
import type { Session } from "../../session/session.ts";
import { print } from "../../terminal/output.ts";
import { watchForStop } from "../../terminal/until-stopped.ts";
import { showEvent } from "../../live/watch-lines.ts";
import { tell, words } from "../../messages/i18n.ts";
import { runtime } from "./load-runtime.ts";

const EXAMPLE = fileURLToPath(new URL("../../../../examples/review-report/", import.meta.url));
const CONFIG_FILE = join(EXAMPLE, "holdpoint.config.ts");
const DECIDERS = ["approve", "reject", "elsewhere"] as const;
type Decider = (typeof DECIDERS)[number];

/** A demo that runs. */
interface Demo {
  readonly session: Session;
  readonly holdpoint: RunningHoldpoint;
  readonly config: LoadedConfig;
  readonly client: Client;
  /** Who decides; undefined = the person at the terminal. */
  readonly decider: Decider | undefined;
  readonly stopped: AbortSignal;
  /** What happens, on standard output; with `--json` that has the plan's events and nothing else. */
  readonly say: (...lines: readonly string[]) => void;
}

/** `holdpoint demo`: the example plan on real input, to its hold, to a decision, to its end. */
export const demoCommand = defineCommand({
  brief: "brief_demo",
  isLocal: true,
  full: "full_demo",
  examples: ["demo", "demo --decide approve"],
  args: [],
  flags: { decide: choiceFlag("flag_decide", DECIDERS) },
  async run(session, _, { decide: decider }) {
    if (decider === undefined && (session.json || !process.stdin.isTTY)) {
      throw new CliError(words("demo_no_terminal"), "holdpoint demo --decide approve", EXIT.usage);
    }
    const stop = watchForStop();
    const say: Demo["say"] = (...lines) => {
      if (!session.json) print(...lines);
    };
    const { loadConfig } = await runtime.config();
    const { startHoldpoint } = await runtime.start();
    const from = process.cwd();
    const config = await loadConfig(from, CONFIG_FILE);
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
      const client = createClient(holdpoint.apiUrl, { key, language, ...patience });
      await runExample({ session, holdpoint, config, client, decider, stopped, say });
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

async function runExample(demo: Demo): Promise<void> {
  const { session, holdpoint, client, stopped, say } = demo;
  const written = parse(await readFile(join(EXAMPLE, "plan.yaml"), "utf8")) as NewPlanInput;
  const plan = await client.plans.create(written, { retries: 0 });
  const heading = words("demo_plan", { plan: plan.id, count: plan.todo_count });
  say("", `${bold(plan.title)}  ${dim(heading)}`);

  const titles = titlesOf(plan);
  let asking: AbortController | undefined;
  for await (const item of client.plans.watch(plan.id, { after: 0, signal: stopped })) {
    if (item.type === "snapshot") continue;
    const { type, hold_id } = item.event;
    if (type === "hold.decided" || type === "hold.expired") asking?.abort();
    showEvent(session, item.event, titles);
    if (type !== "hold.requested" || hold_id === undefined) continue;
    const hold = await unlessAborted(stopped, client.holds.get(hold_id));
    if (hold?.status !== "open") continue;
    // Where nobody can ask for more, all of it is shown.
    say(...holdLines(hold, words, process.stdin.isTTY ? undefined : Infinity));
    say(...waysToDecide(hold, holdpoint, await keyHeader(demo.config)));
    asking = new AbortController();
    void decide(demo, hold, AbortSignal.any([asking.signal, stopped])).then((answer) => {
      if (answer === "stop") process.kill(process.pid, "SIGINT");
    });
  }
  asking?.abort();
  if (stopped.aborted) {
    // A start without the example's configuration would not have its tools.
    const start = `npm start -- --config ${relative(process.cwd(), CONFIG_FILE)}`;
    say(`${words("demo_kept")} ${bold(start)}`);
    return;
  }
  await showEnd(demo, plan.id);
}

function waysToDecide(hold: Hold, holdpoint: RunningHoldpoint, header: string): string[] {
  const { apiUrl, temporalAddress, temporalCli } = holdpoint;
  const short = hold.id.slice(hold.plan_id.length + 1);
  return [
    dim(words("demo_elsewhere")),
    dim(`  ${apiUrl}/inbox/${hold.id}`),
    dim(
      `  curl -s ${apiUrl}/v1/holds/${hold.id}/decision${header} -H 'content-type: application/json' -d '{"decision":"approve"}'`,
    ),
    dim(
      `  ${temporalCli} workflow signal --address ${temporalAddress} -w plan-${hold.plan_id} --name approval --input '{"hold_id":"${short}","decision":"approve"}'`,
    ),
    "",
  ];
}

/** Decides as the flag says, or asks until a decision is taken; "stop" when the person left. */
async function decide(
  { client, decider, say }: Demo,
  hold: Hold,
  signal: AbortSignal,
): Promise<"decided" | "stop"> {
  if (decider === "elsewhere") return "decided";
  const { askDecision } = await import("./ask-decision.ts");
  const complain = (error: unknown): null => {
    say(tell(error instanceof Error ? error : String(error)));
    return null;
  };
  const ask = async (): Promise<DecisionInput | "stop" | null> => {
    const { choices } = await client.holds.choices(hold.id);
    return askDecision(hold, choices, signal);
  };
  for (;;) {
    const answer: DecisionInput | "stop" | null =
      decider === undefined
        ? await ask().catch(complain)
        : { decision: decider, comment: `demo --decide ${decider}`, digest: hold.digest };
    if (answer === "stop") return "stop";
    if (signal.aborted) return "decided";
    if (answer === null) continue;
    try {
      await unlessAborted(signal, client.holds.decide(hold.id, answer, { signal }));
      return "decided";
    } catch (error) {
      complain(error);
      if (decider !== undefined || isOver(error)) return "decided";
    }
  }
}

/** What a call brings; undefined when it failed because `signal` ended it. */
async function unlessAborted<Data>(
  signal: AbortSignal,
  call: Promise<Data>,
): Promise<Data | undefined> {
  try {
    return await call;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

/** Whether the hold takes no decision any more: asking again would not help. */
function isOver(error: unknown): boolean {
  return error instanceof ProblemError && [409, 410, 412].includes(error.status);
}

async function showEnd(demo: Demo, planId: string): Promise<void> {
  const { client, config, holdpoint, stopped, say } = demo;
  const plan = await unlessAborted(stopped, client.plans.get(planId));
  if (plan === undefined) return;
  const { percentage } = plan.progress;
  const place = (name: string, where: string): string => `${pad(name, 12)} ${where}`;
  say("", bold(words("plan_is", { state: planWord(plan, words), percentage })));
  if (plan.ended_because !== null) say(inOwnWords(plan, "ended_because"));
  const ui = `${holdpoint.temporalUiUrl}/namespaces/default/workflows/plan-${planId}`;
  say(
    place(words("demo_report"), reportOf(plan, config)),
    place("Temporal UI", ui),
    place("API", `${holdpoint.apiUrl}/v1/plans/${planId}`),
    "",
  );
}

/** Where the report is, or why there is none. */
function reportOf({ id, todos }: PlanView, { workspacesDir }: LoadedConfig): string {
  const publish = todos.find((todo) => todo.id === "publish");
  const result = publish?.result_data as { path?: unknown } | null | undefined;
  return publish?.status === "completed" && typeof result?.path === "string"
    ? join(workspacesDir, id, result.path)
    : words("demo_no_report", { status: words(`todo_${publish?.status ?? "cancelled"}`) });
}
