import { expect, onTestFinished } from "vitest";
import type { Json } from "../../src/contract/text.ts";
import { ModelSettingsSchema } from "../../src/llm/model-settings.ts";
import { createScriptedModel, type ScriptedModel } from "../../src/testing/scripted-model.ts";
import { ToolError } from "../../src/tools/tool-error.ts";
import type { ApiHarness, HarnessOptions } from "../support/api-harness.ts";
import { anyTool } from "../support/plan-tools.ts";
import { agentOf, scriptModel } from "../support/scripted-agent.ts";
import { startReceiver } from "../support/webhook-receiver.ts";

const echo = (text: string, more: object = {}) => ({
  tool_name: "echo",
  tool_params: { text },
  ...more,
});
const LETTER =
  "Dear customers,\n\nyour reviews have changed our subscription.\nTell us what to change next, and the first\nbox is on us.\n\nThank you!";
const agents = scriptModel({
  draft: [
    {
      say: "I read the notes of the last release first, then the open issues.",
      calls: [["echo", { text: "The notes of 2.4" }]],
      cost_usd: 0.04,
    },
    {
      say: "The notes name two audiences.",
      calls: [
        [
          "ask_orchestrator",
          {
            question: "Who reads these notes?",
            context: "Customers want to know what changed for them, operators what to do.",
            suggested_answers: ["Customers", "Operators"],
          },
        ],
      ],
      cost_usd: 0.06,
    },
  ],
  costs: [{ say: "I begin.", calls: [["echo", { text: "costs" }]], cost_usd: 2.1 }],
  orchestrator: Array.from({ length: 4 }, () => ({ say: "[NEED_HUMAN: Who reads these notes?]" })),
});
const proposed = {
  summary: "Two checks before it is sent.",
  edits: [
    ["spelling", "Check the spelling", "Typos cost readers."],
    ["links", "Open every link", "Two links of the last issue were dead."],
  ].map(([id, title, reason]) => ({
    reason,
    edit_type: "add_todo",
    params: { todo: { id, title, ...echo("checked") } },
  })),
};
const unclear = {
  intent: { type: "report", confidence: 0.4, keywords: ["tea"], entities: {} },
  question: "Which tea do you mean?",
  todos: [],
};
const answers = (json: object): ScriptedModel =>
  createScriptedModel([{ json: json as unknown as Json }]);
const limits = { turns: 20, tokens: 500_000, cost_usd: null, seconds: 3_600 };
const { name, instructions } = agentOf([]);
const agent = { name, instructions, limits, model: null, todo_list: false };

/** Is answered at its second attempt, and logs each. */
const busyOnce = anyTool("busy_once", (_, { attempt, log }) => {
  log.info(`Calling the bank, attempt ${attempt}.`);
  if (attempt === 1) throw new ToolError("api_error", "The line is busy.");
  log.info("Answered.", { currencies: 31 });
  log.warn("Two rates are of yesterday.", { currencies: ["ISK", "MKD"] });
  return "done";
});

/** An installation with agents and a model that say what the pictures show. */
export const PICTURED: HarnessOptions = {
  tools: [busyOnce],
  config: {
    agents: [
      {
        ...agent,
        description: "Writes release notes",
        team: "desk",
        tools: ["echo"],
        approval_tools: [],
      },
      {
        ...agent,
        name: "mailer",
        description: "Sends what was approved",
        team: null,
        tools: ["echo", "gate"],
        approval_tools: ["gate"],
      },
    ],
    models: ModelSettingsSchema.parse({ model: "gpt-4o" }),
    webhooks: { allow: ["127.0.0.1"] },
  },
  model: {
    turn: (request, options) =>
      request.role === "agent" || request.role === "orchestrator"
        ? agents.modelTurn(request)
        : // A script is over once it was said, and several files look at these plans.
          answers(request.prompt.name === "planner" ? unclear : proposed).turn(request, options),
  },
};

