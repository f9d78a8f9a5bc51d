import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { buildCommand } from "@stricli/core";
import { parse } from "yaml";
import { bold, dim } from "../render/colors.ts";
import { createClient, ProblemError, unwrap, type Client } from "../../client/client.ts";
import type { DecisionInput, Hold } from "../../contract/hold.ts";
import type { NewPlanInput, PlanView, Receipt } from "../../contract/plan.ts";
import { loadConfig, type LoadedConfig } from "../../runtime/config.ts";
import { startHoldpoint, type RunningHoldpoint } from "../../runtime/start.ts";
import { askDecision } from "../ask-decision.ts";
import { followPlan, whenAnswered } from "../follow-plan.ts";
import { keyHeader } from "../key-header.ts";
import { eventLine } from "../render/event-line.ts";
import { holdLines } from "../render/hold-lines.ts";
import { watchForStop } from "../until-stopped.ts";
import { words } from "../words-here.ts";

const EXAMPLE = fileURLToPath(new URL("../../../examples/review-report/", import.meta.url));
const CONFIG_FILE = join(EXAMPLE, "holdpoint.config.ts");
const DECIDERS = ["approve", "reject", "elsewhere"] as const;

interface DemoFlags {
  readonly decide?: (typeof DECIDERS)[number];
}

const say = (line = ""): void => console.log(line);

/** `holdpoint demo`: the example plan on real input, to its hold, to a decision, to its end. */
export const demoCommand = buildCommand({
  docs: {
    brief: "Run the example plan and decide its hold",
    fullDescription:
      "Starts everything, runs examples/review-report, stops at its hold and lets you decide. Without a terminal, --decide says what happens at the hold: approve, reject, or elsewhere (wait for a decision by curl or from Temporal).",
  },
  parameters: {
    flags: {
      decide: {
        kind: "enum",
        values: DECIDERS,
        brief: "What happens at the hold when nobody is at the terminal",
        optional: true,
      },
    },
  },
  async func(flags: DemoFlags) {
    if (flags.decide === undefined && !process.stdin.isTTY) {
      console.error(
        "The demo stops at a hold, and there is no terminal to ask. Say what happens there: npm run demo -- --decide approve (or reject, or elsewhere).",
      );
      process.exitCode = 2;
      return;
    }
    const stop = watchForStop();
    const from = process.cwd();
    const config = await loadConfig(from, CONFIG_FILE);
    let holdpoint: RunningHoldpoint;
    try {
      holdpoint = await startHoldpoint({
        from,
        config,
        onLine: (line) => say(dim(line)),
        signal: stop.signal,
      });
    } catch (error) {
      if (!stop.signal.aborted) throw error;
      return say("Stopped while starting.");
    }
    try {
      await runExample(holdpoint, config, flags, stop.signal);
      if (process.stdin.isTTY && flags.decide === undefined && !stop.signal.aborted) {
        say(dim("Everything is still up for you to look around. Ctrl-C stops it."));
        await stop.told;
      }
    } finally {
      say(dim("Stopping …"));
      await holdpoint.stop();
      stop.release();
    }
  },
});

