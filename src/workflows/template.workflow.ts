import { continueAsNew } from "@temporalio/workflow";
import type { Template } from "../contract/template.ts";
import { keepRecord } from "./keep-record.ts";
import type { Reading } from "./read-payload.ts";
import { deleteTemplateUpdate, saveTemplateUpdate, templateQuery } from "./wire/messages.ts";

export interface TemplateWorkflowInput {
  /** What an earlier run kept. */
  readonly kept?: Template;
}

/**
 * Keeps one template until it is deleted. What a template may say is checked by who saves it and by
 * who makes a plan of it; here it is only kept.
 */
export async function templateWorkflow(input: TemplateWorkflowInput = {}): Promise<void> {
  // Anyone can start this by hand with anything.
  const before = (input as TemplateWorkflowInput | null)?.kept ?? null;
  const kept = await keepRecord<Template>(before, {
    query: templateQuery,
    save: saveTemplateUpdate,
    remove: deleteTemplateUpdate,
    read: toWritten,
    memo({ plan: _, parameters, ...summary }) {
      return { template: { ...summary, parameters: parameters.map(({ name }) => name) } };
    },
    refusal: "This is no template. Save templates through the Holdpoint API.",
  });
  if (kept !== null) await continueAsNew<typeof templateWorkflow>({ kept });
}

function toWritten(reading: Reading): Omit<Template, "version" | "saved_at"> | null {
  if (!("value" in reading)) return null;
  const { value } = reading;
  if (typeof value !== "object" || value === null) return null;
  const { id, title, parameters, plan } = value as Partial<Template>;
  const fits =
    typeof id === "string" &&
    typeof title === "string" &&
    Array.isArray(parameters) &&
    parameters.every((parameter: unknown) => isNamed(parameter)) &&
    typeof plan === "object" &&
    plan !== null;
  return fits ? (value as Template) : null;
}

function isNamed(parameter: unknown): boolean {
  if (typeof parameter !== "object" || parameter === null) return false;
  return typeof (parameter as { name?: unknown }).name === "string";
}
