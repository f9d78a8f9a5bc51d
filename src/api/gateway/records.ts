import {
  KeptAgentSummarySchema,
  type KeptAgent,
  type KeptAgentSummary,
} from "../../contract/agent.ts";
import { refusal } from "../../contract/problems/problem-error.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import { keptAgentsQuery, TEMPORAL_NAMES } from "../../contract/tables/temporal-names.ts";
import {
  TemplateSummarySchema,
  type Template,
  type TemplateSummary,
} from "../../contract/template.ts";
import {
  deleteAgentUpdate,
  deleteTemplateUpdate,
  keptAgentQuery,
  saveAgentUpdate,
  saveTemplateUpdate,
  templateQuery,
} from "../../workflows/wire/messages.ts";
import type { RecordGateway, RecordKind } from "./record-gateway.ts";

export type TemplateGateway = RecordGateway<Template, TemplateSummary>;

/** Agents that the API keeps, besides those of the configuration. */
export type AgentGateway = RecordGateway<KeptAgent, KeptAgentSummary>;

/** How many templates a list shows. */
const MAX_TEMPLATES = 1_000;

export const TEMPLATES: RecordKind<Template, TemplateSummary> = {
  workflow: TEMPORAL_NAMES.template_workflow,
  prefix: TEMPORAL_NAMES.template_prefix,
  query: templateQuery,
  saveUpdate: saveTemplateUpdate,
  deleteUpdate: deleteTemplateUpdate,
  idOf: ({ id }) => id,
  titleOf: ({ title }) => title,
  listQuery: () =>
    `WorkflowType = "${TEMPORAL_NAMES.template_workflow}" AND ExecutionStatus = "Running"`,
  toSummary: ({ template }) => TemplateSummarySchema.safeParse(template).data,
  most: MAX_TEMPLATES,
  missing: (id) =>
    refusal("template_not_found", say("no_template", { id }), say("templates_are_listed")),
};

export const AGENTS: RecordKind<KeptAgent, KeptAgentSummary> = {
  workflow: TEMPORAL_NAMES.kept_agent_workflow,
  prefix: TEMPORAL_NAMES.kept_agent_prefix,
  query: keptAgentQuery,
  saveUpdate: saveAgentUpdate,
  deleteUpdate: deleteAgentUpdate,
  idOf: ({ name }) => name,
  titleOf: ({ name }) => name,
  listQuery: keptAgentsQuery,
  toSummary: ({ agent }) => KeptAgentSummarySchema.safeParse(agent).data,
  most: LIMITS.kept_agents,
  missing: (name) =>
    refusal("agent_not_found", say("no_kept_agent", { name }), say("agents_are_listed")),
};
