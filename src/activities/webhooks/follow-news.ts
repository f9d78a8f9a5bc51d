import { setTimeout as delay } from "node:timers/promises";
import { Context, getClient } from "@temporalio/activity";
import { WorkflowExecutionAlreadyStartedError, type Client } from "@temporalio/client";
import { defaultPayloadConverter, type Payload } from "@temporalio/common";
import type { LoggedEvent } from "../../contract/plan/event.ts";
import {
  newDelivery,
  type CloudEvent,
  type DeliveryInput,
  type KeptWebhook,
} from "../../contract/service/webhook.ts";
import { TEMPORAL_NAMES } from "../../contract/tables/temporal-names.ts";
import { digestOf, jsonEqual } from "../../plan/model/digest.ts";
import type { News, NewsFound, NewsWanted } from "../../plan/views/board/news.ts";
import {
  MissingArtifactError,
  readJson,
  type ArtifactStore,
} from "../../temporal/connection/payloads/artifact-store.ts";
import { quoted } from "../../temporal/connection/quoted.ts";
import { listRuns } from "../../temporal/connection/runs/list-runs.ts";
import { askWorkflow } from "./ask-workflow.ts";
import { readWebhooks } from "./read-webhooks.ts";
import type { Followed, WebhookActivities } from "./told.ts";
import type { WorkerClock } from "./worker-clock.ts";

export interface FollowDeps {
  /** Plans' news have Temporal's times. */
  readonly clock: WorkerClock;
  readonly artifacts: ArtifactStore;
  /** Aborted when the worker is told to stop. */
  readonly stopping?: AbortSignal;
}

const LOOK_EVERY_MS = 2_000;
/** How late Temporal's lists may be: so far back a look goes now and then, and each look a little. */
const LATE_MS = 10 * 60_000;
const NEAR_MS = 30_000;
const LOOKS_PER_FAR_ONE = 30;
/** A plan that nobody can ask for so long tells nothing more of that time. */
const GIVEN_UP_MS = 24 * 3_600_000;
const LASTS_MS = 3_600_000;
const ASKED_AT_ONCE = 8;
const ID_SIGNS = 32;
/**
 * Of so many plans it is handed on how far they are told: what Temporal does not carry itself is kept, and nobody
 * would ever delete it. The others are asked again, and no delivery is begun twice.
 */
const MOST_HANDED_ON = 500;

/** Who is to be told of what: a webhook that is enabled. */
type Listener = Pick<KeptWebhook, "id" | "events" | "since">;

interface Row {
  readonly plan_id: string;
  readonly at: string;
}

/** Follows what plans have to tell: see `WebhookActivities`. */
export const followNews =
  (deps: FollowDeps): WebhookActivities["holdpoint.follow_news"] =>
  async ({ webhooks_workflow, followed }) => {
    const activity = Context.current();
    // Whatever listens to both goes with this activity; the worker's own signal lives as long as it does.
    const over = AbortSignal.any([
      activity.cancellationSignal,
      ...(deps.stopping === undefined ? [] : [deps.stopping]),
    ]);
    const until = performance.now() + LASTS_MS;
    // Of an attempt whose worker died.
    let at = (activity.info.heartbeatDetails as Followed | undefined) ?? followed;
    let handedOn = toHandOn(at);
    const beat = (): void => activity.heartbeat(handedOn);
    for (let looks = 0; !over.aborted && performance.now() < until; looks += 1) {
      beat();
      const listeners = await listenersOf(webhooks_workflow);
      if (listeners.length === 0) return handedOn;
      const isFar = looks % LOOKS_PER_FAR_ONE === 0;
      const came = await look(listeners, at, isFar, deps, beat);
      // A webhook that was made or changed meanwhile has yet to be told what this look has seen.
      const isWhole =
        came.asked === 0 || jsonEqual(listeners, await listenersOf(webhooks_workflow));
      if (isWhole) at = came.at;
      handedOn = toHandOn(at);
      beat();
      await delay(LOOK_EVERY_MS, undefined, { signal: over }).catch(() => undefined);
    }
    return handedOn;
  };

/** Those with the newest news stay: they are looked at longest. */
function toHandOn({ from, told }: Followed): Followed {
  const plans = Object.entries(told).toSorted(([, [, one]], [, [, other]]) =>
    one < other ? 1 : -1,
  );
  return { from, told: Object.fromEntries(plans.slice(0, MOST_HANDED_ON)) };
}

async function listenersOf(webhooksWorkflow: string): Promise<Listener[]> {
  const webhooks = await readWebhooks(webhooksWorkflow);
  return webhooks
    .filter(({ disabled }) => disabled === null)
    .map(({ id, events, since }) => ({ id, events, since }));
}

/** One look at all plans: how far it came, and how many had something to tell. */
async function look(
  webhooks: readonly Listener[],
  at: Followed,
  isFar: boolean,
  deps: FollowDeps,
  beat: () => void,
): Promise<{ readonly at: Followed; readonly asked: number }> {
  const client = getClient();
  const now = await deps.clock();
  const near = new Date(now - NEAR_MS).toISOString();
  const rows = await rowsSince(client, isFar || at.from > near ? at.from : near);
  const told: Record<string, readonly [number, string]> = { ...at.told };
  const untold: string[] = [];
  const fresh = rows.filter(({ plan_id, at: newest }) => newest > (told[plan_id]?.[1] ?? ""));
  for (let first = 0; first < fresh.length; first += ASKED_AT_ONCE) {
    await Promise.all(
      fresh.slice(first, first + ASKED_AT_ONCE).map(async (row) => {
        try {
          const seq = await tell(
            client,
            row,
            { since: at.from, after: told[row.plan_id]?.[0] },
            {
              webhooks,
              deps,
            },
          );
          told[row.plan_id] = [seq, row.at];
        } catch (error) {
          // Its worker is busy, or it waits for a fix: it is asked again.
          Context.current().log.warn("a plan's news cannot be read", { error, ...row });
          untold.push(told[row.plan_id]?.[1] ?? at.from);
        }
      }),
    );
    beat();
  }
  const oldest = new Date(now - GIVEN_UP_MS).toISOString();
  const next = [new Date(now - LATE_MS).toISOString(), ...untold].toSorted()[0]!;
  const from = [at.from, next < oldest ? oldest : next].toSorted().at(-1)!;
  const kept = Object.entries(told).filter(([, [, newest]]) => newest >= from);
  return { at: { from, told: Object.fromEntries(kept) }, asked: fresh.length };
}