async function runExample(
  holdpoint: RunningHoldpoint,
  config: LoadedConfig,
  flags: DemoFlags,
  stopped: AbortSignal,
): Promise<void> {
  const client = createClient(holdpoint.apiUrl, { key: process.env["HOLDPOINT_KEY"] });
  const written = parse(await readFile(join(EXAMPLE, "plan.yaml"), "utf8")) as NewPlanInput;
  const plan = await unwrap<PlanView>(client.v1.plans.$post({ json: written }));
  const titles = new Map(plan.todos.map(({ id, title }) => [id, title]));
  const workflow = `${holdpoint.temporalUiUrl}/namespaces/default/workflows/plan-${plan.id}`;
  say();
  say(`${bold(plan.title)}  ${dim(`plan ${plan.id}, ${plan.todo_count} todos`)}`);

  let asking: AbortController | undefined;
  for await (const event of followPlan(client, plan.id, stopped)) {
    const line = eventLine(event, titles, words);
    if (event.type === "hold.decided" || event.type === "hold.expired") asking?.abort();
    if (line !== null) say(`${dim(event.at.slice(11, 19))}  ${line}`);
    if (event.type !== "hold.requested" || event.hold_id === undefined) continue;
    const param = { hold_id: event.hold_id };
    const hold = await whenAnswered(stopped, () =>
      unwrap<Hold>(client.v1.holds[":hold_id"].$get({ param })),
    );
    if (hold?.status !== "open") continue;
    // Where nobody can ask for more, all of it is shown.
    say(holdLines(hold, words, process.stdin.isTTY ? undefined : Infinity).join("\n"));
    say(waysToDecide(hold, holdpoint, await keyHeader(config)).join("\n"));
    asking = new AbortController();
    const over = AbortSignal.any([asking.signal, stopped]);
    void decide(client, hold, flags, over).then((answer) => {
      if (answer === "stop") process.kill(process.pid, "SIGINT");
    });
  }
  asking?.abort();
  if (stopped.aborted) {
    // A start without the example's configuration would not have its tools.
    const start = `npm start -- --config ${relative(process.cwd(), CONFIG_FILE)}`;
    say(`Stopped. The plan is kept and goes on at the next start: ${bold(start)}`);
    return;
  }
  await showEnd(client, plan.id, config, stopped, [
    `Temporal UI  ${workflow}`,
    `API          ${holdpoint.apiUrl}/v1/plans/${plan.id}`,
  ]);
}

function waysToDecide(hold: Hold, holdpoint: RunningHoldpoint, header: string): string[] {
  const { apiUrl, temporalAddress, temporalCli } = holdpoint;
  const short = hold.id.slice(hold.plan_id.length + 1);
  return [
    dim("From elsewhere, instead of here:"),
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
  client: Client,
  hold: Hold,
  flags: DemoFlags,
  signal: AbortSignal,
): Promise<"decided" | "stop"> {
  if (flags.decide === "elsewhere") return "decided";
  for (;;) {
    const answer: DecisionInput | "stop" | null =
      flags.decide === undefined
        ? await askDecision(hold, signal).catch((error: unknown) => complain(error))
        : { decision: flags.decide, comment: `demo --decide ${flags.decide}`, digest: hold.digest };
    if (answer === "stop") return "stop";
    if (signal.aborted) return "decided";
    if (answer === null) continue;
    try {
      const param = { hold_id: hold.id };
      const json = { ...answer, command_id: randomUUID() };
      await whenAnswered(signal, () =>
        unwrap<Receipt>(client.v1.holds[":hold_id"].decision.$post({ param, json })),
      );
      return "decided";
    } catch (error) {
      complain(error);
      if (flags.decide !== undefined || isOver(error)) return "decided";
    }
  }
}

function complain(error: unknown): null {
  say(error instanceof Error ? error.message : String(error));
  return null;
}

/** Whether the hold takes no decision any more: asking again would not help. */
function isOver(error: unknown): boolean {
  return error instanceof ProblemError && [409, 410, 412].includes(error.status);
}

async function showEnd(
  client: Client,
  planId: string,
  config: LoadedConfig,
  stopped: AbortSignal,
  links: readonly string[],
): Promise<void> {
  const plan = await whenAnswered(stopped, () =>
    unwrap<PlanView>(client.v1.plans[":plan_id"].$get({ param: { plan_id: planId }, query: {} })),
  );
  if (plan === undefined) return;
  const publish = plan.todos.find(({ id }) => id === "publish");
  say();
  say(bold(`The plan is ${plan.status}: ${plan.progress.percentage} %.`));
  if (plan.ended_because !== null) say(plan.ended_because);
  const result = publish?.result_data as { path?: unknown } | null | undefined;
  if (publish?.status === "completed" && typeof result?.path === "string") {
    say(`Report       ${join(config.workspacesDir, planId, result.path)}`);
  } else {
    say(`Report       none: the todo that publishes it is ${publish?.status ?? "not there"}.`);
  }
  for (const link of links) say(link);
  say();
}