/** The plans of the pictures, each as far as it is pictured; told are the holds by their names. */
export async function startPictured(api: ApiHarness) {
  await api.create({
    id: "survey",
    title: "Customer survey",
    todos: [
      { id: "collect", title: "Collect the reviews", ...echo("142 reviews") },
      {
        id: "send",
        title: "Send the survey",
        ...echo(LETTER),
        requires_approval: true,
        approval: {
          message: "Goes to 142 people. Please check the text.",
          timeout_seconds: 7_200,
        },
        depends_on: ["collect"],
      },
      { id: "report", title: "Write the report", ...echo("Report"), depends_on: ["send"] },
      { id: "print", title: "Print the report", depends_on: ["report"] },
      {
        id: "period",
        title: "Choose the period",
        input_request: {
          question: "Which period should the report cover?",
          input_type: "choice",
          options: ["Third quarter", "First half", "Last 12 months"],
        },
      },
      { id: "market", title: "Compare prices", assignee: "minji", due_in: "3d" },
      {
        id: "rates",
        title: "Read the exchange rates",
        tool_name: "gate",
        tool_params: { name: "rates", percent: 40 },
      },
    ],
  });
  await api.create({
    id: "move",
    title: "Move the billing tables",
    plan_review: true,
    todos: [
      { id: "try", title: "Dry run", ...echo("ok") },
      { id: "copy", title: "Copy the tables", ...echo("ok"), depends_on: ["try"] },
      {
        id: "switch",
        title: "Switch over",
        ...echo("ok"),
        requires_approval: true,
        depends_on: ["copy"],
      },
    ],
  });
  await api.create({
    id: "notes",
    title: "Release notes 2.5",
    todos: [
      {
        id: "draft",
        title: "Draft the notes",
        description: "For release 2.5.",
        agent_name: name,
      },
      { id: "publish", title: "Publish the notes", kind: "milestone", depends_on: ["draft"] },
    ],
  });
  await api.create({
    id: "digest",
    title: "Nightly digest",
    todos: [
      {
        id: "fetch",
        title: "Fetch the feeds",
        tool_name: "refuse",
        tool_params: { sentence: "feeds.example answered 502 three times." },
      },
      { id: "mail", title: "Mail the digest", ...echo("digest"), depends_on: ["fetch"] },
    ],
  });
  await api.create({
    id: "backup",
    title: "Weekly backup",
    todos: [
      {
        id: "store",
        title: "Store the archive",
        tool_name: "refuse",
        tool_params: { sentence: "The archive is larger than the disk." },
        failure: { validation_error: { action: "ABORT" } },
      },
    ],
  });
  await api.create({
    id: "rates",
    title: "Exchange rates",
    todos: [{ id: "fetch", title: "Fetch the rates", tool_name: "busy_once" }],
  });
  await api.create({
    id: "costs",
    title: "Cost report",
    budget_usd: 2,
    todos: [{ id: "costs", title: "Write the cost report", agent_name: name }],
  });
  await api.create({
    id: "letter",
    title: "Newsletter",
    todos: [
      { id: "gate", title: "Send the letter", ...echo("Hello", { requires_approval: true }) },
    ],
  });
  await api.untilHolds("letter");
  await api.post("/v1/plans/letter/replan", { feedback: "Check it first" });
  const long = Array.from(
    { length: 400 },
    (_, line) => `Line ${line + 1}: customer ${1000 + line}, invoice ${7000 + line}, paid`,
  ).join("\n");
  await api.create({
    id: "invoices",
    title: "Invoices of November",
    todos: [{ id: "post", title: "Post all invoices", ...echo(long, { requires_approval: true }) }],
  });
  await api.create({
    id: "tea",
    title: "Tea for two",
    todos: [{ id: "boil", title: "Boil water", ...echo("100 °C") }],
  });
  await api.request("PUT", "/v1/templates/release", {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      title: "Release",
      description: "Tags a version and says so.",
      parameters: [{ name: "version" }],
      plan: {
        title: "Release {{param.version}}",
        todos: [{ id: "tag", title: "Tag {{param.version}}", ...echo("{{param.version}}") }],
      },
    }),
  });
  const asking = { tool_name: "echo", tool_params: { text: "Thanks" }, requires_approval: true };
  await api.create({
    id: "thanks",
    title: "Thank the readers",
    todos: [
      { id: "write", title: "Write the letter", ...asking },
      { id: "flowers", title: "Send flowers", depends_on: ["write"] },
    ],
  });
  const [thanks] = await api.untilHolds("thanks");
  await api.post(`/v1/holds/${thanks!.id}/decision`, { decision: "approve" });
  const ops = [{ edit_type: "modify_todo", target_id: "flowers" }].map((op) => ({
    ...op,
    params: { changes: { title: "Send flowers and cake" } },
  }));
  await api.post("/v1/plans/thanks/edits", { ops, reason: "Somebody asked for cake" });
  await api.post("/v1/plans", { id: "goal", goal: "A report about tea" });
  await api.untilEnded("tea");
  await api.untilEnded("backup");
  await api.untilEnded("rates");
  const survey = await api.untilHolds("survey", 2);
  const [review] = await api.untilHolds("move");
  const [question] = await api.untilHolds("notes");
  const [failure] = await api.untilHolds("digest");
  const [budget] = await api.untilHolds("costs");
  const letter = await api.untilHolds("letter", 2);
  const [large] = await api.untilHolds("invoices");
  const [goal] = await api.untilHolds("goal");
  return {
    approval: survey.find(({ todo_id }) => todo_id === "send")!.id,
    input: survey.find(({ todo_id }) => todo_id === "period")!.id,
    review: review!.id,
    question: question!.id,
    failure: failure!.id,
    budget: budget!.id,
    proposal: letter.find(({ kind }) => kind === "proposal")!.id,
    large: large!.id,
    goal: goal!.id,
    decided: thanks!.id,
  };
}

/** A webhook that was told something. */
export async function startPicturedWebhook(api: ApiHarness): Promise<string> {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const made = await api.post("/v1/webhooks", { url: receiver.url, description: "Tells Slack" });
  const { id } = (await made.json()) as { id: string };
  await api.post(`/v1/webhooks/${id}/test`, {});
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
  return id;
}
