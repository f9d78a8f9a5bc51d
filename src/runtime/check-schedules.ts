import { Client, type Connection } from "@temporalio/client";
import type { KeyStore } from "../api/auth/key-store.ts";
import { assertApproversDecide } from "../api/auth/who-decides.ts";
import { toolMistakes, type ToolCatalog } from "../api/commands/new-plan.ts";
import { parseFilled } from "../api/commands/templates/write-template.ts";
import { createGateways, type Gateways } from "../api/gateway/gateways.ts";
import { isRefusal, Refusal } from "../contract/problems/problem-error.ts";
import type { PlanSchedule } from "../contract/schedule.ts";
import { notice } from "../contract/service/notices.ts";
import type { ParameterValues, Template } from "../contract/template.ts";
import { createPlan } from "../plan/create/create.ts";
import { fillTemplate, sampleValues } from "../plan/create/template.ts";
import { createGoal } from "../plan/thinking/decide-goal.ts";
import { createDataConverter } from "../temporal/connection/payloads/data-converter.ts";
import { readTools } from "../temporal/connection/workers/worker-presence.ts";
import type { Found, SearchedPlace } from "../temporal/doctor.ts";
import { openArtifacts } from "./artifacts.ts";
import type { LoadedConfig } from "./config.ts";
import { openKeys } from "./keys.ts";

/** Templates are read from workers; when none is there, that is told elsewhere. */
const ANSWER_MS = 2_000;

/**
 * Which schedules failed at their last run, have no template any more or fit it no longer, or start what nobody here could approve,
 * and which templates have a tool that no worker has. Where workers do not tell their tools, those of the
 * configuration count; where there are no keys, who could approve is not looked at.
 */
export async function findSchedules(
  config: LoadedConfig,
  connection: Connection,
  place: SearchedPlace,
): Promise<Found> {
  const { namespace, queue, now } = place;
  const { schedules, templates } = await gatewaysAt(config, connection, place);
  const { workers, counts } = await readTools(connection, namespace, queue, Date.parse(now()));
  const tools = workers === 0 ? config.tools : toolsOf(config, counts);
  const [listed, kept] = await Promise.all([schedules.list(), templates.list()]);
  // A list comes after the fact, and ends somewhere: what schedules start is asked for by its id.
  const ids = new Set([...kept.map(({ id }) => id), ...listed.map((one) => one.template_id)]);
  const gone = new Set<string>();
  const read = await Promise.all(
    [...ids].map((id) =>
      templates.get(id).catch((error: unknown) => {
        if (isRefusal(error, "template_not_found")) gone.add(id);
        return unlessRefused(error);
      }),
    ),
  );
  const byId = new Map(read.flatMap((one) => (one === undefined ? [] : [[one.id, one] as const])));
  const failed = listed.filter(({ recent_runs }) => recent_runs.at(-1)?.failed_because != null);
  const unfit = listed.filter(({ template_id, values }) => {
    const template = byId.get(template_id);
    return template !== undefined && !isFit(template, values, tools);
  });
  const orphaned = listed.filter(({ template_id }) => gone.has(template_id));
  const unapproved = await whichUnapproved({ keys: openKeys(config), now }, listed, byId);
  const lacking = [...byId.values()].filter(
    (template) => !isFit(template, sampleValues(template.parameters), tools),
  );
  const found = [
    ...naming("schedules_failed", failed),
    ...naming("schedules_orphaned", orphaned),
    ...naming("schedules_unfit", unfit),
    ...naming("schedules_unapproved", unapproved),
    ...naming("templates_unfit", lacking),
  ];
  const [first, ...others] = found;
  if (first === undefined) {
    return { ok: true, detail: notice("schedules_fine", { count: listed.length }) };
  }
  const detail = others.reduce((told, second) => notice("both", { first: told, second }), first);
  return { ok: false, detail };
}

/** What is read from a Temporal that doctor has reached. */
export async function gatewaysAt(
  config: LoadedConfig,
  connection: Connection,
  { namespace, queue, now }: SearchedPlace,
): Promise<Gateways> {
  const dataConverter = createDataConverter(await openArtifacts(config), config.encryptionKeys);
  const client = new Client({ connection, namespace, dataConverter });
  return createGateways(client, queue, { answerMs: ANSWER_MS, now });
}

function naming(
  id:
    | "schedules_failed"
    | "schedules_orphaned"
    | "schedules_unfit"
    | "schedules_unapproved"
    | "templates_unfit",
  found: readonly { readonly id: string }[],
) {
  return found.length === 0 ? [] : [notice(id, { ids: found.map((one) => one.id).join(", ") })];
}

/** The configuration's tools as far as workers have them, and theirs that it does not know. */
function toolsOf(
  { tools }: Pick<LoadedConfig, "tools">,
  counts: ReadonlyMap<string, number>,
): ToolCatalog {
  return {
    ...tools,
    get: (name) => (counts.has(name) ? (tools.get(name) ?? name) : undefined),
    check: (name, ...given) => (tools.get(name) === undefined ? [] : tools.check(name, ...given)),
  };
}

function isFit(template: Template, values: ParameterValues, tools: ToolCatalog): boolean {
  const filled = fillTemplate(template, values);
  if ("problem" in filled) return false;
  try {
    const plan = parseFilled(filled.plan);
    // What samples stand for may be no argument of its tool; that there is such a tool is known.
    return "goal" in plan || !toolMistakes(plan, tools).some(({ code }) => code === "unknown_tool");
  } catch (error) {
    return unlessRefused(error) !== undefined;
  }
}

/** Which schedules start plans that wait for whom there is no key here any more. */
async function whichUnapproved(
  { keys, now }: { readonly keys: KeyStore; readonly now: () => string },
  schedules: readonly PlanSchedule[],
  templates: ReadonlyMap<string, Template>,
): Promise<PlanSchedule[]> {
  if (!(await keys.inUse())) return [];
  const unapproved: PlanSchedule[] = [];
  for (const schedule of schedules) {
    const template = templates.get(schedule.template_id);
    const state = template && sampleOf(template, schedule, now());
    if (state === undefined) continue;
    try {
      await assertApproversDecide({ keys, now }, state);
    } catch (error) {
      unlessRefused(error);
      unapproved.push(schedule);
    }
  }
  return unapproved;
}

/** What a schedule's next plan begins with; undefined where none can be made, which is told as such. */
function sampleOf(template: Template, { values, owner }: PlanSchedule, at: string) {
  const filled = fillTemplate(template, values);
  if ("problem" in filled) return undefined;
  try {
    const plan = parseFilled(filled.plan);
    const origin = { id: "sample", owner, at };
    if ("goal" in plan) return createGoal(plan, origin);
    const made = createPlan(plan, origin);
    return "problem" in made ? undefined : made.state;
  } catch (error) {
    return unlessRefused(error);
  }
}

function unlessRefused(error: unknown): undefined {
  if (error instanceof Refusal) return undefined;
  throw error;
}
