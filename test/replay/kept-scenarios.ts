import { createGateways } from "../../src/api/gateway/gateways.ts";
import { KeptAgentSchema } from "../../src/contract/agent.ts";
import type { CloudEvent, KeptWebhook } from "../../src/contract/service/webhook.ts";
import { TEMPORAL_NAMES } from "../../src/contract/tables/temporal-names.ts";
import type { ScheduledPlanInput } from "../../src/workflows/scheduled-plan.workflow.ts";
import { echo } from "../support/plan-tools.ts";
import type { Stage } from "./scenarios.ts";

/** Plays something beside plans; answers the ids of the workflows that took part, which may still run. */
type KeptScenario = (stage: Stage) => Promise<readonly string[]>;

const AT = "2026-02-05T10:00:00.000Z";

async function serve(stage: Stage) {
  const queue = stage.queue([echo]);
  await queue.run();
  return { ...createGateways(stage.client, queue.taskQueue), queue };
}

const templateOf = (id: string, title: string) => ({
  id,
  title,
  description: null,
  parameters: [{ name: "text", type: "text" as const, required: true }],
  plan: { title, todos: [{ id: "a", title: "{{param.text}}", tool_name: "echo" }] },
  saved_by: "ana",
});

/** What the product keeps and starts beside plans, much of it for years: one history of each kind of workflow. */
export const KEPT_SCENARIOS = {
  async template(stage) {
    const { templates } = await serve(stage);
    for (const id of ["kept", "deleted"]) await templates.save(templateOf(id, "First"));
    await templates.save(templateOf("kept", "Second"));
    await templates.delete("deleted");
    return ["kept", "deleted"].map((id) => TEMPORAL_NAMES.template_prefix + id);
  },

  async kept_agent(stage) {
    const { keptAgents } = await serve(stage);
    const saved = { version: 1, saved_by: "ana", saved_at: AT };
    for (const instructions of ["Write.", "Write well."]) {
      await keptAgents.save(KeptAgentSchema.parse({ name: "writer", instructions, ...saved }));
    }
    await keptAgents.delete("writer", 2);
    return [`${TEMPORAL_NAMES.kept_agent_prefix}writer`];
  },

  async scheduled(stage) {
    const { templates, queue } = await serve(stage);
    const { taskQueue } = queue;
    await templates.save(templateOf("weekly", "Weekly"));
    const input: ScheduledPlanInput = {
      template_id: "weekly",
      values: { text: "Hello" },
      owner: "ana",
      rules: { cron: ["0 9 * * 1"], timezone: "UTC" },
      saved_as: "s1",
    };
    const workflowId = `${TEMPORAL_NAMES.scheduled_prefix}weekly-${AT}`;
    const args = [input];
    const { scheduled_workflow } = TEMPORAL_NAMES;
    await stage.client.workflow.execute(scheduled_workflow, { workflowId, taskQueue, args });
    return [workflowId];
  },

  async webhooks(stage) {
    const { webhooks, queue } = await serve(stage);
    const webhook = (id: string): KeptWebhook => ({
      id,
      // Nobody listens there.
      url: "http://127.0.0.1:9/told",
      events: ["plan.ended"],
      description: null,
      created_by: "ana",
      created_at: AT,
      since: AT,
      disabled: null,
      sealed_secret: "none",
    });
    for (const id of ["wh_keptkept", "wh_gonegone"]) await webhooks.save(webhook(id));
    const event: CloudEvent = {
      specversion: "1.0",
      id: `evt_${"0".repeat(32)}`,
      type: "dev.holdpoint.plan.ended.v1",
      source: "urn:holdpoint:default",
      subject: "plans/tea",
      time: AT,
      datacontenttype: "application/json",
      data: {},
    };
    await webhooks.tell("wh_keptkept", event);
    await webhooks.remove("wh_gonegone");
    const delivery = `${TEMPORAL_NAMES.delivery_prefix}wh_keptkept.${event.id}`;
    // What is recorded has a first attempt that is over, and the wait for the next.
    for (let tried = 0; tried === 0;) {
      tried = (await webhooks.delivery("wh_keptkept", event.id)).attempt_count;
    }
    return [TEMPORAL_NAMES.webhooks_prefix + queue.taskQueue, delivery];
  },

  async ended(stage) {
    const todos = [{ id: "a", title: "Todo a", tool_name: "echo" }];
    const plan = await stage.start({ id: stage.name, title: "Goes on", todos }, [echo]);
    await plan.ended();
    const first = await runOf(stage, plan.handle.workflowId);
    await plan.send("control_todo", { todo_id: "a", action: "rerun" });
    await plan.ended();
    return [`${TEMPORAL_NAMES.ended_prefix}${stage.name}.${first}`, plan.handle.workflowId];
  },

  async deleted(stage) {
    const { plans, queue } = await serve(stage);
    const todos = [{ id: "a", title: "Todo a", tool_name: "echo" }];
    const plan = await queue.start({ id: stage.name, title: "Deleted", todos });
    await plan.ended();
    const last = await runOf(stage, plan.handle.workflowId);
    await plans.delete(stage.name);
    return [`${TEMPORAL_NAMES.ended_prefix}${stage.name}.${last}`, plan.handle.workflowId];
  },
} satisfies Record<string, KeptScenario>;

async function runOf({ client }: Stage, workflowId: string): Promise<string> {
  return (await client.workflow.getHandle(workflowId).describe()).runId;
}
