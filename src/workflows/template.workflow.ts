import {
  allHandlersFinished,
  ApplicationFailure,
  condition,
  continueAsNew,
  setHandler,
  upsertMemo,
  workflowInfo,
} from "@temporalio/workflow";
import type { Template } from "../contract/template.ts";
import { deleteTemplateUpdate, saveTemplateUpdate, templateQuery } from "./wire/messages.ts";
import { readPayload, readTaken, UNREAD_ARGUMENTS, type Reading } from "./read-payload.ts";

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
  let kept = (input as TemplateWorkflowInput | null)?.kept ?? null;
  let deleted = false;
  setHandler(templateQuery, () => kept);
  setHandler(
    { ...saveTemplateUpdate, typeInfo: UNREAD_ARGUMENTS },
    (raw) => {
      const written = toWritten(readTaken(raw));
      if (written === null) throw notATemplate();
      const version = (kept?.version ?? 0) + 1;
      kept = { ...written, version, saved_at: new Date().toISOString() };
      const { plan: _, parameters, ...summary } = kept;
      upsertMemo({ template: { ...summary, parameters: parameters.map(({ name }) => name) } });
      return kept;
    },
    {
      // Synchronous on purpose: the SDK drops the promise of an async validator.
      validator: (raw) => {
        if (toWritten(readPayload(raw)) === null) throw notATemplate();
      },
    },
  );
  setHandler(deleteTemplateUpdate, () => {
    deleted = true;
  });
  await condition(() => deleted || workflowInfo().continueAsNewSuggested);
  await condition(allHandlersFinished);
  if (!deleted && kept !== null) await continueAsNew<typeof templateWorkflow>({ kept });
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

function notATemplate(): ApplicationFailure {
  return ApplicationFailure.nonRetryable(
    "This is no template. Save templates through the Holdpoint API.",
    "validation_failed",
  );
}