/** The plans that have had news since a moment, whether or not they go on. */
async function rowsSince(client: Client, since: string): Promise<Row[]> {
  const { taskQueue } = Context.current().info;
  const query = [
    `WorkflowType = ${quoted(TEMPORAL_NAMES.plan_workflow)}`,
    `WorkflowId STARTS_WITH ${quoted(TEMPORAL_NAMES.plan_prefix)}`,
    `TaskQueue = ${quoted(taskQueue)}`,
    "ExecutionStatus != 'ContinuedAsNew'",
    `NewsAt >= ${quoted(since)}`,
  ].join(" AND ");
  const rows = new Map<string, Row>();
  for await (const { execution, searchAttributes } of listRuns(client, query)) {
    const plan_id = (execution?.workflowId ?? "").slice(TEMPORAL_NAMES.plan_prefix.length);
    const at = momentIn(searchAttributes?.indexedFields?.["NewsAt"]);
    const known = rows.get(plan_id);
    if (at !== null && (known === undefined || known.at < at)) rows.set(plan_id, { plan_id, at });
  }
  return [...rows.values()];
}

function momentIn(payload: Payload | null | undefined): string | null {
  if (payload === null || payload === undefined) return null;
  const moment = Date.parse(String(defaultPayloadConverter.fromPayload(payload)));
  return Number.isNaN(moment) ? null : new Date(moment).toISOString();
}

/** Has what a plan has to tell delivered; the number of its newest event. */
async function tell(
  client: Client,
  { plan_id }: Row,
  { since, after = 0 }: { readonly since: string; readonly after?: number | undefined },
  { webhooks, deps }: { readonly webhooks: readonly Listener[]; readonly deps: FollowDeps },
): Promise<number> {
  const ask = (wanted: NewsWanted): Promise<NewsFound | undefined> =>
    askWorkflow(TEMPORAL_NAMES.plan_prefix + plan_id, "news", wanted);
  // Somebody may delete it meanwhile: then there is nothing left to look at.
  const found = await ask({ since, after });
  if (found === undefined) return after;
  const older = await archived(found, { since, after }, deps.artifacts);
  const early = older.length === 0 ? [] : (await ask({ since, events: older }))?.news;
  if (early === undefined) return after;
  for (const told of [...early, ...found.news]) {
    const event = toCloudEvent(client.options.namespace, plan_id, told);
    const wanted = webhooks.filter(
      (webhook) => webhook.events.includes(told.type) && webhook.since <= told.at,
    );
    await Promise.all(wanted.map(({ id }) => startDelivery(client, id, event)));
  }
  return found.seq;
}

/** The events of a long log that were put into the archive before they were looked at. */
async function archived(
  { archive }: NewsFound,
  { since, after }: { readonly since: string; readonly after: number },
  artifacts: ArtifactStore,
): Promise<LoggedEvent[]> {
  const found: LoggedEvent[] = [];
  for (const { artifact } of archive.toReversed()) {
    const events = await eventsIn(artifact, artifacts);
    const wanted = events.filter((event) => event.seq > after && event.at >= since);
    found.unshift(...wanted.filter(({ type }) => /^(?:hold|plan|todo)\./.test(type)));
    if (wanted.length < events.length) break;
  }
  return found;
}

/** A part of a log; nothing where the store has lost it, which no later look would change. */
async function eventsIn(artifact: string, artifacts: ArtifactStore): Promise<LoggedEvent[]> {
  try {
    return (await readJson<{ events: LoggedEvent[] }>(artifacts, artifact)).events;
  } catch (error) {
    if (!(error instanceof MissingArtifactError)) throw error;
    Context.current().log.error("webhooks are not told what a lost part of a log had", { error });
    return [];
  }
}

function toCloudEvent(namespace: string, plan_id: string, news: News): CloudEvent {
  const { type, seq, at, subject, data } = news;
  return {
    specversion: "1.0",
    id: `evt_${digestOf({ namespace, plan_id, seq, at }).split(":")[1]!.slice(0, ID_SIGNS)}`,
    type: `dev.holdpoint.${type}.v1`,
    source: `urn:holdpoint:${namespace}`,
    subject,
    time: at,
    datacontenttype: "application/json",
    data,
  };
}

/** Begins a delivery, unless it was begun before. */
async function startDelivery(client: Client, webhook_id: string, event: CloudEvent): Promise<void> {
  const { taskQueue } = Context.current().info;
  const webhooks_workflow = TEMPORAL_NAMES.webhooks_prefix + taskQueue;
  const input: DeliveryInput = { webhook_id, webhooks_workflow, event };
  try {
    await client.workflow.start(TEMPORAL_NAMES.delivery_workflow, {
      workflowId: `${TEMPORAL_NAMES.delivery_prefix}${webhook_id}.${event.id}`,
      taskQueue,
      args: [input],
      memo: { delivery: newDelivery(input) },
      staticSummary: `${event.type}: ${event.subject}`.slice(0, 200),
      workflowIdReusePolicy: "REJECT_DUPLICATE",
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
