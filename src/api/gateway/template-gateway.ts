import type { Client } from "@temporalio/client";
import { Refusal } from "../../contract/problem-error.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { TEMPORAL_NAMES } from "../../contract/tables/temporal-names.ts";
import type { Template, TemplateSummary } from "../../contract/template.ts";
import {
  deleteTemplateUpdate,
  saveTemplateUpdate,
  templateQuery,
} from "../../workflows/wire/messages.ts";
import {
  createRecordGateway,
  type RecordGateway,
  type RecordGatewayOptions,
} from "./record-gateway.ts";

export type TemplateGateway = RecordGateway<Template, TemplateSummary>;

/** How many templates a list shows. */
const MAX_TEMPLATES = 1_000;

export function createTemplateGateway(
  client: Client,
  taskQueue: string,
  options: RecordGatewayOptions,
): TemplateGateway {
  return createRecordGateway<Template, TemplateSummary>(
    client,
    taskQueue,
    {
      workflow: TEMPORAL_NAMES.template_workflow,
      prefix: TEMPORAL_NAMES.template_prefix,
      query: templateQuery,
      saveUpdate: saveTemplateUpdate,
      deleteUpdate: deleteTemplateUpdate,
      idOf: ({ id }) => id,
      titleOf: ({ title }) => title,
      listQuery: `WorkflowType = "${TEMPORAL_NAMES.template_workflow}" AND ExecutionStatus = "Running"`,
      toSummary: ({ template }) => template as TemplateSummary | undefined,
      compare: (a, b) => (a.id < b.id ? -1 : 1),
      most: MAX_TEMPLATES,
      missing: (id) =>
        new Refusal({
          code: "template_not_found",
          detail: say("no_template", { id }),
          hint: say("templates_are_listed"),
        }),
    },
    options,
  );
}
